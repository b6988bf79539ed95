package sim

import (
	"fmt"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// exchanges writes lines of exchanges between random powers. Usually both parties lodge an
// exchange. Several exchanges may promise the same things.
func (t *Table) exchanges(p *position.Position) {
	if !t.config.Rules.Exchanges {
		return
	}
	for n := t.rng.IntN(4); n > 0; n-- {
		a := t.other(p, machiavelli.Nobody)
		b := t.other(p, a)
		if a == machiavelli.Nobody || b == machiavelli.Nobody {
			continue
		}
		for i := 2 + t.rng.IntN(3); i > 0; i-- {
			from, get := a, i%2 == 0
			if get {
				from = b
			}
			o, ok := t.good(p, from)
			if !ok {
				continue
			}
			o = o.Exchanged(b, get)
			t.say(a, o)
			if !t.chance(96) {
				continue // the other party lodges a different line
			}
			t.say(b, o.Mirrored(a))
		}
	}
}

// good returns something that a power can give in an exchange. Most often this is the order or
// the retreat of a unit.
func (t *Table) good(p *position.Position, from machiavelli.Power) (o order.Order, ok bool) {
	switch n := t.rng.IntN(100); {
	case n < 30:
		return order.Order{Kind: order.Payment, Amount: int32(1 + t.rng.IntN(int(max(p.Treasury[from], 0))+2))}, true
	case n < 40:
		return order.Order{Kind: order.GiveChit, Victim: t.other(p, from)}, true
	case n < 65:
		return order.Order{Kind: order.GiveProvince, To: board.Place{At: t.owned(p, from)}}, true
	}
	begin := len(t.orders)
	defer func() { t.orders = t.orders[:begin] }()
	if p.Phase.Step == machiavelli.Retreats {
		for i := range p.Dislodged {
			if p.Dislodged[i].Unit.Owner == from {
				t.orders = legal.Retreats(p, &t.config.Rules, i, t.orders)
			}
		}
	} else {
		seen := 0
		at := -1
		for i := range p.Units {
			if p.Units[i].Owner == from {
				if seen++; t.rng.IntN(seen) == 0 {
					at = i
				}
			}
		}
		if at >= 0 {
			t.orders = t.finder.OfUnit(p, &t.config.Rules, at, t.orders)
		}
	}
	list := t.orders[begin:]
	if len(list) == 0 {
		return order.Order{}, false
	}
	return t.pick(list), true
}

// checkExchanges checks that an exchange was lodged by both parties, and that either everything
// in it reached its receiver or nothing did (OPT-19 to OPT-21). checkDucats and checkChits check
// ducats and chits.
func checkExchanges(before *position.Position, res *turn.Result, lines []turn.Line, r *rules.Set) error {
	for _, e := range res.Events {
		e, ok := e.(event.Exchanged)
		if !ok {
			continue
		}
		for i := range e.Lines {
			o := &e.Lines[i]
			if e.Both && (!lodged(before, lines, r, e.Power, *o) || !lodged(before, lines, r, e.With, o.Mirrored(e.Power))) {
				return fmt.Errorf("an exchange of %s was not lodged by both parties (OPT-19)", describe(before, &e, o))
			}
			if e.Verdict == event.Succeeded && !reached(before, res, &e, o) {
				return fmt.Errorf("half an exchange: %s did not reach its receiver (OPT-21)", describe(before, &e, o))
			}
			if e.Verdict != event.Succeeded && o.Item == order.GiveProvince && passed(res, &e, o) && !elsewhere(res, o) {
				return fmt.Errorf("half an exchange: %s changed hands although it was not carried out (OPT-21)", describe(before, &e, o))
			}
		}
	}
	return nil
}

// describe returns the words for a line of an exchange.
func describe(p *position.Position, e *event.Exchanged, o *order.Order) string {
	s := p.Setting
	return fmt.Sprintf("%s, %q", s.Powers[e.Power].ID, order.Format(*o, s.Board, s.Powers))
}

// lodged reports whether a power wrote a line.
func lodged(p *position.Position, lines []turn.Line, r *rules.Set, power machiavelli.Power, o order.Order) bool {
	for i := range lines {
		if l := &lines[i]; l.Power == power && l.Order.Kind == order.Exchange {
			if bound, _, _, problem := legal.Check(p, r, power, l.Order); problem == nil && bound == o {
				return true
			}
		}
	}
	return false
}

// reached reports whether a province was transferred to its receiver, or a unit had the order
// that was promised.
func reached(before *position.Position, res *turn.Result, e *event.Exchanged, o *order.Order) bool {
	switch o.Item {
	case order.Payment, order.GiveChit:
		return true
	case order.GiveProvince:
		return passed(res, e, o)
	}
	from, _ := e.Ways(o)
	for _, x := range res.Events {
		switch x := x.(type) {
		case event.Ordered:
			if before.Phase.Step == machiavelli.Orders && x.Unit.Owner == from && x.Unit.At == o.Unit.At && x.Unit.Type == o.Unit.Type {
				return sameOrder(x.Order, o.Inner())
			}
		case event.Retreated:
			if before.Phase.Step == machiavelli.Retreats && x.Unit.Owner == from && x.Unit.At == o.Unit.At {
				return x.Order == o.Inner()
			}
		}
	}
	return false
}

// sameOrder reports whether a unit had the order that was promised. In the
// notation of 1978 a convoy order has no destination, since it follows from
// that of the army.
func sameOrder(had, promised order.Order) bool {
	if promised.Kind == order.Convoy && promised.To.At == board.None {
		promised.To = had.To
	}
	return had == promised
}

// passed reports whether a province went from the giver to the receiver.
func passed(res *turn.Result, e *event.Exchanged, o *order.Order) bool {
	from, to := e.Ways(o)
	for _, x := range res.Events {
		if c, ok := x.(event.Control); ok && !c.City && c.Province == o.To.At && c.From == from && c.To == to {
			return true
		}
	}
	return false
}

// elsewhere reports whether a province that was in an exchange could change
// hands in another way, by a gift, by another exchange, or by a unit.
func elsewhere(res *turn.Result, o *order.Order) bool {
	for _, u := range res.Next.Units {
		if u.At == o.To.At {
			return true
		}
	}
	for _, x := range res.Events {
		switch x := x.(type) {
		case event.ProvinceGiven:
			if x.Province == o.To.At {
				return true
			}
		case event.Ordered:
			if x.Unit.At == o.To.At || x.Order.To.At == o.To.At {
				return true
			}
		case event.UnitDislodged:
			if x.Dislodged.Unit.At == o.To.At {
				return true
			}
		case event.Removed:
			if x.Unit.At == o.To.At {
				return true
			}
		case event.Exchanged:
			for i := range x.Lines {
				if y := &x.Lines[i]; y.Item == order.GiveProvince && y.To.At == o.To.At && x.Verdict == event.Succeeded {
					return true
				}
			}
		}
	}
	return false
}
