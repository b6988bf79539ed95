package bots_test

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"podesta/internal/botgames"
	"podesta/internal/bots"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/ordertext"
	"podesta/internal/store/pgtest"
	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/turn"
)

var ctx = context.Background()

// inn is a judge with computer players.
type inn struct {
	*judgetest.House
	room  *bots.Room
	clock *judgetest.Clock
	t     testing.TB
}

func newInn(t testing.TB) *inn {
	t.Helper()
	return innAt(t, judgetest.Empty(t))
}

// innAt returns an inn whose store is at a URL.
func innAt(t testing.TB, url string) *inn {
	t.Helper()
	h := judgetest.OpenAt(t, url, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	return &inn{House: h, room: &bots.Room{Judge: h.Judge.BotGames}, clock: h.Clock, t: t}
}

// reopen opens the judge on its store again, like a restart.
func (n *inn) reopen() {
	n.Reopen()
	n.room = &bots.Room{Judge: n.Judge.BotGames}
}

// work executes all waiting work of the computer players and of the games' clocks.
func (n *inn) work() {
	n.t.Helper()
	for {
		did, err := n.room.Round(ctx)
		if err != nil {
			n.t.Fatal(err)
		}
		more, err := n.Judge.Clock.Work(ctx)
		if err != nil {
			n.t.Fatal(err)
		}
		if did == 0 && more == 0 {
			return
		}
	}
}

func (n *inn) play(p botgames.NewPlay) (*game.Game, game.Role) {
	n.t.Helper()
	if p.Preset == "" {
		p.Preset = "battleline-1978-basic"
	}
	g, key, seat, err := n.BotGames.Play(ctx, p)
	if err != nil {
		n.t.Fatal(err)
	}
	role, err := n.Lobby.Role(ctx, g.ID, key)
	if err != nil || role.Seat != seat || role.Master {
		n.t.Fatal(role, seat, err)
	}
	return g, role
}

func (n *inn) state(id string) botgames.PlayState {
	n.t.Helper()
	s, err := n.BotGames.PlayState(ctx, id)
	if err != nil {
		n.t.Fatal(err)
	}
	return s
}

// ready makes the visitor ready, with or without orders.
func (n *inn) ready(id string, role game.Role, text string) {
	n.t.Helper()
	g := n.At(id)
	if text != "" {
		if _, err := n.Judge.Clock.SaveOrders(ctx, id, role, clock.NewOrders{Revision: g.Revision, Sections: []ordertext.Section{{Seat: role.Seat, Text: text}}}); err != nil {
			n.t.Fatal(err)
		}
	}
	if err := n.Judge.Clock.Ready(ctx, id, role, role.Seat, g.Revision, true); err != nil {
		n.t.Fatal(err)
	}
}

// TestPlay plays three years as a visitor who only ever says Ready, against seven computer
// players. It checks that the game stops only at phases in which the visitor owes orders, that
// no computer player's order is refused, and that the history can be replayed.
func TestPlay(t *testing.T) {
	t.Parallel()
	years := 3
	if testing.Short() { // under the race detector thinking takes ten times as long
		years = 1
	}
	for _, preset := range []string{"battleline-1978-basic", "njudge-classic"} {
		n := newInn(t)
		g, role := n.play(botgames.NewPlay{Preset: preset, Power: "florence"})
		n.work()
		for n.At(g.ID).Phase.Year < g.Phase.Year+years {
			before := n.At(g.ID)
			s := n.state(g.ID)
			if !s.Playing || before.Finished {
				break
			}
			if !s.Owes || s.Thinking {
				t.Fatalf("%s: the game waits for the visitor in %s with nothing to do: %+v", preset, before.Phase, s)
			}
			n.ready(g.ID, role, "")
			if now := n.At(g.ID); now.Revision != before.Revision+1 {
				t.Fatalf("%s: %s was not processed when the visitor was ready", preset, before.Phase)
			}
			n.work()
		}
		if err := n.Archive.Replay(ctx, g.ID); err != nil {
			t.Error(err)
		}
		phases, err := n.Base.Phases(ctx, g.ID)
		if err != nil {
			t.Fatal(err)
		}
		// A visitor without orders may lose everything before the years are
		// over.
		if survived := n.state(g.ID).Playing && !n.At(g.ID).Finished; len(phases) < 3 || survived && len(phases) < 3*years {
			t.Fatalf("%s: only %d phases", preset, len(phases))
		}
		for _, info := range phases[:len(phases)-1] {
			p, err := n.Base.Phase(ctx, g.ID, info.Number)
			if err != nil {
				t.Fatal(err)
			}
			for seat, text := range p.Orders {
				if seat != role.Seat && strings.TrimSpace(text) == "" && p.Phase.Step == machiavelli.Orders && !p.Before.Eliminated.Has(g.Setting.Seats[seat-1][0]) {
					t.Errorf("%s: no orders of seat %d in %s", preset, seat, p.Phase)
				}
			}
		}
	}
}

// TestPlayTable checks the powers and permissions at a table against computer players, and that
// no list contains it.
func TestPlayTable(t *testing.T) {
	t.Parallel()
	n := newInn(t)
	g, role := n.play(botgames.NewPlay{Power: "milan"})
	seats, err := n.Base.Seats(ctx, g.ID)
	if err != nil || len(seats) != 8 {
		t.Fatal(len(seats), err)
	}
	for _, s := range seats {
		mine := s.Number == role.Seat
		if (s.Bot == "") != mine || !mine && s.Player != "Hard (computer)" || g.Setting.Powers[s.Powers[0]].ID == "milan" != mine {
			t.Errorf("seat %d: %+v", s.Number, s)
		}
	}
	page, err := n.Lobby.List(ctx, lobby.Filter{})
	if err != nil || page.Total != 0 {
		t.Error("a table against computer players is listed", page.Total, err)
	}
	other := role.Seat%8 + 1
	_, err = n.Judge.Clock.SaveOrders(ctx, g.ID, game.Role{Seat: other}, clock.NewOrders{Revision: g.Revision, Sections: []ordertext.Section{{Seat: other, Text: ""}}})
	judgetest.Code(t, err, game.Conflict)
	judgetest.Code(t, n.Judge.Clock.Ready(ctx, g.ID, game.Role{Seat: other}, other, g.Revision, false), game.Conflict)
	judgetest.Code(t, n.BotGames.LeavePlay(ctx, g.ID, game.Role{Seat: other}), game.Forbidden)
	judgetest.Code(t, n.BotGames.WatchPlay(ctx, g.ID, role, 1), game.Conflict)
	for _, p := range []botgames.NewPlay{{Preset: "chess"}, {Preset: "njudge-classic", Power: "bavaria"}, {Preset: "njudge-classic", Bot: "genius"}} {
		_, _, _, err := n.BotGames.Play(ctx, p)
		judgetest.Code(t, err, game.Invalid)
	}
	n.With(func(o *judge.Options) { o.Plays = 1 })
	_, _, _, err = n.BotGames.Play(ctx, botgames.NewPlay{})
	judgetest.Code(t, err, game.TooMany)
	n.With(func(o *judge.Options) { o.Plays = 0 })
	_, _, _, err = n.BotGames.Play(ctx, botgames.NewPlay{})
	judgetest.Code(t, err, game.Forbidden)
}

// TestLeavePlay checks that a visitor who leaves the seat to a computer player
// can watch and return, and that the game does not continue while nobody
// watches.
func TestLeavePlay(t *testing.T) {
	t.Parallel()
	n := newInn(t)
	g, role := n.play(botgames.NewPlay{Power: "milan", Bot: "random"})
	n.work()
	if err := n.BotGames.LeavePlay(ctx, g.ID, role); err != nil {
		t.Fatal(err)
	}
	n.clock.Advance(time.Hour)
	n.work()
	if s := n.state(g.ID); !s.Left || s.Playing || s.Going || n.At(g.ID).Number != 1 {
		t.Fatalf("%+v at phase %d", s, n.At(g.ID).Number)
	}
	if err := n.BotGames.WatchPlay(ctx, g.ID, role, 3); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		n.work()
		n.clock.Advance(time.Minute)
	}
	if now := n.At(g.ID); now.Number != 4 {
		t.Errorf("watched three phases, but the game is at number %d", now.Number)
	}
	if err := n.BotGames.WatchPlay(ctx, g.ID, role, 100); err != nil {
		t.Fatal(err)
	}
	if err := n.BotGames.WatchPlay(ctx, g.ID, role, 0); err != nil {
		t.Fatal(err)
	}
	n.clock.Advance(time.Minute)
	n.work()
	if now := n.At(g.ID); now.Number != 4 {
		t.Errorf("it was to rest, but the game is at number %d", now.Number)
	}
	if err := n.BotGames.BackToPlay(ctx, g.ID, role); err != nil {
		t.Fatal(err)
	}
	n.work()
	if s := n.state(g.ID); !s.Playing || s.Left || !s.Owes {
		t.Errorf("back: %+v", s)
	}
	at := n.At(g.ID).Revision
	n.ready(g.ID, role, "")
	n.work()
	if n.At(g.ID).Revision == at {
		t.Error("nothing was processed after the visitor came back")
	}
}

