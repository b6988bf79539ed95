package boardpage

import (
	"podesta/internal/game"
	"podesta/internal/tableview"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// purse holds what a power can spend and what its orders so far would leave.
type purse struct {
	Treasury int
	Spends   int      // spent by the orders so far, including upkeep in winter
	Borrows  int      // borrowed by the orders so far, up to what the bank lends
	Due      int      // what the bank collects in this campaign
	Left     int      // what the orders so far would leave; may be negative
	Debts    []string // its debts to the bank, with due dates
	Chits    []string // powers against which it holds an assassination chit
	Winter   bool
	Upkeep   int      // the upkeep of all its units, in winter
	Lost     []string // units that cannot be paid, in winter
}

// newPurse returns the purse of a power, or nil in a game without money. The parameter sums holds
// the totals of the orders so far; it is nil in a phase without expenses.
func newPurse(l message.Language, g *game.Game, p *position.Position, power machiavelli.Power, sums *tableview.Purse) *purse {
	if !g.Rules.Money {
		return nil
	}
	x := &purse{
		Treasury: int(p.Treasury[power]), Left: int(p.Treasury[power]),
		Winter: p.Phase.Step == machiavelli.Adjustments && g.Rules.UnitCount == rules.CountMoney,
	}
	for _, d := range p.Loans {
		if d.Power == power {
			x.Debts = append(x.Debts, message.New("{sum} in {When}", message.Ducats(d.Principal+d.Interest), message.Campaign{Season: d.Season, Year: d.Year}).In(l))
		}
	}
	for v := machiavelli.Power(1); int(v) < len(g.Setting.Powers); v++ {
		if n := p.Chits[power][v]; n > 0 && !p.Eliminated.Has(v) {
			name := message.New("{power:name}", message.PowerOf(g.Setting.Powers, v))
			if n > 1 {
				name = message.New("{power:name} ({n})", message.PowerOf(g.Setting.Powers, v), message.Number(n))
			}
			x.Chits = append(x.Chits, name.In(l))
		}
	}
	if x.Winter {
		x.Upkeep = int(turn.Upkeep(p, power))
	}
	if sums != nil {
		x.Borrows, x.Due, x.Left = sums.Lent, sums.Due, sums.Left
		x.Spends = sums.Paid + sums.Costs + sums.Keeps + sums.Builds
		x.Lost = sums.Lost
	}
	return x
}

// Chapter is a heading with lines.
type Chapter struct {
	Title message.Message
	Lines []message.Message
}

// Troubles describes the troubles on the board: famine, plague, rebellions and
// sieges.
func Troubles(p *position.Position) []Chapter {
	t := report.New(p.Setting)
	list := func(s board.Set) (out []message.Message) {
		for at := s.Next(board.None); at != board.None; at = s.Next(at) {
			out = append(out, message.New("{place:name}", t.AreaOf(at)))
		}
		return out
	}
	var out []Chapter
	add := func(title message.Message, lines []message.Message) {
		if len(lines) > 0 {
			out = append(out, Chapter{Title: title, Lines: lines})
		}
	}
	add(message.New("Famine"), list(p.Famine))
	add(message.New("Plague"), list(p.Plague))
	var rebels []message.Message
	for all, at := p.RebelLand.Union(p.RebelCity), board.None; ; {
		if at = all.Next(at); at == board.None {
			break
		}
		place, against := t.AreaOf(at), t.PowerOf(p.RebelAgainst[at])
		switch land, city := p.RebelLand.Has(at), p.RebelCity.Has(at); {
		case land && city:
			rebels = append(rebels, message.New("{place:name}, province and city, against {power:name}", place, against))
		case city:
			rebels = append(rebels, message.New("{place:name}, city, against {power:name}", place, against))
		default:
			rebels = append(rebels, message.New("{place:name}, province, against {power:name}", place, against))
		}
	}
	add(message.New("Rebellions"), rebels)
	add(message.New("Under siege"), list(p.BesiegedCities()))
	return out
}
