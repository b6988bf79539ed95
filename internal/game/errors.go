package game

import (
	"errors"
	"fmt"

	"podesta/machiavelli/message"
)

// Error is an error for people: a code for programs and a sentence that says
// what to do.
type Error struct {
	Code    string
	Message string          // in English
	Said    message.Message // the same for every language; empty for errors that exist only in English
}

// Refuse returns an error with a message.
func Refuse(code string, said message.Message) *Error {
	return &Error{Code: code, Message: said.String(), Said: said}
}

// In returns the error in a language, or in English if it exists in no other.
func (e *Error) In(l message.Language) string {
	if e.Said.IsZero() {
		return e.Message
	}
	return e.Said.In(l)
}

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

// ErrorCode returns the code of an error: Internal for errors that are not
// meant for people, and "" for nil.
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
	return &Error{Code: Invalid, Message: fmt.Sprintf(format, args...)}
}

// Errors of several packages.
var (
	ErrNoGame  = Refuse(NotFound, message.New("There is no such game."))
	ErrNoPhase = Refuse(NotFound, message.New("The game has no phase of that number."))
	ErrKey     = Refuse(Forbidden, message.New("This link is no key to the game. Ask whoever runs the game for your link."))
	ErrStale   = Refuse(Stale, message.New("The game has moved on: these orders are for an earlier phase and were not kept. Look at the new position and send new orders."))
	ErrPlayer  = Refuse(Forbidden, message.New("This is for the player of that seat."))
	ErrMaster  = Refuse(Forbidden, message.New("Only the game's master can do this."))
	ErrNoSeat  = Refuse(NotFound, message.New("The game has no such seat."))
	ErrOver    = Refuse(Conflict, message.New("The game is over."))
	ErrForming = Refuse(Conflict, message.New("The game has not begun: it waits for players."))
)
