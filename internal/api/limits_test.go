package api_test

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"podesta/internal/api"
	"podesta/internal/game"
	"podesta/internal/store"
)

// TestRateLimits checks that requests are counted separately for each sender.
func TestRateLimits(t *testing.T) {
	t.Parallel()
	h := open(t, func(d *api.Deps) {
		d.Limits = api.Limits{Rate: 2, Burst: 20, StrangerRate: 1, Strangers: 5}
		d.Remote = func(r *http.Request) string { return "192.0.2." + r.Header.Get("Test-From") }
	})
	ada, bruno := h.person("Ada"), h.person("Bruno")
	burst := func(g *guest, from string) (n int) {
		t.Helper()
		for {
			a := g.get("/about", "Test-From", from)
			var left, most, back, span int
			if _, err := fmt.Sscanf(a.header.Get("RateLimit-Policy"), `"requests";q=%d;w=%d`, &most, &span); err != nil {
				t.Errorf("RateLimit-Policy: %q", a.header.Get("RateLimit-Policy"))
			}
			if _, err := fmt.Sscanf(a.header.Get("RateLimit"), `"requests";r=%d;t=%d`, &left, &back); err != nil || back > span || a.status != http.StatusOK && left != 0 {
				t.Errorf("RateLimit: %q", a.header.Get("RateLimit"))
			}
			if a.status == http.StatusOK {
				if n++; left > most-1 {
					t.Errorf("%s: %d of %d requests are left after one", g.name, left, most)
				}
				continue
			}
			a.want(http.StatusTooManyRequests, "too_many")
			if wait, err := strconv.Atoi(a.header.Get("Retry-After")); err != nil || wait < 1 || wait > 60 {
				t.Errorf("%s: Retry-After %q", g.name, a.header.Get("Retry-After"))
			}
			return n
		}
	}
	for _, c := range []struct {
		who  *guest
		from string
		want int
	}{
		{h.public(), "1", 5},
		{h.public(), "1", 0},
		{h.public(), "2", 5},
		{ada, "1", 20},
		{ada, "2", 0},
		{bruno, "1", 20}, // an account is counted wherever it is used
	} {
		if got := burst(c.who, c.from); got != c.want {
			t.Errorf("%s from %s: %d requests, want %d", c.who.name, c.from, got, c.want)
		}
	}
	h.clock.Advance(3 * time.Second)
	if got := burst(ada, "1"); got != 6 {
		t.Errorf("after 3 seconds: %d requests", got)
	}
	h.clock.Advance(time.Hour)
	if got := burst(ada, "1"); got != 20 {
		t.Errorf("after an hour: %d requests", got)
	}

	// Slow requests count as several.
	h.clock.Advance(time.Hour)
	id := ada.post("/games", map[string]any{"name": "By links", "scenario": "A", "variant": "A-2"}).want(http.StatusCreated).str("id")
	n := 0
	for ; n < 20; n++ {
		if a := ada.post("/games/"+id+"/whatif", map[string]any{}); a.status != http.StatusOK {
			a.want(http.StatusTooManyRequests, "too_many")
			if a.header.Get("Retry-After") == "" {
				t.Error("no Retry-After")
			}
			break
		}
	}
	if n != 1 {
		t.Errorf("%d sandboxes at once", n)
	}

	// Guessing secrets slows down everyone on the network except callers with a valid secret.
	for n = 0; n < 20; n++ {
		a := (&guest{house: h, name: "guess", token: fmt.Sprintf("guess%d", n)}).get("/about", "Test-From", "7")
		if a.status != http.StatusUnauthorized {
			a.want(http.StatusTooManyRequests, "too_many")
			break
		}
	}
	if n != 10 {
		t.Errorf("%d guesses", n)
	}
	bruno.get("/about", "Test-From", "7").want(http.StatusOK)
	bruno.get("/about", "Test-From", "8").want(http.StatusOK)
}

