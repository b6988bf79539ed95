package judge

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/machiavelli/rating"
)

// Judge hosts games. Its methods may be called at the same time.
type Judge struct {
	*gamestate.Base
	points rating.Table // SetPoints; nil: what is left of that of 1978
	plays  int          // AllowPlay

	mu     sync.Mutex
	tidied time.Time // when accounts were last looked through
	last   look      // at the clock
}

// New returns a judge over a store. All keys of games are derived from the
// secret, which must stay the same as long as the store does.
func New(s game.Store, c gamestate.Clock, secret []byte) *Judge {
	return &Judge{Base: gamestate.New(s, c, secret), plays: UsualPlay}
}

// SetLog has the judge write down who signs on, with the outcome, and changes of
// what opens accounts: never a secret, nor what was typed as an address.
func (j *Judge) SetLog(log *slog.Logger) {
	j.Accounts.SetLog(log)
}

// TakeSeat writes the player's name at a seat; it is for the seat's own key.
func (j *Judge) TakeSeat(ctx context.Context, id string, role game.Role, name string) error {
	name, err := game.CleanName(name, "your name")
	if err != nil {
		return err
	}
	return j.Write(ctx, func(tx game.Tx) error {
		g, err := j.Load(tx, id)
		if err != nil {
			return err
		}
		if !g.Hosting.Links {
			return gamestate.ErrKeyless
		}
		if role.Seat < 1 {
			return game.ErrPlayer
		}
		err = tx.NameSeat(id, role.Seat, name)
		if errors.Is(err, game.ErrNoRecord) {
			return game.ErrNoSeat
		}
		return cmp.Or(err, gamestate.Wake(tx, g))
	})
}
