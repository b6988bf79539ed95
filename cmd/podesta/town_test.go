package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge"
	"podesta/internal/lobby"
	"podesta/internal/schedule"
	"podesta/internal/store"
)

// town holds the people and games of a judge, which the test itself creates in the processes'
// database.
type town struct {
	t       *testing.T
	store   *store.Store
	judge   *judge.Judge
	master  citizen
	players []citizen
	games   []string // IDs of the games
}

// citizen is a person with an account and a token for programs.
type citizen struct{ id, email, token string }

// newTown creates accounts for a master and four players.
func newTown(t *testing.T, url string) *town {
	t.Helper()
	st, err := store.Open(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	w := &town{t: t, store: st, judge: judge.New(st, wallClock{}, theSecret)}
	w.master = w.citizen("Machiavelli")
	for _, name := range []string{"Ludovico", "Enrico", "Ferrante", "Cosimo"} {
		w.players = append(w.players, w.citizen(name))
	}
	return w
}

const password = "rinascimento1454"

func (w *town) citizen(name string) citizen {
	w.t.Helper()
	ctx := w.t.Context()
	c := citizen{email: strings.ToLower(name) + "@example.org"}
	_, proof, err := w.judge.Users.Register(ctx, name, c.email, "UTC")
	if err != nil {
		w.t.Fatal(err)
	}
	a, err := w.judge.Users.Verify(ctx, proof.Secret())
	if err != nil {
		w.t.Fatal(err)
	}
	c.id = a.ID
	if err := w.judge.Users.SetPassword(ctx, c.id, password); err != nil {
		w.t.Fatal(err)
	}
	if c.token, err = w.judge.Users.NewToken(ctx, game.Token{Kind: game.APIToken, Account: c.id}, 0); err != nil {
		w.t.Fatal(err)
	}
	return c
}

// game begins a game of the four players. Phases last an hour and then continue without late
// players.
func (w *town) game(name string) string {
	w.t.Helper()
	ctx := w.t.Context()
	h := hosting.Default()
	h.NMR, h.Rated = true, false
	for i := range h.Timing {
		h.Timing[i] = schedule.Timing{Clock: schedule.NoClock, Next: time.Hour, Days: schedule.EveryDay}
	}
	g, err := w.judge.Lobby.Host(ctx, w.master.id, lobby.NewGame{Name: name, Scenario: "A", Variant: "A-4"}, h)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, p := range w.players {
		if err := w.judge.Lobby.Join(ctx, g.ID, p.id, ""); err != nil {
			w.t.Fatal(err)
		}
	}
	w.games = append(w.games, g.ID)
	return g.ID
}

// number returns the number of a game's current phase.
func (w *town) number(game string) int {
	w.t.Helper()
	g, err := w.judge.Base.Game(w.t.Context(), game)
	if err != nil {
		w.t.Fatal(err)
	}
	return g.Number
}

// arrived reports whether all games have reached a phase.
func (w *town) arrived(number int) bool {
	for _, g := range w.games {
		if w.number(g) < number {
			return false
		}
	}
	return true
}

// queued returns the number of e-mails that wait to be sent.
func (w *town) queued() int {
	w.t.Helper()
	return len(w.queue())
}

// queue returns the jobs of the e-mail that is waiting to be sent.
func (w *town) queue() (out []game.Job) {
	w.t.Helper()
	err := w.store.Read(w.t.Context(), func(tx *game.Tx) error {
		out = nil
		for _, kind := range []string{"mail", "heldmail", "post", "letter"} {
			jobs, err := tx.Jobs.Jobs(kind, false, 0)
			if err != nil {
				return err
			}
			out = append(out, jobs...)
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

// mailed waits until all e-mail has been sent. On a timeout it reports the e-mail that is still
// waiting.
func (w *town) mailed(what string) {
	w.t.Helper()
	for begun := time.Now(); w.queued() > 0; time.Sleep(20 * time.Millisecond) {
		if time.Since(begun) <= patience {
			continue
		}
		for _, j := range w.queue() {
			w.t.Logf("%s %s of game %s: due %s, claimed until %s, try %d, %s %s", j.Kind, j.Key, j.Game, j.Due, j.Claimed, j.Tries, j.Failed, j.Data)
		}
		w.t.Fatalf("waited in vain for %s, at %s", what, time.Now())
	}
}

// hasten makes failed e-mail due now, because the first wait is a minute.
func (w *town) hasten() {
	w.t.Helper()
	err := w.store.Write(w.t.Context(), func(tx *game.Tx) error {
		now := time.Now()
		for _, kind := range []string{"mail", "post", "letter"} {
			jobs, err := tx.Jobs.Jobs(kind, true, 0)
			if err != nil {
				return err
			}
			for _, j := range jobs {
				if !j.Claimed.IsZero() || j.Due.Before(now) { // e-mail that has failed for good has no due time
					continue
				}
				// A worker may have claimed it in the meantime.
				if err := tx.Jobs.RetryJob(j.ID, now, j.Failed); err != nil && !errors.Is(err, game.ErrNoRecord) {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// call sends a request to the API of a process and returns the status and the
// answer.
func (c citizen) call(p *process, method, path string, body any) (int, string) {
	p.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		p.t.Fatal(err)
	}
	r, err := http.NewRequest(method, p.url+"/api/v1"+path, bytes.NewReader(text))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+c.token)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, err.Error()
	}
	return resp.StatusCode, string(answer)
}

// must sends a request like call, and fails the test if it does not succeed.
func (c citizen) must(p *process, method, path string, body any) string {
	p.t.Helper()
	status, answer := c.call(p, method, path, body)
	if status/100 != 2 {
		p.t.Fatalf("%s %s at %s: %d %s", method, path, p.name, status, answer)
	}
	return answer
}

// holdAll orders all units of all players to hold, through each of the processes in turn. One
// player asks to wait, so that the phase lasts until its deadline.
func (w *town) holdAll(game string, through ...*process) {
	w.t.Helper()
	now, err := w.judge.Base.Current(w.t.Context(), game)
	if err != nil {
		w.t.Fatal(err)
	}
	g, err := w.judge.Base.Game(w.t.Context(), game)
	if err != nil {
		w.t.Fatal(err)
	}
	for i, c := range w.players {
		role, err := w.judge.Base.RoleOf(w.t.Context(), game, c.id)
		if err != nil {
			w.t.Fatal(err)
		}
		var text strings.Builder
		for _, u := range now.Before.Units {
			if u.Owner == g.Setting.Seats[role.Seat-1][0] {
				fmt.Fprintf(&text, "%s %s hold\n", u.Type.Letter(), g.Setting.Board.Name(u.Place()))
			}
		}
		p := through[i%len(through)]
		if i == 0 {
			c.must(p, "PUT", "/games/"+game+"/wait", map[string]any{"wait": true})
		}
		c.must(p, "PUT", "/games/"+game+"/orders", map[string]any{"text": text.String(), "revision": g.Revision})
	}
}

// restSince sets the time of the judge's last activity, which is normally recorded every minute,
// so that a test can simulate an outage without waiting.
func (w *town) restSince(at time.Time) {
	w.t.Helper()
	err := w.store.Write(w.t.Context(), func(tx *game.Tx) error {
		if _, err := tx.Items.Get("", "judge", "pulse"); err != nil { // there is nothing to replace
			return err
		}
		return tx.Items.Put("", "judge", "pulse", fmt.Appendf(nil, `{"at":%q}`, at.UTC().Format(time.RFC3339Nano)))
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// due makes a phase due in some seconds.
func (w *town) due(game string, through *process, seconds int) {
	w.t.Helper()
	until(w.t, "the deadline to be set", func() bool {
		at := time.Now().Add(time.Duration(seconds) * time.Second).UTC().Truncate(time.Second)
		status, answer := w.master.call(through, "PUT", "/games/"+game+"/times", map[string]any{"deadline": at})
		if status/100 == 4 && !strings.Contains(answer, "gone by") {
			w.t.Fatalf("the deadline: %d %s", status, answer)
		}
		seconds *= 2 // the machine may be too slow for such a short time
		return status/100 == 2
	})
}

// stream holds the events of a live stream.
type stream struct {
	mu     sync.Mutex
	events []happening
	ended  bool
	phase  int    // phase whose first result triggers then
	then   func() // called once
}

// happening is an event of a live stream.
type happening struct {
	kind, id string
	data     struct {
		Game, Kind string
		Number     int
		Press      *struct{ Text string }
	}
}

// listen opens a live stream of all of a citizen's games.
func (c citizen) listen(p *process) *stream {
	p.t.Helper()
	s := &stream{}
	c.goOn(p, s)
	return s
}

// goOn reopens a stream that has ended, and asks for the events that were missed.
func (c citizen) goOn(p *process, s *stream) {
	p.t.Helper()
	ctx, cancel := context.WithCancel(p.t.Context())
	r, err := http.NewRequestWithContext(ctx, "GET", p.url+"/api/v1/events", nil)
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+c.token)
	if last := s.lastID(); last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	if resp.StatusCode != http.StatusOK {
		p.t.Fatalf("the stream of %s: %s", p.name, resp.Status)
	}
	p.t.Cleanup(cancel)
	s.mu.Lock()
	s.ended = false
	s.mu.Unlock()
	go func() {
		defer resp.Body.Close()
		lines := bufio.NewScanner(resp.Body)
		lines.Buffer(nil, 1<<20)
		var e happening
		for lines.Scan() {
			name, value, _ := strings.Cut(lines.Text(), ": ")
			switch name {
			case "event":
				e = happening{kind: value}
			case "id":
				e.id = value
			case "data":
				if err := json.Unmarshal([]byte(value), &e.data); err != nil {
					p.t.Error(err)
				}
				s.mu.Lock()
				s.events = append(s.events, e)
				then := s.then
				if e.data.Kind != "result" || e.data.Number != s.phase {
					then = nil
				} else {
					s.then = nil
				}
				s.mu.Unlock()
				if then != nil {
					then()
				}
			}
		}
		s.mu.Lock()
		s.ended = true
		s.mu.Unlock()
	}()
}

// count returns the number of events that satisfy a condition.
func (s *stream) count(is func(happening) bool) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, e := range s.events {
		if is(e) {
			n++
		}
	}
	return n
}

// results returns the number of results of a phase.
func (s *stream) results(number int) int {
	return s.count(func(e happening) bool { return e.kind == "entry" && e.data.Kind == "result" && e.data.Number == number })
}

// onResult sets the function that is called at the first result of a phase.
func (s *stream) onResult(number int, f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.phase, s.then = number, f
}

// over reports whether the stream has ended.
func (s *stream) over() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ended
}

// lastID returns the id of the last event that had one.
func (s *stream) lastID() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := len(s.events) - 1; i >= 0; i-- {
		if s.events[i].id != "" {
			return s.events[i].id
		}
	}
	return ""
}
