package tableview

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// editions lists games with every system of money and of winter.
var editions = []struct{ scenario, preset, options string }{
	{"B", "njudge-classic", ""},
	{"B", "battleline-1978-basic", ""},
	{"B", "battleline-1978-advanced", ""},
	{"C1", "battleline-1978-optional", ""},
	{"balance-of-power-1995", "machiavelli-1995", ""},
	{"diplomacy", "diplomacy", ""},
	{"A", "njudge-classic", "seasons-per-year=2 dice=off province-trading=on forced-taxation=any-season excommunication=on bribe-adjacency=own-or-permitted assassination-chits=unlimited"},
	{"B", "njudge-classic", "cavalry=on armoured-cavalry=on autonomous-field-units=on autonomous-orders=on cause-famine=one-season cause-plague=on ransom=on self-bribes=allowed-except-buy self-rebellion=on buy-committed-garrison=off"},
}

// eachPosition plays a game of each edition with random players, who receive money on the way,
// and calls see with every position.
func eachPosition(t *testing.T, see func(t *testing.T, p *position.Position, r *rules.Set)) {
	for _, x := range editions {
		t.Run(x.scenario+" "+x.preset+" "+x.options, func(t *testing.T) {
			named := map[string]string{}
			for _, o := range strings.Fields(x.options) {
				name, value, _ := strings.Cut(o, "=")
				named[name] = value
			}
			r, err := rules.Make(x.preset, named)
			if err != nil {
				t.Fatal(err)
			}
			start, err := scenario.New(x.scenario, "", &r)
			if err != nil {
				t.Fatal(err)
			}
			res, err := turn.Open(start, &r, dice.New([]byte("choices"), "opening", nil))
			if err != nil {
				t.Fatal(err)
			}
			player := new(bot.Random)
			for phase := range 22 {
				p := res.Next
				if p.Victors != 0 {
					return
				}
				if r.Money && !p.Opening {
					p = p.Clone()
					for power := range p.Setting.Powers {
						if !p.Eliminated.Has(machiavelli.Power(power)) && power > 0 {
							p.Treasury[power] += machiavelli.Ducats((phase*7 + power*11) % 25)
						}
					}
				}
				see(t, p, &r)
				var lines []turn.Line
				for power := 1; power < len(p.Setting.Powers); power++ {
					x := machiavelli.Power(power)
					lines = append(lines, player.Decide(bot.Look(p, &r, bot.Alone(p, x), "choices"), x)...)
				}
				if res, err = turn.Process(p, lines, &r, dice.New([]byte("choices"), p.Phase.Campaign(), nil)); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// verdicts parses the text of the text box and returns the verdict on each line.
func verdicts(t *testing.T, p *position.Position, r *rules.Set, power machiavelli.Power, text string) []legal.Verdict {
	t.Helper()
	ctx := &order.Context{Board: p.Setting.Board, Powers: p.Setting.Powers, Power: power, Step: p.Phase.Step}
	var orders []order.Order
	for _, l := range order.Parse(text, ctx) {
		if l.Err != nil {
			t.Fatalf("%s of %s, %q: %v", p.Phase, p.Setting.Powers[power].Name, text, l.Err)
		}
		orders = append(orders, l.Order)
	}
	return legal.CheckSet(p, r, power, orders)
}

// noted reports whether a verdict has a note with the given code.
func noted(v legal.Verdict, code string) bool {
	return slices.ContainsFunc(v.Notes, func(n legal.Note) bool { return n.Code == code })
}

// accepted fails the test unless all lines of a text are accepted and, if useful is set, none is
// marked as wasted.
func accepted(t *testing.T, p *position.Position, r *rules.Set, power machiavelli.Power, text string, useful bool) []legal.Verdict {
	t.Helper()
	set := verdicts(t, p, r, power, text)
	for i, v := range set {
		if v.Problem != nil || useful && (noted(v, legal.Futile) || noted(v, "W01")) {
			t.Errorf("%s of %s, %q, line %d: %+v %+v", p.Phase, p.Setting.Powers[power].Name, text, i+1, v.Problem, v.Notes)
		}
	}
	return set
}

// TestExpenses compares the expenses that a page offers with the legal ones.
func TestExpenses(t *testing.T) {
	kinds := map[string]int{}
	eachPosition(t, func(t *testing.T, p *position.Position, r *rules.Set) {
		for n := 1; n < len(p.Setting.Powers); n++ {
			power := machiavelli.Power(n)
			m := moneyOf(message.English, p, r, power)
			switch {
			case (m != nil) != r.Money:
				t.Fatalf("money %v in a game with money %t", m, r.Money)
			case m == nil:
				continue
			case m.Slots == 0:
				if len(m.Expenses)+len(m.Loans)+len(m.Payees) > 0 {
					t.Errorf("%s: something to buy, but no expenses allowed", p.Phase)
				}
				continue
			}
			var offered []string
			for _, e := range m.Expenses {
				kinds[e.Kind]++
				text := fmt.Sprintf("e1: %d %s", e.Least, e.Text)
				switch {
				case e.Never:
					if v := verdicts(t, p, r, power, text); v[0].Problem == nil {
						t.Errorf("%s: %q is marked as refused, but is accepted", p.Phase, text)
					}
					continue
				case e.Far != "":
					if set := accepted(t, p, r, power, text, false); !noted(set[0], legal.Futile) {
						t.Errorf("%s: %q is marked as useless (%s), but is useful", p.Phase, text, e.Far)
					}
					continue
				}
				offered = append(offered, text)
				set := accepted(t, p, r, power, text, e.Kind != "order")
				if noted(set[0], legal.ShortOf) != (e.Least > m.Treasury) {
					t.Errorf("%s: %q costs %d, with %d in the treasury: %+v", p.Phase, text, e.Least, m.Treasury, set[0].Notes)
				}
				if e.Say == "" || len(e.Rules) == 0 || e.Least <= 0 || e.Step <= 0 || e.Least%e.Step != 0 {
					t.Errorf("%+v", e)
				}
				for i, c := range e.After {
					if i%7 != 0 && len(e.After) > 12 {
						continue // checks only some of them, because there are many
					}
					sum := max(c.Cost, e.Least)
					accepted(t, p, r, power, fmt.Sprintf("e1: %d %s\n%s", sum, e.Text, c.Text), true)
				}
			}
			var lawful []string
			ctx := order.Context{Board: p.Setting.Board, Powers: p.Setting.Powers, Power: power, Step: p.Phase.Step}
			for _, o := range new(legal.Finder).Expenses(p, r, power, nil) {
				least := o.Amount
				o.HasSum, o.Amount = false, 0
				_, text, _ := strings.Cut(ctx.Format(o), ": ")
				lawful = append(lawful, fmt.Sprintf("e1: %d %s", least, text))
			}
			slices.Sort(offered)
			slices.Sort(lawful)
			if !slices.Equal(offered, lawful) {
				t.Fatalf("%s, %s:\noffered %q\nlawful  %q", p.Phase, p.Setting.Powers[power].Name, offered, lawful)
			}
			bank(t, p, r, power, m)
		}
	})
	for _, kind := range expenseKinds {
		if kinds[kind] == 0 {
			t.Errorf("no expense of the kind %s was ever offered", kind)
		}
	}
}

// bank accepts all offers to borrow and to repay.
func bank(t *testing.T, p *position.Position, r *rules.Set, power machiavelli.Power, m *Money) {
	t.Helper()
	for _, l := range m.Loans {
		if l.Most != len(l.Back) {
			t.Fatalf("%+v", l)
		}
		text := fmt.Sprintf("Borrow %d ducats for %d years", l.Most, l.Years)
		if set := accepted(t, p, r, power, text, true); noted(set[0], legal.ShortOf) {
			t.Errorf("%s: %q: %+v", p.Phase, text, set[0].Notes)
		}
		if want := l.Most + int(legal.Interest(machiavelli.Ducats(l.Most), l.Years)); l.Back[l.Most-1] != want {
			t.Errorf("for %d ducats %d are due, want %d", l.Most, l.Back[l.Most-1], want)
		}
	}
	for _, to := range m.Payees {
		if to != "bank" {
			x, _ := p.Setting.Powers.Find(to)
			to = p.Setting.Powers[x].Name
		}
		accepted(t, p, r, power, "Pay 1 ducat to "+to, false)
	}
}

// TestWinter compares what a page offers in winter with the legal orders, and
// the sums with the result of the winter.
func TestWinter(t *testing.T) {
	winters, lost, unbuilt, gone := 0, 0, 0, 0
	eachPosition(t, func(t *testing.T, p *position.Position, r *rules.Set) {
		for n := 1; n < len(p.Setting.Powers); n++ {
			power := machiavelli.Power(n)
			w := winterOf(message.English, p, r, power)
			if w == nil {
				if p.Phase.Step == machiavelli.Adjustments && !p.Eliminated.Has(power) {
					t.Errorf("%s: no winter for %s", p.Phase, p.Setting.Powers[power].Name)
				}
				continue
			}
			winters++
			offered := map[string]bool{"waive": w.Waives}
			for _, k := range w.Units {
				offered[k.Drop] = true
				accepted(t, p, r, power, k.Drop, true)
				if w.Paid {
					offered[k.Keep] = true
					accepted(t, p, r, power, k.Keep, true)
				}
			}
			for _, c := range w.Builds {
				offered[c.Text] = true
				text := c.Text
				if c.Useless != "" { // a second special unit needs the first to be disbanded
					at, drop := special(p, power)
					if at == c.To {
						continue
					}
					text = drop + "\n" + text
				}
				accepted(t, p, r, power, text, true)
			}
			for _, o := range new(legal.Finder).Winter(p, r, power, nil) {
				text := order.FormatPlain(o, p.Setting.Board, p.Setting.Powers)
				if !offered[text] && (w.Paid || w.Allowed > 0 || o.Kind == order.Remove) {
					t.Errorf("%s: %s may order %q, and is not offered it", p.Phase, p.Setting.Powers[power].Name, text)
				}
			}
			lines := new(bot.Random).Decide(bot.Look(p, r, bot.Alone(p, power), "winter"), power)
			if winters%3 == 0 {
				lines = nil
			}
			if winters%5 == 0 {
				p = p.Clone()
				p.Treasury[power] = min(p.Treasury[power], 5)
			}
			x := PurseOf(message.English, p, r, power, lines)
			res, err := turn.Process(p, lines, r, dice.New([]byte("other"), "winter", nil))
			if err != nil {
				t.Fatal(err)
			}
			lost, unbuilt, gone = lost+len(x.Lost), unbuilt+len(x.Unbuilt), gone+len(x.Gone)
			if left := int(res.Next.Treasury[power]); len(x.Lost)+len(x.Unbuilt) == 0 && r.Money && x.Left != left {
				t.Errorf("%s, %s: %+v, and %d are left", p.Phase, p.Setting.Powers[power].Name, x, left)
			}
		}
	})
	if winters == 0 || lost == 0 || gone == 0 {
		t.Errorf("%d winters, %d units lost unpaid, %d failed builds, %d units lost without an order", winters, lost, unbuilt, gone)
	}
}

// special returns the place of a power's special unit, and the order that
// disbands it.
func special(p *position.Position, power machiavelli.Power) (at, drop string) {
	for _, u := range p.Units {
		if u.Owner == power && u.Special() {
			o := order.Order{Kind: order.Remove, Unit: order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}}
			return p.Setting.Board.Areas[u.At].Code, order.FormatPlain(o, p.Setting.Board, p.Setting.Powers)
		}
	}
	return "", ""
}
