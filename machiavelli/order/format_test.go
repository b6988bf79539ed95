package order

import (
	"math/rand/v2"
	"slices"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
)

// maker generates random orders of every form that the language can express.
type maker struct {
	*rand.Rand
	c *Context
}

func (m maker) chance(n int) bool { return m.IntN(n) == 0 }

func (m maker) area() board.ID { return board.ID(1 + m.IntN(len(m.c.Board.Areas)-1)) }

func (m maker) power() machiavelli.Power { return machiavelli.Power(1 + m.IntN(len(m.c.Powers)-1)) }

func (m maker) unitType() machiavelli.UnitType { return machiavelli.UnitType(1 + m.IntN(5)) }

func (m maker) anyType() machiavelli.UnitType { return machiavelli.UnitType(m.IntN(6)) }

func (m maker) coast(id board.ID) machiavelli.Coast {
	if k := m.c.Board.Areas[id].Coasts; len(k) > 0 && !m.chance(3) {
		return k[m.IntN(len(k))]
	}
	return machiavelli.NoCoast
}

func (m maker) place() board.Place {
	id := m.area()
	return board.Place{At: id, Coast: m.coast(id)}
}

func (m maker) unit() Unit {
	if m.chance(5) {
		u := Unit{Type: m.unitType(), Serial: uint8(1 + m.IntN(99))}
		if m.chance(3) {
			u.Nation = m.power()
		}
		return u
	}
	pl := m.place()
	u := Unit{Type: m.anyType(), At: pl.At, Coast: pl.Coast}
	if u.Type != machiavelli.NoType && m.chance(4) {
		u.Nation = m.power()
	}
	return u
}

// order returns a random order for the context's step.
func (m maker) order() Order {
	switch m.c.Step {
	case machiavelli.Adjustments:
		return m.winter()
	case machiavelli.Retreats:
		o := Order{Kind: Retreat, Unit: m.unit()}
		switch m.IntN(4) {
		case 0:
			o.Kind = Disband
		case 1:
			o.ConvertTo = machiavelli.Garrison
			o.To.At = o.Unit.At
		default:
			o.To = m.place()
		}
		return o
	}
	if m.chance(4) {
		return m.money()
	}
	return m.movement()
}

func (m maker) movement() Order {
	o := Order{Unit: m.unit()}
	switch m.IntN(10) {
	case 5:
		o.Kind, o.To = Transfer, m.place()
	case 0:
		o.Kind, o.Explicit = Hold, true
	case 1:
		o.Kind, o.To = Advance, m.place()
		if m.chance(3) {
			o.NVia = uint8(1 + m.IntN(MaxVia))
			for i := range o.NVia {
				o.Via[i] = m.area()
			}
		} else {
			o.ViaConvoy = m.chance(4)
		}
	case 2:
		m.support(&o)
	case 3:
		o.Kind, o.Target = Convoy, m.unit()
		if o.Target.Serial == 0 || m.chance(2) {
			o.To = m.place()
		}
	case 4:
		o.Kind, o.ConvertTo = Convert, m.anyType()
		if o.ConvertTo != machiavelli.NoType {
			if m.chance(4) {
				o.NewSerial = uint8(1 + m.IntN(99))
			}
			m.landing(&o, o.Unit.At)
		}
	default:
		o.Kind = [...]Kind{Besiege, Lift, Disband, Clear}[m.IntN(4)]
	}
	return o
}

func (m maker) landing(o *Order, at board.ID) {
	if c := m.coast(at); at != board.None && c != machiavelli.NoCoast {
		o.To = board.Place{At: at, Coast: c}
	}
}

func (m maker) support(o *Order) {
	o.Kind = Support
	o.Action = Action(1 + m.IntN(4))
	if o.Action == PowerThere {
		o.To, o.Power = m.place(), machiavelli.Power(m.IntN(len(m.c.Powers)))
		return
	}
	o.Target = m.unit()
	switch o.Action {
	case ToHold:
		o.Explicit = o.Target.Type == machiavelli.NoType && (o.Unit.Serial != 0 || m.chance(2))
	case ToAdvance:
		o.To = m.place()
	case ToConvert:
		if o.ConvertTo = m.anyType(); o.ConvertTo != machiavelli.NoType {
			m.landing(o, o.Target.At)
		}
	}
}

