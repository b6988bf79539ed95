package clock

import (
	"encoding/json"
	"maps"
	"slices"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
)

// The kinds of items that press needs.
const (
	PostalItem    = "postal"    // postal press that waits for the phase to be done
	BroadcastItem = "broadcast" // who has broadcast in this phase, under touch press
)

// PostalLetter is postal press that waits.
type PostalLetter struct {
	From int               `json:"from"`
	Data journal.PressData `json:"data"`
}

// deliverPostal tells everybody the postal press of the phase that was done.
func (c *State) deliverPostal() error {
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
		if err := c.H.Drop(c.ID, PostalItem, key); err != nil {
			return err
		}
	}
	return nil
}
