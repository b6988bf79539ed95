package judge

import (
	"podesta/machiavelli"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// awaited are the seats whose orders the current phase of a hosted game waits
// for, as a role may know it. In a quiet game only masters know of others.
//
// Who could only spend ducats is not told to others where treasuries are hidden:
// it would tell them that there are some.
func (j *Judge) awaited(tx Tx, g *opened, role Role) (map[int]bool, error) {
	out := map[int]bool{}
	if g.Number == 0 || g.Finished || g.Status != Active {
		return out, nil
	}
	t, err := j.sit(tx, g)
	if err != nil {
		return nil, err
	}
	for i, seat := range t.seats {
		st := t.stood[i]
		knows := role.Master || role.Seat == seat.Number
		if !seat.Owes || st.Complete || st.Disorder || st.Bot != "" || !knows && g.Hosting.Quiet {
			continue
		}
		out[seat.Number] = knows || g.Rules.TreasuryVisibility == rules.TreasuriesOpen || t.owesUnits(seat.Powers)
	}
	return out, nil
}

// owesUnits tells whether any of the powers has units that wait for orders.
func (t *table) owesUnits(powers []machiavelli.Power) bool {
	for _, p := range powers {
		if !turn.Owes(t.pos, &t.Rules, p, nil).None() {
			return true
		}
	}
	return false
}
