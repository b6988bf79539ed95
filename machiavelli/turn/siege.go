package turn

import (
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// besieged reports whether the city of at is under siege in earnest: then it
// pays no income (SIEGE-13) and its garrison does not come out.
func besieged(p *position.Position, at board.ID) bool { return p.Besieged(at) }

// putIdleSiegesAside takes the marks that mean nothing out of the campaign, so
// that no change of owners brings them to life.
func putIdleSiegesAside(s *state) error {
	s.pos.Sieges = s.pos.Sieges.Minus(s.idle)
	return nil
}

// markSieges puts the marks on the board after movement: those of the sieges
// that go on, and those that nobody took away. A mark is not taken away where
// a bribe made the besieger and the garrison friends and the besieger was
// ordered neither to lift the siege nor to besiege, which then is the same
// (SIEGE-10), nor where nobody has stood outside since it became idle. live
// are the sieges that there were before movement.
func (s *state) markSieges(live board.Set) {
	p, out := s.pos, &s.outcome
	var idle board.Set
	ended := live.Minus(out.Sieges).Minus(out.Taken)
	for i := range s.units {
		u, o, res := &s.units[i], &s.orders[i], &out.Results[i]
		if !u.InCity() && ended.Has(u.At) && !res.Dislodged && o.Kind != order.Besiege && o.Kind != order.Lift && s.friendInside(u) {
			idle.Add(u.At)
		}
	}
	for at := s.idle.Next(board.None); at != board.None; at = s.idle.Next(at) {
		if p.Field(at) < 0 {
			idle.Add(at)
		}
	}
	s.idle = idle
	p.Sieges = out.Sieges.Union(idle)
}

// friendInside reports whether, before movement, the garrison of the city
// before which u stood was of the same power.
func (s *state) friendInside(u *position.Unit) bool {
	for i := range s.units {
		if g := &s.units[i]; g.InCity() && g.At == u.At {
			return g.Owner == u.Owner
		}
	}
	return false
}
