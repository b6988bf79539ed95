package clock

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"podesta/internal/game"
)

// A table is a game of one visitor against computer players, whose seats are held by links. It
// has no deadline; a phase in which the visitor has nothing to do is resolved without waiting.

// playItem is the kind of the item, without a key, that contains a table's Play.
const playItem = "play"

// PlayJob is the kind of the jobs that delete unused tables. PlaysItem is the kind of the items,
// outside of games, that list an account's tables.
const (
	PlayJob   = "play"
	PlaysItem = "plays"
)

// Limits of tables.
const (
	UsualPlay  = 2000                // default maximum number of tables
	PlayFirst  = 48 * time.Hour      // time after which a table at which nothing was done is deleted
	PlayTime   = 60 * 24 * time.Hour // time after which an unused table is deleted
	playWatch  = 1500 * time.Millisecond
	PlayPhases = 400 // maximum number of phases that computer players play alone
	playBatch  = 50
	MostPlays  = 20 // tables per account
)

// Play is the data that only tables against computer players have.
type Play struct {
	Seat    int    `json:"seat"`              // the visitor's seat
	Account string `json:"account,omitempty"` // the account that keeps the table
	Until   int    `json:"until,omitempty"`   // last phase that computer players play alone
}

// PutPlay stores the state of a game against computer players.
func PutPlay(tx *game.Tx, game string, p Play) error {
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return tx.Items.Put(game, playItem, "", text)
}

func readPlay(tx *game.Tx, game string) (Play, error) {
	var p Play
	text, err := tx.Items.Get(game, playItem, "")
	if err != nil {
		return p, err
	}
	return p, json.Unmarshal(text, &p)
}

// Touch keeps a visitor's game for a while longer, because the visitor has acted. It does nothing
// in other games and in games that an account keeps.
func (c *Course) Touch() error {
	if c.Play == nil || c.Play.Account != "" {
		return nil
	}
	return c.Tx.Jobs.Enqueue(game.Job{Kind: PlayJob, Key: c.ID, Game: c.ID, Due: c.At.Add(PlayTime)})
}

// dropPlays deletes the tables whose time has expired.
func (k *Clockwork) dropPlays(ctx context.Context) error {
	for {
		n := 0
		err := k.base.Write(ctx, func(tx *game.Tx) error {
			jobs, err := tx.Jobs.Claim(PlayJob, k.base.Now(), BotLease, playBatch)
			if err != nil {
				return err
			}
			n = len(jobs)
			for _, job := range jobs {
				r, err := tx.Games.Game(job.Game)
				if errors.Is(err, game.ErrNoRecord) || err == nil && !r.Play {
					if err := FinishJob(tx, job); err != nil {
						return err
					}
					continue
				}
				if err != nil {
					return err
				}
				if err := tx.Games.DropGame(job.Game); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || n < playBatch {
			return err
		}
	}
}

// botsAt returns when to ask the computer players of a game for orders, or the zero time if they
// must not be asked yet. While a person plays, they are asked at once. Otherwise they continue
// only as far as the visitor wants to watch, and slowly enough to be watched.
func (c *Course) botsAt() time.Time {
	switch {
	case c.Play == nil || c.Playing():
		return c.At
	case c.Number < c.Play.Until:
		return c.At.Add(playWatch)
	}
	return time.Time{}
}

// Playing reports whether the visitor of a game against computer players still
// plays it.
func (c *Course) Playing() bool {
	return c.States[c.Play.Seat-1].Bot == "" && !c.Out(c.Play.Seat)
}

// rests reports whether a game against computer players is waiting for a command of its
// spectator.
func (c *Course) rests() bool {
	return c.Play != nil && !c.Playing() && c.Number >= c.Play.Until
}

// Hold gives the visitor's seat to a computer player of a kind or, if kind is empty, back to the
// visitor. Nothing happens until a person plays or watches.
func (c *Course) Hold(seat int, kind string) {
	c.Play.Until = 0
	c.States[seat-1] = game.SeatState{Bot: kind}
	c.State.Seats[seat-1].Player, c.Seats[seat-1].Bot = "", kind
	if kind != "" {
		c.State.Seats[seat-1].Player = BotName(kind)
	}
	c.JudgeSeat(seat)
	c.Timing.Bots = 0
}
