package report_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"podesta/machiavelli/event"
	"podesta/machiavelli/ledger"
	"podesta/machiavelli/movement"
	"podesta/machiavelli/movement/movementtest"
	"podesta/machiavelli/order"
	"podesta/machiavelli/report"
)

var (
	sumOf = regexp.MustCompile(` with (\d+): (.*)$`)
	part  = regexp.MustCompile(`(\d+) (?:of its own|by )`)
)

// checkChain fails for links without a text or a rule of the ledger, for sums
// whose parts do not add up, and for texts that are not plain clauses.
func checkChain(t *testing.T, name string, chain []report.Reason) {
	t.Helper()
	for _, r := range chain {
		if text := r.Text.String(); text == "" || len(r.Rules) == 0 || strings.HasSuffix(text, ".") || strings.Contains(text, "  ") {
			t.Errorf("%s: link %q %v", name, r.Text, r.Rules)
		}
		for _, id := range r.Rules {
			if e, ok := ledger.Find(id); !ok || e.Kind != ledger.Rule {
				t.Errorf("%s: %q is no rule of the ledger", name, id)
			}
		}
		if m := sumOf.FindStringSubmatch(r.Text.String()); m != nil {
			total := 0
			for _, p := range part.FindAllStringSubmatch(m[2], -1) {
				n, _ := strconv.Atoi(p[1])
				total += n
			}
			if m[1] != strconv.Itoa(total) {
				t.Errorf("%s: %q does not add up", name, r.Text)
			}
		}
	}
}

// TestChains explains every order of the ledger's movement cases. Each failure
// needs its rules, and each strength that was compared needs its parts. The
// longest chain for every reason is kept in a golden file.
func TestChains(t *testing.T) {
	var rv movement.Resolver
	longest := map[event.Reason]string{}
	compared, composed := 0, 0
	for _, c := range append(movementtest.Cases(), paradox) {
		s, err := c.Load()
		if err != nil {
			t.Fatal(err)
		}
		teller := report.New(s.Position.Setting)
		events := ordered(s, &rv)
		for _, x := range events {
			e, ok := x.(event.Ordered)
			if !ok {
				continue
			}
			name := c.Name + ": " + teller.OrderText(s.Position, e)
			chain := teller.Chain(events, e)
			checkChain(t, name, chain)
			r := e.Result
			if (r.Reason != event.NoReason || r.Dislodged) && (len(chain) == 0 || chain[0].Of == nil || chain[0].Of.Unit != e.Unit) {
				t.Errorf("%s: the chain does not begin with its own outcome: %v", name, chain)
			}
			if int(r.Strength) > e.Unit.Strength() && (e.Order.Kind == order.Advance || e.Order.Kind == order.Convert && e.Unit.InCity()) {
				compared++
				if slices.ContainsFunc(chain, func(l report.Reason) bool {
					return strings.HasPrefix(l.Text.String(), teller.Unit(e.Unit)+" attacks with strength")
				}) {
					composed++
				} else if !strings.Contains(c.Name, "own") {
					t.Logf("%s: strength %d is not taken apart", name, r.Strength)
				}
			}
			var b strings.Builder
			fmt.Fprintf(&b, "  %s\n", teller.OrderText(s.Position, e))
			for _, l := range chain {
				fmt.Fprintf(&b, "    - %s [%s]\n", l.Text, strings.Join(l.Rules, ", "))
			}
			if text := b.String(); len(text) > len(longest[r.Reason]) {
				longest[r.Reason] = text
			}
		}
	}
	if composed*10 < compared*9 {
		t.Errorf("of %d strengths made of several parts only %d are taken apart", compared, composed)
	}
	var b strings.Builder
	for _, r := range reasons {
		fmt.Fprintf(&b, "%s\n%s", r.name, longest[r.reason])
	}
	golden(t, "chains.golden", b.String())
}
