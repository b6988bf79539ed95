// Package bots runs the computer players. It takes games from the judge's queue, shows each
// player what its seat may see, and submits the player's orders as other interfaces do for
// people. Any number of processes can do so for the same judge.
package bots

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"podesta/internal/botgames"
	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/turn"
)

// Judge lists the methods of the judge that computer players need.
type Judge interface {
	BotTask(ctx context.Context) (*botgames.BotTask, error)
	BotsOrder(ctx context.Context, task *botgames.BotTask, orders []botgames.BotOrders) error
	BotsFail(ctx context.Context, task *botgames.BotTask, failed error) error
}

// Room runs the computer players. Hands limits how many of them think at a time. If it is zero,
// they use all processors while only one table is in use, so that it waits little. Otherwise they
// use half of the processors, but at least one, so that pages are still answered.
type Room struct {
	Judge Judge
	Log   *slog.Logger
	Hands int
	// New creates a player of a kind; nil means bot.New.
	New func(kind string) (bot.Player, error)

	mu sync.Mutex
	// idle players, keyed by kind; they are reused because each has a cache that is worth keeping
	idle  map[string][]bot.Player
	game  string    // the game about which players last thought
	ended time.Time // when they finished
}

// calm is how long players must not have thought about any other table for a table to count as
// the only one in use.
const calm = time.Second

// Round lets the computer players of one waiting game, if any, send their orders, and returns the
// number of games. If a player fails, Round logs the failure, and that player gives no orders.
// All errors come from the judge.
func (r *Room) Round(ctx context.Context) (int, error) {
	task, err := r.Judge.BotTask(ctx)
	if err != nil || task == nil {
		return 0, err
	}
	orders, err := r.think(ctx, task)
	if err == nil {
		err = r.Judge.BotsOrder(ctx, task, orders)
	}
	if err == nil {
		return 1, nil
	}
	if ctx.Err() != nil { // another process takes the task over when its lease ends
		return 0, err
	}
	r.log().Error("computer players", "game", task.Game, "error", err)
	return 0, r.Judge.BotsFail(ctx, task, err)
}

func (r *Room) log() *slog.Logger {
	if r.Log == nil {
		return slog.Default()
	}
	return r.Log
}

// think lets all players of a task decide, several at a time.
func (r *Room) think(ctx context.Context, task *botgames.BotTask) ([]botgames.BotOrders, error) {
	hands := r.hands(task.Game)
	defer r.rest(task.Game)
	out := make([]botgames.BotOrders, len(task.Seats))
	free := make(chan struct{}, hands)
	var all sync.WaitGroup
	for i := range task.Seats {
		free <- struct{}{}
		if ctx.Err() != nil {
			<-free
			break
		}
		all.Go(func() {
			defer func() { <-free }()
			s := &task.Seats[i]
			text, err := r.decide(task, s)
			if err != nil {
				r.log().Error("a computer player has failed; its units hold", "game", task.Game, "seat", s.Seat, "kind", s.Kind, "error", err)
			}
			out[i] = botgames.BotOrders{Seat: s.Seat, Text: text}
		})
	}
	all.Wait()
	return out, ctx.Err()
}

// hands returns how many players may think about a game at a time.
func (r *Room) hands(game string) int {
	if r.Hands > 0 {
		return r.Hands
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if game == r.game || time.Since(r.ended) >= calm {
		return runtime.GOMAXPROCS(0)
	}
	return max(1, runtime.GOMAXPROCS(0)/2)
}

// rest records that players have thought about a game.
func (r *Room) rest(game string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.game, r.ended = game, time.Now()
}

// decide returns the orders of a seat. It turns a panic of the player into an
// error.
func (r *Room) decide(task *botgames.BotTask, s *botgames.BotSeat) (text string, err error) {
	defer func() {
		if p := recover(); p != nil {
			text, err = "", fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	player, err := r.take(s.Kind)
	if err != nil {
		return "", err
	}
	v := s.View(task.Rules)
	var b strings.Builder
	for _, p := range s.Powers {
		write(&b, s, p, player.Decide(v, p))
	}
	r.giveBack(s.Kind, player) // not after a panic, because its cache may be corrupt
	return b.String(), nil
}

// write adds the orders of a power to a text, with a heading if the seat has
// several powers.
func write(b *strings.Builder, s *botgames.BotSeat, p machiavelli.Power, lines []turn.Line) {
	if len(lines) == 0 {
		return
	}
	if len(s.Powers) > 1 {
		fmt.Fprintf(b, "%s:\n", s.Position.Setting.Powers[p].Name)
	}
	for _, l := range lines {
		fmt.Fprintln(b, l.Text)
	}
}

func (r *Room) take(kind string) (bot.Player, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if have := r.idle[kind]; len(have) > 0 {
		p := have[len(have)-1]
		r.idle[kind] = have[:len(have)-1]
		return p, nil
	}
	if r.New != nil {
		return r.New(kind)
	}
	return bot.New(kind)
}

func (r *Room) giveBack(kind string, p bot.Player) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.idle == nil {
		r.idle = map[string][]bot.Player{}
	}
	r.idle[kind] = append(r.idle[kind], p)
}
