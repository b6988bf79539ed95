package report_test

import (
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/internal/atrandom"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/turn"
)

// everything lists options that allow every kind of event.
var everything = map[string]string{
	"plague": "on", "storms": "on", "cavalry": "on", "autonomous-field-units": "on", "autonomous-orders": "on", "province-trading": "on", "exchanges": "on",
	"forced-taxation": "any-season", "cause-famine": "one-season", "cause-plague": "on", "ransom": "on", "excommunication": "on", "strategic-movement": "on",
	"bribe-tie": "die-toss", "disband-orders": "on",
}

// TestRandomGames writes the reports of every phase of games with random orders for every reader.
// Lines must be wrapped correctly, every event must have a sentence or a table, and every chain of
// reasons must cite rules.
func TestRandomGames(t *testing.T) {
	for _, g := range []struct {
		scenario, preset string
		options          map[string]string
	}{
		{"B", "njudge-classic", everything},
		{"A", "battleline-1978-optional", map[string]string{"treasury-visibility": "hidden"}},
		{"balance-of-power-1995", "machiavelli-1995", nil},
		{"diplomacy", "diplomacy", nil},
	} {
		t.Run(g.scenario, func(t *testing.T) {
			r := atrandom.Rules(g.preset, g.options)
			number := 0
			err := atrandom.Game(g.scenario, r, 40, 1385, func(p *position.Position, _ []turn.Line, res turn.Result) {
				number++
				tell := report.New(p.Setting)
				for _, v := range []report.Viewer{{}, {Master: true}, report.For(1), report.For(2, 3)} {
					results := report.Results{Before: p, After: res.Next, Events: res.Events, Rules: r, Viewer: v, Game: "cosimo", Number: number}
					checkLines(t, write(t, results))
					seen := report.Seen(res.Events, v, r)
					plainText(t, tell.Headline(seen).String())
					for _, c := range tell.Story(seen) {
						for _, line := range c.Lines {
							plainText(t, line.String())
						}
					}
				}
				for _, e := range res.Events {
					plainText(t, tell.Account(p, res.Events, e).String())
					checkChain(t, tell.Account(p, res.Events, e).String(), tell.Chain(res.Events, e))
					if tell.Sentence(e).IsZero() && !tabled(e) {
						t.Errorf("%T has no sentence", e)
					}
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			if number < 20 {
				t.Errorf("only %d phases", number)
			}
		})
	}
}

// tabled reports whether an event appears in a table or list, not in a
// sentence.
func tabled(e event.Event) bool {
	switch e.(type) {
	case event.Ordered, event.Refused, event.Noted:
		return true
	}
	return false
}

// plainText fails for a badly assembled sentence.
func plainText(t *testing.T, s string) {
	t.Helper()
	for _, bad := range []string{"  ", " .", "..", " ,", ": .", "::", "%!", " in  ", "to :", "the the ", "\n", machiavelli.NoType.Letter() + "()"} {
		if strings.Contains(strings.ReplaceAll(s, "…", ""), bad) {
			t.Errorf("%q has %q", s, bad)
		}
	}
}
