//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"podesta/internal/store/pgtest"
)

// built is the podesta of the tests.
var built = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "podesta-soak-test-")
	if err != nil {
		return "", err
	}
	name := filepath.Join(folder, "podesta")
	return name, build(context.Background(), name)
})

func TestMain(m *testing.M) {
	status := m.Run()
	if name, err := built(); err == nil {
		_ = os.RemoveAll(filepath.Dir(name))
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

// TestKills kills the judge a few times. Then it changes the history in every
// way that the check must notice.
func TestKills(t *testing.T) {
	t.Parallel()
	r := short(t)
	r.faults["kill"], r.killsEach = true, 5
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

// TestPostgres kills processes that share a PostgreSQL, cuts their connections,
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

// changes are changes of a history, with what the check must say of them. A
// change reports whether it was possible.
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
	{"a webhook that was not called", "was never called", func(h *History) bool {
		last := h.Calls[len(h.Calls)-1]
		h.Calls = slices.DeleteFunc(h.Calls, func(c Call) bool { return c.Delivery == last.Delivery })
		return true
	}},
	{"a webhook that was called again under another number", "was called about entry", func(h *History) bool {
		c := h.Calls[0]
		c.Delivery = "other"
		h.Calls = append(h.Calls, c)
		return true
	}},
	{"a number that two webhooks have", "carry the number", func(h *History) bool {
		h.Calls[1].Delivery = h.Calls[0].Delivery
		return true
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
			for _, r := range h.Games[i].Resolved {
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

// between is what a test plants between the judge and its clients.
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
	least      int // how often it must happen before the run ends; 0: a few times
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

// readStale answers every request for orders as the first one.
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

// processTwice resolves also the next phase when a master resolves one.
func processTwice(p *planted, way http.RoundTripper, r *http.Request, body []byte) (*http.Response, error) {
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

// TestPlanted plants one fault of each kind between the judge and its clients,
// where the check must find it.
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
			r.enough = func() bool { // a few times, and then a little more
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
