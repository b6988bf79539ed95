package judge

import (
	"context"

	"podesta/internal/game"
	"podesta/internal/journal"
)

// Promote makes an observer a master beside the others. It is for masters.
func (j *Judge) Promote(ctx context.Context, gameID string, role game.Role, account string) error {
	return j.write(ctx, func(tx game.Tx) error {
		g, role, err := j.hostedTable(tx, gameID, role)
		if err != nil {
			return err
		}
		if !role.Master {
			return game.ErrMaster
		}
		a, err := j.accounts.Able(tx, account)
		if err != nil {
			return err
		}
		parts, err := g.parts(tx)
		if err != nil {
			return err
		}
		who := part(parts, account)
		switch {
		case who.Master:
			return &game.Error{Code: game.Conflict, Message: a.Name + " is a master of this game already."}
		case who.Player:
			return &game.Error{Code: game.Conflict, Message: "Masters see everything: who plays in the game cannot be one."}
		case !who.Observer:
			return &game.Error{Code: game.Conflict, Message: a.Name + " must watch the game (OBSERVE) before becoming its master."}
		}
		if err := g.leave(tx, find(parts, account, game.Observer)); err != nil {
			return err
		}
		if err := tx.SaveMember(game.Member{Game: g.ID, Account: account, Kind: game.Master, Joined: g.at}); err != nil {
			return err
		}
		return notice(tx, g, journal.Everybody, journal.Notice{Topic: journal.TopicPromotion, Who: a.Name, Text: "The game has an additional master."})
	})
}

// Terminate gives a game up. One that forms is gone for good, and its name is
// free again; one in play can be resumed.
func (j *Judge) Terminate(ctx context.Context, gameID string, role game.Role) error {
	return j.write(ctx, func(tx game.Tx) error {
		g, role, err := j.hostedTable(tx, gameID, role)
		if err != nil {
			return err
		}
		if err := g.errSet(game.Role{Master: role.Master}); err != nil {
			return err
		}
		return g.giveUp(tx, "A master has terminated the game. It can be resumed.")
	})
}

// giveUp ends a game, and tells everybody with a text: for good where it has not
// begun.
func (g *opened) giveUp(tx game.Tx, text string) error {
	n := journal.Notice{Topic: journal.TopicTerminated, Text: text}
	r := g.record
	if g.Status == game.Forming {
		r.Finished = true
		n.Text = "The game was cancelled before it began."
		if err := tx.Drop("", nameItem, gameKey(g.Name)); err != nil {
			return err
		}
	}
	r.Status = game.Terminated
	if err := tx.SaveGame(r); err != nil {
		return err
	}
	if err := notice(tx, g, journal.Everybody, n); err != nil {
		return err
	}
	if g.Number == 0 {
		return nil
	}
	return schedLook(tx, g.ID, g.at) // the clock stops when it is looked at
}
