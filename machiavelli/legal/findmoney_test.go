package legal_test

import (
	"math/rand"
	"slices"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// moneyRules are the rules for tests of money orders.
var moneyRules = []string{
	"njudge-classic",
	"njudge-classic bribe-city-to-city=no autonomous-field-units=on autonomous-orders=on cause-famine=one-season cause-plague=on",
	"njudge-classic bribe-adjacency=units-or-control self-rebellion=no self-bribes=forbidden gifts-while-indebted=allowed assassination-chits=unlimited",
	"njudge-classic bribe-adjacency=own-or-permitted forced-taxation=lasting province-trading=on excommunication=on strategic-movement=on",
	"njudge-classic bribe-adjacency=off forced-taxation=any-season assassinations=off bank-loans=off",
	"battleline-1978-advanced",
	"battleline-1978-basic",
}

// richGames calls try with random positions of games with money.
func richGames(t *testing.T, each int, try func(t *testing.T, rng *rand.Rand, g *game)) {
	for k, preset := range moneyRules {
		t.Run(preset, func(t *testing.T) {
			rng := rand.New(rand.NewSource(int64(1494 + k)))
			for range each {
				g := setUp(t, "B", preset, midgame)
				enrich(rng, g)
				try(t, rng, g)
				if t.Failed() {
					return
				}
			}
		})
	}
}

// enrich adds random owners, rebels, famine, ducats, debts and chits to a
// position.
func enrich(rng *rand.Rand, g *game) {
	p := g.p
	b := p.Setting.Board
	powers := len(p.Setting.Powers)
	anybody := func() machiavelli.Power { return machiavelli.Power(rng.Intn(powers)) }
	if rng.Intn(2) == 0 {
		p.Eliminated = p.Eliminated.With(machiavelli.Power(1 + rng.Intn(powers-1)))
	}
	for i := range p.Units {
		u := &p.Units[i]
		switch rng.Intn(6) {
		case 0:
			u.Quality = machiavelli.Quality(rng.Intn(4))
		case 1:
			if u.InCity() || g.r.AutonomousFieldUnits {
				u.Owner = anybody()
			}
		}
		if p.Eliminated.Has(u.Owner) {
			u.Owner = machiavelli.Nobody
			u.Type = machiavelli.Army
		}
	}
	p.Units = slices.DeleteFunc(p.Units, func(u position.Unit) bool {
		return u.Owner == machiavelli.Nobody && !u.InCity() && !g.r.AutonomousFieldUnits
	})
	for at := b.Land.Next(board.None); at != board.None; at = b.Land.Next(at) {
		switch rng.Intn(8) {
		case 0:
			p.Province[at], p.City[at] = anybody(), anybody()
		case 1:
			p.Famine.Add(at)
		case 2:
			p.RebelLand.Add(at)
		case 3:
			p.RebelCity.Add(at)
		case 4:
			p.Taxed.Add(at)
		case 5:
			p.TaxedBefore.Add(at)
		}
	}
	for x := 1; x < powers; x++ {
		p.Treasury[x] = machiavelli.Ducats(rng.Intn(40))
		for y := range powers {
			p.Chits[x][y] = uint8(rng.Intn(3))
		}
		if n := rng.Intn(40); n < 26 && g.r.BankLoans {
			p.Loans = append(p.Loans, position.Loan{Power: machiavelli.Power(x), Principal: machiavelli.Ducats(n), Interest: 3, Season: machiavelli.Fall, Year: 1460})
		}
		if rng.Intn(8) == 0 {
			p.Bankrupt = p.Bankrupt.With(machiavelli.Power(x))
		}
	}
}

// lists returns the given orders followed by all listed orders about money and
// provinces.
func lists(f *legal.Finder, g *game, power machiavelli.Power, all ...order.Order) []order.Order {
	all = f.Expenses(g.p, g.r, power, all)
	all = f.Payments(g.p, g.r, power, all)
	all = f.Loans(g.p, g.r, power, all)
	all = f.Chits(g.p, g.r, power, all)
	all = f.Permits(g.p, g.r, power, all)
	all = f.Taxes(g.p, g.r, power, all)
	all = f.Cessions(g.p, g.r, power, all)
	all = f.Bans(g.p, g.r, power, all)
	return f.Transfers(g.p, g.r, power, all)
}

// TestListedMoneyOrdersAreLegal checks that Check accepts each listed order
// unchanged and finds it useful, and that none is listed twice.
func TestListedMoneyOrdersAreLegal(t *testing.T) {
	var f legal.Finder
	richGames(t, 20, func(t *testing.T, _ *rand.Rand, g *game) {
		for power := machiavelli.Power(1); int(power) < len(g.p.Setting.Powers); power++ {
			seen := map[order.Order]bool{}
			for _, o := range lists(&f, g, power) {
				bound, _, notes, problem := legal.Check(g.p, g.r, power, o)
				switch {
				case problem != nil:
					t.Errorf("%d: %s: listed but refused: %s", power, g.text(o), problem.Message.String())
				case bound != o:
					t.Errorf("%d: %s: bound as %s", power, g.text(o), g.text(bound))
				case futile(notes):
					t.Errorf("%d: %s: listed but futile: %v", power, g.text(o), notes)
				case seen[o]:
					t.Errorf("%d: %s: listed twice", power, g.text(o))
				}
				seen[o] = true
			}
		}
	})
}

// TestUnlistedMoneyOrdersAreRefused passes every possible expense and other
// money orders to Check. Each order that is accepted and would not be wasted
// must be listed.
func TestUnlistedMoneyOrdersAreRefused(t *testing.T) {
	var f legal.Finder
	accepted := 0
	richGames(t, 4, func(t *testing.T, _ *rand.Rand, g *game) {
		p, b := g.p, g.p.Setting.Board
		for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
			listed := map[order.Order]bool{}
			for _, o := range lists(&f, g, power) {
				listed[o] = true
			}
			try := func(o order.Order) {
				bound, unit, notes, problem := legal.Check(p, g.r, power, o)
				if problem != nil || futile(notes) || unit >= 0 && p.Units[unit].Owner != power {
					return
				}
				if accepted++; !listed[bound] {
					t.Errorf("%d: %s: accepted but not listed", power, g.text(bound))
				}
			}
			price := func(o order.Order) {
				n, _ := legal.Price(p, g.r, power, &o)
				o.HasSum, o.Amount = true, int32(n)
				try(o)
			}
			for kind := order.FamineRelief; kind <= order.OrderUnit; kind++ {
				if kind == order.Delete {
					continue
				}
				o := order.Order{Kind: order.Expense, Slot: 1, Expense: kind}
				for i := range p.Units {
					u := &p.Units[i]
					o.Target = order.Unit{Type: u.Type, Serial: u.Serial, At: u.At, Coast: u.Coast}
					price(o)
				}
				o.Target = order.Unit{}
				for at := 1; at < len(b.Areas); at++ {
					o.To.At = board.ID(at)
					price(o)
				}
				o.To.At = board.None
				for x := range p.Setting.Powers {
					o.Power = machiavelli.Power(x)
					price(o)
				}
			}
			for x := range p.Setting.Powers {
				who := machiavelli.Power(x)
				if p.Treasury[power] > 0 {
					try(order.Order{Kind: order.Payment, Power: who, Amount: 1})
				}
				try(order.Order{Kind: order.Silence, Power: who})
				for y := range p.Setting.Powers {
					try(order.Order{Kind: order.GiveChit, Power: who, Victim: machiavelli.Power(y)})
				}
				for at := 1; at < len(b.Areas); at++ {
					try(order.Order{Kind: order.GiveProvince, Power: who, To: board.Place{At: board.ID(at)}})
				}
			}
			for at := 1; at < len(b.Areas); at++ {
				try(order.Order{Kind: order.Tax, To: board.Place{At: board.ID(at)}})
			}
		}
	})
	if accepted < 2000 {
		t.Errorf("only %d money orders were legal, too few for the test", accepted)
	}
}

