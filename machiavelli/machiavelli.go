// Package machiavelli defines the basic types of the game, such as powers, types of units,
// seasons, phases and ducats. They can only be named, compared and parsed; the packages in its
// subfolders implement the rules.
package machiavelli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"podesta/machiavelli/internal/tongue"
)

// MaxPowers is the maximum number of powers in a game, including Nobody, so
// that arrays and bit sets indexed by power have a fixed size.
const MaxPowers = 16

// Power is the number of a power in its game's roster. The number has no
// meaning across scenarios; the roster has its name.
type Power uint8

// Nobody owns what no player owns, which is autonomous units and unclaimed
// land.
const Nobody Power = 0

// PowerSet is a set of powers.
type PowerSet uint16

// Has reports whether p is in the set.
func (s PowerSet) Has(p Power) bool { return s&(1<<p) != 0 }

// With returns the set with p added.
func (s PowerSet) With(p Power) PowerSet { return s | 1<<p }

// Without returns the set with p removed.
func (s PowerSet) Without(p Power) PowerSet { return s &^ (1 << p) }

// Ducats is an amount of money.
type Ducats int

// UnitType is the type of a unit.
type UnitType uint8

// The unit types. Cavalry and armoured cavalry exist only with the optional
// rules OPT-01 and OPT-03.
const (
	NoType UnitType = iota
	Army
	Fleet
	Garrison
	Cavalry
	ArmouredCavalry
)

var unitLetters = [...]string{"", "A", "F", "G", "C", "AC"}

var unitNames = [...]string{"", "army", "fleet", "garrison", "cavalry", "armoured cavalry"}

// Letter returns the type's abbreviation, which is A, F, G, C or AC.
func (t UnitType) Letter() string { return unitLetters[t] }

// String returns the type's name in lower case.
func (t UnitType) String() string { return unitNames[t] }

// Quality distinguishes ordinary units from special ones (SPEC-01).
type Quality uint8

// The qualities of a unit.
const (
	Ordinary Quality = iota
	Militia
	Mercenary
	Professional
)

var qualityNames = [...]string{"", "militia", "mercenary", "professional"}

// String returns the quality's name in one word, or "" for Ordinary.
func (q Quality) String() string { return qualityNames[q] }

// Strength returns the quality's base strength in movement, which is 2 for
// mercenaries and professionals and 1 for other units (SPEC-01).
func (q Quality) Strength() int {
	if q == Mercenary || q == Professional {
		return 2
	}
	return 1
}

// Coast names one shore of an area that has several.
type Coast uint8

// The coasts; NoCoast stands for the only shore of an area that has just one.
const (
	NoCoast Coast = iota
	NorthCoast
	SouthCoast
	EastCoast
	WestCoast
	NumCoasts
)

var coastCodes = [...]string{"", "nc", "sc", "ec", "wc"}

var coastNames = [...]string{"", "north coast", "south coast", "east coast", "west coast"}

// Code returns the coast's code of two letters, or "" for NoCoast.
func (c Coast) Code() string { return coastCodes[c] }

// String returns the coast's name in words.
func (c Coast) String() string { return coastNames[c] }

// Season is one of the three campaigns of a year, or the winter after them.
type Season uint8

// The seasons in their order within a year.
const (
	Spring Season = iota + 1
	Summer
	Fall
	Winter
)

var seasonNames = [...]string{"", "spring", "summer", "fall", "winter"}

// String returns the season's name in lower case.
func (s Season) String() string { return seasonNames[s] }

// Step is the kind of orders that a phase asks for.
type Step uint8

// The steps of a campaign and of winter (TIME-01).
const (
	Orders Step = iota + 1
	Retreats
	Adjustments
)

var stepNames = [...]string{"", "orders", "retreats", "adjustments"}

// String returns the step's name in lower case.
func (s Step) String() string { return stepNames[s] }

// Phase is a moment of the game at which players give orders.
type Phase struct {
	Season Season
	Year   int
	Step   Step
}

// String returns the phase in the form "spring 1454 orders", which ParsePhase
// parses.
func (p Phase) String() string {
	return fmt.Sprintf("%s %d %s", p.Season, p.Year, p.Step)
}

// Campaign returns the phase without its step, in the form "spring 1454".
func (p Phase) Campaign() string { return fmt.Sprintf("%s %d", p.Season, p.Year) }

// Title returns the phase for a heading, in the form "Spring 1454, orders".
func (p Phase) Title() string {
	s := p.Season.String()
	return strings.ToUpper(s[:1]) + s[1:] + " " + strconv.Itoa(p.Year) + ", " + p.Step.String()
}

// ParsePhase parses a phase in the form "spring 1454 orders". Seasons are
// spring, summer, fall (or autumn) and winter. Steps are orders, retreats and
// adjustments. Winter has only adjustments, and the other seasons have no
// adjustments.
func ParsePhase(text string) (Phase, error) {
	bad := func(why string) (Phase, error) {
		return Phase{}, fmt.Errorf("phase %q: %s; expected a season, a year and a step, as in \"spring 1454 orders\"", text, why)
	}
	f := strings.Fields(strings.ToLower(text))
	if len(f) != 3 {
		return bad("not three words")
	}
	var p Phase
	for s := Spring; s <= Winter; s++ {
		if seasonNames[s] == f[0] || s == Fall && f[0] == "autumn" {
			p.Season = s
		}
	}
	if p.Season == 0 {
		return bad("unknown season " + strconv.Quote(f[0]))
	}
	y, err := strconv.Atoi(f[1])
	if err != nil || y < 1 || y > 9999 {
		return bad("the year must be a number from 1 to 9999")
	}
	p.Year = y
	for s := Orders; s <= Adjustments; s++ {
		if stepNames[s] == f[2] {
			p.Step = s
		}
	}
	switch {
	case p.Step == 0:
		return bad("unknown step " + strconv.Quote(f[2]))
	case (p.Season == Winter) != (p.Step == Adjustments):
		return bad("winter has adjustments, and only winter")
	}
	return p, nil
}

