package turn

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// TestMoneyAtRandom resolves campaigns of random positions, full of units, sieges, rebellions,
// debts and expenses, and checks their invariants.
func TestMoneyAtRandom(t *testing.T) {
	for _, c := range []struct{ scenario, preset string }{
		{"B", "njudge-classic"},
		{"C1", "battleline-1978-optional"},
		{"A", "njudge-classic"},
	} {
		t.Run(c.scenario+" "+c.preset, func(t *testing.T) {
			r, err := rules.Make(c.preset, nil)
			if err != nil {
				t.Fatal(err)
			}
			start, err := scenario.New(c.scenario, "", &r)
			if err != nil {
				t.Fatal(err)
			}
			random := rand.New(rand.NewPCG(11, uint64(len(c.scenario))))
			for n := range 200 {
				p := scattered(start, random)
				before := p.Clone()
				lines := append(randomLines(p, random), randomMoney(p, random)...)
				play := func(lines []Line) Result {
					res, err := Process(p, lines, &r, dice.New([]byte{byte(n), byte(n >> 8)}, "random", nil))
					if err != nil {
						t.Fatalf("position %d: %v", n, err)
					}
					return res
				}
				res := play(lines)
				if !reflect.DeepEqual(p, before) {
					t.Fatalf("position %d was changed", n)
				}
				if !reflect.DeepEqual(play(mixed(lines, random)), res) {
					t.Fatalf("position %d: the sequence of the powers' orders counts (SEQ-03)", n)
				}
				holds(t, before, res.Next, &r)
				rebelsHold(t, res.Next)
				ducatsAddUp(t, before, &res, &r)
				chitsAddUp(t, before, res.Next)
				debtsHold(t, before, res.Next)
				rollsListed(t, before, &res, &r)
				if t.Failed() {
					t.Fatalf("position %d", n)
				}
			}
		})
	}
}

// scattered returns the start position with random units, owners, sieges,
// rebellions, money, debts and chits.
func scattered(start *position.Position, random *rand.Rand) *position.Position {
	p := start.Clone()
	b, powers := p.Setting.Board, len(p.Setting.Powers)
	anyone := func() machiavelli.Power { return machiavelli.Power(1 + random.IntN(powers-1)) }
	p.Phase.Season = machiavelli.Spring + machiavelli.Season(random.IntN(3))
	p.Phase.Step, p.Phase.Year = machiavelli.Orders, start.Phase.Year+1
	p.Units = nil
	for at := b.Land.Next(board.None); at != board.None; at = b.Land.Next(at) {
		if p.Setting.OffBoard.Has(at) {
			continue
		}
		if random.IntN(3) == 0 {
			u := position.Unit{Owner: anyone(), Type: machiavelli.Army, At: at}
			if at == b.Venice || b.Ports.Has(at) && !b.TwoCoast.Has(at) && random.IntN(2) == 0 {
				u.Type = machiavelli.Fleet
			}
			p.Units = append(p.Units, u)
		}
		if free := p.Field(at) < 0; p.Setting.Forts.Has(at) && (free || at != b.Venice) && random.IntN(3) == 0 {
			u := position.Unit{Type: machiavelli.Garrison, At: at}
			if random.IntN(2) == 0 {
				u.Owner = anyone()
			}
			p.Units = append(p.Units, u)
			if !free && random.IntN(2) == 0 && p.Units[len(p.Units)-2].Owner != u.Owner {
				p.Sieges.Add(at)
			}
		}
	}
	for at := b.Seas.Next(board.None); at != board.None; at = b.Seas.Next(at) {
		if random.IntN(2) == 0 {
			p.Units = append(p.Units, position.Unit{Owner: anyone(), Type: machiavelli.Fleet, At: at})
		}
	}
	numberConverted(p, nil)
	s := new(state)
	s.begin(p, nil, &rules.Set{}, nil)
	s.locate()
	s.settleControl()
	p = s.pos
	for at := b.Land.Next(board.None); at != board.None; at = b.Land.Next(at) {
		if p.Province[at] == machiavelli.Nobody || random.IntN(5) > 0 {
			continue
		}
		city := p.Setting.Forts.Has(at) && p.Garrison(at) < 0
		if at == b.Venice && (p.Field(at) >= 0 || !city) {
			continue
		}
		p.RebelAgainst[at] = p.Province[at]
		if at != b.Venice {
			p.RebelLand.Add(at)
		}
		if city && (at == b.Venice || random.IntN(2) == 0) {
			p.RebelCity.Add(at)
		}
	}
	for power := machiavelli.Power(1); int(power) < powers; power++ {
		p.Treasury[power] = machiavelli.Ducats(random.IntN(70))
		for other := machiavelli.Power(1); int(other) < powers; other++ {
			p.Chits[power][other] = uint8(random.IntN(2))
		}
		if random.IntN(3) == 0 {
			p.Loans = append(p.Loans, position.Loan{
				Power: power, Principal: machiavelli.Ducats(1 + random.IntN(25)), Interest: 3,
				Season: p.Phase.Season, Year: p.Phase.Year + random.IntN(2),
			})
		}
	}
	return p
}

