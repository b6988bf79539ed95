// Package machiavelli holds the nouns of the game as small types: powers,
// kinds of units, seasons, phases, ducats. They have no behaviour beyond being
// named, compared and read back from their names; the rules live in the
// packages below this one.
package machiavelli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// MaxPowers bounds the powers of a game, Nobody included, so that per-power
// state fits arrays and bit sets.
const MaxPowers = 16

// Power is the dense number of a power in its game's roster. The number has
// no meaning across scenarios; the roster gives it its name.
type Power uint8

// Nobody owns what no player owns: autonomous units and unclaimed land.
const Nobody Power = 0

// PowerSet is a set of powers.
type PowerSet uint16

// Has reports whether p is in the set.
func (s PowerSet) Has(p Power) bool { return s&(1<<p) != 0 }

// With returns the set with p added.
func (s PowerSet) With(p Power) PowerSet { return s | 1<<p }

// Without returns the set with p removed.
func (s PowerSet) Without(p Power) PowerSet { return s &^ (1 << p) }

// Ducats is money.
type Ducats int

// UnitType tells an army from a fleet from a garrison.
type UnitType uint8

// The unit types. Cavalry and armoured cavalry exist only where the optional
// rules OPT-01 and OPT-03 are on.
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

// Letter is the type's abbreviation: A, F, G, C, AC.
func (t UnitType) Letter() string { return unitLetters[t] }

// String is the type's name in lower case.
func (t UnitType) String() string { return unitNames[t] }

// Quality tells an ordinary unit from the special ones (SPEC-01).
type Quality uint8

// The qualities of a unit.
const (
	Ordinary Quality = iota
	Militia
	Mercenary
	Professional
)

var qualityNames = [...]string{"", "militia", "mercenary", "professional"}

// String is the quality's one-word name, empty for an ordinary unit.
func (q Quality) String() string { return qualityNames[q] }

// Strength is the quality's base strength in movement: 2 for the elite
// qualities, else 1 (SPEC-01).
func (q Quality) Strength() int {
	if q == Mercenary || q == Professional {
		return 2
	}
	return 1
}

// Coast names one shore of an area that has several.
type Coast uint8

// The coasts; NoCoast stands for the only shore of an area with one.
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

// Code is the coast's two-letter code, empty for NoCoast.
func (c Coast) Code() string { return coastCodes[c] }

// String is the coast's name in words.
func (c Coast) String() string { return coastNames[c] }

// Season is a campaign of the year, or the winter after it.
type Season uint8

// The seasons in their order within a year.
const (
	Spring Season = iota + 1
	Summer
	Fall
	Winter
)

var seasonNames = [...]string{"", "spring", "summer", "fall", "winter"}

// String is the season's name in lower case.
func (s Season) String() string { return seasonNames[s] }

// Step is what the players owe in a phase.
type Step uint8

// The steps of a campaign and of winter (TIME-01).
const (
	Orders Step = iota + 1
	Retreats
	Adjustments
)

var stepNames = [...]string{"", "orders", "retreats", "adjustments"}

// String is the step's name in lower case.
func (s Step) String() string { return stepNames[s] }

// Phase is a moment of the game at which players owe something.
type Phase struct {
	Season Season
	Year   int
	Step   Step
}

// String writes the phase as "spring 1454 orders"; ParsePhase reads it back.
func (p Phase) String() string {
	return fmt.Sprintf("%s %d %s", p.Season, p.Year, p.Step)
}

// Campaign writes the phase without its step: "spring 1454".
func (p Phase) Campaign() string { return fmt.Sprintf("%s %d", p.Season, p.Year) }

// Title writes the phase for a heading: "Spring 1454, orders".
func (p Phase) Title() string {
	s := p.Season.String()
	return strings.ToUpper(s[:1]) + s[1:] + " " + strconv.Itoa(p.Year) + ", " + p.Step.String()
}

// ParsePhase reads "spring 1454 orders". Seasons are spring, summer, fall (or
// autumn) and winter; steps are orders, retreats and adjustments. Winter has
// adjustments only, the other seasons have no adjustments.
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

// PowerInfo is what a roster tells of a power.
type PowerInfo struct {
	ID        string   // lower-case identifier: "turks"
	Name      string   // "Turks"
	Adjective string   // "Turkish"
	Letter    byte     // the one-letter code of judge and rulebook: 'T'
	Aliases   []string // further names that are understood: "Turkey"
}

// Roster lists the powers of a game; the index is the Power. Entry 0 is
// Nobody, named "autonomous".
type Roster []PowerInfo

// Find gives the power with that identifier.
func (r Roster) Find(id string) (Power, bool) {
	for i := 1; i < len(r); i++ {
		if r[i].ID == id {
			return Power(i), true
		}
	}
	return Nobody, false
}

// ByLetter gives the power with that one-letter code, in either case.
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

// ByInitial gives the one power whose name, adjective or other name begins with
// that letter, in either case; none where several do.
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

// Match gives the power whose name, adjective, identifier or other name begins
// with text (two letters at least), in either case, first in roster order.
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
	return Nobody, false
}