// TestProspects checks that the orders listed for units to be bought are those
// that the units have once they are bought.
func TestProspects(t *testing.T) {
	var f legal.Finder
	for _, preset := range []string{"njudge-classic", "njudge-classic autonomous-orders=on"} {
		g := setUp(t, "B", preset, midgame)
		for power := machiavelli.Power(1); int(power) < len(g.p.Setting.Powers); power++ {
			for _, e := range f.Expenses(g.p, g.r, power, nil) {
				list := f.Prospects(g.p, g.r, power, []order.Order{e}, nil)
				if e.Expense != order.BuyUnit && e.Expense != order.OrderUnit {
					if len(list) > 0 {
						t.Errorf("%s opens %d orders", g.text(e), len(list))
					}
					continue
				}
				i := legal.TargetUnit(g.p, e.Target)
				for _, o := range list {
					if bound, unit, notes, problem := legal.Check(g.p, g.r, power, o); problem != nil || bound != o || unit != i || futile(notes) {
						t.Errorf("%s: %s: %v %v", g.text(e), g.text(o), problem, notes)
					}
					for _, v := range legal.CheckSet(g.p, g.r, power, []order.Order{o, e}) {
						if v.Problem != nil || hasNote(v.Notes, "W01") {
							t.Errorf("%s with %s: %v %v", g.text(o), g.text(e), v.Problem, v.Notes)
						}
					}
				}
				bought := *g.p
				bought.Units = slices.Clone(g.p.Units)
				bought.Units[i].Owner = power
				want := f.OfUnit(&bought, g.r, i, nil)
				if e.Expense == order.OrderUnit {
					want = slices.DeleteFunc(want, func(o order.Order) bool {
						return legal.OrderPrice(g.p.Setting.Board, &bought.Units[i], &o) == 0
					})
				}
				if !slices.Equal(list, want) {
					t.Errorf("%s: %d orders, %d once it is bought", g.text(e), len(list), len(want))
				}
			}
		}
	}
}

