package gamestate

import (
	"errors"

	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
)

// ErrStranger is the error for accounts without a role in a game.
var ErrStranger = game.Refuse(game.Forbidden, message.New("You are not part of this game. Join it or observe it first."))

// The errors of games that are not being played.
var (
	ErrPaused  = game.Refuse(game.Conflict, message.New("The game is paused. Resume it first."))
	ErrStopped = game.Refuse(game.Conflict, message.New("The game is not being played."))
)

// CheckReader returns an error if the seat does not exist or sees says that the caller may not see
// its data.
func (g *State) CheckReader(seat int, sees func(seat int) bool) error {
	switch {
	case seat < 1 || seat > len(g.Seats):
		return game.ErrNoSeat
	case sees(seat):
		return nil
	}
	return game.ErrPlayer
}

// checkRevision returns an error if the game is over or has another revision.
func (g *State) checkRevision(revision int) error {
	switch {
	case g.Status == game.Terminated:
		return ErrStopped
	case g.Finished:
		return game.ErrOver
	case g.Revision != revision:
		return game.ErrStale
	}
	return nil
}

// WrapError adds the game to an error that is a fault of the judge.
func (g *State) WrapError(err error) error {
	var known *game.Error
	if err == nil || errors.As(err, &known) || errors.Is(err, game.ErrRevision) {
		return err
	}
	return &gameError{g.ID, err}
}

// gameError is an error with the game in which it occurred.
type gameError struct {
	game string
	err  error
}

func (e *gameError) Error() string { return "game " + e.game + ": " + e.err.Error() }

func (e *gameError) Unwrap() error { return e.err }

// ErrKeyless is returned when a command needs the secret links of a game that is played with
// accounts.
var ErrKeyless = game.Refuse(game.Forbidden, message.New("This game has no secret links: its players and masters sign in with their accounts."))

// CheckRevision returns an error if the game is over or has another revision. If a master has
// changed the game since, the error says how.
func (g *State) CheckRevision(tx *game.Tx, revision int) error {
	err := g.checkRevision(revision)
	if !errors.Is(err, game.ErrStale) || revision > g.Revision {
		return err
	}
	kept, problem := Acts(tx, g.ID)
	if problem != nil {
		return g.WrapError(problem)
	}
	for i := len(kept) - 1; i >= 0; i-- {
		k := &kept[i]
		if k.Revision <= revision || k.Topic == journal.TopicRoll || k.Topic == journal.TopicExport {
			continue
		}
		what := k.Said
		if what.IsZero() {
			what = journal.Quote(k.In(message.English))
		}
		if k.Why != "" {
			what = message.New("{what} The reason: {why}", what, message.Name(ended(k.Why)))
		}
		return staleError{game.Refuse(game.Stale, message.New("{what} What you sent is for an earlier state of the game and was not saved. Look at the game as it is now and send new orders.", what))}
	}
	return err
}

// staleError is ErrStale with the reason for which the command is stale.
type staleError struct{ reason *game.Error }

func (e staleError) Error() string { return e.reason.Error() }

func (e staleError) Is(target error) bool { return target == error(game.ErrStale) }

func (e staleError) Unwrap() error { return e.reason }
