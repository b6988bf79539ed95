package botgames

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"podesta/internal/game"
)

// The exhibition is a game between computer players that visitors can watch. It is a table like
// those of visitors, except that it is in no list, rating or data set, and is deleted when
// nobody has looked at it for a long time. It is played only while there are visitors.
const (
	exhibitItem  = "exhibit"        // the kind of the item with the exhibition, which belongs to no game and has no key
	exhibitEvery = 2 * time.Minute  // time between two phases
	exhibitWhile = 10 * time.Minute // how long it continues after the last visit
	exhibitBot   = "even"
	exhibitRules = "battleline-1978-basic"
)

// exhibition is this process's record of the exhibition.
type exhibition struct {
	mu      sync.Mutex
	visited time.Time
	game    string
	number  int
}

// exhibited is the content of the exhibition's item.
type exhibited struct {
	Game string    `json:"game"`
	Next time.Time `json:"next"` // the earliest time at which its next phase begins
}

// Exhibition returns the exhibition and the number of its phase, or "" if there is none, and
// records the visit.
func (u *BotGames) Exhibition() (id string, number int) {
	x := &u.exhibition
	x.mu.Lock()
	defer x.mu.Unlock()
	x.visited = u.base.Now()
	return x.game, x.number
}

// ExhibitWork plays a phase of the exhibition, or begins another one, if there was a recent visit
// and it is time. It returns how many phases it has begun.
func (u *BotGames) ExhibitWork(ctx context.Context) (int, error) {
	x := &u.exhibition
	x.mu.Lock()
	idle := x.visited.IsZero() || u.base.Now().Sub(x.visited) > exhibitWhile
	x.mu.Unlock()
	if idle || !u.MayPlay() {
		return 0, nil
	}
	now, due, err := u.claimExhibit(ctx)
	if err != nil {
		return 0, err
	}
	g, err := u.base.Game(ctx, now.Game)
	if err != nil && game.ErrorCode(err) != game.NotFound {
		return 0, err
	}
	gone := err != nil || g.Finished
	if gone && due {
		if now, err = u.newExhibit(ctx); game.ErrorCode(err) == game.TooMany {
			return 0, nil // there is no room for more tables
		} else if err != nil {
			return 0, err
		}
		g, err = u.base.Game(ctx, now.Game)
	}
	if err != nil {
		return 0, err
	}
	x.mu.Lock()
	x.game, x.number = g.ID, g.Number
	x.mu.Unlock()
	if !due {
		return 0, nil
	}
	st, err := u.PlayState(ctx, g.ID)
	if err == nil && !g.Finished {
		err = u.WatchPlay(ctx, g.ID, game.Role{Seat: st.Seat}, 1)
	}
	return 1, err
}

// claimExhibit returns the exhibition, and whether it is this process's turn to play its next
// phase.
func (u *BotGames) claimExhibit(ctx context.Context) (now exhibited, due bool, err error) {
	err = u.base.Write(ctx, func(tx *game.Tx) error {
		now, due = exhibited{}, false
		text, err := tx.Items.Get("", exhibitItem, "")
		if err == nil {
			err = json.Unmarshal(text, &now)
		} else if errors.Is(err, game.ErrNoRecord) {
			err = nil
		}
		if err != nil || now.Next.After(u.base.Now()) {
			return err
		}
		due, now.Next = true, u.base.Now().Add(exhibitEvery)
		return putExhibit(tx, now)
	})
	return now, due, err
}

func putExhibit(tx *game.Tx, now exhibited) error {
	text, err := json.Marshal(now)
	if err != nil {
		return err
	}
	return tx.Items.Put("", exhibitItem, "", text)
}

// newExhibit begins another exhibition.
func (u *BotGames) newExhibit(ctx context.Context) (exhibited, error) {
	out := exhibited{Next: u.base.Now().Add(exhibitEvery)}
	g, _, seat, err := u.Play(ctx, NewPlay{Preset: exhibitRules, Bot: exhibitBot, exhibit: true})
	if err != nil {
		return out, err
	}
	out.Game = g.ID
	if err := u.LeavePlay(ctx, g.ID, game.Role{Seat: seat}); err != nil {
		return out, err
	}
	return out, u.base.Write(ctx, func(tx *game.Tx) error { return putExhibit(tx, out) })
}
