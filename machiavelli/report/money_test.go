package report_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// moneyGame plays the game of testdata/money-game.txt and hands each phase to
// see.
func moneyGame(t *testing.T, options map[string]string, see func(report.Results)) {
	t.Helper()
	data, err := os.ReadFile("testdata/money-game.txt")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{"plague": "on", "storms": "on"}
	for k, v := range options {
		all[k] = v
	}
	r, err := rules.Make("njudge-classic", all)
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.New("B", "", &r)
	if err != nil {
		t.Fatal(err)
	}
	number := 0
	for block := range strings.SplitSeq(strings.TrimSpace(string(data)), "\n\n") {
		if strings.HasPrefix(block, "#") {
			continue
		}
		campaign, rest, _ := strings.Cut(block, "\n")
		if p.Phase.Campaign() != campaign {
			t.Fatalf("the game has come to %s, not %s", p.Phase, campaign)
		}
		lines, rolls := prepare(t, p, rest)
		for first := true; first || p.Phase.Step == machiavelli.Retreats; first = false {
			d := dice.New([]byte("seed"), dice.Scope("cosimo", campaign, ""), rolls)
			res, err := turn.Process(p, lines, &r, d)
			if err != nil {
				t.Fatalf("%s: %v", p.Phase, err)
			}
			number++
			see(report.Results{Before: p, After: res.Next, Events: res.Events, Rules: &r, Game: "cosimo", Number: number})
			p, lines = res.Next, nil
		}
	}
}

// prepare reads the lines of a block: money, debts and dice, and the orders.
func prepare(t *testing.T, p *position.Position, text string) (lines []turn.Line, rolls map[string]int) {
	t.Helper()
	rolls = map[string]int{}
	find := func(id string) machiavelli.Power {
		power, ok := p.Setting.Powers.Find(id)
		if !ok {
			t.Fatalf("no power %q", id)
		}
		return power
	}
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for line := range strings.SplitSeq(text, "\n") {
		who, rest, _ := strings.Cut(line, ": ")
		f := strings.Fields(rest)
		switch who {
		case "treasury":
			for part := range strings.SplitSeq(rest, ", ") {
				id, n, _ := strings.Cut(part, " ")
				p.Treasury[find(id)] = machiavelli.Ducats(number(n))
			}
		case "loan":
			due, err := machiavelli.ParsePhase(f[3] + " " + f[4] + " orders")
			if err != nil {
				t.Fatal(err)
			}
			p.Loans = append(p.Loans, position.Loan{
				Power: find(f[0]), Principal: machiavelli.Ducats(number(f[1])), Interest: machiavelli.Ducats(number(f[2])),
				Season: due.Season, Year: due.Year,
			})
		case "roll":
			for part := range strings.SplitSeq(rest, ", ") {
				name, n, ok := strings.Cut(part, " = ")
				if !ok {
					i := strings.LastIndexByte(part, ' ')
					name, n = part[:i], part[i+1:]
				}
				rolls[name] = number(n)
			}
		default:
			ctx := &order.Context{
				Board: p.Setting.Board, Powers: p.Setting.Powers, Power: find(who), Step: p.Phase.Step, Explicit: true,
			}
			for _, l := range order.Parse(rest, ctx) {
				x := turn.Line{Power: ctx.Power, Text: l.Text, Order: l.Order}
				if l.Err != nil {
					x.Err, x.Code = l.Err.Message, l.Err.Code
				}
				lines = append(lines, x)
			}
		}
	}
	return lines, rolls
}

// TestMoneyGame keeps the reports of a year in which money, treachery and
// disasters do all that they can: the classic report, the story, the headline,
// and the chain of reasons of every line of money and every roll.
func TestMoneyGame(t *testing.T) {
	var b strings.Builder
	kinds, failures := map[string]bool{}, map[event.Failure]bool{}
	moneyGame(t, nil, func(r report.Results) {
		r.Viewer.Master = true
		tell := report.New(r.Before.Setting)
		fmt.Fprintf(&b, "HEADLINE %s\n\n", tell.Headline(r.Events))
		if err := r.Classic(&b); err != nil {
			t.Fatal(err)
		}
		if err := report.Reasons(&b, r.Before, r.Events); err != nil {
			t.Fatal(err)
		}
		b.WriteString("\nSTORY\n")
		for _, c := range tell.Story(r.Events) {
			fmt.Fprintf(&b, "  %s\n", c.Title)
			for _, s := range c.Lines {
				fmt.Fprintf(&b, "    %s\n", s)
			}
		}
		b.WriteString("\nCHAINS\n")
		for _, e := range r.Events {
			kinds[e.Kind()] = true
			if x, ok := e.(event.Expense); ok {
				failures[x.Failure] = true
			}
			if _, ok := e.(event.Ordered); ok {
				checkChain(t, tell.OrderText(r.Before, e.(event.Ordered)), tell.Chain(r.Events, e))
				continue
			}
			chain := tell.Chain(r.Events, e)
			checkChain(t, e.Kind(), chain)
			if _, ok := e.(event.Control); ok || len(chain) == 0 {
				continue
			}
			fmt.Fprintf(&b, "  %s\n", strings.TrimSpace(tell.Account(r.Before, r.Events, e)))
			for _, l := range chain {
				fmt.Fprintf(&b, "    - %s [%s]\n", l.Text, strings.Join(l.Rules, ", "))
			}
		}
		b.WriteString("\n\n")
	})
	for _, kind := range []string{
		"payment", "loan", "loan-collected", "default", "chit", "expense", "bribe", "relief", "rebellion", "assassination", "paralysed",
		"revolt", "famine", "plague", "storm", "income", "starvation", "adjustment", "removed", "order", "refused",
	} {
		if !kinds[kind] {
			t.Errorf("the game has no event of kind %q", kind)
		}
	}
	golden(t, "money-game.golden", b.String())
}