// TestAbandonedPlaysAreDeleted checks that abandoned games are deleted, except
// those that a visitor keeps or has just used.
func TestAbandonedPlaysAreDeleted(t *testing.T) {
	t.Parallel()
	n := newInn(t)
	a, _, err := n.Users.Register(ctx, "Anna", "anna@example.org", "")
	if err != nil {
		t.Fatal(err)
	}
	idle, _ := n.play(botgames.NewPlay{})
	touched, role := n.play(botgames.NewPlay{})
	kept, keeper := n.play(botgames.NewPlay{})
	mine, _ := n.play(botgames.NewPlay{Account: a.ID})
	n.work()
	n.ready(touched.ID, role, "")
	judgetest.Code(t, n.BotGames.KeepPlay(ctx, kept.ID, game.Role{Seat: keeper.Seat%8 + 1}, a.ID), game.Forbidden)
	if err := n.BotGames.KeepPlay(ctx, kept.ID, keeper, a.ID); err != nil {
		t.Fatal(err)
	}
	n.work()
	there := func(g *game.Game) bool {
		t.Helper()
		_, err := n.Base.Game(ctx, g.ID)
		if err != nil {
			judgetest.Code(t, err, game.NotFound)
		}
		return err == nil
	}
	day := func(days int, wantIdle, wantTouched bool) {
		t.Helper()
		for range days {
			n.clock.Advance(24 * time.Hour)
			n.work()
		}
		if there(idle) != wantIdle || there(touched) != wantTouched || !there(kept) || !there(mine) {
			t.Errorf("idle %v, touched %v, kept %v, mine %v", there(idle), there(touched), there(kept), there(mine))
		}
	}
	day(1, true, true)
	day(2, false, true)
	day(50, false, true)
	n.reopen()
	day(20, false, false)
	list, err := n.BotGames.PlaysOf(ctx, a.ID)
	if err != nil || len(list) != 2 || list[0].Game.ID != kept.ID || list[1].Game.ID != mine.ID {
		t.Error(list, err)
	}
	for _, p := range list {
		if _, err := n.Lobby.Role(ctx, p.Game.ID, p.Key); err != nil {
			t.Error(err)
		}
	}
}

