//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"podesta/internal/game"
	"podesta/internal/press"
	"podesta/internal/store"
	"podesta/internal/store/pgtest"
)

// built is the podesta for the tests, and builtIn its folder; empty if there is none.
var (
	builtIn string
	built   = sync.OnceValues(func() (_ string, err error) {
		if builtIn, err = os.MkdirTemp("", "podesta-soak-test-"); err != nil {
			return "", err
		}
		name := filepath.Join(builtIn, "podesta")
		return name, build(context.Background(), name)
	})
)

func TestMain(m *testing.M) {
	if serveSlowDisk() {
		return
	}
	// Most of the time, tests wait for processes, so that more of them can run at the same
	// time.
	flag.Parse()
	if err := flag.Set("test.parallel", "4"); err != nil {
		panic(err)
	}
	status := m.Run()
	if builtIn != "" {
		_ = os.RemoveAll(builtIn)
	}
	os.Exit(status)
}

// short returns a round of a few seconds.
func short(t *testing.T) *round {
	t.Helper()
	program, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return &round{
		plan: plan{
			program: program, seed: 1, database: "sqlite", processCount: 1, length: 3 * time.Second, links: 1, hosted: 1,
			rate: 80, pause: 300 * time.Millisecond, faults: map[string]bool{"mail": true}, hurry: true, verbose: testing.Verbose(),
		},
		number: 1, folder: t.TempDir(),
	}
}

// TestKills kills the judge a few times. Then it changes the history in every way that the
// check must detect.
func TestKills(t *testing.T) {
	t.Parallel()
	r := short(t)
	r.acts = func() func(*round, context.Context) error {
		if r.kills < 5 {
			return (*round).killOne
		}
		return nil
	}
	r.enough = func() bool { // on a busy machine, little happens between the kills
		return r.kills == 5 && r.journal.confirmed(processOp) >= 2 && r.journal.confirmed(pressOp) >= 2 &&
			r.journal.results() > 0 && r.journal.answered() && r.journal.played() && r.journal.called() >= 40
	}
	h, err := r.play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range check(h) {
		t.Error(w)
	}
	if t.Failed() {
		return
	}
	if len(h.Ops) < 40 || len(h.Letters) == 0 || len(h.Calls) == 0 {
		t.Errorf("%d requests, %d letters, %d webhooks", len(h.Ops), len(h.Letters), len(h.Calls))
	}
	var text bytes.Buffer
	if err := h.write(&text); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "history.jsonl")
	if err := os.WriteFile(name, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range changes {
		h, err := readHistory(name)
		if err != nil {
			t.Fatal(err)
		}
		if !c.change(h) {
			t.Errorf("%s: the history has nothing of that kind", c.name)
			continue
		}
		if wrong := strings.Join(check(h), "\n"); !strings.Contains(wrong, c.want) {
			t.Errorf("%s: the check says %q, and not %q", c.name, wrong, c.want)
		}
	}
}

// confirmed returns how many operations of a kind were confirmed so far.
func (j *journal) confirmed(kind string) (n int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for i := range j.h.Ops {
		if j.h.Ops[i].Kind == kind && j.h.Ops[i].Outcome == ok {
			n++
		}
	}
	return n
}

// answered reports whether a command of a chat has been answered.
func (j *journal) answered() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.h.Said) > 0
}

// played reports whether a round of the tournament has been played to its end.
func (j *journal) played() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.h.Scored) > 0
}

// called returns how many webhooks have been called so far.
func (j *journal) called() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.h.Calls)
}

// results returns how many e-mails with results have arrived so far.
func (j *journal) results() (n int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, l := range j.h.Letters {
		if aboutPhase.MatchString(l.ID) && isResult(l.Subject) {
			n++
		}
	}
	return n
}

// TestPostgres kills processes that share a PostgreSQL database, cuts their connections,
// restarts the database and promotes its standby.
func TestPostgres(t *testing.T) {
	t.Parallel()
	if _, err := pgtest.Programs(); err != nil {
		t.Fatal(err)
	}
	r := short(t)
	var err error
	if r.cluster, err = newCluster(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.cluster.close)
	r.processCount, r.database = 2, "postgres"
	acts := []func(*round, context.Context) error{(*round).killOne, (*round).cutOne, (*round).restartDatabase, (*round).killOne, (*round).failOver, (*round).killOne}
	r.acts = func() func(*round, context.Context) error {
		if len(acts) == 0 {
			return nil
		}
		defer func() { acts = acts[1:] }()
		return acts[0]
	}
	r.enough = func() bool { return len(acts) == 0 }
	h, err := r.play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range check(h) {
		t.Error(w)
	}
}

