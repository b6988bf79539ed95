package turn

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// TestEarningsWithoutTreasury checks that powers without a treasury earn
// nothing.
func TestEarningsWithoutTreasury(t *testing.T) {
	const game = "fall 1454 orders\nMilan: A Milan\nautonomous: F Ionian Sea"
	g := newGame(t, "njudge-classic", game)
	milan := g.power("Milan")
	if EarningsOf(g.pos, &g.rules, milan) == (Earnings{}) {
		t.Fatal("Milan earns nothing")
	}
	if e := EarningsOf(g.pos, &g.rules, machiavelli.Nobody); e != (Earnings{}) {
		t.Errorf("autonomous units earn %+v", e)
	}
	g.pos.Setting.Absent = g.pos.Setting.Absent.With(milan)
	if e := EarningsOf(g.pos, &g.rules, milan); e != (Earnings{}) {
		t.Errorf("a power that nobody plays earns %+v", e)
	}
	g = newGame(t, "njudge-classic", game)
	g.pos.Eliminated = g.pos.Eliminated.With(milan)
	if e := EarningsOf(g.pos, &g.rules, milan); e != (Earnings{}) {
		t.Errorf("a power that is out earns %+v", e)
	}
	g = newGame(t, free, game)
	if e := EarningsOf(g.pos, &g.rules, milan); e != (Earnings{}) {
		t.Errorf("without money Milan earns %+v", e)
	}
}

// TestEarningsFromDice compares the expected variable income with the dice of
// the scenario, and, in a game without dice, with the actual income of this
// year and the next.
func TestEarningsFromDice(t *testing.T) {
	for _, dieRolls := range []string{"on", "off"} {
		r := newGame(t, "njudge-classic famine=off assassinations=off plague=off storms=off dice="+dieRolls, "fall 1454 orders").rules
		p, err := scenario.New("B", "", &r)
		if err != nil {
			t.Fatal(err)
		}
		for p.Phase.Season != machiavelli.Fall || p.Phase.Step != machiavelli.Orders {
			p.Phase = NextPhase(p.Phase, &r)
		}
		for year := range 6 {
			p.Phase.Year = 1454 + year
			res, err := Process(p, nil, &r, dice.New([]byte("any"), "any", nil))
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range res.Events {
				in, ok := v.(event.Income)
				if !ok {
					continue
				}
				e := EarningsOf(p, &r, in.Power)
				low, high, n := 0, 0, 0
				for _, die := range p.Setting.Dice {
					if dieOwner(p, &r, &die) != in.Power {
						continue
					}
					least, most := 99, 0
					for _, d := range die.Ducats {
						least, most = min(least, int(d)), max(most, int(d))
					}
					low, high, n = low+least*die.Dice, high+most*die.Dice, n+die.Dice
				}
				if r.DiceOn && (int(e.Low) != low || int(e.High) != high || e.Dice != n) {
					t.Errorf("%s expects %+v, want %d to %d of %d dice", p.Setting.Powers[in.Power].Name, e, low, high, n)
				}
				if !r.DiceOn && (e.Low != in.Variable || e.High != in.Variable) {
					t.Errorf("%d: %s expects %+v, got %d", p.Phase.Year, p.Setting.Powers[in.Power].Name, e, in.Variable)
				}
				// In winter the next income is that of the following year.
				next := *p
				next.Phase.Year++
				later := EarningsOf(&next, &r, in.Power)
				next.Phase = res.Next.Phase
				if e := EarningsOf(&next, &r, in.Power); e != later {
					t.Errorf("in winter %d %s expects %+v, want %+v", next.Phase.Year, p.Setting.Powers[in.Power].Name, e, later)
				}
			}
		}
	}
}

// TestRollsOfDisasters checks which rolls are listed for the disasters at the
// end of a campaign.
func TestRollsOfDisasters(t *testing.T) {
	const base = "njudge-classic famine=off plague=on storms=off assassinations=off bank-loans=off"
	for _, x := range []struct{ preset, game, want string }{
		{base + " plague-model=once", "spring 1454 orders", "plague severity 2d6, plague row 2d6, plague column 2d6"},
		{base + " plague-model=stays", "spring 1454 orders", "plague severity 2d6, plague row 2d6, plague column 2d6"},
		{base + " plague-model=expands", "spring 1454 retreats", "plague severity 2d6, plague row 2d6, plague column 2d6"},
		{base + " plague-model=radius", "spring 1454 orders", "plague severity 2d6, plague row 2d6, plague column 2d6, plague radius 1d6"},
		{base + " plague-model=seed", "spring 1454 orders", "plague seed 1d%d, plague radius 1d6"},
		{base + " plague-model=seed", "spring 1454 orders\noff board Bologna, Modena", "plague seed 1d%d, plague radius 1d6"},
		{base + " plague-model=once", "summer 1454 orders\nplague Milan", ""},
		{base + " plague-model=expands", "summer 1454 orders\nplague Avignon", "plague spread Provence 1d6, plague spread Swiss 1d6, plague spread Turin 1d6"},
		{base + " plague-model=expands", "summer 1454 orders\nplague Avignon\nplague Provence", "plague spread Marseilles 1d6, plague spread Saluzzo 1d6, plague spread Savoy 1d6, plague spread Swiss 1d6, plague spread Turin 1d6"},
	} {
		g := newGame(t, x.preset, x.game)
		var got []string
		for _, r := range Rolls(g.pos, &g.rules) {
			if strings.HasPrefix(r.Name, "plague") || strings.HasPrefix(r.Name, "storm") || strings.HasPrefix(r.Name, "famine") {
				got = append(got, fmt.Sprintf("%s %dd%d", r.Name, r.Dice, r.Faces))
			}
		}
		want := x.want
		if strings.Contains(want, "%d") {
			land := 0
			for id := range g.pos.Setting.Board.Areas {
				if at := board.ID(id); g.pos.Setting.Board.Land.Has(at) && !g.pos.Setting.OffBoard.Has(at) {
					land++
				}
			}
			want = fmt.Sprintf(want, land)
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%s, %s: %s, want %s", x.preset, x.game, s, want)
		}
	}
}

