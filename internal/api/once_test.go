package api_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/store"
)

const onceHeader = "Idempotency-Key"

// hostedGame returns the body of a request for a hosted game.
func hostedGame(name string) map[string]any {
	return map[string]any{"name": name, "scenario": "A", "variant": "A-4", "hosting": map[string]any{"listed": true}}
}

// TestOnce checks that a request with an idempotency key is executed once, and which other uses
// of a key are refused.
func TestOnce(t *testing.T) {
	t.Parallel()
	h := open(t)
	ada, bruno := h.person("Ada"), h.person("Bruno")
	siena := hostedGame("Siena")
	games := func(g *guest) int { return len(g.get("/me/games").want(http.StatusOK).at("items").([]any)) }

	first := ada.do("POST", "/games", siena, onceHeader, `"one"`).want(http.StatusCreated)
	again := ada.do("POST", "/games", siena, onceHeader, "one").want(http.StatusCreated)
	if !bytes.Equal(first.body, again.body) || first.header.Get("Idempotency-Replayed") != "" || again.header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("the second answer is %s, not %s, with %v", again.body, first.body, again.header)
	}
	if again.header.Get("Content-Type") != first.header.Get("Content-Type") || again.header.Get("Location") != first.header.Get("Location") {
		t.Errorf("the second answer has the header %v, not %v", again.header, first.header)
	}
	ada.do("POST", "/games", hostedGame("Pisa"), onceHeader, "one").want(http.StatusUnprocessableEntity, game.Invalid)
	ada.do("POST", "/me/tokens", map[string]any{"label": "a program"}, onceHeader, "one").want(http.StatusUnprocessableEntity, game.Invalid)
	if n := games(ada); n != 1 {
		t.Errorf("Ada has %d games", n)
	}

	// The same key sent by another account is independent. Sent with another token of the same
	// account it is the same key, but its answer cannot be read.
	bruno.do("POST", "/games", hostedGame("Lucca"), onceHeader, "one").want(http.StatusCreated)
	ada.session().do("POST", "/games", siena, onceHeader, "one").want(http.StatusConflict, game.Conflict)

	for _, key := range []string{"", `""`, strings.Repeat("x", 256)} {
		ada.do("POST", "/games", siena, onceHeader, key).want(http.StatusBadRequest, game.Invalid)
	}
	for _, key := range []string{strings.Repeat("x", 255), "ключ"} {
		ada.do("POST", "/games", map[string]any{"name": "Game", "scenario": "nowhere"}, onceHeader, key).want(http.StatusUnprocessableEntity)
		// A refused request can be tried again, even after it has been corrected.
		ada.do("POST", "/games", map[string]any{"name": fmt.Sprint("Game ", len(key)), "scenario": "A", "variant": "A-2"}, onceHeader, key).want(http.StatusCreated)
	}
	// Strangers cannot be distinguished, so their keys are ignored.
	byLinks := map[string]any{"name": "Urbino", "scenario": "A", "variant": "A-2"}
	one, two := h.public().do("POST", "/games", byLinks, onceHeader, "one").want(http.StatusCreated), h.public().do("POST", "/games", byLinks, onceHeader, "one").want(http.StatusCreated)
	if one.str("id") == two.str("id") {
		t.Error("a stranger got the answer to another request")
	}

	// Each link of a game has its own set of keys.
	players := make([]*guest, 2)
	for i := range players {
		players[i] = h.keyed(one.str("id"), one.str(fmt.Sprint("keys.seats.", i)))
		a := players[i].do("POST", "/games/"+one.str("id")+"/press", map[string]any{
			"to":   []string{"all"},
			"text": fmt.Sprint("I am ", i),
		}, onceHeader, "one").want(http.StatusNoContent)
		if a.header.Get("Idempotency-Replayed") != "" {
			t.Errorf("the key of seat %d got the answer to another", i)
		}
	}
	if a := players[0].do("POST", "/games/"+one.str("id")+"/press", map[string]any{"to": []string{"all"}, "text": "I am 0"}, onceHeader, "one").want(http.StatusNoContent); a.header.Get("Idempotency-Replayed") != "true" {
		t.Error("a message was sent twice")
	}
	if a := players[0].get("/games/" + one.str("id") + "/log?kind=press").want(http.StatusOK); a.num("items.#") != 2 {
		t.Errorf("the log is %s", a.body)
	}
	// A request may have only one key.
	r, err := http.NewRequest(http.MethodPost, h.url+"/api/v1/games", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = http.Header{"Authorization": {"Bearer " + ada.token}, onceHeader: {"two", "three"}}
	resp, err := http.DefaultClient.Do(r)
	if err != nil || resp.StatusCode != http.StatusBadRequest {
		t.Errorf("with two keys: %v, %v", resp, err)
	}
	_ = resp.Body.Close()

	// Neither keys nor answers can be read from the database.
	secret := ada.session().do("POST", "/me/tokens", map[string]any{"label": "a program"}, onceHeader,
		"a secret key").want(http.StatusOK).str("token")
	if err := h.Store.Read(ctx, func(tx *game.Tx) error {
		items, err := tx.Items.List("", "answers "+h.clock.Now().UTC().Format(time.DateOnly))
		for name, data := range items {
			if text := name + string(data); strings.Contains(text, secret) || strings.Contains(text, "secret key") || strings.Contains(text, "Siena") {
				t.Errorf("the database has %s", text)
			}
		}
		if len(items) < 4 {
			t.Errorf("the database has %d answers", len(items))
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}

	// After a day the key is free, and what was kept is removed on the day after.
	h.clock.Advance(25 * time.Hour)
	ada.do("POST", "/games", hostedGame("Pisa"), onceHeader, "one").want(http.StatusCreated)
	h.clock.Advance(24 * time.Hour)
	ada.do("POST", "/games", hostedGame("Arezzo"), onceHeader, "two").want(http.StatusCreated)
	if err := h.Store.Read(ctx, func(tx *game.Tx) error {
		kinds, err := tx.Items.Kinds("")
		if n := strings.Count(strings.Join(kinds, ","), "answers "); n != 2 {
			t.Errorf("answers of %d days are kept: %v", n, kinds)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// gated is a store in which the second write waits.
type gated struct {
	*store.Store
	armed   atomic.Int32
	reached chan struct{}
	release chan error
}

// Write waits if it is the second one since the store was armed.
func (g *gated) Write(ctx context.Context, f func(*game.Tx) error) error {
	if g.armed.Load() > 0 && g.armed.Add(-1) == 0 {
		close(g.reached)
		if err := <-g.release; err != nil {
			return err
		}
	}
	return g.Store.Write(ctx, f)
}

// TestOnceAtWork checks the answer to a second request while the first is in progress, and when
// its outcome is unknown.
func TestOnceAtWork(t *testing.T) {
	t.Parallel()
	g := &gated{reached: make(chan struct{}), release: make(chan error)}
	h := openWith(t, func(st *store.Store) game.Store { g.Store = st; return g })
	ada := h.person("Ada")
	ada.do("POST", "/games", hostedGame("Siena"), onceHeader, "zero").want(http.StatusCreated)

	g.armed.Store(2)
	done := make(chan *answer)
	go func() {
		done <- ada.do("POST", "/games", hostedGame("Pisa"), onceHeader, "one")
	}()
	<-g.reached
	pisa := hostedGame("Pisa")
	a := ada.do("POST", "/games", pisa, onceHeader, "one").want(http.StatusConflict, game.Conflict)
	if a.header.Get("Retry-After") == "" || !strings.Contains(string(a.body), "still at work") {
		t.Errorf("while the first request is at work: %s", a.body)
	}
	h.clock.Advance(6 * time.Minute)
	if a = ada.do("POST", "/games", pisa, onceHeader, "one").want(http.StatusConflict, game.Conflict); !strings.Contains(string(a.body), "broken off") {
		t.Errorf("long after the first request began: %s", a.body)
	}
	g.release <- nil
	first := (<-done).want(http.StatusCreated)
	if again := ada.do("POST", "/games", pisa, onceHeader, "one").want(http.StatusCreated); !bytes.Equal(again.body, first.body) {
		t.Errorf("the second answer is %s, not %s", again.body, first.body)
	}
}
