// Package scenario holds who starts where: every scenario and its variants by
// number of players, read from embedded data, and the start position of each.
package scenario

import (
	"fmt"
	"strings"

	"podesta/machiavelli"
)

// Info describes a scenario.
type Info struct {
	ID       string // "B"; scenarios that are not of 1978 have their slug
	Slug     string // "balance-of-power"
	Title    string // "The Balance of Power"
	Period   string // "1454", "1385-1425"
	Year     int    // of the first campaign, in spring
	Board    string // slug of the board
	Variants []VariantInfo
}

// VariantInfo describes a variant of a scenario for a number of players.
type VariantInfo struct {
	ID      string // "B-8"
	Players int
	Title   string     // who plays what, in words
	Powers  []string   // the powers that players play, in roster order
	Seats   [][]string // the powers of each player as far as the scenario gives them
	// ChooseEach is how many powers each player chooses from ChooseFrom, besides
	// those that Seats gives; 0 where nothing is chosen.
	ChooseEach              int
	ChooseFrom              []string
	SuitableForBasicVictory bool
}

// List describes all scenarios: those of 1978, those of 1995, those on the
// Diplomacy board. The caller owns the result.
func List() []Info {
	l, err := load()
	if err != nil {
		panic("scenario: embedded data: " + err.Error())
	}
	out := make([]Info, 0, len(l.scenarios))
	for _, s := range l.scenarios {
		out = append(out, l.info(s))
	}
	return out
}

// Find describes the scenario with that ID or slug, in either case.
func Find(id string) (Info, bool) {
	l, err := load()
	if err != nil {
		return Info{}, false
	}
	s := l.find(id)
	if s == nil {
		return Info{}, false
	}
	return l.info(s), true
}

// find gives the scenario with that ID or slug, or nil.
func (l *library) find(id string) *fileScenario {
	for _, s := range l.scenarios {
		if strings.EqualFold(s.ID, id) || strings.EqualFold(s.Slug, id) {
			return s
		}
	}
	return nil
}

// variant gives the variant with that ID. No ID stands for the variant with
// one power for each player: the one for most players.
func (s *fileScenario) variant(id string) (*fileVariant, error) {
	var most *fileVariant
	var ids []string
	for i := range s.Variants {
		v := &s.Variants[i]
		if id != "" && strings.EqualFold(v.ID, id) {
			return v, nil
		}
		if most == nil || v.Players > most.Players {
			most = v
		}
		ids = append(ids, v.ID)
	}
	if id == "" {
		return most, nil
	}
	return nil, fmt.Errorf("scenario %s has no variant %q: the variants are %s", s.ID, id, strings.Join(ids, ", "))
}

// info describes a scenario.
func (l *library) info(s *fileScenario) Info {
	out := Info{ID: s.ID, Slug: s.Slug, Title: s.Title, Period: s.Period, Year: s.Year, Board: s.Board}
	for i := range s.Variants {
		v := &s.Variants[i]
		x := VariantInfo{
			ID: v.ID, Players: v.Players, Title: l.describe(v), ChooseEach: v.Choose,
			ChooseFrom: append([]string(nil), v.From...), SuitableForBasicVictory: v.Basic == nil || *v.Basic,
		}
		for _, p := range s.powersIn(v) {
			if p.HeldBy == "" {
				x.Powers = append(x.Powers, p.Power)
			}
		}
		for _, seat := range v.Seats {
			x.Seats = append(x.Seats, append([]string(nil), seat...))
		}
		out.Variants = append(out.Variants, x)
	}
	return out
}

// describe tells in words who plays what.
func (l *library) describe(v *fileVariant) string {
	names := func(ids []string) string {
		out := make([]string, len(ids))
		for i, id := range ids {
			out[i] = l.powers[id].Name
		}
		if n := len(out); n > 1 {
			return strings.Join(out[:n-1], ", ") + " and " + out[n-1]
		}
		return strings.Join(out, "")
	}
	var parts []string
	for _, s := range v.Seats {
		parts = append(parts, names(s))
	}
	if v.Choose > 0 {
		what := "powers"
		if v.Choose == 1 {
			what = "power"
		}
		parts = append(parts, fmt.Sprintf("each player chooses %d %s of %s", v.Choose, what, names(v.From)))
	}
	text := fmt.Sprintf("%d players: %s", v.Players, strings.Join(parts, "; "))
	if len(v.Neutral) > 0 {
		text += " (without " + names(v.Neutral) + ")"
	}
	return text
}

// roster makes the roster of the powers in a variant.
func (l *library) roster(powers []filePower) (machiavelli.Roster, error) {
	r := machiavelli.Roster{{ID: "autonomous", Name: "autonomous", Adjective: "autonomous"}}
	for _, p := range powers {
		info, ok := l.powers[p.Power]
		if !ok {
			return nil, fmt.Errorf("power %q has no entry among the powers", p.Power)
		}
		r = append(r, info)
	}
	if len(r) > machiavelli.MaxPowers {
		return nil, fmt.Errorf("%d powers are too many", len(r)-1)
	}
	return r, nil
}
