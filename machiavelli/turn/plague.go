package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/rules"
)

// plague is the end-of-campaign step E2. In years of three seasons the plague
// breaks out between spring and summer (PLAGUE-01); one that expands continues
// after summer and fall (OPT-10).
func plague(s *state) {
	r := s.rules
	if !r.Plague || r.SeasonsPerYear != 3 {
		return
	}
	switch {
	case s.pos.Phase.Season == machiavelli.Spring:
		s.outbreak()
	case r.PlagueModel == rules.PlagueExpands:
		s.spread()
	}
}

// outbreak rolls for the plague of the year, by the table alone (PLAGUE-01) or
// by a model of OPT-10, and applies it.
func (s *state) outbreak() {
	p := s.pos
	var d event.Disaster
	switch s.rules.PlagueModel {
	case rules.PlagueExpands:
		d = s.rollPlague()
		p.Plague, p.Spared = d.Struck, board.Set{} // last year's outbreak is over
	case rules.PlagueStays:
		old := s.around(p.Plague, 1)
		d = s.rollPlague()
		d.Struck = d.Struck.Union(old)
		p.Plague = d.Struck
	case rules.PlagueSeed:
		land := p.Setting.Provinces().Minus(p.Setting.OffBoard).IDs()
		d = event.Disaster{What: "plague"}
		d.Seed = land[s.dice.Lot("plague seed", len(land))-1]
		d.Radius = s.dice.D6("plague radius", 1)
		d.Struck = s.around(board.SetOf(d.Seed), d.Radius)
	case rules.PlagueRadius:
		if d = s.rollPlague(); !d.Struck.Empty() {
			d.Radius = s.dice.D6("plague radius", 1)
			d.Struck = s.around(d.Struck, d.Radius)
		}
	default:
		d = s.rollPlague()
	}
	s.say(d)
	s.infect(d.Struck)
}

// rollPlague rolls for the plague by its table. Four provinces have a cell only
// in the completed table (PLAGUE-02).
func (s *state) rollPlague() event.Disaster {
	completed := s.rules.DisasterTables == rules.TablesCompleted
	return s.disaster("plague", func(a *board.Area) [2]board.Cell {
		if completed {
			return [2]board.Cell{a.Plague, a.PlagueCompleted}
		}
		return [2]board.Cell{a.Plague}
	})
}

// spread moves a plague that expands: it reaches each neighbouring province on
// a roll of one to three, and leaves the provinces where it was. The provinces
// that it left are spared for the rest of the outbreak, so that the plague
// moves on and finally ends.
func (s *state) spread() {
	p := s.pos
	if p.Plague.Empty() {
		return
	}
	p.Spared = p.Spared.Union(p.Plague)
	d := event.Disaster{What: "plague"}
	near := s.around(p.Plague, 1).Minus(p.Spared)
	for at := near.Next(board.None); at != board.None; at = near.Next(at) {
		if s.dice.D6("plague spread "+s.board().Areas[at].Name, 1) <= 3 {
			d.Struck.Add(at)
		}
	}
	p.Plague = d.Struck
	s.say(d)
	s.infect(d.Struck)
}

// infect kills every unit in the provinces of the set and in their cities.
// Rebellions stay as they are, and no marker is left (PLAGUE-01). Provinces
// protected by money are spared (OPT-09).
func (s *state) infect(struck board.Set) {
	struck = struck.Minus(s.pos.Guarded)
	s.remove(event.ByPlague, func(i int) bool { return s.strikes(struck, &s.pos.Units[i]) })
	s.pruneSieges()
}

// around returns the provinces of a set and those within radius borders of it.
// Only provinces in play are counted and crossed: the plague does not cross
// seas.
func (s *state) around(from board.Set, radius int) board.Set {
	b := s.board()
	land := s.pos.Setting.Provinces().Minus(s.pos.Setting.OffBoard)
	reached, edge := from, from
	for ; radius > 0 && !edge.Empty(); radius-- {
		var next board.Set
		for at := edge.Next(board.None); at != board.None; at = edge.Next(at) {
			next = next.Union(b.Borders[at])
		}
		edge = next.Intersect(land).Minus(reached)
		reached = reached.Union(edge)
	}
	return reached
}
