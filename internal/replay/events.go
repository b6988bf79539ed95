package replay

import (
	"cmp"
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/report"
)

// event describes an event and applies it to the position.
func (m *maker) event(e event.Event) {
	switch e := e.(type) {
	case event.Payment, event.Borrowed, event.Collected, event.Defaulted, event.ChitGiven, event.Taxed, event.ProvinceGiven, event.Exchanged:
		l := m.line(e)
		l.Failed = vain(e)
		m.begin("bank", Money, message.New("Payments and loans")).add(l, m.taxed(e)...)
	case event.Excommunicated:
		m.begin("ban", Murder, message.New("The Pope's ban")).add(m.line(e))
	case event.Relieved, event.Bribed:
		m.bought(e)
	case event.Expense:
		m.expense(e)
	case event.RebellionBegun:
		m.rises(e)
	case event.RebellionEnded:
		m.quiet(e)
	case event.Attempted:
		m.close()
		l := m.line(e)
		m.alone(Step{Kind: Murder, Title: message.New("Assassins"), Text: l.Text, Why: l.Why, Areas: m.homes(e.Victim)})
	case event.Paralysed:
		m.paralysed(e)
	case event.Ordered:
		if !m.moved {
			m.moved = true
			m.movement()
		}
	case event.FellBack:
		m.fellBack(e)
	case event.Transferred:
		m.transferred(e)
	case event.SiegeBegun:
		m.pos.Sieges.Add(e.By.At)
		s := m.begin("besiege", Siege, message.New("Sieges begin"))
		s.add(m.line(e), e.By.At)
		s.Ring = append(s.Ring, e.By.At)
	case event.SiegeCompleted:
		m.fallen(e)
	case event.SiegeLifted:
		m.pos.Sieges.Remove(e.Province)
		m.begin("lift", Siege, message.New("Sieges lifted")).add(m.line(e), e.Province)
	case event.Control:
		m.control(e)
	case event.Removed:
		m.removed(e)
	case event.Retreated:
		m.retreated(e)
	case event.Disaster:
		m.disaster(e)
	case event.Attrition:
		s := m.begin("famine kills", Disaster, message.New("Famine"))
		s.about(e.Province)
		if !m.starves(e.Province) {
			s.add(m.line(e))
		}
	case event.Income:
		m.begin("income", Income, message.New("Income")).add(m.line(e))
	case event.Allowance:
		m.begin("allowance", Winter, message.New("Units and cities")).add(m.line(e))
	case event.Adjusted:
		m.adjusted(e)
	case event.Conquest, event.Loss, event.Elimination, event.Victory, event.VictoryTied:
		m.great(e)
	}
}

// vain reports whether an expense had no effect.
func vain(e event.Event) bool {
	switch e := e.(type) {
	case event.Payment:
		return e.Failure != event.NoFailure
	case event.Borrowed:
		return e.Failure != event.NoFailure
	case event.ChitGiven:
		return e.Failure != event.NoFailure
	case event.Taxed:
		return e.Failure != event.NoFailure
	case event.ProvinceGiven:
		return e.Failure != event.NoFailure
	case event.Exchanged:
		return e.Failure != event.NoFailure
	}
	return false
}

// taxed returns the province that an event of the bank concerns, or nil.
func (m *maker) taxed(e event.Event) []board.ID {
	switch e := e.(type) {
	case event.Taxed:
		return []board.ID{e.Province}
	case event.ProvinceGiven:
		return []board.ID{e.Province}
	}
	return nil
}

// homes returns the home provinces of a power, as the place of events that
// concern the whole power.
func (m *maker) homes(p machiavelli.Power) []board.ID {
	set := m.before.Homes(p)
	return set.IDs()
}

