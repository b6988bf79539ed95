package botgames

import (
	"context"
	"fmt"
	"runtime/debug"

	"podesta/internal/game"
	"podesta/internal/slow"
	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/message"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// Hint contains the orders that a computer player would give for a seat. It is an opinion, based
// only on what the seat may see.
type Hint struct {
	Revision int    // revision of the game for which it was made
	Number   int    // number of the phase
	Kind     string // the kind of computer player, as in package bot
	Powers   []HintPower
}

// HintPower contains the lines for one power of the seat; Lines is empty if nothing has to be
// ordered.
type HintPower struct {
	Power machiavelli.Power
	Lines []turn.Line
}

// Text returns the lines as text, one per line.
func (h *HintPower) Text() string {
	text := ""
	for _, l := range h.Lines {
		text += l.Text + "\n"
	}
	return text
}

var (
	errHintPeople  = game.Refuse(game.Forbidden, message.New("There are no hints in a game with other people. They are for games in which computer players hold all other seats."))
	errHintNothing = game.Refuse(game.Conflict, message.New("You have no orders to give in this phase, so there is no hint."))
)

// Hint returns the orders that the strongest computer player would give for the seat of a role. It
// returns an error for games with other human players, for games that are over, and for a seat that
// owes no orders.
func (u *BotGames) Hint(ctx context.Context, id string, role game.Role) (*Hint, error) {
	if role.Seat == 0 {
		return nil, game.ErrPlayer
	}
	h := &Hint{Kind: bot.Levels()[0]}
	var s BotSeat
	var r *rules.Set
	err := u.base.Read(ctx, func(tx *game.Tx) error {
		g, err := u.base.Load(tx, id)
		if err != nil {
			return err
		}
		if g.Finished {
			return game.ErrOver
		}
		t, err := u.base.Board(tx, g)
		if err != nil {
			return err
		}
		for _, x := range t.Seats {
			if x.Number != role.Seat && x.Bot == "" {
				return errHintPeople
			}
		}
		if role.Seat > len(t.Seats) || !t.Seats[role.Seat-1].Owes || t.Seats[role.Seat-1].Bot != "" {
			return errHintNothing
		}
		h.Revision, h.Number, r = g.Revision, g.Number, &g.Rules
		s, err = u.botSeat(tx, g, t, role.Seat, h.Kind)
		return err
	})
	if err != nil {
		return nil, err
	}
	done, err := slow.Enter(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	h.Powers, err = decide(h.Kind, r, &s)
	return h, err
}

// decide returns the orders of a computer player for a seat. It turns a panic of
// the player into an error.
func decide(kind string, r *rules.Set, s *BotSeat) (out []HintPower, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the hint of %s: panic: %v\n%s", kind, p, debug.Stack())
		}
	}()
	player, err := bot.New(kind)
	if err != nil {
		return nil, err
	}
	v := s.View(r)
	for _, p := range s.Powers {
		out = append(out, HintPower{p, player.Decide(v, p)})
	}
	return out, nil
}
