package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
)

// force counts a power's units while it builds.
type force struct {
	of      [machiavelli.ArmouredCavalry + 1]int // number of units of each type
	special bool                                 // whether it has a special unit
}

func (f *force) add(u *position.Unit) {
	f.of[u.Type]++
	f.special = f.special || u.Special()
}

// muster counts the units of a power before its builds. Removals that it
// ordered are already deducted, so that the power may replace its special unit
// within one set of orders (SPEC-04). Units removed by default or because they
// are unpaid leave only at the end of the winter and make no room.
func (s *state) muster(power machiavelli.Power, out *adjustments) (f force) {
	for i := range s.pos.Units {
		ordered := out.gone.Has(i) && !out.byDefault.Has(i) && !out.unpaid.Has(i)
		if u := &s.pos.Units[i]; s.one(u.Owner, power) && !ordered {
			f.add(u)
		}
	}
	for i := range out.built { // built by another power that is joined with it
		if u := &out.built[i]; s.one(u.Owner, power) {
			f.add(u)
		}
	}
	return f
}

// refusal explains why a legal build fails, in the words of the report. It returns an empty message
// if the build is possible. A power has one special unit (SPEC-02, SPEC-03) and no more units of a
// type than the counter mix allows (BUILD-09).
func (s *state) refusal(f *force, u *position.Unit) message.Message {
	most, limited := s.rules.MostUnits(u.Type)
	switch {
	case f.special && u.Special():
		return secondSpecial
	case limited && f.of[u.Type] >= most:
		return noCounter
	}
	return message.Message{}
}
