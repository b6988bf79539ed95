package browsertest

import "slices"

// direct plans a campaign so that within a year everything that is possible on the map happens:
// each kind of event at most once per phase, and at least one advance by every player who can.
func (g *campaign) direct() {
	taken := map[string]bool{} // destinations that are already taken
	if g.did["retreat"] == 0 {
		g.attack(taken)
	}
	for _, kind := range []string{"convoy", "besiege", "convert"} {
		g.once(kind, taken)
	}
	for _, s := range g.seats {
		if len(s.plan) == 0 {
			g.expand(s, taken)
		}
	}
}

// busy reports whether a unit has an order.
func (s *seat) busy(unit string) bool {
	return slices.ContainsFunc(s.plan, func(d deed) bool { return d.unit == unit })
}

// attack plans a supported attack on a unit of another power, and makes that unit hold.
func (g *campaign) attack(taken map[string]bool) {
	for _, s := range g.seats {
		h := s.table.hand()
		if h == nil {
			continue
		}
		for _, a := range h.Units {
			for _, move := range a.Orders {
				victim := s.table.standing(move.To)
				if move.Kind != "advance" || move.Convoy || taken[move.To] || victim.Key == "" || victim.Power == s.power || victim.Power == "autonomous" {
					continue
				}
				for _, b := range h.Units {
					back, ok := h.find(b.Unit, func(c choice) bool {
						return c.Kind == "support" && c.To == move.To && (c.Of == a.Unit || c.Power == s.power)
					})
					if b.Unit == a.Unit || !ok {
						continue
					}
					s.plan = append(s.plan, deed{a.Unit, move, ""}, deed{b.Unit, back, a.Unit})
					taken[move.To] = true
					g.stays(victim)
					return
				}
			}
		}
	}
}

// standing returns the field unit in an area; if there is none, its key is empty.
func (t *table) standing(area string) unit {
	i := slices.IndexFunc(t.Units, func(u unit) bool { return u.At == area && !u.City && !u.Dislodged })
	if i < 0 {
		return unit{}
	}
	return t.Units[i]
}

// stays lets a unit hold.
func (g *campaign) stays(u unit) {
	s := g.seatOf(u.Power)
	if s == nil {
		return
	}
	if c, ok := s.table.hand().find(u.Key, func(c choice) bool { return c.Kind == "hold" }); ok {
		s.plan = append(s.plan, deed{u.Key, c, ""})
	}
}

// once finds a player who can do something of a kind that has not been done yet.
func (g *campaign) once(kind string, taken map[string]bool) {
	if g.did[kind] > 0 {
		return
	}
	for _, s := range g.seats {
		h := s.table.hand()
		if h == nil {
			continue
		}
		for _, u := range h.Units {
			c, ok := h.find(u.Unit, func(c choice) bool { return c.Kind == kind })
			if !ok || s.busy(u.Unit) {
				continue
			}
			if kind == "convoy" {
				move, ok := h.find(c.Of, func(m choice) bool { return m.Kind == "advance" && m.Convoy && m.To == c.To && len(m.Via) == 1 })
				if !ok || s.busy(c.Of) || taken[c.To] {
					continue
				}
				s.plan = append(s.plan, deed{c.Of, move, ""})
				taken[c.To] = true
			}
			s.plan = append(s.plan, deed{u.Unit, c, c.Of})
			return
		}
	}
}

// expand sends units to empty areas: a fleet to sea, so that it can convoy
// later, and armies to autonomous provinces.
func (g *campaign) expand(s *seat, taken map[string]bool) {
	h := s.table.hand()
	if h == nil {
		return
	}
	for _, u := range h.Units {
		c, ok := h.find(u.Unit, func(c choice) bool {
			if c.Kind != "advance" || c.Convoy || taken[c.To] || s.busy(u.Unit) {
				return false
			}
			if s.table.standing(c.To).Key != "" {
				return false
			}
			for _, a := range s.table.Areas {
				if a.Code == c.To {
					return a.Owner != s.power && a.Sea == (s.table.unit(u.Unit).Type == "fleet")
				}
			}
			return false
		})
		if ok {
			s.plan = append(s.plan, deed{u.Unit, c, c.Of})
			taken[c.To] = true
			return
		}
	}
}
