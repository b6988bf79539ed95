package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
)

// ban is the Pope's ban in a campaign's orders, and the votes against one.
type ban struct {
	by, on  machiavelli.Power                           // Nobody: there is none
	against [machiavelli.MaxPowers]machiavelli.PowerSet // by voter: whose ban; Nobody stands for any
}

// vote notes the ban, the last one given counting, or a vote against it.
func (s *state) vote(power machiavelli.Power, o order.Order) {
	if o.Kind == order.Silence {
		s.ban.by, s.ban.on = power, o.Power
		return
	}
	s.ban.against[power] = s.ban.against[power].With(o.Power)
}

// excommunicate is the Pope's ban (OPT-14): one player is silenced, or the Pope
// himself if all the other players have voted against it. The player who is
// banned need not vote. A player of several powers votes with any of them.
func excommunicate(s *state) error {
	b := &s.ban
	if b.on == machiavelli.Nobody {
		return nil
	}
	told := event.Excommunicated{Pope: b.by, Victim: b.on, Silenced: b.on}
	asked, unwilling := 0, 0
	parties := s.seat(b.by) | s.seat(b.on)
	for power := machiavelli.Power(1); int(power) < len(s.pos.Setting.Powers); power++ {
		if s.opposes(power) {
			told.Against = told.Against.With(power)
		}
		if parties.Has(power) || s.pos.Eliminated.Has(power) {
			continue
		}
		asked++
		for mate := machiavelli.Power(1); mate < machiavelli.MaxPowers; mate++ {
			if s.seat(power).Has(mate) && s.opposes(mate) {
				unwilling++
				break
			}
		}
	}
	if asked > 0 && unwilling == asked {
		told.Silenced = b.by
	}
	s.say(told)
	return nil
}

// opposes reports whether a power voted against the ban.
func (s *state) opposes(power machiavelli.Power) bool {
	v := s.ban.against[power]
	return v.Has(s.ban.on) || v.Has(machiavelli.Nobody)
}

// seat is the set of powers that are played by the same player as power, as far
// as the scenario tells.
func (s *state) seat(power machiavelli.Power) machiavelli.PowerSet {
	for _, powers := range s.pos.Setting.Seats {
		var all machiavelli.PowerSet
		for _, x := range powers {
			all = all.With(x)
		}
		if all.Has(power) {
			return all
		}
	}
	return machiavelli.PowerSet(0).With(power)
}
