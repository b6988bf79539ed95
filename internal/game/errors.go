package game

import (
	"errors"
	"fmt"
)

// Error is an error that people may see: a code on which programs act and a
// sentence that says what to do.
type Error struct{ Code, Message string }

func (e *Error) Error() string { return e.Message }

// The codes of errors.
const (
	NotFound  = "not_found"
	Forbidden = "forbidden"
	Stale     = "stale"
	Invalid   = "invalid"
	Conflict  = "conflict"
	TooLarge  = "too_large"
	TooMany   = "too_many" // too often in too short a time
	Internal  = "internal"
)

// ErrorCode returns the code of an error: Internal for errors that are not meant
// for people, and the empty string for nil.
func ErrorCode(err error) string {
	var e *Error
	switch {
	case err == nil:
		return ""
	case errors.As(err, &e):
		return e.Code
	}
	return Internal
}

// Invalidf returns an error about input.
func Invalidf(format string, args ...any) error {
	return &Error{Invalid, fmt.Sprintf(format, args...)}
}

// Errors of more than one room.
var (
	ErrNoGame  = &Error{NotFound, "There is no such game."}
	ErrNoPhase = &Error{NotFound, "The game has no phase of that number."}
	ErrKey     = &Error{Forbidden, "This link is no key to the game. Ask whoever runs the game for your link."}
	ErrStale   = &Error{Stale, "The game has moved on: these orders are for an earlier phase and were not kept. Look at the new position and send new orders."}
	ErrPlayer  = &Error{Forbidden, "This is for the player of that seat."}
	ErrMaster  = &Error{Forbidden, "Only the game's master can do this."}
	ErrNoSeat  = &Error{NotFound, "The game has no such seat."}
	ErrOver    = &Error{Conflict, "The game is over."}
	ErrForming = &Error{Conflict, "The game has not begun: it waits for players."}
)
