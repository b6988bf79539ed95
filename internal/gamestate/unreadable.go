package gamestate

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
)

// UnreadableError is the error of a game whose stored data are invalid. Such a game is skipped
// wherever several games are read.
type UnreadableError struct {
	Game string
	Err  error
}

// Error says which game cannot be read, and why.
func (e *UnreadableError) Error() string {
	return fmt.Sprintf("game %s cannot be read: %v", e.Game, e.Err)
}

// Unwrap returns the underlying error.
func (e *UnreadableError) Unwrap() error { return e.Err }

// Unreadable reports whether an error means that stored data are invalid, as opposed to a
// failure of the store.
func Unreadable(err error) bool {
	var whole *UnreadableError
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	return errors.As(err, &whole) || errors.As(err, &syntax) || errors.As(err, &kind)
}

// unreadables records the games that were skipped, with their errors.
type unreadables struct {
	mu  sync.Mutex
	all map[string]string
	log *slog.Logger // nil for no log
}

// LeaveOut reports whether err means that a game cannot be read and is to be skipped. It records
// skipped games for operators.
func (b *Base) LeaveOut(id string, err error) bool {
	if !Unreadable(err) {
		return false
	}
	b.unread.mu.Lock()
	known := b.unread.all[id] == err.Error()
	if b.unread.all == nil {
		b.unread.all = map[string]string{}
	}
	b.unread.all[id] = err.Error()
	b.unread.mu.Unlock()
	if b.unread.log != nil && !known {
		b.unread.log.Error("a game cannot be read, and is left out", "game", id, "error", err)
	}
	return true
}

// LeftOut returns the errors of the games that were skipped since the judge started, sorted. It
// is for operators; the caller has checked that.
func (b *Base) LeftOut() []string {
	b.unread.mu.Lock()
	defer b.unread.mu.Unlock()
	return slices.Sorted(maps.Values(b.unread.all))
}
