package lobby

import (
	"context"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
)

// Promote makes an observer an additional master. It is for masters.
func (l *Lobby) Promote(ctx context.Context, gameID string, role game.Role, account string) error {
	return l.base.Write(ctx, func(tx *game.Tx) error {
		g, _, err := l.base.LoadAsMaster(tx, gameID, role)
		if err != nil {
			return err
		}
		a, err := l.base.Accounts.Able(tx, account)
		if err != nil {
			return err
		}
		if a.Program {
			return ErrNoHosting
		}
		parts, err := g.Members(tx)
		if err != nil {
			return err
		}
		who := gamestate.Part(parts, account)
		switch {
		case who.Master:
			return game.Refuse(game.Conflict, message.New("{who} is a master of this game already.", message.Name(a.Name)))
		case who.Player:
			return game.Refuse(game.Conflict, message.New("Masters see everything, so a player of the game cannot be one."))
		case !who.Observer:
			return game.Refuse(game.Conflict, message.New("{who} must watch the game (OBSERVE) before becoming its master.", message.Name(a.Name)))
		}
		if err := g.Leave(tx, gamestate.FindMember(parts, account, game.Observer)); err != nil {
			return err
		}
		m, err := g.Joining(tx, account, game.Master)
		if err != nil {
			return err
		}
		if err := tx.Members.SaveMember(m); err != nil {
			return err
		}
		return gamestate.Notice(tx, g, journal.Everybody, journal.Notice{Topic: journal.TopicPromotion, Who: a.Name, Said: message.New("The game has an additional master.")})
	})
}

// Terminate terminates a game. A forming game cannot be resumed, and its name
// becomes free; a game in play can be resumed.
func (l *Lobby) Terminate(ctx context.Context, gameID string, role game.Role) error {
	return l.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := l.base.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		if err := checkSettable(g, game.Role{Master: role.Master}); err != nil {
			return err
		}
		if m, err := gamestate.ReadMuster(tx, g.ID); err != nil {
			return err
		} else if m != nil && g.Status == game.Forming {
			if err := l.requeue(tx, g, m); err != nil {
				return err
			}
			if err := game.DropItems(tx, g.ID, gamestate.MusterItem); err != nil {
				return err
			}
		}
		return l.clock.TerminateGame(g, tx, message.New("A master has terminated the game. It can be resumed."))
	})
}
