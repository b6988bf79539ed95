package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Travel searches for a route for the field unit i of p to a place by strategic movement as
// things stand (OPT-15). It returns the place with the coast at which a fleet arrives. This is
// the named coast or, if none is named, the first in the board's list that the fleet can reach.
//
// Every space on the route must be free. This means that there is no field unit in it, and that
// it is a province of the unit's own power without rebels or foreign garrisons (in single-space
// Venice without any garrison) or, for a fleet, a sea that borders on a province of its power
// without rebels. A fleet passes no strait that a hostile fleet closes. The route must end in a
// province; where it begins does not matter.
func Travel(p *position.Position, r *rules.Set, i int, to board.Place) (board.Place, bool) {
	t := traveller{p: p, r: r, b: p.Setting.Board, u: p.Units[i]}
	if t.u.InCity() || to.At == t.u.At || !t.p.Setting.Provinces().Has(to.At) || !t.free(to.At) {
		return board.Place{}, false
	}
	t.come(t.u.Place())
	for k := 0; k < len(t.reached); k++ {
		t.onward(t.reached[k])
	}
	if t.u.Type != machiavelli.Fleet {
		to.Coast = machiavelli.NoCoast
	}
	coasts := t.b.Areas[to.At].Coasts
	if t.u.Type != machiavelli.Fleet || len(coasts) == 0 || to.Coast != machiavelli.NoCoast {
		coasts = []machiavelli.Coast{to.Coast}
	}
	for _, c := range coasts {
		if t.been[to.At].Has(c) {
			return board.Place{At: to.At, Coast: c}, true
		}
	}
	return board.Place{}, false
}

// traveller is a unit on a strategic movement, with the places that it can
// reach.
type traveller struct {
	p       *position.Position
	r       *rules.Set
	b       *board.Board
	u       position.Unit
	been    [board.Max]board.CoastSet
	reached []board.Place
}

// come records that the unit can reach a place.
func (t *traveller) come(x board.Place) {
	if !t.been[x.At].Has(x.Coast) {
		t.been[x.At] |= 1 << x.Coast
		t.reached = append(t.reached, x)
	}
}

// onward records the places that the unit can reach in one step from a place.
func (t *traveller) onward(from board.Place) {
	if t.u.Type != machiavelli.Fleet {
		near := t.b.ArmyEdges[from.At]
		for at := near.Next(board.None); at != board.None; at = near.Next(at) {
			if t.free(at) {
				t.come(board.Place{At: at})
			}
		}
		return
	}
	near := t.b.FleetEdges[from.At][from.Coast]
	for at := near.Next(board.None); at != board.None; at = near.Next(at) {
		if !t.free(at) || closed(t.p, t.r, t.u.Owner, from.At, at) {
			continue
		}
		can := t.b.Landing(from.At, from.Coast, at)
		for c := machiavelli.NoCoast; c < machiavelli.NumCoasts; c++ {
			if can.Has(c) {
				t.come(board.Place{At: at, Coast: c})
			}
		}
	}
}

// free reports whether the unit may travel through a space.
func (t *traveller) free(at board.ID) bool {
	if t.p.Field(at) >= 0 || t.p.Setting.OffBoard.Has(at) {
		return false
	}
	if t.b.Seas.Has(at) || at == t.p.Setting.SeaCity {
		near := t.b.Borders[at].Intersect(t.p.Setting.Provinces())
		for x := near.Next(board.None); x != board.None; x = near.Next(x) {
			if t.own(x) {
				return true
			}
		}
		return false
	}
	if g := t.p.Garrison(at); g >= 0 && (!t.p.Setting.Same(t.p.Units[g].Owner, t.u.Owner) || at == t.lagoon()) {
		return false
	}
	return t.own(at)
}

// lagoon returns the province of Venice if it is one space with its city
// (VENICE-01), and otherwise None.
func (t *traveller) lagoon() board.ID {
	if t.r.VeniceModel == rules.VeniceSingleSpace {
		return t.b.Venice
	}
	return board.None
}

// own reports whether the unit's power owns a province without rebels.
func (t *traveller) own(at board.ID) bool {
	return t.p.Setting.Same(t.p.Province[at], t.u.Owner) && !t.p.RebelLand.Has(at) && !t.p.RebelCity.Has(at)
}

// closed reports whether a hostile fleet closes the way of a power's fleets
// between two areas (STRAIT-09).
func closed(p *position.Position, r *rules.Set, power machiavelli.Power, x, y board.ID) bool {
	b := p.Setting.Board
	c := b.StraitBetween(x, y)
	if c == board.None || r.Straits == rules.NoStraits || r.Straits == rules.MessinaOnly && b.Areas[c].Code != "mes" {
		return false
	}
	i := p.Field(c)
	if i < 0 || p.Units[i].Type != machiavelli.Fleet {
		return false
	}
	guard, parts := p.Setting.Parts(p.Units[i].Owner), p.Setting.Parts(power)
	for x := range p.Allies {
		if guard.Has(machiavelli.Power(x)) && p.Allies[x]&parts != 0 {
			return false
		}
	}
	return guard != parts
}
