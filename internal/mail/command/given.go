package command

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"podesta/internal/act"
	"podesta/internal/registry"
	"podesta/machiavelli/message"
)

// Given is a command of package act, with its arguments as written.
type Given struct {
	Command *act.Command // the description of the command; the judge runs the command itself
	Values  act.Values

	form *pattern
}

// Switched returns the value of a yes-or-no argument. The result ok is false if c is another
// command or lacks the argument.
func (c Given) Switched(command, arg string) (on, ok bool) {
	if c.Command.Name != command {
		return false, false
	}
	on, ok = c.Values[arg].(bool)
	return on, ok
}

// String returns the command in the form in which it was written.
func (c Given) String() string {
	return strings.Join(append(strings.Fields(c.form.words[0]), c.form.write(c.form.rest, c.Values)...), " ")
}

// pattern is one way of writing a command, derived from its syntax.
type pattern struct {
	act.Form
	of    act.Command
	words []string // the words with which it begins
	rest  []act.Element
	set   bool // whether it follows SET and can be followed by another setting
}

// patterns lists the forms of all commands in package act.
var patterns = makePatterns(registry.Rooms{}.All())

func makePatterns(all []act.Command) []*pattern {
	var out []*pattern
	for _, c := range all {
		for _, f := range c.Mail {
			begins, rest := c.Elements(f)
			out = append(out, &pattern{f, c, append([]string{begins}, f.Also...), rest, false})
		}
	}
	return out
}

// switchOf returns the argument that a single word switches on, or nil.
func (x *pattern) switchOf(word string) *act.Arg {
	for i := range x.of.Args {
		if a := &x.of.Args[i]; a.SwitchedBy(word) {
			return a
		}
	}
	return nil
}

// atEnd reports whether a command can end here: at the end of the line or, if it is a setting that
// does not take the rest of the line, also at a comma or before another setting.
func (x *pattern) atEnd(s *scanner) bool {
	if x.set && !slices.ContainsFunc(x.rest, takesLine) {
		return s.atSetting()
	}
	return s.done()
}

// takesLine reports whether an element takes the rest of the line.
func takesLine(e act.Element) bool {
	if e.Group != nil {
		return slices.ContainsFunc(e.Group, takesLine)
	}
	return e.Args != nil && (e.Args[0].Kind == act.Time || e.Args[0].Kind == act.Text && !e.Args[0].List && len(e.Args[0].Of) == 0)
}

// addVerbs adds the verbs of the patterns to the one-line commands.
func addVerbs(all []verb) []verb {
	var out []verb
	for _, v := range all {
		for _, w := range v.words {
			out = append(out, verb{[]string{w}, v.pre, v.post, v.parse})
		}
	}
	for _, x := range patterns {
		for _, w := range x.words {
			i := slices.IndexFunc(out, func(v verb) bool { return v.words[0] == w })
			switch {
			case strings.HasPrefix(w, "SET "):
			case i < 0:
				out = append(out, verb{[]string{w}, x.Before, true, x.parse})
			case len(x.rest) == 0:
				out[i].parse = either(x.parse, out[i].parse, x)
			default:
				out[i].parse = either(out[i].parse, x.parse, x)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b verb) int { return len(b.words[0]) - len(a.words[0]) })
	return out
}

// either returns a parser for two commands that begin with the same words. It calls the function
// alone if no arguments follow the words, and otherwise the function more. The parameter x is the
// pattern of one of the two commands.
func either(alone, more func(*scanner) (Command, *Error), x *pattern) func(*scanner) (Command, *Error) {
	return func(s *scanner) (Command, *Error) {
		if x.atEnd(s) {
			return alone(s)
		}
		return more(s)
	}
}

// addSettings adds the patterns that are settings.
func addSettings(add adder) {
	parsers := map[string]func(*scanner) (Command, *Error){}
	for _, x := range patterns {
		x := *x
		x.set = true
		for _, w := range x.words {
			w, ok := strings.CutPrefix(w, "SET ")
			if !ok {
				continue
			}
			if alone := parsers[w]; alone != nil {
				parsers[w] = either(alone, x.parse, &x)
			} else {
				parsers[w] = x.parse
			}
		}
	}
	for w, parse := range parsers {
		add(parse, w)
	}
}

// entries returns the reference entries for the patterns of the commands that the function of
// selects.
func entries(of func(*act.Command) bool) []Entry {
	var out []Entry
	for _, x := range patterns {
		if !of(&x.of) {
			continue
		}
		e := Entry{Syntax: x.Syntax, Also: x.Also, Who: x.of.Who.String(), When: after, Does: x.Does, Example: x.Example}
		if x.Before {
			e.When = both
		}
		out = append(out, e)
	}
	return out
}

// grammars maps names of commands whose arguments have a special grammar to the functions that
// read them.
var grammars = map[string]func(*pattern, *scanner) (act.Values, *Error){
	"set times": readTimes, "process": readProcess, "rollback": readRollback, "set roll": readRoll, "set quiet hours": readHours,
}

// parse reads what follows the words of the pattern.
func (x *pattern) parse(s *scanner) (Command, *Error) {
	c := Given{Command: &x.of, Values: act.Values{}, form: x}
	maps.Copy(c.Values, x.With)
	if read := grammars[x.of.Name]; read != nil {
		v, err := read(x, s)
		maps.Copy(c.Values, v)
		return c, err
	}
	if err := x.read(s, x.rest, x.words[0], c.Values); err != nil {
		return nil, err
	}
	if x.set {
		return c, nil
	}
	return c, s.end(message.Order(x.words[0]))
}

// read reads elements. Consecutive groups can come in any order. The parameter after is the word
// before the elements, for errors.
func (x *pattern) read(s *scanner, list []act.Element, after string, into act.Values) *Error {
	for i := 0; i < len(list); i++ {
		e := &list[i]
		switch {
		case e.Group != nil:
			end := i
			for end < len(list) && list[end].Group != nil {
				end++
			}
			if err := x.groups(s, list[i:end], into); err != nil {
				return err
			}
			i = end - 1
		case e.Word != "":
			if !s.keyword(e.Word) {
				return s.missing(message.Message{ID: "{word}", Args: []message.Arg{message.Order(e.Word)}}, message.Order(x.Example))
			}
			if a := x.switchOf(e.Word); a != nil {
				into[a.Name] = true
			}
		default:
			if err := x.argument(s, e, i == len(list)-1, after, into); err != nil {
				return err
			}
		}
	}
	return nil
}

// groups reads the optional groups that are present, in any order.
func (x *pattern) groups(s *scanner, list []act.Element, into act.Values) *Error {
	for !x.atEnd(s) {
		found := false
		for _, e := range list {
			first := e.Group[0]
			if found = first.Word == "" || s.keyword(first.Word); !found {
				continue
			}
			rest := e.Group
			if first.Word != "" {
				rest = rest[1:]
				if a := x.switchOf(first.Word); a != nil {
					into[a.Name] = true
				}
			}
			if err := x.read(s, rest, first.Word, into); err != nil {
				return err
			}
			break
		}
		if !found {
			break
		}
	}
	var words []message.Order
	for _, e := range list {
		if w := e.Group[0].Word; w != "" {
			words = append(words, message.Order(w))
		}
	}
	if s.done() || x.set || len(words) == 0 {
		return nil
	}
	err := s.fail(CodeUnread, message.New("After {command}, expected {words}.", message.Order(x.words[0]), message.ListOf(message.Or, words)))
	err.Suggest = s.closest(s.peek(), orders(words))
	return err
}

func orders(words []message.Order) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = string(w)
	}
	return out
}

