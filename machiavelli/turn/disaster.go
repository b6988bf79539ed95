package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/rules"
)

// disaster rolls for a disaster and determines the places struck. The rolls are
// "famine severity", "famine row" and "famine column", and so on for plague and
// storm; row and column are rolled only if the severity calls for them
// (FAM-03). All areas in play with a cell in the row or the column are struck
// (FAM-04, BOARD-15). The function cells returns the cells of an area; the zero
// cell stands for none.
func (s *state) disaster(what string, cells func(*board.Area) [2]board.Cell) event.Disaster {
	d := event.Disaster{What: what}
	n := 2
	if s.rules.DisasterSeverity == rules.SeverityD6 {
		n = 1
	}
	d.Severity = s.dice.D6(what+" severity", n)
	row, column := Severity(s.rules.DisasterSeverity, d.Severity)
	if row {
		d.Row = s.dice.D6(what+" row", 2)
	}
	if column {
		d.Column = s.dice.D6(what+" column", 2)
	}
	off := &s.pos.Setting.OffBoard
	areas := s.board().Areas
	for i := range areas {
		for _, c := range cells(&areas[i]) {
			named := row && c.Row == d.Row || column && c.Column == d.Column
			if named && c != (board.Cell{}) && !off.Has(board.ID(i)) {
				d.Struck.Add(board.ID(i))
			}
		}
	}
	return d
}

// Severity reports whether a roll for severity calls for a row and for a column
// of the table, by the chart in use (FAM-02).
func Severity(chart rules.Severity, roll int) (row, column bool) {
	if chart == rules.SeverityD6 {
		return roll == 2 || roll == 3 || roll == 6, roll == 4 || roll == 5 || roll == 6
	}
	switch {
	case roll <= 3:
		return false, false
	case roll >= 8:
		return true, true
	case chart == rules.SeverityOriginal2d6:
		row = roll == 4 || roll == 7
	default:
		row = roll == 4 || roll == 6
	}
	return row, !row
}

// stormAfterFall runs step E3: it rolls for storms if they come before the
// winter (STORM-01).
func stormAfterFall(s *state) {
	if s.pos.Phase.Season == machiavelli.Fall && s.rules.StormTiming == rules.StormsAfterFall {
		s.storm()
	}
}

// storm rolls for storms, if the game has them: every fleet in a struck sea is
// lost. Fleets in provinces are in port (STORM-01).
func (s *state) storm() {
	if !s.rules.Storms {
		return
	}
	d := s.disaster("storm", func(a *board.Area) [2]board.Cell { return [2]board.Cell{a.Storm} })
	d.Struck = d.Struck.Intersect(s.board().Seas)
	s.say(d)
	s.remove(event.ByStorm, func(i int) bool { return d.Struck.Has(s.pos.Units[i].At) })
}

// famine runs step E4: it rolls for the famine of the winter and the coming
// spring. The markers remain until the end of the spring campaign (FAM-01,
// FAM-07).
func famine(s *state) {
	if s.pos.Phase.Season == machiavelli.Fall && s.rules.Famine {
		s.rollFamine()
	}
}

// rollFamine rolls for famine and places the markers. Perugia, which has no
// cell in the old table, has one in the completed table (FAM-09).
func (s *state) rollFamine() {
	completed := s.rules.DisasterTables == rules.TablesCompleted
	d := s.disaster("famine", func(a *board.Area) [2]board.Cell {
		if completed {
			return [2]board.Cell{a.Famine, a.FamineCompleted}
		}
		return [2]board.Cell{a.Famine}
	})
	s.pos.Famine = s.pos.Famine.Union(d.Struck)
	s.say(d)
}