func hasNote(notes []legal.Note, code string) bool {
	return slices.ContainsFunc(notes, func(n legal.Note) bool { return n.Code == code })
}

// TestMoneyListsAllocateNothing checks that a reused Finder does not allocate.
func TestMoneyListsAllocateNothing(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	for _, preset := range moneyRules {
		g := setUp(t, "B", preset, midgame)
		enrich(rng, g)
		var f legal.Finder
		orders := lists(&f, g, 3)
		e := f.Expenses(g.p, g.r, 3, nil)
		orders = append(orders, f.Prospects(g.p, g.r, 3, e, nil)...)
		orders = append(orders, f.Winter(g.p, g.r, 3, nil)...)
		n := testing.AllocsPerRun(10, func() {
			o := f.Expenses(g.p, g.r, 3, orders[:0])
			o = f.Payments(g.p, g.r, 3, o)
			o = f.Loans(g.p, g.r, 3, o)
			o = f.Chits(g.p, g.r, 3, o)
			o = f.Permits(g.p, g.r, 3, o)
			o = f.Taxes(g.p, g.r, 3, o)
			o = f.Cessions(g.p, g.r, 3, o)
			o = f.Bans(g.p, g.r, 3, o)
			o = f.Transfers(g.p, g.r, 3, o)
			o = f.Prospects(g.p, g.r, 3, e, o)
			f.Winter(g.p, g.r, 3, o)
		})
		if n != 0 {
			t.Errorf("%s: %v allocations, want none", preset, n)
		}
	}
}

func BenchmarkMoneyLists(b *testing.B) {
	g := setUp(b, "B", "njudge-classic", midgame)
	enrich(rand.New(rand.NewSource(2)), g)
	var f legal.Finder
	var orders []order.Order
	b.ReportAllocs()
	for b.Loop() {
		orders = orders[:0]
		for power := machiavelli.Power(1); int(power) < len(g.p.Setting.Powers); power++ {
			orders = f.Expenses(g.p, g.r, power, orders)
			orders = f.Payments(g.p, g.r, power, orders)
			orders = f.Loans(g.p, g.r, power, orders)
			orders = f.Chits(g.p, g.r, power, orders)
		}
	}
	b.ReportMetric(float64(len(orders)), "orders")
}

func BenchmarkCheckSet(b *testing.B) {
	g := setUp(b, "B", "njudge-classic", midgame)
	power := g.power("N")
	var orders []order.Order
	for _, text := range []string{
		"a slr - cap", "a bar h", "f gon s a slr - cap", "f ion - otr", "e1: buy f tun", "f tun - pal", "e2: cb a slr", "pay 3 to venice", "borrow 10 for 1 year",
	} {
		orders = append(orders, g.parse(power, text))
	}
	var k legal.Checker
	k.Bind(g.p, g.r)
	b.ReportAllocs()
	for b.Loop() {
		k.CheckSet(power, orders)
	}
}

func BenchmarkChecker(b *testing.B) {
	g := setUp(b, "B", "njudge-classic", midgame)
	power := g.power("N")
	var f legal.Finder
	orders := f.OfPower(g.p, g.r, power, nil)
	orders = f.Expenses(g.p, g.r, power, orders)
	g.p.Treasury[power] = 99
	var c legal.Checker
	c.Bind(g.p, g.r)
	b.ReportAllocs()
	k := 0
	for b.Loop() {
		if _, _, _, problem := c.Check(power, orders[k%len(orders)]); problem != nil {
			b.Fatal(problem.Message.String())
		}
		k++
	}
}
