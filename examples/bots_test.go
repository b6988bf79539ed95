// Package examples contains small programs as examples for authors; its tests run them.
package examples

import (
	"bytes"
	"context"
	"log/slog"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"podesta/internal/api"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/wiring"
)

// patience is how long a test waits for an event that must come.
const patience = 3 * time.Minute

// phases is the number of phases that the bots play: a year, and the beginning of the next.
const phases = 6

// table is a judge with a game for two that advances as soon as both are ready.
type table struct {
	t      *testing.T
	judge  *judge.Judge
	clock  *judgetest.Clock
	url    string
	game   string
	tokens []string // tokens of the players
	master game.Role
}

func open(t *testing.T, preset string) *table {
	t.Helper()
	h := judgetest.Open(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
	x := &table{t: t, judge: h.Judge, clock: h.Clock}
	a := api.New(api.Deps{Judge: wiring.API(x.judge), Clock: x.clock, Log: slog.New(slog.DiscardHandler), Limits: api.Limits{Rate: 1e6, Burst: 1e6}})
	srv := httptest.NewServer(a)
	t.Cleanup(srv.Close)
	t.Cleanup(a.Close)
	x.url = srv.URL

	bianca := h.Person("bianca").ID
	how := hosting.Default()
	for i := range how.Timing {
		how.Timing[i].Clock, how.Timing[i].Min, how.Timing[i].Delay, how.Timing[i].Days = -1, 0, 0, "SMTWTFS"
	}
	g, err := x.judge.Lobby.Host(t.Context(), bianca, lobby.NewGame{Name: "Bots", Scenario: "A", Variant: "A-2", Preset: preset}, how)
	if err != nil {
		t.Fatal(err)
	}
	x.game = g.ID
	for _, name := range []string{"ada", "bruno"} {
		id := h.Person(name).ID
		if err := x.judge.Lobby.Join(t.Context(), g.ID, id, ""); err != nil {
			t.Fatal(err)
		}
		x.tokens = append(x.tokens, h.Token(id))
	}
	if x.master, err = x.judge.Base.RoleOf(t.Context(), g.ID, bianca); err != nil {
		t.Fatal(err)
	}
	return x
}

// bot is a program that plays, with its output.
type bot struct {
	*exec.Cmd
	said bytes.Buffer
}

// start lets a program play the seat of a player.
func (x *table) start(ctx context.Context, player int, name string, args ...string) *bot {
	x.t.Helper()
	b := &bot{Cmd: exec.CommandContext(ctx, name, append(args, x.game)...)}
	b.Env = append(os.Environ(), "PODESTA_URL="+x.url, "PODESTA_TOKEN="+x.tokens[player], "PODESTA_EVERY=0.05")
	b.Stdout, b.Stderr = &b.said, &b.said
	if err := b.Start(); err != nil {
		x.t.Fatal(err)
	}
	return b
}

// play lets the judge work until the game has reached a phase, then ends the game and waits for
// the bots to notice.
func (x *table) play(stop context.CancelFunc, bots ...*bot) {
	x.t.Helper()
	began, over := time.Now(), false
	for {
		g, err := x.judge.Base.FindGame(x.t.Context(), x.game)
		if err != nil {
			x.t.Fatal(err)
		}
		if g.Number > phases || g.Finished || time.Since(began) > patience {
			if g.Number <= phases && !g.Finished {
				x.t.Errorf("the game has come to phase %d, %s", g.Number, g.Phase)
			}
			over = g.Finished
			break
		}
		x.clock.Advance(time.Second)
		if _, err := x.judge.Clock.Work(x.t.Context()); err != nil {
			x.t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond)
	}
	if !over { // a power may have won
		if err := x.judge.Lobby.Terminate(x.t.Context(), x.game, x.master); err != nil {
			x.t.Error(err)
		}
	}
	time.AfterFunc(patience, stop)
	for i, b := range bots {
		err := b.Wait()
		said := b.said.String()
		if err != nil || !strings.Contains(said, "the game is over") || strings.Contains(said, "refused:") {
			x.t.Errorf("bot %d: %v\n%s", i, err, said)
		} else if x.t.Failed() {
			x.t.Logf("bot %d says:\n%s", i, said)
		}
		if strings.Contains(said, x.tokens[i]) {
			x.t.Errorf("bot %d tells its token", i)
		}
	}
	moved := 0
	played := phases
	if g, err := x.judge.Base.FindGame(x.t.Context(), x.game); err != nil {
		x.t.Fatal(err)
	} else if g.Finished {
		played = min(phases, g.Number)
	}
	for n := 1; n <= played; n++ {
		ph, err := x.judge.Base.Phase(x.t.Context(), x.game, n)
		if err != nil {
			x.t.Fatal(err)
		}
		if len(ph.Orders) > 0 {
			moved++
		}
		x.t.Logf("phase %d, %s: orders of %d seats", n, ph.Phase, len(ph.Orders))
	}
	if moved < played-1 {
		x.t.Errorf("orders in %d of %d phases", moved, played)
	}
}

// botGo builds the bot in Go.
func botGo(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "bot-go")
	if out, err := exec.Command("go", "build", "-o", name, "./bot-go").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return name
}

// TestBots lets the bot in Go play against itself, with and without money.
func TestBots(t *testing.T) {
	t.Parallel()
	name := botGo(t)
	for _, preset := range []string{"njudge-classic", "battleline-1978-basic"} {
		t.Run(preset, func(t *testing.T) {
			x := open(t, preset)
			ctx, stop := context.WithCancel(context.Background())
			defer stop()
			x.play(stop, x.start(ctx, 0, name), x.start(ctx, 1, name))
		})
	}
}

// TestBotInPython lets the bot in Python play against the one in Go.
func TestBotInPython(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Fatal("this test needs python3: install it (Debian: apt-get install python3, or run .ci/deps)")
	}
	name := botGo(t)
	for _, preset := range []string{"njudge-classic", "battleline-1978-basic"} {
		t.Run(preset, func(t *testing.T) {
			x := open(t, preset)
			ctx, stop := context.WithCancel(context.Background())
			defer stop()
			x.play(stop, x.start(ctx, 0, name), x.start(ctx, 1, python, "bot-python/bot.py"))
		})
	}
}
