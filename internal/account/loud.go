package account

import (
	"encoding/json"
	"errors"
	"time"

	"podesta/internal/game"
)

// Whatever is told to a whole game goes out as letters to everybody in it. An
// account can do so many such things at once after a rest, and as many again in
// the course of an hour; so can whoever has a link, within the game.
const (
	NoticesItem = "loud" // what somebody has left: by account, of no game; of a game, by the seat that a link opens
	loudHour    = 120
)

// loudness is what an account had left at an instant.
type loudness struct {
	Left float64   `json:"left"`
	At   time.Time `json:"at"`
}

// CountNotice counts something that an account tells others. The error is "too_many"
// when it has nothing left; roles without an account are not counted.
func CountNotice(tx game.Tx, account string, now time.Time) error {
	if account == "" {
		return nil
	}
	return CountNoticeIn(tx, "", account, now)
}

// CountNoticeIn is loud for a key within a game; an empty game stands for all.
func CountNoticeIn(tx game.Tx, gameID, account string, now time.Time) error {
	l := loudness{Left: loudHour, At: now}
	text, err := tx.Get(gameID, NoticesItem, account)
	switch {
	case errors.Is(err, game.ErrNoRecord):
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
		return &game.Error{Code: game.TooMany, Message: "You have sent too many notices and messages lately, so this was not done. Wait a few minutes and try again."}
	}
	l.Left--
	if text, err = json.Marshal(l); err != nil {
		return err
	}
	return tx.Put(gameID, NoticesItem, account, text)
}
