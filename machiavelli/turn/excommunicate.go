package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
)

// ban is the Pope's excommunication in a campaign's orders, with the votes
// against it.
type ban struct {
	by, on  machiavelli.Power                           // Nobody if nobody is excommunicated
	against [machiavelli.MaxPowers]machiavelli.PowerSet // powers whose excommunication each voter opposes; Nobody stands for any
}

// vote records the excommunication (the last one given counts), or a vote
// against it.
func (s *state) vote(power machiavelli.Power, o order.Order) {
	if o.Kind == order.Silence {
		s.ban.by, s.ban.on = power, o.Power
		return
	}
	s.ban.against[power] = s.ban.against[power].With(o.Power)
}

// excommunicate carries out the Pope's excommunication (OPT-14). It silences
// one player, or the Pope instead if all other players voted against it. The
// excommunicated player need not vote. A player of several powers votes with
// any of them.
func excommunicate(s *state) {
	b := &s.ban
	if b.on == machiavelli.Nobody {
		return
	}
	told := event.Excommunicated{Pope: b.by, Victim: b.on, Silenced: b.on}
	var asked, unwilling machiavelli.PowerSet
	for power := machiavelli.Power(1); int(power) < len(s.pos.Setting.Powers); power++ {
		asked = asked.With(power)
		if s.opposes(power) {
			told.Against = told.Against.With(power)
			unwilling |= s.pos.Setting.Seat(power)
		}
	}
	asked &^= s.pos.Setting.Seat(b.by) | s.pos.Setting.Seat(b.on) | s.pos.Eliminated
	if asked != 0 && asked&^unwilling == 0 {
		told.Silenced = b.by
	}
	s.say(told)
}

// opposes reports whether a power voted against the excommunication.
func (s *state) opposes(power machiavelli.Power) bool {
	v := s.ban.against[power]
	return v.Has(s.ban.on) || v.Has(machiavelli.Nobody)
}
