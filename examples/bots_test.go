// Package examples holds small programs for authors; its tests run them.
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
	"sync"
	"testing"
	"time"

	"podesta/internal/api"
	"podesta/internal/judge"
	"podesta/internal/store"
)

// patience is how long a test waits for what must come.
const patience = 3 * time.Minute

// phases are how many phases the bots play: a year, and the beginning of the next.
const phases = 6

// clock is a clock that the test sets.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// table is a judge with a game for two that goes on as soon as both are ready.
type table struct {
	t      *testing.T
	judge  *judge.Judge
	clock  *clock
	url    string
	game   string
	tokens []string // of the players
	master judge.Role
}

func open(t *testing.T, preset string) *table {
	t.Helper()
	st, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	x := &table{t: t, clock: &clock{now: time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)}}
	x.judge = judge.New(st, x.clock, []byte("a secret that is long enough for it"))
	a := api.New(api.Deps{Judge: x.judge, Clock: x.clock, Log: slog.New(slog.DiscardHandler), Limits: api.Limits{Rate: 1e6, Burst: 1e6}})
	srv := httptest.NewServer(a)
	t.Cleanup(srv.Close)
	t.Cleanup(a.Close)
	x.url = srv.URL

	person := func(name string) (id, token string) {
		_, secret, err := x.judge.Register(t.Context(), name, name+"@example.org", "")
		if err != nil {
			t.Fatal(err)
		}
		p, err := x.judge.Verify(t.Context(), secret.Secret())
		if err != nil {
			t.Fatal(err)
		}
		token, err = x.judge.NewToken(t.Context(), judge.Token{Kind: judge.APIToken, Account: p.ID}, 0)
		if err != nil {
			t.Fatal(err)
		}
		return p.ID, token
	}
	bianca, _ := person("bianca")
	h := judge.DefaultHosting()
	for i := range h.Timing {
		h.Timing[i].Clock, h.Timing[i].Min, h.Timing[i].Delay, h.Timing[i].Days = -1, 0, 0, "SMTWTFS"
	}
	g, err := x.judge.Host(t.Context(), bianca, judge.NewGame{Name: "Bots", Scenario: "A", Variant: "A-2", Preset: preset}, h)
	if err != nil {
		t.Fatal(err)
	}
	x.game = g.ID
	for _, name := range []string{"ada", "bruno"} {
		id, token := person(name)
		if err := x.judge.Join(t.Context(), g.ID, id, ""); err != nil {
			t.Fatal(err)
		}
		x.tokens = append(x.tokens, token)
	}
	if x.master, err = x.judge.RoleOf(t.Context(), g.ID, bianca); err != nil {
		t.Fatal(err)
	}
	return x
}

// bot is a program that plays, with what it says.
type bot struct {
	*exec.Cmd
	said bytes.Buffer
}

// start has a program play the seat of a player.
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

// play has the judge do its work until the game has come to a phase, then ends the
// game and waits for the bots to see it.
func (x *table) play(stop context.CancelFunc, bots ...*bot) {
	x.t.Helper()
	began, over := time.Now(), false
	for {
		g, err := x.judge.FindGame(x.t.Context(), x.game)
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
		x.clock.pass(time.Second)
		if _, err := x.judge.Work(x.t.Context()); err != nil {
			x.t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond)
	}
	if !over { // a power may have won
		if err := x.judge.Terminate(x.t.Context(), x.game, x.master); err != nil {
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
	if g, err := x.judge.FindGame(x.t.Context(), x.game); err != nil {
		x.t.Fatal(err)
	} else if g.Finished {
		played = min(phases, g.Number)
	}
	for n := 1; n <= played; n++ {
		ph, err := x.judge.Phase(x.t.Context(), x.game, n)
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

// TestBots has the bot in Go play against itself, with money and without.
func TestBots(t *testing.T) {
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

// TestBotInPython has the bot in Python play against the one in Go.
func TestBotInPython(t *testing.T) {
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
