package gamestate

import (
	"context"
	"errors"
	"time"

	"podesta/internal/game"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
)

// Running reports whether a game has begun and is not over, so that it has a clock.
func (g *State) Running() bool {
	return g.Number > 0 && !g.Finished && (g.Status == game.Active || g.Status == game.Paused)
}

// Ended reports whether a game is over or terminated.
func (g *State) Ended() bool { return g.Status == game.Over || g.Status == game.Terminated }

// Games returns all games that can be read, the oldest first.
func (b *Base) Games(ctx context.Context) ([]*game.Game, error) {
	var out []*game.Game
	err := b.Read(ctx, func(tx *game.Tx) error {
		records, err := tx.Games.Games()
		if err != nil {
			return err
		}
		for _, r := range records {
			g, err := b.Open(tx, r)
			if b.LeaveOut(r.ID, err) {
				continue
			}
			if err != nil {
				return err
			}
			out = append(out, g.Game)
		}
		return nil
	})
	return out, err
}

// Game returns the game with an ID, or ErrNoGame.
func (b *Base) Game(ctx context.Context, id string) (*game.Game, error) {
	var out *game.Game
	err := b.Read(ctx, func(tx *game.Tx) error {
		g, err := b.Load(tx, id)
		if err != nil {
			return err
		}
		out = g.Game
		return nil
	})
	return out, err
}

// Opening returns the events before a game's first phase, such as the first income and the chits.
func (b *Base) Opening(ctx context.Context, id string) ([]event.Event, error) {
	var out []event.Event
	err := b.Read(ctx, func(tx *game.Tx) error {
		g, err := b.Load(tx, id)
		if err != nil {
			return err
		}
		out, err = g.Setup.codec.ReadEvents(g.Record.Opening)
		return g.WrapError(err)
	})
	return out, err
}

// Seats returns the seats of a game with their state in the current phase. In a
// forming game they have neither players nor powers. If a game conceals its
// players they have no names; see NameAt.
func (b *Base) Seats(ctx context.Context, id string) ([]game.Seat, error) {
	var out []game.Seat
	err := b.Read(ctx, func(tx *game.Tx) error {
		g, err := b.Load(tx, id)
		if err != nil {
			return err
		}
		if g.Number == 0 {
			out = nil
			for _, s := range g.Seats {
				out = append(out, game.Seat{Number: s.Number})
			}
			return nil
		}
		t, err := b.Board(tx, g)
		if err == nil {
			out = t.Seats
		}
		return err
	})
	return out, err
}

// State is a loaded game, valid within a transaction.
type State struct {
	*game.Game
	Record   game.GameRecord
	Seats    []game.SeatRecord
	Setup    *Setup
	Forecast *Forecast // the result of its phase, if it was computed in advance
	At       time.Time // time of the command
	Woken    bool      // whether its followers have been notified
}

// Load returns a game, or ErrNoGame.
func (b *Base) Load(tx *game.Tx, id string) (*State, error) {
	r, err := tx.Games.Game(id)
	if errors.Is(err, game.ErrNoRecord) {
		return nil, game.ErrNoGame
	}
	if err != nil {
		return nil, err
	}
	return b.openedBy(tx, r)
}

// LoadAll returns games in the order of ids, using only a few queries. It leaves out games that do
// not exist and games that cannot be read.
func (b *Base) LoadAll(tx *game.Tx, ids []string) ([]*State, error) {
	return b.loadAll(tx, ids, func(look *snapshotTx, r game.GameRecord) (*State, error) { return b.openedBy(look.tx, r) })
}

// lookAtAll is LoadAll for callers that do not change the games.
func (b *Base) lookAtAll(tx *game.Tx, ids []string) ([]*State, error) {
	return b.loadAll(tx, ids, func(look *snapshotTx, r game.GameRecord) (*State, error) { return look.known(b, r) })
}

func (b *Base) loadAll(tx *game.Tx, ids []string, open func(*snapshotTx, game.GameRecord) (*State, error)) ([]*State, error) {
	look, ok := tx.Games.(*snapshotTx)
	if !ok {
		look = newSnapshot(tx)
	}
	if err := look.gather(ids); err != nil {
		return nil, err
	}
	out := make([]*State, 0, len(ids))
	for _, id := range ids {
		if r, ok := look.games[id]; ok {
			g, err := open(look, r)
			if b.LeaveOut(id, err) {
				continue
			}
			if err != nil {
				return nil, err
			}
			out = append(out, g)
		}
	}
	return out, nil
}

// Open returns the game of a record. The error is an UnreadableError if the record is invalid.
func (b *Base) Open(tx *game.Tx, r game.GameRecord) (*State, error) {
	seats, err := tx.Games.Seats(r.ID)
	if err != nil {
		return nil, err
	}
	g, err := b.open(r, seats)
	if err != nil {
		return nil, &UnreadableError{r.ID, err}
	}
	return g, nil
}

// open implements Open. It reads nothing from the store.
func (b *Base) open(r game.GameRecord, seats []game.SeatRecord) (*State, error) {
	if r.Broken != "" {
		return nil, errors.New(r.Broken)
	}
	g := &State{Record: r, Seats: seats, At: b.Now()}
	g.Game = &game.Game{
		ID: r.ID, Name: r.Name, Scenario: r.Scenario, Variant: r.Variant, Solitaire: r.Solitaire, Showcase: r.Showcase,
		Phase: r.Phase, Number: r.Number, Revision: r.Revision, Finished: r.Finished, Created: r.Created, Play: r.Play, Commitment: dice.Commit(r.ID, r.Seed), Status: r.Status,
	}
	var err error
	if g.Hosting, err = b.hostings.of(r.Hosting); err != nil {
		return nil, err
	}
	t, err := ReadTiming(&r)
	if err != nil {
		return nil, err
	}
	if g.Status == game.Active {
		g.Deadline = t.Plan.Deadline
	}
	if g.Setup, err = b.setting(&r, seats); err == nil {
		g.Setting, g.Rules = g.Setup.setting, g.Setup.rules
	}
	return g, err
}
