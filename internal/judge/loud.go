package judge

import (
	"encoding/json"
	"errors"
	"time"
)

// Whatever is told to a whole game goes out as letters to everybody in it. An
// account can do so many such things at once after a rest, and as many again in
// the course of an hour; so can whoever has a link, within the game.
const (
	loudItem = "loud" // what somebody has left: by account, of no game; of a game, by the seat that a link opens
	loudHour = 120
)

// loudness is what an account had left at an instant.
type loudness struct {
	Left float64   `json:"left"`
	At   time.Time `json:"at"`
}

// loud counts something that an account tells others. The error is "too_many"
// when it has nothing left; roles without an account are not counted.
func loud(tx Tx, account string, now time.Time) error {
	if account == "" {
		return nil
	}
	return loudIn(tx, "", account, now)
}

// loudIn is loud for a key within a game; an empty game stands for all.
func loudIn(tx Tx, game, account string, now time.Time) error {
	l := loudness{Left: loudHour, At: now}
	text, err := tx.Get(game, loudItem, account)
	switch {
	case errors.Is(err, ErrNoRecord):
	case err != nil:
		return err
	default:
		if err := json.Unmarshal(text, &l); err != nil {
			return err
		}
	}
	if d := now.Sub(l.At); d > 0 {
		l = loudness{Left: min(loudHour, l.Left+d.Hours()*loudHour), At: now}
	}
	if l.Left < 1 {
		return &Error{Code: TooMany, Message: "You have sent too many notices and messages lately, so this was not done. Wait a few minutes and try again."}
	}
	l.Left--
	if text, err = json.Marshal(l); err != nil {
		return err
	}
	return tx.Put(game, loudItem, account, text)
}
