package rules

import (
	"strconv"
	"strings"

	"podesta/machiavelli/message"
	"podesta/machiavelli/suggest"
)

// The groups of options, in the order in which Options lists them.
const (
	GameGroup     = "game"
	MovementGroup = "movement"
	ControlGroup  = "control, homes and victory"
	MoneyGroup    = "money, disasters and adjustments"
	ExtraGroup    = "optional rules"
)

// Option documents one field of Set with its name, its effect and its values.
type Option struct {
	Name   string // "convoy-route"
	Group  string
	Title  string // a heading, such as "Convoy routes"
	Doc    string
	Values []Value
	Min    int      // the lowest number that is a value
	Max    int      // the highest number that is a value; Min and Max are 0 if only Values count
	Ledger []string // the ledger's rules that the option concerns

	field field
}

// Value is one value of an option.
type Value struct {
	Name string // "explicit"
	Doc  string

	n int
}

// Options lists every option, group by group.
var Options = func() []Option {
	var all []Option
	for _, g := range []struct {
		name    string
		options []Option
	}{
		{GameGroup, gameOptions},
		{MovementGroup, movementOptions},
		{ControlGroup, controlOptions},
		{MoneyGroup, moneyOptions},
		{ExtraGroup, extraOptions},
	} {
		for _, o := range g.options {
			o.Group = g.name
			all = append(all, o)
		}
	}
	return all
}()

var byName = func() map[string]*Option {
	m := make(map[string]*Option, len(Options))
	for i := range Options {
		m[Options[i].Name] = &Options[i]
	}
	return m
}()

// Find returns the option with the given name. It ignores case, and treats
// spaces and underscores as hyphens.
func Find(name string) (*Option, bool) {
	if o, ok := byName[name]; ok {
		return o, true
	}
	o, ok := byName[canonical(name)]
	return o, ok
}

// Setting returns the option as messages name it.
func (o *Option) Setting() message.Setting { return message.Setting{Word: o.Name, Title: o.Title} }

// Boolean reports whether a switch can show the option, because its values are
// on and off, or yes and no.
func (o *Option) Boolean() bool {
	_, ok := o.field.(boolField)
	return ok
}

// Get returns the option's value in s, as text that Set accepts.
func (o *Option) Get(s *Set) string {
	n := o.field.get(s)
	for _, v := range o.Values {
		if v.n == n {
			return v.Name
		}
	}
	return strconv.Itoa(n)
}

// Set sets the option in s to the value text. If the option is a choice of two,
// such as on and off or yes and no, Set also accepts on, yes and true for the
// first value, and off, no and false for the second. For any other text Set
// returns an error that lists the values, and does not change s.
func (o *Option) Set(s *Set, text string) error {
	n, err := o.parse(text)
	if err != nil {
		return err
	}
	o.field.put(s, n)
	return nil
}

func (o *Option) parse(text string) (int, error) {
	t := canonical(text)
	for _, v := range o.Values {
		if v.Name == t {
			return v.n, nil
		}
	}
	if want, ok := truth(t); ok {
		if o.Boolean() {
			return map[bool]int{true: 1}[want], nil
		}
		for _, v := range o.Values {
			if b, ok := truth(v.Name); ok && b == want {
				return v.n, nil
			}
		}
	}
	if n, err := strconv.Atoi(t); err == nil && o.Max > 0 && n >= o.Min && n <= o.Max {
		return n, nil
	}
	return 0, o.unknown(text)
}

func (o *Option) unknown(text string) error {
	names := make([]string, 0, len(o.Values)+1)
	for _, v := range o.Values {
		names = append(names, v.Name)
	}
	list := words(names)
	if o.Max > 0 {
		list.Of = append(list.Of, message.New("any number from {low} to {high}", message.Number(o.Min), message.Number(o.Max)))
	}
	if _, err := strconv.Atoi(text); err == nil {
		names = nil // no name is similar to a number
	}
	return wrong(message.New("option {option} has no value {value}: it is one of {values}", o.Setting(), quoted(text), list), text, names)
}