func (m maker) winter() Order {
	o := Order{Kind: Build + Kind(m.IntN(4))}
	switch o.Kind {
	case Build:
		for o.Unit.Type == machiavelli.NoType {
			o.Unit = m.unit()
		}
		o.Quality = machiavelli.Quality(m.IntN(4))
	case Remove, Maintain:
		o.Unit = m.unit()
	}
	return o
}

func (m maker) money() Order {
	o := Order{Amount: int32(m.IntN(largest + 1))}
	switch m.IntN(8) {
	case 7:
		return m.politics()
	case 0:
		o.Kind, o.Power = Payment, m.power()
		if m.chance(3) {
			o.Power, o.Bank = machiavelli.Nobody, true
		}
	case 1:
		o.Kind, o.Years = Loan, uint8(1+m.IntN(2))
	case 2:
		o = Order{Kind: GiveChit, Power: m.power(), Victim: m.power()}
	case 3:
		o = Order{Kind: Ally + Kind(m.IntN(2)), Powers: machiavelli.PowerSet(0).With(m.power()).With(m.power()).With(m.power())}
	default:
		m.expense(&o)
	}
	return o
}

// exchange returns a line of an exchange in the context's step, mostly about the order of a
// unit.
func (m maker) exchange() Order {
	o := Order{Kind: Payment, Amount: int32(1 + m.IntN(largest))}
	switch m.IntN(8) {
	case 0:
		o = Order{Kind: GiveChit, Victim: m.power()}
	case 1:
		o = Order{Kind: GiveProvince, To: board.Place{At: m.area()}}
	case 2:
		return Order{Kind: Exchange, With: m.power(), Item: Clear}
	case 3:
	default:
		if m.c.Step == machiavelli.Retreats {
			o = m.order()
		} else {
			o = m.movement()
		}
		if o.Kind == Clear {
			o = Order{Kind: Hold, Explicit: true, Unit: o.Unit}
		}
	}
	return o.Exchanged(m.power(), m.chance(2))
}

func (m maker) politics() Order {
	switch m.IntN(5) {
	case 0:
		return Order{Kind: Permit, Power: m.power(), Target: m.unit()}
	case 1:
		return Order{Kind: Tax, To: board.Place{At: m.area()}}
	case 2:
		return Order{Kind: GiveProvince, To: board.Place{At: m.area()}, Power: m.power()}
	case 3:
		return Order{Kind: Silence, Power: m.power()}
	}
	o := Order{Kind: Overrule}
	if who := m.power(); m.chance(2) && m.c.Powers[who].ID != "papacy" {
		o.Power = who
	}
	return o
}

func (m maker) expense(o *Order) {
	o.Kind, o.Slot = Expense, uint8(m.IntN(5))
	o.Expense = FamineRelief + ExpenseKind(m.IntN(int(OrderUnit)))
	o.HasSum = o.Expense != Delete && !m.chance(3)
	if !o.HasSum {
		o.Amount = 0
	}
	switch o.Expense {
	case Delete:
	case Assassinate:
		o.Power = m.power()
	case FamineRelief, Pacify, Rebellion, CauseFamine, CausePlague, RelievePlague:
		o.To.At = m.area()
	default:
		o.Target = m.unit()
	}
}

// TestFormatReadsBack checks that the canonical text of any order is parsed as
// that order, on every board, without a note.
func TestFormatReadsBack(t *testing.T) {
	for _, slug := range []string{"italy-1978", "italy-1995", "diplomacy", "dipmach"} {
		for step := machiavelli.Orders; step <= machiavelli.Adjustments; step++ {
			m := maker{rand.New(rand.NewPCG(7, uint64(step))), context(t, slug, step)}
			for range 5000 {
				o := m.order()
				text := m.c.Format(o)
				got, notes, err := ParseOne(text, m.c)
				if err != nil || got != o || len(notes) > 0 {
					t.Fatalf("%s, %v: %q reads back as\n%+v, want\n%+v (%v, %v)", slug, step, text, got, o, err, notes)
				}
			}
		}
	}
}

