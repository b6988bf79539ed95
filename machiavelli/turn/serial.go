package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/position"
)

// numberConverted gives each unit that changed its type the serial that its
// order named or, if there was none or another unit has it, the next one
// (DIST-04). Autonomous units have no serial. The parameter before lists the
// units as they stood before movement.
func numberConverted(p *position.Position, before []position.Unit) {
	for i := range p.Units {
		u := &p.Units[i]
		if u.Owner != machiavelli.Nobody && (u.Serial == 0 || taken(p, i)) {
			u.Serial = nextSerial(p, before, u.Owner, u.Type)
		}
	}
}

// taken reports whether another unit of the same power and type has the serial
// of unit i
func taken(p *position.Position, i int) bool {
	u := &p.Units[i]
	for j := range p.Units[:i] {
		if v := &p.Units[j]; v.Serial == u.Serial && v.Owner == u.Owner && v.Type == u.Type {
			return true
		}
	}
	return false
}

// nextSerial returns one more than the highest serial of the owner's units of
// type t, including the units listed in others and those that must retreat.
func nextSerial(p *position.Position, others []position.Unit, owner machiavelli.Power, t machiavelli.UnitType) uint8 {
	var top uint8
	count := func(u *position.Unit) {
		if u.Owner == owner && u.Type == t {
			top = max(top, u.Serial)
		}
	}
	for i := range p.Units {
		count(&p.Units[i])
	}
	for i := range others {
		count(&others[i])
	}
	for i := range p.Dislodged {
		count(&p.Dislodged[i].Unit)
	}
	return top + 1
}