// TestWholeLog reads a log that is longer than the part that the judge returns at a time.
func TestWholeLog(t *testing.T) {
	t.Parallel()
	ctx, database := t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "podesta.db")
	town, err := newTown(ctx, database, time.Now, 0, 1, "http://127.0.0.1:1/")
	if err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(database)
	if err != nil {
		t.Fatal(err)
	}
	const more = press.MostEntries + 10
	err = st.Write(ctx, func(tx *game.Tx) error {
		for n := range more {
			text := fmt.Sprintf(`{"text":"soak-press-1-%d"}`, n)
			if _, err := tx.Log.Append(game.Entry{Game: town.tables[0].id, At: time.Now(), Kind: game.PressEntry, From: 1, Audience: game.Audience{Seats: []int{2}}, Data: []byte(text)}); err != nil {
				return err
			}
		}
		return nil
	})
	if err := errors.Join(err, st.Close()); err != nil {
		t.Fatal(err)
	}
	var h History
	if err := town.collect(ctx, database, &h); err != nil {
		t.Fatal(err)
	}
	g := &h.Games[0]
	if n := len(g.Entries); n <= more || g.Entries[n-1].Seq != int64(n) || g.Entries[n-1].Token != fmt.Sprintf("soak-press-1-%d", more-1) {
		t.Errorf("%d entries, the last of which is %+v", n, g.Entries[n-1])
	}
	for _, r := range g.Readers {
		reads := 0
		for _, seq := range r.Shown {
			if seq > int64(len(g.Entries)-more) {
				reads++
			}
		}
		if want := map[int]int{0: more, 1: more, 2: more}[r.Seat]; reads != want {
			t.Errorf("seat %d reads %d of the letters, and not %d", r.Seat, reads, want)
		}
	}
}

