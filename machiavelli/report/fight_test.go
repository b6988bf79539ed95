package report_test

import (
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli/event"
	"podesta/machiavelli/movement"
	"podesta/machiavelli/movement/movementtest"
	"podesta/machiavelli/order"
	"podesta/machiavelli/report"
)

// TestFights checks the descriptions of contests.
func TestFights(t *testing.T) {
	var rv movement.Resolver
	for _, c := range []struct{ name, orders, want string }{
		{
			"two equals want an empty place", `
			I A mil - pav : bounced
			V A pia - pav : bounced`,
			"The Milanese army in Milan and the Venetian army in Piancenza meet in Pavia, 1 against 1: they bounce.",
		},
		{
			"one of them is supported", `
			I A mil - pav : succeeded
			I A com S A mil - pav : succeeded
			V A pia - pav : bounced`,
			"The Milanese army in Milan enters Pavia, 2 against 1 (supported by the Milanese army in Como); the Venetian army in Piancenza wanted it too and bounces.",
		},
		{
			"who stands there is supported", `
			I A mil - pav : bounced
			I A com S A mil - pav : succeeded
			V A pav H : succeeded
			V A pia S A pav : succeeded`,
			"The Milanese army in Milan fails to enter Pavia, 2 against 2 (supported by the Milanese army in Como): the Venetian army in Pavia stays there, supported by the Venetian army in Piancenza.",
		},
		{
			"dislodged", `
			I A mil - pav : succeeded
			I A com S A mil - pav : succeeded
			V A pav H : succeeded, dislodged`,
			"The Milanese army in Milan drives the Venetian army out of Pavia, 2 against 1 (supported by the Milanese army in Como).",
		},
		{
			"head on", `
			I A mil - pav : bounced
			V A pav - mil : bounced`,
			"The Milanese army in Milan and the Venetian army in Pavia run into each other, 1 against 1: neither comes through.",
		},
		{
			"nobody drives out his own", `
			I A mil - pav : bounced
			I A pav H : succeeded`,
			"The Milanese army in Milan fails to enter Pavia, 1 against 1: the Milanese army in Pavia stays there, and a power cannot dislodge its own units.",
		},
		{"nothing is contested", `
			I A mil - pav : succeeded
			V A pia H : succeeded`, ""},
	} {
		s, err := movementtest.Case{Name: c.name, Text: c.orders}.Load()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range report.New(s.Position.Setting).Fights(ordered(s, &rv)) {
			got = append(got, f.Text.String())
		}
		if text := strings.Join(got, "\n"); text != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, text, c.want)
		}
	}
}

// TestFightsOfAllCases checks that every bounce in the ledger's movement cases
// is part of a fight with a proper sentence.
func TestFightsOfAllCases(t *testing.T) {
	var rv movement.Resolver
	told := 0
	for _, c := range movementtest.Cases() {
		s, err := c.Load()
		if err != nil {
			t.Fatal(err)
		}
		events := ordered(s, &rv)
		fights := report.New(s.Position.Setting).Fights(events)
		for _, f := range fights {
			if text := f.Text.String(); !strings.HasSuffix(text, ".") || strings.Contains(text, "  ") || strings.Contains(text, ": .") {
				t.Errorf("%s: %q", c.Name, f.Text)
			}
		}
		for _, x := range events {
			e, ok := x.(event.Ordered)
			if !ok || e.Result.Verdict != event.Bounced || e.Order.Kind == order.Convert && !e.Unit.InCity() {
				continue
			}
			in := slices.ContainsFunc(fights, func(f report.Fight) bool {
				return slices.ContainsFunc(f.Movers, func(m event.Ordered) bool { return m.Unit == e.Unit })
			})
			if !in {
				t.Errorf("%s: %v bounced outside all fights", c.Name, e.Unit)
			}
			told++
		}
	}
	if told < 50 {
		t.Errorf("only %d bounces", told)
	}
}
