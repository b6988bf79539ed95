package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
)

// exchange checks a line of an exchange, by which the power gives something to the other party or
// gets something from it (OPT-19). What the other party gives is checked only against what
// everyone can see. The two parties' lines for the same thing are bound to equal values.
func (c *checker) exchange(o, bound *order.Order) *Problem {
	switch {
	case !c.r.Exchanges:
		return refuse(optionOff, message.New("In this game the judge makes no exchanges for the powers."))
	case c.p.Phase.Step == machiavelli.Adjustments:
		return refuse(noVerb, message.New("Exchanges are made in campaigns and during retreats, not in winter."))
	}
	if problem := c.payee(o.With, message.New("The order does not say with whom to make the exchange."), message.New("You cannot make an exchange with yourself.")); problem != nil {
		return problem
	}
	from, to := c.power, o.With
	if o.Get {
		from, to = to, from
	}
	in, out := o.Inner(), order.Order{}
	var problem *Problem
	switch o.Item {
	case order.Clear:
		out.Kind = order.Clear
	case order.Payment:
		problem = c.ducatsExchanged(from, &in, &out)
	case order.GiveChit:
		problem = c.chitExchanged(from, to, &in, &out)
	case order.GiveProvince:
		problem = c.provinceExchanged(from, &in, &out)
	default:
		problem = c.orderExchanged(from, &in, &out)
	}
	if problem != nil {
		return problem
	}
	*bound = out.Exchanged(o.With, o.Get && o.Item != order.Clear)
	return nil
}

// ducatsExchanged checks ducats. A power in debt to the bank gives none unless
// the rules allow it (LOAN-08).
func (c *checker) ducatsExchanged(from machiavelli.Power, in, out *order.Order) *Problem {
	switch {
	case !c.r.Money:
		return refuse(optionOff, message.New("This game is played without money."))
	case in.Amount < 1:
		return refuse(noAmount, message.New("One ducat at least is exchanged; leave the line out if no money changes hands."))
	}
	out.Kind, out.Amount = order.Payment, in.Amount
	if from != c.power {
		return nil
	}
	principal, interest := Owed(c.p, from)
	if owed := principal + interest; owed > 0 && !c.r.GiftsWhileIndebted {
		c.wasted(message.New("you owe the bank {sum}, and debtors give no ducats away", message.Ducats(owed)))
	}
	if have := c.p.Treasury[from]; machiavelli.Ducats(in.Amount) > have {
		c.wasted(message.New("you have {sum}", message.Ducats(have)))
	}
	return nil
}

// chitExchanged checks an assassination chit. It does not reveal which chits the other party
// has.
func (c *checker) chitExchanged(from, to machiavelli.Power, in, out *order.Order) *Problem {
	switch {
	case !c.r.Money || !c.r.Assassinations:
		return refuse(optionOff, message.New("This game is played without assassinations, so nobody needs a chit."))
	case c.r.AssassinationChits == rules.UnlimitedChits:
		return refuse(noChit, message.New("In this game everyone can assassinate without chits, so there are none to give."))
	case in.Victim == machiavelli.Nobody || int(in.Victim) >= len(c.p.Setting.Powers):
		return refuse(noChit, message.New("The order does not say against whom the chit is used."))
	case from == c.power && c.p.Chits[from][in.Victim] == 0:
		return refuse(noChit, message.Sentence(c.noChit(in.Victim)))
	}
	out.Kind, out.Victim = order.GiveChit, in.Victim
	switch {
	case c.p.Eliminated.Has(in.Victim):
		c.note(futile, message.New("{Power:name} is out of the game, so the chit can no longer be used.", c.whose(in.Victim)))
	case in.Victim == to, c.p.Setting.Partners(in.Victim, to):
		c.note(futile, message.New("The chit is against its receiver, who cannot use it."))
	}
	return nil
}

// provinceExchanged checks a province. As for a gift (OPT-06), its owner must
// also own its city, and it must be outside the owner's home countries.
func (c *checker) provinceExchanged(from machiavelli.Power, in, out *order.Order) *Problem {
	at, own := in.To.At, from == c.power
	if own {
		if problem := c.ownLand(at); problem != nil {
			return problem
		}
	}
	switch {
	case !c.known(at):
		return refuse(noTarget, message.New("The order does not say which province it is for."))
	case !c.b.Land.Has(at):
		return refuse(noTarget, message.New("{Place} is at sea; only provinces can be owned.", c.place(at)))
	case c.p.Province[at] != from:
		return refuse(notYours, message.New("The province of {place} does not belong to {power:name}.", c.place(at), c.whose(from)))
	case c.b.Cities.Has(at) && c.p.City[at] != from && own:
		return refuse(notYours, message.New("The city of {place} is not yours; only a province that you own whole can be exchanged.", c.place(at)))
	case c.b.Cities.Has(at) && c.p.City[at] != from:
		return refuse(notYours, message.New("The city of {place} does not belong to {power:name}; only whole provinces can be exchanged.", c.place(at), c.whose(from)))
	case c.p.Homes(from).Has(at) && own:
		return refuse(notYours, message.New("{Place} is in a home country of yours and cannot be exchanged.", c.place(at)))
	case c.p.Homes(from).Has(at):
		return refuse(notYours, message.New("{Place} is in a home country of {power:name} and cannot be exchanged.", c.place(at), c.whose(from)))
	}
	out.Kind, out.To = order.GiveProvince, board.Place{At: at}
	return nil
}