// TestGamesLimit checks the limit for created games, which need storage permanently.
func TestGamesLimit(t *testing.T) {
	t.Parallel()
	h := open(t, func(d *api.Deps) { d.Limits.Games = 3 })
	ada := h.person("Ada")
	for _, g := range []*guest{h.public(), ada} {
		for n := range 3 {
			g.post("/games", map[string]any{"name": fmt.Sprint("Table ", n), "scenario": "A", "variant": "A-2"}).want(http.StatusCreated)
		}
		a := g.post("/games", map[string]any{"name": "One more", "scenario": "A"}).want(http.StatusTooManyRequests, "too_many")
		if a.header.Get("Retry-After") != "1200" || !strings.Contains(a.str("detail"), "20 minutes") {
			t.Errorf("%s: %s: %s", g.name, a.header.Get("Retry-After"), a.body)
		}
	}
	ada.post("/import", "{}").want(http.StatusTooManyRequests, "too_many")
	h.clock.Advance(20 * time.Minute)
	ada.post("/games", map[string]any{"name": "One more", "scenario": "A"}).want(http.StatusCreated)
}

// TestBodies checks that requests that are too long or have wrong types are refused.
func TestBodies(t *testing.T) {
	t.Parallel()
	h := open(t)
	x := h.host(nil, map[string]any{"manualProcess": true})
	milan := x.at(x.players["milan"])
	long := strings.Repeat("A Milan h\n", 4100)
	for _, c := range []struct {
		what   string
		body   any
		status int
	}{
		{"a text too long", map[string]any{"text": long, "revision": x.revision()}, http.StatusUnprocessableEntity},
		{"a body too long", map[string]any{"text": strings.Repeat(long, 4), "revision": x.revision()}, http.StatusRequestEntityTooLarge},
		{"too many lines", map[string]any{"lines": make([]string, 2001), "revision": x.revision()}, http.StatusUnprocessableEntity},
		{"nothing", "", http.StatusBadRequest},
		{"a list", "[]", http.StatusUnprocessableEntity},
		{"deep", strings.Repeat("[", 50_000), http.StatusBadRequest},
		{"no text at all", "\xff\xfe", http.StatusBadRequest},
		{"two values", `{"text":"","revision":1} {}`, http.StatusBadRequest},
	} {
		if a := milan.put("/orders", c.body); a.status != c.status {
			t.Errorf("%s: %d, want %d: %.300s", c.what, a.status, c.status, a.body)
		}
	}
	if a := milan.get("/orders"); a.str("text") != "" {
		t.Errorf("something was stored: %s", a.body)
	}
	x.master.post("/import", `{"x":"`+strings.Repeat("x", 17<<20)+`"}`).want(http.StatusRequestEntityTooLarge, "too_large")
	x.master.get("/nowhere").want(http.StatusNotFound, "not_found")
	a := x.master.do(http.MethodDelete, "/games", nil).want(http.StatusMethodNotAllowed)
	if got := a.header.Get("Allow"); got != "GET, POST" {
		t.Errorf("Allow: %s", got)
	}
}

// away is a store that sometimes cannot reach its database.
type away struct {
	*store.Store
	gone *atomic.Bool
}

func (a away) Read(ctx context.Context, f func(*game.Tx) error) error {
	if a.gone.Load() {
		return fmt.Errorf("%w: %w", game.ErrUnavailable, context.DeadlineExceeded)
	}
	return a.Store.Read(ctx, f)
}

func (a away) Write(ctx context.Context, f func(*game.Tx) error) error {
	if a.gone.Load() {
		return fmt.Errorf("%w: %w", game.ErrUnavailable, context.DeadlineExceeded)
	}
	return a.Store.Write(ctx, f)
}

// TestUnavailable checks that answers ask clients to try again while the
// database is unreachable.
func TestUnavailable(t *testing.T) {
	t.Parallel()
	gone := &atomic.Bool{}
	h := openWith(t, func(st *store.Store) game.Store { return away{st, gone} })
	x := h.host(nil, nil)
	gone.Store(true)
	for _, g := range []*guest{h.public(), x.players["milan"]} {
		r, err := http.NewRequest(http.MethodGet, h.url+"/api/v1/games/"+x.id, nil)
		if err != nil {
			t.Fatal(err)
		}
		if g.token != "" {
			r.Header.Set("Authorization", "Bearer "+g.token)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusServiceUnavailable || resp.Header.Get("Retry-After") == "" || resp.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d %v", g.name, resp.StatusCode, resp.Header)
		}
	}
	gone.Store(false)
	x.at(x.players["milan"]).get("").want(http.StatusOK)
}