// TestNothingOwed checks that an eliminated power owes no orders, and that no
// power owes any in a finished game.
func TestNothingOwed(t *testing.T) {
	const game = "spring 1454 orders\nMilan: A Milan\nautonomous: A Pavia"
	g := newGame(t, free, game)
	milan := g.power("Milan")
	if Owes(g.pos, &g.rules, milan, nil).None() {
		t.Error("Milan owes nothing")
	}
	if o := Owes(g.pos, &g.rules, milan, g.lines("Venice: A Milan H")); o.None() {
		t.Error("another power's line counts")
	}
	bad := g.lines("Milan: A Milan H")
	bad[0].Err = message.New("not read")
	if o := Owes(g.pos, &g.rules, milan, bad); o.None() {
		t.Error("a line that was refused counts")
	}
	if o := Owes(g.pos, &g.rules, machiavelli.Nobody, nil); !o.None() {
		t.Errorf("Nobody owes %+v", o)
	}
	g.pos.Eliminated = g.pos.Eliminated.With(milan)
	if o := Owes(g.pos, &g.rules, milan, nil); !o.None() {
		t.Errorf("a power that is out owes %+v", o)
	}
	g = newGame(t, free, game)
	g.pos.Victors = g.pos.Victors.With(g.power("Venice"))
	if o := Owes(g.pos, &g.rules, milan, nil); !o.None() {
		t.Errorf("a game that is over asks for %+v", o)
	}
}

// TestOpeningOwed checks that a power which can pay its first units owes no
// orders for them.
func TestOpeningOwed(t *testing.T) {
	for ducats, none := range map[machiavelli.Ducats]bool{5: false, 6: true, 7: true} {
		g := newGame(t, "njudge-classic", "winter 1453 adjustments\nMilan: A Milan, A Pavia")
		g.pos.Opening = true
		g.pos.Treasury[g.power("Milan")] = ducats
		if o := Owes(g.pos, &g.rules, g.power("Milan"), nil); o.None() != none {
			t.Errorf("with %d ducats for two units Milan owes %+v", ducats, o)
		}
		if Means(g.pos, &g.rules, g.power("Milan")) {
			t.Errorf("with %d ducats Milan can do something about its first units", ducats)
		}
	}
}

// TestNoMeans checks which powers without units have no money that they could
// use.
func TestNoMeans(t *testing.T) {
	for _, x := range []struct {
		name   string
		preset string
		change func(g *game)
		want   bool
	}{
		{"a power with money", "njudge-classic", func(*game) {}, true},
		{"without money in the game", free, func(*game) {}, false},
		{"the game is over", "njudge-classic", func(g *game) { g.pos.Victors = g.pos.Victors.With(g.power("Venice")) }, false},
		{"the power is out", "njudge-classic", func(g *game) { g.pos.Eliminated = g.pos.Eliminated.With(g.power("Milan")) }, false},
	} {
		g := newGame(t, x.preset, "spring 1454 orders\nVenice: A Padua")
		g.pos.Treasury[g.power("Milan")], g.pos.Treasury[machiavelli.Nobody] = 9, 9
		x.change(g)
		if got := Means(g.pos, &g.rules, g.power("Milan")); got != x.want {
			t.Errorf("%s: %t", x.name, got)
		}
		if Means(g.pos, &g.rules, machiavelli.Nobody) {
			t.Errorf("%s: Nobody has means", x.name)
		}
	}
	g := newGame(t, "njudge-classic", "winter 1453 adjustments\nVenice: A Padua")
	g.pos.Opening = true
	g.pos.Treasury[g.power("Milan")] = 30
	if Means(g.pos, &g.rules, g.power("Milan")) {
		t.Error("a power without units can build before the first campaign")
	}
}

