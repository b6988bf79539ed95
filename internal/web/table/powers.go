package table

import (
	"html/template"
	"strconv"

	"podesta/atlas"
	"podesta/internal/game"
	"podesta/internal/replay"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/history"
	"podesta/internal/web/page"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// PowerRow is a power in the table of powers.
type PowerRow struct {
	Name, Letter string
	Badge        template.HTML
	Player       string
	ID           string
	Cities       int
	Needed       int // number of cities needed to win
	Provinces    int
	Units        int
	Armies       int
	Fleets       int
	Garrisons    int
	Ducats       string          // ducats; "?" if hidden; empty if the power is eliminated, or in games without money
	Debts        string          // debts to the bank; empty if there are none, or if they are hidden
	State        message.Message // the state of its orders
	Done         bool
	Gone         bool
	Fell         page.Phrase // when it was eliminated: "Fall 1457"
	With         page.Phrase // the player's other powers, which it has taken over
	Won          bool
	Mine         bool

	Seat        int
	Reliability string // reliability of its player, if it is shown
	Vacant      bool   // whether the seat can be taken over
}

// TakeOver is the label of the button that takes the seat over.
func (r PowerRow) TakeOver() message.Message {
	return message.New("Take over {power}", message.Power{Name: r.Name})
}

// Profile returns the address of the profile of a hosted game's player.
func (r PowerRow) Profile() string { return page.PlayerLink(r.Player) }

// PowerRows returns the table of powers: the property of each, and whether it has sent orders. The
// parameter last is true for the current or final position; c may be nil.
func PowerRows(g *game.Game, p *position.Position, last bool, seats []game.Seat, role game.Role, c *history.Chronicle) []PowerRow {
	eyes := g.View(role)
	needed := turn.CitiesNeeded(p, &g.Rules)
	var rows []PowerRow
	for i := 1; i < len(g.Setting.Powers); i++ {
		power := machiavelli.Power(i)
		info := g.Setting.Powers[i]
		row := PowerRow{
			Name: info.Name, Letter: string(rune(info.Letter)),
			Badge: template.HTML(atlas.Badge(g.Setting.Powers, power)), // badges contain no user input
			ID:    info.ID, Needed: needed, Debts: debts(g, p, eyes.SeesTreasury(power, last), power), Fell: c.Fell(power), Ducats: ducats(g, p, eyes.SeesTreasury(power, last), power), Gone: p.Eliminated.Has(power), Won: p.Victors.Has(power),
		}
		if given := g.Setting.Given([]machiavelli.Power{power}); len(given) > 1 {
			row.With = page.Say(message.New("with {powers:name}", message.ListOf(message.And, powersOf(g, given[1:]))))
		}
		h := replay.Hold(p, &g.Rules, power)
		row.Cities, row.Provinces, row.Units = h.Cities, h.Provinces, h.Units
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
					row.Mine, row.Seat = seat.Number == role.Seat, seat.Number
					row.State, row.Done = gamepage.ReadyState(g, seat)
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

// powersOf returns powers of a game as arguments of a message.
func powersOf(g *game.Game, powers []machiavelli.Power) []message.Power {
	out := make([]message.Power, len(powers))
	for i, p := range powers {
		out[i] = message.PowerOf(g.Setting.Powers, p)
	}
	return out
}

// ducats returns the treasury of a power for a visitor: "?" if the visitor may not know it, and
// nothing for eliminated powers and in games without money.
func ducats(g *game.Game, p *position.Position, known bool, power machiavelli.Power) string {
	switch {
	case !g.Rules.Money || p.Eliminated.Has(power):
		return ""
	case !known:
		return "?"
	}
	return strconv.Itoa(int(p.Treasury[power]))
}

// debts returns a power's debts to the bank, or "" if there are none or the visitor may not know
// them.
func debts(g *game.Game, p *position.Position, known bool, power machiavelli.Power) string {
	if !g.Rules.Money || !g.Rules.BankLoans || !known {
		return ""
	}
	sum := 0
	for _, l := range p.Loans {
		if l.Power == power {
			sum += int(l.Principal + l.Interest)
		}
	}
	if sum == 0 {
		return ""
	}
	return strconv.Itoa(sum)
}

// Share returns a power's percentage of the cities needed to win, at most 100.
func (r PowerRow) Share() int {
	if r.Needed <= 0 {
		return 0
	}
	return min(100*r.Cities/r.Needed, 100)
}
