package judge

import (
	"bytes"
	"fmt"
	"log/slog"
	"time"

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

// New returns a judge on a store. All keys of games are derived from secret,
// which must therefore stay the same for the lifetime of the store.
func New(s game.Store, c gamestate.Clock, secret []byte) *Judge {
	j := &Judge{Base: gamestate.New(s, c, secret), Slow: slow.New()}
	j.Ratings = ratings.New(j.Base)
	j.Clockwork = clock.New(j.Base, j.Ratings)
	j.Tools = admin.New(j.Base, j.Clockwork)
	j.Press = press.New(j.Base, j.Clockwork)
	j.Caller = hooks.New(j.Base, j.Press)
	j.Lobby = lobby.New(j.Base, j.Clockwork, j.Tools)
	j.Queue = queue.New(j.Base, j.Lobby)
	j.Solo = botgames.New(j.Base, j.Clockwork, j.Lobby, j.Press)
	j.Tournaments = tournament.New(j.Base, j.Ratings, j.Clockwork, j.Lobby)
	j.Users = users.New(j.Base, j.Clockwork, j.Press, j.Lobby, j.Tools, j.Tournaments)
	j.Safety = safety.New(j.Base, j.Press, j.Users)
	j.Archive = archive.New(j.Base, j.Clockwork, j.Tools)
	return j
}

// Commands returns the commands that all doors offer.
func (j *Judge) Commands() []act.Command {
	return registry.Rooms{Clock: j.Clockwork, Tools: j.Tools, Press: j.Press, Lobby: j.Lobby, Queue: j.Queue, Users: j.Users, Safety: j.Safety}.All()
}

// Options are the settings of a judge that its operator makes. The zero value of
// a field keeps what New sets.
type Options struct {
	Points          rating.Table // rating points; nil: the table that ships with the program
	Plays           int          // tables against computer players at a time; 0: none
	ProgramGames    int          // games in which a program can play at once; 0: any number
	Idle, Session   time.Duration
	SecondFactor    account.FactorNeed
	CommonPasswords []byte                  // passwords that may not be chosen, besides the built-in ones, one a line
	Zone            string                  // time zone of people who register without one
	OwnAddress      func(email string) bool // reports whether an e-mail address is the judge's, which no account can have

	Erased func(account string) error // keeps, outside the database, which accounts were erased; nil: nothing does
}

// Open returns a judge with options. Every program that opens the judge of an
// operator uses it with the same options, whatever it does there: a letter that
// a mail server hands over can resolve a phase and finish a game as well as the
// server itself. The error is about an unknown time zone or an unreadable list of
// passwords.
func Open(s game.Store, c gamestate.Clock, secret []byte, o Options) (*Judge, error) {
	j := New(s, c, secret)
	if o.Points != nil {
		j.SetPoints(o.Points)
	}
	j.AllowPlay(o.Plays)
	j.SetProgramGames(o.ProgramGames)
	if o.Session > 0 {
		j.SetSessions(o.Idle, o.Session)
	}
	if o.SecondFactor != "" {
		j.SetFactorNeed(o.SecondFactor)
	}
	if _, err := j.SetCommonPasswords(bytes.NewReader(o.CommonPasswords)); err != nil {
		return nil, fmt.Errorf("common passwords: %w", err)
	}
	if o.Zone != "" {
		if err := j.SetZone(o.Zone); err != nil {
			return nil, fmt.Errorf("zone: %w", err)
		}
	}
	if o.OwnAddress != nil {
		j.ReserveAddresses(o.OwnAddress)
	}
	if o.Erased != nil {
		j.OnErased(o.Erased)
	}
	return j, nil
}

// SetLog makes the judge log sign-ins and changes of accounts. It never logs a
// secret, nor text that was entered as an address.
func (j *Judge) SetLog(log *slog.Logger) {
	j.Accounts.SetLog(log)
	j.SetGameLog(log)
}
