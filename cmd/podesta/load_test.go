package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/judge"
)

// load simulates people who play in all games of a town at the same time, until the load ends. It
// records what the judge has confirmed to them.
type load struct {
	w    *town
	stop chan struct{}
	wg   sync.WaitGroup

	mu        sync.Mutex
	failures  []string
	asked     int
	said      map[string]string   // game of each confirmed message, keyed by the message's text
	resolved  map[string]int      // number of confirmed phases, keyed by game
	saved     map[string][]string // confirmed orders of each seat, keyed by game and seat
	confirmed int
}

// pause is how long a player waits after three requests, because the judge allows a program ten
// requests a second.
const pause = 350 * time.Millisecond

// play begins the load, through the address of one process or of a proxy in front of several.
func (w *town) play(p *process) *load {
	l := &load{w: w, stop: make(chan struct{}), said: map[string]string{}, resolved: map[string]int{}, saved: map[string][]string{}}
	for i, c := range w.players {
		l.wg.Go(func() {
			for n := 0; l.waits(pause); n++ {
				id := w.games[(i+n)%len(w.games)]
				l.press(p, c, id, fmt.Sprintf("verba%d.%05d;", i, n))
				l.orders(p, c, id, fmt.Sprintf("# littera %d.%d", i, n))
				if status, _, text := p.page("/g/" + id); status != http.StatusOK {
					l.fail("a page: %d %s", status, last(text, 300))
				}
			}
		})
	}
	l.wg.Go(func() {
		for n := 0; l.waits(2 * pause); n++ {
			l.resolve(p, w.games[n%len(w.games)])
		}
	})
	return l
}

// waits pauses for d, and reports whether the load continues.
func (l *load) waits(d time.Duration) bool {
	select {
	case <-l.stop:
		return false
	case <-time.After(d):
		return true
	}
}

// end ends the load. Every request must have succeeded.
func (l *load) end() {
	l.w.t.Helper()
	close(l.stop)
	l.wg.Wait()
	for _, f := range l.failures[:min(len(l.failures), 10)] {
		l.w.t.Error(f)
	}
	if n := len(l.failures); n > 0 {
		l.w.t.Errorf("%d of %d requests failed", n, l.asked)
	}
}

// fail records a failed request.
func (l *load) fail(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failures = append(l.failures, time.Now().Format("05.000 ")+fmt.Sprintf(format, args...))
}

// ask sends a request to the API and reports whether it succeeded. A refusal because the phase
// has ended in the meantime is not a failure; any other refusal is.
func (l *load) ask(p *process, c citizen, method, path string, body any) (answer string, done bool) {
	status, answer := c.call(p, method, path, body)
	l.mu.Lock()
	l.asked++
	l.mu.Unlock()
	switch {
	case status/100 == 2:
		return answer, true
	case status != http.StatusConflict:
		l.fail("%s %s by %s: %d %s", method, path, c.email, status, last(answer, 300))
	}
	return answer, false
}

// press sends a message to everyone.
func (l *load) press(p *process, c citizen, id, text string) {
	if _, done := l.ask(p, c, "POST", "/games/"+id+"/press", map[string]any{"to": []string{"all"}, "text": text}); done {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.said[text] = id
		l.confirmed++
	}
}

// given holds the orders of a seat as the API returns them.
type given struct {
	Seat, Revision int
	Text           string
}

// orders saves orders and reads them back.
func (l *load) orders(p *process, c citizen, id, text string) {
	read := func() (s given, done bool) {
		answer, done := l.ask(p, c, "GET", "/games/"+id+"/orders", nil)
		if err := json.Unmarshal([]byte(answer), &s); done && err != nil {
			l.fail("orders: %v", err)
		}
		return s, done
	}
	before, done := read()
	if !done {
		return
	}
	if _, done := l.ask(p, c, "PUT", "/games/"+id+"/orders", map[string]any{"text": text, "revision": before.Revision}); !done {
		return
	}
	l.mu.Lock()
	l.confirmed++
	key := fmt.Sprint(id, " ", before.Seat)
	l.saved[key] = append(l.saved[key], text)
	l.mu.Unlock()
	if after, done := read(); done && after.Revision == before.Revision && after.Text != text {
		l.fail("%s saved %q and reads %q", c.email, text, after.Text)
	}
}

