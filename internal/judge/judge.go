package judge

import (
	"log/slog"

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
	"podesta/internal/safety"
	"podesta/internal/tournament"
	"podesta/internal/users"
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
}

// New returns a judge on a store. All keys of games are derived from secret,
// which must therefore stay the same for the lifetime of the store.
func New(s game.Store, c gamestate.Clock, secret []byte) *Judge {
	j := &Judge{Base: gamestate.New(s, c, secret)}
	j.Ratings = ratings.New(j.Base)
	j.Clockwork = clock.New(j.Base, j.Ratings)
	j.Tools = admin.New(j.Base, j.Clockwork)
	j.Press = press.New(j.Base, j.Clockwork)
	j.Caller = hooks.New(j.Base, j.Press)
	j.Lobby = lobby.New(j.Base, j.Clockwork, j.Tools)
	j.Queue = queue.New(j.Base, j.Lobby)
	j.Solo = botgames.New(j.Base, j.Clockwork, j.Lobby, j.Press)
	j.Tournaments = tournament.New(j.Base, j.Ratings, j.Clockwork, j.Lobby)
	j.Users = users.New(j.Base, j.Press, j.Lobby, j.Tools, j.Tournaments)
	j.Safety = safety.New(j.Base, j.Press, j.Users)
	j.Archive = archive.New(j.Base, j.Clockwork, j.Tools)
	return j
}

// SetLog makes the judge log sign-ins and changes of accounts. It never logs a
// secret, nor text that was entered as an address.
func (j *Judge) SetLog(log *slog.Logger) {
	j.Accounts.SetLog(log)
}
