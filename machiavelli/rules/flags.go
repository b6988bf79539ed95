package rules

import (
	"slices"
	"strings"

	"podesta/machiavelli/message"
)

// A flag is a switch of the old play-by-mail judges, expressed in options.
type flag struct {
	names []string // names of the flag, its own name first
	set   func(*Set, bool) error
}

// flags lists the flags of the old judges' command SET for Machiavelli. The
// flags mach2 and basic choose the preset and cancel all flags before them.
var flags = []flag{
	{[]string{"mach2", "machiavelli2", "mach-2"}, nil},
	{[]string{"basic"}, nil},
	{[]string{"advanced"}, func(s *Set, on bool) error { return switches(s, on, "money", "dice") }},
	{[]string{"summer"}, func(s *Set, on bool) error {
		return s.Switch("seasons-per-year", map[bool]string{true: "3", false: "2"}[on])
	}},
	{[]string{"money"}, one("money")},
	{[]string{"dice"}, one("dice")},
	{[]string{"loans", "bank", "bankers"}, one("bank-loans")},
	{[]string{"famine"}, one("famine")},
	{[]string{"plague"}, one("plague")},
	{[]string{"storm", "storms"}, one("storms")},
	{[]string{"assassinations", "assassination", "assassins"}, one("assassinations")},
	{[]string{"garrisons"}, one("garrisons")},
	{[]string{"special", "specials"}, one("special-units")},
	{[]string{"fortresses", "fortress", "forts", "fort"}, one("fortresses")},
	{[]string{"adjacency", "adjacent", "adj"}, adjacency},
	{[]string{"coastalconvoys", "coastalconvoy"}, one("coastal-convoys")},
	{[]string{"disband"}, one("disband-orders")},
}

// one returns a flag that is a single option.
func one(option string) func(*Set, bool) error {
	return func(s *Set, on bool) error { return switches(s, on, option) }
}

func switches(s *Set, on bool, options ...string) error {
	for _, o := range options {
		if err := s.Switch(o, map[bool]string{true: "on", false: "off"}[on]); err != nil {
			return err
		}
	}
	return nil
}

func adjacency(s *Set, on bool) error {
	s.BribeAdjacency = BribeAnywhere
	if on {
		s.BribeAdjacency = BribeOwnUnits
	}
	s.CounterBribeAdjacency, s.ProvinceExpenseAdjacency = on, on
	return nil
}

// FromFlags returns the rules that an old judge's list of flags meant, such as
// "mach2, nodice, nomoney". Flags are separated by commas or spaces, and their
// case does not matter. The prefix "no", with or without a space after it,
// switches a flag off. Flags are applied one after the other, and each has the
// consequences that Switch describes. The error for an unknown flag names the
// nearest one.
func FromFlags(list string) (Set, error) {
	given, err := readFlags(list)
	if err != nil {
		return Set{}, err
	}
	preset, basic := DefaultPreset, false
	for _, g := range given {
		switch g.flag.names[0] {
		case "mach2":
			preset = DefaultPreset
			if g.on {
				preset = "machiavelli-1995"
			}
		case "basic":
			basic = g.on
		}
	}
	s, err := Preset(preset)
	if err != nil {
		return Set{}, err
	}
	if basic {
		if err := switches(&s, false, "money", "dice"); err != nil {
			return Set{}, err
		}
		s.DisbandOrders = true
	}
	for _, g := range given {
		if g.flag.set == nil {
			continue
		}
		if preset != DefaultPreset && g.flag.names[0] == "fortresses" && g.on {
			return Set{}, message.Error(message.New("flag {flag}: the 1995 edition has none", message.Order("fortresses")))
		}
		if err := g.flag.set(&s, g.on); err != nil {
			return Set{}, err
		}
	}
	return s, nil
}

// givenFlag is a flag in a list, switched on or off.
type givenFlag struct {
	flag *flag
	on   bool
}

func readFlags(list string) ([]givenFlag, error) {
	words := strings.FieldsFunc(strings.ToLower(list), func(r rune) bool { return r == ',' || r == ';' || r == ' ' || r == '\t' || r == '\n' || r == '\r' })
	var given []givenFlag
	on := true
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch {
		case w == "set":
			continue
		case w == "no":
			on = false
			continue
		case w == "coastal" || w == "nocoastal":
			if i+1 < len(words) && (words[i+1] == "convoy" || words[i+1] == "convoys") {
				i++
				w += words[i]
			}
		}
		f := findFlag(w)
		if f == nil {
			if rest, ok := strings.CutPrefix(w, "no"); ok {
				if f = findFlag(rest); f != nil {
					on = false
				}
			}
		}
		if f == nil {
			return nil, unknownFlag(w)
		}
		given = append(given, givenFlag{f, on})
		on = true
	}
	return given, nil
}

func findFlag(name string) *flag {
	for i := range flags {
		if slices.Contains(flags[i].names, name) {
			return &flags[i]
		}
	}
	return nil
}

func unknownFlag(word string) error {
	var names []string
	for i := range flags {
		names = append(names, flags[i].names...)
	}
	return wrong(message.New("there is no flag {word}", quoted(word)), strings.TrimPrefix(word, "no"), names)
}
