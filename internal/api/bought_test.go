package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// TestBoughtUnit gives orders to a bought unit in the phases after its purchase. It checks that
// the unit belongs to its new owner in every respect, and that its former owner learns whose it
// is.
func TestBoughtUnit(t *testing.T) {
	t.Parallel()
	h := open(t)
	x := h.host(nil, map[string]any{"manualProcess": true})
	milan, florence := x.at(x.players["milan"]), x.at(x.players["florence"])
	order := func(p *part, text string) *answer {
		t.Helper()
		return p.put("/orders", map[string]any{"text": text, "revision": x.revision()}).want(http.StatusOK)
	}
	process := func() {
		t.Helper()
		for {
			x.at(x.master).post("/process", map[string]any{"revision": x.revision()}).want(http.StatusOK)
			if strings.HasSuffix(x.at(x.master).get("").str("phase"), "orders") {
				return
			}
		}
	}
	has := func(power, unit string) bool {
		t.Helper()
		units, _ := milan.get("/position").at("position.units." + power).([]any)
		return slices.Contains(units, any(unit))
	}
	a := order(milan, "borrow 20 for 1 year\ne1: buy A Florence\nA Florence H")
	if a.num("refused") != 0 || a.str("verdicts.2.notes") != "" {
		t.Errorf("the orders with the purchase: %s", a.body)
	}
	process()
	if !has("milan", "A Florence") || has("florence", "A Florence") {
		t.Fatalf("nothing was bought: %s", milan.get("/position").body)
	}
	// Its former owner may still write orders for it, but learns what they require.
	a = order(florence, "A Florence H\nA Pistoia S A Florence")
	if note := a.str("verdicts.0.notes.0"); note != "The army in Florence is Milanese; the order counts only if you buy the unit in this campaign." {
		t.Errorf("the former owner: %q", note)
	}
	if units := fmt.Sprint(a.at("missing.0.units")); units != "[F Pisa]" {
		t.Errorf("of the former owner's units these lack orders: %s", units)
	}
	if units := fmt.Sprint(milan.get("/orders").at("missing.0.units")); !strings.Contains(units, "A Florence") {
		t.Errorf("of the new owner's units these lack orders: %s", units)
	}
	if can := milan.get("/legal?power=milan").str("powers.0.units"); !strings.Contains(can, "A Florence - Arezzo") {
		t.Errorf("the new owner cannot order it: %s", can)
	}
	if can := florence.get("/legal?power=florence").str("powers.0.units"); strings.Contains(can, "A Florence - Arezzo") {
		t.Errorf("the former owner can still order it: %s", can)
	}
	a = order(milan, "A Florence - Arezzo")
	if a.num("refused") != 0 || a.str("verdicts.0.notes") != "" {
		t.Errorf("the new owner: %s", a.body)
	}
	process()
	if !has("milan", "A Arezzo") || has("florence", "A Florence") {
		t.Errorf("the order was not carried out: %s", milan.get("/position").str("position.units"))
	}
}
