package turn

import (
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Roll is a roll that a phase may make. It has a name and numbers of dice and
// faces. Faces is 0 for a lot whose number of faces depends on what happens in
// the phase.
type Roll struct {
	Name        string
	Dice, Faces int
}

// Rolls lists the rolls that the current phase may make, in sequence. Which of
// them are made depends on the orders and on each other. The rolls at the end
// of a campaign are listed both for its orders and for its retreats. The rolls
// of the opening are not included.
func Rolls(p *position.Position, r *rules.Set) []Roll {
	l := rollList{p: p, r: r}
	switch p.Phase.Step {
	case machiavelli.Orders:
		l.treachery()
		l.drifting()
		l.ending()
	case machiavelli.Retreats:
		l.drifting()
		l.ending()
	case machiavelli.Adjustments:
		if r.Storms && r.StormTiming == rules.StormsAfterBuilds && !p.Opening {
			l.disaster("storm")
		}
	}
	return l.out
}

type rollList struct {
	p   *position.Position
	r   *rules.Set
	out []Roll
}

func (l *rollList) add(name string, dice, faces int) {
	l.out = append(l.out, Roll{name, dice, faces})
}

// treachery adds the rolls that expenses and the bank can cause.
func (l *rollList) treachery() {
	b, roster := l.p.Setting.Board, l.p.Setting.Powers
	if l.r.Money && l.r.BribeTie == rules.TieDieToss && l.r.DiceOn {
		for _, u := range l.p.Units {
			l.add("bribe tie "+u.Type.Letter()+" "+b.Areas[u.At].Name, 1, 0)
		}
	}
	if l.r.Money && l.r.Assassinations {
		for power := machiavelli.Power(1); int(power) < len(roster); power++ {
			if l.p.Eliminated.Has(power) || l.p.Setting.Absent.Has(power) {
				continue
			}
			for slot := 1; slot <= 4; slot++ {
				l.add("assassination "+roster[power].ID+" "+strconv.Itoa(slot), 1, 6)
			}
		}
	}
	if l.r.Money && (l.r.Assassinations || l.r.BankLoans || len(l.p.Loans) > 0) {
		for power := machiavelli.Power(1); int(power) < len(roster); power++ {
			for _, at := range b.RollOrder {
				if l.p.Province[at] == power {
					l.add("revolt "+roster[power].ID+" "+b.Areas[at].Name, 1, 6)
				}
			}
		}
	}
}

// drifting adds the lots for the retreats of autonomous units.
func (l *rollList) drifting() {
	if !l.r.DiceOn {
		return
	}
	add := func(u *position.Unit) {
		if !u.InCity() {
			l.add("autonomous retreat "+l.p.Setting.Board.Areas[u.At].Name, 1, 0)
		}
	}
	for i := range l.p.Dislodged {
		if u := &l.p.Dislodged[i].Unit; u.Owner == machiavelli.Nobody {
			add(u)
		}
	}
	if l.p.Phase.Step != machiavelli.Orders {
		return
	}
	for i := range l.p.Units {
		// Money can make units autonomous before they are dislodged.
		if u := &l.p.Units[i]; u.Owner == machiavelli.Nobody || l.r.Money {
			add(u)
		}
	}
}

// ending adds the rolls at the end of a campaign, which are for disasters and
// income.
func (l *rollList) ending() {
	p, r := l.p, l.r
	fall := p.Phase.Season == machiavelli.Fall
	if r.Plague && r.SeasonsPerYear == 3 {
		switch {
		case p.Phase.Season != machiavelli.Spring:
			if r.PlagueModel == rules.PlagueExpands {
				l.spreading()
			}
		case r.PlagueModel == rules.PlagueSeed:
			l.add("plague seed", 1, len(p.Setting.Provinces().Minus(p.Setting.OffBoard).IDs()))
			l.add("plague radius", 1, 6)
		default:
			l.disaster("plague")
			if r.PlagueModel == rules.PlagueRadius {
				l.add("plague radius", 1, 6)
			}
		}
	}
	if fall && r.Storms && r.StormTiming == rules.StormsAfterFall {
		l.disaster("storm")
	}
	if fall && r.Famine {
		l.disaster("famine")
	}
	if fall && r.Money && r.DiceOn {
		for i := range p.Setting.Dice {
			die := &p.Setting.Dice[i]
			for k := 1; k <= die.Dice; k++ {
				l.add("income "+die.Row+" "+strconv.Itoa(k), 1, 6)
			}
		}
	}
}

// spreading adds the rolls of an expanding plague.
func (l *rollList) spreading() {
	s := state{pos: l.p, rules: l.r}
	for _, at := range s.around(l.p.Plague, 1).Minus(l.p.Spared.Union(l.p.Plague)).IDs() {
		l.add("plague spread "+l.p.Setting.Board.Areas[at].Name, 1, 6)
	}
}

// disaster adds the rolls of a disaster by its table.
func (l *rollList) disaster(what string) {
	n := 2
	if l.r.DisasterSeverity == rules.SeverityD6 {
		n = 1
	}
	l.add(what+" severity", n, 6)
	l.add(what+" row", 2, 6)
	l.add(what+" column", 2, 6)
}
