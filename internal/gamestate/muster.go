package gamestate

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"podesta/internal/game"
)

// MusterItem is the kind of the items with the muster of a forming game: its state under an empty
// key, and the data of each player keyed by account.
const MusterItem = "muster"

// MusterJob is the kind of the jobs that check a muster, with the game as key.
const MusterJob = "muster"

// QueueJob is the kind of the job that creates games from the queue. Its key is QueueKey.
const (
	QueueJob = "queue"
	QueueKey = "all"
)

// Muster is the stage before a full game begins, in which its players confirm that they are
// present.
type Muster struct {
	Queue bool      `json:"queue,omitempty"` // whether the judge has created the game for people in the queue
	Began time.Time `json:"began,omitzero"`
	// Variants lists the variants with which a game of the queue can begin, keyed by number of
	// players.
	Variants map[int]string `json:"variants,omitempty"`
	// Ends is when the search for players for free seats ends; zero if no seat is free.
	Ends time.Time `json:"ends,omitzero"`

	Players map[string]*Mustered `json:"-"` // the players who were asked, keyed by account
}

// Mustered is a player who was asked to confirm.
type Mustered struct {
	Until     time.Time     `json:"until"`              // the time by which they must confirm
	Confirmed time.Time     `json:"confirmed,omitzero"` // zero if they have not confirmed yet
	From      *game.Waiting `json:"from,omitempty"`     // the entry in the queue from which the player came
}

// ReadMuster returns the muster of a game, or nil if it has none.
func ReadMuster(tx *game.Tx, gameID string) (*Muster, error) {
	items, err := tx.Items.List(gameID, MusterItem)
	if err != nil || len(items) == 0 {
		return nil, err
	}
	m := &Muster{Players: map[string]*Mustered{}}
	for key, data := range items {
		if key == "" {
			err = json.Unmarshal(data, m)
		} else {
			p := &Mustered{}
			m.Players[key], err = p, json.Unmarshal(data, p)
		}
		if err != nil {
			return nil, err
		}
	}
	return m, nil
}

// Save stores the muster of a game, and queues its next check.
func (m *Muster) Save(tx *game.Tx, gameID string) error {
	items := map[string][]byte{}
	for key, p := range m.Players {
		data, err := json.Marshal(p)
		if err != nil {
			return err
		}
		items[key] = data
	}
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	items[""] = data
	before, err := tx.Items.List(gameID, MusterItem)
	if err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(before)) {
		if _, ok := items[key]; !ok {
			if err := tx.Items.Drop(gameID, MusterItem, key); err != nil {
				return err
			}
		}
	}
	if err := tx.Items.PutAll(gameID, MusterItem, items); err != nil {
		return err
	}
	due := m.Due()
	if due.IsZero() {
		return nil
	}
	return tx.Jobs.Enqueue(game.Job{Kind: MusterJob, Key: gameID, Game: gameID, Due: due})
}

// Due returns the time of the next step, when a player's time to confirm or the search for players
// ends. It is zero if there is none.
func (m *Muster) Due() time.Time {
	due := m.Ends
	for _, p := range m.Players {
		if p.Confirmed.IsZero() && (due.IsZero() || p.Until.Before(due)) {
			due = p.Until
		}
	}
	return due
}

// Missing returns how many of the players who were asked have not confirmed.
func (m *Muster) Missing() int {
	n := 0
	for _, p := range m.Players {
		if p.Confirmed.IsZero() {
			n++
		}
	}
	return n
}

// WakeQueue makes the judge check the queue at once.
func WakeQueue(tx *game.Tx, now time.Time) error {
	return tx.Jobs.Enqueue(game.Job{Kind: QueueJob, Key: QueueKey, Due: now})
}
