package web

import (
	"html/template"
	"strconv"

	"podesta/atlas"
	"podesta/internal/judge"
	"podesta/machiavelli"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// powerRow is a power in the table of powers.
type powerRow struct {
	Name, Letter string
	Badge        template.HTML
	Player       string
	Cities       int
	Armies       int
	Fleets       int
	Garrisons    int
	Ducats       string // empty where they are hidden or there are none
	State        string // what of its orders
	Done         bool
	Gone         bool
	Won          bool
	Mine         bool

	Seat        int    // at a hosted game
	Reliability string // of its player, where that is told
	Vacant      bool   // the seat can be taken over
}

// Profile is the address of the profile of a hosted game's player.
func (r powerRow) Profile() string { return playerLink(r.Player) }

// powerNames names the powers of a seat.
func powerNames(g *judge.Game, seat judge.Seat) string {
	text := ""
	for i, p := range seat.Powers {
		if i > 0 {
			text += " and "
		}
		text += g.Setting.Powers[p].Name
	}
	return text
}

// powerRows is the table of powers: what each has, and whether it has ordered.
func powerRows(g *judge.Game, p *position.Position, seats []judge.Seat, role judge.Role) []powerRow {
	var rows []powerRow
	for i := 1; i < len(g.Setting.Powers); i++ {
		power := machiavelli.Power(i)
		info := g.Setting.Powers[i]
		row := powerRow{
			Name: info.Name, Letter: string(rune(info.Letter)),
			Badge:  template.HTML(atlas.Badge(g.Setting.Powers, power)), // the badge is made of constants
			Cities: turn.Cities(p, &g.Rules, power), Ducats: ducats(g, p, role, seats, power), Gone: p.Eliminated.Has(power), Won: p.Victors.Has(power),
		}
		for _, u := range p.Units {
			if u.Owner != power {
				continue
			}
			switch u.Type {
			case machiavelli.Fleet:
				row.Fleets++
			case machiavelli.Garrison:
				row.Garrisons++
			default:
				row.Armies++
			}
		}
		seated := false
		for _, seat := range seats {
			for _, q := range seat.Powers {
				if q == power {
					seated = true
					row.Player = seat.Player
					row.Mine = seat.Number == role.Seat
					row.State, row.Done = seatState(g, seat)
				}
			}
		}
		if !seated && row.Cities+row.Armies+row.Fleets+row.Garrisons == 0 {
			continue
		}
		rows = append(rows, row)
	}
	return rows
}

// ducats is the treasury of a power as the visitor sees it.
func ducats(g *judge.Game, p *position.Position, role judge.Role, seats []judge.Seat, power machiavelli.Power) string {
	switch {
	case !g.Rules.Money || p.Eliminated.Has(power):
		return ""
	case !sees(g, role, seats, power):
		return "?"
	}
	return strconv.Itoa(int(p.Treasury[power]))
}
