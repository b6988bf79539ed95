package rules

import (
	"maps"
	"slices"
)

// Apply gives the option name the value. Nothing else changes: what the judge
// changes along with some options is done by Switch and Make. A name on which
// there is no choice (settled) is understood with the value that is followed.
// An unknown option or value gives an error that says what there is, and s is
// unchanged.
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

// Value is the value of the option name as text, or "" if there is no such
// option.
func (s *Set) Value(name string) string {
	if o, ok := Find(name); ok {
		return o.Get(s)
	}
	return ""
}

// Switch does what Apply does and makes the further changes that go with it: no
// money, for example, means no loans. Errors as Apply.
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

// CitiesNeeded is the number of cities that wins a game of so many players
// (WIN-02, WIN-05).
func (s *Set) CitiesNeeded(players int) int {
	if players <= 4 && s.VictoryCitiesFewPlayers > 0 {
		return s.VictoryCitiesFewPlayers
	}
	return s.VictoryCities
}

// Make is the preset with the options given, by name. First comes what the
// options imply, as in Switch, then the options themselves, so that each has
// the value given whatever else is in the map. Errors as Preset and Apply;
// of several the one that is first by option name.
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

// follow makes in s the changes that follow from the options named, which s
// has already; options named are not touched again. before is the set as it
// was without them. What is switched on comes first, so that what is
// switched off has the last word.
func follow(before, s *Set, named map[string]bool) {
	imply := func(name, value string) {
		if !named[name] {
			o := byName[name]
			if err := o.Set(s, value); err != nil {
				panic(err) // the tables below hold an unknown value
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

// needDice are the options that chance decides.
var needDice = []string{"famine", "plague", "storms", "bank-loans", "assassinations"}

// Difference is an option that has different values in two sets.
type Difference struct {
	Option string
	Here   string // the value in the set that was asked
	There  string // the value in the other
}

// Diff lists the options in which s and t differ, in the order of Options.
// Their presets are not compared.
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
