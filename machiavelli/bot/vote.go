package bot

import (
	"podesta/machiavelli"
	"podesta/machiavelli/turn"
)

// Ballot is a proposal to end the game and what is known of the votes: the
// powers in favour, and the powers of computer players.
type Ballot struct {
	Proposal turn.Proposal
	InFavour machiavelli.PowerSet
	Bots     machiavelli.PowerSet
}

// Votes reports whether a computer player votes for a proposal. It never concedes. It is in favour
// of a draw once all people with a vote are, so that a bot keeps nobody in a game that people want
// to end. Without any people it plays on.
func (v View) Votes(b Ballot) bool {
	if !b.Proposal.Draw {
		return false
	}
	people := turn.Voters(v.pos, b.Proposal) &^ b.Bots
	return people != 0 && people&^b.InFavour == 0
}
