package account

import (
	"encoding/json"
	"errors"
	"time"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// A message to a whole game is e-mailed to everyone in it. After a pause an
// account can send loudHour such messages at once, and as many again in the
// course of an hour. The same holds, within a game, for the holder of a link.
const (
	// kind of the items with the remaining allowance: of an account, in an item that belongs to no
	// game, or of a seat in a game that is held by a link
	NoticesItem = "loud"
	loudHour    = 120
)

// loudness is the remaining allowance of an account at a point in time.
type loudness struct {
	Left float64   `json:"left"`
	At   time.Time `json:"at"`
}

// CountNotice counts a message of an account to others. The error code is "too_many" if the
// allowance is used up. Roles without an account are not counted.
func CountNotice(tx *game.Tx, account string, now time.Time) error {
	if account == "" {
		return nil
	}
	return CountNoticeIn(tx, "", account, now)
}

// CountNoticeIn is like CountNotice, but counts within a game. An empty gameID stands for all
// games.
func CountNoticeIn(tx *game.Tx, gameID, account string, now time.Time) error {
	l := loudness{Left: loudHour, At: now}
	text, err := tx.Items.Get(gameID, NoticesItem, account)
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
		return game.Refuse(game.TooMany, message.New("You have sent too many notices and messages lately, so this was not done. Wait a few minutes and try again."))
	}
	l.Left--
	if text, err = json.Marshal(l); err != nil {
		return err
	}
	return tx.Items.Put(gameID, NoticesItem, account, text)
}
