package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// firstToGo returns the unit that the power loses first when it has too many and has named none
// (BUILD-17, BUILD-18). This is the oldest unit or, by distance, the farthest. The set gone holds
// the units that are already leaving.
func (s *state) firstToGo(power machiavelli.Power, gone *event.UnitSet) int {
	var far [board.Max]int
	byDistance := s.rules.UnpaidUnitRemoval == rules.ByDistance
	if byDistance {
		far = distances(s.pos, power)
	}
	best := -1
	for i := range s.pos.Units {
		u := &s.pos.Units[i]
		if !s.one(u.Owner, power) || gone.Has(i) {
			continue
		}
		if best < 0 || byDistance && s.goesBefore(u, &s.pos.Units[best], &far) {
			best = i
		}
	}
	return best
}

// goesBefore reports whether u is removed before v in Diplomacy: units farthest
// from the power's centres go first, then fleets before armies, then units in
// the order of their areas' names.
func (s *state) goesBefore(u, v *position.Unit, far *[board.Max]int) bool {
	if far[u.At] != far[v.At] {
		return far[u.At] > far[v.At]
	}
	if fu, fv := u.Type == machiavelli.Fleet, v.Type == machiavelli.Fleet; fu != fv {
		return fu
	}
	areas := s.board().Areas
	return areas[u.At].Name < areas[v.At].Name
}

// distances counts, for every area, the borders to cross to the nearest city
// that the power owns; an area with no route to one gets board.Max. Land and
// sea count alike, since armies can be convoyed.
func distances(p *position.Position, power machiavelli.Power) [board.Max]int {
	var far [board.Max]int
	var seen, edge board.Set
	b := p.Setting.Board
	for at := b.Cities.Next(board.None); at != board.None; at = b.Cities.Next(at) {
		if p.Setting.Same(p.City[at], power) {
			edge.Add(at)
		}
	}
	for step := 0; !edge.Empty(); step++ {
		seen = seen.Union(edge)
		var next board.Set
		for at := edge.Next(board.None); at != board.None; at = edge.Next(at) {
			far[at] = step
			next = next.Union(b.Borders[at])
		}
		edge = next.Minus(seen)
	}
	for at := range far {
		if !seen.Has(board.ID(at)) {
			far[at] = board.Max
		}
	}
	return far
}