// randomMoney returns four expenses for every power, and some payments, loans
// and chits.
func randomMoney(p *position.Position, random *rand.Rand) []Line {
	var lines []Line
	b, powers := p.Setting.Board, len(p.Setting.Powers)
	land := b.Land.IDs()
	for power := machiavelli.Power(1); int(power) < powers; power++ {
		say := func(o order.Order) { lines = append(lines, Line{Power: power, Order: o}) }
		other := machiavelli.Power(1 + random.IntN(powers-1))
		for slot := range 4 {
			o := order.Order{
				Kind: order.Expense, Slot: uint8(slot + 1),
				Expense: order.FamineRelief + order.ExpenseKind(random.IntN(int(order.Assassinate))),
			}
			if o.HasSum = random.IntN(3) > 0; o.HasSum {
				o.Amount = int32(random.IntN(40))
			}
			switch o.Expense {
			case order.FamineRelief, order.Pacify, order.Rebellion:
				o.To.At = land[random.IntN(len(land))]
			case order.Assassinate:
				o.Power = other
			default:
				u := p.Units[random.IntN(len(p.Units))]
				o.Target = order.Unit{Type: u.Type, At: u.At}
				if o.Expense == order.BuyUnit {
					say(randomOrder(p, u, random)) // in case the unit is bought
				}
			}
			say(o)
		}
		switch random.IntN(6) {
		case 0:
			say(order.Order{Kind: order.Payment, Power: other, Amount: int32(random.IntN(30))})
		case 1:
			say(order.Order{Kind: order.Payment, Bank: true, Amount: int32(random.IntN(30))})
		case 2:
			say(order.Order{Kind: order.Loan, Years: uint8(1 + random.IntN(2)), Amount: int32(random.IntN(30))})
		case 3:
			say(order.Order{Kind: order.GiveChit, Power: other, Victim: machiavelli.Power(1 + random.IntN(powers-1))})
		}
	}
	return lines
}

// mixed returns the lines in a random order that keeps the lines of each power in sequence.
func mixed(lines []Line, random *rand.Rand) []Line {
	var rank [machiavelli.MaxPowers]int
	for i, k := range random.Perm(machiavelli.MaxPowers) {
		rank[i] = k
	}
	out := make([]Line, 0, len(lines))
	for k := range rank {
		for _, l := range lines {
			if rank[l.Power] == k {
				out = append(out, l)
			}
		}
	}
	return out
}