// TestExchangeReadsBack checks that lines of exchanges are parsed as the same lines.
func TestExchangeReadsBack(t *testing.T) {
	for _, step := range []machiavelli.Step{machiavelli.Orders, machiavelli.Retreats} {
		m := maker{rand.New(rand.NewPCG(19, uint64(step))), context(t, "italy-1978", step)}
		for range 20_000 {
			o := m.exchange()
			text := m.c.Format(o)
			got, notes, err := ParseOne(text, m.c)
			if err != nil || got != o || len(notes) > 0 {
				t.Fatalf("%v: %q reads back as\n%+v, want\n%+v (%v, %v)", step, text, got, o, err, notes)
			}
		}
	}
}

// TestPlainReadsBack checks that FormatPlain writes the same order as the
// canonical text, in the words that the help on the pages teaches.
func TestPlainReadsBack(t *testing.T) {
	for _, slug := range []string{"italy-1978", "italy-1995", "diplomacy", "dipmach"} {
		for step := machiavelli.Orders; step <= machiavelli.Adjustments; step++ {
			m := maker{rand.New(rand.NewPCG(11, uint64(step))), context(t, slug, step)}
			for range 5000 {
				o := m.order()
				text := FormatPlain(o, m.c.Board, m.c.Powers)
				got, notes, err := ParseOne(text, m.c)
				if err != nil || got != o || len(notes) > 0 {
					t.Fatalf("%s, %v: %q reads back as\n%+v, want\n%+v (%v, %v)", slug, step, text, got, o, err, notes)
				}
			}
		}
	}
	for step, texts := range map[machiavelli.Step][]string{
		machiavelli.Orders:      {"F Ionian Sea convoys A Otranto - Durazzo", "A Ferrara C G", "A Pavia B", "A Cremona S A Milan - Bergamo"},
		machiavelli.Adjustments: {"build A Milan", "build mercenary A Milan", "maintain A Pavia", "remove A Pavia", "waive"},
	} {
		c := context(t, "italy-1978", step)
		for _, text := range texts {
			o, _, err := ParseOne(text, c)
			if got := FormatPlain(o, c.Board, c.Powers); err != nil || got != text {
				t.Errorf("%q is written as %q (%v)", text, got, err)
			}
		}
	}
}

// TestFormatBounds checks that orders which no text can produce are formatted without a panic.
func TestFormatBounds(t *testing.T) {
	c := context(t, "italy-1978", machiavelli.Orders)
	if got := c.Format(Order{Kind: Ally, Powers: 0b111}); got != "Ally autonomous, Austria, Florence" {
		t.Errorf("an alliance with the first powers is written as %q", got)
	}
	beyond := machiavelli.Power(len(c.Powers))
	if got := c.Format(Order{Kind: Payment, Amount: 6, Power: beyond}); got != "Pay 6 ducats to " {
		t.Errorf("a payment to a power outside the game is formatted as %q", got)
	}
	if got := FormatUnit(Unit{Type: machiavelli.Army, At: 1, Nation: beyond}, c.Board, c.Powers); got != "A "+c.Board.Areas[1].Name {
		t.Errorf("a unit of a power outside the game is formatted as %q", got)
	}
	c.Powers = nil
	for k := NoKind; k <= Exchange; k++ {
		c.Format(Order{Kind: k})
		c.Format(Order{Kind: k, Power: 15, Victim: 15, Powers: 0xffff, Action: PowerThere, Unit: Unit{At: 1, Nation: 15}, Target: Unit{Nation: 15}})
	}
}

// TestPowerOfOneLetter reads the unit of a power whose name is a single letter, as
// a scenario file may have it.
func TestPowerOfOneLetter(t *testing.T) {
	c := context(t, "italy-1978", machiavelli.Orders)
	powers := slices.Clone(c.Powers)
	p, ok := powers.Find("venice")
	if !ok {
		t.Fatal("no Venice")
	}
	powers[p].Name, powers[p].Adjective, powers[p].ID = "X", "X", "x"
	c.Powers = powers
	o, _, err := ParseOne("A Cremona supports X A Padua", c)
	if err != nil || o.Target.Nation != p {
		t.Errorf("%+v, %v", o.Target, err)
	}
}
