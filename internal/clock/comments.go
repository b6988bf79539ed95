package clock

import (
	"encoding/json"
	"errors"
	"slices"
	"time"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// CommentsToldItem is the kind of the item, without a key, that lists the comments on the phases
// of a finished game that have not been announced yet.
const CommentsToldItem = "comments told"

// A notice waits for further comments during commentsWait, and there is at most one notice in
// commentsEvery.
const (
	commentsWait  = time.Hour
	commentsEvery = 24 * time.Hour
)

// newComments records the comments that have not been announced yet.
type newComments struct {
	Told  time.Time `json:"told,omitzero"`   // when the last notice was written
	Due   time.Time `json:"due,omitzero"`    // when the next notice is due; zero if there is none
	Seats []int     `json:"seats,omitempty"` // seats that have commented since the last notice
}

func readNewComments(tx *game.Tx, gameID string) (newComments, error) {
	var n newComments
	data, err := tx.Items.Get(gameID, CommentsToldItem, "")
	if errors.Is(err, game.ErrNoRecord) {
		return n, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &n)
	}
	return n, err
}

func putNewComments(tx *game.Tx, gameID string, n newComments) error {
	data, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return tx.Items.Put(gameID, CommentsToldItem, "", data)
}

// AnnounceComment schedules a notice to the members of a finished game that the player of a seat
// has commented on a phase. It is due an hour from now or a day after the last such notice,
// whichever is later. If a notice is already scheduled, that notice includes the seat.
func AnnounceComment(tx *game.Tx, g *gamestate.State, seat int) error {
	n, err := readNewComments(tx, g.ID)
	if err != nil {
		return g.WrapError(err)
	}
	if !slices.Contains(n.Seats, seat) {
		n.Seats = append(n.Seats, seat)
	}
	if n.Due.IsZero() || n.Due.Before(g.At) {
		if n.Due = g.At.Add(commentsWait); !n.Told.IsZero() && n.Told.Add(commentsEvery).After(n.Due) {
			n.Due = n.Told.Add(commentsEvery)
		}
		if err := tx.Jobs.Enqueue(game.Job{Kind: clockJob, Key: g.ID, Game: g.ID, Due: n.Due}); err != nil {
			return err
		}
	}
	return putNewComments(tx, g.ID, n)
}

// tellComments notifies the members of a finished game of who has commented on its
// phases, if that is due.
func tellComments(tx *game.Tx, g *gamestate.State) error {
	n, err := readNewComments(tx, g.ID)
	if err != nil {
		return g.WrapError(err)
	}
	if n.Due.IsZero() || n.Due.After(g.At) {
		return nil
	}
	var who []message.Power
	for _, seat := range slices.Sorted(slices.Values(n.Seats)) {
		for _, p := range g.PowersAt(seat) {
			if p != machiavelli.Nobody {
				who = append(who, message.PowerOf(g.Setting.Powers, p))
			}
		}
	}
	seats := n.Seats
	if err := putNewComments(tx, g.ID, newComments{Told: g.At}); err != nil {
		return err
	}
	return gamestate.Notice(tx, g, journal.Mates, journal.Notice{
		Topic: journal.TopicComments, Seats: seats,
		Said: message.New("There are new comments on the phases of the game, by {powers:name}.", message.ListOf(message.And, who)),
	})
}
