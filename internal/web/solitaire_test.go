package web

import (
	"context"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"testing"

	"podesta/internal/game"
	"podesta/internal/web/page"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// TestSolitaireThreeYears moves all powers of the Balance of Power through
// three years with random legal orders, entirely over HTTP.
func TestSolitaireThreeYears(t *testing.T) {
	t.Parallel()
	for _, preset := range []string{"battleline-1978-basic", "njudge-classic", "battleline-1978-optional", "machiavelli-1995"} {
		t.Run(preset, func(t *testing.T) { solitaire(t, preset) })
	}
}

func solitaire(t *testing.T, preset string) {
	h := open(t)
	scenario := "B"
	if preset == "machiavelli-1995" {
		scenario = "balance-of-power-1995"
	}
	id, b := h.game(url.Values{"scenario": {scenario}, "preset": {preset}, "solitaire": {"1"}})
	phases := h.years(id, b, 1457)
	if phases < 12 {
		t.Errorf("only %d phases in three years", phases)
	}
	if err := h.judge.Archive.Replay(context.Background(), id); err != nil {
		t.Error(err)
	}
}

// years plays a solitaire game with random orders up to a year, and returns the
// number of phases.
func (h *house) years(id string, b *browser, year int) (phases int) {
	h.t.Helper()
	return h.until(id, b, func(p machiavelli.Phase) bool { return p.Year >= year })
}

// until does the same as years, up to a phase.
func (h *house) until(id string, b *browser, there func(machiavelli.Phase) bool) (phases int) {
	t := h.t
	t.Helper()
	rnd := rand.New(rand.NewPCG(1454, 8))
	for {
		g, err := h.judge.Base.Game(context.Background(), id)
		if err != nil {
			t.Fatal(err)
		}
		if g.Finished || there(g.Phase) {
			break
		}
		ph, err := h.judge.Base.Current(context.Background(), id)
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
		p.has(t, http.StatusOK)
		if p.url.RawQuery != "" {
			t.Fatalf("%s: not processed: %s: %s", g.Phase, p.url.RawQuery, text(p.find("bad")[0]))
		}
		n := strconv.Itoa(g.Number)
		b.get("/g/"+id+"/p/"+n).has(t, http.StatusOK, "Orders").tellsMore(t)
		b.get("/g/"+id+"/map/"+n+".svg?orders=1").has(t, http.StatusOK, "<svg")
		phases++
	}
	return phases
}

// randomOrders returns a random legal order for each unit of a power or, in other phases, what
// is required.
func randomOrders(g *game.Game, ph *game.Phase, power machiavelli.Power, rnd *rand.Rand) string {
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
		built := map[board.ID]bool{} // a province can build one unit per winter
		for _, o := range all {
			if o.Kind == order.Build && built[o.Unit.At] {
				continue
			}
			if left[o.Kind] > 0 {
				left[o.Kind]--
				built[o.Unit.At] = built[o.Unit.At] || o.Kind == order.Build
				orders = append(orders, o)
			}
		}
	}
	text := randomMoney(g, p, power, rnd)
	for _, o := range orders {
		text += order.Format(o, g.Setting.Board, g.Setting.Powers) + "\n"
	}
	return text
}

// randomMoney returns random expenses for a power's ducats, some of them
// without effect.
func randomMoney(g *game.Game, p *position.Position, power machiavelli.Power, rnd *rand.Rand) string {
	if !g.Rules.Money {
		return ""
	}
	b, powers := g.Setting.Board, g.Setting.Powers
	text := ""
	if p.Phase.Step == machiavelli.Adjustments {
		for _, u := range p.Units {
			if u.Owner == power {
				text += "maintain " + page.UnitText(g.Setting, u) + "\n"
			}
		}
		return text
	}
	if p.Phase.Step != machiavelli.Orders || p.Treasury[power] < 3 {
		return text
	}
	victim := machiavelli.Power(1 + rnd.IntN(len(powers)-1))
	at := p.Units[rnd.IntN(len(p.Units))]
	name := b.Areas[at.At].Name
	for _, line := range []string{
		"e1: cause rebellion " + name, "e2: 12 assassinate " + powers[victim].Name, "e3: disband " + page.UnitText(g.Setting, at),
		"e4: counter-bribe 6 " + page.UnitText(g.Setting, at), "borrow 5 for 1 year", "pay 2 to " + powers[victim].Name,
		"e1: pacify " + name, "e2: famine relief " + name, "e3: buy " + page.UnitText(g.Setting, at),
	} {
		o, _, err := order.ParseOne(line, &order.Context{Board: b, Powers: powers, Power: power, Step: p.Phase.Step})
		if err != nil {
			continue
		}
		if _, _, _, problem := legal.Check(p, &g.Rules, power, o); problem == nil && rnd.IntN(3) == 0 {
			text += line + "\n"
		}
	}
	return text
}
