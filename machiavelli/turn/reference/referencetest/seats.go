package referencetest

import (
	"math/rand/v2"

	"podesta/machiavelli"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Seated returns a start position in which players have several powers, drawn at random, and
// sets the rule for them: separate powers (SEAT-02); one power per player, with units and land
// in the names of all of them, as in an imported position; or one power that has taken over the
// others (SEAT-01).
func Seated(rng *rand.Rand, start *position.Position, r *rules.Set) *position.Position {
	var powers []machiavelli.Power
	for x := machiavelli.Power(1); int(x) < len(start.Setting.Powers); x++ {
		if !start.Setting.Absent.Has(x) {
			powers = append(powers, x)
		}
	}
	rng.Shuffle(len(powers), func(i, j int) { powers[i], powers[j] = powers[j], powers[i] })
	set := *start.Setting
	set.Seats = nil
	for len(powers) > 0 {
		n := min(1+rng.IntN(3), len(powers))
		set.Seats = append(set.Seats, powers[:n:n])
		powers = powers[n:]
	}
	p := start.Clone()
	p.Setting = &set
	r.SeveralPowers = rules.SeparatePowers
	if mode := rng.IntN(3); mode > 0 {
		r.SeveralPowers = rules.OnePower
		set.Unite()
		if mode == 2 {
			p = p.Joined()
		}
	}
	return p
}
