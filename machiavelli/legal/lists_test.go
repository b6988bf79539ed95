package legal_test

import (
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
)

// TestWinterLists checks the lists of winter orders word for word.
func TestWinterLists(t *testing.T) {
	const scene = `
		phase winter 1454 adjustments
		I G mil
		I A bol
		V A pad
		owns V com pav par pia
		owns - for`
	for _, x := range []struct{ rules, more, maintains, removals, builds string }{
		{"njudge-classic special-units=off", "", "M G Milan|M A Bologna", "R G Milan|R A Bologna", "B A Cremona|B G Cremona|B A Milan"},
		{"njudge-classic special-units=off", "rebels cre city I", "M G Milan|M A Bologna", "R G Milan|R A Bologna", "B A Cremona|B A Milan"},
		{"njudge-classic special-units=off", "rebels cre province I", "M G Milan|M A Bologna", "R G Milan|R A Bologna", "B G Cremona|B A Milan"},
		{"njudge-classic special-units=off", "famine cre", "M G Milan|M A Bologna", "R G Milan|R A Bologna", "B A Milan"},
		{"njudge-classic special-units=off", "V A cre", "M G Milan|M A Bologna", "R G Milan|R A Bologna", "B G Cremona|B A Milan"},
		{"njudge-classic special-units=off forced-taxation=lasting", "taxed cre", "M G Milan|M A Bologna", "R G Milan|R A Bologna", "B A Milan"},
		{"njudge-classic special-units=off", "out I", "", "", ""},
		{
			"njudge-classic", "", "M G Milan|M A Bologna", "R G Milan|R A Bologna",
			"B A Cremona|B militia A Cremona|B mercenary A Cremona|B professional A Cremona|B G Cremona|B militia G Cremona|B mercenary G Cremona|B professional G Cremona|B A Milan|B militia A Milan|B mercenary A Milan|B professional A Milan",
		},
		{"battleline-1978-basic", "", "", "R G Milan|R A Bologna", "B A Cremona|B G Cremona|B A Milan"},
	} {
		g := setUp(t, "B", x.rules, scene+"\n"+x.more)
		var f legal.Finder
		for _, l := range []struct {
			what, want string
			got        []order.Order
		}{
			{"maintains", x.maintains, f.Maintains(g.p, g.r, g.power("I"), nil)},
			{"removals", x.removals, f.Removals(g.p, g.r, g.power("I"), nil)},
			{"builds", x.builds, f.Builds(g.p, g.r, g.power("I"), nil)},
		} {
			var texts []string
			for _, o := range l.got {
				texts = append(texts, g.text(o))
			}
			if s := strings.Join(texts, "|"); s != l.want {
				t.Errorf("%s, %s: %s\n got %s\nwant %s", x.rules, x.more, l.what, s, l.want)
			}
		}
		for _, none := range []machiavelli.Power{machiavelli.Nobody, machiavelli.Power(len(g.p.Setting.Powers))} {
			if n := len(f.Maintains(g.p, g.r, none, nil)) + len(f.Removals(g.p, g.r, none, nil)) + len(f.Builds(g.p, g.r, none, nil)) + len(f.Winter(g.p, g.r, none, nil)); n > 0 {
				t.Errorf("%s: nobody has %d orders", x.rules, n)
			}
		}
	}
}

