package judge

import (
	"podesta/internal/account"
	"podesta/internal/act"
	"podesta/internal/admin"
	"podesta/internal/archive"
	"podesta/internal/botgames"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/hooks"
	"podesta/internal/lobby"
	"podesta/internal/press"
	"podesta/internal/queue"
	"podesta/internal/ratings"
	"podesta/internal/registry"
	"podesta/internal/safety"
	"podesta/internal/slow"
	"podesta/internal/tournament"
	"podesta/internal/users"
	"podesta/machiavelli/rating"
)

// Judge hosts games. It combines the methods of the packages of the judge,
// which are safe for concurrent use. Clients call the methods that take a
// context. Those that take a transaction are for these packages.
type Judge struct {
	*gamestate.Base
	*ratings.Ratings
	*clock.Clockwork
	*admin.Tools
	*press.Press
	*hooks.Caller
	*lobby.Lobby
	*queue.Queue
	*botgames.Solo
	*tournament.Tournaments
	*users.Users
	*safety.Safety
	*archive.Archive

	// Slow is where requests wait for slow work.
	Slow *slow.Queue
}

// New returns a judge on a store with the usual options. All keys of games are derived
// from secret, which must therefore stay the same for the lifetime of the store.
func New(s game.Store, c gamestate.Clock, secret []byte) *Judge {
	j, err := Open(s, c, secret, Usual())
	if err != nil {
		panic(err) // the usual options make sense
	}
	return j
}

// Commands returns the commands that all doors offer.
func (j *Judge) Commands() []act.Command {
	return registry.Rooms{
		Clock: j.Clockwork, Tools: j.Tools, Press: j.Press, Lobby: j.Lobby, Queue: j.Queue, Users: j.Users, Safety: j.Safety, Cups: j.Tournaments,
	}.All()
}

// Options are the settings of a judge that its operator makes.
type Options struct {
	Points       rating.Table // rating points; nil: the table that ships with the program
	Plays        int          // tables against computer players at a time; 0: none
	ProgramGames int          // games in which a program can play at once; 0: any number
	People       account.Settings

	// Erased keeps, outside the database, which accounts were erased, so that an
	// erasure can be repeated after a restore. If it fails, the account is not
	// erased. nil: nothing keeps it.
	Erased func(account string) error
}

// Usual returns the options of an operator who sets nothing.
func Usual() Options { return Options{Plays: clock.UsualPlay, ProgramGames: lobby.ProgramGames} }

// Open returns a judge with options. Every program that opens the judge of an
// operator uses it with the same options, whatever it does there: a letter that
// a mail server hands over can resolve a phase and finish a game as well as the
// server itself. The error is about an unknown time zone or an unreadable list of
// passwords.
func Open(s game.Store, c gamestate.Clock, secret []byte, o Options) (*Judge, error) {
	b, err := gamestate.New(s, c, secret, o.People)
	if err != nil {
		return nil, err
	}
	j := &Judge{Base: b, Slow: slow.New()}
	j.Ratings = ratings.New(j.Base, o.Points)
	j.Clockwork = clock.New(j.Base, j.Ratings)
	j.Tools = admin.New(j.Base, j.Clockwork)
	j.Press = press.New(j.Base, j.Clockwork)
	j.Caller = hooks.New(j.Base, j.Press)
	j.Lobby = lobby.New(j.Base, j.Clockwork, j.Tools, o.ProgramGames)
	j.Queue = queue.New(j.Base, j.Lobby)
	j.Solo = botgames.New(j.Base, j.Clockwork, j.Lobby, j.Press, o.Plays)
	j.Tournaments = tournament.New(j.Base, j.Ratings, j.Clockwork, j.Lobby)
	j.Users = users.New(j.Base, j.Clockwork, j.Press, j.Lobby, j.Tools, j.Tournaments, o.Erased)
	j.Safety = safety.New(j.Base, j.Press, j.Users)
	j.Archive = archive.New(j.Base, j.Clockwork, j.Tools)
	return j, nil
}
