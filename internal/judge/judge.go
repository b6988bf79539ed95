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
	"podesta/internal/lobby"
	"podesta/internal/notify"
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

// Judge hosts games. Its fields are the judge's packages, whose methods are safe for concurrent
// use. Clients call the methods that take a context; methods that take a transaction are for the
// other packages.
type Judge struct {
	Base        *gamestate.Base
	Ratings     *ratings.Ratings
	Clock       *clock.Clockwork
	Admin       *admin.Admin
	Press       *press.Press
	Hooks       *notify.Queue
	Lobby       *lobby.Lobby
	Queue       *queue.Queue
	BotGames    *botgames.BotGames
	Tournaments *tournament.Tournaments
	Users       *users.Users
	Safety      *safety.Safety
	Archive     *archive.Archive

	// Slow is the queue in which requests wait for slow work.
	Slow *slow.Queue
}

// New returns a judge on a store with the usual options. All keys of games are derived
// from secret, which must therefore stay the same for the lifetime of the store.
func New(s game.Store, c gamestate.Clock, secret []byte) *Judge {
	j, err := Open(s, c, secret, Usual())
	if err != nil {
		panic(err) // the usual options are valid
	}
	return j
}

// Commands returns the commands that all interfaces offer.
func (j *Judge) Commands() []act.Command {
	return registry.Rooms{
		Clock: j.Clock, Admin: j.Admin, Press: j.Press, Hooks: j.Hooks, Lobby: j.Lobby, Queue: j.Queue, Users: j.Users, Safety: j.Safety, Tournaments: j.Tournaments, Scores: j.Ratings,
	}.All()
}

// Options are the settings of a judge that its operator chooses.
type Options struct {
	Points       rating.Table // points of the ratings; nil for the built-in table
	Plays        int          // maximum number of games against computer players; 0 for none
	ProgramGames int          // maximum number of games in which a program can play; 0 for no limit
	People       account.Settings

	// Erased records outside the database that an account was erased, so that the erasure can be
	// repeated after a restore. If it fails, the account is not erased. If it is nil, no record is
	// kept.
	Erased func(account string) error
}

// Usual returns the default options.
func Usual() Options { return Options{Plays: clock.UsualPlay, ProgramGames: lobby.ProgramGames} }

// Open returns a judge with options. Every program that opens an operator's judge must use the same
// options, even a program that only receives e-mail, because an e-mail can resolve a phase and
// finish a game just as the server can. It returns an error for an unknown time zone or an
// unreadable list of passwords.
func Open(s game.Store, c gamestate.Clock, secret []byte, o Options) (*Judge, error) {
	b, err := gamestate.New(s, c, secret, o.People)
	if err != nil {
		return nil, err
	}
	j := &Judge{Base: b, Slow: slow.New()}
	j.Ratings = ratings.New(j.Base, o.Points)
	j.Clock = clock.New(j.Base, j.Ratings)
	j.Admin = admin.New(j.Base, j.Clock)
	j.Press = press.New(j.Base, j.Clock)
	j.Hooks = notify.New(j.Base, j.Press)
	j.Lobby = lobby.New(j.Base, j.Clock, j.Admin, o.ProgramGames)
	j.Queue = queue.New(j.Base, j.Lobby)
	j.BotGames = botgames.New(j.Base, j.Clock, j.Lobby, j.Press, o.Plays)
	j.Tournaments = tournament.New(j.Base, j.Ratings, j.Clock, j.Lobby)
	j.Users = users.New(j.Base, j.Clock, j.Press, j.Lobby, j.Admin, j.Tournaments, o.Erased)
	j.Safety = safety.New(j.Base, j.Press, j.Users)
	j.Archive = archive.New(j.Base, j.Clock, j.Admin)
	return j, nil
}