// TestTwoParties checks that the Pope cannot be overruled if only the Pope and the
// excommunicated player are left, and that a seat can vote with any of its powers.
func TestTwoParties(t *testing.T) {
	banned := func(g *game, orders string) event.Excommunicated {
		for _, e := range g.play(orders).Events {
			if e, ok := e.(event.Excommunicated); ok {
				return e
			}
		}
		t.Fatal("there is no excommunication")
		return event.Excommunicated{}
	}
	const edition = "machiavelli-1995 excommunication=on"
	g := newGame(t, edition, "spring 1454 orders\nPapacy: A Rome\nMilan: A Milan\nAustria is out\nFlorence is out\nFrance is out\nNaples is out\nTurks is out\nVenice is out")
	if e := banned(g, "Papacy: excommunicate Milan\nMilan: overrule Milan"); e.Silenced != g.power("Milan") {
		t.Errorf("%+v", e)
	}
	others := "spring 1454 orders\nPapacy: A Rome\nMilan: A Milan\nAustria is out\nFlorence is out\nFrance is out\nNaples is out"
	for orders, pope := range map[string]bool{
		"Turks: overrule Milan":                         true,
		"Venice: overrule Milan":                        true,
		"Venice: overrule Milan\nTurks: overrule Milan": true,
		"Milan: overrule Milan":                         false,
	} {
		g = newGame(t, edition, others)
		set := *g.pos.Setting
		set.Seats = [][]machiavelli.Power{{g.power("Milan"), g.power("Florence")}, {g.power("Turks"), g.power("Venice")}}
		g.pos.Setting = &set
		if e := banned(g, "Papacy: excommunicate Milan\n"+orders); (e.Silenced == g.power("Papacy")) != pope {
			t.Errorf("%s: %+v", orders, e)
		}
	}
}

// TestProvincesReplaced checks that a later gift replaces an earlier gift of any province, that a
// later tax replaces an earlier tax of the same province, and that a province given away is not
// taxed.
func TestProvincesReplaced(t *testing.T) {
	g := newGame(t, "njudge-classic province-trading=on forced-taxation=any-season", "spring 1454 orders\nMilan: A Milan\nMilan owns Ferrara, Lucca")
	res := g.play("Milan: give province Lucca to Venice; give province Ferrara to Venice; give province Ferrara to Florence; tax Ferrara; tax Pavia; tax Como; tax Pavia")
	at := func(name string) machiavelli.Power { return res.Next.Province[g.place(name).At] }
	if at("Ferrara") != g.power("Florence") || at("Lucca") != g.power("Milan") {
		t.Errorf("Ferrara is %d's, Lucca %d's", at("Ferrara"), at("Lucca"))
	}
	taxes := map[string]string{}
	for _, e := range res.Events {
		if e, ok := e.(event.Taxed); ok {
			taxes[g.pos.Setting.Board.Areas[e.Province].Name] += fmt.Sprintf("%d %s", e.Ducats, e.Failure)
		}
	}
	if len(taxes) != 3 || taxes["Ferrara"] != "0 "+string(event.WrongTarget) || !strings.HasSuffix(taxes["Pavia"], " ") || taxes["Como"][0] == '0' {
		t.Errorf("taxes %q", taxes)
	}
}

// TestLoanReclaimed checks what the bank takes from a defaulter whose treasury
// it does not seize: it takes what it lent in the same campaign, less what was
// repaid (LOAN-11).
func TestLoanReclaimed(t *testing.T) {
	for orders, want := range map[string][3]machiavelli.Ducats{
		"Milan: borrow 5 for 2 years":                {2, 5, 0},
		"Milan: pay 1 to bank":                       {2, 0, 1},
		"Milan: pay 2 to bank; borrow 5 for 2 years": {2, 3, 0},
		"Milan: A Milan H":                           {2, 0, 0},
	} {
		g := newGame(t, "njudge-classic bank-default-seizes-treasury=no", "spring 1454 orders\nMilan: A Milan\nMilan owes 10 + 10 in spring 1454\nMilan has 2 ducats")
		res := g.play(orders)
		got := [3]machiavelli.Ducats{res.Next.Treasury[g.power("Milan")]}
		for _, e := range res.Events {
			if e, ok := e.(event.Defaulted); ok {
				got[1], got[2] = e.Seized, e.Returned
			}
		}
		if got != want {
			t.Errorf("%s: treasury, seized, returned %d, want %d", orders, got, want)
		}
	}
}

// TestRetreatPicked checks where the judge sends a unit without an order
// (RETR-11).
func TestRetreatPicked(t *testing.T) {
	for _, x := range []struct{ game, want string }{
		// A city comes before the power's own land, and its own land before the
		// board's order.
		{"Milan lost A Ferrara from Padua to Mantua, Bologna, Modena\nVenice owns Mantua, Modena, Bologna", "Bologna"},
		{"Milan lost A Ferrara from Padua to Romagna, Mantua\nVenice owns Mantua\nMilan owns Romagna", "Mantua"},
		{"Milan lost A Ferrara from Padua to Bologna, Mantua, Modena\nVenice owns Mantua, Bologna\nMilan owns Modena", "Modena"},
		{"Milan lost A Ferrara from Padua to Spoleto, Turin\nMilan owns Spoleto\nVenice owns Turin", "Turin"},
		{"Milan lost F Marseilles from Avignon to Provence/nc, Provence/sc", "Provence/nc"},
	} {
		g := newGame(t, "njudge-classic unordered-retreat=judge-picks", "spring 1454 retreats\n"+x.game)
		for _, e := range g.play("").Events {
			if e, ok := e.(event.Retreated); ok {
				if got := g.pos.Setting.Board.Name(e.To); got != x.want {
					t.Errorf("%s: the judge picks %s, want %s", x.game, got, x.want)
				}
			}
		}
	}
}

