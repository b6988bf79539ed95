package legal_test

import (
	"slices"
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
			before := []order.Order{{Kind: order.Waive}}
			for what, after := range map[string][]order.Order{
				"maintains": f.Maintains(g.p, g.r, none, before), "removals": f.Removals(g.p, g.r, none, before),
				"builds": f.Builds(g.p, g.r, none, before), "all": f.Winter(g.p, g.r, none, before),
			} {
				if !slices.Equal(after, before) {
					t.Errorf("%s: %s of nobody make %d orders of the one before", x.rules, what, len(after))
				}
			}
		}
	}
}

// TestNumbersOutOfRange checks that numbers just after the last power and the last area
// are refused.
func TestNumbersOutOfRange(t *testing.T) {
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
		if _, unit, _, problem := legal.Check(g.p, g.r, me, o); problem == nil || unit != -1 || problem.Message.String() == "" {
			t.Errorf("%s: unit %d, %v", name, unit, problem)
		}
	}
	beyond := order.Unit{Type: machiavelli.Army, At: g.at("mil"), Nation: power}
	for _, x := range []struct {
		name, rules, scene, letter string
		o                          order.Order
		code, says                 string
	}{
		{"a nation", "njudge-classic", "I A mil", "I", order.Order{Kind: order.Hold, Unit: beyond}, "E02", "not unknown"},
		{"a nation's number", "battleline-1978-advanced", "I A mil", "I", order.Order{Kind: order.Support, Action: order.ToHold, Unit: army, Target: order.Unit{Type: machiavelli.Army, Serial: 1, Nation: power}}, "E02", "no unknown unit A1"},
		{"whose support", "battleline-1978-advanced", "I A mil", "I", order.Order{Kind: order.Support, Action: order.PowerThere, Unit: army, To: board.Place{At: g.at("pav")}, Power: power}, "E04", "whose unit"},
		{"a permitted briber", "njudge-classic bribe-adjacency=own-or-permitted", "I A mil", "I", order.Order{Kind: order.Permit, Power: power, Target: army}, "E16", "who may bribe"},
		{"who is banned", "njudge-classic excommunication=on", "P A rme", "P", order.Order{Kind: order.Silence, Power: power}, "E16", "who is excommunicated"},
		{"where to travel", "njudge-classic strategic-movement=on", "I A mil", "I", order.Order{Kind: order.Transfer, Unit: army, To: board.Place{At: area}}, "E04", "should travel"},
		{"where to retreat from", "njudge-classic", "phase spring 1454 retreats\nI A mil dislodged pav", "I", order.Order{Kind: order.Disband}, "E01", "where the unit is"},
		{"where to build", "njudge-classic", "phase winter 1454 adjustments\nI A com", "I", order.Order{Kind: order.Build, Unit: order.Unit{Type: machiavelli.Army, At: area}}, "E01", "where to build"},
		{"what to strike out", "njudge-classic", "phase winter 1454 adjustments\nI A com", "I", order.Order{Kind: order.Clear, Unit: order.Unit{Type: machiavelli.Army, At: area}}, "E01", "where the unit is"},
	} {
		g := setUp(t, "B", x.rules, x.scene)
		if _, unit, _, problem := legal.Check(g.p, g.r, g.power(x.letter), x.o); problem == nil || unit != -1 || problem.Code != x.code || !strings.Contains(problem.Message.String(), x.says) {
			t.Errorf("%s: unit %d, %v", x.name, unit, problem)
		}
		if v := legal.CheckSet(g.p, g.r, g.power(x.letter), []order.Order{x.o})[0]; v.Problem == nil || v.Problem.Code != x.code {
			t.Errorf("%s in a set: %v", x.name, v.Problem)
		}
	}
	for _, who := range []machiavelli.Power{machiavelli.Nobody, power} {
		if _, unit, _, problem := legal.Check(g.p, g.r, who, order.Order{Kind: order.Hold, Unit: army}); problem == nil || unit != -1 {
			t.Errorf("power %d can give orders to unit %d", who, unit)
		}
	}
}

// TestBuildsInVenice checks what can be built in the city in the lagoon, which
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

// TestRidesListed checks that each ride of cavalry over two provinces is listed
// once, if it leads to a place that cannot be reached in one step (OPT-01).
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

