package turn

import (
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
)

// facePrice is the price of one face of the die for an assassination (ASSN-04).
const facePrice = 12

// attempt runs step M3: the assassination attempts, in the order of the powers
// and of their lines. An attempt uses up a chit against the victim, unless
// chits are unlimited, and costs at least the price of one face (ASSN-03 to
// ASSN-05). All attempts are simultaneous: a ruler who dies has still sent
// assassins (ASSN-06).
func attempt(s *state) {
	p := s.pos
	for i := range s.outlays {
		o := &s.outlays[i]
		if o.order.Expense != order.Assassinate || !o.sound() {
			continue
		}
		victim := o.order.Power
		unlimited := s.rules.AssassinationChits == rules.UnlimitedChits
		switch {
		case o.told.Counted < facePrice:
			o.told.Failure = event.BelowMinimum
		case !unlimited && p.Chits[o.power][victim] == 0:
			o.told.Failure = event.NoChit
		default:
			if !unlimited {
				p.Chits[o.power][victim]--
			}
			if s.throwDagger(o) {
				s.victims = s.victims.With(victim)
			} else {
				o.told.Failure = event.Missed
			}
		}
	}
}

// throwDagger rolls for one attempt and records it. It succeeds if the roll is
// at most the number of faces paid for, limited by assassination-max-spend
// (ASSN-04).
func (s *state) throwDagger(o *outlay) bool {
	spent := int(o.told.Counted)
	if top := s.rules.AssassinationMaxSpend; top > 0 {
		spent = min(spent, top)
	}
	faces := min(spent/facePrice, 6)
	name := "assassination " + s.powerID(o.power) + " " + strconv.Itoa(int(o.order.Slot))
	roll := s.dice.D6(name, 1)
	s.say(event.Attempted{
		Power: o.power, Victim: o.order.Power, Slot: int(o.order.Slot), Faces: faces, Roll: roll, Hit: roll <= faces,
	})
	return roll <= faces
}

func (s *state) powerID(power machiavelli.Power) string { return s.pos.Setting.Powers[power].ID }

// paralyse runs step M4: it applies the effects on the victims of assassins and
// of the bank. Their units hold, their garrisons that have been besieged since
// the last campaign die, their own sieges end, and their provinces may rebel
// (ASSN-07 to ASSN-12). All victims are treated simultaneously, so that neither
// of two victims who besiege each other comes first (ASSN-09).
func paralyse(s *state) {
	s.victims |= s.defaulted
	p := s.pos
	for power := range machiavelli.Power(machiavelli.MaxPowers) {
		if s.victims.Has(power) {
			s.victims |= p.Setting.Parts(power) // one ruler
		}
	}
	for power := range machiavelli.Power(machiavelli.MaxPowers) {
		if s.victims.Has(power) {
			s.say(event.Paralysed{Power: power, Bank: s.defaulted&p.Setting.Parts(power) != 0})
		}
	}
	for i := range p.Units {
		if u := &p.Units[i]; s.victims.Has(u.Owner) {
			s.orders[i] = hold(u)
		}
	}
	s.settleVictimsSieges()
	for power := range machiavelli.Power(machiavelli.MaxPowers) {
		if s.victims.Has(power) {
			s.revolt(power)
		}
	}
}

// settleVictimsSieges removes the victims' garrisons that have been besieged
// since the last campaign, unless the besieger's ruler is dead too, and ends
// the sieges by the victims' own units (ASSN-08, ASSN-09). A siege whose
// garrison dies lapses: its besieger is free (SIEGE-09, ASSN-10).
func (s *state) settleVictimsSieges() {
	p := s.pos
	var doomed, broken board.Set
	for at := p.Sieges.Next(board.None); at != board.None; at = p.Sieges.Next(at) {
		f, g := s.field[at], s.garrison[at]
		switch {
		case f < 0:
		case s.victims.Has(p.Units[f].Owner):
			broken.Add(at)
		case g >= 0 && s.victims.Has(p.Units[g].Owner) && besieged(p, at):
			doomed.Add(at)
		}
	}
	for at := broken.Next(board.None); at != board.None; at = broken.Next(at) {
		p.Sieges.Remove(at)
		s.say(event.SiegeLifted{Province: at})
	}
	if !doomed.Empty() {
		s.drop(event.ByMurder, func(i int) bool { return p.Units[i].InCity() && doomed.Has(p.Units[i].At) })
	}
}

// revolt rolls for every province that belonged to the victim when the campaign
// began and still does after the bribes. The victim's cities in other powers'
// provinces are spared. Where there is a rebellion already, the roll has no
// effect (ASSN-11, ASSN-12).
func (s *state) revolt(victim machiavelli.Power) {
	p, b := s.pos, s.board()
	by, homes := s.assassinsOf(victim), p.Homes(victim)
	for _, at := range b.RollOrder {
		if p.Province[at] != victim || s.owner[at] != victim {
			continue
		}
		told := event.Revolt{Victim: victim, Province: at, Limit: RevoltLimit(homes.Has(at), s.manned(at))}
		told.Roll = s.dice.D6("revolt "+s.powerID(victim)+" "+b.Areas[at].Name, 1)
		quiet := !p.RebelLand.Has(at) && !p.RebelCity.Has(at)
		told.Rose = told.Roll <= told.Limit && quiet && s.canRise(at)
		s.say(told)
		if told.Rose {
			s.rise(at, "assassination", by)
		}
	}
}

// RevoltLimit returns the highest roll on which a province rebels after the
// assassination of its ruler. It depends on whether the province belongs to a
// home country, and whether there is a unit in it or its city (ASSN-11).
func RevoltLimit(home, manned bool) int {
	switch {
	case home && manned:
		return 1
	case home:
		return 2
	case manned:
		return 3
	}
	return 5
}

// assassinsOf returns the powers whose assassins succeeded against the victim.
func (s *state) assassinsOf(victim machiavelli.Power) (by machiavelli.PowerSet) {
	for i := range s.outlays {
		if o := &s.outlays[i]; o.order.Expense == order.Assassinate && o.order.Power == victim && o.sound() {
			by = by.With(o.power)
		}
	}
	return by
}