func unknownOption(name string) error {
	names := make([]string, len(Options))
	for i := range Options {
		names[i] = Options[i].Name
	}
	return wrong(message.New("there is no option {name}", quoted(name)), canonical(name), names)
}

// wrong returns the error about a wrong word. It suggests the closest of the
// words in among, if one is close.
func wrong(problem message.Message, word string, among []string) error {
	if s := suggest.Closest(word, among); s != "" {
		problem = message.New("{problem}; did you mean {name}?", problem, message.Order(s))
	}
	return message.Error(problem)
}

// quoted returns a word that a person typed, in quotation marks.
func quoted(word string) message.Order { return message.Order(strconv.Quote(word)) }

// words returns words of commands as a list for messages.
func words(list []string) message.List {
	of := make([]message.Order, len(list))
	for i, w := range list {
		of[i] = message.Order(w)
	}
	return message.ListOf(message.Commas, of)
}

// canonical returns text in the form of the registry's names.
func canonical(text string) string {
	return strings.NewReplacer(" ", "-", "_", "-").Replace(strings.ToLower(strings.TrimSpace(text)))
}

func truth(word string) (value, ok bool) {
	switch word {
	case "on", "yes", "true":
		return true, true
	case "off", "no", "false":
		return false, true
	}
	return false, false
}

// field reads and writes one field of a Set as a number.
type field interface {
	get(*Set) int
	put(*Set, int)
}

type (
	boolField             func(*Set) *bool
	intField              func(*Set) *int
	policyField[T ~uint8] func(*Set) *T
)

func (f boolField) put(s *Set, n int) { *f(s) = n != 0 }

func (f boolField) get(s *Set) int {
	if *f(s) {
		return 1
	}
	return 0
}

func (f intField) get(s *Set) int    { return *f(s) }
func (f intField) put(s *Set, n int) { *f(s) = n }

func (f policyField[T]) get(s *Set) int    { return int(*f(s)) }
func (f policyField[T]) put(s *Set, n int) { *f(s) = T(n) }

// choice is a field with its possible values.
type choice struct {
	field  field
	values []Value
}

// onOff returns a choice with the values on and off. The parameters on and off
// describe these values.
func onOff(f func(*Set) *bool, on, off string) choice {
	return choice{boolField(f), []Value{{"on", on, 1}, {"off", off, 0}}}
}

// yesNo returns a choice with the values yes and no. The parameters yes and no
// describe these values.
func yesNo(f func(*Set) *bool, yes, no string) choice {
	return choice{boolField(f), []Value{{"yes", yes, 1}, {"no", no, 0}}}
}

// either returns a choice of two values whose names are in the parameters yes
// and no. The field is true for the first of them.
func either(f func(*Set) *bool, yes, yesDoc, no, noDoc string) choice {
	return choice{boolField(f), []Value{{yes, yesDoc, 1}, {no, noDoc, 0}}}
}

// policy returns a choice among the constants of a policy type. The parameter
// pairs lists the name and the description of each constant in order.
func policy[T ~uint8](f func(*Set) *T, pairs ...string) choice {
	var vs []Value
	for i := 0; i+1 < len(pairs); i += 2 {
		vs = append(vs, Value{pairs[i], pairs[i+1], i / 2})
	}
	return choice{policyField[T](f), vs}
}

// number returns a field that holds a number.
func number(f func(*Set) *int, values ...Value) choice {
	return choice{intField(f), values}
}

// option assembles an option. The parameter ledger lists rule ids separated by
// spaces.
func option(name, title, doc, ledger string, c choice) Option {
	return Option{Name: name, Title: title, Doc: doc, Values: c.values, Ledger: strings.Fields(ledger), field: c.field}
}

// within returns the option with every whole number from least to most as a
// value.
func (o Option) within(least, most int) Option {
	o.Min, o.Max = least, most
	return o
}