// resolve resolves the phase of a game.
func (l *load) resolve(p *process, id string) {
	answer, done := l.ask(p, l.w.master, "GET", "/games/"+id, nil)
	var g struct{ Revision int }
	if err := json.Unmarshal([]byte(answer), &g); !done || err != nil {
		l.fail("a game: %v", err)
		return
	}
	if answer, done := l.ask(p, l.w.master, "POST", "/games/"+id+"/process", map[string]any{"revision": g.Revision}); !done {
		l.fail("a phase: %s", last(answer, 300)) // nobody else resolves it
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.resolved[id]++
	l.confirmed++
}

// goesOn waits until the given number of further changes have been confirmed, including the given
// numbers of messages and phases. How long that takes depends on the load of the machine.
func (l *load) goesOn(changes, letters, phases int) {
	l.w.t.Helper()
	counts := func() (int, int, int) {
		l.mu.Lock()
		defer l.mu.Unlock()
		n := 0
		for _, k := range l.resolved {
			n += k
		}
		return l.confirmed, len(l.said), n
	}
	c, s, p := counts()
	until(l.w.t, "what people do meanwhile", func() bool {
		confirmed, said, resolved := counts()
		return confirmed >= c+changes && said >= s+letters && resolved >= p+phases
	})
}

// seen holds what has been confirmed to a load up to some moment.
type seen struct {
	said     map[string]string
	resolved map[string]int
}

// seen returns what has been confirmed so far.
func (l *load) seen() seen {
	l.mu.Lock()
	defer l.mu.Unlock()
	return seen{maps.Clone(l.said), maps.Clone(l.resolved)}
}

// in checks that a judge has everything: each phase and each message once, and that all phases
// follow from seed and orders, byte for byte. It returns what the judge has.
func (s seen) in(t *testing.T, j *judge.Judge, games []string) (has seen) {
	t.Helper()
	has = seen{map[string]string{}, map[string]int{}}
	for _, id := range games {
		if err := j.Archive.Replay(t.Context(), id); err != nil {
			t.Errorf("%s: %v", id, err)
		}
		times := map[string]int{}
		for after := int64(0); ; {
			entries, err := j.Press.Log(t.Context(), id, game.Role{Master: true}, after, 1000)
			if err != nil {
				t.Fatal(err)
			}
			if len(entries) == 0 {
				break
			}
			for i := range entries {
				e := &entries[i]
				if after++; e.Seq != after {
					t.Fatalf("%s: entry %d of the log is missing", id, after)
				}
				switch e.Kind {
				case game.ResultEntry:
					has.resolved[id]++
				case game.PressEntry:
					var press struct{ Text string }
					if err := json.Unmarshal(e.Data, &press); err != nil {
						t.Fatal(err)
					}
					text := strings.TrimSpace(press.Text)
					times[text]++
					has.said[text] = id
				}
			}
		}
		for text, n := range times {
			if n > 1 {
				t.Errorf("%s: press %s came %d times", id, text, n)
			}
		}
		if has.resolved[id] < s.resolved[id] {
			t.Errorf("%s: %d phases were resolved, and %d are left", id, s.resolved[id], has.resolved[id])
		}
		g, err := j.Base.Game(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if g.Number != has.resolved[id]+1 {
			t.Errorf("%s: after %d results it is at phase %d", id, has.resolved[id], g.Number)
		}
	}
	for _, text := range slices.Sorted(maps.Keys(s.said)) {
		if has.said[text] != s.said[text] {
			t.Errorf("press %s is lost", text)
		}
	}
	return has
}

// whole checks the judge after the end of the load: it must have what was confirmed, and
// nothing else, and no orders that were confirmed before a phase was resolved may have been
// lost.
func (l *load) whole(j *judge.Judge) {
	t := l.w.t
	t.Helper()
	was := l.seen()
	has := was.in(t, j, l.w.games)
	if !maps.Equal(has.resolved, was.resolved) {
		t.Errorf("phases resolved: %v, and confirmed: %v", has.resolved, was.resolved)
	}
	for text := range has.said {
		if was.said[text] == "" {
			t.Errorf("no one was told that press %s was sent", text)
		}
	}
	for _, id := range l.w.games {
		for n := 1; n <= has.resolved[id]; n++ {
			p, err := j.Base.Phase(t.Context(), id, n)
			if err != nil {
				t.Fatal(err)
			}
			for seat, text := range p.Orders {
				if known := l.saved[fmt.Sprint(id, " ", seat)]; text != "" && !slices.Contains(known, text) {
					t.Errorf("%s: phase %d was resolved with %q, which seat %d did not save", id, n, text, seat)
				}
			}
		}
	}
}
