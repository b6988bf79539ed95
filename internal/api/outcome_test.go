package api_test

import (
	"net/http"
	"strings"
	"testing"

	"podesta/internal/game"
)

// TestWhatCameOfIt checks what the answers to READY, WAIT and PASS say: whether the phase waits
// for the caller, and why. It also checks that READY is refused if the orders are invalid.
func TestWhatCameOfIt(t *testing.T) {
	t.Parallel()
	h := open(t)
	x := h.host(nil, nil)
	milan := x.at(x.players["milan"])
	set := func(what string, on bool) map[string]any {
		body := map[string]any{what: on}
		if what == "ready" {
			body["revision"] = x.revision()
		}
		return body
	}
	orders := func(lines ...string) {
		milan.put("/orders", map[string]any{"lines": lines, "revision": x.revision()}).want(http.StatusOK)
	}
	a := milan.put("/ready", set("ready", true)).want(http.StatusConflict, game.NotReady)
	if d := a.str("detail"); !strings.Contains(d, "orders are missing") {
		t.Errorf("without orders: %s", d)
	}
	lines := []string{"A Pavya H"}
	for _, unit := range milan.get("/position").want(http.StatusOK).at("position.units.milan").([]any) {
		lines = append(lines, unit.(string)+" H")
	}
	orders(lines...)
	if d := milan.put("/ready", set("ready", true)).want(http.StatusConflict, game.NotReady).str("detail"); !strings.Contains(d, "refused") {
		t.Errorf("with a line that is refused: %s", d)
	}
	orders(lines[1:]...)
	for _, c := range []struct {
		what string
		on   bool
		said string
	}{
		{"ready", true, "You are ready. The phase is resolved when everyone who owes orders is ready"},
		{"ready", false, "You are not ready: the phase waits for you."},
		{"wait", true, "The phase will not be resolved before its deadline."},
		{"wait", false, "The judge does not wait for you"},
		{"pass", true, "The game does not wait for you"},
		{"pass", false, "The game waits for you again"},
	} {
		if said := milan.put("/"+c.what, set(c.what,
			c.on)).want(http.StatusOK).str("said"); !strings.Contains(said, c.said) {
			t.Errorf("%s %t: %q, not %q", c.what, c.on, said, c.said)
		}
	}
}
