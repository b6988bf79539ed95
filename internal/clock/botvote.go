package clock

import (
	"maps"

	"podesta/internal/game"
	"podesta/machiavelli"
	"podesta/machiavelli/turn"
)

// agreeing adds the votes of computer players to votes. They vote for a draw as soon as all
// people who may vote on it do, so that they do not keep people in a game that these want to end.
// They never concede, and a single person among them cannot exclude them from a draw.
func (c *Course) agreeing(votes map[int]game.Ballot) map[int]game.Ballot {
	voters := turn.Voters(c.Position, turn.Proposal{Draw: true})
	common, people := voters, 0
	var bots []int
	for i := range c.Seats {
		seat := i + 1
		switch v := votes[seat]; {
		case c.SeatSet(seat)&voters == 0:
		case c.States[i].Bot != "":
			bots = append(bots, seat)
		case !v.Draw:
			return votes
		default:
			common &= v.Among
			people++
		}
	}
	if len(bots) == 0 || people == 0 || !c.Hosting.Dias && (c.seatsOf(common) < 2 || people == 1 && common != voters) {
		return votes
	}
	v := game.Ballot{Draw: true}
	if !c.Hosting.Dias {
		v.Among = common
	}
	out := maps.Clone(votes)
	for _, seat := range bots {
		out[seat] = v
	}
	return out
}

// seatsOf returns the number of seats that play any of the powers.
func (c *Course) seatsOf(set machiavelli.PowerSet) int {
	n := 0
	for i := range c.Seats {
		if c.SeatSet(i+1)&set != 0 {
			n++
		}
	}
	return n
}
