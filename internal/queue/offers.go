package queue

import (
	"slices"
	"sync"

	"podesta/internal/assemble"
	"podesta/internal/hosting"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// The minimum and maximum numbers of players in games that the queue creates.
const (
	LeastPlayers = 3
	MostPlayers  = 8
)

// boards maps editions to their boards, if these differ from the board of 1978.
var boards = map[string]string{"machiavelli-1995": "italy-1995", "diplomacy": "diplomacy", "diplomacy-garrisons": "dipmach"}

// basic is the edition in which some variants cannot be won.
const basic = "battleline-1978-basic"

// Offers holds the games that the queue offers. Package assemble identifies its items by their
// indexes in these lists.
type Offers struct {
	Editions  []rules.PresetInfo
	Scenarios []scenario.Info
	Paces     []hosting.Pace

	kinds []assemble.Kind
}

// Offered returns the games that the queue offers: the unchanged editions, each with the
// scenarios of its board, at paces with deadlines.
var Offered = sync.OnceValue(func() *Offers {
	o := &Offers{Editions: rules.Presets()}
	for _, s := range scenario.List() {
		if slices.ContainsFunc(o.Editions, func(p rules.PresetInfo) bool { return boardOf(p.ID) == s.Board }) {
			o.Scenarios = append(o.Scenarios, s)
		}
	}
	for _, p := range hosting.Paces {
		if p.Name != "untimed" { // without deadlines nobody would notice players who have left
			o.Paces = append(o.Paces, p)
		}
	}
	for edition, p := range o.Editions {
		for pace := range o.Paces {
			for players := LeastPlayers; players <= MostPlayers; players++ {
				k := assemble.Kind{Edition: edition, Pace: pace, Players: players}
				for i := range o.Scenarios {
					if o.Variant(p.ID, i, players) != "" {
						k.Scenarios |= assemble.SetOf(i)
					}
				}
				if k.Scenarios != 0 {
					o.kinds = append(o.kinds, k)
				}
			}
		}
	}
	return o
})

func boardOf(edition string) string {
	if b := boards[edition]; b != "" {
		return b
	}
	return "italy-1978"
}

// Variant returns the variant of a scenario for a number of players, or "" if the edition has
// none.
func (o *Offers) Variant(edition string, scenario, players int) string {
	s := &o.Scenarios[scenario]
	if s.Board != boardOf(edition) {
		return ""
	}
	for _, v := range s.Variants {
		if v.Players == players && (edition != basic || v.SuitableForBasicVictory) {
			return v.ID
		}
	}
	return ""
}

// usual lists the editions of Machiavelli. People without a preference want to play that game,
// not Diplomacy.
func (o *Offers) usual() (out []string) {
	for _, e := range o.Editions {
		if e.ID != "diplomacy" && e.ID != "diplomacy-garrisons" {
			out = append(out, e.ID)
		}
	}
	return out
}

// AnyEdition reports whether an edition is offered to people without a preference.
func (o *Offers) AnyEdition(id string) bool { return slices.Contains(o.usual(), id) }

// edition returns the index of an edition, or -1.
func (o *Offers) edition(id string) int {
	return slices.IndexFunc(o.Editions, func(p rules.PresetInfo) bool { return p.ID == id })
}

func (o *Offers) scenario(id string) int {
	return slices.IndexFunc(o.Scenarios, func(s scenario.Info) bool { return s.ID == id })
}

func (o *Offers) pace(name string) int {
	return slices.IndexFunc(o.Paces, func(p hosting.Pace) bool { return p.Name == name })
}
