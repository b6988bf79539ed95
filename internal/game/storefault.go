package game

import (
	"errors"

	"podesta/machiavelli/message"
)

// Unavailable is the code of errors that end when the database is available again.
const Unavailable = "unavailable"

// Errors of a store that could not do its work. They wrap the cause, for the
// log.
var (
	// ErrUnavailable means that the database cannot be reached, or has been
	// busy for too long. Nothing was saved.
	ErrUnavailable = Refuse(Unavailable, message.New("The judge cannot reach its database at the moment. Nothing of this was kept; try again in a few minutes."))
	// ErrFull means that the disk under the database is full. Nothing was
	// saved.
	ErrFull = Refuse(Unavailable, message.New("The judge's disk is full. Nothing of this was saved; tell the operator of the judge, and try again later."))
	// ErrOutdated means that a newer program has changed the tables of the
	// database. Nothing was saved.
	ErrOutdated = Refuse(Unavailable, message.New("The judge is being upgraded, and a newer version now uses its database. Nothing was saved; try again in a few minutes."))
	// ErrDamaged means that the database is damaged. Nothing was saved.
	ErrDamaged = Refuse(Unavailable, message.New("The judge's database is damaged. Nothing of this was saved; tell the operator of the judge, who must repair it or put a copy back."))
	// ErrMoved means that the file of the database was removed or replaced while the
	// judge was running. Nothing was saved.
	ErrMoved = Refuse(Unavailable, message.New("The file of the judge's database was removed or replaced while the judge was running. Nothing of this was saved; tell the operator of the judge, who must start it again."))
	// ErrUncertain means that the database became unreachable during a commit and was not
	// reachable again in time to report the outcome.
	ErrUncertain = Refuse(Unavailable, message.New("The judge lost its database while it was keeping this. Look whether it was kept before you send it again."))
)

// ErrTaken is a store's error for something that belongs to another account.
var ErrTaken = errors.New("this belongs to somebody else")