// failing is a player that always fails.
type failing struct{}

func (failing) Name() string                                   { return "failing" }
func (failing) Decide(bot.View, machiavelli.Power) []turn.Line { panic("out of my mind") }

// TestFailingBot checks that a failing computer player does not stop the game: its
// units hold, and the log has the reason.
func TestFailingBot(t *testing.T) {
	t.Parallel()
	n := newInn(t)
	var out strings.Builder
	n.room.Log = slog.New(slog.NewTextHandler(&out, nil))
	made := 0
	n.room.New = func(kind string) (bot.Player, error) {
		if made++; made == 1 {
			return failing{}, nil
		}
		return bot.New(kind)
	}
	n.room.Hands = 1
	g, role := n.play(botgames.NewPlay{Bot: "random"})
	n.ready(g.ID, role, "")
	n.work()
	if now := n.At(g.ID); now.Number < 2 {
		t.Error("the game waits for a player that has failed")
	}
	if !strings.Contains(out.String(), "out of my mind") || made != 2 {
		t.Errorf("%d players made, the log is %q", made, out.String())
	}
}

// counting counts how often players are asked.
type counting struct {
	bot.Player
	asked *atomic.Int64
}

func (c counting) Decide(v bot.View, p machiavelli.Power) []turn.Line {
	c.asked.Add(1)
	return c.Player.Decide(v, p)
}

// TestTwoRooms checks that two processes on one store ask each player once per phase, and that
// one takes over the work of the other when that stops.
func TestTwoRooms(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) { share(t, judgetest.Empty(t)) })
	t.Run("PostgreSQL", func(t *testing.T) { share(t, pgtest.Shared(t).URL(t)) })
}

func share(t *testing.T, url string) {
	one := innAt(t, url)
	two := &inn{House: one.Beside(), clock: one.clock, t: t}
	two.room = &bots.Room{Judge: two.Judge.BotGames}
	var asked atomic.Int64
	for _, n := range []*inn{one, two} {
		n.room.New = func(kind string) (bot.Player, error) {
			p, err := bot.New(kind)
			return counting{p, &asked}, err
		}
	}
	const games = 6
	var ids []string
	for range games {
		g, role := one.play(botgames.NewPlay{Bot: "random"})
		one.ready(g.ID, role, "")
		ids = append(ids, g.ID)
	}
	if task, err := one.BotGames.BotTask(ctx); err != nil || task == nil { // then the fetching process ends
		t.Fatal(task, err)
	}
	var wg sync.WaitGroup
	for range 2 {
		for _, n := range []*inn{one, two} {
			wg.Go(func() { n.work() })
		}
	}
	wg.Wait()
	one.clock.Advance(5 * time.Minute)
	two.work()
	var expected int64
	for _, id := range ids {
		g := one.At(id)
		if g.Number < 2 {
			t.Errorf("game %s is still at its first phase", id)
		}
		if err := one.Archive.Replay(ctx, id); err != nil {
			t.Error(err)
		}
		phases, err := one.Base.Phases(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range phases {
			ph, err := one.Base.Phase(ctx, id, p.Number)
			if err != nil {
				t.Fatal(err)
			}
			seats, err := one.Base.Seats(ctx, id)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range seats {
				if s.Bot != "" && !turn.Owes(ph.Before, &g.Rules, s.Powers[0], nil).None() {
					expected++
				}
			}
		}
	}
	if got := asked.Load(); got != expected {
		t.Errorf("players were asked %d times for %d orders", got, expected)
	}
}

// TestRestart checks that players that were asked for orders before a restart give them after it.
func TestRestart(t *testing.T) {
	t.Parallel()
	n := newInn(t)
	g, role := n.play(botgames.NewPlay{})
	n.ready(g.ID, role, "")
	n.reopen()
	n.work()
	if n.At(g.ID).Number < 2 {
		t.Error("no player gave orders after the restart")
	}
}
