package botgames

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"time"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/event"
	"podesta/machiavelli/pact"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// BotTask is a game in which computer players have to send orders.
type BotTask struct {
	Game     string
	Revision int
	Rules    *rules.Set
	Seats    []BotSeat // seats that owe orders and have not sent any yet

	job game.Job
}

// BotSeat is a seat of a computer player, with only what it may know.
type BotSeat struct {
	Seat     int
	Kind     string // the kind of computer player, as in package bot
	Powers   []machiavelli.Power
	Position *position.Position // as the seat sees it; read-only
	Seed     string             // seed of the player's own random numbers; a secret
	Agreed   []pact.Terms       // the seat's agreements in force
	Past     []PastPhase        // the last phases, the oldest first; nil if this kind of player does not use them
}

// View returns what a computer player at the seat knows.
func (s *BotSeat) View(r *rules.Set) bot.View {
	var side machiavelli.PowerSet
	for _, p := range s.Powers {
		side = side.With(p)
	}
	past := make([]bot.Past, len(s.Past))
	for i, p := range s.Past {
		past[i] = bot.Past{View: bot.Look(p.Position, r, side, s.Seed), Events: p.Events}
	}
	return bot.Look(s.Position, r, side, s.Seed).Agreed(s.Agreed).Recalling(past)
}

// PastPhase is a resolved phase as a seat may know it; read-only.
type PastPhase struct {
	Position *position.Position // position before the phase
	Events   []event.Event
}

// BotOrders are a computer player's orders, in the form of a text for its seat.
type BotOrders struct {
	Seat int
	Text string
}

// BotTask returns the next game in which computer players have to send orders, or nil if there is
// none. The task is reserved for the caller for a minute. BotsOrder or BotsFail ends it. All
// errors come from the store.
func (u *BotGames) BotTask(ctx context.Context) (*BotTask, error) {
	var due time.Time
	err := u.base.Read(ctx, func(tx *game.Tx) error {
		var err error
		due, err = tx.Jobs.NextDue(clock.BotJob)
		return err
	})
	if err != nil || due.IsZero() || due.After(u.base.Now()) {
		return nil, err
	}
	var jobs []game.Job
	err = u.base.Write(ctx, func(tx *game.Tx) error {
		var err error
		jobs, err = tx.Jobs.Claim(clock.BotJob, u.base.Now(), clock.BotLease, 1)
		return err
	})
	if err != nil || len(jobs) == 0 {
		return nil, err
	}
	task := &BotTask{Game: jobs[0].Game, job: jobs[0]}
	if err := u.botsTalk(ctx, task.Game); err != nil {
		return nil, errors.Join(err, u.BotsFail(ctx, task, err))
	}
	err = u.base.Read(ctx, func(tx *game.Tx) error {
		task.Seats = nil
		return u.fillTask(tx, task)
	})
	if err != nil {
		return nil, errors.Join(err, u.BotsFail(ctx, task, err))
	}
	return task, nil
}

// botsTalk lets the computer players of a game send their proposals and answers before they
// decide, so that they know what they have agreed on.
func (u *BotGames) botsTalk(ctx context.Context, id string) error {
	silent := false
	err := u.base.Read(ctx, func(tx *game.Tx) error {
		g, err := u.base.Load(tx, id)
		silent = err == nil && (!g.Hosting.BotPress || g.Phase.Step != machiavelli.Orders)
		return err
	})
	if errors.Is(err, game.ErrNoGame) || err == nil && silent {
		return nil
	}
	if err != nil {
		return err
	}
	return u.base.Write(ctx, func(tx *game.Tx) error {
		g, err := u.base.Load(tx, id)
		if errors.Is(err, game.ErrNoGame) {
			return nil
		}
		if err != nil {
			return err
		}
		return u.press.BotsTalk(tx, g)
	})
}

// agreed returns the agreements of a seat that bind its computer player.
func (u *BotGames) agreed(tx *game.Tx, g *gamestate.State, seat int) ([]pact.Terms, error) {
	if !g.Hosting.BotPress || g.Phase.Step != machiavelli.Orders {
		return nil, nil
	}
	return u.press.Agreed(tx, g, seat)
}

// fillTask fills in what the computer players may know.
func (u *BotGames) fillTask(tx *game.Tx, task *BotTask) error {
	g, err := u.base.Load(tx, task.Game)
	if errors.Is(err, game.ErrNoGame) || err == nil && (g.Number == 0 || g.Finished) {
		return nil
	}
	if err != nil {
		return err
	}
	t, err := u.base.Board(tx, g)
	if err != nil {
		return err
	}
	task.Revision, task.Rules = g.Revision, &g.Rules
	for _, s := range t.Seats {
		if s.Bot == "" || !s.Owes || t.Acted(s.Number) {
			continue
		}
		seat, err := u.botSeat(tx, g, t, s.Number, s.Bot)
		if err != nil {
			return err
		}
		task.Seats = append(task.Seats, seat)
	}
	return nil
}

