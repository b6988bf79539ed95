package order

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
)

// Inner returns the item of a line of an exchange as an order of the power that gives it. This is
// a payment, a chit or a province without its receiver, or an order for a unit.
func (o *Order) Inner() Order {
	in := *o
	in.Kind, in.Item, in.With, in.Get = o.Item, NoKind, machiavelli.Nobody, false
	return in
}

// Exchanged returns the line of an exchange with another power whose item is the order o. If get is
// true, the other power gives it.
func (o *Order) Exchanged(with machiavelli.Power, get bool) Order {
	line := *o
	line.Kind, line.Item, line.With, line.Get = Exchange, o.Kind, with, get
	return line
}

// Mirrored returns the line of an exchange as the other party must write it,
// for a line written by power.
func (o *Order) Mirrored(power machiavelli.Power) Order {
	line := *o
	line.With, line.Get = power, !o.Get
	return line
}

// SameGood reports whether two lines of exchanges are about the same good,
// which may be ducats, chits against the same power, the same province, or an
// order for the same unit.
func (o *Order) SameGood(x *Order) bool {
	switch {
	case o.Item != x.Item && !(o.givesOrder() && x.givesOrder()):
		return false
	case o.Item == GiveChit:
		return o.Victim == x.Victim
	case o.Item == GiveProvince:
		return o.To.At == x.To.At
	}
	return o.Unit == x.Unit
}

// givesOrder reports whether a line of an exchange is about a unit's order.
func (o *Order) givesOrder() bool {
	switch o.Item {
	case Payment, GiveChit, GiveProvince, Clear:
		return false
	}
	return true
}

// Withdraws reports whether a line of an exchange replaces an earlier line by
// the same power. It does if it gives another sum in the same direction, is for
// the same province or unit, or cancels the whole exchange. Chits add up.
func (o *Order) Withdraws(earlier *Order) bool {
	switch {
	case o.With != earlier.With:
		return false
	case o.Item == Clear:
		return true
	case o.Item == GiveChit, o.Item == Payment && o.Get != earlier.Get:
		return false
	}
	return o.SameGood(earlier)
}

// exchange reads what follows the verb of an exchange, such as "with Venice:
// give 12 ducats", "with Venice: get A Verona - Mantua" or "with Venice: none".
func (p *parser) exchange(o *Order) bool {
	p.accept("with")
	who, ok := p.power()
	if !ok {
		return p.unknownPower(CodePower, message.New("the power to exchange something with"))
	}
	p.skip(':')
	switch {
	case p.acceptOne("give", "gives", "pay", "pays"):
	case p.acceptOne("get", "gets", "receive", "receives", "take", "takes"):
		o.Get = true
	case p.acceptOne("none", "nothing"):
		*o = Order{Kind: Exchange, With: who, Item: Clear}
		return true
	default:
		p.blanks()
		return p.fail(CodeVerb, p.pos, message.New("Expected {words} here, as in \"{example}\".",
			words("give", "get", "none"), message.Order("exchange with Venice: give 12 ducats")))
	}
	get := o.Get
	p.blanks()
	at := p.pos
	if !p.item(o) {
		return false
	}
	if o.Kind == Clear || o.Kind == Exchange {
		return p.fail(CodeVerb, at, message.New("Expected what is exchanged here: ducats, a chit, a province, or an order for a unit."))
	}
	*o = o.Exchanged(who, get)
	return true
}

// item reads what is exchanged, which is ducats, a chit, a province, or an
// order for a unit.
func (p *parser) item(o *Order) bool {
	*o = Order{}
	p.blanks()
	at := p.pos
	s, ok := p.sumAt()
	switch {
	case !ok:
		return false
	case s.given && s.amount < 1:
		return p.fail(CodeAmount, at, message.New("One ducat at least is exchanged."))
	case s.given:
		o.Kind, o.Amount = Payment, s.amount
		return true
	case p.accept("province"):
		return p.provinceItem(o)
	case p.chitItem(o):
		return true
	case p.bareProvince():
		return p.provinceItem(o)
	case p.c.Step == machiavelli.Retreats:
		return p.retreatOrder(o)
	}
	return p.unitOrder(o)
}

// provinceItem reads the province that changes hands.
func (p *parser) provinceItem(o *Order) bool {
	p.acceptOne("of")
	pl, ok := p.place()
	if !ok {
		return p.unknownPlace(CodeTarget, p.bad, message.New("the province to exchange"))
	}
	o.Kind, o.To.At = GiveProvince, pl.At
	return true
}

// chitItem reads "Turkish chit" or "Turkish assassination chit". If something else comes next,
// it reads nothing.
func (p *parser) chitItem(o *Order) bool {
	at, notes := p.pos, len(p.notes)
	p.acceptOne("a", "the")
	if who, ok := p.power(); ok {
		long := p.accept("assassination")
		if p.acceptOne("chit", "counter") || long {
			o.Kind, o.Victim = GiveChit, who
			return true
		}
	}
	p.pos, p.notes, p.err = at, p.notes[:notes], nil
	return false
}

// bareProvince reports whether a place comes next, with nothing after it.
func (p *parser) bareProvince() bool {
	at, bad, notes := p.pos, p.bad, len(p.notes)
	pl, ok := p.place()
	ok = ok && pl.At != board.None && p.done()
	p.pos, p.bad, p.notes, p.err = at, bad, p.notes[:notes], nil
	return ok
}

// exchange writes a line of an exchange.
func (f *writer) exchange(o *Order) {
	f.text("Exchange with ")
	f.power(o.With)
	switch {
	case o.Item == Clear:
		f.text(": none")
		return
	case o.Get:
		f.text(": get ")
	default:
		f.text(": give ")
	}
	switch o.Item {
	case Payment:
		f.ducats(o.Amount)
	case GiveChit:
		if int(o.Victim) < len(f.r) {
			f.text(f.r[o.Victim].Adjective)
		}
		f.text(" chit")
	case GiveProvince:
		f.text("province ")
		f.place(o.To)
	default:
		in := o.Inner()
		f.b = AppendFormat(f.b, &in, f.board, f.r)
	}
}
