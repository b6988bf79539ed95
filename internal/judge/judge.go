package judge

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rating"
	"podesta/machiavelli/record"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// Clock tells the time.
type Clock interface{ Now() time.Time }

// Judge hosts games. Its methods may be called at the same time.
type Judge struct {
	store    game.Store
	clock    Clock
	secret   []byte
	accounts *account.Service
	chance   io.Reader     // DrawFrom
	points   rating.Table  // SetPoints; nil: what is left of that of 1978
	plays    int           // AllowPlay
	asked    atomic.Bool   // computer players, in a transaction under way
	wake     chan struct{} // holds something when computer players were asked

	mu       sync.Mutex
	tidied   time.Time                   // when accounts were last looked through
	last     look                        // at the clock
	settings map[[sha256.Size]byte]*made // by what they are made from; a setting never changes
}

// New makes the judge over a store. All keys of games are derived from secret,
// which therefore must stay the same as long as the store does.
func New(s game.Store, c Clock, secret []byte) *Judge {
	j := &Judge{
		store: s, clock: c, secret: bytes.Clone(secret), plays: UsualPlay,
		wake: make(chan struct{}, 1), settings: map[[sha256.Size]byte]*made{},
	}
	j.accounts = account.New(j.now, secret)
	return j
}

// SetLog has the judge write down who signs on, with the outcome, and changes of
// what opens accounts: never a secret, nor what was typed as an address.
func (j *Judge) SetLog(log *slog.Logger) {
	j.accounts.SetLog(log)
}

// now is the time to the microsecond, as it is stored.
func (j *Judge) now() time.Time { return j.clock.Now().UTC().Truncate(time.Microsecond) }

// read and write run f in a transaction and turn the store's errors into those
// of the judge.
func (j *Judge) read(ctx context.Context, f func(game.Tx) error) error {
	if look, ok := ctx.Value(lookKey{}).(*lookTx); ok {
		return outward(f(look))
	}
	return outward(j.store.Read(ctx, f))
}

func (j *Judge) write(ctx context.Context, f func(game.Tx) error) error {
	err := outward(journal.Write(ctx, j.store, Noted(ctx, f)))
	if err == nil && j.asked.Swap(false) {
		select {
		case j.wake <- struct{}{}:
		default:
		}
	}
	return err
}

func outward(err error) error {
	if errors.Is(err, game.ErrRevision) {
		return game.ErrStale
	}
	return err
}

// Games lists all games, oldest first.
func (j *Judge) Games(ctx context.Context) ([]*game.Game, error) {
	var out []*game.Game
	err := j.read(ctx, func(tx game.Tx) error {
		records, err := tx.Games()
		if err != nil {
			return err
		}
		for _, r := range records {
			g, err := j.open(tx, r)
			if err != nil {
				return err
			}
			out = append(out, g.Game)
		}
		return nil
	})
	return out, err
}

// Game is the game of that ID; ErrNoGame.
func (j *Judge) Game(ctx context.Context, id string) (*game.Game, error) {
	var out *game.Game
	err := j.read(ctx, func(tx game.Tx) error {
		g, err := j.game(tx, id)
		if err != nil {
			return err
		}
		out = g.Game
		return nil
	})
	return out, err
}

// Opening is what happened before a game's first phase: first income, chits.
func (j *Judge) Opening(ctx context.Context, id string) ([]event.Event, error) {
	var out []event.Event
	err := j.read(ctx, func(tx game.Tx) error {
		g, err := j.game(tx, id)
		if err != nil {
			return err
		}
		out, err = g.made.codec.ReadEvents(g.record.Opening)
		return g.errInternal(err)
	})
	return out, err
}

// Seats lists the seats of a game with what they have done in the current
// phase; in a game that forms they have neither players nor powers. Where a game
// hides its players they have no names; see NameAt.
func (j *Judge) Seats(ctx context.Context, id string) ([]game.Seat, error) {
	var out []game.Seat
	err := j.read(ctx, func(tx game.Tx) error {
		g, err := j.game(tx, id)
		if err != nil {
			return err
		}
		if g.Number == 0 {
			out = nil
			for _, s := range g.seats {
				out = append(out, game.Seat{Number: s.Number})
			}
			return nil
		}
		t, err := j.sit(tx, g)
		if err == nil {
			out = t.seats
		}
		return err
	})
	return out, err
}

// TakeSeat writes the player's name at a seat; it is for the seat's own key.
func (j *Judge) TakeSeat(ctx context.Context, id string, role game.Role, name string) error {
	name, err := game.CleanName(name, "your name")
	if err != nil {
		return err
	}
	return j.write(ctx, func(tx game.Tx) error {
		g, err := j.game(tx, id)
		if err != nil {
			return err
		}
		if !g.Hosting.Links {
			return errKeyless
		}
		if role.Seat < 1 {
			return game.ErrPlayer
		}
		err = tx.NameSeat(id, role.Seat, name)
		if errors.Is(err, game.ErrNoRecord) {
			return game.ErrNoSeat
		}
		return cmp.Or(err, wake(tx, g))
	})
}

