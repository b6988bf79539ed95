package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"podesta/internal/act"
	"podesta/internal/apijson"
	"podesta/internal/client"
	"podesta/internal/registry"
	"podesta/machiavelli/message"
	"podesta/machiavelli/suggest"
)

// clientForm is a way to write a command of package act in the client.
type clientForm struct {
	of   *act.Command
	with map[string]any
	rest []act.Element // the elements after the first word and the game
}

// clientActs returns the commands of package act, each with all forms that begin with its word.
// A command without a form of its own begins with its name, and its required values are
// arguments. Arguments that do not occur in a form are flags.
func clientActs() []clientCommand {
	var out []clientCommand
	forms := map[string][]clientForm{}
	for _, c := range (registry.Rooms{}).All() {
		list := c.Short
		if len(list) == 0 {
			list = []act.Form{nameForm(&c)}
		}
		for _, f := range list {
			if c.API == "" {
				continue
			}
			words, rest := c.Elements(f)
			name, more, _ := strings.Cut(strings.ToLower(words), " ")
			for _, w := range slices.Backward(strings.Fields(more)) {
				rest = slices.Insert(rest, 0, act.Element{Word: w})
			}
			if forms[name] == nil {
				out = append(out, clientCommand{group: string(c.Group), name: name})
			}
			forms[name] = append(forms[name], clientForm{&c, f.With, rest})
		}
	}
	for i := range out {
		list := forms[out[i].name]
		first := list[max(0, slices.IndexFunc(list, func(f clientForm) bool { return !f.of.Reads }))].of
		out[i].summary, out[i].arguments = lowerFirst(first.Summary), syntaxOf(list)
		out[i].run = func(s *clientRun) error { return s.act(list) }
	}
	return out
}

// nameForm returns the form of a command that does not define one.
func nameForm(c *act.Command) act.Form {
	syntax := strings.ToUpper(strings.ReplaceAll(c.Name, " ", "-"))
	for i := range c.Args {
		if a := &c.Args[i]; a.Required && a.Kind != act.Switch && a.Name != "revision" {
			syntax += " " + a.Name
		}
	}
	return act.Form{Syntax: syntax}
}

// syntaxOf returns the syntax of the arguments that the forms of a command accept.
func syntaxOf(list []clientForm) string {
	var forms []string
	alone := false
	for _, f := range list {
		if text := formText(f.rest); text == "" {
			alone = true
		} else {
			forms = append(forms, text)
		}
	}
	out := strings.Join(forms, "|")
	if alone && out != "" {
		out = "[" + out + "]"
	}
	if list[0].of.Scope != act.Judge {
		out = strings.TrimSpace("GAME " + out)
	}
	return out
}

// formText formats elements for the help.
func formText(list []act.Element) string {
	var out []string
	for _, e := range list {
		switch {
		case e.Group != nil:
			out = append(out, "["+formText(e.Group)+"]")
		case e.Word != "":
			out = append(out, strings.ToLower(e.Word))
		case e.Args[0].List:
			out = append(out, strings.ToUpper(e.Args[0].Name)+"...")
		default:
			out = append(out, strings.ToUpper(e.Args[0].Name))
		}
	}
	return strings.Join(out, " ")
}

// match parses arguments according to the elements of a form. It returns the remaining arguments,
// and the number of words of the form that were present.
func match(list []act.Element, args []string, into act.Values) (rest []string, words int, ok bool) {
	for i, e := range list {
		switch {
		case e.Group != nil:
			if left, n, ok := match(e.Group, args, into); ok {
				args, words = left, words+n
			}
			continue
		case len(args) == 0:
			return nil, 0, false
		case e.Word != "":
			if !strings.EqualFold(args[0], e.Word) {
				return nil, 0, false
			}
			args, words = args[1:], words+1
			continue
		}
		a := e.Args[0]
		switch {
		case a.List:
			var items []string
			for _, x := range args {
				if strings.Contains(x, " ") { // a text, which may contain commas
					items = append(items, x)
				} else {
					items = append(items, strings.FieldsFunc(x, func(r rune) bool { return r == ',' })...)
				}
			}
			into[a.Name] = items
			args = nil
		case a.Kind == act.Text && len(a.Of) == 0 && i == len(list)-1:
			into[a.Name] = strings.Join(args, " ")
			args = nil
		default:
			into[a.Name] = args[0]
			args = args[1:]
		}
	}
	return args, words, true
}

// act executes the command whose form fits the arguments.
func (s *clientRun) act(list []clientForm) error {
	flags := act.Values{}
	seat := func() url.Values { return url.Values{} }
	if slices.ContainsFunc(list, func(f clientForm) bool { return f.of.Scope == act.Seat || f.of.Scope == act.Own }) {
		seat = s.seatFlag()
	}
	for _, f := range list {
		for i := range f.of.Args {
			if a := &f.of.Args[i]; a.Name != "current" && s.flags.Lookup(a.Name) == nil && !namedIn(list, a.Name) {
				s.actFlag(a, flags)
			}
		}
	}
	least := 0
	if list[0].of.Scope != act.Judge {
		least = 1
	}
	if err := s.split(least, -1); err != nil {
		return err
	}
	args := s.args[least:]
	var best *clientForm
	var in act.Values
	most := -1
	for i := range list {
		found := act.Values{}
		rest, words, ok := match(list[i].rest, args, found)
		if ok && len(rest) == 0 && words > most && fits(list[i].of, flags) {
			best, in, most = &list[i], found, words
		}
	}
	if best == nil {
		s.suggest(list, args)
		return s.misused()
	}
	if err := s.connect(); err != nil {
		return err
	}
	for _, from := range []map[string]any{best.with, flags} {
		for name, value := range from {
			in[name] = value
		}
	}
	if err := s.complete(best.of, in); err != nil {
		return err
	}
	return s.carryOut(best.of, in, seat())
}