// bought describes an effect of money, with the line that paid for it if the
// viewer may see it.
func (m *maker) bought(e event.Event) {
	m.close()
	s := Step{Kind: Money}
	l := m.line(e)
	switch e := e.(type) {
	case event.Relieved:
		m.pos.Famine.Remove(e.Province)
		s.Title = message.New("Relief")
		s.about(e.Province)
	case event.Bribed:
		s.Title = message.New("A bribe")
		s.about(e.Unit.At)
		if i := m.find(e.Unit); i >= 0 {
			m.pos.Units[i].Owner = e.To
		}
	}
	s.Text, s.Why = l.Text, l.Why
	for _, x := range m.events {
		if p, ok := x.(event.Expense); ok && pays(p, e) {
			if s.Text = m.tell.Sentence(p); len(s.Why) == 0 || len(m.tell.Chain(m.events, p)) > 0 {
				s.Why = m.tell.Chain(m.events, p)
			}
			break
		}
	}
	m.alone(s)
}

// pays reports whether an expense caused an effect.
func pays(p event.Expense, e event.Event) bool {
	if p.Failure != event.NoFailure {
		return false
	}
	switch e := e.(type) {
	case event.Relieved:
		return p.Order.Expense == order.FamineRelief && p.Order.To.At == e.Province
	case event.Bribed:
		return p.Target != nil && *p.Target == e.Unit && (p.Order.Expense == order.BuyUnit || p.Order.Expense == order.ToAutonomous)
	case event.Removed:
		return p.Target != nil && *p.Target == e.Unit && p.Order.Expense == order.DisbandUnit
	case event.RebellionBegun:
		return p.Order.Expense == order.Rebellion && p.Order.To.At == e.Province
	case event.RebellionEnded:
		return p.Order.Expense == order.Pacify && p.Order.To.At == e.Province && e.How == "pacified"
	}
	return false
}

// expense describes an expense line whose effect has no step of its own.
func (m *maker) expense(e event.Expense) {
	if e.Order.Expense == order.Assassinate && e.Failure != event.NoChit && e.Paid > 0 {
		for _, x := range m.events {
			if a, ok := x.(event.Attempted); ok && a.Power == e.Power && a.Slot == e.Slot {
				return
			}
		}
	}
	for _, x := range m.events {
		if pays(e, x) {
			return
		}
	}
	l := m.line(e)
	l.Failed = e.Failure != event.NoFailure
	at := e.Order.To.At
	if e.Target != nil {
		at = e.Target.At
	}
	m.begin("spent", Money, message.New("Other money spent")).add(l, at)
}

// rises describes the beginning of a rebellion. Rebellions that follow an assassination are
// described by paralysed.
func (m *maker) rises(e event.RebellionBegun) {
	m.rebel(e)
	if e.Cause == "assassination" {
		return
	}
	l := m.line(e)
	for _, x := range m.events {
		if p, ok := x.(event.Expense); ok && pays(p, e) {
			l = Line{Text: message.New("{all}", message.ListOf(message.Sentences, []message.Message{m.tell.Sentence(p), l.Text}))}
			rebels := message.New("{place:name} rebels", m.tell.AreaOf(e.Province))
			for _, r := range m.tell.Chain(m.events, p) {
				if r.Text.Equal(rebels) { // the sentence already says so
					l.Rules = r.Rules
				} else {
					l.Why = append(l.Why, r)
				}
			}
			break
		}
	}
	m.begin("rebellion", Rebellion, message.New("Rebellion")).add(l, e.Province)
}

// rebel adds a rebellion to the position.
func (m *maker) rebel(e event.RebellionBegun) {
	if e.InLand {
		m.pos.RebelLand.Add(e.Province)
	}
	if e.InCity {
		m.pos.RebelCity.Add(e.Province)
	}
}

// quiet describes the end of a rebellion.
func (m *maker) quiet(e event.RebellionEnded) {
	if e.InLand {
		m.pos.RebelLand.Remove(e.Province)
	}
	if e.InCity {
		m.pos.RebelCity.Remove(e.Province)
	}
	m.begin("quiet", Rebellion, message.New("Rebellions end")).add(m.line(e), e.Province)
}

