package bot

import (
	"podesta/machiavelli"
	"podesta/machiavelli/turn"
)

// Ballot is a proposal to end the game and what is known of the votes: who is in
// favour, and which powers computer players play.
type Ballot struct {
	Proposal turn.Proposal
	InFavour machiavelli.PowerSet
	Bots     machiavelli.PowerSet
}

// Votes is what a computer player says to a proposal: it concedes nothing, and
// it is in favour of a draw once all people who have a word in it are, so that a
// bot keeps nobody in a game that people want to end. Where there are no people
// left it plays on.
func (v View) Votes(b Ballot) bool {
	if !b.Proposal.Draw {
		return false
	}
	people := turn.Voters(v.pos, b.Proposal) &^ b.Bots
	return people != 0 && people&^b.InFavour == 0
}
