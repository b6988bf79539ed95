package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"podesta/internal/act"
	"podesta/internal/client"
	"podesta/internal/registry"
)

// byHand are commands of package act that the client has in another form.
var byHand = map[string]bool{"get vote": true, "set vote": true}

// clientActs returns the commands of package act. What a command needs is an argument,
// in the order of its description; everything else is a flag.
func clientActs() []clientCommand {
	var out []clientCommand
	for _, c := range (registry.Rooms{}).All() {
		if c.API == "" || byHand[c.Name] {
			continue
		}
		var words []string
		if c.Scope != act.Judge {
			words = append(words, "GAME")
		}
		for i := range c.Args {
			if a := &c.Args[i]; positional(a) {
				words = append(words, strings.ToUpper(a.Name))
			}
		}
		out = append(out, clientCommand{
			string(c.Group), strings.ReplaceAll(c.Name, " ", "-"), strings.Join(words, " "), lowerFirst(c.Summary),
			func(s *clientRun) error { return s.act(&c) },
		})
	}
	return out
}

// positional reports whether the client takes an argument without a flag.
func positional(a *act.Arg) bool { return a.Required && a.Kind != act.Switch }

// act carries out a command of package act.
func (s *clientRun) act(c *act.Command) error {
	in := map[string]any{}
	var seat func() url.Values
	if c.Scope == act.Seat {
		seat = s.seatFlag()
	}
	names := []string{}
	if c.Scope != act.Judge {
		names = append(names, "game")
	}
	for i := range c.Args {
		a := &c.Args[i]
		if positional(a) {
			names = append(names, a.Name)
		} else {
			s.actFlag(a, in)
		}
	}
	most := len(names)
	if most > 0 && names[most-1] != "game" { // the last may have several words
		most = -1
	}
	if err := s.parse(len(names), most); err != nil {
		return err
	}
	for i, name := range names {
		value := s.arg(i)
		if i == len(names)-1 {
			value = strings.Join(s.args[i:], " ")
		}
		if a := c.Arg(name); a != nil && a.Kind == act.Number {
			if n, err := strconv.Atoi(value); err == nil {
				in[name] = n
				continue
			}
		}
		in[name] = value
	}
	method, path, _ := strings.Cut(c.API, " ")
	var parts []string
	for part := range strings.SplitSeq(strings.Trim(path, "/"), "/") {
		if name, ok := strings.CutPrefix(part, "{"); ok {
			name = strings.TrimSuffix(name, "}")
			part = in[name].(string)
			delete(in, name)
		}
		parts = append(parts, part)
	}
	query := url.Values{}
	if seat != nil {
		query = seat()
	}
	var body any = in
	if method == http.MethodGet || method == http.MethodDelete || len(in) == 0 {
		body = nil
	}
	var data []byte
	if told, err := s.ask(method, client.Path(parts...), query, body, &data); told || err != nil {
		return err
	}
	var answer struct {
		Said string `json:"said"`
	}
	if err := json.Unmarshal(data, &answer); err != nil {
		return err
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

// actFlag adds the flag of an argument. Its value is put into the arguments if the
// flag is given.
func (s *clientRun) actFlag(a *act.Arg, in map[string]any) {
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

// lowerFirst returns a text with a small first letter.
func lowerFirst(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToLower(r)) + text[n:]
}
