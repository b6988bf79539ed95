package program_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"podesta/internal/program"
	"podesta/machiavelli/arena"
	"podesta/machiavelli/env"
)

// TestMain runs this binary as a player if its first argument names a kind of player.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		if how, ok := strings.CutPrefix(os.Args[1], "play:"); ok {
			os.Exit(play(how))
		}
	}
	os.Exit(m.Run())
}

// request holds the fields of a request that the players below read.
type request struct {
	env.Request
	Observation struct {
		Phase string          `json:"phase"`
		Side  []string        `json:"side"`
		Seen  json.RawMessage `json:"events"`
	} `json:"observation"`
}

// play plays as a program. It sends answers without orders, apart from the fault named by how.
func play(how string) int {
	if address, ok := strings.CutPrefix(how, "child:"); ok {
		if _, err := net.Dial("tcp", address); err == nil {
			time.Sleep(time.Hour) // until it is killed
		}
		return 1
	}
	if address, ok := strings.CutPrefix(how, "parent:"); ok {
		child := exec.Command(os.Args[0], "play:child:"+address)
		child.Stdout, child.Stderr = os.Stdout, os.Stderr // like the children of a script
		if err := child.Run(); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		return 1
	}
	in, out := bufio.NewReaderSize(os.Stdin, 1<<20), bufio.NewWriter(os.Stdout)
	fmt.Fprintln(os.Stderr, "ready")
	for n := 1; ; n++ {
		if how == "deaf" {
			time.Sleep(time.Hour) // until it is killed
		}
		line, err := in.ReadBytes('\n')
		if err != nil {
			return 0
		}
		var r request
		if err := json.Unmarshal(line, &r); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		switch how {
		case "good":
			fmt.Fprintf(os.Stderr, "%s %s %s events:%t\n", r.Game, r.Power, strings.Join(r.Observation.Side, "+"), len(r.Observation.Seen) > 2)
		case "late": // answers each request only after the next one has arrived
			if n > 1 {
				answer(out, r.ID-1, `[]`)
			}
			continue
		case "silent":
			continue
		case "dead":
			return 3
		case "wrong":
			answer(out, r.ID+7, `["A Milan - Pavia"]`)
			continue
		case "stranger":
			answer(out, r.ID, `["A Paris - Burgundy", "E9 nonsense", 999999]`)
			continue
		case "illegal":
			answer(out, r.ID, `["A Paris - Burgundy"]`)
			continue
		case "garbled":
			fmt.Fprintln(out, "Hello! I move to Pavia.")
			out.Flush()
			continue
		case "long":
			out.Write(bytes.Repeat([]byte("x"), env.MaxLine+1<<20))
			out.Flush()
			continue
		}
		answer(out, r.ID, `[]`)
	}
}

func answer(out *bufio.Writer, id uint64, orders string) {
	fmt.Fprintf(out, "{\"id\":%d,\"orders\":%s}\n", id, orders)
	out.Flush()
}

// journal collects the standard error of programs.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(data []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(data)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// match plays games of one program against three random players, and returns the results of the
// program's seats.
func match(t *testing.T, how string, patience time.Duration, games int, log *journal) []arena.Seat {
	t.Helper()
	command := os.Args[0] + " play:" + how
	pool, err := program.NewPool(t.Context(), command, patience, log)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	m, err := arena.New(arena.Settings{
		Scenario: "A", Variant: "A-4", Preset: "battleline-1978-basic", Years: 1, Seed: 5,
		Lineups: []arena.Lineup{{Players: []string{"it", "random", "random", "random"}}}, Programs: map[string]string{"it": command},
	}, map[string]arena.Make{"it": pool.Make})
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	var seats []arena.Seat
	for n := range uint64(games) {
		g, err := m.Play(n, func() int64 { return time.Since(begin).Microseconds() })
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range g.Seats {
			if s.Player == "it" {
				seats = append(seats, s)
			} else if len(s.Faults) > 0 {
				t.Errorf("%+v", s)
			}
		}
	}
	if len(seats) != games {
		t.Fatalf("%d seats in %d games", len(seats), games)
	}
	return seats
}

// TestWorkingProgram lets a program play two games in one process, and checks what it receives.
func TestWorkingProgram(t *testing.T) {
	log := &journal{}
	for _, s := range match(t, "good", time.Minute, 2, log) {
		if len(s.Faults) > 0 || s.Decisions < 3 {
			t.Errorf("%+v", s)
		}
	}
	for text, want := range map[string]int{"ready": 1, "5-0-1 florence florence events:": 3, "5-1-2 milan milan events:": 3, "events:false": 2, "events:true": 5} {
		if n := strings.Count(log.String(), text); n < want || want == 1 && n > 1 {
			t.Errorf("%q occurs %d times in\n%s", text, n, log)
		}
	}
}