// TestBeyond checks that numbers just behind the last power and the last area are
// refused.
func TestBeyond(t *testing.T) {
	g := setUp(t, "B", "njudge-classic", "treasury I 30\nchits I V\nI A mil\nI F ion")
	me := g.power("I")
	power, area := machiavelli.Power(len(g.p.Setting.Powers)), board.ID(len(g.p.Setting.Board.Areas))
	army := order.Unit{Type: machiavelli.Army, At: g.at("mil")}
	for name, o := range map[string]order.Order{
		"a unit":       {Kind: order.Hold, Unit: order.Unit{Type: machiavelli.Army, At: area}},
		"a place":      {Kind: order.Advance, Unit: army, To: board.Place{At: area}},
		"a support":    {Kind: order.Support, Action: order.ToHold, Unit: army, Target: order.Unit{At: area}},
		"a payment":    {Kind: order.Payment, Power: power, Amount: 3},
		"a loan":       {Kind: order.Loan, Years: 1, Amount: -1},
		"a chit":       {Kind: order.GiveChit, Power: g.power("P"), Victim: power},
		"a receiver":   {Kind: order.GiveChit, Power: power, Victim: g.power("V")},
		"a ruler":      {Kind: order.Expense, Expense: order.Assassinate, Power: power, Slot: 1},
		"a province":   {Kind: order.Expense, Expense: order.Pacify, To: board.Place{At: area}, Slot: 1},
		"a target":     {Kind: order.Expense, Expense: order.BuyUnit, Target: order.Unit{At: area}, Slot: 1},
		"an ally":      {Kind: order.Ally, Powers: machiavelli.PowerSet(0).With(power).With(me).With(machiavelli.Nobody)},
		"no such year": {Kind: order.Loan, Years: 3, Amount: 3},
		"no deletion":  {Kind: order.Expense, Expense: order.Delete},
	} {
		if _, unit, _, problem := legal.Check(g.p, g.r, me, o); problem == nil || unit != -1 || problem.Message == "" {
			t.Errorf("%s: unit %d, %v", name, unit, problem)
		}
	}
	for _, who := range []machiavelli.Power{machiavelli.Nobody, power} {
		if _, unit, _, problem := legal.Check(g.p, g.r, who, order.Order{Kind: order.Hold, Unit: army}); problem == nil || unit != -1 {
			t.Errorf("power %d gives orders: unit %d", who, unit)
		}
	}
}

// TestBuildsInVenice checks what can be built in the city of the lagoon, which
// is one space with its province.
func TestBuildsInVenice(t *testing.T) {
	const scene = "phase winter 1454 adjustments\nowns I pad ver dal bre ber vic tre fri ist"
	for _, x := range []struct{ scene, want string }{
		{scene + "\nV A bol", "B A Venice|B F Venice|B G Venice"},
		{"V A ven\n" + scene, ""},
		{"V G ven\n" + scene, ""},
		{scene + "\nV A bol\nrebels ven city V", ""},
		{scene + "\nV A bol\nrebels ven province V", ""},
	} {
		g := setUp(t, "B", "njudge-classic special-units=off", x.scene)
		var texts []string
		for _, o := range new(legal.Finder).Builds(g.p, g.r, g.power("V"), nil) {
			texts = append(texts, g.text(o))
			if _, _, _, problem := legal.Check(g.p, g.r, g.power("V"), o); problem != nil {
				t.Errorf("%s is listed and refused: %v", g.text(o), problem)
			}
		}
		if s := strings.Join(texts, "|"); s != x.want {
			t.Errorf("%s: %s, want %s", x.scene, s, x.want)
		}
	}
}

// TestRidesListed checks that the ways of cavalry over two provinces are listed,
// each once, to where it cannot go in one step (OPT-01).
func TestRidesListed(t *testing.T) {
	g := setUp(t, "B", "njudge-classic cavalry=on", "V A par\nI C mil\nI A cre")
	from, b := g.at("mil"), g.p.Setting.Board
	want := map[[2]board.ID]bool{}
	for mid := range b.Areas {
		for to := range b.Areas {
			mid, to := board.ID(mid), board.ID(to)
			if b.ArmyEdges[from].Has(mid) && b.ArmyEdges[mid].Has(to) && to != from && !b.ArmyEdges[from].Has(to) {
				want[[2]board.ID{mid, to}] = true
			}
		}
	}
	for _, o := range new(legal.Finder).OfUnit(g.p, g.r, 1, nil) {
		if o.Kind != order.Advance || o.NVia != 1 {
			continue
		}
		way := [2]board.ID{o.Via[0], o.To.At}
		if !want[way] || !o.Rides(b) {
			t.Errorf("%s is listed", g.text(o))
		}
		delete(want, way)
	}
	for way := range want {
		t.Errorf("C Milan - %s - %s is not listed", b.Areas[way[0]].Name, b.Areas[way[1]].Name)
	}
}
