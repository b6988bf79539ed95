package tournament

import (
	"encoding/json"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/ratings"
	"podesta/internal/scoring"
	"podesta/machiavelli/message"
)

// Tournaments implements the commands about tournaments.
type Tournaments struct {
	base    *gamestate.Base
	ratings *ratings.Ratings
	clock   *clock.Clockwork
	lobby   *lobby.Lobby
	letters atomic.Pointer[func(*game.Tx, Letter) error]
}

// New returns the commands about tournaments.
func New(b *gamestate.Base, r *ratings.Ratings, c *clock.Clockwork, l *lobby.Lobby) *Tournaments {
	return &Tournaments{base: b, ratings: r, clock: c, lobby: l}
}

// Errors that several commands return.
var (
	errNone      = game.Refuse(game.NotFound, message.New("There is no such tournament."))
	errOrganiser = game.Refuse(game.Forbidden, message.New("Only an organiser of the tournament can do this."))
	errEnded     = game.Refuse(game.Conflict, message.New("The tournament is over."))
	errDraft     = game.Refuse(game.Conflict, message.New("The tournament has not been announced yet."))
	errNoRound   = game.Refuse(game.Conflict, message.New("No round of the tournament is under way. Announce one first."))
	errBegun     = game.Refuse(game.Conflict, message.New("The round has begun already."))
)

// loaded is a tournament within a transaction.
type loaded struct {
	game.Tournament
	t        *Tournaments
	tx       *game.Tx
	at       time.Time
	games    lobby.NewGame   // description of its games
	how      hosting.Hosting // settings of its games
	system   *scoring.System
	entrants []game.Entrant
	rounds   []game.Round
	layouts  map[string]lobby.Layout // layout of each variant needed so far, keyed by variant
}

// layout returns the seats of games of a variant.
func (x *loaded) layout(variant string) (lobby.Layout, error) {
	if l, ok := x.layouts[variant]; ok {
		return l, nil
	}
	n := x.games
	n.Variant = variant
	l, err := lobby.LayoutOf(n)
	if err == nil {
		x.layouts[variant] = l
	}
	return l, err
}

// load reads a tournament. If writes is set, it also locks the tournament against other writers.
func (t *Tournaments) load(tx *game.Tx, id string, writes bool) (*loaded, error) {
	if writes {
		if err := tx.Tournaments.LockTournament(id); errors.Is(err, game.ErrNoRecord) {
			return nil, errNone
		} else if err != nil {
			return nil, err
		}
	}
	x := &loaded{t: t, tx: tx, at: t.base.Now(), layouts: map[string]lobby.Layout{}}
	var err error
	if x.Tournament, err = tx.Tournaments.Tournament(id); errors.Is(err, game.ErrNoRecord) {
		return nil, errNone
	}
	if err == nil {
		err = json.Unmarshal(x.New, &x.games)
	}
	if err == nil {
		err = json.Unmarshal(x.Hosting, &x.how)
	}
	if err == nil {
		x.entrants, err = tx.Tournaments.Entrants(id)
	}
	if err == nil {
		x.rounds, err = tx.Tournaments.Rounds(id)
	}
	if err != nil {
		return nil, err
	}
	var ok bool
	if x.system, ok = scoring.Find(x.Scoring); !ok {
		return nil, errors.New("tournament " + id + ": no scoring system " + x.Scoring)
	}
	return x, nil
}

// entrant returns the entry of an account, or nil if it has none.
func (x *loaded) entrant(account string) *game.Entrant {
	i := slices.IndexFunc(x.entrants, func(e game.Entrant) bool { return e.Account == account })
	if i < 0 || account == "" {
		return nil
	}
	return &x.entrants[i]
}

// organises reports whether an account is an organiser.
func (x *loaded) organises(account string) bool {
	e := x.entrant(account)
	return e != nil && e.Organiser
}

// running returns an error if the tournament is a draft or has ended.
func (x *loaded) running() error {
	switch x.Status {
	case game.TournamentDraft:
		return errDraft
	case game.TournamentOver, game.TournamentCancelled:
		return errEnded
	case game.TournamentAnnounced:
	}
	return nil
}

// current returns the round that is not over, or nil.
func (x *loaded) current() *game.Round {
	if n := len(x.rounds); n > 0 && x.rounds[n-1].Status != game.RoundOver {
		return &x.rounds[n-1]
	}
	return nil
}

// master returns the account that is the master of the games: the first organiser, or "" if any
// organiser plays, because masters see everything.
func (x *loaded) master() string {
	out := ""
	for i := range x.entrants {
		e := &x.entrants[i]
		if e.Organiser && e.Plays() {
			return ""
		}
		if e.Organiser && out == "" {
			out = e.Account
		}
	}
	return out
}

// seated reports whether an account has had a seat, a bye or a missed round.
func (x *loaded) seated(account string) bool {
	for i := range x.rounds {
		r := &x.rounds[i]
		if slices.Contains(r.Byes, account) || slices.Contains(r.Missed, account) {
			return true
		}
		for k := range r.Tables {
			if slices.ContainsFunc(r.Tables[k].Seats, func(s game.RoundSeat) bool { return s.Account == account || s.Holder == account }) {
				return true
			}
		}
	}
	return false
}