// TestGamesInParallel plays games at the same time, and checks that they are the same as games
// played one after the other.
func TestGamesInParallel(t *testing.T) {
	pool, err := program.NewPool(t.Context(), os.Args[0]+" play:good", time.Minute, &journal{})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	m, err := arena.New(arena.Settings{
		Scenario: "A", Variant: "A-4", Preset: "njudge-classic", Years: 1, Seed: 5,
		Lineups: []arena.Lineup{{Players: []string{"it", "it", "dumbbot", "greedy"}}},
	}, map[string]arena.Make{"it": pool.Make})
	if err != nil {
		t.Fatal(err)
	}
	play := func(n int) arena.Game {
		g, err := m.Play(uint64(n), func() int64 { return 0 })
		if err != nil {
			t.Error(err)
		}
		return g
	}
	games := make([]arena.Game, 4)
	var all sync.WaitGroup
	for n := range games {
		all.Go(func() { games[n] = play(n) })
	}
	all.Wait()
	for n, g := range games {
		if again := play(n); !reflect.DeepEqual(g, again) {
			t.Errorf("game %d was\n%+v\nand is\n%+v", n, g, again)
		}
	}
}

// TestFaultyPrograms plays with faulty programs, and checks that each harms only itself: its
// faults are counted, and the games continue.
func TestFaultyPrograms(t *testing.T) {
	for how, c := range map[string]struct {
		patience time.Duration
		fault    arena.Fault
		each     bool // whether every decision has the fault
		why      string
	}{
		"late":     {100 * time.Millisecond, arena.Late, false, "no answer in time"},
		"silent":   {100 * time.Millisecond, arena.Late, false, "no answer in time"},
		"deaf":     {100 * time.Millisecond, arena.Late, false, "no answer in time"},
		"dead":     {time.Minute, arena.Died, false, "the program has ended"},
		"wrong":    {time.Minute, arena.Wrong, true, "repeat the id of the request"},
		"stranger": {time.Minute, arena.Refused, true, "there is no action 999999"},
		"illegal":  {time.Minute, arena.Refused, true, `"A Paris - Burgundy": `},
		"garbled":  {time.Minute, arena.Garbled, true, "Hello! I move to Pavia."},
		"long":     {time.Minute, arena.TooLong, false, "a line of more than"},
	} {
		log := &journal{}
		for _, s := range match(t, how, c.patience, 2, log) {
			n, gaveUp := s.Faults[c.fault], s.Faults[arena.GaveUp]
			switch {
			case c.each && (n < s.Decisions || gaveUp > 0):
				t.Errorf("%s: %+v", how, s)
			case !c.each && (n < 1 || n > 3 || n+gaveUp != s.Decisions || len(s.Faults) > 2):
				t.Errorf("%s: %+v", how, s)
			}
		}
		if n := strings.Count(log.String(), fmt.Sprintf(": %s: ", c.fault)); n != 1 || !strings.Contains(log.String(), c.why) {
			t.Errorf("%s: the fault is explained %d times, want once, with %q:\n%s", how, n, c.why, log)
		}
	}
}

// TestNoCommand checks the errors of commands that cannot be run.
func TestNoCommand(t *testing.T) {
	if _, err := program.NewPool(t.Context(), "  ", time.Second, &journal{}); err == nil || !strings.Contains(err.Error(), "is empty") {
		t.Errorf("%v", err)
	}
	if _, err := program.NewPool(t.Context(), "./there-is-no-such-program -x", time.Second, &journal{}); !errors.Is(err, exec.ErrNotFound) && !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

// TestContextEndsProgram checks that the end of the context ends a program that would not
// answer for a long time.
func TestContextEndsProgram(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	pool, err := program.NewPool(ctx, os.Args[0]+" play:silent", time.Hour, &journal{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := arena.New(arena.Settings{
		Scenario: "A", Variant: "A-4", Preset: "battleline-1978-basic", Years: 1, Seed: 5,
		Lineups: []arena.Lineup{{Players: []string{"it", "random", "random", "random"}}},
	}, map[string]arena.Make{"it": pool.Make})
	if err != nil {
		t.Fatal(err)
	}
	asked := make(chan struct{})
	once := sync.OnceFunc(func() { close(asked) })
	go func() {
		<-asked
		cancel()
	}()
	g, err := m.Play(0, func() int64 { once(); return 0 })
	if s := g.Seats[0]; err != nil || s.Faults[arena.Died] != 1 || s.Faults[arena.GaveUp] != s.Decisions-1 {
		t.Errorf("%+v, %v", s, err)
	}
}
