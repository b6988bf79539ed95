package clock

import (
	"context"
	"fmt"
	"slices"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/turn"
)

// VoteToldItem is the kind of the items that record the proposals of which
// everyone has been notified in the current phase.
const VoteToldItem = "votetold"

// VoteCount is the number of votes for one proposal to end the game.
type VoteCount struct {
	Draw    bool
	Among   machiavelli.PowerSet // for a draw, the powers that would share it, unless all survivors do
	Concede machiavelli.Power    // for a concession, the power to which the game would be conceded
	For, Of int                  // number of seats that vote for it, and number needed
}

// Votes returns the state of the votes in the current phase: how many seats vote for each
// proposal, but not which seats. If the game hides votes, the result is empty except for masters.
// Computer players, who vote for a draw as soon as all people do, are not counted for draws.
func (k *Clockwork) Votes(ctx context.Context, gameID string, role game.Role) ([]VoteCount, error) {
	var out []VoteCount
	err := k.base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		g, role, err := k.base.LoadFor(tx, gameID, role)
		if err != nil || g.Number == 0 || g.Finished || !g.View(role).SeesVotes() {
			return err
		}
		c, err := k.Course(tx, g)
		if err != nil {
			return err
		}
		out, err = c.tally()
		return err
	})
	return out, err
}

// tally counts the votes of the current phase, with draws first.
func (c *Course) tally() ([]VoteCount, error) {
	votes, err := c.Tx.Votes.Ballots(c.ID)
	if err != nil {
		return nil, err
	}
	var out []VoteCount
	for i := range c.Seats { // in the order of seats, so that the result is always the same
		v, ok := votes[i+1]
		if !ok {
			continue
		}
		x := VoteCount{Draw: v.Draw, Among: v.Among, Concede: v.Concede}
		if !slices.ContainsFunc(out, x.same) {
			out = append(out, c.counted(x, votes))
		}
	}
	slices.SortStableFunc(out, func(a, b VoteCount) int {
		switch {
		case a.Draw == b.Draw:
			return 0
		case a.Draw:
			return -1
		}
		return 1
	})
	return out, nil
}

// same reports whether two counts are for the same proposal.
func (x VoteCount) same(y VoteCount) bool {
	return x.Draw == y.Draw && x.Among == y.Among && x.Concede == y.Concede
}

// counted fills in the numbers of votes and of seats whose agreement is needed.
func (c *Course) counted(x VoteCount, votes map[int]game.Ballot) VoteCount {
	proposal := turn.Proposal{Draw: x.Draw, Among: x.Among, To: x.Concede}
	voters := turn.Voters(c.Position, proposal)
	for i := range c.Seats {
		seat := i + 1
		if c.SeatSet(seat)&voters == 0 || x.Draw && c.States[i].Bot != "" {
			continue
		}
		x.Of++
		if c.favours(votes, seat, proposal) {
			x.For++
		}
	}
	return x
}

// proposal returns a sentence that says what a vote is for.
func (x VoteCount) proposal(g *game.Game) message.Message {
	switch {
	case !x.Draw:
		return message.New("A player proposes to concede the game to {power}.", message.PowerOf(g.Setting.Powers, x.Concede))
	case x.Among == 0:
		return message.New("A player proposes a draw of all who are left.")
	}
	return message.New("A player proposes a draw among {powers:name}.", x.among(g))
}

// among lists the powers that share a draw.
func (x VoteCount) among(g *game.Game) message.List {
	var out []message.Power
	for p := machiavelli.Power(1); int(p) < len(g.Setting.Powers); p++ {
		if x.Among.Has(p) {
			out = append(out, message.PowerOf(g.Setting.Powers, p))
		}
	}
	return message.ListOf(message.And, out)
}

// Says returns a sentence with the state of the vote.
func (x VoteCount) Says(g *game.Game) message.Message {
	agree, of := message.Number(x.For), message.Number(x.Of)
	switch {
	case !x.Draw:
		return message.New("A player proposes to concede the game to {power}: {n} of {all} agree.", message.PowerOf(g.Setting.Powers, x.Concede), agree, of)
	case x.Among == 0:
		return message.New("A player proposes a draw of all who are left: {n} of {all} agree.", agree, of)
	}
	return message.New("A player proposes a draw among {powers:name}: {n} of {all} agree.", x.among(g), agree, of)
}

// tellVote notifies everyone of a proposal that is new in this phase, unless the game hides votes
// or this vote already ends the game.
func (c *Course) tellVote(v game.Ballot) error {
	if !c.View(game.Role{}).SeesVotes() {
		return nil
	}
	votes, err := c.Tx.Votes.Ballots(c.ID)
	if err != nil {
		return err
	}
	x := c.counted(VoteCount{Draw: v.Draw, Among: v.Among, Concede: v.Concede}, votes)
	if x.For >= x.Of {
		return nil
	}
	told, err := c.list(VoteToldItem)
	if err != nil {
		return err
	}
	key := fmt.Sprintf("%t %d %d", x.Draw, x.Among, x.Concede)
	if _, before := told[key]; before {
		return nil
	}
	if err := c.put(VoteToldItem, key, []byte("true")); err != nil {
		return err
	}
	return gamestate.Notice(c.Tx, c.State, journal.Everybody, journal.Notice{
		Topic: journal.TopicVote,
		Said: gamestate.Sentences(x.proposal(c.Game),
			message.New("To vote for it, open the game, or answer with the line {command}. Votes last for this phase only.", message.Order(x.command(c.Game)))),
	})
}

// command returns the e-mail command for this vote.
func (x VoteCount) command(g *game.Game) string {
	if !x.Draw {
		return "SET CONCEDE " + string(rune(g.Setting.Powers[x.Concede].Letter))
	}
	letters := ""
	for p := machiavelli.Power(1); int(p) < len(g.Setting.Powers); p++ {
		if x.Among.Has(p) {
			letters += string(rune(g.Setting.Powers[p].Letter))
		}
	}
	if letters == "" {
		return "SET DRAW"
	}
	return "SET DRAW " + letters
}