// argument reads the value of an argument, or of two arguments joined by a hyphen.
func (x *pattern) argument(s *scanner, e *act.Element, last bool, after string, into act.Values) *Error {
	a := e.Args[0]
	if a.Kind == act.Power && a.List {
		var to Audience
		if err := letters(s, &to, message.Order(x.Example)); err != nil {
			return err
		}
		into[a.Name] = append(items(into[a.Name]), append(strings.Split(to.Letters, ""), to.Names...)...)
		return nil
	}
	text := ""
	switch {
	case takesLine(*e) && (last || a.Kind == act.Time):
		text = strings.TrimSpace(s.rest())
	case x.set:
		text = s.item()
	default:
		text = s.word()
	}
	if text == "" {
		return s.missing(a.Ask(), message.Order(x.Example))
	}
	if len(e.Args) == 2 {
		first, second, both := strings.Cut(text, "-")
		if !both {
			second = first
		}
		if err := x.number(s, a, after, first, into); err != nil {
			return err
		}
		return x.number(s, e.Args[1], after, second, into)
	}
	if a.Kind == act.Power {
		if text = strings.Trim(text, "."); !isLetters(text) {
			return s.fail(CodeLetters, message.New("Expected one letter of a power, or its name, but found {word}.", quote(text)))
		}
		into[a.Name] = act.Words(strings.ToUpper(text))
		return nil
	}
	if a.List {
		into[a.Name] = append(items(into[a.Name]), strings.FieldsFunc(text, func(r rune) bool { return r == ',' })...)
		return nil
	}
	if a.Kind == act.Writer {
		text = strings.Trim(text, ":,.")
	}
	if a.Kind == act.Number {
		return x.number(s, a, after, strings.TrimSuffix(text, "%"), into)
	}
	into[a.Name] = act.Words(text)
	return nil
}

// number reads a numeric argument.
func (x *pattern) number(s *scanner, a *act.Arg, after, text string, into act.Values) *Error {
	n, err := strconv.Atoi(text)
	if err != nil || n < a.Least || a.Most > 0 && n > a.Most {
		return s.fail(CodeNumber, message.New("{command} takes a whole number from {least} to {most}, not {word}. For example: {example}", message.Order(after), message.Number(a.Least), message.Number(a.Most), quote(text), message.Order(x.Example)))
	}
	into[a.Name] = n
	return nil
}

// items returns the items that a list argument already has.
func items(v any) []string {
	list, _ := v.([]string)
	return list
}

// write writes elements with their arguments. It leaves out groups whose arguments
// are not given.
func (x *pattern) write(list []act.Element, v act.Values) []string {
	var out []string
	for _, e := range list {
		switch {
		case e.Group != nil && x.given(e.Group, v):
			out = append(out, x.write(e.Group, v)...)
		case e.Word != "":
			out = append(out, e.Word)
		case e.Args != nil:
			var values []string
			for _, a := range e.Args {
				if list, ok := v[a.Name].([]string); ok {
					values = append(values, strings.Join(list, between(a, list)))
				} else {
					values = append(values, fmt.Sprint(v[a.Name]))
				}
			}
			out = append(out, strings.Join(values, "-"))
		}
	}
	return out
}

// between returns the separator between the items of a list, which is empty for letters of
// powers.
func between(a *act.Arg, list []string) string {
	switch {
	case a.Kind != act.Power:
		return ","
	case slices.ContainsFunc(list, func(w string) bool { return len(w) > 1 }):
		return " "
	}
	return ""
}

// given reports whether any argument of a group is given.
func (x *pattern) given(group []act.Element, v act.Values) bool {
	for _, e := range group {
		if e.Word != "" {
			if a := x.switchOf(e.Word); a != nil && v[a.Name] != nil {
				return true
			}
		}
		for _, a := range e.Args {
			if v[a.Name] != nil {
				return true
			}
		}
	}
	return false
}
