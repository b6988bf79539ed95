package message

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"
)

// stored is the JSON form of a message. Each argument is an object with its
// kind as the only key, such as {"ducats": 18}.
type stored struct {
	ID   string                     `json:"id,omitempty"`
	Many string                     `json:"plural,omitempty"`
	Args map[string]json.RawMessage `json:"args,omitempty"`
}

type storedList struct {
	How Join              `json:"join"`
	Of  []json.RawMessage `json:"of"`
}

// MarshalJSON implements json.Marshaler.
func (m Message) MarshalJSON() ([]byte, error) {
	s := stored{ID: m.ID, Many: m.Many}
	for i, name := range m.names() {
		b, err := marshalArg(m.Args[i])
		if err != nil {
			return nil, err
		}
		if s.Args == nil {
			s.Args = map[string]json.RawMessage{}
		}
		s.Args[name] = b
	}
	return json.Marshal(s)
}

func marshalArg(a Arg) (json.RawMessage, error) {
	var v any = a
	if l, ok := a.(List); ok {
		s := storedList{How: l.How, Of: []json.RawMessage{}}
		for _, x := range l.Of {
			b, err := marshalArg(x)
			if err != nil {
				return nil, err
			}
			s.Of = append(s.Of, b)
		}
		v = s
	}
	return json.Marshal(map[string]any{a.kind(): v})
}

// UnmarshalJSON implements json.Unmarshaler.
func (m *Message) UnmarshalJSON(b []byte) error {
	var s stored
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	out := Message{ID: s.ID, Many: s.Many}
	names := out.names()
	for _, name := range names {
		raw, ok := s.Args[name]
		if !ok {
			return fmt.Errorf("message %q: the argument %q is missing", s.ID, name)
		}
		a, err := unmarshalArg(raw)
		if err != nil {
			return fmt.Errorf("message %q: %s: %w", s.ID, name, err)
		}
		out.Args = append(out.Args, a)
	}
	if _, ok := at(out.Args, 0).(Number); s.Many != "" && !ok {
		return fmt.Errorf("message %q: n is not a number", s.ID)
	}
	for name := range s.Args {
		if !slices.Contains(names, name) {
			return fmt.Errorf("message %q: it has no argument %q", s.ID, name)
		}
	}
	*m = out
	return nil
}

func at(args []Arg, i int) Arg {
	if i < len(args) {
		return args[i]
	}
	return nil
}

// readers maps each kind of argument to the function that reads it.
var readers = map[string]func([]byte) (Arg, error){
	"power": read[Power], "place": read[Place], "kind": read[Kind], "unit": read[Unit], "somewhere": read[Somewhere],
	"coast": read[Coast], "country": read[Country], "setting": read[Setting], "ducats": read[Ducats], "number": read[Number], "decimal": read[Decimal], "season": read[Season], "step": read[Step],
	"campaign": read[Campaign], "phase": read[Phase], "moment": read[Moment], "order": read[Order], "name": read[Name],
}

func read[A Arg](b []byte) (Arg, error) {
	var a A
	err := json.Unmarshal(b, &a)
	return a, err
}

// quick reads the common kinds of arguments in exactly the form that MarshalJSON writes, such as
// {"name":"Cosimo"}. It does so without the maps that parsing a general object needs. The result
// reports whether it succeeded.
func quick(b []byte) (Arg, bool) {
	kind, body, ok := bytes.Cut(b, []byte(`":`))
	if !ok || !bytes.HasPrefix(kind, []byte(`{"`)) || len(body) < 2 || body[len(body)-1] != '}' {
		return nil, false
	}
	body = body[:len(body)-1]
	switch string(kind[2:]) {
	case "number", "ducats", "moment":
		n, err := strconv.ParseInt(string(body), 10, 64)
		switch {
		case err != nil:
			return nil, false
		case kind[2] == 'm':
			return Moment(n), true
		case n != int64(int32(n)):
			return nil, false
		case kind[2] == 'd':
			return Ducats(n), true
		}
		return Number(n), true
	case "name", "order":
		if len(body) < 2 || body[0] != '"' || body[len(body)-1] != '"' {
			return nil, false
		}
		text := body[1 : len(body)-1]
		if bytes.ContainsFunc(text, func(r rune) bool { return r == '"' || r == '\\' || r < ' ' || r == utf8.RuneError }) {
			return nil, false
		}
		if kind[2] == 'n' {
			return Name(text), true
		}
		return Order(text), true
	}
	return nil, false
}

func unmarshalArg(b []byte) (Arg, error) {
	if a, ok := quick(b); ok {
		return a, nil
	}
	var one map[string]json.RawMessage
	if err := json.Unmarshal(b, &one); err != nil {
		return nil, err
	}
	if len(one) != 1 {
		return nil, fmt.Errorf("an argument has one kind, not %d", len(one))
	}
	for kind, body := range one {
		switch kind {
		case "message":
			var m Message
			err := json.Unmarshal(body, &m)
			return m, err
		case "list":
			var s storedList
			if err := json.Unmarshal(body, &s); err != nil {
				return nil, err
			}
			l := List{How: s.How}
			for _, x := range s.Of {
				a, err := unmarshalArg(x)
				if err != nil {
					return nil, err
				}
				l.Of = append(l.Of, a)
			}
			return l, nil
		}
		if f := readers[kind]; f != nil {
			return f(body)
		}
		return nil, fmt.Errorf("the kind %q is not known", kind)
	}
	return nil, nil
}