// TestListsOfOrders checks lists of orders word for word.
func TestListsOfOrders(t *testing.T) {
	of := map[string]func(f *legal.Finder, g *game, power machiavelli.Power) []order.Order{
		"payments": func(f *legal.Finder, g *game, power machiavelli.Power) []order.Order {
			return f.Payments(g.p, g.r, power, nil)
		},
		"rebellions": func(f *legal.Finder, g *game, power machiavelli.Power) []order.Order {
			return slices.DeleteFunc(f.Expenses(g.p, g.r, power, nil), func(o order.Order) bool { return o.Expense != order.Rebellion })
		},
		"bribes": func(f *legal.Finder, g *game, power machiavelli.Power) []order.Order {
			return slices.DeleteFunc(f.Expenses(g.p, g.r, power, nil), func(o order.Order) bool { return o.Expense != order.DisbandUnit })
		},
		"leaves": func(f *legal.Finder, g *game, power machiavelli.Power) []order.Order {
			return f.Permits(g.p, g.r, power, nil)
		},
		"transfers": func(f *legal.Finder, g *game, power machiavelli.Power) []order.Order {
			return f.Transfers(g.p, g.r, power, nil)
		},
		"conversions": func(_ *legal.Finder, g *game, power machiavelli.Power) []order.Order {
			return slices.DeleteFunc(legal.OfPower(g.p, g.r, power, nil), func(o order.Order) bool { return o.Kind != order.Convert })
		},
		"winter": func(f *legal.Finder, g *game, power machiavelli.Power) []order.Order {
			return f.Winter(g.p, g.r, power, nil)
		},
	}
	const quiet = "\nout V\nout L\nout N\nout T\nout A\nout F" // eliminates the powers for which nothing is listed
	for _, x := range []struct{ rule, scenario, rules, scene, letter, list, want string }{
		// A debt of a single ducat counts.
		{"LOAN-08", "B", "njudge-classic", "I A mil\ntreasury I 5\nloan I 1 0" + quiet, "I", "payments", "Pay 1 ducat to bank"},
		{"LOAN-07", "B", "njudge-classic gifts-while-indebted=allowed", "I A mil\ntreasury I 5\nloan I 0 1" + quiet, "I", "payments", "Pay 1 ducat to bank|Pay 1 ducat to Papacy"},
		{"GIFT-01", "B", "njudge-classic", "I A mil\ntreasury I 5" + quiet, "I", "payments", "Pay 1 ducat to Papacy"},
		{"VENICE-07", "B", "njudge-classic bribe-city-to-city=no", "I F lag\nowns - pad trv", "I", "rebellions", "E1: 15d, Cause Rebellion Friuli|E1: 15d, Cause Rebellion Venice"},
		{"VENICE-07", "B", "njudge-classic", "V A ven\nI F lag\nowns - pad trv", "I", "rebellions", "E1: 15d, Cause Rebellion Friuli"},
		{"VENICE-07", "B", "njudge-classic", "V G ven\nI F lag\nowns - pad trv", "I", "rebellions", "E1: 15d, Cause Rebellion Friuli"},
		{"VENICE-07", "B", "njudge-classic", "I F lag\nV G ven\nowns - pad trv", "I", "rebellions", "E1: 15d, Cause Rebellion Friuli"},
		// An option lets a garrison reach garrisons of bordering provinces. The
		// power's own provinces reach them if control counts.
		{"EXP-22", "B", "njudge-classic", "I G mil\nV G cre\nowns V mil", "I", "bribes", "E1: 24d, Disband G Milan|E1: 12d, Disband G Cremona"},
		{"EXP-22", "B", "njudge-classic bribe-city-to-city=no", "I G mil\nV G cre", "I", "bribes", "E1: 24d, Disband G Milan"},
		{"EXP-26", "B", "njudge-classic bribe-city-to-city=no bribe-adjacency=units-or-control", "I G mil\nV G cre\nowns - par pav com for pia", "I", "bribes", "E1: 24d, Disband G Milan|E1: 12d, Disband G Cremona"},
		{"EXP-26", "B", "njudge-classic bribe-city-to-city=no bribe-adjacency=units-or-control", "I G man\nV G cre\nowns - mil par pav com for pia cre", "I", "bribes", "E1: 12d, Disband G Mantua"},
		{"EXP-25", "B", "njudge-classic bribe-adjacency=own-or-permitted", "I A mil\nV A cre\nP A rome" + quiet, "I", "leaves", "Permit bribe by Papacy on A Milan|Permit bribe by Papacy on A Cremona"},
		// A besieging unit does not travel.
		{"OPT-15", "B", "njudge-classic strategic-movement=on", "I A mil\nV G mil\nowns - par pav com for pia", "I", "transfers", "A Milan transfer Cremona"},
		{"OPT-15", "B", "njudge-classic strategic-movement=on", "I A mil\nV G mil\nowns - par pav com for pia\nsiege mil", "I", "transfers", ""},
		{"CONV-11", "dipmach", "njudge-classic", "R G stp\nR F stp/nc", "R", "conversions", "G St Petersburg C A|G St Petersburg C F/nc|G St Petersburg C F/sc"},
		{
			"BOARD-10", "diplomacy", "diplomacy", "phase winter 1901 adjustments\nR A war\nowns - mos sev", "R", "winter",
			"B A St Petersburg|B F St Petersburg/nc|B F St Petersburg/sc|R A Warsaw|W",
		},
		{"BUILD-17", "B", "njudge-classic unit-count=cities special-units=off", "phase winter 1454 adjustments\nI A com\nowns - pav cre", "I", "winter", "B A Milan|B G Milan|R A Como|W"},
	} {
		g := setUp(t, x.scenario, x.rules, x.scene)
		var texts []string
		for _, o := range of[x.list](new(legal.Finder), g, g.power(x.letter)) {
			texts = append(texts, g.text(o))
		}
		if got := strings.Join(texts, "|"); got != x.want {
			t.Errorf("%s, %s, %q: %s\n got %s\nwant %s", x.rule, x.rules, x.scene, x.list, got, x.want)
		}
	}
}

