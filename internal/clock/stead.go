package clock

import (
	"encoding/json"
	"errors"
	"time"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
)

// SteadItem is the kind of the items, keyed by seat, that record when a player was notified that
// a master orders on their behalf.
const SteadItem = "stead"

// steadTime is the minimum time between two such notices in the same phase, because pages send
// orders after every change.
const steadTime = time.Hour

// steadNote is the content of such an item.
type steadNote struct {
	At     time.Time `json:"at"`
	Number int       `json:"number"`
}

// inStead records in the log that a master changes the orders of a seat on its player's behalf, and
// notifies the player, but not again within steadTime. It does nothing if the role is the seat's
// own player, or if one person plays the whole game.
func inStead(tx *game.Tx, g *gamestate.State, role game.Role, seat int) error {
	account := role.Stead
	if account == "" && role.Master && role.Seat != seat {
		account = role.Account
	}
	if g.Solitaire || account == "" && (!role.Master || role.Seat == seat) {
		return nil
	}
	var last steadNote
	text, err := tx.Items.Get(g.ID, SteadItem, gamestate.SeatKey(seat))
	switch {
	case errors.Is(err, game.ErrNoRecord):
	case err != nil:
		return err
	default:
		if err := json.Unmarshal(text, &last); err != nil {
			return g.WrapError(err)
		}
	}
	if last.Number == g.Number && g.At.Sub(last.At) < steadTime {
		return nil
	}
	if text, err = json.Marshal(steadNote{g.At, g.Number}); err != nil {
		return err
	}
	if err := tx.Items.Put(g.ID, SteadItem, gamestate.SeatKey(seat), text); err != nil {
		return err
	}
	n := journal.Notice{
		Topic: journal.TopicStead, Seats: []int{seat}, Copied: role.Copied,
		Said: message.New("A master changes the orders of {powers:name} on its player's behalf, in {phase}. They count as if the player had sent them, and the player can still change them.", g.Called(seat), message.Phase(g.Phase)),
	}
	if account != "" {
		if a, err := tx.Accounts.Account(account); err == nil {
			n.Who = a.Name
		}
	}
	return gamestate.Notice(tx, g, journal.OnlySeats(seat), n)
}
