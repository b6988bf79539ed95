package game

import (
	"errors"
	"strconv"

	"podesta/machiavelli/message"
)

// Error is an error for people: a code for programs and a message that says what
// to do.
type Error struct {
	Code    string
	Message message.Message
}

// Refuse returns an error with a code and a message.
func Refuse(code string, why message.Message) *Error { return &Error{Code: code, Message: why} }

// Wrong turns another package's error about invalid input into an Error with the code Invalid.
func Wrong(err error) *Error { return Refuse(Invalid, message.Of(err)) }

// Error returns the message in English.
func (e *Error) Error() string { return e.Message.String() }

// Say returns the message.
func (e *Error) Say() message.Message { return e.Message }

// In returns the message in a language.
func (e *Error) In(l message.Language) string { return e.Message.In(l) }

// Quoted returns a word that a person typed, in quotation marks and without control
// characters.
func Quoted(word string) message.Order { return message.Order(strconv.Quote(word)) }

// The codes of errors.
const (
	NotFound  = "not_found"
	Forbidden = "forbidden"
	// CodeNeeded means that a code of the second factor is required.
	CodeNeeded = "code_needed"
	Stale      = "stale"
	Invalid    = "invalid"
	Conflict   = "conflict"
	NotReady   = "not_ready" // NotReady means that the orders of a seat are not complete.
	TooLarge   = "too_large"
	TooMany    = "too_many" // TooMany means that something was done too often in too short a time.
	Internal   = "internal"
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

// Errors that several packages return.
var (
	ErrNoGame  = Refuse(NotFound, message.New("There is no such game."))
	ErrNoPhase = Refuse(NotFound, message.New("The game has no phase of that number."))
	ErrKey     = Refuse(Forbidden, message.New("This link does not open the game. Ask the game master for your link."))
	ErrStale   = Refuse(Stale, message.New("The game has moved on: these orders are for an earlier phase and were not saved. Look at the new position and send new orders."))
	ErrPlayer  = Refuse(Forbidden, message.New("This is for the player of that seat."))
	ErrMaster  = Refuse(Forbidden, message.New("Only the game's master can do this."))
	ErrNoSeat  = Refuse(NotFound, message.New("The game has no such seat."))
	ErrOver    = Refuse(Conflict, message.New("The game is over."))
	ErrNotOver = Refuse(Conflict, message.New("The game is not over yet."))
	ErrForming = Refuse(Conflict, message.New("The game has not begun: it waits for players."))
)
