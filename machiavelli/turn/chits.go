package turn

import (
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
)

// dealChits deals the assassination chits at random at the start: each power contributes as many
// against itself as there are other powers, and in turn each draws one until none is left. A chit
// against its own holder, or another power of the same player (SEAT-02), is useless (ASSN-01).
// The lot "chit milan 2" is Milan's second draw. Its result is the number of a chit among those
// left, counted power by power.
func (s *state) dealChits() {
	p := s.pos
	var pool [machiavelli.MaxPowers]int // number of chits left against each power
	players := 0
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		if !p.Eliminated.Has(power) {
			pool[power] = 1
			players++
		}
	}
	left := 0
	for v := range pool {
		pool[v] *= players - 1
		left += pool[v]
	}
	p.Chits = [machiavelli.MaxPowers][machiavelli.MaxPowers]uint8{}
	for round := 1; round < players; round++ {
		for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
			if p.Eliminated.Has(power) {
				continue
			}
			n := s.dice.Lot("chit "+s.powerID(power)+" "+strconv.Itoa(round), left) - 1
			victim := machiavelli.Power(1)
			for ; n >= pool[victim]; victim++ {
				n -= pool[victim]
			}
			pool[victim]--
			left--
			if victim == power || p.Setting.Partners(victim, power) {
				continue
			}
			p.Chits[power][victim]++
			s.say(event.ChitGiven{To: power, Victim: victim, Verdict: event.Succeeded})
		}
	}
}
