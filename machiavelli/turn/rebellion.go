package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
)

// endRebellions runs step M7: rebellions are put down by a completed siege
// (REB-19), ended by an entry that liberates the place (REB-21) or quelled by a
// unit that held (REB-17). The rebels' support was counted before (REB-23). If
// retreats are pending, a liberated city stays marked until R3.
func endRebellions(s *state) {
	p := s.pos
	rebels := p.RebelLand.Union(p.RebelCity)
	s.locate()
	for at := rebels.Next(board.None); at != board.None; at = rebels.Next(at) {
		f := s.field[at]
		if f < 0 {
			continue
		}
		switch owner := p.Units[f].Owner; {
		case s.outcome.Taken.Has(at) && p.RebelCity.Has(at) && s.one(owner, p.RebelAgainst[at]):
			s.endRebellion(at, true, true, "put down", owner)
		case s.outcome.Entered.Has(at) && !s.one(owner, p.RebelAgainst[at]):
			s.endRebellion(at, true, len(p.Dislodged) == 0, "liberated", owner)
		}
	}
	for i, u := range s.units {
		if p.RebelLand.Has(u.At) && s.one(p.RebelAgainst[u.At], u.Owner) && s.quells(i) {
			s.endRebellion(u.At, true, false, "quelled", u.Owner)
		}
	}
}

// quells reports whether unit i held during the whole campaign, and so quells a
// rebellion. It must not be dislodged, its ruler must not have been murdered,
// and it must be outside the city unless a garrison's hold counts too. It must
// have been ordered to hold; depending on hold-quells, a default hold or an
// impossible order also counts (REB-17, REB-18, REB-20).
func (s *state) quells(i int) bool {
	o, res := &s.orders[i], &s.outcome.Results[i]
	if s.victims.Has(s.units[i].Owner) {
		return false // ASSN-07
	}
	if res.Dislodged || s.units[i].InCity() && !s.rules.GarrisonHoldQuells {
		return false
	}
	// A besieger that is ordered to hold abandons its siege, and counts as holding.
	if o.Kind == order.Hold && o.Explicit {
		return true
	}
	return s.rules.HoldQuells == rules.QuellAnyHold && (o.Kind == order.Hold || impossible[res.Reason])
}

// impossible lists the reasons why an order could not be followed from the start, whatever
// others did. Such an order counts as a hold (ORD-04, hold-quells).
var impossible = map[event.Reason]bool{
	event.SiegeLock: true, event.NothingToSiege: true, event.Besieged: true,
	event.CityHeld: true, event.CityRebels: true, event.NoConvoy: true,
}

// endRebellion removes the given markers, as far as they exist, and records the
// event.
func (s *state) endRebellion(at board.ID, land, city bool, how string, by machiavelli.Power) {
	p := s.pos
	land, city = land && p.RebelLand.Has(at), city && p.RebelCity.Has(at)
	if !land && !city {
		return
	}
	s.say(event.RebellionEnded{Province: at, InCity: city, InLand: land, Against: p.RebelAgainst[at], How: how, By: by})
	if land {
		p.RebelLand.Remove(at)
	}
	if city {
		p.RebelCity.Remove(at)
	}
	if !p.RebelLand.Has(at) && !p.RebelCity.Has(at) {
		p.RebelAgainst[at] = machiavelli.Nobody
	}
}

// liberateByPurchase ends the rebellion in the province at against the power
// from if the power buyer buys one of its units there, of any type: province
// and city are liberated (REB-22).
func (s *state) liberateByPurchase(at board.ID, from, buyer machiavelli.Power) {
	if from != machiavelli.Nobody && s.pos.RebelAgainst[at] == from && buyer != from {
		s.endRebellion(at, true, true, "liberated", buyer)
	}
}

// endCityRebellions runs step R3: it ends the rebellions in places that a
// retreating unit liberated (RETR-08), and in cities that were liberated before
// the retreats.
func endCityRebellions(s *state) {
	p := s.pos
	rebels := p.RebelLand.Union(p.RebelCity)
	s.locate()
	for at := rebels.Next(board.None); at != board.None; at = rebels.Next(at) {
		f := s.field[at]
		if f < 0 || s.one(p.Units[f].Owner, p.RebelAgainst[at]) {
			continue
		}
		// These cities were liberated in M7. A unit that only stayed in a province that does not
		// belong to its power before the fall (CTRL-15) liberates nothing.
		waiting := p.RebelCity.Has(at) && !p.RebelLand.Has(at)
		if p.Phase.Step == machiavelli.Orders {
			waiting = waiting && s.outcome.Entered.Has(at)
		}
		if s.freed.Has(at) || waiting {
			s.endRebellion(at, true, true, "liberated", p.Units[f].Owner)
		}
	}
}

// dropForeignRebellions ends every rebellion whose target is not the owner of
// its province (CTRL-18, REB-25). A city stays marked while retreats are
// pending, so that no unit retreats into it.
func dropForeignRebellions(s *state) {
	p := s.pos
	rebels := p.RebelLand.Union(p.RebelCity)
	for at := rebels.Next(board.None); at != board.None; at = rebels.Next(at) {
		owner := p.Province[at]
		if s.one(owner, p.RebelAgainst[at]) {
			continue
		}
		how := "liberated"
		if owner == machiavelli.Nobody {
			how = "owner gone"
		}
		s.endRebellion(at, true, len(p.Dislodged) == 0, how, owner)
	}
}
