package game

import (
	"errors"

	"podesta/machiavelli/message"
)

// Unavailable is the code of errors that pass when the database is back.
const Unavailable = "unavailable"

// Errors of a store that could not do its work. The cause is wrapped beside
// them, for the log.
var (
	// ErrUnavailable: the database cannot be reached, or has been busy for too
	// long. Nothing was kept.
	ErrUnavailable = Refuse(Unavailable, message.New("The judge cannot reach its database at the moment. Nothing of this was kept; try again in a few minutes."))
	// ErrFull: the disk under the database is full. Nothing was kept.
	ErrFull = Refuse(Unavailable, message.New("The judge's disk is full. Nothing of this was kept; tell whoever runs the judge, and try again later."))
	// ErrOutdated: a newer program has changed the tables of the database. Nothing
	// was kept.
	ErrOutdated = Refuse(Unavailable, message.New("The judge is being upgraded, and a newer version now uses its database. Nothing was saved; try again in a few minutes."))
	// ErrUncertain: the database went away while it was keeping something and did
	// not come back in time to say whether it did.
	ErrUncertain = Refuse(Unavailable, message.New("The judge lost its database while it was keeping this. Look whether it was kept before you send it again."))
)

// ErrTaken is the error of a store for what belongs to another account.
var ErrTaken = errors.New("this belongs to somebody else")
