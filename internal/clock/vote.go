package clock

import (
	"context"
	"slices"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/turn"
)

// Vote votes for a draw or a concession, or withdraws a vote. A seat votes for all its powers, and
// only for the current phase. Everyone sees the number of votes for each proposal, unless the game
// hides it, but only masters and the seat itself see who voted. When everyone whose agreement is
// needed votes for the same proposal, the game is over at once.
//
// If draws include all survivors, a vote is for a draw of all or for a concession. Otherwise it
// names the powers that may share the victory; the seat's own powers must share it if it names
// them. The largest set of powers that everyone accepts wins, and a set of one is a concession. A
// seat that has not voted accepts nothing except its own victory.
func (k *Clockwork) Vote(ctx context.Context, gameID string, role game.Role, seat int, v game.Ballot) error {
	return k.inSeat(ctx, gameID, role, seat, func(tx *game.Tx, c *Course) error {
		v, err := c.checkVote(seat, v)
		if err != nil {
			return err
		}
		if err := gamestate.Wake(tx, c.State); err != nil {
			return err
		}
		if v.None() {
			return tx.Votes.DropBallot(gameID, seat)
		}
		if err := tx.Votes.SaveBallot(gameID, seat, v); err != nil {
			return err
		}
		if err := c.tellVote(v); err != nil {
			return err
		}
		return c.count()
	})
}

// Ballot returns the vote of a seat in the current phase, for its player and
// masters.
func (k *Clockwork) Ballot(ctx context.Context, gameID string, role game.Role, seat int) (game.Ballot, error) {
	var v game.Ballot
	err := k.base.Read(ctx, func(tx *game.Tx) error {
		v = game.Ballot{}
		g, role, err := k.base.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		if err := g.CheckReader(seat, g.View(role).SeesVote); err != nil {
			return err
		}
		all, err := tx.Votes.Ballots(gameID)
		v = all[seat]
		return err
	})
	return v, err
}

// checkVote returns a ballot, and an error if the game or the position does not allow it.
func (c *Course) checkVote(seat int, v game.Ballot) (game.Ballot, error) {
	if v.None() {
		return game.Ballot{}, nil
	}
	switch {
	case c.Status == game.Paused:
		return v, gamestate.ErrPaused
	case c.Status != game.Active:
		return v, gamestate.ErrStopped
	case v.Draw && v.Concede != machiavelli.Nobody:
		return v, game.Refuse(game.Invalid, message.New("Vote for a draw or for a concession, not for both."))
	}
	voters := turn.Voters(c.Position, turn.Proposal{Draw: true})
	if c.SeatSet(seat)&voters == 0 {
		return v, game.Refuse(game.Conflict, message.New("A power with neither a unit nor a city has no vote."))
	}
	switch {
	case v.Concede != machiavelli.Nobody:
		return v, c.checkConcession(seat, v, voters)
	case c.Hosting.Dias && v.Among != 0:
		return v, game.Refuse(game.Invalid, message.New("In this game a draw includes all who are left: vote for it without naming powers."))
	case !c.Hosting.Dias && v.Among == 0:
		return v, game.Refuse(game.Invalid, message.New("In this game a vote for a draw names the powers that may share it."))
	}
	for p := machiavelli.Power(0); p < machiavelli.MaxPowers; p++ {
		switch {
		case !v.Among.Has(p) || voters.Has(p):
		case p == machiavelli.Nobody || int(p) >= len(c.Setting.Powers):
			return v, game.Refuse(game.Invalid, message.New("There is no such power."))
		default:
			return v, game.Refuse(game.Invalid, message.New("{Power:name} has neither a unit nor a city and cannot share a draw.", message.PowerOf(c.Setting.Powers, p)))
		}
	}
	return v, nil
}

func (c *Course) checkConcession(seat int, v game.Ballot, voters machiavelli.PowerSet) error {
	switch {
	case !c.Hosting.Concessions:
		return game.Refuse(game.Forbidden, message.New("In this game nobody can concede."))
	case int(v.Concede) >= len(c.Setting.Powers):
		return game.Refuse(game.Invalid, message.New("There is no such power."))
	case c.SeatSet(seat).Has(v.Concede):
		return game.Refuse(game.Invalid, message.New("You cannot concede the game to yourself; the others can."))
	case !voters.Has(v.Concede):
		return game.Refuse(game.Invalid, message.New("{Power:name} has neither a unit nor a city: nobody can concede to it.", message.PowerOf(c.Setting.Powers, v.Concede)))
	}
	return nil
}

