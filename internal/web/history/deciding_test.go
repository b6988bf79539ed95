package history

import (
	"fmt"
	"slices"
	"testing"

	"podesta/internal/replay"
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/report"
)

// TestTurningPoints checks what decided a game: changes of the lead, the largest
// swings, eliminations and the victory, and the dearest purchases.
func TestTurningPoints(t *testing.T) {
	t.Parallel()
	g, pos := opened(t, "njudge-classic", "A", "A-4")
	g.ID = "g"
	milan, venice, florence := power(t, g, "milan"), power(t, g, "venice"), power(t, g, "florence")
	at := func(m, v, f int) point {
		x := point{phase: machiavelli.Phase{Year: 1385, Season: machiavelli.Spring}, has: make([]has, len(pos.Setting.Powers))}
		for p, n := range map[machiavelli.Power]int{milan: m, venice: v, florence: f} {
			x.has[p] = has{Holding: replay.Holding{Cities: n}}
		}
		return x
	}
	c := &Chronicle{points: []point{at(3, 3, 3), at(4, 3, 3), at(4, 4, 2), at(4, 3, 3), at(2, 6, 3), at(2, 9, 0)}}
	c.points[3].purchases = []purchase{{paid: 9, text: message.New("nine")}, {paid: 30, text: message.New("thirty")}}
	c.points[1].purchases = []purchase{{paid: 12, murder: true, text: message.New("a murder")}, {paid: 15, text: message.New("fifteen")}, {paid: 10, text: message.New("ten")}}
	c.points[4].marks = []mark{{Kind: replay.Great, Text: message.New("Florence is gone."), power: florence}, {Kind: replay.Great, Text: message.New("Venice wins."), won: true}, {Kind: replay.Siege, Text: message.New("A siege.")}}
	var got []string
	for _, p := range c.turningPoints(g) {
		got = append(got, fmt.Sprintf("%d %s", p.phase, p.text))
	}
	want := []string{
		"1 Milan takes the lead with 4 cities.",
		"2 fifteen", "2 ten", "2 a murder",
		"4 Venice takes the lead from Milan, with 6 cities.",
		"4 Venice gains 3 cities in one phase and has 6 now.",
		"4 Milan loses 2 cities in one phase and has 2 left.",
		"4 thirty",
		"5 Florence loses 3 cities in one phase and has 0 left.",
		"5 Venice gains 3 cities in one phase and has 9 now.",
		"5 Florence is gone.", "5 Venice wins.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got:\n%q\nwant:\n%q", got, want)
	}
	rows := c.decidingRows(g)
	if len(rows) != 4 || rows[0].Href != "/g/g/p/1" || len(rows[3].Marks) != 4 {
		t.Errorf("%+v", rows)
	}

	// Only purchases that succeeded count.
	buy := event.Expense{Power: milan, Order: order.Order{Expense: order.BuyUnit}, Paid: 18}
	vain := buy
	vain.Failure = event.Outbid
	gift := buy
	gift.Order.Expense = order.FamineRelief
	kill := event.Expense{Power: venice, Order: order.Order{Expense: order.Assassinate, Power: milan}, Paid: 24}
	missed := kill
	missed.Failure = event.Missed
	deals := purchasesOf(report.New(pos.Setting), []event.Event{buy, vain, gift, kill, missed})
	if len(deals) != 2 || deals[0].murder || deals[0].paid != 18 || !deals[1].murder || deals[1].paid != 24 {
		t.Errorf("%+v", deals)
	}
}

// TestDecisive checks the sentence about what decided a game against every kind of end: it is
// about the victors, powers that share the victory do not lead, and it is empty for a draw.
func TestDecisive(t *testing.T) {
	t.Parallel()
	g, pos := opened(t, "njudge-classic", "A", "A-4")
	milan, venice, florence := power(t, g, "milan"), power(t, g, "venice"), power(t, g, "florence")
	at := func(m, v, f int) point {
		x := point{has: make([]has, len(pos.Setting.Powers))}
		for p, n := range map[machiavelli.Power]int{milan: m, venice: v, florence: f} {
			x.has[p] = has{Holding: replay.Holding{Cities: n}}
		}
		return x
	}
	of := func(all ...machiavelli.Power) (s machiavelli.PowerSet) {
		for _, p := range all {
			s = s.With(p)
		}
		return s
	}
	tell := report.New(pos.Setting)
	for _, x := range []struct {
		name   string
		points []point
		end    event.Victory
		want   string
	}{
		{"the leader wins", []point{at(3, 3, 3), at(3, 4, 3), at(3, 4, 3)}, event.Victory{Powers: of(venice)}, "Venice takes the lead with 4 cities."},
		{"by time", []point{at(3, 3, 3), at(3, 3, 5), at(3, 3, 5)}, event.Victory{Powers: of(florence), How: event.ByTime, Cities: 5}, "Florence gains 2 cities in one phase and has 5 now."},
		{"the loser falls", []point{at(3, 4, 4), at(3, 4, 2), at(3, 4, 2)}, event.Victory{Powers: of(venice)}, "Venice takes the lead with 4 cities."},
		{"only losses of others", []point{at(4, 4, 4), at(4, 4, 2), at(4, 4, 2)}, event.Victory{Powers: of(venice), How: event.ByConcession}, "Florence loses 2 cities in one phase and has 2 left."},
		{"the last gain is not the victor's", []point{at(3, 3, 3), at(6, 3, 3), at(6, 3, 5)}, event.Victory{Powers: of(milan)}, "Milan gains 3 cities in one phase and has 6 now."},
		{"two share, after one has led", []point{at(3, 3, 3), at(3, 3, 4), at(3, 4, 4)}, event.Victory{Powers: of(venice, florence), How: event.ByTime, Cities: 4}, "Florence and Venice have 4 cities each at the end."},
		{"two share who are not level", []point{at(3, 3, 3), at(3, 3, 4), at(3, 6, 4)}, event.Victory{Powers: of(venice, florence)}, "Venice gains 3 cities in one phase and has 6 now."},
		{"nothing helped them", []point{at(3, 3, 3), at(3, 3, 4), at(3, 3, 4)}, event.Victory{Powers: of(milan), How: event.ByConcession}, ""},
		{"a draw", []point{at(3, 3, 3), at(3, 4, 3), at(3, 4, 3)}, event.Victory{Powers: of(milan, venice, florence), How: event.ByDraw}, ""},
	} {
		c := &Chronicle{points: x.points}
		got := ""
		if m := c.Decisive(g, tell.End(x.end)); !m.IsZero() {
			got = m.String()
		}
		if got != x.want {
			t.Errorf("%s: %q, expected %q", x.name, got, x.want)
		}
	}
}