// rebelsHold checks that a rebellion is against the owner of its province
// unless a retreat is pending (CTRL-18), and that no garrisoned city rebels
// (REB-06).
func rebelsHold(t *testing.T, p *position.Position) {
	t.Helper()
	b := p.Setting.Board
	rebels := p.RebelLand.Union(p.RebelCity)
	for at := board.ID(0); int(at) < len(b.Areas); at++ {
		switch {
		case rebels.Has(at) != (p.RebelAgainst[at] != machiavelli.Nobody):
			t.Errorf("rebellion in %s: %v, against %d", b.Areas[at].Name, rebels.Has(at), p.RebelAgainst[at])
		case rebels.Has(at) && len(p.Dislodged) == 0 && p.Province[at] != p.RebelAgainst[at]:
			t.Errorf("%s rebels against another than its owner", b.Areas[at].Name)
		case p.RebelCity.Has(at) && p.Garrison(at) >= 0:
			t.Errorf("the garrisoned city of %s rebels", b.Areas[at].Name)
		}
	}
}

// ducatsAddUp checks that the events account for every ducat (EXP-04, GIFT-02,
// LOAN-09).
func ducatsAddUp(t *testing.T, before *position.Position, res *Result, r *rules.Set) {
	t.Helper()
	want := before.Treasury
	for _, e := range res.Events {
		switch e := e.(type) {
		case event.Payment:
			want[e.Power] -= e.Paid
			if !e.Bank {
				want[e.To] += e.Paid
			}
		case event.Borrowed:
			want[e.Power] += e.Lent
		case event.Collected:
			want[e.Power] -= e.Ducats
		case event.Defaulted:
			want[e.Power] += e.Returned - e.Seized
		case event.Expense:
			want[e.Power] -= e.Paid
			if e.Paid > e.Asked || e.Counted > e.Paid || e.Paid < 0 || e.Counted%3 != 0 {
				t.Errorf("an expense of %d ducats: %d paid, %d counted", e.Asked, e.Paid, e.Counted)
			}
		case event.Income:
			want[e.Power] += e.Total
		case event.Elimination:
			want[e.Power] = 0
		}
	}
	if res.Next.Treasury != want {
		t.Errorf("treasuries %v, by the events %v", res.Next.Treasury, want)
	}
	for power, d := range res.Next.Treasury {
		if d < 0 {
			t.Errorf("power %d has %d ducats", power, d)
		}
	}
}

// chitsAddUp checks that the number of chits never grows (ASSN-01, ASSN-05).
func chitsAddUp(t *testing.T, before, after *position.Position) {
	t.Helper()
	for victim := range before.Chits {
		had, has := 0, 0
		for holder := range before.Chits {
			had += int(before.Chits[holder][victim])
			has += int(after.Chits[holder][victim])
		}
		if has > had {
			t.Errorf("%d chits against power %d, before %d", has, victim, had)
		}
	}
}

// debtsHold checks that nobody owes more than 25 ducats plus interest
// (LOAN-02), that a bankrupt owes nothing (LOAN-09), and that a power whose
// ruler the bank killed stays bankrupt.
func debtsHold(t *testing.T, before, after *position.Position) {
	t.Helper()
	var owed [machiavelli.MaxPowers]machiavelli.Ducats
	for _, l := range after.Loans {
		owed[l.Power] += l.Principal
	}
	for power := machiavelli.Power(1); power < machiavelli.MaxPowers; power++ {
		if owed[power] > 25 || owed[power] > 0 && after.Bankrupt.Has(power) {
			t.Errorf("power %d owes %d ducats", power, owed[power])
		}
	}
	if before.Bankrupt&^after.Bankrupt != 0 {
		t.Error("a bankrupt has credit again")
	}
}

// rollsListed checks that Rolls lists every roll of a phase in advance, with
// the correct number of dice and faces.
func rollsListed(t *testing.T, before *position.Position, res *Result, r *rules.Set) {
	t.Helper()
	known := map[string]Roll{}
	for _, x := range Rolls(before, r) {
		if _, twice := known[x.Name]; twice {
			t.Errorf("the roll %q is listed twice", x.Name)
		}
		known[x.Name] = x
	}
	for name, v := range res.Rolls {
		if x, ok := known[name]; !ok || v < x.Dice || x.Faces > 0 && v > x.Dice*x.Faces {
			t.Errorf("the roll %q shows %d, and is listed as %+v, %t", name, v, x, ok)
		}
	}
}
