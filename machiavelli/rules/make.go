package rules

import (
	"maps"
	"slices"
)

// Apply sets the option with the given name to value and changes nothing else.
// Switch and Make also apply the consequences. The name of a settled choice is
// accepted with the value in force. For an unknown option or value Apply
// returns an error that lists the possible ones, and does not change s.
func (s *Set) Apply(name, value string) error {
	o, ok := Find(name)
	if !ok {
		if known, err := settle(name, value); known {
			return err
		}
		return unknownOption(name)
	}
	return o.Set(s, value)
}

// Value returns the value of the option with the given name as text, or "" if
// there is no such option.
func (s *Set) Value(name string) string {
	if o, ok := Find(name); ok {
		return o.Get(s)
	}
	return ""
}

// Switch sets an option as Apply does and applies its consequences. Without
// money, for example, there are no loans. It returns the errors of Apply.
func (s *Set) Switch(name, value string) error {
	t := *s
	if err := t.Apply(name, value); err != nil {
		return err
	}
	if o, ok := Find(name); ok {
		follow(s, &t, map[string]bool{o.Name: true})
	}
	*s = t
	return nil
}

// CitiesNeeded returns the number of cities required for victory in a game with
// the given number of players (WIN-02, WIN-05).
func (s *Set) CitiesNeeded(players int) int {
	if players <= 4 && s.VictoryCitiesFewPlayers > 0 {
		return s.VictoryCitiesFewPlayers
	}
	return s.VictoryCities
}

// Make returns the preset with the given options. It first applies the
// consequences of the options, as Switch does, and then the options, so that
// each has its given value. It returns the errors of Preset and Apply. If there
// are several errors, it returns that of the first option in alphabetical
// order.
func Make(preset string, options map[string]string) (Set, error) {
	base, err := Preset(preset)
	if err != nil {
		return Set{}, err
	}
	s, named := base, map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if err := s.Apply(name, options[name]); err != nil {
			return Set{}, err
		}
		if o, ok := Find(name); ok {
			named[o.Name] = true
		}
	}
	follow(&base, &s, named)
	return s, nil
}

// follow applies to s the consequences of the named options. The set s already
// has these options, the set before does not. No named option is changed.
// Options that are switched on come first, so that those that are switched off
// take precedence.
func follow(before, s *Set, named map[string]bool) {
	imply := func(name, value string) {
		if !named[name] {
			o := byName[name]
			if err := o.Set(s, value); err != nil {
				panic(err) // the tables below contain only known values
			}
		}
	}
	if named["victory-cities"] {
		imply("victory-cities-few-players", s.Value("victory-cities"))
	}
	if named["money"] && s.Money && !before.Money {
		for _, o := range []string{"bank-loans", "assassinations", "special-units"} {
			imply(o, "on")
		}
		imply("unit-count", "money")
	}
	for _, o := range needDice {
		if named[o] && s.Value(o) == "on" {
			imply("dice", "on")
		}
	}
	if named["dice"] && !s.DiceOn {
		for _, o := range needDice {
			imply(o, "off")
		}
	}
	if named["money"] && !s.Money {
		for _, o := range []string{"bank-loans", "assassinations", "special-units"} {
			imply(o, "off")
		}
		imply("unit-count", "cities")
	}
}

// needDice lists the options that depend on dice.
var needDice = []string{"famine", "plague", "storms", "bank-loans", "assassinations"}

// Difference is an option with different values in two sets.
type Difference struct {
	Option string
	Here   string // the value in the receiver
	There  string // the value in the other set
}

// Diff lists the options in which s and t differ, in the order of Options. It
// does not compare their presets.
func (s Set) Diff(t Set) []Difference {
	var out []Difference
	for i := range Options {
		o := &Options[i]
		if o.field.get(&s) != o.field.get(&t) {
			out = append(out, Difference{o.Name, o.Get(&s), o.Get(&t)})
		}
	}
	return out
}