// TestUnitLimits checks that every kind of unit has a limit of its own (SPEC-05).
func TestUnitLimits(t *testing.T) {
	for _, limited := range []bool{true, false} {
		preset := "njudge-classic"
		if limited {
			preset += " special-unit-power-limits=table-1995"
		}
		g := setUp(t, "B", preset, "phase winter 1454 adjustments\nN A cap")
		g.p.Setting.UnitLimits = map[machiavelli.Power][3]string{g.power("N"): {"xx..", "x.x.", "...x"}}
		for q := machiavelli.Ordinary; q <= machiavelli.Professional; q++ {
			for kind, may := range map[machiavelli.UnitType]string{machiavelli.Army: "xx..", machiavelli.Fleet: "x.x.", machiavelli.Garrison: "...x"} {
				o := order.Order{Kind: order.Build, Quality: q, Unit: order.Unit{Type: kind, At: g.at("nap")}}
				_, _, _, problem := legal.Check(g.p, g.r, g.power("N"), o)
				want := !limited || may[q] == 'x'
				if (problem == nil) != want {
					t.Errorf("limited %t: build of %s %s: %v", limited, q, kind, problem)
				}
				if listed := slices.Contains(new(legal.Finder).Builds(g.p, g.r, g.power("N"), nil), o); listed != want {
					t.Errorf("limited %t: build of %s %s is listed: %t", limited, q, kind, listed)
				}
			}
		}
		others := setUp(t, "B", preset, "phase winter 1454 adjustments\nN A cap")
		o := order.Order{Kind: order.Build, Quality: machiavelli.Militia, Unit: order.Unit{Type: machiavelli.Army, At: g.at("nap")}}
		if _, _, _, problem := legal.Check(others.p, others.r, others.power("N"), o); problem != nil {
			t.Errorf("a power without limits: %v", problem)
		}
	}
}

// TestNoProspects checks that nothing is listed for units that cannot be
// bought.
func TestNoProspects(t *testing.T) {
	const scene = "I A mil\nV A pav\n- G cre\n- A par"
	for _, x := range []struct {
		name, rules, more, expenses string
		want                        string // the units that have orders
	}{
		{"a unit that is bought", "njudge-classic", "", "e1: buy pav", "pav"},
		{"one's own", "njudge-classic", "", "e1: buy mil", ""},
		{"one that is not there", "njudge-classic", "", "e1: buy rome", ""},
		{"one behind others that are none", "njudge-classic", "", "e1: buy rome; e2: buy mil; e3: disband pav; e4: buy pav", "pav"},
		{"orders of an autonomous unit", "njudge-classic autonomous-orders=on", "", "e1: order cre", "cre"},
		{"orders of a unit of a power", "njudge-classic autonomous-orders=on", "", "e1: order pav", ""},
		{"without money", "battleline-1978-basic", "", "e1: buy pav", ""},
		{"out of the game", "njudge-classic", "out I", "e1: buy pav", ""},
	} {
		g := setUp(t, "B", x.rules, scene+"\n"+x.more)
		var expenses []order.Order
		for part := range strings.SplitSeq(x.expenses, "; ") {
			expenses = append(expenses, g.parse(g.power("I"), part))
		}
		var units []string
		for _, o := range new(legal.Finder).Prospects(g.p, g.r, g.power("I"), expenses, nil) {
			if code := g.p.Setting.Board.Areas[o.Unit.At].Code; !slices.Contains(units, code) {
				units = append(units, code)
			}
		}
		if got := strings.Join(units, " "); got != x.want {
			t.Errorf("%s: orders for %q, want %q", x.name, got, x.want)
		}
	}
}
