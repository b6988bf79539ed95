package users

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"podesta/internal/game"
)

// RepeatsKept is how long the answer to a repeatable request is kept.
const RepeatsKept = 24 * time.Hour

// repeats is the prefix of the kinds of items with stored requests; each day has its own kind.
// repeatBatch is the number of items of past days that are removed at a time.
const (
	repeats     = "answers "
	repeatBatch = 500
)

// Repeat is the stored record of a request that its sender may repeat. Callers can encrypt it, so
// that nobody with access to the store can read the sender's key or the answer.
type Repeat struct {
	At      time.Time
	Request []byte // digest of the request
	Answer  []byte // nil while the request is in progress
}

// BeginRequest records that a request is in progress, under a key that also identifies its sender.
// If the key has been used within RepeatsKept, it returns the stored record of that request
// instead. The account or the game is locked meanwhile. The function may is called before a key is
// recorded, and an error from it prevents that.
func (u *Users) BeginRequest(ctx context.Context, account, gameID, key string, request []byte, may func() error) (was *Repeat, err error) {
	if err := u.tidyRepeats(ctx); err != nil {
		return nil, err
	}
	days := u.repeatDays()
	err = u.base.Write(ctx, func(tx *game.Tx) (err error) {
		if was = nil; account != "" {
			err = tx.Accounts.LockAccount(account)
		} else {
			err = tx.Games.Lock(gameID)
		}
		if err != nil {
			return err
		}
		for _, day := range days {
			text, err := tx.Items.Get("", day, key)
			if errors.Is(err, game.ErrNoRecord) {
				continue
			}
			if err != nil {
				return err
			}
			var x Repeat
			if err := json.Unmarshal(text, &x); err != nil {
				return err
			}
			if u.base.Now().Sub(x.At) < RepeatsKept {
				was = &x
				return nil
			}
		}
		if err := may(); err != nil {
			return err
		}
		return u.putRepeat(tx, key, Repeat{At: u.base.Now(), Request: request})
	})
	return was, err
}

// EndRequest stores the answer to a request recorded by BeginRequest, or deletes the record if
// answer is nil.
func (u *Users) EndRequest(ctx context.Context, key string, request, answer []byte) error {
	return u.base.Write(ctx, func(tx *game.Tx) error {
		if answer != nil {
			return u.putRepeat(tx, key, Repeat{At: u.base.Now(), Request: request, Answer: answer})
		}
		for _, day := range u.repeatDays() {
			if err := tx.Items.Drop("", day, key); err != nil {
				return err
			}
		}
		return nil
	})
}

// repeatDays returns the kinds of the items for today and yesterday.
func (u *Users) repeatDays() []string {
	now := u.base.Now().UTC()
	return []string{repeats + now.Format(time.DateOnly), repeats + now.AddDate(0, 0, -1).Format(time.DateOnly)}
}

func (u *Users) putRepeat(tx *game.Tx, key string, x Repeat) error {
	text, err := json.Marshal(x)
	if err != nil {
		return err
	}
	return tx.Items.Put("", u.repeatDays()[0], key, text)
}

// tidyRepeats removes the answers of past days, a few at a time, once a day.
func (u *Users) tidyRepeats(ctx context.Context) error {
	days := u.repeatDays()
	if last := u.repeatsTidied.Swap(&days[0]); last != nil && *last == days[0] {
		return nil
	}
	for more := true; more; {
		err := u.base.Write(ctx, func(tx *game.Tx) error {
			kinds, err := tx.Items.Kinds("")
			if err != nil {
				return err
			}
			more = false
			for _, kind := range kinds {
				if !strings.HasPrefix(kind, repeats) || slices.Contains(days, kind) {
					continue
				}
				n, err := tx.Items.DropSome("", kind, repeatBatch)
				if err != nil || n == repeatBatch {
					more = true
					return err
				}
			}
			return nil
		})
		if err != nil {
			u.repeatsTidied.Store(nil)
			return err
		}
	}
	return nil
}