// past returns the last phases as a seat may know them, if this kind of computer player uses
// them.
func (u *BotGames) past(tx *game.Tx, g *gamestate.State, seat int, kind string) ([]PastPhase, error) {
	if !bot.Recalls(kind) || g.Phase.Step != machiavelli.Orders {
		return nil, nil
	}
	eyes := g.View(game.Role{Seat: seat})
	var out []PastPhase
	for n := max(1, g.Number-bot.Memory); n < g.Number; n++ {
		p, err := g.PhaseIn(tx, n)
		if err != nil {
			return nil, err
		}
		out = append(out, PastPhase{eyes.Position(p.Before, false), eyes.Events(p.Events)})
	}
	return out, nil
}

// botSeat returns what a computer player of the given kind may know at a seat.
func (u *BotGames) botSeat(tx *game.Tx, g *gamestate.State, t *gamestate.Board, seat int,
	kind string,
) (BotSeat, error) {
	agreed, err := u.agreed(tx, g, seat)
	if err != nil {
		return BotSeat{}, err
	}
	past, err := u.past(tx, g, seat, kind)
	return BotSeat{
		Agreed: agreed, Past: past,
		Seat: seat, Kind: kind, Powers: t.Seats[seat-1].Powers, Seed: u.botSeed(g.ID, seat),
		Position: g.View(game.Role{Seat: seat}).Position(t.Position, true),
	}, err
}

// botSeed returns the random seed of the computer player at a seat. It is derived from the
// server's secret, so that nobody can predict the player's orders.
func (u *BotGames) botSeed(game string, seat int) string {
	mac := hmac.New(sha256.New, u.base.Secret)
	mac.Write([]byte("bot\x00" + game + "\x00" + gamestate.SeatKey(seat)))
	return hex.EncodeToString(mac.Sum(nil))
}

// BotsOrder enters the orders of computer players like those of any player, and makes their
// seats ready. A seat of the task without orders, whose player failed, becomes ready too, and
// its units hold. Seats that already have orders, and orders for a phase that is over, are
// ignored.
func (u *BotGames) BotsOrder(ctx context.Context, task *BotTask, orders []BotOrders) error {
	texts := map[int]string{}
	for _, o := range orders {
		texts[o.Seat] = gamestate.Storable(o.Text)
	}
	return u.base.Write(ctx, func(tx *game.Tx) error {
		g, err := u.base.Load(tx, task.Game)
		switch {
		case errors.Is(err, game.ErrNoGame):
			return clock.FinishJob(tx, task.job)
		case err != nil:
			return err
		case g.Revision != task.Revision || g.Finished:
			return clock.FinishJob(tx, task.job)
		}
		if err := clock.FinishJob(tx, task.job); err != nil { // must happen before the job can be queued again
			return err
		}
		return u.botsSend(tx, g, task, texts)
	})
}

// botsSend enters the orders of computer players.
func (u *BotGames) botsSend(tx *game.Tx, g *gamestate.State, task *BotTask, texts map[int]string) error {
	c, err := u.clock.Course(tx, g)
	if err != nil {
		return err
	}
	for _, s := range task.Seats {
		x := &c.States[s.Seat-1]
		if x.Bot != s.Kind || x.Acted == g.Revision {
			continue
		}
		switch agreed, err := u.agreed(tx, g, s.Seat); {
		case err != nil:
			return err
		case !slices.Equal(agreed, s.Agreed): // it has agreed to something in the meantime
			c.AskAgain()
			continue
		}
		if err := tx.Phases.SaveOrders(g.ID, g.Revision, g.Number, s.Seat, texts[s.Seat]); err != nil {
			return err
		}
		c.Texts[s.Seat], x.Acted = texts[s.Seat], g.Revision
		c.JudgeSeat(s.Seat)
	}
	_, err = c.Settle()
	return err
}

// BotsFail returns a failed task to the queue, to be tried again later. The clocks of games do
// not wait for it.
func (u *BotGames) BotsFail(ctx context.Context, task *BotTask, failed error) error {
	return u.base.Write(ctx, func(tx *game.Tx) error {
		err := tx.Jobs.RetryJob(task.job.ID, u.base.Now().Add(clock.Backoff(task.job.Tries)/6), failed.Error())
		if errors.Is(err, game.ErrNoRecord) {
			return nil
		}
		return err
	})
}