// namedIn reports whether a form contains an argument, or sets it implicitly.
func namedIn(list []clientForm, name string) bool {
	var in func(e act.Element) bool
	in = func(e act.Element) bool {
		return slices.ContainsFunc(e.Args, func(a *act.Arg) bool { return a.Name == name }) || slices.ContainsFunc(e.Group, in)
	}
	return slices.ContainsFunc(list, func(f clientForm) bool { return f.with[name] != nil || slices.ContainsFunc(f.rest, in) })
}

// fits reports whether a command has all flags that were given.
func fits(c *act.Command, flags act.Values) bool {
	for name := range flags {
		if c.Arg(name) == nil {
			return false
		}
	}
	return true
}

// suggest suggests the word that may have been meant.
func (s *clientRun) suggest(list []clientForm, args []string) {
	var words []string
	for _, f := range list {
		for _, e := range f.rest {
			words = append(words, strings.ToLower(e.Word))
		}
	}
	for _, a := range args {
		if near := suggest.Closest(a, words); near != "" && !slices.Contains(words, strings.ToLower(a)) {
			fmt.Fprintln(s.err, Printable(s.word(message.New("{word} is not known here. Did you mean {other}?", message.Name(strconv.Quote(a)), message.Order(near)))))
			return
		}
	}
}

// complete converts arguments to the values that the API expects, and adds the game's revision
// where the command needs it.
func (s *clientRun) complete(c *act.Command, in act.Values) error {
	for i := range c.Args {
		a := &c.Args[i]
		text, isText := in[a.Name].(string)
		switch {
		case a.Name == "text" && a.Required && (!isText || text == "-"): // read from the standard input
			text, err := s.input("-")
			if err != nil {
				return err
			}
			in[a.Name] = text
		case a.Kind == act.Time && isText:
			at, err := readTime(text, time.Now())
			if err != nil {
				return err
			}
			in[a.Name] = at.Format(time.RFC3339)
		case a.Kind == act.Place && a.List:
			if list, ok := in[a.Name].([]string); ok {
				in[a.Name] = numbers(list)
			}
		case (a.Kind == act.Number || a.Kind == act.Place) && isText:
			if n, err := strconv.Atoi(text); err == nil {
				in[a.Name] = n
			}
		case a.Name == "revision" && in[a.Name] == nil:
			n, err := s.revision()
			if err != nil {
				return err
			}
			in[a.Name] = n
		}
	}
	return nil
}

// numbers returns a list in which elements that are numbers have been converted.
func numbers(list []string) []any {
	var out []any
	for _, x := range list {
		if n, err := strconv.Atoi(x); err == nil {
			out = append(out, n)
		} else {
			out = append(out, x)
		}
	}
	return out
}

// carryOut calls the operation of a command, and prints its outcome.
func (s *clientRun) carryOut(c *act.Command, in act.Values, query url.Values) error {
	if c.Scope != act.Judge {
		in["game"] = s.arg(0)
	}
	method, parts, more, body := c.Request(in)
	for name, value := range more {
		query[name] = value
	}
	var data []byte
	if told, err := s.ask(method, client.Path(parts...), query, body, &data); told || err != nil {
		return err
	}
	var answer struct {
		Said   string `json:"said"`
		Number int    `json:"number"` // number of the phase that was resolved
	}
	if err := decode(data, &answer); err != nil {
		return err
	}
	if c.Resolve {
		var r apijson.Report
		if err := s.read(s.game("phases", fmt.Sprint(answer.Number), "report"), &r); err != nil {
			return err
		}
		s.say("%s", strings.TrimRight(r.Classic, "\n"))
		return nil
	}
	if answer.Said != "" {
		s.say("%s", answer.Said)
		return nil
	}
	var text bytes.Buffer
	if err := json.Indent(&text, data, "", "  "); err != nil {
		return err
	}
	s.say("%s", strings.TrimSpace(text.String()))
	return nil
}

// actFlag adds the flag of an argument. If the flag is given, its value is added to the
// arguments.
func (s *clientRun) actFlag(a *act.Arg, in act.Values) {
	usage := lowerFirst(a.Doc)
	set := func(value any) error {
		in[a.Name] = value
		return nil
	}
	switch {
	case a.List:
		s.flags.Func(a.Name, "`words` with commas between them: "+usage, func(text string) error {
			list, _ := in[a.Name].([]string)
			return set(append(list, strings.FieldsFunc(text, func(r rune) bool { return r == ',' })...))
		})
	case a.Kind == act.Switch:
		s.flags.BoolFunc(a.Name, usage, func(text string) error {
			on, err := strconv.ParseBool(text)
			in[a.Name] = on
			return err
		})
		if a.Required {
			in[a.Name] = false
		}
	case a.Kind == act.Number:
		s.flags.Func(a.Name, "`number`: "+usage, func(text string) error {
			n, err := strconv.Atoi(text)
			in[a.Name] = n
			return err
		})
	default:
		s.flags.Func(a.Name, "`text`: "+usage, func(text string) error { return set(text) })
	}
}

// lowerFirst returns a text with its first letter in lower case.
func lowerFirst(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToLower(r)) + text[n:]
}
