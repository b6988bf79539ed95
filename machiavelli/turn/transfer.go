package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
)

// Everything that a campaign records about its units between the freezing of the orders (M0) and
// their movement (M6) is stored by the unit's index in pos.Units: orders, given, ordered, the
// prospects' units, the outlays' targets, the promises' units, field and garrison. Only drop and
// transfer remove units or change their owner in between. They keep all of this in step, so that an
// index always means the same unit. If a unit is gone, the target of its outlay and the unit of its
// promise are -1 (the outlay's told record keeps the unit), and prospects for it are deleted.

// drop removes from the board in mid-campaign the units for which the function
// gone returns true. It records the events in order, each with the given
// reason, and reports whether any unit left. The function gone is called once
// for each unit, with the unit's index before any removal.
func (s *state) drop(why event.RemovalReason, gone func(i int) bool) (some bool) {
	var to [position.MaxUnits]int16
	kept := 0
	for i := range s.pos.Units {
		if gone(i) {
			s.say(event.Removed{Unit: s.pos.Units[i], Reason: why})
			to[i] = -1
			continue
		}
		to[i] = int16(kept)
		kept++
	}
	if kept == len(s.pos.Units) {
		return false
	}
	ordered := s.ordered
	s.ordered = event.UnitSet{}
	for i := range s.pos.Units {
		k := to[i]
		if k < 0 {
			continue
		}
		s.pos.Units[k], s.orders[k], s.given[k] = s.pos.Units[i], s.orders[i], s.given[i]
		if ordered.Has(i) {
			s.ordered.Add(int(k))
		}
	}
	s.pos.Units, s.orders, s.given = s.pos.Units[:kept], s.orders[:kept], s.given[:kept]
	s.renumber(&to)
	return true
}

// transfer makes owner the owner of unit i, or makes it autonomous (Nobody). A
// unit that changes hands counts as the latest: it moves to the end of the list
// and takes the given serial if that is free, or its new owner's next serial
// (DIST-04). Its old owner's order is void (BRIBE-10, BRIBE-12); it holds until
// it receives another. transfer returns the unit's new index; the indices of
// the units after it decrease by one.
func (s *state) transfer(i int, owner machiavelli.Power, serial uint8) int {
	p := s.pos
	last := len(p.Units) - 1
	u := p.Units[i]
	ordered := s.ordered
	s.ordered = event.UnitSet{}
	var to [position.MaxUnits]int16
	for j := range p.Units {
		k := j
		if j > i {
			k--
			p.Units[k], s.orders[k], s.given[k] = p.Units[j], s.orders[j], s.given[j]
		}
		to[j] = int16(k)
		if ordered.Has(j) && j != i {
			s.ordered.Add(k)
		}
	}
	to[i] = int16(last)
	u.Owner, u.Serial = owner, serial
	p.Units[last] = u
	if owner != machiavelli.Nobody && (serial == 0 || taken(p, last)) {
		p.Units[last].Serial = nextSerial(p, nil, owner, u.Type)
	}
	s.orders[last], s.given[last] = hold(&p.Units[last]), ""
	s.renumber(&to)
	return last
}

// renumber replaces the stored indices of units. It sets the targets of outlays
// and the units of promises to -1 for units that are gone, and deletes
// prospects for them.
func (s *state) renumber(to *[position.MaxUnits]int16) {
	kept := s.prospects[:0]
	for _, x := range s.prospects {
		if k := to[x.unit]; k >= 0 {
			x.unit = int(k)
			kept = append(kept, x)
		}
	}
	s.prospects = kept
	for i := range s.outlays {
		if o := &s.outlays[i]; o.target >= 0 {
			o.target = int(to[o.target])
		}
	}
	for i := range s.promises {
		if x := &s.promises[i]; x.unit >= 0 {
			x.unit = int(to[x.unit])
		}
	}
	s.locate()
}

// obey gives unit i the order that the power wrote for it in advance
// (BRIBE-12), if there is one. Otherwise the unit keeps holding.
func (s *state) obey(i int, power machiavelli.Power) {
	for k := range s.prospects {
		x := &s.prospects[k]
		if x.unit != i || x.line.Power != power {
			continue
		}
		s.orders[i], s.given[i] = x.order, x.line.Text
		s.ordered.Add(i)
	}
}
