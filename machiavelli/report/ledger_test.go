package report_test

import (
	"bufio"
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

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

// TestLedger tests the ledger's rules about reports.
func TestLedger(t *testing.T) {
	t.Run("BUG-01", testHiddenTreasuries)
	t.Run("BUG-13", testFullReport)
	t.Run("BUG-22", testLoneStops)
	t.Run("EXP-10", testSpendingIsPublic)
	t.Run("GIFT-03", testGiftsAreSeenAfterwards)
	t.Run("ASSN-02", testChitsAreSecret)
	t.Run("OPT-22", testExchangesAreSecret)
}

// opening returns the starting position of the Balance of Power and its rules.
func opening(t *testing.T, options map[string]string) (*position.Position, *rules.Set) {
	t.Helper()
	r, err := rules.Make("njudge-classic", options)
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.New("B", "", &r)
	if err != nil {
		t.Fatal(err)
	}
	return p, &r
}

// write returns the classic report for a viewer.
func write(t *testing.T, r report.Results) string {
	t.Helper()
	var b strings.Builder
	if err := r.Classic(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// viewers returns the readers of reports, keyed by name.
func viewers(p *position.Position) map[string]report.Viewer {
	find := func(id string) machiavelli.Power {
		power, _ := p.Setting.Powers.Find(id)
		return power
	}
	return map[string]report.Viewer{
		"papacy": report.For(find("papacy")), "naples": report.For(find("naples")),
		"master": {Master: true}, "observer": {},
	}
}

// testHiddenTreasuries checks that with hidden treasuries players see only their own money, the
// master sees everything, and observers see nothing (BUG-01).
func testHiddenTreasuries(t *testing.T) {
	p, r := opening(t, map[string]string{"treasury-visibility": "hidden"})
	after := p.Clone()
	naples, _ := p.Setting.Powers.Find("naples")
	papacy, _ := p.Setting.Powers.Find("papacy")
	after.Treasury[naples], after.Treasury[papacy] = 44, 55
	after.Loans = []position.Loan{{Power: naples, Principal: 17, Interest: 9, Season: machiavelli.Spring, Year: 1456}}
	events := []event.Event{
		event.Payment{Power: naples, To: papacy, Order: order.Order{Kind: order.Payment}, Asked: 61, Paid: 61, Verdict: event.Succeeded},
		event.Borrowed{Power: naples, Order: order.Order{Kind: order.Loan, Years: 2}, Asked: 17, Lent: 17, Loan: after.Loans[0]},
		event.Expense{Power: papacy, Slot: 1, Order: order.Order{Kind: order.Expense, Expense: order.Assassinate, Power: naples}, Asked: 62, Paid: 62, Counted: 60},
		event.Income{Power: papacy, Provinces: 63, Total: 63, Treasury: 55},
	}
	sums := map[string][]string{
		"papacy": {"55", "61", "62", "63"}, "naples": {"44", "17", "61"}, "observer": {},
		"master": {"44", "55", "17", "61", "62", "63"},
	}
	for name, v := range viewers(p) {
		text := write(t, report.Results{Before: p, After: after, Events: events, Rules: r, Viewer: v, Game: "cosimo", Number: 1})
		story := fmt.Sprint(report.New(p.Setting).Story(report.Seen(events, v, r)))
		for _, sum := range []string{"44", "55", "17", "61", "62", "63"} {
			if want := slices.Contains(sums[name], sum); strings.Contains(text, sum) != want {
				t.Errorf("%s sees %s: %v, want %v\n%s", name, sum, !want, want, text)
			}
			if !slices.Contains(sums[name], sum) && strings.Contains(story, sum) {
				t.Errorf("the story for %s contains %s: %s", name, sum, story)
			}
		}
	}
	open, r := opening(t, nil)
	for _, name := range []string{"naples", "observer"} {
		text := write(t, report.Results{Before: open, After: after, Events: events, Rules: r, Viewer: viewers(p)[name], Game: "cosimo", Number: 1})
		for _, sum := range sums["master"] {
			if !strings.Contains(text, sum) {
				t.Errorf("open treasuries: %s does not see %s", name, sum)
			}
		}
	}
}

// testFullReport checks that the reports of a winter with the maximum number of
// powers and units are complete (BUG-13).
func testFullReport(t *testing.T) {
	p, r := opening(t, nil)
	p.Phase = machiavelli.Phase{Season: machiavelli.Winter, Year: 1456, Step: machiavelli.Adjustments}
	var events []event.Event
	n := 0
	for at := p.Setting.Board.Land.Next(board.None); at != board.None; at = p.Setting.Board.Land.Next(at) {
		power := machiavelli.Power(n%8 + 1)
		n++
		for _, u := range []position.Unit{
			{Owner: power, Type: machiavelli.Army, At: at, Quality: machiavelli.Professional},
			{Owner: power, Type: machiavelli.Garrison, At: at},
		} {
			for _, kind := range []order.Kind{order.Maintain, order.Build, order.Remove} {
				events = append(events, event.Adjusted{
					Power: power, Order: order.Order{Kind: kind}, Unit: u, Cost: 9, Verdict: event.Void,
					Error: message.New("a reason that is long enough to need a second line of the report, for it goes on and on"),
				})
			}
			events = append(events, event.Removed{Unit: u, Reason: event.Unpaid})
		}
	}
	for power := machiavelli.Power(1); power <= 8; power++ {
		events = append(events, event.Income{
			Power: power, Total: 9999, Treasury: 99999, Dice: []event.DieIncome{{Row: fmt.Sprint("milan", power), Die: 1, Roll: 6}, {Row: "milan", Die: 2, Roll: 6}},
		})
	}
	text := write(t, report.Results{Before: p, After: p, Events: events, Rules: r, Viewer: report.Viewer{Master: true}, Game: "cosimo", Number: 999})
	for at := p.Setting.Board.Land.Next(board.None); at != board.None; at = p.Setting.Board.Land.Next(at) {
		name := p.Setting.Board.Areas[at].Name
		for _, part := range []string{
			"Builds a professional army in " + name, "Removes the garrison in " + name, "Maintains the garrison in " + name,
			"professional army in " + name + " is gone",
		} {
			if !strings.Contains(strings.Join(strings.Fields(text), " "), part) {
				t.Errorf("the report lacks %q", part)
			}
		}
	}
	checkLines(t, text)
	for _, e := range events {
		report.New(p.Setting).Chain(events, e)
	}
}

// checkLines fails for a line that is too long or a lone full stop.
func checkLines(t *testing.T, text string) {
	t.Helper()
	s := bufio.NewScanner(strings.NewReader(text))
	for s.Scan() {
		line := s.Text()
		if utf8.RuneCountInString(line) > 78 || line == "." || strings.TrimSpace(line) == "." || strings.HasSuffix(line, " ") {
			t.Errorf("a line of the report: %q", line)
		}
	}
}

// testLoneStops checks that no line of a report is a lone full stop and none is
// lost, whatever the players wrote and wherever lines break (BUG-22).
func testLoneStops(t *testing.T) {
	p, r := opening(t, nil)
	milan, _ := p.Setting.Powers.Find("milan")
	for n := range 160 {
		for _, given := range []string{
			".", "\n.\n", "\r\n.\r\nA Pavia H", strings.Repeat("x", n), strings.Repeat("x", n) + " .", strings.Repeat("ab ", n) + ".",
			strings.Repeat("è", n) + " . . .",
		} {
			text := write(t, report.Results{
				Before: p, Rules: r, Viewer: report.For(milan), Game: "cosimo", Number: 1,
				Events: []event.Event{
					event.Refused{Power: milan, Given: given, Error: message.New("It cannot be read.")},
					event.Noted{Power: milan, Given: "x", Note: message.Quote(given)},
				},
			})
			checkLines(t, text)
			squeeze := func(s string) string { return strings.Join(strings.Fields(s), "") }
			if !strings.Contains(squeeze(text), squeeze(given)) {
				t.Errorf("%q is not in the report:\n%s", given, text)
			}
		}
	}
	// The old judge put the note on a rebellion that a purchase ends into the
	// line of the expense.
	moneyGame(t, nil, func(r report.Results) {
		r.Viewer.Master = true
		var b bytes.Buffer
		if err := r.Classic(&b); err != nil {
			t.Fatal(err)
		}
		checkLines(t, b.String())
	})
}

// testSpendingIsPublic checks that everyone sees an expense after the deadline (EXP-10), but only
// the writer sees a refused line or a remark.
func testSpendingIsPublic(t *testing.T) {
	p, r := opening(t, nil)
	papacy, _ := p.Setting.Powers.Find("papacy")
	spent := event.Expense{Power: papacy, Slot: 1, Verdict: event.Wasted}
	private := []event.Event{event.Refused{Power: papacy}, event.Noted{Power: papacy}}
	for name, v := range viewers(p) {
		if !report.Visible(spent, v, r) {
			t.Errorf("%s does not see the expense", name)
		}
		for _, e := range private {
			if got, want := report.Visible(e, v, r), name == "papacy" || name == "master"; got != want {
				t.Errorf("%s sees %T: %v", name, e, got)
			}
		}
	}
}

// testGiftsAreSeenAfterwards checks that gifts are published after the deadline (GIFT-03).
func testGiftsAreSeenAfterwards(t *testing.T) {
	p, r := opening(t, nil)
	hidden := *r
	hidden.TreasuryVisibility = rules.TreasuriesHidden
	papacy, _ := p.Setting.Powers.Find("papacy")
	naples, _ := p.Setting.Powers.Find("naples")
	milan, _ := p.Setting.Powers.Find("milan")
	for _, c := range []struct {
		gift event.Payment
		r    *rules.Set
		see  []string
	}{
		{event.Payment{Power: papacy, To: naples, Paid: 6}, r, []string{"master", "naples", "observer", "papacy"}},
		{event.Payment{Power: papacy, To: naples, Paid: 6}, &hidden, []string{"master", "naples", "papacy"}},
		{event.Payment{Power: papacy, To: naples, Failure: event.Indebted}, &hidden, []string{"master", "papacy"}},
		{event.Payment{Power: papacy, Bank: true, Paid: 6}, &hidden, []string{"master", "papacy"}},
		{event.Payment{Power: milan, To: papacy, Paid: 6}, &hidden, []string{"master", "papacy"}},
	} {
		if see := seenBy(p, c.gift, c.r); !slices.Equal(see, c.see) {
			t.Errorf("%+v is seen by %v, want %v", c.gift, see, c.see)
		}
	}
}

// testChitsAreSecret checks that giver and receiver know of a chit that was given away (ASSN-02).
func testChitsAreSecret(t *testing.T) {
	p, r := opening(t, nil)
	papacy, _ := p.Setting.Powers.Find("papacy")
	naples, _ := p.Setting.Powers.Find("naples")
	milan, _ := p.Setting.Powers.Find("milan")
	for _, c := range []struct {
		gift event.ChitGiven
		see  []string
	}{
		{event.ChitGiven{Power: papacy, To: naples, Victim: milan, Verdict: event.Succeeded}, []string{"master", "naples", "papacy"}},
		{event.ChitGiven{Power: papacy, To: naples, Victim: milan, Verdict: event.Void}, []string{"master", "papacy"}},
		{event.ChitGiven{Power: papacy, To: milan, Victim: naples, Verdict: event.Succeeded}, []string{"master", "papacy"}},
		{event.ChitGiven{To: naples, Victim: milan, Verdict: event.Succeeded}, []string{"master", "naples"}},
	} {
		if see := seenBy(p, c.gift, r); !slices.Equal(see, c.see) {
			t.Errorf("%+v is seen by %v, want %v", c.gift, see, c.see)
		}
	}
	after := p.Clone()
	after.Chits = [machiavelli.MaxPowers][machiavelli.MaxPowers]uint8{}
	after.Chits[papacy][milan] = 2
	for name, v := range viewers(p) {
		text := write(t, report.Results{Before: p, After: after, Rules: r, Viewer: v})
		if got, want := strings.Contains(text, "Milan (2)"), name == "papacy" || name == "master"; got != want {
			t.Errorf("%s sees the chits of the Papacy: %v", name, got)
		}
	}
}

// testExchangesAreSecret checks that only the parties know of an exchange, and
// that only the writer knows of lines that the other party did not write
// (OPT-22). What units do is reported as if their owner had written it.
func testExchangesAreSecret(t *testing.T) {
	p, r := opening(t, map[string]string{"exchanges": "on"})
	papacy, _ := p.Setting.Powers.Find("papacy")
	naples, _ := p.Setting.Powers.Find("naples")
	p.Treasury[papacy] = 6
	i := slices.IndexFunc(p.Units, func(u position.Unit) bool { return u.Owner == naples && u.Type == machiavelli.Army })
	unit := p.Setting.Board.Areas[p.Units[i].At].Name
	play := func(texts map[machiavelli.Power]string) turn.Result {
		var lines []turn.Line
		for power, text := range texts {
			for _, l := range order.Parse(text, &order.Context{Board: p.Setting.Board, Powers: p.Setting.Powers, Power: power, Step: p.Phase.Step}) {
				if l.Err != nil {
					t.Fatal(l.Err)
				}
				lines = append(lines, turn.Line{Power: power, Text: l.Text, Order: l.Order})
			}
		}
		res, err := turn.Process(p, lines, r, dice.New([]byte("exchange"), "test", nil))
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	mine := "exchange with Naples: give 6 ducats\nexchange with Naples: get A " + unit + " H"
	theirs := "exchange with Papacy: get 6 ducats\nexchange with Papacy: give A " + unit + " H"
	for _, c := range []struct {
		texts   map[machiavelli.Power]string
		of      machiavelli.Power // the power whose events are checked
		verdict event.Verdict
		see     []string
	}{
		{map[machiavelli.Power]string{papacy: mine, naples: theirs}, naples, event.Succeeded, []string{"master", "naples", "papacy"}},
		{map[machiavelli.Power]string{papacy: mine}, papacy, event.Void, []string{"master", "papacy"}},
		{map[machiavelli.Power]string{papacy: mine, naples: "exchange with Papacy: get 5 ducats"}, papacy, event.Void, []string{"master", "papacy"}},
	} {
		res := play(c.texts)
		n := slices.IndexFunc(res.Events, func(e event.Event) bool {
			x, ok := e.(event.Exchanged)
			return ok && x.Power == c.of && x.Verdict == c.verdict
		})
		if n < 0 {
			t.Fatalf("there is no such exchange in %v", res.Events)
		}
		if see := seenBy(p, res.Events[n], r); !slices.Equal(see, c.see) {
			t.Errorf("%+v is seen by %v, want %v", res.Events[n], see, c.see)
		}
		for name, v := range viewers(p) {
			text := write(t, report.Results{Before: p, After: res.Next, Events: res.Events, Rules: r, Viewer: v})
			knows := strings.Contains(strings.ToLower(text), "exchange") || strings.Contains(text, "6 ducats")
			if knows != slices.Contains(c.see, name) {
				t.Errorf("%s learns of the exchange: %v\n%s", name, knows, text)
			}
		}
	}
	plain := report.Seen(play(map[machiavelli.Power]string{naples: "A " + unit + " H"}).Events, report.Viewer{}, r)
	dealt := report.Seen(play(map[machiavelli.Power]string{papacy: mine, naples: theirs}).Events, report.Viewer{}, r)
	if !reflect.DeepEqual(plain, dealt) {
		t.Errorf("observers see\n%v\nand without the exchange\n%v", dealt, plain)
	}
}

// seenBy lists the readers who see an event.
func seenBy(p *position.Position, e event.Event, r *rules.Set) []string {
	var names []string
	for name, v := range viewers(p) {
		if report.Visible(e, v, r) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
