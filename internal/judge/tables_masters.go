package judge

import (
	"context"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
)

// Promote makes an observer a master beside the others. It is for masters.
func (j *Judge) Promote(ctx context.Context, gameID string, role game.Role, account string) error {
	return j.Write(ctx, func(tx game.Tx) error {
		g, role, err := j.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		if !role.Master {
			return game.ErrMaster
		}
		a, err := j.Accounts.Able(tx, account)
		if err != nil {
			return err
		}
		parts, err := g.Members(tx)
		if err != nil {
			return err
		}
		who := gamestate.Part(parts, account)
		switch {
		case who.Master:
			return &game.Error{Code: game.Conflict, Message: a.Name + " is a master of this game already."}
		case who.Player:
			return &game.Error{Code: game.Conflict, Message: "Masters see everything: who plays in the game cannot be one."}
		case !who.Observer:
			return &game.Error{Code: game.Conflict, Message: a.Name + " must watch the game (OBSERVE) before becoming its master."}
		}
		if err := g.Leave(tx, gamestate.FindMember(parts, account, game.Observer)); err != nil {
			return err
		}
		if err := tx.SaveMember(game.Member{Game: g.ID, Account: account, Kind: game.Master, Joined: g.At}); err != nil {
			return err
		}
		return gamestate.Notice(tx, g, journal.Everybody, journal.Notice{Topic: journal.TopicPromotion, Who: a.Name, Text: "The game has an additional master."})
	})
}

// Terminate gives a game up. One that forms is gone for good, and its name is
// free again; one in play can be resumed.
func (j *Judge) Terminate(ctx context.Context, gameID string, role game.Role) error {
	return j.Write(ctx, func(tx game.Tx) error {
		g, role, err := j.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		if err := checkSettable(g, game.Role{Master: role.Master}); err != nil {
			return err
		}
		return terminate(g, tx, "A master has terminated the game. It can be resumed.")
	})
}

// terminate ends a game, and tells everybody with a text: for good where it has not
// begun.
func terminate(g *gamestate.State, tx game.Tx, text string) error {
	n := journal.Notice{Topic: journal.TopicTerminated, Text: text}
	r := g.Record
	if g.Status == game.Forming {
		r.Finished = true
		n.Text = "The game was cancelled before it began."
		if err := tx.Drop("", gamestate.NameItem, gamestate.NameKey(g.Name)); err != nil {
			return err
		}
	}
	r.Status = game.Terminated
	if err := tx.SaveGame(r); err != nil {
		return err
	}
	if err := gamestate.Notice(tx, g, journal.Everybody, n); err != nil {
		return err
	}
	if g.Number == 0 {
		return nil
	}
	return schedLook(tx, g.ID, g.At) // the clock stops when it is looked at
}
