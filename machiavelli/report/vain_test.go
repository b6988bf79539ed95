package report_test

import (
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// TestVainExpenses checks that a phase with failed bribes is not called quiet, and that no
// report says that there were no bribes if money is hidden.
func TestVainExpenses(t *testing.T) {
	for _, c := range []struct{ hidden, head, classic string }{
		{"open", "1 expense has no effect; nothing changes hands.", ""},
		{"hidden", "A quiet phase.", "\nNothing that concerns you.\n"},
	} {
		set, err := rules.Make(rules.DefaultPreset, map[string]string{"treasury-visibility": c.hidden})
		if err != nil {
			t.Fatal(err)
		}
		p, err := scenario.New("B", "B-8", &set)
		if err != nil {
			t.Fatal(err)
		}
		p.Phase = machiavelli.Phase{Year: 1454, Season: machiavelli.Spring, Step: machiavelli.Orders}
		milan, _ := p.Setting.Powers.ByLetter('I')
		events := []event.Event{event.Expense{Power: milan, Slot: 1, Asked: 9, Paid: 9, Verdict: event.Wasted, Failure: event.CounterBribed}}
		if got := report.New(p.Setting).Headline(report.Seen(events, report.Viewer{}, &set)).String(); got != c.head {
			t.Errorf("%s: %q, not %q", c.hidden, got, c.head)
		}
		if c.classic == "" {
			continue
		}
		var b strings.Builder
		r := report.Results{Before: p, After: p, Events: events, Rules: &set, Game: "Cosimo", Number: 1}
		if err := r.Classic(&b); err != nil || !strings.Contains(b.String(), c.classic) {
			t.Errorf("%v\n%s", err, b.String())
		}
		b.Reset()
		r.Events, r.Viewer = nil, report.Viewer{Master: true}
		if err := r.Classic(&b); err != nil || !strings.Contains(b.String(), "\nNone.\n") {
			t.Errorf("%v\n%s", err, b.String())
		}
	}
}
