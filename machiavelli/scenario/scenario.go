// Package scenario creates the start positions of games. It reads scenarios,
// which have variants for different numbers of players, from embedded data or
// from a user's file.
package scenario

import (
	"fmt"
	"strings"

	"podesta/machiavelli"
)

// Info describes a scenario.
type Info struct {
	ID       string            // such as "B"; the slug in other editions than that of 1978
	Slug     string            // "balance-of-power"
	Title    string            // "The Balance of Power"
	Period   string            // "1454", "1385-1425"
	Year     int               // year of the first campaign, which is in spring
	Board    string            // slug of the board
	Options  map[string]string // options that the scenario overrides; nil if none
	Variants []VariantInfo
}

// VariantInfo describes a variant of a scenario for a number of players.
type VariantInfo struct {
	ID      string // "B-8"
	Players int
	Title   string     // the seats, described in words
	Powers  []string   // the powers that players play, in roster order
	Seats   [][]string // the powers of each player that the variant assigns
	// ChooseEach is the number of powers that each player chooses from
	// ChooseFrom, in addition to those that Seats assigns. It is 0 if players
	// do not choose.
	ChooseEach              int
	ChooseFrom              []string
	SuitableForBasicVictory bool
}

// List describes the built-in scenarios. Those of 1978 come first, then those
// of 1995, and then those on the Diplomacy board. The caller owns the result.
func List() []Info { return BuiltIn().List() }

// First describes the scenario for a first game against computer players. List leaves it out,
// because it is not meant for other games.
func First() Info {
	info, ok := Find("lombardy")
	if !ok {
		panic("scenario: embedded data: no scenario of first games")
	}
	return info
}

// Find describes the built-in scenario with the given ID or slug. It does not
// distinguish upper and lower case.
func Find(id string) (Info, bool) { return BuiltIn().Find(id) }

// variant returns the variant with the given ID. An empty ID means the variant with one power for
// each player, which has the most players.
func (s *fileScenario) variant(id string) (*fileVariant, error) {
	var most *fileVariant
	var ids []string
	for i := range s.Variants {
		v := &s.Variants[i]
		if id != "" && strings.EqualFold(v.ID.S, id) {
			return v, nil
		}
		if most == nil || v.Players.N > most.Players.N {
			most = v
		}
		ids = append(ids, v.ID.S)
	}
	if id == "" {
		return most, nil
	}
	return nil, fmt.Errorf("scenario %s has no variant %q: the variants are %s", s.ID.S, id, strings.Join(ids, ", "))
}

// Variant returns the variant of the scenario with the given ID. It does not distinguish upper
// and lower case. An empty ID means the variant with one power for each player, which has the
// most players.
func (s *Info) Variant(id string) (*VariantInfo, error) {
	var most *VariantInfo
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
	if id == "" && most != nil {
		return most, nil
	}
	return nil, fmt.Errorf("scenario %s has no variant %q: the variants are %s", s.ID, id, strings.Join(ids, ", "))
}

// info describes a scenario.
func (l *Library) info(s *fileScenario) Info {
	out := Info{
		ID: s.ID.S, Slug: s.Slug.S, Title: s.Title.S, Period: s.Period.S, Year: s.Year.N, Board: s.ground.slug, Options: s.options(),
	}
	for i := range s.Variants {
		v := &s.Variants[i]
		x := VariantInfo{
			ID: v.ID.S, Players: v.Players.N, Title: l.describe(v), ChooseEach: v.Choose.N,
			ChooseFrom: v.From.Strings(), SuitableForBasicVictory: !v.Basic.Given() || v.Basic.B,
		}
		for _, p := range s.powersIn(v) {
			if p.HeldBy.S == "" {
				x.Powers = append(x.Powers, p.Power.S)
			}
		}
		for _, seat := range v.Seats {
			x.Seats = append(x.Seats, seat.Strings())
		}
		out.Variants = append(out.Variants, x)
	}
	return out
}

// describe describes the seats in words.
func (l *Library) describe(v *fileVariant) string {
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
		parts = append(parts, names(s.Strings()))
	}
	if v.Choose.N > 0 {
		what := "powers"
		if v.Choose.N == 1 {
			what = "power"
		}
		parts = append(parts, fmt.Sprintf("each player chooses %d %s of %s", v.Choose.N, what, names(v.From.Strings())))
	}
	text := fmt.Sprintf("%d players: %s", v.Players.N, strings.Join(parts, "; "))
	if len(v.Neutral) > 0 {
		text += " (without " + names(v.Neutral.Strings()) + ")"
	}
	for _, p := range v.Powers {
		if p.HeldBy.S != "" {
			text += " (" + names([]string{p.Power.S}) + " conquered by " + names([]string{p.HeldBy.S}) + ")"
		}
	}
	return text
}

// roster returns the roster of the powers in a variant.
func (l *Library) roster(powers []filePower) (machiavelli.Roster, error) {
	r := machiavelli.Roster{{ID: "autonomous", Name: "autonomous", Adjective: "autonomous"}}
	for _, p := range powers {
		info, ok := l.powers[p.Power.S]
		if !ok {
			return nil, fmt.Errorf("power %q has no entry among the powers", p.Power.S)
		}
		r = append(r, info)
	}
	if len(r) > machiavelli.MaxPowers {
		return nil, fmt.Errorf("%d powers are too many", len(r)-1)
	}
	return r, nil
}