// TestRelay causes every kind of failure of the relay, and each time sends the e-mail again.
func TestRelay(t *testing.T) {
	t.Parallel()
	j := newJournal()
	r, err := newRelay(j, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	send := func() error {
		c, err := smtp.Dial(r.address)
		if err != nil {
			return err
		}
		defer c.Close()
		_, err = transfer(c, "judge@judge.example", "persona@players.example", "Subject: press\r\nMessage-ID: <one@judge.example>\r\n\r\nsoak-press-1-1\r\n")
		return err
	}
	for _, c := range []struct {
		name     string
		on, off  func()
		recorded int
	}{
		{"busy", func() { r.busy.Store(true) }, func() { r.busy.Store(false) }, 0},
		{"dead", r.close, func() {
			if err := r.open(); err != nil {
				t.Fatal(err)
			}
		}, 0},
		{"drops", func() { r.drops.Store(true) }, func() { r.drops.Store(false) }, 1},
	} {
		before := len(j.h.Letters)
		c.on()
		if err := send(); err == nil {
			t.Errorf("%s: the relay says that it has accepted the e-mail", c.name)
		}
		c.off()
		if n := len(j.h.Letters) - before; n != c.recorded {
			t.Errorf("%s: %d e-mails are recorded, and not %d", c.name, n, c.recorded)
		}
		if err := send(); err != nil {
			t.Errorf("after %s: %v", c.name, err)
		}
	}
	if wrong := twoIDs(&j.h); len(wrong) > 0 {
		t.Error(wrong)
	}
}

// changes are changes of a history, with the faults that the check must report. A change
// reports whether it was possible.
var changes = []struct {
	name, want string
	change     func(*History) bool
}{
	{"a letter between players that is not in the log", "is lost", func(h *History) bool {
		for i := range h.Ops {
			if h.Ops[i].Kind == pressOp && h.Ops[i].Outcome == ok {
				h.Ops[i].Token = "soak-press-0-0"
				return true
			}
		}
		return false
	}},
	{"press that is in the log twice", "was sent 2 times", func(h *History) bool {
		for i := range h.Games {
			g := &h.Games[i]
			for _, e := range g.Entries {
				if e.Kind == "press" {
					e.Seq = int64(len(g.Entries) + 1)
					g.Entries = append(g.Entries, e)
					return true
				}
			}
		}
		return false
	}},
	{"an e-mail that never came", "no e-mail with", func(h *History) bool {
		h.Letters = nil
		return true
	}},
	{"a command without an answer", "never answered", func(h *History) bool {
		h.Said = nil
		return slices.ContainsFunc(h.Ops, func(o Op) bool { return o.Promised })
	}},
	{"a table with two games", "the judge has", func(h *History) bool {
		h.Cup.Games = append(h.Cup.Games, "k2x4mqpa")
		return true
	}},
	{"a result that has changed", "and is now", func(h *History) bool {
		for i := range h.Scored {
			h.Scored[i].Seats[0].Points++
			return true
		}
		return false
	}},
	{"a player at a table who has a bye", "twice", func(h *History) bool {
		for i := range h.Cup.Rounds {
			if r := &h.Cup.Rounds[i]; len(r.Tables) > 0 {
				r.Byes = append(r.Byes, r.Tables[0].Seats[0].Player)
				return true
			}
		}
		return false
	}},
	{"an e-mail with another Message-ID", "came to", func(h *History) bool {
		for _, l := range h.Letters {
			if len(l.Tokens) > 0 {
				l.ID = "other@judge.example"
				h.Letters = append(h.Letters, l)
				return true
			}
		}
		return false
	}},
	{"a result that came again with another Message-ID", "but the phase was resolved", func(h *History) bool {
		for _, l := range h.Letters {
			if m := aboutPhase.FindStringSubmatch(l.ID); m == nil || !isResult(l.Subject) {
				continue
			}
			phase, _, _ := strings.Cut(l.ID, "@")
			for n := range 9 { // more often than it can have been resolved
				l.ID = fmt.Sprintf("%s%d@judge.example", phase, n)
				h.Letters = append(h.Letters, l)
			}
			return true
		}
		return false
	}},
	{"a webhook that was not called", "was never called", func(h *History) bool {
		// Not every call is required: some are about entries from before the webhook was
		// created.
		for _, c := range h.Calls {
			owed := func(g Record) bool {
				return g.ID == c.Game && slices.ContainsFunc(g.Readers, func(r Reader) bool {
					return r.Hook == c.Hook && slices.ContainsFunc(g.Entries, func(e Entry) bool {
						return e.Public == c.Seq && e.Seq > r.Before && slices.Contains(r.Shown, e.Seq)
					})
				})
			}
			if slices.ContainsFunc(h.Games, owed) {
				h.Calls = slices.DeleteFunc(h.Calls, func(d Call) bool { return d.Hook == c.Hook && d.Game == c.Game && d.Seq == c.Seq })
				return true
			}
		}
		return false
	}},
	{"a webhook that was called again under another number", "was called about entry", func(h *History) bool {
		for _, c := range h.Calls {
			if slices.ContainsFunc(h.Games, func(g Record) bool { return g.ID == c.Game }) {
				c.Delivery = "other"
				h.Calls = append(h.Calls, c)
				return true
			}
		}
		return false
	}},
	{"a number that two webhooks have", "carry the number", func(h *History) bool {
		first := h.Calls[0]
		for i := range h.Calls {
			if c := &h.Calls[i]; c.Hook != first.Hook || c.Game != first.Game || c.Seq != first.Seq {
				c.Delivery = first.Delivery
				return true
			}
		}
		return false
	}},
	{"a phase that was resolved twice", "is at revision", func(h *History) bool {
		h.Games[0].Last++
		return true
	}},
	{"a result that is in the log twice", "was the current one", func(h *History) bool {
		for i := range h.Games {
			g := &h.Games[i]
			for k, e := range g.Entries {
				if e.Kind == "result" {
					g.Entries = slices.Insert(g.Entries, k, e)
					return true
				}
			}
		}
		return false
	}},
	{"a phase that was resolved with other orders", "not linearizable", func(h *History) bool {
		for i := range h.Games {
			for k := range h.Games[i].Resolved {
				r := &h.Games[i].Resolved[k]
				if r.Orders == nil { // nobody had sent any
					r.Orders = map[int]string{}
				}
				r.Orders[1] = "A Nowhere H"
				return true
			}
		}
		return false
	}},
	{"a read of a revision that is not there yet", "not linearizable", func(h *History) bool {
		for i := range h.Ops {
			if h.Ops[i].Kind == lookOp && h.Ops[i].Outcome == ok {
				h.Ops[i].GotRevision++
				return true
			}
		}
		return false
	}},
}

// between is inserted by a test between the judge and its clients.
type between struct {
	way http.RoundTripper
	act func(way http.RoundTripper, r *http.Request, body []byte) (*http.Response, error)
}

// RoundTrip implements http.RoundTripper.
func (b between) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	return b.act(b.way, r, body)
}

// again sends a request once more, to another path.
func again(way http.RoundTripper, r *http.Request, method, path string, body []byte) (*http.Response, error) {
	x := r.Clone(r.Context())
	x.Method, x.URL.Path, x.Body, x.ContentLength = method, path, io.NopCloser(bytes.NewReader(body)), int64(len(body))
	return way.RoundTrip(x)
}