// TestNothingLeft checks the elimination of powers that have neither units nor
// cities, under the option that requires this (ELIM-01).
func TestNothingLeft(t *testing.T) {
	g := newGame(t, free+" elimination-needs=nothing-left", `fall 1454 orders
		Venice owns Bologna, Ancona, Rome, Perugia
		Venice owns Florence, Pisa, Arezzo, Pistoia
		Papacy: A Milan
		Austria owns Tunis, Durazzo, Albania, Bosnia, Herzegovina
		Venice: A Padua
		Turks is out`)
	out := g.play("").Next.Eliminated
	for name, want := range map[string]bool{"Papacy": false, "Florence": true, "Venice": false, "Austria": false, "Turks": true, "autonomous": false} {
		if out.Has(g.power(name)) != want {
			t.Errorf("%s: out is %t", name, !want)
		}
	}
}

// TestUnsortedLines checks that lines of a power outside the game are ignored.
func TestUnsortedLines(t *testing.T) {
	g := newGame(t, free, "spring 1454 orders\nMilan: A Milan")
	lines := append(g.lines("Milan: A Milan - Como"), Line{Power: machiavelli.MaxPowers, Order: order.Order{Kind: order.Hold}})
	res, err := Process(g.pos, lines, &g.rules, nil)
	if err != nil || res.Next.Units[0].At != g.place("Como").At {
		t.Errorf("%v, %v", res.Next.Units, err)
	}
}

// TestAutonomousRetreats checks where dislodged autonomous units go. They go to a place without a
// city if there is one, by lot if there are several, and into their city if there is nothing else
// (OPT-04).
func TestAutonomousRetreats(t *testing.T) {
	for _, x := range []struct{ lost, want, lots string }{
		{"A Mantua from Milan to Ferrara, Spoleto", "A Spoleto", ""},
		{"A Mantua from Milan to Spoleto, Ferrara", "A Spoleto", ""},
		{"A Mantua from Milan to Ferrara", "A Ferrara", ""},
		{"A Mantua from Milan to Ferrara, city", "A Ferrara", ""},
		{"A Mantua from Milan to Ferrara, Bologna", "A Bologna", "autonomous retreat Mantua"},
		{"A Mantua from Milan to Ferrara, Spoleto, Patrimony, Urbino", "A Patrimony", "autonomous retreat Mantua"},
		{"F Marseilles from Avignon to Provence/nc, Provence/sc", "F Provence/nc", ""},
	} {
		g := newGame(t, "njudge-classic autonomous-field-units=on", "spring 1454 retreats\nautonomous lost "+x.lost+"\nMilan lost A Rome from Tivoli to Capua\nroll autonomous retreat Mantua = 2")
		res := g.play("Milan: A Rome D")
		got := ""
		for _, u := range res.Next.Units {
			if u.Owner == machiavelli.Nobody {
				got = u.Type.Letter() + " " + g.pos.Setting.Board.Name(u.Place())
			}
		}
		lots := ""
		for name := range res.Rolls {
			if strings.HasPrefix(name, "autonomous") {
				lots = name
			}
		}
		if got != x.want || lots != x.lots {
			t.Errorf("%s: goes to %s by %q, want %s by %q", x.lost, got, lots, x.want, x.lots)
		}
	}
}

// TestPlagueSpread checks that an expanding plague reaches a province on a roll
// of three and not on four.
func TestPlagueSpread(t *testing.T) {
	g := newGame(t, "njudge-classic plague=on plague-model=expands famine=off", `summer 1454 orders
		plague Avignon
		roll plague spread Swiss = 3
		roll plague spread Turin = 4
		roll plague spread Provence = 1
		France: A Swiss, F Provence/nc
		Milan: A Turin`)
	p := g.play("").Next
	for name, struck := range map[string]bool{"Swiss": true, "Provence": true, "Turin": false, "Avignon": false} {
		if p.Plague.Has(g.place(name).At) != struck {
			t.Errorf("plague in %s: %t", name, !struck)
		}
	}
	if len(p.Units) != 1 || p.Units[0].At != g.place("Turin").At {
		t.Errorf("units %v", p.Units)
	}
}

