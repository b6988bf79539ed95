package press

import (
	"context"
	"slices"

	"podesta/internal/admin"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
)

// Openness is the state of the players' agreement to publish the messages of a
// finished game.
type Openness struct {
	Agreed, Of int  // the number of players who agree, and the number who must
	Mine       bool // whether the role is among those who agree
	Asked      bool // whether the role is asked to agree
	Open       bool // whether all have agreed, so that everyone can read them
}

var errNotAtEnd = game.Refuse(game.Forbidden, message.New("This is for those who held a seat at the end of the game."))

// OpenLetters records or withdraws the agreement of a player of a finished game
// to publish its messages. As soon as all holders of seats at the end agree,
// except computer players, everyone is notified and it is permanent: messages
// that players have written from their seats, including grey ones with their
// senders, are public. Messages to and from masters and observers stay private,
// as do those of players who left before the end. If the end is rolled back,
// everything becomes private again.
func (p *Press) OpenLetters(ctx context.Context, gameID string, role game.Role, agree bool) error {
	return p.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := p.base.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		if err := tx.Games.Lock(g.ID); err != nil {
			return err
		}
		was, err := openness(tx, g, role)
		switch {
		case err != nil:
			return err
		case !role.Takes():
			return errNotAtEnd
		case !g.Finished:
			return game.Refuse(game.Conflict, message.New("Messages can be opened when the game is over."))
		case g.Hosting.Press.None:
			return game.Refuse(game.Conflict, message.New("This game had no messages between players."))
		case !was.Asked:
			return errNotAtEnd
		case was.Open && !agree:
			return game.Refuse(game.Conflict, message.New("The messages are open already, and have been read."))
		case was.Mine == agree:
			return nil
		case !agree:
			return tx.Votes.DropAgreement(g.ID, admin.MotionLetters, role.Account)
		}
		if err := tx.Votes.SaveAgreement(g.ID, admin.MotionLetters, role.Account); err != nil {
			return err
		}
		if was.Agreed+1 < was.Of {
			return nil
		}
		return gamestate.Notice(tx, g, journal.Everybody, journal.Notice{Topic: journal.TopicLetters, Said: message.New("All players have agreed: everyone can now read the press of the game.")})
	})
}

// Openness returns the state of the agreement to publish the messages, as a
// role sees it. It is the zero value for a game that is not over.
func (p *Press) Openness(ctx context.Context, gameID string, role game.Role) (Openness, error) {
	var o Openness
	err := p.base.Read(ctx, func(tx *game.Tx) error {
		g, err := p.base.Load(tx, gameID)
		if err == nil {
			o, err = openness(tx, g, role)
		}
		return err
	})
	return o, err
}

func openness(tx *game.Tx, g *gamestate.State, role game.Role) (Openness, error) {
	o, _, err := consent(tx, g, role)
	return o, err
}

// consent returns the state of the agreement and the players whose agreement is needed.
func consent(tx *game.Tx, g *gamestate.State, role game.Role) (Openness, []game.Member, error) {
	var o Openness
	if !g.Finished || g.Hosting.Press.None {
		return o, nil, nil
	}
	agreed, err := tx.Votes.Agreements(g.ID, admin.MotionLetters)
	if err != nil {
		return o, nil, err
	}
	players, err := gamestate.Holders(tx, g)
	if err != nil {
		return o, nil, err
	}
	for _, m := range players {
		o.Of++
		yes := slices.Contains(agreed, m.Account)
		if yes {
			o.Agreed++
		}
		if m.Account == role.Account && m.Seat == role.Seat {
			o.Asked, o.Mine = true, yes
		}
	}
	o.Open = o.Of > 0 && o.Agreed == o.Of
	return o, players, nil
}

// openHolders returns the current players, keyed by seat, if the messages of a game are public, and
// nil otherwise.
func openHolders(tx *game.Tx, g *gamestate.State) (map[int]game.Member, error) {
	o, players, err := consent(tx, g, game.Role{})
	if err != nil || !o.Open {
		return nil, err
	}
	out := map[int]game.Member{}
	for _, m := range players {
		out[m.Seat] = m
	}
	return out, nil
}

// opened reports whether everyone may read an entry because its writer has agreed to it. This
// applies only to messages from a seat to other seats.
func (s *sight) opened(e *game.Entry) bool {
	holder, held := s.open[e.From]
	return held && e.Kind == game.PressEntry && len(e.Audience.Seats) > 0 && !holder.Precedes(e)
}