// PowerInfo describes a power in a roster.
type PowerInfo struct {
	ID        string   // lower-case identifier: "turks"
	Name      string   // "Turks"
	Adjective string   // "Turkish"
	Letter    byte     // the one-letter code of judge and rulebook: 'T'
	Aliases   []string // further accepted names: "Turkey"
}

// Roster lists the powers of a game, indexed by Power. Entry 0 is Nobody, named "autonomous".
type Roster []PowerInfo

// Find returns the power with the given identifier.
func (r Roster) Find(id string) (Power, bool) {
	for i := 1; i < len(r); i++ {
		if r[i].ID == id {
			return Power(i), true
		}
	}
	return Nobody, false
}

// ByLetter returns the power whose one-letter code is c, in upper or lower
// case.
func (r Roster) ByLetter(c byte) (Power, bool) {
	if c >= 'a' && c <= 'z' {
		c -= 'a' - 'A'
	}
	for i := 1; i < len(r); i++ {
		if r[i].Letter == c {
			return Power(i), true
		}
	}
	return Nobody, false
}

// ByInitial returns the only power with a name, adjective or alias that begins with the letter c,
// in upper or lower case. The result ok is false if there is no such power or several.
func (r Roster) ByInitial(c byte) (who Power, ok bool) {
	begins := func(s string) bool { return s != "" && s[0]|0x20 == c|0x20 }
	for i := 1; i < len(r); i++ {
		if begins(r[i].Name) || begins(r[i].Adjective) || slices.ContainsFunc(r[i].Aliases, begins) {
			if ok {
				return Nobody, false
			}
			who, ok = Power(i), true
		}
	}
	return who, ok
}

// nicknames holds further names of powers, keyed by identifier.
var nicknames = map[string][]string{
	"papacy": {"Pope", "Papal States", "Papal State", "Holy See", "Vatican"},
	"turks":  {"Turkey", "Ottomans", "Ottoman Empire", "Ottoman"},
	"turkey": {"Turks", "Ottomans", "Ottoman Empire", "Ottoman"},
}

// Nicknames returns further names that players use for a power besides those of the roster.
func (r Roster) Nicknames(p Power) []string { return nicknames[r[p].ID] }

// Names returns the names by which texts may call a power in full. They are its
// name, adjective and identifier, its aliases and usual nicknames, and its name
// in the languages of the pages.
func (r Roster) Names(p Power) []string {
	info := &r[p]
	out := append([]string{info.Name, info.Adjective, info.ID}, info.Aliases...)
	out = append(out, r.Nicknames(p)...)
	return append(out, tongue.Names(tongue.Power, info.Name)...)
}

// Named returns the power that a text names in full (Names), with or without an article. It
// ignores case, accents, and whether the words of a name are separated by spaces or hyphens.
// Names of the roster precede nicknames and names in other languages.
func (r Roster) Named(text string) (Power, bool) {
	t := tongue.Key(text)
	for _, article := range [...]string{"the ", "il ", "lo ", "la ", "los ", "las ", "el ", "der ", "die ", "das "} {
		t = strings.TrimPrefix(t, article)
	}
	if t == "" {
		return Nobody, false
	}
	is := func(s string) bool {
		// Comparing the first letter is cheap and rules out most names.
		if s != "" && 'a' <= s[0]|0x20 && s[0]|0x20 <= 'z' && s[0]|0x20 != t[0] {
			return false
		}
		return tongue.Key(s) == t
	}
	for i := 1; i < len(r); i++ {
		if is(r[i].ID) || is(r[i].Name) || is(r[i].Adjective) || slices.ContainsFunc(r[i].Aliases, is) {
			return Power(i), true
		}
	}
	for i := 1; i < len(r); i++ {
		if slices.ContainsFunc(r.Nicknames(Power(i)), is) || slices.ContainsFunc(tongue.Names(tongue.Power, r[i].Name), is) {
			return Power(i), true
		}
	}
	return Nobody, false
}

// Match returns the first power in roster order whose name, adjective,
// identifier or alias begins with text, which must have at least two letters.
// Otherwise it returns the power that text names in full. It ignores upper and
// lower case.
func (r Roster) Match(text string) (Power, bool) {
	t := strings.ToLower(text)
	if len(t) < 2 {
		return Nobody, false
	}
	for i := 1; i < len(r); i++ {
		begins := func(s string) bool { return strings.HasPrefix(strings.ToLower(s), t) }
		if begins(r[i].ID) || begins(r[i].Name) || begins(r[i].Adjective) || slices.ContainsFunc(r[i].Aliases, begins) {
			return Power(i), true
		}
	}
	return r.Named(text)
}
