package web

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"podesta/internal/judge"
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// TestFallenToldToBesieger: that a garrison was starved out, or rebels put down, is
// told at the order of the unit that did it, with the rule, and only there.
func TestFallenToldToBesieger(t *testing.T) {
	set, err := rules.Preset(firstPreset)
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.New("B", "B-8", &set)
	if err != nil {
		t.Fatal(err)
	}
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
		var told []orderLine
		for _, o := range ordersByPower(&judge.Game{Setting: p.Setting}, report.New(p.Setting), events, "/rules") {
			told = append(told, o.Lines...)
		}
		if len(told) != 2 {
			t.Fatalf("%s: %d orders", name, len(told))
		}
		if x := told[0]; !strings.Contains(x.Why.String(), c.want) || len(x.Rules) != 1 || x.Rules[0].ID != "SIEGE-03" || len(x.Chain) > 0 || x.Failed {
			t.Errorf("%s: %+v", name, x)
		}
		if x := told[1]; len(x.Why) > 0 {
			t.Errorf("%s: another besieger is told %q", name, x.Why)
		}
	}
}

// tellsMore fails where what stands under Why on the page of a past phase is what
// the line above it says already.
func (p *page) tellsMore(t *testing.T) {
	t.Helper()
	for _, chain := range p.find("chain") {
		if chain.Parent.Data != "li" || !strings.HasPrefix(text(chain), "Why") {
			continue
		}
		said := ""
		for c := chain.Parent.FirstChild; c != chain; c = c.NextSibling {
			if c.Type == html.TextNode { // of which text gives nothing: it looks below
				said += " " + c.Data
			}
			said += " " + text(c)
		}
		for li := range chain.Descendants() {
			if li.Data != "li" || li.FirstChild == nil {
				continue
			}
			line := strings.TrimSuffix(strings.TrimSpace(li.FirstChild.Data), ".")
			if line == "" || strings.Contains(strings.ToLower(said), strings.ToLower(line)) {
				t.Errorf("%s: %q is said again under Why of %q", p.url, line, said)
			}
		}
	}
}
