package gamestate

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// ActItem is the kind of the items that contain the acts of masters, by the
// resulting revision of the game.
const ActItem = "act"

// Act is a change that a master made to the game itself. Everyone can see it.
type Act struct {
	Topic    journal.Topic     `json:"topic"` // TopicRollback, TopicEdit, TopicRoll, TopicRules or TopicExport
	At       time.Time         `json:"at"`
	Revision int               `json:"revision"` // of the game after it
	Number   int               `json:"number"`   // of the phase concerned: after a rollback, the phase to which it led
	Phase    machiavelli.Phase `json:"phase"`
	From     machiavelli.Phase `json:"from,omitzero"` // the phase from which the game was rolled back
	Text     string            `json:"text"`          // in complete sentences, in English
	Said     message.Message   `json:"said,omitzero"` // the same for every language; empty for acts stored before
	Why      string            `json:"why,omitempty"`
	Changes  []string          `json:"changes,omitempty"` // what has changed, as far as the reader may know
	Who      string            `json:"who,omitempty"`     // the master's name, if they have an account
}

// In returns what was done in a language, or in English if it exists in no other.
func (a *Act) In(l message.Language) string {
	if a.Said.IsZero() {
		return a.Text
	}
	return a.Said.In(l)
}

// ActRecord is an act as it is stored, including what only some may know of it.
type ActRecord struct {
	Act
	Full  []string         `json:"full,omitempty"`  // for masters
	Seats map[int][]string `json:"seats,omitempty"` // for players who may know more than others

	Times    *journal.Times   // sent with the notice
	Settings []hosting.Change // the changes, if they are of settings
}

// Acts returns the acts of masters in the game, the oldest first.
func Acts(tx game.Tx, game string) ([]ActRecord, error) {
	items, err := tx.List(game, ActItem)
	if err != nil {
		return nil, err
	}
	var out []ActRecord
	for _, key := range slices.Sorted(maps.Keys(items)) {
		var a ActRecord
		if err := json.Unmarshal(items[key], &a); err != nil {
			return nil, fmt.Errorf("act %s: %w", key, err)
		}
		out = append(out, a)
	}
	return out, nil
}

// Record stores an act for the current state of the game and announces it: the
// public part to everyone, and the rest to those who may know it.
func (k *ActRecord) Record(tx game.Tx, g *State, role game.Role) error {
	k.At, k.Revision, k.Text = g.At, g.Revision, k.Said.String()
	var err error
	if k.Who, err = AccountName(tx, role.Account); err != nil {
		return err
	}
	items, err := tx.List(g.ID, ActItem)
	if err != nil {
		return err
	}
	text, err := json.Marshal(k)
	if err != nil {
		return err
	}
	if err := tx.Put(g.ID, ActItem, fmt.Sprintf("%06d", len(items)+1), text); err != nil {
		return err
	}
	data := journal.ActData{Topic: k.Topic, Text: k.Text, Said: k.Said, Why: k.Why, Changes: k.Changes, Settings: k.Settings, Number: k.Number, Who: k.Who, Times: k.Times}
	if err := Log(tx, g, game.ActEntry, journal.Everybody, 0, data); err != nil {
		return err
	}
	for _, seat := range slices.Sorted(maps.Keys(k.Seats)) {
		data.Changes = k.Seats[seat]
		if err := Log(tx, g, game.ActEntry, journal.OnlySeats(seat), 0, data); err != nil {
			return err
		}
	}
	return nil
}
