package press

import (
	"context"
	"slices"
	"time"

	"podesta/internal/admin"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
)

// Openness is how far the players of a game that is over have agreed to let
// everybody read its letters.
type Openness struct {
	Agreed, Of int  // of so many players
	Mine       bool // the role is one of those who agree
	Asked      bool // the role's word is asked for
	Open       bool // all have agreed: everybody reads them
}

// OpenLetters says that a player of a game that is over agrees to have its
// letters read by everybody, or takes that back. When all who hold seats at the
// end agree, computer players apart, everybody is told, and it is for good:
// letters that players have written from their seats, grey ones with their
// senders, are open. Letters to and from masters and observers stay closed, and
// so do those of players who left before the end. If the end is
// taken back everything is closed again.
func (p *Press) OpenLetters(ctx context.Context, gameID string, role game.Role, agree bool) error {
	return p.Write(ctx, func(tx game.Tx) error {
		g, role, err := p.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		if err := tx.Lock(g.ID); err != nil {
			return err
		}
		was, err := openness(tx, g, role)
		switch {
		case err != nil:
			return err
		case !g.Finished:
			return &game.Error{Code: game.Conflict, Message: "Letters can be opened when the game is over."}
		case g.Hosting.Press.None:
			return &game.Error{Code: game.Conflict, Message: "This game had no letters among players."}
		case !was.Asked:
			return &game.Error{Code: game.Forbidden, Message: "This is for those who held a seat at the end of the game."}
		case was.Open && !agree:
			return &game.Error{Code: game.Conflict, Message: "The letters are open already, and have been read."}
		case was.Mine == agree:
			return nil
		case !agree:
			return tx.DropAgreement(g.ID, admin.MotionLetters, role.Account)
		}
		if err := tx.SaveAgreement(g.ID, admin.MotionLetters, role.Account); err != nil {
			return err
		}
		if was.Agreed+1 < was.Of {
			return nil
		}
		return gamestate.Notice(tx, g, journal.Everybody, journal.Notice{Topic: journal.TopicLetters, Text: "All players have agreed: everyone can now read the press of the game."})
	})
}

// Openness is how far players have agreed to open the letters, as a role sees
// it; of a game that is not over nobody is asked.
func (p *Press) Openness(ctx context.Context, gameID string, role game.Role) (Openness, error) {
	var o Openness
	err := p.Read(ctx, func(tx game.Tx) error {
		g, err := p.Load(tx, gameID)
		if err == nil {
			o, err = openness(tx, g, role)
		}
		return err
	})
	return o, err
}

func openness(tx game.Tx, g *gamestate.State, role game.Role) (Openness, error) {
	o, _, err := consent(tx, g, role)
	return o, err
}

// consent is the same, with the players whose word it needs.
func consent(tx game.Tx, g *gamestate.State, role game.Role) (Openness, []game.Member, error) {
	var o Openness
	if !g.Finished || g.Hosting.Press.None {
		return o, nil, nil
	}
	agreed, err := tx.Agreements(g.ID, admin.MotionLetters)
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

// heldSince is since when the present holders have had their seats, where the
// letters of a game are open; nil where they are not.
func heldSince(tx game.Tx, g *gamestate.State) (map[int]time.Time, error) {
	o, players, err := consent(tx, g, game.Role{})
	if err != nil || !o.Open {
		return nil, err
	}
	out := map[int]time.Time{}
	for _, m := range players {
		out[m.Seat] = m.Joined
	}
	return out, nil
}

// opened reports whether everybody may read an entry because its writer has agreed
// to that: a letter from a seat to other seats.
func (s *sight) opened(e *game.Entry) bool {
	since, held := s.open[e.From]
	return held && e.Kind == game.PressEntry && len(e.Audience.Seats) > 0 && !e.At.Before(since)
}