// orderExchanged checks the order that a unit is to have, or its retreat, as an
// order of its owner. It does not look at the owner's other orders.
func (c *checker) orderExchanged(from machiavelli.Power, in, out *order.Order) *Problem {
	power, whole, expected, notes := c.power, c.whole, c.expected, c.notes
	c.power, c.whole, c.expected, c.notes = from, true, nil, nil
	unit, problem := c.ownOrder(in, out)
	c.power, c.whole, c.expected = power, whole, expected
	if from == power {
		notes = append(notes, c.notes...)
	}
	c.notes = notes
	switch {
	case problem == nil && c.p.Phase.Step == machiavelli.Orders && c.p.Units[unit].Owner != from:
		u := &c.p.Units[unit]
		if from == power {
			return refuse(notYours, message.New("{Unit} is not yours; you can give the orders of your own units only.", c.the(u)))
		}
		return refuse(notYours, message.New("{Unit} does not belong to {power:name}.", c.the(u), c.whose(from)))
	case problem != nil && from != power:
		return refuse(problem.Code, message.New("This would have to be an order of {power:name}, and could not be. {Why}", c.whose(from), problem.Message))
	}
	return problem
}

// ownOrder checks the order of a unit that is promised in an exchange, and
// returns the unit's index as Check does. Strategic movements, which follow the
// campaign, are not exchanged.
func (c *checker) ownOrder(in, out *order.Order) (int, *Problem) {
	if c.p.Phase.Step == machiavelli.Retreats {
		return c.retreat(in, out)
	}
	if in.Kind < order.Hold || in.Kind > order.Disband {
		return withoutUnit(refuse(noVerb, message.New("Of units, only what they do in the movement can be exchanged: hold, advance, support, convoy, convert, besiege, lift a siege or disband.")))
	}
	return c.campaign(in, out)
}

// gives reports whether the order counts and gives something of that kind in an exchange.
func (v *Verdict) gives(what order.Kind) bool {
	return v.stands() && v.Bound.Kind == order.Exchange && !v.Bound.Get && v.Bound.Item == what
}

// promised returns the ducats that the set gives in exchanges.
func promised(set []Verdict) (sum machiavelli.Ducats) {
	for i := range set {
		if v := &set[i]; v.gives(order.Payment) {
			sum += machiavelli.Ducats(v.Bound.Amount)
		}
	}
	return sum
}

// exchanges adds to each line of an exchange the line that the other party must
// write, and notes what prevents the exchange because nothing is given in
// return or too much is promised (OPT-19, OPT-20). It does not depend on what
// the other party has written.
func (c *checker) exchanges(set []Verdict) {
	sum := promised(set)
	for i := range set {
		v := &set[i]
		if !v.stands() || v.Bound.Kind != order.Exchange || v.Bound.Item == order.Clear {
			continue
		}
		o := &v.Bound
		mirrored := o.Mirrored(c.power)
		v.note(mutual, message.New("This waits for the line of {power:name}: \"{order}\". Nobody learns here whether it is written.",
			c.whose(o.With), message.Order(order.Format(mirrored, c.b, c.p.Setting.Powers))))
		switch {
		case !answered(set, o):
			v.wasted(message.New("nothing is given in return; an exchange needs a line with {word} and one with {word2}", message.Order("give"), message.Order("get")))
		case o.Get:
		case o.Item == order.Payment && machiavelli.Ducats(o.Amount) <= c.p.Treasury[c.power] && sum > c.p.Treasury[c.power]:
			v.wasted(message.New("your exchanges together promise {sum}, more than you have", message.Ducats(sum)))
		case c.promisedTwice(set, v):
			v.wasted(message.New("you promise the same in another exchange, so none of them takes place"))
		}
	}
}

// answered reports whether the set has a line of the same exchange in the other
// direction.
func answered(set []Verdict, o *order.Order) bool {
	for i := range set {
		v := &set[i]
		if x := &v.Bound; v.stands() && x.Kind == order.Exchange && x.Item != order.Clear && x.With == o.With && x.Get != o.Get {
			return true
		}
	}
	return false
}

// promisedTwice reports whether the set gives the same order or province twice,
// or more chits than the power has.
func (c *checker) promisedTwice(set []Verdict, v *Verdict) bool {
	same := 0
	for i := range set {
		if w := &set[i]; w.gives(w.Bound.Item) && v.Bound.SameGood(&w.Bound) {
			same++
		}
	}
	switch v.Bound.Item {
	case order.Payment:
		return false
	case order.GiveChit:
		return same > int(c.p.Chits[c.power][v.Bound.Victim])
	}
	return same > 1
}
