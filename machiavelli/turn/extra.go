package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
)

// giveProvinces transfers the provinces that their owners give away, together
// with their cities (OPT-06). A province received in this step cannot be passed
// on, because it did not belong to the giver when the orders were checked. A
// giver with a unit in the province owns it again after the next adjudication
// of control.
func giveProvinces(s *state) {
	b := s.board()
	for i := range s.deeds {
		x := &s.deeds[i]
		if x.order.Kind != order.GiveProvince {
			continue
		}
		at := x.order.To.At
		e := event.ProvinceGiven{Power: x.line.Power, To: x.order.Power, Province: at, Order: x.order, Given: x.line.Text, Verdict: event.Succeeded}
		s.say(e)
		s.giveLand(at, e.To)
		if b.Cities.Has(at) {
			s.giveCity(at, e.To)
		}
		s.calm(at, e.Power, e.To)
	}
}

// calm ends the rebellion of a province that was given away, as it was against
// the giver (CTRL-18), unless the giver has a unit there and so will own it
// again.
func (s *state) calm(at board.ID, giver, to machiavelli.Power) {
	p := s.pos
	i := p.Field(at)
	if i < 0 {
		i = p.Garrison(at)
	}
	if s.rules.ControlTiming == rules.ControlConstant && i >= 0 && s.one(p.Units[i].Owner, giver) {
		return
	}
	s.endRebellion(at, true, true, "liberated", to)
}

// tax collects twice the income of the provinces that their owners tax by
// force, and of their cities if they own them. The money can be spent in the
// same campaign, even on debts. A province can be taxed once a year, but not
// while it rebels; the taxation causes a rebellion (OPT-07).
func tax(s *state) {
	for i := range s.deeds {
		x := &s.deeds[i]
		if x.order.Kind != order.Tax {
			continue
		}
		at := x.order.To.At
		e := event.Taxed{
			Power: x.line.Power, Province: at, Order: x.order, Given: x.line.Text,
			Verdict: event.Succeeded,
		}
		if s.pos.Province[at] == e.Power {
			e.Ducats = 2 * s.yield(e.Power, at)
			s.pos.Treasury[e.Power] += e.Ducats
			s.pos.Taxed.Add(at)
			s.plundered.Add(at)
		} else { // the province was given away
			e.Verdict, e.Failure = event.Void, event.WrongTarget
		}
		s.say(e)
	}
}

// yield returns what the province at pays at present, plus what its city pays
// if it belongs to the power.
func (s *state) yield(power machiavelli.Power, at board.ID) machiavelli.Ducats {
	land, city := s.landIncome(at)
	if s.pos.City[at] == power {
		land += city
	}
	return land
}

// riseUp starts the rebellions in the provinces that were taxed by force. Like
// those that money causes, they start too late to be pacified in the same
// campaign.
func riseUp(s *state) {
	for at := s.plundered.Next(board.None); at != board.None; at = s.plundered.Next(at) {
		s.rise(at, "taxation", 0)
	}
}

// scorch causes famine in the provinces for which a power pays. The famine
// lasts to the end of the campaign or, depending on cause-famine, until it is
// relieved (OPT-08), which is impossible in the same campaign.
func scorch(s *state) {
	p := s.pos
	d := event.Disaster{What: "famine"}
	for i := range s.outlays {
		o := &s.outlays[i]
		if o.order.Expense != order.CauseFamine || !o.sound() {
			continue
		}
		at := o.order.To.At
		if p.Famine.Has(at) {
			o.told.Failure = event.AlreadyDone
			continue
		}
		p.Famine.Add(at)
		p.Scorched.Add(at)
		d.Struck.Add(at)
	}
	if !d.Struck.Empty() {
		s.say(d)
	}
}

// poison brings the plague to provinces for which a power pays, and protects
// those for which a power pays to be spared (OPT-09). The plague strikes at the
// end of the campaign. A protected province is spared until then from any
// plague, and one that stayed there leaves it.
func poison(s *state) {
	p := s.pos
	for i := range s.outlays {
		o := &s.outlays[i]
		kind, at := o.order.Expense, o.order.To.At
		if kind != order.CausePlague && kind != order.RelievePlague || !o.sound() {
			continue
		}
		set := &p.Infected
		if kind == order.RelievePlague {
			set = &p.Guarded
		}
		if set.Has(at) {
			o.told.Failure = event.AlreadyDone
			continue
		}
		set.Add(at)
	}
	p.Plague = p.Plague.Minus(p.Guarded)
}

// breakOut applies the plague that money caused at the end of the campaign: it
// strikes provinces that are not protected, and then continues like any other
// (OPT-09).
func breakOut(s *state) {
	p := s.pos
	if struck := p.Infected.Minus(p.Guarded); !struck.Empty() {
		s.say(event.Disaster{What: "plague", Struck: struck})
		s.infect(struck)
		switch s.rules.PlagueModel {
		case rules.PlagueExpands, rules.PlagueStays:
			p.Plague = p.Plague.Union(struck)
		}
	}
	p.Infected, p.Guarded = board.Set{}, board.Set{}
}