// paralysed describes the death of a ruler and the rebellions in the ruler's
// provinces, whose events follow.
func (m *maker) paralysed(e event.Paralysed) {
	m.close()
	s := m.begin("death", Murder, message.New("A ruler is dead"))
	l := m.line(e)
	s.Text, s.Why = message.New("{what} All its units hold.", l.Text), l.Why
	s.about(m.homes(e.Power)...)
	for _, x := range m.events {
		switch x := x.(type) {
		case event.Revolt:
			if x.Victim == e.Power {
				s.add(m.line(x))
			}
		case event.RebellionBegun:
			if x.Cause == "assassination" && x.Against == e.Power {
				m.rebel(x)
			}
		case event.Removed:
			if x.Reason == event.ByMurder && x.Unit.Owner == e.Power {
				m.take(x.Unit)
				s.add(m.line(x), x.Unit.At)
			}
		}
	}
	m.close()
}

// control describes a place that changes hands.
func (m *maker) control(e event.Control) {
	s := m.begin("control", Control, message.New("Lands and cities"))
	if e.City {
		m.pos.City[e.Province] = e.To
		m.pos.AlignSeaCity()
	} else {
		m.pos.Province[e.Province] = e.To
	}
	s.about(e.Province)
	s.add(Line{Text: m.tell.Changes(m.events, e), Why: m.tell.Chain(m.events, e)})
}

// disasters holds the titles of the steps for disasters.
var disasters = map[string]message.Message{"famine": message.New("Famine"), "plague": message.New("Plague"), "storm": message.New("Storms")}

// disaster describes a famine, a plague or storms, with the units that are
// lost.
func (m *maker) disaster(e event.Disaster) {
	m.close()
	s := m.begin("disaster", Disaster, disasters[e.What])
	l := m.line(e)
	s.Text, s.Why = l.Text, l.Why
	s.about(e.Struck.IDs()...)
	if e.What == "famine" {
		m.pos.Famine = m.pos.Famine.Union(e.Struck)
	}
	s.Drawn = append(s.Drawn, e)
	for m.at+1 < len(m.events) {
		r, ok := m.events[m.at+1].(event.Removed)
		if !ok || r.Reason != event.ByPlague && r.Reason != event.ByStorm {
			break
		}
		m.take(r.Unit)
		s.add(m.line(r))
		m.at++
	}
	m.close()
}

// great describes an event that decides a game.
func (m *maker) great(e event.Event) {
	s := Step{Kind: Great}
	switch e := e.(type) {
	case event.Conquest:
		s.Title = message.New("A home country is conquered")
		s.about(m.before.Setting.Countries[e.Country].Provinces.IDs()...)
	case event.Loss:
		s.Title = message.New("A home country is lost")
		s.about(m.before.Setting.Countries[e.Country].Provinces.IDs()...)
	case event.Elimination:
		s.Title = message.New("A power is out")
		m.pos.Eliminated = m.pos.Eliminated.With(e.Power)
		s.about(m.homes(e.Power)...)
	case event.Victory:
		s.Title = message.New("The game ends")
		if e.How == "" && m.tell.End(e).Result == report.Victory {
			s.Title = message.New("Victory")
		}
	case event.VictoryTied:
		s.Title = message.New("A tie")
	}
	l := m.line(e)
	s.Text, s.Why = l.Text, l.Why
	if _, ok := e.(event.Victory); ok {
		s.Lines = m.standings()
	}
	m.alone(s)
}

// standings lists the final holdings of the powers, those with the most cities
// first.
func (m *maker) standings() []Line {
	type place struct {
		power machiavelli.Power
		has   Holding
	}
	var list []place
	for p := 1; p < len(m.before.Setting.Powers); p++ {
		if power := machiavelli.Power(p); !m.before.Setting.Absent.Has(power) {
			list = append(list, place{power, Hold(m.after, m.rules, power)})
		}
	}
	slices.SortStableFunc(list, func(x, y place) int {
		return cmp.Or(cmp.Compare(y.has.Cities, x.has.Cities), cmp.Compare(y.has.Provinces, x.has.Provinces))
	})
	var out []Line
	for _, x := range list {
		power := m.tell.PowerOf(x.power)
		if m.after.Eliminated.Has(x.power) {
			out = append(out, Line{Text: message.New("{power:name}: eliminated.", power)})
		} else {
			out = append(out, Line{Text: message.New("{power:name}: {what}.", power, x.has.against(x.has))})
		}
	}
	return out
}