// TestQuitKeepsGarrisons checks that a city with a garrison gets no second one,
// and that Venice gets none while an army occupies its single space (QUIT-01).
func TestQuitKeepsGarrisons(t *testing.T) {
	for _, x := range []struct{ preset, game, quits, place string }{
		{"njudge-classic player-quits=autonomous-garrisons", "Venice: G Milan\nMilan: A Rome", "Milan", "Milan"},
		{"njudge-classic player-quits=autonomous-garrisons", "Milan: A Venice\nVenice: A Rome", "Venice", "Venice"},
	} {
		g := newGame(t, x.preset, "spring 1454 orders\n"+x.game)
		g.own(g.power(x.quits), x.place, true, true)
		res, err := Quit(g.pos, &g.rules, g.power(x.quits))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, u := range res.Next.Units {
			if u.At == g.place(x.place).At {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%s quits: %d units in %s", x.quits, n, x.place)
		}
	}
}

// TestVictimsSieges checks what happens to the siege of the first unit in the
// list, and to the siege against it, when the bank has its ruler killed
// (ASSN-08).
func TestVictimsSieges(t *testing.T) {
	for _, x := range []struct {
		game, orders string
		stands       bool
	}{
		{"Milan: A Florence\nFlorence: G Florence\nsiege Florence\nMilan owes 10 + 5 in spring 1454", "Milan: A Florence besiege", true},
		{"Milan: A Florence\nFlorence: G Florence\nsiege Florence", "Milan: A Florence besiege", false},
		{"Florence: G Florence\nMilan: A Florence\nsiege Florence\nFlorence owes 10 + 5 in spring 1454", "Milan: A Florence lift", false},
		{"Florence: G Florence\nMilan: A Florence\nsiege Florence", "Milan: A Florence lift", true},
		{"Milan: A Florence\nFlorence: G Florence\nsiege Florence\nFlorence owes 10 + 5 in spring 1454", "Milan: A Florence lift", false},
	} {
		g := newGame(t, "njudge-classic famine=off plague=off", "spring 1454 orders\n"+x.game)
		stands := false
		for _, u := range g.play(x.orders).Next.Units {
			stands = stands || u.InCity()
		}
		if stands != x.stands {
			t.Errorf("%s, %s: the garrison survives: %t", x.game, x.orders, stands)
		}
	}
}

// TestFirstUnits checks the handling of the first unit in the list, which has index 0.
func TestFirstUnits(t *testing.T) {
	// A convoy of 1978 goes where its army does.
	g := newGame(t, printed, "spring 1454 orders\nMilan: A Otranto, F Ionian Sea")
	if p := g.play("Milan: A1 A-IS-Durazzo; F1 T-A1").Next; p.Units[0].At != g.place("Durazzo").At {
		t.Errorf("the army is in %s", g.pos.Setting.Board.Areas[p.Units[0].At].Name)
	}
	// A fortress belongs to its garrison.
	g = newGame(t, "njudge-classic fortresses=on fortress-income=1", "fall 1454 orders\nVenice: A Padua")
	at := g.pos.Setting.Board.Fortresses.Next(board.None)
	g.pos.Province[at] = g.power("Venice")
	if fortressOwner(g.pos, at) != g.power("Venice") {
		t.Error("the fortress is not its province's")
	}
	g.pos.Units = append([]position.Unit{{Owner: g.power("Milan"), Type: machiavelli.Garrison, At: at}}, g.pos.Units...)
	if fortressOwner(g.pos, at) != g.power("Milan") {
		t.Error("the fortress is not its garrison's")
	}
	// A famine is reported even if there is only a garrison.
	g = newGame(t, "njudge-classic plague=off", "spring 1454 orders\nMilan: G Milan\nVenice: A Padua\nfamine Milan\nfamine Como")
	told := 0
	for _, e := range g.play("").Events {
		if e, ok := e.(event.Attrition); ok {
			told++
			if e.Province != g.place("Milan").At {
				t.Errorf("attrition in %s", g.pos.Setting.Board.Areas[e.Province].Name)
			}
		}
	}
	if told != 1 {
		t.Errorf("there are %d attrition events", told)
	}
}

// TestOpenWithoutDice checks that only a game that rolls dice needs them to
// open, and that chits are dealt by lot only in games with assassinations.
func TestOpenWithoutDice(t *testing.T) {
	for _, x := range []struct {
		preset      string
		dice, chits bool
	}{
		{"battleline-1978-basic", false, false},
		{"njudge-classic assassination-chits=random-draw", true, true},
		{"njudge-classic assassination-chits=random-draw assassinations=off", true, false},
		{"njudge-classic first-spring-famine=yes", true, false},
	} {
		r := newGame(t, x.preset, "spring 1454 orders").rules
		p, err := scenario.New("B", "", &r)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Open(p, &r, nil); errors.Is(err, ErrDice) != x.dice {
			t.Errorf("%s: without dice: %v", x.preset, err)
		}
		if _, err := Open(p, &r, dice.New([]byte("x"), "x", map[string]int{"famine severity": 99})); (err != nil) != (x.dice && r.Famine && r.FirstSpringFamine) {
			t.Errorf("%s: with a wrong roll: %v", x.preset, err)
		}
		res, err := Open(p, &r, dice.New([]byte("x"), "x", nil))
		if err != nil {
			t.Fatal(err)
		}
		chits := 0
		for name := range res.Rolls {
			if strings.HasPrefix(name, "chit ") {
				chits++
			}
		}
		if (chits > 0) != x.chits {
			t.Errorf("%s: %d chits are drawn", x.preset, chits)
		}
		p.Phase.Season = machiavelli.Summer
		if _, err := Open(p, &r, dice.New([]byte("x"), "x", nil)); !errors.Is(err, ErrPhase) {
			t.Errorf("%s: opened in summer: %v", x.preset, err)
		}
	}
}

// TestRepaidInTurn checks the order in which debts are repaid, to the last
// ducat (LOAN-07).
func TestRepaidInTurn(t *testing.T) {
	for paid, want := range map[int]string{
		1: "5+1 summer, 1+0 spring",
		2: "5+1 summer",
		3: "5+0 summer",
		7: "1+0 summer",
		9: "",
	} {
		g := newGame(t, "njudge-classic", "spring 1454 orders\nMilan: A Milan\nMilan owes 5 + 1 in summer 1455\nMilan owes 1 + 1 in spring 1455\nMilan has 20 ducats")
		p := g.play(fmt.Sprintf("Milan: pay %d to bank", paid)).Next
		var left []string
		for _, l := range p.Loans {
			left = append(left, fmt.Sprintf("%d+%d %s", l.Principal, l.Interest, l.Season))
		}
		if got := strings.Join(left, ", "); got != want {
			t.Errorf("%d ducats repaid leave %q, want %q", paid, got, want)
		}
	}
}

// TestSidesOfVictory checks which sides can win: each seat counts as one, as does each power
// without a seat, and no eliminated power can win (WIN-11).
func TestSidesOfVictory(t *testing.T) {
	g := newGame(t, free, "fall 1454 orders")
	of := func(names ...string) (s machiavelli.PowerSet) {
		for _, name := range names {
			s = s.With(g.power(name))
		}
		return s
	}
	set := *g.pos.Setting
	set.Seats = [][]machiavelli.Power{
		{g.power("Milan"), g.power("Austria")}, {g.power("Turks"), g.power("Naples")}, {g.power("Venice")},
	}
	g.pos.Setting = &set
	g.pos.Eliminated = of("Florence", "Turks", "Venice")
	s := &state{pos: g.pos, rules: &g.rules}
	want := []machiavelli.PowerSet{of("Milan", "Austria"), of("Naples"), of("France"), of("Papacy")}
	if got := s.sides(); !slices.Equal(got, want) {
		t.Errorf("sides %b, want %b", got, want)
	}
	set.Seats = nil
	want = []machiavelli.PowerSet{of("Austria"), of("France"), of("Milan"), of("Naples"), of("Papacy")}
	if got := s.sides(); !slices.Equal(got, want) {
		t.Errorf("without seats the sides are %b, want %b", got, want)
	}
	if got, want := s.citiesOf(of("Milan", "Austria")), Cities(g.pos, &g.rules, g.power("Milan"))+Cities(g.pos, &g.rules, g.power("Austria")); got != want || got == 0 {
		t.Errorf("%d cities, want %d", got, want)
	}
}

// TestFewPlayers checks that players are counted by seats or, without seats, by
// powers (WIN-05).
func TestFewPlayers(t *testing.T) {
	for _, x := range []struct{ powers, seats, want int }{
		{8, 0, 15},
		{5, 0, 15},
		{4, 0, 18},
		{3, 0, 18},
		{8, 8, 15},
		{8, 5, 15},
		{8, 4, 18},
		{8, 1, 18},
	} {
		g := newGame(t, free+" victory-cities=15 victory-cities-few-players=18", "fall 1454 orders")
		set := *g.pos.Setting
		set.Powers = set.Powers[:1+x.powers]
		for n := range x.seats {
			set.Seats = append(set.Seats, []machiavelli.Power{machiavelli.Power(1 + n)})
		}
		g.pos.Setting = &set
		if got := CitiesNeeded(g.pos, &g.rules); got != x.want {
			t.Errorf("%d powers in %d seats need %d cities, want %d", x.powers, x.seats, got, x.want)
		}
		g.pos.RaisedTo = 20
		if got := CitiesNeeded(g.pos, &g.rules); got != 20 {
			t.Errorf("after a tie %d cities are needed", got)
		}
	}
}

// TestSixMore checks that a power wins with all its own home cities and six
// others, if victory requires these.
func TestSixMore(t *testing.T) {
	g := newGame(t, free, "fall 1454 orders")
	g.rules.VictoryAllOwnHomeCities, g.rules.VictoryHomes = true, rules.HomesNone
	s := &state{pos: g.pos, rules: &g.rules}
	side := machiavelli.PowerSet(0).With(g.power("Milan"))
	own := s.ownCities(side)
	for more, want := range map[int]bool{4: false, 5: false, 6: true, 7: true} {
		if got := s.homesSuffice(side, own.Len()+more, 9); got != want {
			t.Errorf("%d of one's own and %d more: %t", own.Len(), more, got)
		}
	}
	g.pos.City[own.Next(board.None)] = g.power("Venice")
	if s.homesSuffice(side, own.Len()+9, 9) {
		t.Error("one home city is Venice's")
	}
}

// TestChitsOfTheLiving checks the deal of chits with eliminated powers: they
// draw none, none are drawn against them, and earlier chits are void (ASSN-01).
func TestChitsOfTheLiving(t *testing.T) {
	g := newGame(t, "njudge-classic assassination-chits=random-draw", `spring 1454 orders
		Florence is out
		Milan has chits against Venice, Venice, Venice`)
	res, err := Open(g.pos, &g.rules, dice.New([]byte("x"), "x", nil))
	if err != nil {
		t.Fatal(err)
	}
	drawn := 0
	for name := range res.Rolls {
		if strings.HasPrefix(name, "chit ") {
			drawn++
		}
	}
	if want := 7 * 6; drawn != want {
		t.Errorf("%d chits are drawn, want %d", drawn, want)
	}
	var told [machiavelli.MaxPowers][machiavelli.MaxPowers]uint8
	for _, e := range res.Events {
		if e, ok := e.(event.ChitGiven); ok {
			told[e.To][e.Victim]++
		}
	}
	if told != res.Next.Chits {
		t.Errorf("drawn %v, held %v", told, res.Next.Chits)
	}
	florence := g.power("Florence")
	for power := range told {
		if told[florence][power] > 0 || told[power][florence] > 0 {
			t.Errorf("power %d draws against Florence, or Florence against it", power)
		}
	}
}

// TestFarFromHome checks that a place without a route home is farther than any
// other.
func TestFarFromHome(t *testing.T) {
	g := newGame(t, free, "winter 1454 adjustments")
	b := *g.pos.Setting.Board
	island := g.place("Tunis").At
	for at := range b.Borders {
		b.Borders[at].Remove(island)
	}
	b.Borders[island] = board.Set{}
	set := *g.pos.Setting
	set.Board, g.pos.Setting = &b, &set
	far := distances(g.pos, g.power("Milan"))
	for at := range b.Areas {
		if at != int(board.None) && at != int(island) && far[at] >= far[island] {
			t.Errorf("%s is %d away, the island %d", b.Areas[at].Name, far[at], far[island])
		}
	}
}

// TestDisbandedRebels checks that a rebellion ends before movement if its
// target disbands its army: the garrison that then owns the province has
// liberated it, not the unit that enters (CTRL-08, CTRL-18).
func TestDisbandedRebels(t *testing.T) {
	g := newGame(t, "battleline-1978-basic", `spring 1454 orders
		Venice: A Ferrara
		Milan: G Ferrara
		Florence: A Bologna
		Ferrara province rebels against Venice`)
	for _, orders := range []string{"Venice: A Ferrara D", "Venice: A Ferrara D\nFlorence: A Bologna - Ferrara"} {
		freed := machiavelli.Nobody
		for _, e := range g.play(orders).Events {
			if e, ok := e.(event.RebellionEnded); ok {
				freed = e.By
			}
		}
		if freed != g.power("Milan") {
			t.Errorf("%s: freed by %d, want Milan", orders, freed)
		}
	}
}

// TestRebellionGivenAway checks that the rebellion of a province that its owner
// gives away ends, unless the giver has a unit there that takes the province
// back (OPT-06, CTRL-18).
func TestRebellionGivenAway(t *testing.T) {
	for _, x := range []struct {
		units string
		rises bool
	}{
		{"Venice: A Padua", false},
		{"Milan: A Ferrara", true},
		{"Milan: G Ferrara", true},
		{"Venice: A Padua\nMilan: A Ferrara", true},
		{"Venice: A Padua\nMilan: G Ferrara", true},
		{"Venice: A Padua, A Ferrara\nMilan: G Ferrara", false},
		{"Venice: A Padua, G Ferrara\nMilan: A Ferrara", true},
		{"Venice: A Ferrara\nMilan: G Ferrara", false},
		{"Venice: G Ferrara\nMilan: A Ferrara", true},
		{"Venice: G Ferrara", false},
	} {
		g := newGame(t, free+" province-trading=on", "spring 1454 orders\nMilan owns Ferrara\nFerrara province rebels against Milan\n"+x.units)
		at := g.place("Ferrara").At
		if got := g.play("Milan: give province Ferrara to Venice").Next.RebelLand.Has(at); got != x.rises {
			t.Errorf("%s: Ferrara rebels: %t", strings.ReplaceAll(x.units, "\n", "; "), got)
		}
	}
}

// TestUnitTakenOutOfSet checks the removal of units beyond the first 64 from
// sets.
func TestUnitTakenOutOfSet(t *testing.T) {
	for _, gone := range []int{0, 63, 64, 70, 127, 128, position.MaxUnits - 1} {
		var set event.UnitSet
		for i := range position.MaxUnits {
			set.Add(i)
		}
		remove(&set, gone)
		for i := range position.MaxUnits {
			if set.Has(i) != (i != gone) {
				t.Errorf("unit %d taken out: %d is in the set: %t", gone, i, set.Has(i))
			}
		}
	}
}

// TestStarvedGarrison checks that a completed siege names the garrison that it
// destroyed, even if it is the first unit in the list (SIEGE-03).
func TestStarvedGarrison(t *testing.T) {
	for _, units := range []string{"Papacy: G Bologna\nFlorence: A Bologna", "Florence: A Bologna\nPapacy: G Bologna"} {
		g := newGame(t, free, "spring 1454 orders\n"+units+"\nsiege Bologna")
		told := false
		for _, e := range g.play("Florence: A Bologna B").Events {
			if e, ok := e.(event.SiegeCompleted); ok {
				told = e.Lost != nil && e.Lost.Owner == g.power("Papacy") && e.Lost.InCity()
			}
		}
		if !told {
			t.Errorf("%s: the garrison is not named", strings.ReplaceAll(units, "\n", "; "))
		}
	}
}

// TestWithdrawnForBoughtUnit checks that a bought unit holds if the buyer
// withdrew the order for it, or wrote none (BRIBE-12).
func TestWithdrawnForBoughtUnit(t *testing.T) {
	for _, x := range []struct{ game, orders, unit string }{
		{"Venice: A Padua", "Milan: e1: 18 buy a padua; a padua - ferrara; a padua none", "Padua"},
		{
			"Venice: A Ferrara, A Mantua, A Padua\nFlorence has 60 ducats",
			"Milan: e1: 18 buy a padua; a ferrara - bologna; a mantua - cremona\nFlorence: e1: 12 disband a ferrara", "Padua",
		},
	} {
		g := newGame(t, full+" bribe-adjacency=off", "spring 1454 orders\nMilan: A Milan\nMilan has 60 ducats\n"+x.game)
		held := false
		for _, e := range g.play(x.orders).Events {
			if e, ok := e.(event.Ordered); ok && e.Unit.At == g.place(x.unit).At {
				held = e.Unit.Owner == g.power("Milan") && e.Order.Kind == order.Hold && e.Given == ""
			}
		}
		if !held {
			t.Errorf("%s: the unit that is bought does not just hold", x.orders)
		}
	}
}

// TestQuitLiberates checks that a city which the leaving power had liberated
// from rebels stops rebelling once no retreats are left, and not before
// (CTRL-18, QUIT-01).
func TestQuitLiberates(t *testing.T) {
	for waiting, rises := range map[string]bool{
		"Venice lost A Padua from Treviso to Vicenza":  false,
		"Austria lost A Padua from Treviso to Vicenza": true,
	} {
		g := newGame(t, free+" player-quits=autonomous-garrisons", `spring 1454 retreats
			Venice: A Bologna
			Venice owns province Bologna
			Bologna city rebels against Papacy
			`+waiting)
		res, err := Quit(g.pos, &g.rules, g.power("Venice"))
		if err != nil {
			t.Fatal(err)
		}
		if got := res.Next.RebelCity.Has(g.place("Bologna").At); got != rises {
			t.Errorf("%s: the city rebels: %t", waiting, got)
		}
	}
}

// TestQuitTraveller checks that a strategic movement is cancelled if the unit's
// power leaves before it takes place, and that other powers' movements are not
// (OPT-15).
func TestQuitTraveller(t *testing.T) {
	g := newGame(t, edition+" player-quits=autonomous-garrisons", `spring 1454 orders
		Milan: A Milan
		Venice: A Padua
		Florence: A Florence
		Papacy: A Bologna, A Romagna`)
	g.pos = g.play(`Milan: A Milan transfer Piancenza
		Venice: A Padua transfer Vicenza
		Papacy: A Bologna - Florence; A Romagna S A Bologna - Florence`).Next
	res, err := Quit(g.pos, &g.rules, g.power("Milan"))
	if err != nil {
		t.Fatal(err)
	}
	g.pos = res.Next
	expect(t, tell(g.play("Florence: A Florence - Pistoia")), `
		Venice A Padua travels to Vicenza
		never Milan`)
}

// TestImpossibleRolls checks that a phase is not resolved with an impossible
// roll.
func TestImpossibleRolls(t *testing.T) {
	g := newGame(t, "njudge-classic", "fall 1454 orders\nMilan: A Milan\nroll famine severity = 99")
	res, err := Process(g.pos, nil, &g.rules, dice.New([]byte("x"), "x", g.rolls))
	if err == nil || !strings.Contains(err.Error(), "famine severity") || res.Next != nil {
		t.Errorf("%v, %v", res.Next, err)
	}
}

// TestDiceNeeded checks under which rules a game needs dice.
func TestDiceNeeded(t *testing.T) {
	const none = " dice=off bank-loans=off assassinations=off famine=off plague=off storms=off"
	for options, want := range map[string]bool{
		"":                             false,
		" dice=on":                     true,
		" bank-loans=on":               true,
		" assassinations=on":           true,
		" famine=on":                   true,
		" plague=on":                   true,
		" storms=on":                   true,
		" money=off dice=on":           false,
		" money=off bank-loans=on":     false,
		" money=off famine=on":         true,
		" bank-loans=on dice=on":       true,
		" assassinations=on plague=on": true,
	} {
		g := newGame(t, "njudge-classic"+none+options, "spring 1454 orders")
		if got := NeedsDice(&g.rules); got != want {
			t.Errorf("%q: %t", options, got)
		}
	}
}

// TestMostUnits checks that a phase can have as many units as a board can hold,
// and no more.
func TestMostUnits(t *testing.T) {
	for _, x := range []struct {
		units, dislodged int
		fails            bool
	}{
		{position.MaxUnits, 0, false},
		{position.MaxUnits - 1, 1, false},
		{position.MaxUnits, 1, true},
		{position.MaxUnits + 1, 0, true},
	} {
		g := newGame(t, free, "spring 1454 retreats")
		at := g.place("Milan").At
		for range x.units {
			g.pos.Units = append(g.pos.Units, position.Unit{Owner: g.power("Milan"), Type: machiavelli.Army, At: at})
		}
		for range x.dislodged {
			g.pos.Dislodged = append(g.pos.Dislodged, position.Dislodged{Unit: position.Unit{Owner: g.power("Venice"), Type: machiavelli.Army, At: at}})
		}
		if _, err := Process(g.pos, nil, &g.rules, nil); (err != nil) != x.fails {
			t.Errorf("%d units and %d dislodged: %v", x.units, x.dislodged, err)
		}
	}
}
