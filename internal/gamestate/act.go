package gamestate

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// ActItem is the kind of the items that contain the acts of masters, keyed by the resulting
// revision of the game.
const ActItem = "act"

// Act is a change that a master made to the game itself. Everyone can see it.
type Act struct {
	Topic    journal.Topic `json:"topic"` // one of TopicRollback, TopicEdit, TopicRoll, TopicRules and TopicExport
	At       time.Time     `json:"at"`
	Revision int           `json:"revision"` // revision of the game after the act
	// number of the phase concerned; for a rollback, the phase to which the game returned
	Number int               `json:"number"`
	Phase  machiavelli.Phase `json:"phase"`
	From   machiavelli.Phase `json:"from,omitzero"` // the phase from which the game was rolled back
	Text   journal.English   `json:"text,omitzero"` // text of acts without Said
	Said   message.Message   `json:"said,omitzero"` // the act in complete sentences
	Why    string            `json:"why,omitempty"`
	// Changes and Points list what has changed, as far as the reader may know it. Changes is
	// used only by acts that were stored before messages existed.
	Changes journal.EnglishLines `json:"changes,omitzero"`
	Points  []message.Message    `json:"points,omitempty"`
	Who     string               `json:"who,omitempty"` // the master's name, if they have an account
}

// In returns the text of the act in a language, or in English if there is no translation.
func (a *Act) In(l message.Language) string { return a.Text.In(l, a.Said) }

// ChangesIn returns the changes in a language, or in English if there is no translation.
func (a *Act) ChangesIn(l message.Language) []string { return a.Changes.In(l, a.Points) }

// ActRecord is an act as it is stored, including details that only some people may know.
type ActRecord struct {
	Act
	FullPoints []message.Message `json:"fullPoints,omitempty"` // details for masters
	// details for players who may know more than others
	SeatPoints map[int][]message.Message `json:"seatPoints,omitempty"`

	// Full and Seats are the corresponding details of acts with Changes.
	Full  journal.EnglishLines         `json:"full,omitzero"`
	Seats map[int]journal.EnglishLines `json:"seats,omitempty"`

	Times *journal.Times // times that are sent with the notice
}

// Acts returns the acts of masters in the game, the oldest first.
func Acts(tx *game.Tx, game string) ([]ActRecord, error) {
	items, err := tx.Items.List(game, ActItem)
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
func (k *ActRecord) Record(tx *game.Tx, g *State, role game.Role) error {
	k.At, k.Revision = g.At, g.Revision
	var err error
	if k.Who, err = AccountName(tx, role.Account); err != nil {
		return err
	}
	items, err := tx.Items.List(g.ID, ActItem)
	if err != nil {
		return err
	}
	text, err := json.Marshal(k)
	if err != nil {
		return err
	}
	if err := tx.Items.Put(g.ID, ActItem, fmt.Sprintf("%06d", len(items)+1), text); err != nil {
		return err
	}
	data := journal.ActData{Topic: k.Topic, Said: k.Said, Why: k.Why, Points: k.Points, Number: k.Number, Who: k.Who, Times: k.Times}
	if err := Log(tx, g, game.ActEntry, journal.Everybody, 0, data); err != nil {
		return err
	}
	for _, seat := range slices.Sorted(maps.Keys(k.SeatPoints)) {
		data.Points = k.SeatPoints[seat]
		if err := Log(tx, g, game.ActEntry, journal.OnlySeats(seat), 0, data); err != nil {
			return err
		}
	}
	return nil
}
