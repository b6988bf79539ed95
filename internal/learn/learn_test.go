package learn

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/ledger"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position/check"
	"podesta/machiavelli/report"
	"podesta/machiavelli/turn"
)

// everything returns all exercises.
func everything(t *testing.T) []*Exercise {
	t.Helper()
	l, err := load()
	if err != nil {
		t.Fatal(err)
	}
	return slices.Concat(flat(l.course), flat(l.topics))
}

// sentenceEnds matches the end of a sentence that is not the last.
var sentenceEnds = regexp.MustCompile(`[.!?]["”»“]? +\S`)

// told describes the result of orders, for failure messages.
func told(x *Exercise, o *Outcome) string {
	tell := report.New(x.Position.Setting)
	var b strings.Builder
	for _, v := range o.Verdicts {
		b.WriteString("\n  " + v.Text + ": " + v.Canonical + v.Error.String())
	}
	for _, m := range o.Met {
		if !m.OK {
			b.WriteString("\n  not so: " + m.Text.String())
		}
	}
	for _, e := range o.Result.Events {
		if text := tell.Sentence(e).String() + tell.Explain(e).String(); text != "" {
			b.WriteString("\n  " + text)
		}
	}
	return b.String()
}

// TestExercises resolves every answer and every wrong order, and checks that each position is
// possible and each result is described completely.
func TestExercises(t *testing.T) {
	for _, x := range everything(t) {
		t.Run(x.ID, func(t *testing.T) {
			if bad := check.Position(x.Position, x.Rules); len(bad) > 0 {
				t.Errorf("the position cannot be: %v", bad)
			}
			if x.Title == "" || x.Goal == "" || x.Hint == "" || len(x.Teach) == 0 || len(x.Ledger) == 0 {
				t.Error("title, goal, hint, something to learn and rules are wanted")
			}
			if sentenceEnds.MatchString(x.Teach[0]) {
				t.Errorf("more than one sentence comes before the task: %s", x.Teach[0])
			}
			for _, id := range x.Ledger {
				if _, ok := ledger.Find(id); !ok {
					t.Errorf("there is no rule %s", id)
				}
			}
			for _, a := range x.Answers {
				o, err := x.Try(a.Orders)
				if err != nil {
					t.Fatal(err)
				}
				if !o.Solved || o.Refused > 0 {
					t.Errorf("the answer does not reach the goal:%s", told(x, o))
				}
				for _, v := range o.Verdicts {
					if v.Replaced {
						t.Errorf("the answer writes %q in vain", v.Text)
					}
				}
			}
			for _, w := range x.Wrong {
				o, err := x.Try(w)
				if err != nil {
					t.Fatal(err)
				}
				if o.Solved {
					t.Errorf("orders that should not do reach the goal: %q%s", w, told(x, o))
				}
			}
			if o, err := x.Try(x.Text); err != nil || o.Solved {
				t.Errorf("the initial text of the box reaches the goal: %v", err)
			}
		})
	}
}

// TestOthersFollowListedOrders checks that the other powers do only what the listed orders say:
// a unit without an order would confuse the reader.
func TestOthersFollowListedOrders(t *testing.T) {
	for _, x := range everything(t) {
		for who := range x.Position.Setting.Powers {
			p := x.Position.Setting.Powers[who]
			if who == 0 || who == int(x.You) {
				continue
			}
			if left := turn.Owes(x.Position, x.Rules, machiavelli.Power(who), x.others).Units; len(left) > 0 && len(x.others) > 0 {
				t.Errorf("%s: %s has units without orders", x.ID, p.Name)
			}
		}
	}
}

// TestEveryKind checks that each kind of order, each kind of expense and each
// row of the cost table has a position that teaches it, with an answer that
// contains that order.
func TestEveryKind(t *testing.T) {
	shown := map[string]bool{}
	for _, topic := range Practice() {
		for _, x := range topic.Exercises {
			if len(x.Shows) == 0 {
				t.Errorf("%s: it does not say what it shows", x.ID)
			}
			given := map[string]bool{}
			for _, a := range x.Answers {
				lines, _ := x.Read(a.Orders)
				for _, l := range lines {
					given[l.Order.Kind.String()] = true
					if l.Order.Kind == order.Expense {
						given[l.Order.Expense.String()] = true
					}
				}
				o, err := x.Try(a.Orders)
				if err != nil {
					t.Fatal(err)
				}
				for _, letter := range lettersPaid(x, o) {
					given["expense "+letter] = true
				}
			}
			for _, s := range x.Shows {
				if !given[s] {
					t.Errorf("%s: no answer contains an order of the kind %q", x.ID, s)
				}
				shown[s] = true
			}
		}
	}
	for k := order.Hold; k <= order.Overrule; k++ {
		if !shown[k.String()] {
			t.Errorf("no practice position shows the order %q", k)
		}
	}
	for k := order.FamineRelief; k <= order.OrderUnit; k++ {
		if !shown[k.String()] {
			t.Errorf("no practice position shows the expense %q", k)
		}
	}
	for letter := 'a'; letter <= 'l'; letter++ {
		if !shown["expense "+string(letter)] {
			t.Errorf("no practice position shows expense %c of the cost table", letter)
		}
	}
}

