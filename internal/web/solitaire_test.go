package web

import (
	"context"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"testing"

	"podesta/internal/judge"
	"podesta/machiavelli"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/turn"
)

// TestSolitaireThreeYears moves all powers of the Balance of Power through
// three years with lawful orders drawn at random, all over HTTP.
func TestSolitaireThreeYears(t *testing.T) {
	h := open(t)
	id, b := h.game(url.Values{"scenario": {"B"}, "preset": {"battleline-1978-basic"}, "solitaire": {"1"}})
	rnd := rand.New(rand.NewPCG(1454, 8))
	phases := 0
	for {
		g, err := h.judge.Game(context.Background(), id)
		if err != nil {
			t.Fatal(err)
		}
		if g.Finished || g.Phase.Year >= 1457 {
			break
		}
		ph, err := h.judge.Current(context.Background(), id)
		if err != nil {
			t.Fatal(err)
		}
		form := url.Values{"revision": {strconv.Itoa(g.Revision)}, "then": {"process"}}
		for p := 1; p < len(g.Setting.Powers); p++ {
			if text := randomOrders(g, ph, machiavelli.Power(p), rnd); text != "" {
				form.Set("orders-"+g.Setting.Powers[p].ID, text)
			}
		}
		if len(form) == 2 {
			form.Set("orders-milan", "")
		}
		p := b.post("/g/"+id+"/orders", form)
		p.has(t, http.StatusOK, "Process")
		if p.url.RawQuery != "" {
			t.Fatalf("%s: not processed: %s: %s", g.Phase, p.url.RawQuery, text(p.find("bad")[0]))
		}
		n := strconv.Itoa(g.Number)
		b.get("/g/"+id+"/p/"+n).has(t, http.StatusOK, "Orders")
		b.get("/g/"+id+"/map/"+n+".svg?orders=1").has(t, http.StatusOK, "<svg")
		phases++
	}
	if phases < 12 {
		t.Errorf("only %d phases in three years", phases)
	}
	if err := h.judge.Replay(context.Background(), id); err != nil {
		t.Error(err)
	}
}

// randomOrders draws a lawful order for each unit of a power, or what it owes
// in the other phases.
func randomOrders(g *judge.Game, ph *judge.Phase, power machiavelli.Power, rnd *rand.Rand) string {
	p := ph.Before
	var orders []order.Order
	pick := func(from []order.Order) {
		if len(from) > 0 {
			orders = append(orders, from[rnd.IntN(len(from))])
		}
	}
	switch p.Phase.Step {
	case machiavelli.Orders:
		for i := range p.Units {
			if p.Units[i].Owner == power {
				pick(legal.OfUnit(p, &g.Rules, i, nil))
			}
		}
	case machiavelli.Retreats:
		for i := range p.Dislodged {
			if p.Dislodged[i].Unit.Owner == power {
				pick(legal.Retreats(p, &g.Rules, i, nil))
			}
		}
	case machiavelli.Adjustments:
		owed := turn.Owes(p, &g.Rules, power, nil)
		left := map[order.Kind]int{order.Build: owed.Builds, order.Remove: owed.Removals}
		all := legal.Builds(p, &g.Rules, power, nil)
		rnd.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
		for _, o := range all {
			if left[o.Kind] > 0 {
				left[o.Kind]--
				orders = append(orders, o)
			}
		}
	}
	text := ""
	for _, o := range orders {
		text += order.Format(o, g.Setting.Board, g.Setting.Powers) + "\n"
	}
	return text
}