// planted is a fault between the judge and its clients.
type planted struct {
	name, want string
	mu         sync.Mutex
	done       int // how often it has happened
	kept       map[string][]byte
	act        func(p *planted, way http.RoundTripper, r *http.Request, body []byte) (*http.Response, error)
	swallow    func(Letter) bool
	least      int // how often it must happen before the run ends; 0 for a few times
}

// loseWrite answers every third request with orders as the judge would, but
// saves nothing.
func loseWrite(p *planted, way http.RoundTripper, r *http.Request, body []byte) (*http.Response, error) {
	if r.Method != http.MethodPut || !strings.HasSuffix(r.URL.Path, "/orders") {
		return way.RoundTrip(r)
	}
	if p.done++; p.done%3 != 0 {
		return way.RoundTrip(r)
	}
	var in struct {
		Text string `json:"text"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return nil, err
	}
	text, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	return again(way, r, http.MethodPost, r.URL.Path+"/check", text)
}

// readStale answers every request for orders like the first one.
func readStale(p *planted, way http.RoundTripper, r *http.Request, _ []byte) (*http.Response, error) {
	a, err := way.RoundTrip(r)
	if err != nil || a.StatusCode != http.StatusOK || r.Method != http.MethodGet || !strings.HasSuffix(r.URL.Path, "/orders") {
		return a, err
	}
	text, err := io.ReadAll(a.Body)
	if err != nil {
		return nil, err
	}
	if old := p.kept[r.URL.String()]; old == nil {
		p.kept[r.URL.String()] = text
	} else if !bytes.Equal(old, text) {
		p.done++
		text = old
	}
	a.Body, a.ContentLength = io.NopCloser(bytes.NewReader(text)), -1
	return a, nil
}

// processTwice also resolves the next phase when a master resolves one. It blocks rollbacks,
// because afterwards nobody would know which seats owed orders in the phases that they undo.
func processTwice(p *planted, way http.RoundTripper, r *http.Request, body []byte) (*http.Response, error) {
	if strings.HasSuffix(r.URL.Path, "/rollback") {
		return nil, errors.New("rollbacks do not arrive")
	}
	a, err := way.RoundTrip(r)
	if err != nil || a.StatusCode != http.StatusOK || !strings.HasSuffix(r.URL.Path, "/process") {
		return a, err
	}
	var in struct {
		Revision int `json:"revision"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return nil, err
	}
	in.Revision++
	text, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	second, err := again(way, r, http.MethodPost, r.URL.Path, text)
	if err != nil {
		return nil, err
	}
	if second.StatusCode == http.StatusOK {
		p.done++
	}
	return a, second.Body.Close()
}

// TestPlanted inserts one fault of each kind between the judge and its clients, and checks that
// it is detected.
func TestPlanted(t *testing.T) {
	t.Parallel()
	for _, c := range []*planted{
		{name: "lost write", want: "not linearizable", act: loseWrite},
		{name: "stale read", want: "not linearizable", act: readStale},
		{name: "double processing", want: "not linearizable", act: processTwice, least: 6}, // requests whose answers were lost can explain a few
		{name: "lost letter", want: "no e-mail with press", swallow: func(l Letter) bool { return len(l.Tokens) > 0 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := short(t)
			c.kept = map[string][]byte{}
			r.between = func(way http.RoundTripper) http.RoundTripper {
				if c.act == nil {
					return way
				}
				return between{way, func(way http.RoundTripper, r *http.Request, body []byte) (*http.Response, error) {
					c.mu.Lock()
					defer c.mu.Unlock()
					return c.act(c, way, r, body)
				}}
			}
			r.swallow = func(l Letter) bool {
				if c.swallow == nil || !c.swallow(l) {
					return false
				}
				c.mu.Lock()
				defer c.mu.Unlock()
				c.done++
				return true
			}
			begun := time.Now()
			r.enough = func() bool { // a few times, and then for a little longer
				c.mu.Lock()
				defer c.mu.Unlock()
				return c.done >= 12 || c.done >= max(3, c.least) && time.Since(begun) > r.length || time.Since(begun) > time.Minute
			}
			h, err := r.play(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			wrong := check(h)
			if !strings.Contains(strings.Join(wrong, "\n"), c.want) {
				t.Errorf("the check says %q, and not %q; it happened %d times", wrong, c.want, c.done)
			}
			for _, w := range wrong {
				if !strings.Contains(w, c.want) {
					t.Errorf("the check says also: %s", w)
				}
			}
		})
	}
}