// TestOtherAnswer gives the first of two answers, and checks that the other one is shown.
func TestOtherAnswer(t *testing.T) {
	x, ok := Find("first-support")
	if !ok {
		t.Fatal("no such exercise")
	}
	for i := range 2 {
		o, err := x.Try(strings.ToLower(x.Answers[i].Orders))
		if err != nil {
			t.Fatal(err)
		}
		if a, ok := x.AnotherWay(o.Verdicts); !ok || a != x.Answers[1-i] {
			t.Errorf("another way than %q: %q, %v", x.Answers[i].Orders, a.Orders, ok)
		}
	}
	one, _ := Find("first-step")
	o, err := one.Try("pav - mon")
	if err != nil {
		t.Fatal(err)
	}
	if a, ok := one.AnotherWay(o.Verdicts); ok {
		t.Errorf("another way where there is none: %q", a.Orders)
	}
}

// TestPlace follows the course from each exercise to the next, across all
// parts.
func TestPlace(t *testing.T) {
	n, in, part := 0, 0, ""
	for x := First()[0]; x != nil; {
		group, number, before, after := x.Place()
		n++
		if in++; group.ID != part {
			in, part = 1, group.ID
		}
		if number != in || !group.Course || (before == nil) != (n == 1) {
			t.Errorf("%s is number %d of %s, want %d", x.ID, number, group.ID, in)
		}
		x = after
	}
	if n != len(First()) {
		t.Errorf("%d steps, want %d", n, len(First()))
	}
}

// TestIntroduction checks the introductory game: in each phase, exactly the powers that owe orders
// have printed ones, and there is a comment for each of these powers.
func TestIntroduction(t *testing.T) {
	g, err := introduction()
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Phases) != 9 || len(g.Powers) != 4 {
		t.Fatalf("%d phases of %d powers", len(g.Phases), len(g.Powers))
	}
	for i := range g.Phases {
		ph := &g.Phases[i]
		if ph.About == "" || ph.After == "" || ph.Decided == "" {
			t.Errorf("phase %d has no commentary", i+1)
		}
		for _, p := range g.Powers {
			name := ph.Position.Setting.Powers[p].Name
			if owes := ph.Owes(g.Rules, p); owes != (ph.Orders[p] != "") || owes && ph.Ask[p] == "" {
				t.Errorf("phase %d: %s owes something: %v; printed: %q; asked: %q", i+1, name, owes, ph.Orders[p], ph.Ask[p])
			}
			if ph.Orders[p] == "" {
				continue
			}
			o, err := ph.Try(g.Rules, p, ph.Orders[p])
			if err != nil {
				t.Fatal(err)
			}
			if o.Refused > 0 || len(o.Result.Events) != len(ph.Result.Events) {
				t.Errorf("phase %d: the printed orders of %s do not lead to the printed result", i+1, name)
			}
		}
	}
}

// lettersPaid returns the rows of the cost table that the reader's expenses used.
func lettersPaid(x *Exercise, o *Outcome) []string {
	var out []string
	for _, e := range o.Result.Events {
		if e, ok := e.(event.Expense); ok && e.Power == x.You && e.Verdict == event.Succeeded {
			out = append(out, e.Letter)
		}
	}
	return out
}

// TestLessonsMatchClicks checks that answers have the form that clicks produce, except for
// orders that clicks cannot produce, and the amounts of expenses.
func TestLessonsMatchClicks(t *testing.T) {
	typed := []order.Kind{order.Expense, order.Payment, order.Loan, order.GiveChit, order.Ally, order.Unally, order.Permit, order.Tax, order.GiveProvince, order.Silence, order.Overrule, order.Clear, order.Transfer}
	for _, x := range everything(t) {
		for _, a := range x.Answers {
			lines, _ := x.Read(a.Orders)
			text := strings.Split(a.Orders, "\n")
			if len(lines) != len(text) {
				t.Fatalf("%s: %d orders in %d lines", x.ID, len(lines), len(text))
			}
			for i, l := range lines {
				if slices.Contains(typed, l.Order.Kind) {
					continue
				}
				if click := order.FormatPlain(l.Order, x.Position.Setting.Board, x.Position.Setting.Powers); click != text[i] {
					t.Errorf("%s teaches %q; a click writes %q", x.ID, text[i], click)
				}
			}
		}
	}
}
