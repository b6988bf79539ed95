package act

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"podesta/internal/game"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/suggest"
)

// Arg is an argument of a command. It comes from a field of the structure with the
// tags
//
//	arg    its name
//	least  the least number, or the least length of a text
//	most   the largest number, or length of a text, or number of items in a list
//	of     the words that are allowed, with commas between them
//	doc    what it means
//	word   the word that switches it on in forms, instead of its name
//	ask    what is missing without it, such as "the name of a game"
//
// A field that is a pointer or a list, or has the option "optional" after its name,
// can be left out.
type Arg struct {
	Name        string
	Kind        Kind
	List        bool
	Required    bool
	Least, Most int
	Of          []string
	Doc         string

	ask   string
	word  string
	field []int
}

// SwitchedBy reports whether a word in a form switches the argument on.
func (a *Arg) SwitchedBy(word string) bool {
	return a.Kind == Switch && strings.EqualFold(word, cmp.Or(a.word, a.Name))
}

// Ask returns what is missing without the argument.
func (a *Arg) Ask() message.Message {
	if a.ask == "" {
		return message.New("{argument}", message.Order(a.Name))
	}
	return message.Message{ID: a.ask}
}

// Kind is the kind of an argument.
type Kind int

// The kinds.
const (
	Text   Kind = iota
	Number      // a whole number
	Switch      // yes or no
	Power       // a power of the game: by its ID, its name or its letter
	Time        // a time as in RFC 3339
	Writer      // a seat of the game, by its number or one of its powers; 0 or O means the observers
	Place       // a seat of the game, by its number or one of its powers
)

// SeatNumber is the number of a seat.
type SeatNumber int

// WriterSeat is the seat whose messages are meant; 0 stands for the observers.
type WriterSeat int

// String returns the kind in words, for the description of an argument.
func (k Kind) String() string {
	return [...]string{"text", "number", "yes or no", "power", "time", "seat or observers", "seat"}[k]
}

// argsOf returns the arguments of a structure.
func argsOf(t reflect.Type) []Arg {
	var out []Arg
	for _, f := range reflect.VisibleFields(t) {
		tag, ok := f.Tag.Lookup("arg")
		if !ok {
			continue
		}
		name, options, _ := strings.Cut(tag, ",")
		a := Arg{Name: name, Required: options != "optional", Doc: f.Tag.Get("doc"), ask: f.Tag.Get("ask"), word: f.Tag.Get("word"), Least: atoi(f.Tag.Get("least")), Most: atoi(f.Tag.Get("most")), field: f.Index}
		if of := f.Tag.Get("of"); of != "" {
			a.Of = strings.Split(of, ",")
		}
		of := f.Type
		if of.Kind() == reflect.Pointer {
			of, a.Required = of.Elem(), false
		}
		if a.List = of.Kind() == reflect.Slice || of == reflect.TypeFor[machiavelli.PowerSet](); a.List {
			a.Required = false
		}
		switch {
		case of == reflect.TypeFor[machiavelli.Power](), of == reflect.TypeFor[machiavelli.PowerSet]():
			a.Kind = Power
		case of == reflect.TypeFor[time.Time]():
			a.Kind = Time
		case of == reflect.TypeFor[WriterSeat]():
			a.Kind = Writer
		case of == reflect.TypeFor[SeatNumber](), of == reflect.TypeFor[[]SeatNumber]():
			a.Kind, a.Least = Place, 1
		case of.Kind() == reflect.Int, of.Kind() == reflect.Int64:
			a.Kind = Number
		case of.Kind() == reflect.Bool:
			a.Kind = Switch
		case of.Kind() == reflect.String, a.List && of.Elem().Kind() == reflect.String:
			a.Kind = Text
		default:
			panic(fmt.Sprintf("act: the field %s of %s has a type that no argument has", f.Name, t))
		}
		out = append(out, a)
	}
	return out
}

