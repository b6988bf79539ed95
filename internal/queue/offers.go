package queue

import (
	"slices"
	"sync"

	"podesta/internal/assemble"
	"podesta/internal/hosting"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// The numbers of players of games that the queue makes.
const (
	LeastPlayers = 3
	MostPlayers  = 8
)

// boards are the boards of editions that are not played on that of 1978.
var boards = map[string]string{"machiavelli-1995": "italy-1995", "diplomacy": "diplomacy", "diplomacy-garrisons": "dipmach"}

// basic is the edition in which not every variant can be won.
const basic = "battleline-1978-basic"

// Offers is what the queue offers. The numbers of assemble are indexes in its
// lists.
type Offers struct {
	Editions  []rules.PresetInfo
	Scenarios []scenario.Info
	Paces     []hosting.Pace

	kinds []assemble.Kind
}

// Offered returns what the queue offers: the editions as they are, each with the
// scenarios of its board, at paces with deadlines.
var Offered = sync.OnceValue(func() *Offers {
	o := &Offers{Editions: rules.Presets()}
	for _, s := range scenario.List() {
		if slices.ContainsFunc(o.Editions, func(p rules.PresetInfo) bool { return boardOf(p.ID) == s.Board }) {
			o.Scenarios = append(o.Scenarios, s)
		}
	}
	for _, p := range hosting.Paces {
		if p.Name != "untimed" { // players who have left would not be noticed
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

// Variant returns the variant of a scenario that is played with a number of
// players, or "" if there is none in the edition.
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

// usual lists the editions of Machiavelli. People without a preference want to play
// that game, not Diplomacy.
func (o *Offers) usual() (out []string) {
	for _, e := range o.Editions {
		if e.ID != "diplomacy" && e.ID != "diplomacy-garrisons" {
			out = append(out, e.ID)
		}
	}
	return out
}

// AnyEdition reports whether people without a preference accept an edition.
func (o *Offers) AnyEdition(id string) bool { return slices.Contains(o.usual(), id) }

// edition, scenario and pace return the index of what has a name, or -1.
func (o *Offers) edition(id string) int {
	return slices.IndexFunc(o.Editions, func(p rules.PresetInfo) bool { return p.ID == id })
}

func (o *Offers) scenario(id string) int {
	return slices.IndexFunc(o.Scenarios, func(s scenario.Info) bool { return s.ID == id })
}

func (o *Offers) pace(name string) int {
	return slices.IndexFunc(o.Paces, func(p hosting.Pace) bool { return p.Name == name })
}
