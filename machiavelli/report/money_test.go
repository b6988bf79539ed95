package report_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// moneyGame plays the game of testdata/money-game.txt and calls see for each
// phase.
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

// prepare reads a block's lines about money, debts, dice and orders.
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

// withoutLegal removes remarks on lines and gives all refused lines the same
// reason, because package legal words both.
func withoutLegal(events []event.Event) (list []event.Event) {
	for _, e := range events {
		switch x := e.(type) {
		case event.Noted:
			continue
		case event.Refused:
			x.Error = message.New("It cannot be read.")
			e = x
		}
		list = append(list, e)
	}
	return list
}

// TestMoneyGame compares the reports of a year with every possible effect of
// money, treachery and disasters with recorded ones. They are the classic
// report, the story, the headline, and the chain of reasons for every expense
// and roll.
func TestMoneyGame(t *testing.T) {
	var b strings.Builder
	kinds, failures := map[string]bool{}, map[event.Failure]bool{}
	moneyGame(t, nil, func(r report.Results) {
		r.Viewer.Master = true
		r.Events = withoutLegal(r.Events)
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
			fmt.Fprintf(&b, "  %s\n", strings.TrimSpace(tell.Account(r.Before, r.Events, e).String()))
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

// treachery returns events of every kind that money, dice and disasters cause,
// with every failure of money.
func (s *scene) treachery() []event.Event {
	mil, ven, fra, tur, pap := s.power("milan"), s.power("venice"), s.power("france"), s.power("turks"), s.power("papacy")
	pavia, garrison := s.unit("milan A Pavia professional"), s.unit("florence G Florence militia")
	money := func(kind order.ExpenseKind, place string, f event.Failure) event.Expense {
		o := order.Order{Kind: order.Expense, Expense: kind, Slot: 1, HasSum: true, Amount: 18}
		e := event.Expense{Power: ven, Slot: 1, Order: o, Asked: 18, Paid: 18, Counted: 18, Minimum: 12, Verdict: event.Wasted, Failure: f}
		switch kind {
		case order.Assassinate:
			e.Order.Power = mil
		case order.CounterBribe, order.DisbandUnit, order.BuyUnit, order.ToAutonomous, order.OrderUnit:
			e.Order.Target, e.Target = order.Unit{Type: machiavelli.Army, At: pavia.At}, &pavia
		default:
			e.Order.To.At = s.at(place)
		}
		if f == event.NoFailure {
			e.Verdict = event.Succeeded
		}
		return e
	}
	defaulted := money(order.BuyUnit, "", event.Bankrupt)
	defaulted.Paid, defaulted.Counted = 0, 0
	loan := position.Loan{Power: mil, Principal: 10, Interest: 5, Season: machiavelli.Summer, Year: 1458}
	outbid, tied, lot, countered := money(order.BuyUnit, "", event.Outbid), money(order.BuyUnit, "", event.TiedBid), money(order.BuyUnit, "", event.Outbid), money(order.DisbandUnit, "", event.CounterBribed)
	outbid.Rivals = []event.Bid{{Power: fra, Slot: 2, Ducats: 21}, {Power: tur, Slot: 1, Ducats: 9}}
	tied.Rivals = []event.Bid{{Power: fra, Slot: 2, Ducats: 18}}
	lot.Rivals = tied.Rivals
	countered.Counters, countered.Countered = []event.Bid{{Power: mil, Slot: 1, Ducats: 6}, {Power: pap, Slot: 3, Ducats: 3}}, 9
	nothing := countered
	nothing.Countered = 18
	list := []event.Event{
		event.Payment{Power: mil, To: ven, Asked: 1, Paid: 1, Verdict: event.Succeeded},
		event.Payment{Power: tur, To: pap, Asked: 9, Paid: 6, Verdict: event.Succeeded},
		event.Payment{Power: tur, Bank: true, Asked: 9, Paid: 6, Verdict: event.Succeeded},
		event.Borrowed{Power: mil, Order: order.Order{Kind: order.Loan, Years: 2}, Asked: 12, Lent: 10, Loan: loan, Verdict: event.Succeeded},
		event.Collected{Power: tur, Ducats: 12},
		event.Defaulted{Power: mil, Due: 12, Seized: 4},
		event.Defaulted{Power: ven, Due: 12, Returned: 3},
		event.ChitGiven{Power: mil, To: ven, Victim: tur, Verdict: event.Succeeded},
		event.ChitGiven{Power: mil, To: ven, Victim: ven, Verdict: event.Succeeded},
		event.ChitGiven{Power: mil, To: ven, Victim: tur, Verdict: event.Void, Failure: event.NoChit},
		event.ChitGiven{To: pap, Victim: tur, Verdict: event.Succeeded},
		event.Taxed{Power: mil, Province: s.at("Como"), Ducats: 2, Verdict: event.Succeeded},
		event.Taxed{Power: mil, Province: s.at("Pavia"), Verdict: event.Void, Failure: event.AlreadyThisYear},
		event.ProvinceGiven{Power: tur, To: mil, Province: s.at("Tunis"), Verdict: event.Succeeded},
		event.ProvinceGiven{Power: tur, To: mil, Province: s.at("Bari"), Verdict: event.Void, Failure: event.WrongTarget},
		outbid, tied, lot, countered, nothing, defaulted,
	}
	deal := event.Exchanged{Power: mil, With: ven, Both: true, Verdict: event.Succeeded, Lines: []order.Order{
		{Kind: order.Exchange, With: ven, Item: order.Payment, Amount: 6},
		{Kind: order.Exchange, With: ven, Item: order.GiveChit, Victim: tur},
		{Kind: order.Exchange, With: ven, Item: order.GiveProvince, To: board.Place{At: s.at("Tunis")}, Get: true},
		{Kind: order.Exchange, With: ven, Item: order.Hold, Explicit: true, Unit: order.Unit{Type: machiavelli.Army, At: s.at("Padua")}, Get: true},
	}}
	list = append(list, deal)
	deal.Verdict = event.Void
	for _, f := range []event.Failure{event.NotLodged, event.NoReturn, event.TooMuch, event.Indebted, event.NotToGive, event.UnitLost} {
		deal.Failure, deal.Failed, deal.Both = f, machiavelli.Nobody, f != event.NotLodged
		if f != event.NotLodged && f != event.NoReturn {
			deal.Failed = ven
		}
		list = append(list, deal)
	}
	half := deal
	half.Failure, half.Failed, half.Lines = event.NoReturn, machiavelli.Nobody, deal.Lines[:2]
	list = append(list, half)
	half.Lines = deal.Lines[2:]
	list = append(list, half)
	for kind := order.FamineRelief; kind <= order.OrderUnit; kind++ {
		if kind != order.Delete {
			list = append(list, money(kind, "Como", event.NoFailure))
		}
	}
	for _, f := range []event.Failure{
		event.TreasuryEmpty, event.BelowMinimum, event.NotAdjacent, event.NotPermitted, event.NoTarget, event.WrongTarget, event.OwnUnitBribed,
		event.SecondSpecial, event.TypeNotAllowed, event.Needless, event.OffBoard, event.AlreadyDone,
	} {
		list = append(list, money(order.BuyUnit, "", f))
	}
	for _, kind := range []order.ExpenseKind{order.FamineRelief, order.Pacify, order.RelievePlague} {
		for _, f := range []event.Failure{event.NoMarker, event.AlreadyDone, event.WrongTarget} {
			list = append(list, money(kind, "Como", f))
		}
	}
	for _, kind := range []order.ExpenseKind{order.Rebellion, order.CauseFamine} {
		for _, f := range []event.Failure{event.AlreadyDone, event.WrongTarget} {
			list = append(list, money(kind, "Como", f))
		}
	}
	list = append(list, money(order.Rebellion, "Venice", event.UnitThere))
	odd := money(order.BuyUnit, "", event.NoFailure)
	odd.Asked, odd.Paid = 25, 20
	list = append(list, odd)
	for _, f := range []event.Failure{event.NoChit, event.Missed, event.OutOfGame, event.WrongTarget} {
		list = append(list, money(order.Assassinate, "", f))
	}
	for _, f := range []event.Failure{event.Indebted, event.TreasuryEmpty, event.OutOfGame, event.NothingOwed} {
		list = append(list, event.Payment{Power: tur, To: pap, Bank: f == event.NothingOwed, Asked: 9, Verdict: event.Void, Failure: f})
	}
	for _, f := range []event.Failure{event.LimitReached, event.Bankrupt} {
		list = append(list, event.Borrowed{Power: tur, Order: order.Order{Kind: order.Loan, Years: 1}, Asked: 9, Verdict: event.Void, Failure: f})
	}
	for _, f := range []event.Failure{event.NoFailure, event.NoWay, event.TwoTravel, event.InSiege, event.DrivenOut} {
		v := event.Void
		if f == event.NoFailure {
			v = event.Succeeded
		}
		list = append(list, event.Transferred{Unit: pavia, To: board.Place{At: s.at("Turin")}, Verdict: v, Failure: f})
	}
	struck := board.SetOf(s.at("Pavia"), s.at("Turin"))
	return append(list,
		event.Bribed{Unit: pavia, To: ven, By: ven},
		event.Bribed{Unit: s.unit("autonomous G Siena"), To: ven, By: ven},
		event.Bribed{Unit: garrison, By: fra},
		event.Relieved{Province: s.at("Turin"), By: s.set("milan", "turks")},
		event.RebellionBegun{Province: s.at("Pavia"), InCity: true, InLand: true, Against: mil, Cause: "expense", By: s.set("venice")},
		event.RebellionBegun{Province: s.at("Como"), InLand: true, Against: mil, Cause: "taxation"},
		event.RebellionBegun{Province: s.at("Venice"), InCity: true, Against: ven, Cause: "assassination"},
		event.Attempted{Power: tur, Victim: pap, Slot: 2, Faces: 1, Roll: 1, Hit: true},
		event.Attempted{Power: ven, Victim: mil, Slot: 3, Faces: 3, Roll: 4},
		event.Paralysed{Power: pap},
		event.Paralysed{Power: mil, Bank: true},
		event.Revolt{Victim: pap, Province: s.at("Rome"), Roll: 1, Limit: 1, Rose: true},
		event.Revolt{Victim: pap, Province: s.at("Bologna"), Roll: 2, Limit: 3},
		event.Revolt{Victim: pap, Province: s.at("Perugia"), Roll: 5, Limit: 2},
		event.Excommunicated{Pope: pap, Victim: mil, Silenced: mil},
		event.Excommunicated{Pope: pap, Victim: mil, Silenced: pap, Against: s.set("milan", "venice")},
		event.FellBack{Unit: s.unit("milan A Pavia"), To: s.at("Como")},
		event.Disaster{What: "famine", Severity: 8, Row: 4, Column: 7, Struck: struck},
		event.Disaster{What: "plague", Severity: 5, Column: 7, Struck: struck},
		event.Disaster{What: "plague", Seed: s.at("Pavia"), Radius: 2, Struck: struck},
		event.Disaster{What: "plague", Struck: struck},
		event.Disaster{What: "storm", Severity: 2},
		event.Disaster{What: "famine", Severity: 4, Row: 2},
		event.Removed{Unit: garrison, Reason: event.ByMurder},
		event.Removed{Unit: pavia, Reason: event.ByPlague},
		event.Removed{Unit: s.unit("turks F Ionian Sea"), Reason: event.ByStorm},
		event.Removed{Unit: s.unit("turks F Ionian Sea"), Reason: event.Unpaid},
		event.Income{Power: mil, Seas: 1, Provinces: 6, Cities: 5, Variable: 9, Total: 21, Treasury: 25, Dice: []event.DieIncome{
			{Row: "milan", Die: 1, Roll: 5, Ducats: 4}, {Row: "genoa", Die: 1, Roll: 6, Ducats: 5},
		}},
		event.Income{Power: tur},
	)
}

// TestEveryFailure checks that the report has a text for every reason why an expense, payment,
// loan, tax or exchange can fail.
func TestEveryFailure(t *testing.T) {
	s := newScene(t, machiavelli.Phase{Season: machiavelli.Fall, Year: 1456, Step: machiavelli.Orders})
	told := map[event.Failure]bool{event.NoFailure: true, event.CannotBePaid: true} // CannotBePaid is reported for winter orders
	for _, e := range s.treachery() {
		switch e := e.(type) {
		case event.Expense:
			told[e.Failure] = true
		case event.Payment:
			told[e.Failure] = true
		case event.Borrowed:
			told[e.Failure] = true
		case event.Taxed:
			told[e.Failure] = true
		case event.Exchanged:
			told[e.Failure] = true
		case event.Transferred:
			told[e.Failure] = true
		}
		if f := s.tell.Sentence(e).String(); strings.Contains(f, ": .") || f == "" {
			t.Errorf("%T: the text is %q", e, f)
		}
	}
	for name, f := range constants(t, "Failure") {
		if !told[event.Failure(f)] {
			t.Errorf("no example of %s", name)
		}
	}
}

// constants returns the constants of a string type in package event, keyed by name.
func constants(t *testing.T, typ string) map[string]string {
	t.Helper()
	out := map[string]string{}
	files, err := filepath.Glob("../event/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no source of package event: %v", err)
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.CONST {
				continue
			}
			for _, spec := range g.Specs {
				v := spec.(*ast.ValueSpec)
				if id, ok := v.Type.(*ast.Ident); ok && id.Name == typ && len(v.Values) == 1 {
					text, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
					if err != nil {
						t.Fatal(err)
					}
					out[v.Names[0].Name] = text
				}
			}
		}
	}
	return out
}
