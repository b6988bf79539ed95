package report_test

import (
	"strings"
	"testing"

	"podesta/machiavelli/event"
	"podesta/machiavelli/internal/atrandom"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/turn"
)

// says reports whether a sentence contains a clause as a whole or, for a clause with two halves,
// both halves.
func says(p, c message.Message) bool {
	if c.ID == report.Both {
		return says(p, c.Args[0].(message.Message)) && says(p, c.Args[1].(message.Message))
	}
	return p.Contains(c)
}

// TestContains checks that if a sentence repeats a chain of reasons word for word, the sentence
// contains it as a message. The pages leave out what has already been said.
func TestContains(t *testing.T) {
	seen := map[string]bool{}
	n := 0
	for _, g := range []struct{ scenario, preset string }{{"B", "njudge-classic"}, {"balance-of-power-1995", "machiavelli-1995"}} {
		r := atrandom.Rules(g.preset, nil)
		err := atrandom.Game(g.scenario, r, 25, 1385, func(p *position.Position, _ []turn.Line, res turn.Result) {
			tell := report.New(p.Setting)
			for _, e := range res.Events {
				told := tell.Sentence(e)
				if o, ok := e.(event.Ordered); ok {
					told = tell.Came(res.Events, o)
				}
				for _, l := range tell.Chain(res.Events, e) {
					n++
					a := strings.Contains(strings.ToLower(told.String()), strings.ToLower(strings.TrimSuffix(l.Text.String(), ".")))
					if b := says(told, l.Text); a != b && !seen[l.Text.ID+told.ID] {
						seen[l.Text.ID+told.ID] = true
						t.Errorf("the reason %q in %q: the words are there: %v, the message is: %v", l.Text, told, a, b)
					}
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if n < 1000 {
		t.Errorf("only %d reasons", n)
	}
}
