package botgames

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"

	"podesta/internal/game"
	"podesta/internal/slow"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/opinion"
)

// Analysis is a computer player's opinion on a finished game: the results that the powers could
// expect in its course, and what changed these expectations. It uses only public information. The
// phase with index i has number i+1.
type Analysis struct {
	Course []opinion.Point
	Turns  []opinion.TurningPoint
}

var errRunning = game.Refuse(game.Conflict, message.New("The game is not over yet. Its analysis appears when it is."))

// Analysis returns the analysis of a finished game. It returns an error while the game is
// running.
func (u *BotGames) Analysis(ctx context.Context, id string) (*Analysis, error) {
	g, err := u.finished(ctx, id)
	if err != nil {
		return nil, err
	}
	return kept(ctx, u.opinions, key(g, "course"), func() (*Analysis, error) {
		phases, err := u.phases(ctx, g, game.Role{})
		if err != nil {
			return nil, err
		}
		var e opinion.Estimator
		a := &Analysis{Course: e.Course(phases, &g.Rules, known(g, game.Role{}))}
		a.Turns = opinion.TurningPoints(a.Course, phases)
		return a, nil
	})
}

// Costly returns the orders of a role's seat that cost it most in a finished game, in the opinion
// of a computer player, the costliest first. It returns an error while the game is running, and
// for a role without a seat.
func (u *BotGames) Costly(ctx context.Context, id string, role game.Role) ([]opinion.Costly, error) {
	g, err := u.finished(ctx, id)
	if err != nil {
		return nil, err
	}
	if role.Seat < 1 || role.Seat > len(g.Setting.Seats) {
		return nil, game.ErrPlayer
	}
	seat := game.Role{Seat: role.Seat}
	return kept(ctx, u.opinions, key(g, strconv.Itoa(role.Seat)), func() ([]opinion.Costly, error) {
		phases, err := u.phases(ctx, g, seat)
		if err != nil {
			return nil, err
		}
		var own machiavelli.PowerSet
		for _, x := range g.Setting.Seats[role.Seat-1] {
			own = own.With(x)
		}
		found, err := opinion.Costliest(phases, &g.Rules, known(g, seat), own, func() bool { return ctx.Err() != nil })
		if errors.Is(err, opinion.ErrStopped) {
			err = ctx.Err()
		}
		return found, err
	})
}

// finished returns a game that is over, and errRunning if it is not.
func (u *BotGames) finished(ctx context.Context, id string) (*game.Game, error) {
	g, err := u.base.Game(ctx, id)
	if err == nil && !g.Finished {
		err = errRunning
	}
	return g, err
}

// known returns the powers whose treasuries a role may know in all phases of a game.
func known(g *game.Game, role game.Role) machiavelli.PowerSet {
	eyes, out := g.View(role), machiavelli.PowerSet(0)
	for x := machiavelli.Power(1); int(x) < len(g.Setting.Powers); x++ {
		if eyes.SeesTreasury(x, false) {
			out = out.With(x)
		}
	}
	return out
}

// phases returns the phases of a game that is over, as a role may know them.
func (u *BotGames) phases(ctx context.Context, g *game.Game, role game.Role) ([]opinion.Phase, error) {
	eyes := g.View(role)
	var out []opinion.Phase
	for n := 1; n <= g.Number; n++ {
		ph, err := u.base.Phase(ctx, g.ID, n)
		if err != nil {
			return nil, err
		}
		if ph.After == nil { // it was rolled back in the meantime
			return nil, errRunning
		}
		out = append(out, opinion.Phase{Before: eyes.Position(ph.Before, false), After: eyes.Position(ph.After, false), Events: eyes.Events(ph.Events)})
	}
	return out, nil
}

// opinions caches the opinions of computer players on finished games, and evicts the least
// recently requested ones.
type opinions struct {
	mu    sync.Mutex
	all   map[string]any
	order []string
}

// mostOpinions is the size of the cache. Each opinion takes a few kilobytes.
const mostOpinions = 200

func newOpinions() *opinions { return &opinions{all: map[string]any{}} }

func (o *opinions) get(key string) (any, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	x, ok := o.all[key]
	return x, ok
}

func (o *opinions) put(key string, x any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.all[key], o.order = x, append(o.order, key)
	for len(o.order) > mostOpinions {
		delete(o.all, o.order[0])
		o.order = o.order[1:]
	}
}

// key returns the cache key of an opinion on a game.
func key(g *game.Game, of string) string {
	return strings.Join([]string{g.ID, strconv.Itoa(g.Revision), of}, "/")
}

// kept returns an opinion from the cache, or calls think and caches its result.
func kept[T any](ctx context.Context, o *opinions, key string, think func() (T, error)) (T, error) {
	if x, ok := o.get(key); ok {
		return x.(T), nil
	}
	var none T
	done, err := slow.Enter(ctx)
	if err != nil {
		return none, err
	}
	defer done()
	if x, ok := o.get(key); ok {
		return x.(T), nil
	}
	x, err := think()
	if err != nil {
		return none, err
	}
	o.put(key, x)
	return x, nil
}