func atoi(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// Values maps the names of arguments to their values as they were given. An interface for words
// passes what Words returns, or lists of it, which are parsed according to the kind of the
// argument. An interface for JSON passes what FromJSON returns, which must have the right type.
type Values map[string]any

// FromJSON returns the arguments in a JSON object.
func FromJSON(data []byte) (Values, error) {
	out := Values{}
	if len(bytes.TrimSpace(data)) == 0 {
		return out, nil
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&out); err != nil || out == nil {
		return nil, game.Refuse(game.Invalid, message.New("The body must be an object in JSON."))
	}
	return out, nil
}

// word is text from an interface for words, parsed according to the kind of the argument.
type word string

// Words returns the value of a text from an interface whose input is words.
func Words(text string) any { return word(text) }

// read parses the arguments into a new structure of the command's type.
func (c *Command) read(g *game.Game, v Values) (reflect.Value, error) {
	out := reflect.New(c.args).Elem()
	var names []string
	for i := range c.Args {
		names = append(names, c.Args[i].Name)
	}
	for name := range v {
		if c.Arg(name) != nil {
			continue
		}
		if near := suggest.Closest(name, names); near != "" {
			return out, refuse(message.New("Nothing is called {name} here. Did you mean {other}?", game.Quoted(name), message.Order(near)))
		}
		return out, refuse(message.New("Nothing is called {name} here.", game.Quoted(name)))
	}
	for i := range c.Args {
		a := &c.Args[i]
		x, ok := v[a.Name]
		if !ok || x == nil {
			if a.Required {
				return out, refuse(message.New("Something is missing: {argument}.", a.Ask()))
			}
			continue
		}
		if err := a.set(out.FieldByIndex(a.field), g, x); err != nil {
			return out, err
		}
	}
	return out, nil
}

// refuse returns an error about an invalid argument.
func refuse(why message.Message) error { return game.Refuse(game.Invalid, why) }

// set reads a value into the field of an argument.
func (a *Arg) set(into reflect.Value, g *game.Game, v any) error {
	if into.Kind() == reflect.Pointer {
		into.Set(reflect.New(into.Type().Elem()))
		into = into.Elem()
	}
	if !a.List {
		return a.setOne(into, g, v)
	}
	if into.Kind() == reflect.Slice { // an empty list counts as given
		into.Set(reflect.MakeSlice(into.Type(), 0, 0))
	}
	var items []any
	switch v := v.(type) {
	case []any:
		items = v
	case []string:
		for _, x := range v {
			items = append(items, Words(x))
		}
	default:
		return refuse(message.New("{argument} takes a list.", message.Order(a.Name)))
	}
	if a.Most > 0 && len(items) > a.Most {
		return refuse(message.New("{argument} takes at most {n} items.", message.Order(a.Name), message.Number(a.Most)))
	}
	for _, x := range items {
		if a.Kind == Power {
			var p machiavelli.Power
			if err := a.setOne(reflect.ValueOf(&p).Elem(), g, x); err != nil {
				return err
			}
			set := into.Addr().Interface().(*machiavelli.PowerSet)
			*set = set.With(p)
			continue
		}
		item := reflect.New(into.Type().Elem()).Elem()
		if err := a.setOne(item, g, x); err != nil {
			return err
		}
		into.Set(reflect.Append(into, item))
	}
	return nil
}

// setOne parses one value into a field.
func (a *Arg) setOne(into reflect.Value, g *game.Game, v any) error {
	name := message.Order(a.Name)
	text, isText := v.(string)
	if w, ok := v.(word); ok {
		text, isText = string(w), true
	}
	switch a.Kind {
	case Number:
		n, err := number(v)
		switch {
		case err == nil && n >= a.Least && (a.Most == 0 || n <= a.Most):
		case a.Most == 0:
			return refuse(message.New("{argument} takes a whole number from {least} on, not {word}.", name, message.Number(a.Least), quoted(v)))
		default:
			return refuse(message.New("{argument} takes a whole number from {least} to {most}, not {word}.", name, message.Number(a.Least), message.Number(a.Most), quoted(v)))
		}
		into.SetInt(int64(n))
	case Switch:
		on, ok := v.(bool)
		if w, isWord := v.(word); isWord {
			on, ok = w != "", true
		}
		if !ok {
			return refuse(message.New("{argument} is {on} or {off}, not {word}.", name, message.Order("true"), message.Order("false"), quoted(v)))
		}
		into.SetBool(on)
	case Place:
		n, err := number(v)
		if _, written := v.(word); err != nil && written {
			n, err = writerSeat(g, v, text)
		} else if err != nil {
			err = refuse(message.New("{argument} takes a whole number from {least} on, not {word}.", name, message.Number(1), quoted(v)))
		}
		if err == nil && n < 1 {
			err = game.ErrNoSeat
		}
		if err != nil {
			return err
		}
		into.SetInt(int64(n))
	case Writer:
		n, err := writerSeat(g, v, text)
		if err != nil {
			return err
		}
		into.SetInt(int64(n))
	case Power:
		if !isText {
			return refuse(message.New("{argument} takes a text.", name))
		}
		p, err := PowerOf(g, text)
		if err != nil {
			return err
		}
		into.SetUint(uint64(p))
	case Time:
		at, err := time.Parse(time.RFC3339, text)
		if t, ok := v.(time.Time); ok {
			at, err = t, nil
		}
		if err != nil {
			return refuse(message.New("{argument} takes a time such as {example}, not {word}.", name, message.Order("2026-12-24T18:00:00Z"), quoted(v)))
		}
		into.Set(reflect.ValueOf(at.UTC()))
	case Text:
		if !isText {
			return refuse(message.New("{argument} takes a text.", name))
		}
		if i := slices.IndexFunc(a.Of, func(x string) bool { return strings.EqualFold(x, text) }); i >= 0 {
			text = a.Of[i]
		}
		switch n := utf8.RuneCountInString(text); {
		case n < a.Least:
			return refuse(message.New("Something is missing: {argument}.", a.Ask()))
		case a.Most > 0 && !a.List && n > a.Most:
			return refuse(message.New("{argument} takes at most {n} characters.", name, message.Number(a.Most)))
		case len(a.Of) > 0 && !slices.Contains(a.Of, text):
			var all []message.Order
			for _, x := range a.Of {
				all = append(all, message.Order(x))
			}
			why := message.New("{argument} is one of {words}, not {word}.", name, message.ListOf(message.Commas, all), quoted(v))
			if near := suggest.Closest(text, a.Of); near != "" {
				why = message.New("{text} Did you mean {suggestions}?", why, message.Order(near))
			}
			return refuse(why)
		}
		into.SetString(text)
	}
	return nil
}

// number reads a whole number from JSON or a word.
func number(v any) (int, error) {
	switch v := v.(type) {
	case json.Number:
		return strconv.Atoi(v.String())
	case word:
		return strconv.Atoi(strings.TrimSpace(string(v)))
	case int:
		return v, nil
	}
	return 0, strconv.ErrSyntax
}

// writerSeat reads a seat, by its number or one of its powers.
func writerSeat(g *game.Game, v any, text string) (int, error) {
	n, err := number(v)
	if err == nil && n >= 0 && n <= len(g.Setting.Seats) {
		return n, nil
	}
	if strings.EqualFold(text, "O") {
		return 0, nil
	}
	p, err := PowerOf(g, cmp.Or(text, fmt.Sprint(v)))
	if err != nil {
		return 0, err
	}
	if n := g.SeatOf(p); n > 0 {
		return n, nil
	}
	return 0, game.Refuse(game.Conflict, message.New("Nobody plays {power:name} in this game.", message.PowerOf(g.Setting.Powers, p)))
}

// quoted returns a value in a form that the person who wrote it can recognize.
func quoted(v any) message.Order {
	text := []rune(fmt.Sprint(v))
	if len(text) > 40 {
		text = append(text[:40], []rune("...")...)
	}
	return game.Quoted(string(text))
}

// PowerOf returns a power of a game by its ID, its letter, or its name or a prefix of it. If
// another power has taken it over, PowerOf returns that one.
func PowerOf(g *game.Game, text string) (machiavelli.Power, error) {
	text = strings.TrimSpace(text)
	roster := g.Setting.Powers
	p, ok := roster.Find(strings.ToLower(text))
	if !ok && len(text) == 1 {
		p, ok = roster.ByLetter(upper(text[0]))
	}
	if !ok {
		p, ok = roster.Match(text)
	}
	if !ok || p == machiavelli.Nobody {
		var names []message.Message
		for i, x := range roster[1:] {
			names = append(names, message.New("{letter} {power:name}", message.Order(string(x.Letter)), message.PowerOf(roster, machiavelli.Power(i+1))))
		}
		return 0, refuse(message.New("There is no power {word} in this game; it has {powers}.", quoted(text), message.ListOf(message.Commas, names)))
	}
	return g.Setting.Plays(p), nil
}

func upper(c byte) byte {
	if 'a' <= c && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}
