package turn

import (
	"cmp"
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// maxTravel is the number of units that a power may move strategically in a
// campaign.
const maxTravel = 2

// planTravel records the first two strategic movements that each power ordered
// (OPT-15). A strategic movement is a unit's order for the campaign: the unit
// holds while the others move. A besieging unit does not travel.
func planTravel(s *state) {
	p := s.pos
	var count [machiavelli.MaxPowers]int
	var done event.UnitSet
	for k := range s.lines {
		l := &s.lines[k]
		i := s.traveller(l, &done)
		if i < 0 {
			continue
		}
		done.Add(i)
		o, u := &s.orders[i], &p.Units[i]
		switch {
		case besieged(p, u.At):
			s.stay(*u, o.To, event.InSiege)
		case count[p.Setting.Side(u.Owner)] == maxTravel:
			s.stay(*u, o.To, event.TwoTravel)
		default:
			count[p.Setting.Side(u.Owner)]++
			p.Transfers = append(p.Transfers, position.Transfer{From: u.At, To: o.To})
		}
	}
}

// traveller returns the index of the first unit that line l orders to move
// strategically and that is not in done, or -1.
func (s *state) traveller(l *Line, done *event.UnitSet) int {
	for i := range s.orders {
		if s.orders[i].Kind == order.Transfer && s.pos.Units[i].Owner == l.Power && s.given[i] == l.Text && !done.Has(i) {
			return i
		}
	}
	return -1
}

// dropTravel cancels the strategic movements of units that were dislodged.
func dropTravel(s *state) {
	kept := s.pos.Transfers[:0]
	for _, t := range s.pos.Transfers {
		lost := false
		for i, u := range s.units {
			if u.At == t.From && !u.InCity() && s.outcome.Results[i].Dislodged {
				lost = true
				s.stay(u, t.To, event.DrivenOut)
			}
		}
		if !lost {
			kept = append(kept, t)
		}
	}
	s.pos.Transfers = kept
}

// stay records that a unit does not travel.
func (s *state) stay(u position.Unit, to board.Place, why event.Failure) {
	s.say(event.Transferred{Unit: u, To: to, Verdict: event.Void, Failure: why})
}

// travel carries out the strategic movements after movement and retreats
// (OPT-15). The power with the most cities goes first; powers with equally many
// go in the order of the roster. Of a power's two units the one with a free
// route goes first, as it may clear the other's. Control is settled in the next
// step.
func travel(s *state) {
	p := s.pos
	var lists [machiavelli.MaxPowers][]position.Transfer
	var turns []machiavelli.Power
	for _, t := range p.Transfers {
		if i := p.Field(t.From); i >= 0 {
			owner := p.Units[i].Owner
			if lists[owner] == nil {
				turns = append(turns, owner)
			}
			lists[owner] = append(lists[owner], t)
		}
	}
	p.Transfers = nil
	slices.SortFunc(turns, func(a, b machiavelli.Power) int {
		return cmp.Or(cmp.Compare(Cities(p, s.rules, b), Cities(p, s.rules, a)), cmp.Compare(a, b))
	})
	for _, power := range turns {
		s.travelAll(lists[power])
	}
}

// travelAll carries out the strategic movements of one power.
func (s *state) travelAll(list []position.Transfer) {
	p := s.pos
	for gone := true; gone; {
		gone = false
		kept := list[:0]
		for _, t := range list {
			i := p.Field(t.From)
			to, ok := legal.Travel(p, s.rules, i, t.To)
			if !ok {
				kept = append(kept, t)
				continue
			}
			s.say(event.Transferred{Unit: p.Units[i], To: to, Verdict: event.Succeeded})
			p.Units[i].At, p.Units[i].Coast = to.At, to.Coast
			gone = true
		}
		list = kept
	}
	for _, t := range list {
		s.stay(p.Units[p.Field(t.From)], t.To, event.NoWay)
	}
}
