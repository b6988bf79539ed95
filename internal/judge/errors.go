package judge

import (
	"errors"
	"fmt"
)

// Error is an error that a person may see: a code for the door to act on and a
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

// ErrorCode is the code of an error; any error that is not meant for people is
// internal.
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

// Errors that commands give back.
var (
	ErrNoGame  = &Error{NotFound, "There is no such game."}
	ErrNoPhase = &Error{NotFound, "The game has no phase of that number."}
	ErrKey     = &Error{Forbidden, "This link is no key to the game. Ask whoever runs the game for your link."}
	ErrStale   = &Error{Stale, "The game has moved on: these orders are for an earlier phase and were not kept. Look at the new position and send new orders."}

	errPlayer  = &Error{Forbidden, "This is for the player of that seat."}
	errMaster  = &Error{Forbidden, "This is for the game's master."}
	errNoSeat  = &Error{NotFound, "The game has no such seat."}
	errOver    = &Error{Conflict, "The game is over."}
	errForming = &Error{Conflict, "The game has not begun: it waits for players."}
	errTooLong = &Error{TooLarge, fmt.Sprintf("The orders are longer than %d KB; nothing was kept. Send one order a line.", maxText>>10)}
)

// invalid is an error about what somebody sent.
func invalid(format string, args ...any) error {
	return &Error{Invalid, fmt.Sprintf(format, args...)}
}
