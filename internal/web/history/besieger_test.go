package history

import (
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
)

// TestFallShownToBesieger checks that the fall of a garrison, or the end of a rebellion, is shown
// with its rule next to the order of the unit that caused it, and nowhere else.
func TestFallShownToBesieger(t *testing.T) {
	t.Parallel()
	g, p := opened(t, "battleline-1978-basic", "B", "B-8")
	besieger, garrison := p.Units[0], p.Units[0]
	garrison.Type = machiavelli.Garrison
	for name, c := range map[string]struct {
		lost *position.Unit
		want string
	}{"garrison": {&garrison, "starved out"}, "rebels": {nil, "put down"}} {
		events := []event.Event{
			event.Ordered{Unit: besieger, Order: order.Order{Kind: order.Besiege}, Result: event.Result{Verdict: event.Succeeded}},
			event.Ordered{Unit: p.Units[1], Order: order.Order{Kind: order.Besiege}, Result: event.Result{Verdict: event.Succeeded}},
			event.SiegeCompleted{By: besieger, Lost: c.lost},
		}
		var told []OrderLine
		for _, o := range OrdersByPower(g, report.New(p.Setting), events, "/rules") {
			told = append(told, o.Lines...)
		}
		if len(told) != 2 {
			t.Fatalf("%s: %d orders", name, len(told))
		}
		if x := told[0]; !strings.Contains(x.Why.String(), c.want) || len(x.Rules) != 1 || x.Rules[0].ID != "SIEGE-03" || len(x.Chain) > 0 || x.Failed {
			t.Errorf("%s: %+v", name, x)
		}
		if x := told[1]; len(x.Why) > 0 {
			t.Errorf("%s: another besieger shows %q", name, x.Why)
		}
	}
}
