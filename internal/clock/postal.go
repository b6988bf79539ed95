package clock

import (
	"encoding/json"
	"maps"
	"slices"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
)

// The kinds of items for messages.
const (
	PostalItem    = "postal"    // postal press, which waits for the end of the phase
	BroadcastItem = "broadcast" // players who have broadcast in this phase (touch press)
)

// PostalLetter is a message of postal press that waits for the end of the
// phase.
type PostalLetter struct {
	From int               `json:"from"`
	Data journal.PressData `json:"data"`
}

// deliverPostal delivers the postal press of the resolved phase.
func (c *Course) deliverPostal() error {
	items, err := c.list(PostalItem)
	if err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(items)) {
		var l PostalLetter
		if err := json.Unmarshal(items[key], &l); err != nil {
			return c.WrapError(err)
		}
		if err := gamestate.Log(c.Tx, c.State, game.PressEntry, journal.Everybody, l.From, l.Data); err != nil {
			return err
		}
		if err := c.Tx.Items.Drop(c.ID, PostalItem, key); err != nil {
			return err
		}
	}
	return nil
}
