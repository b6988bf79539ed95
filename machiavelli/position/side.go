package position

import (
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
)

// Side returns the power as which a power counts. This is the first of its player's powers if
// they count as one, and otherwise the power itself.
func (s *Setting) Side(power machiavelli.Power) machiavelli.Power {
	if first := s.First[power]; first != machiavelli.Nobody {
		return first
	}
	return power
}

// Plays returns the power that acts for a power. This is the first of the player's powers if it
// has taken over the others, and otherwise the power itself.
func (s *Setting) Plays(power machiavelli.Power) machiavelli.Power {
	if s.Absent.Has(power) {
		return s.Side(power)
	}
	return power
}

// Same reports whether two powers count as one, or are both Nobody.
func (s *Setting) Same(a, b machiavelli.Power) bool { return s.Side(a) == s.Side(b) }

// Parts returns the powers that count as one with a power, including itself.
func (s *Setting) Parts(power machiavelli.Power) machiavelli.PowerSet {
	set := machiavelli.PowerSet(0).With(power)
	for x := range s.First {
		if other := machiavelli.Power(x); s.Same(other, power) {
			set = set.With(other)
		}
	}
	return set
}

// Seat returns the powers of the player who has a power, or only that power if it has no seat.
func (s *Setting) Seat(power machiavelli.Power) machiavelli.PowerSet {
	all := s.Parts(power)
	for _, seat := range s.Seats {
		if slices.Contains(seat, power) {
			for _, x := range seat {
				all = all.With(x)
			}
		}
	}
	return all
}

// Given returns the powers that a seat was assigned, including those that its first power has
// taken over.
func (s *Setting) Given(seat []machiavelli.Power) []machiavelli.Power {
	all := slices.Clone(seat)
	for x := range s.First {
		if power := machiavelli.Power(x); s.Plays(power) != power && slices.Contains(seat, s.Plays(power)) {
			all = append(all, power)
		}
	}
	return all
}

// Partners reports whether two different powers have the same player.
func (s *Setting) Partners(a, b machiavelli.Power) bool {
	switch {
	case a == b || a == machiavelli.Nobody || b == machiavelli.Nobody:
		return false
	case s.Same(a, b):
		return true
	}
	return slices.ContainsFunc(s.Seats, func(seat []machiavelli.Power) bool {
		return slices.Contains(seat, a) && slices.Contains(seat, b)
	})
}

// Unite makes the powers of each player one power (several-powers: one-power).
func (s *Setting) Unite() {
	for _, seat := range s.Seats {
		for _, x := range seat {
			if x != seat[0] {
				s.First[x] = seat[0]
			}
		}
	}
}

// Joined returns the start position of a game in which the powers of each
// player are one. The first of them takes over the provinces, units, home
// countries and incomes of the others. Nobody plays the others any more, but
// they still name home countries. The units are numbered again, in the order of
// the set-up (DIST-04). The result has a setting of its own, or is p if every
// player has one power.
func (p *Position) Joined() *Position {
	if p.Setting.First == [machiavelli.MaxPowers]machiavelli.Power{} {
		return p
	}
	q := p.Clone()
	set := *p.Setting
	q.Setting = &set
	set.Countries = append([]Country(nil), set.Countries...)
	for i := range set.Countries {
		set.Countries[i].Native = set.Side(set.Countries[i].Native)
		q.Holder[i] = set.Side(q.Holder[i])
	}
	set.Seats = make([][]machiavelli.Power, len(p.Setting.Seats))
	for i, seat := range p.Setting.Seats {
		set.Seats[i] = slices.Clone(seat[:min(1, len(seat))])
	}
	set.joinLimits()
	var numbers [machiavelli.MaxPowers][machiavelli.ArmouredCavalry + 1]uint8
	for i := range q.Units {
		u := &q.Units[i]
		if u.Owner == machiavelli.Nobody {
			continue
		}
		u.Owner = set.Side(u.Owner)
		numbers[u.Owner][u.Type]++
		u.Serial = numbers[u.Owner][u.Type]
	}
	for at := range board.ID(board.Max) {
		q.Province[at], q.City[at] = set.Side(q.Province[at]), set.Side(q.City[at])
	}
	for x := range set.First {
		power := machiavelli.Power(x)
		if set.Side(power) == power {
			continue
		}
		set.Absent, q.Eliminated = set.Absent.With(power), q.Eliminated.With(power)
		q.Chits[power] = [machiavelli.MaxPowers]uint8{}
		for holder := range q.Chits {
			q.Chits[holder][power] = 0
		}
	}
	return q
}

// joinLimits lets the first of a player's powers build the units that any of them may build
// (SPEC-05).
func (s *Setting) joinLimits() {
	if s.UnitLimits == nil {
		return
	}
	joint := make(map[machiavelli.Power][3]string, len(s.UnitLimits))
	for power := machiavelli.Power(1); int(power) < len(s.Powers); power++ {
		rows, limited := s.UnitLimits[power]
		if have, some := joint[s.Side(power)]; some {
			for i := range rows {
				rows[i] = eitherRow(have[i], rows[i])
			}
		}
		if limited {
			joint[s.Side(power)] = rows
		}
	}
	s.UnitLimits = joint
}

// eitherRow returns a row of unit limits that permits everything that one of two rows permits.
func eitherRow(a, b string) string {
	row := []byte(a)
	for i := range row {
		if row[i] == '.' {
			row[i] = b[i]
		}
	}
	return string(row)
}