// SeatSet returns the powers of a seat.
func (c *Course) SeatSet(seat int) machiavelli.PowerSet {
	var set machiavelli.PowerSet
	for _, p := range c.PowersAt(seat) {
		set = set.With(p)
	}
	return set
}

// count ends the game if the players have agreed to end it.
func (c *Course) count() error {
	votes, err := c.Tx.Votes.Ballots(c.ID)
	if err != nil {
		return err
	}
	votes = c.agreeing(votes)
	for _, x := range c.proposals(votes) {
		var favour machiavelli.PowerSet
		for seat := range c.Seats {
			if c.favours(votes, seat+1, x) {
				favour |= c.SeatSet(seat + 1)
			}
		}
		if res, ok := turn.Agree(c.Position, x, favour); ok {
			return c.agree(res)
		}
	}
	return nil
}

// proposals returns the proposals to end the game on which these votes could agree.
func (c *Course) proposals(votes map[int]game.Ballot) []turn.Proposal {
	var out []turn.Proposal
	common := machiavelli.PowerSet(0)
	if c.Hosting.Dias {
		out = append(out, turn.Proposal{Draw: true})
	} else {
		common = c.common(votes)
	}
	if common != 0 {
		out = append(out, turn.Proposal{Draw: true, Among: common})
	}
	for seat := range c.Seats { // a draw of one is a concession
		for _, p := range c.PowersAt(seat + 1) {
			if common.Has(p) && common&^c.SeatSet(seat+1) == 0 {
				out = []turn.Proposal{{To: p}}
			}
		}
	}
	for _, v := range votes {
		if x := (turn.Proposal{To: v.Concede}); x.To != machiavelli.Nobody && !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return out
}

// accepted returns the powers that a seat accepts in a draw, if draws do not include all survivors:
// those that it names or, if it has not voted, only its own. A concession names one power.
func (c *Course) accepted(votes map[int]game.Ballot, seat int) machiavelli.PowerSet {
	v, ok := votes[seat]
	if !ok {
		return c.SeatSet(seat)
	}
	set := v.Among
	if v.Concede != machiavelli.Nobody {
		set = set.With(v.Concede)
	}
	return set
}

// common returns the largest set of powers that all voters accept; it may be empty.
func (c *Course) common(votes map[int]game.Ballot) machiavelli.PowerSet {
	voters := turn.Voters(c.Position, turn.Proposal{Draw: true})
	set := voters
	for seat := range c.Seats {
		if c.SeatSet(seat+1)&voters != 0 {
			set &= c.accepted(votes, seat+1)
		}
	}
	return set
}

// favours reports whether the vote of a seat supports a proposal to end the game.
func (c *Course) favours(votes map[int]game.Ballot, seat int, x turn.Proposal) bool {
	v, voted := votes[seat]
	switch {
	case !x.Draw && voted && v.Concede != machiavelli.Nobody:
		return v.Concede == x.To
	case !x.Draw:
		accepts := c.accepted(votes, seat)
		return voted && !c.Hosting.Dias && accepts.Has(x.To) && accepts&c.SeatSet(seat) == 0
	case x.Among == 0:
		return voted && v.Draw
	}
	accepts := c.accepted(votes, seat)
	own := accepts & c.SeatSet(seat)
	// The seat must accept all powers of the proposal, and if it accepts any of its own powers,
	// the proposal must include one of them.
	return x.Among&^accepts == 0 && (own == 0 || own&x.Among != 0)
}

// ClearVotes deletes all votes and motions.
func (c *Course) ClearVotes() error {
	if err := ClearMotions(c.Tx, c.ID); err != nil {
		return err
	}
	if err := game.DropItems(c.Tx, c.ID, VoteToldItem); err != nil {
		return err
	}
	return c.Tx.Votes.DropBallots(c.ID)
}
