package replay

import (
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// find returns the index of a unit in the position reached so far, or -1.
func (m *maker) find(u position.Unit) int {
	for i, x := range m.pos.Units {
		if x.At == u.At && x.Type == u.Type && x.Owner == u.Owner {
			return i
		}
	}
	return -1
}

// take removes a unit from the board, wherever it is.
func (m *maker) take(u position.Unit) {
	if i := m.find(u); i >= 0 {
		m.pos.Units = slices.Delete(m.pos.Units, i, i+1)
		return
	}
	m.pos.Dislodged = slices.DeleteFunc(m.pos.Dislodged, func(d position.Dislodged) bool {
		return d.Unit.At == u.At && d.Unit.Type == u.Type && d.Unit.Owner == u.Owner
	})
}

// fallen describes the completion of a siege.
func (m *maker) fallen(e event.SiegeCompleted) {
	m.close()
	m.pos.Sieges.Remove(e.By.At)
	if e.Lost != nil {
		m.take(*e.Lost)
	} else {
		m.pos.RebelCity.Remove(e.By.At)
	}
	l := m.line(e)
	m.alone(Step{Kind: Siege, Title: message.New("A siege is over"), Text: l.Text, Why: l.Why, Areas: []board.ID{e.By.At}})
}

// removed describes a unit that leaves the board, unless another event already describes that.
func (m *maker) removed(e event.Removed) {
	here := m.find(e.Unit) >= 0 || slices.ContainsFunc(m.pos.Dislodged, func(d position.Dislodged) bool { return d.Unit == e.Unit })
	switch e.Reason {
	case event.BySiege, event.ByMurder, event.ByAdjustment, event.RetreatClash:
		m.take(e.Unit)
		return
	case event.ByBribe:
		m.take(e.Unit)
		s := Step{Kind: Money, Title: message.New("A bribe"), Areas: []board.ID{e.Unit.At}}
		l := m.line(e)
		s.Text, s.Why = l.Text, l.Why
		for _, x := range m.events {
			if p, ok := x.(event.Expense); ok && pays(p, e) {
				s.Text, s.Why = m.tell.Sentence(p), m.tell.Chain(m.events, p)
			}
		}
		m.alone(s)
		return
	case event.ByFamine:
		m.take(e.Unit)
		m.begin("famine kills", Disaster, message.New("Famine")).add(m.line(e), e.Unit.At)
		return
	case event.ByElimination:
		m.take(e.Unit)
		m.begin("gone", Lost, message.New("Its units leave")).add(m.line(e), e.Unit.At)
		return
	}
	m.take(e.Unit)
	if !here && e.Reason == event.ByOrder {
		return
	}
	m.begin("gone", Lost, message.New("Units lost")).add(m.line(e), e.Unit.At)
}

// starves reports whether an event of the phase says that a unit starved in a province.
func (m *maker) starves(at board.ID) bool {
	return slices.ContainsFunc(m.events, func(x event.Event) bool {
		r, ok := x.(event.Removed)
		return ok && r.Reason == event.ByFamine && r.Unit.At == at
	})
}

// retreated describes the fate of a dislodged unit.
func (m *maker) retreated(e event.Retreated) {
	m.close()
	m.take(e.Unit)
	s := Step{Kind: Retreat, Title: message.New("Retreats")}
	l := m.line(e)
	s.Text, s.Why = l.Text, l.Why
	s.about(e.Unit.At)
	now := e.Unit
	switch {
	case e.IntoCity:
		now.Type = machiavelli.Garrison
		now.Coast = machiavelli.NoCoast
	case e.To.At != board.None && e.Verdict == event.Succeeded:
		now.At, now.Coast = e.To.At, e.To.Coast
	default:
		m.alone(s)
		return
	}
	s.about(now.At)
	s.Walk = []Walk{{e.Unit, now}}
	m.pos.Units = append(m.pos.Units, now)
	m.alone(s)
}

// fellBack describes cavalry that could not enter.
func (m *maker) fellBack(e event.FellBack) {
	now := e.Unit
	now.At = e.To
	m.walk(m.begin("road", Moves, message.New("On the road")), e.Unit, now)
	m.open.add(m.line(e), e.Unit.At, e.To)
}

// transferred describes a strategic movement.
func (m *maker) transferred(e event.Transferred) {
	s := m.begin("road", Moves, message.New("On the road"))
	l := m.line(e)
	l.Failed = e.Verdict != event.Succeeded
	s.add(l, e.Unit.At, e.To.At)
	if l.Failed {
		return
	}
	now := e.Unit
	now.At, now.Coast = e.To.At, e.To.Coast
	m.walk(s, e.Unit, now)
}

// walk moves a unit on the map.
func (m *maker) walk(s *Step, from, to position.Unit) {
	if i := m.find(from); i >= 0 {
		m.pos.Units[i] = to
		s.Walk = append(s.Walk, Walk{from, to})
	}
}

// adjusted describes a winter order. The orders of one power form one step.
func (m *maker) adjusted(e event.Adjusted) {
	name := m.before.Setting.Powers[e.Power].Name
	if m.openTag != "winter "+name {
		m.kept = nil
	}
	s := m.begin("winter "+name, Winter, message.New("{power:name}", m.tell.PowerOf(e.Power)))
	l := m.line(e)
	l.Failed = e.Verdict != event.Succeeded && e.Verdict != event.Disbanded
	if l.Failed {
		s.add(l)
		return
	}
	switch e.Order.Kind {
	case order.Build:
		m.pos.Units = append(m.pos.Units, e.Unit)
		s.add(l, e.Unit.At)
	case order.Remove, order.Disband:
		m.take(e.Unit)
		s.add(l, e.Unit.At)
	case order.Maintain:
		m.kept = append(m.kept, e.Unit)
		if text := m.tell.Maintains(e.Power, m.kept); len(m.kept) == 1 {
			s.Lines = append([]Line{{Text: text}}, s.Lines...)
		} else {
			s.Lines[0].Text = text
		}
		s.about(e.Unit.At)
	default:
		s.add(l)
	}
}