// opened is a game as the commands work on it.
type opened struct {
	*game.Game
	record game.GameRecord
	seats  []game.SeatRecord
	made   *made
	ahead  *foresight // what its phase came to, if it was carried out ahead
	at     time.Time  // of the command that works on it
	woken  bool       // those who follow it are told that there is news
}

// game reads a game; ErrNoGame.
func (j *Judge) game(tx game.Tx, id string) (*opened, error) {
	r, err := tx.Game(id)
	if errors.Is(err, game.ErrNoRecord) {
		return nil, game.ErrNoGame
	}
	if err != nil {
		return nil, err
	}
	return j.openedBy(tx, r)
}

// open makes the game of a record.
func (j *Judge) open(tx game.Tx, r game.GameRecord) (*opened, error) {
	seats, err := tx.Seats(r.ID)
	if err != nil {
		return nil, err
	}
	g := &opened{record: r, seats: seats, at: j.now()}
	g.Game = &game.Game{
		ID: r.ID, Name: r.Name, Scenario: r.Scenario, Variant: r.Variant, Solitaire: r.Solitaire, Showcase: r.Showcase,
		Phase: r.Phase, Number: r.Number, Revision: r.Revision, Finished: r.Finished, Created: r.Created, Play: r.Play, Commitment: dice.Commit(r.ID, r.Seed), Status: r.Status, Hosting: &hosting.Hosting{},
	}
	if err := json.Unmarshal(r.Hosting, g.Hosting); err != nil {
		return nil, fmt.Errorf("game %s: %w", r.ID, err)
	}
	t, err := readTiming(&r)
	if err != nil {
		return nil, err
	}
	if g.Status == game.Active {
		g.Deadline = t.Plan.Deadline
	}
	if g.made, err = j.setting(&r, seats); err == nil {
		g.Setting, g.Rules = g.made.setting, g.made.rules
	}
	return g, err
}

// made is what games of the same scenario, variant, rules and seats share.
type made struct {
	setting *position.Setting
	rules   rules.Set
	codec   *record.Codec
}

// mostSettings is how many settings are kept. One takes some tens of KB.
const mostSettings = 500

// setting is the setting of a game, and its rules. Its seats are those of the
// table, so that victory counts the players who sit there. Games that are made
// from the same things share one.
func (j *Judge) setting(r *game.GameRecord, seats []game.SeatRecord) (*made, error) {
	h := sha256.New()
	for _, part := range []string{r.Scenario, r.Variant, string(r.Rules), r.Library} {
		fmt.Fprintf(h, "%d %s", len(part), part)
	}
	for _, s := range seats {
		fmt.Fprintln(h, s.Powers)
	}
	key := [sha256.Size]byte(h.Sum(nil))
	j.mu.Lock()
	defer j.mu.Unlock()
	if s := j.settings[key]; s != nil {
		return s, nil
	}
	lib, err := library(r.Library)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", r.ID, err)
	}
	m := &made{}
	if err := json.Unmarshal(r.Rules, &m.rules); err != nil {
		return nil, fmt.Errorf("game %s: %w", r.ID, err)
	}
	start, err := begin(lib, r.Scenario, r.Variant, &m.rules, seats)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", r.ID, err)
	}
	m.setting, m.codec = start.Setting, record.New(start.Setting)
	if len(j.settings) >= mostSettings {
		for old := range j.settings { // any one: games that are looked at often bring theirs back
			delete(j.settings, old)
			break
		}
	}
	j.settings[key] = m
	return m, nil
}

// begin is the start position of a table with those seats.
func begin(lib *scenario.Library, scenarioID, variant string, set *rules.Set, seats []game.SeatRecord) (*position.Position, error) {
	p, err := lib.New(scenarioID, variant, set)
	if err != nil {
		return nil, err
	}
	s := *p.Setting
	s.Seats = nil
	for _, seat := range seats {
		powers, err := powersOf(&s, seat)
		if err != nil {
			return nil, err
		}
		s.Seats = append(s.Seats, powers)
	}
	p.Setting = &s
	return p, nil
}

// powersOf is the powers of a seat by their numbers.
func powersOf(s *position.Setting, seat game.SeatRecord) ([]machiavelli.Power, error) {
	out := make([]machiavelli.Power, 0, len(seat.Powers))
	for _, id := range seat.Powers {
		p, ok := s.Powers.Find(id)
		if !ok {
			return nil, fmt.Errorf("seat %d: no power %q in this scenario", seat.Number, id)
		}
		out = append(out, p)
	}
	return out, nil
}
