package report_test

import (
	"slices"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// elsewhere lists functions whose texts need no proof here. They write texts about movement,
// which TestExplanationsAreTrue proves, and sentences that only repeat an event.
var elsewhere = []string{"noHelp", "notCounted", "outcome", "versus", "drivenOut", "control", "dislodged", "Maintains", "Sentence", "chainOfVictory"}

// phrases lists texts that name something without claiming anything. The sentence around them
// contains the claim.
var phrases = []string{
	"{first}; {second}",
	"{power} ({sum})", "nothing", "1", "1 or 2", "1 to {n}", "{n} city", "{n} unit", "{What}: {why}.",
	"the province of {place:name}", "an assassination chit against {victim}", "the order \"{order}\"",
	"the rebellion in the city of {place:name}", "the rebellion in the province of {place:name}", "the rebellion in {place:name}",
	"to bring the plague to {place:name}", "to buy {unit}", "to cause a famine in {place:name}", "to have the ruler of {power} assassinated",
	"to have {unit} disbanded", "to keep {unit} loyal", "to make {unit} autonomous", "to order {unit} about", "to pacify {place:name}",
	"to relieve the famine in {place:name}", "to ransom the garrison of {place:name}", "to rid {place:name} of the plague", "to stir up a rebellion in {place:name}", "a unit in {place}", "without a purpose",
	"nobody has {cities:name}", "{power} {power?pl:have|has} {cities:name}",
	// notes about lines
	"the unit was not built yet: the build is cancelled", "a later order for the same unit or place counts instead",
}

// unsaid lists texts about events that package turn never produces, because only other judges
// report them or because nobody can give the line.
var unsaid = []string{
	"the sum is too small", "a larger bribe was offered", "as much was offered by another", "the unit was counter-bribed",
	"it was done already this year", "that power is out of the game", "there was no such unit", "the unit already belongs to {power}",
	"{Power} {power?pl:draw|draws} an assassination chit against {power} {power?pl:themselves|itself}.",
	"{unit} is not let in and rides home", "{unit} does not travel to {place}", "{Power} cannot give {place:name} to {to}: {why}.", "that cannot be done there",
	"the famine in {place:name} is relieved", "{rebellion} is over: quelled", "{rebellion} is over: put down", "{rebellion} is over: pacified",
	"there was no plague in {place:name}", "{place:name} rebels", "the city of {place:name} rebels", "the province of {place:name} rebels", "the city and the province of {place:name} rebel", "{power} may have no special unit of that kind", "no ruler of that name can be reached", "it cannot be done in {place:name}",
}

// bill returns the expense that is being explained, or the expense of the attempt.
func (c *court) bill() event.Expense {
	e, _ := c.e.(event.Expense)
	return e
}

// paid returns the result of the expense e in another run of the phase.
func paid(events []event.Event, e event.Expense) *event.Expense {
	for _, x := range events {
		if x, ok := x.(event.Expense); ok && x.Power == e.Power && x.Slot == e.Slot {
			return &x
		}
	}
	return nil
}

// cured reports whether the expense being explained fails for a reason, and no longer fails for
// it after a change.
func (c *court) cured(why event.Failure, change func(*court)) bool {
	e := c.bill()
	x := paid(c.again(change), e)
	return e.Failure == why && x != nil && x.Failure != why
}

// line reports whether a line is the power's expense with that number.
func line(l turn.Line, power machiavelli.Power, slot int) bool {
	return l.Power == power && l.Order.Kind == order.Expense && int(l.Order.Slot) == slot
}

// without spends the money of expenses on something that has no effect, so that no other line
// gets it.
func without(list ...event.Expense) func(*court) {
	return func(c *court) {
		at := c.p.Setting.Board.Land.Minus(c.p.Famine).Next(board.None)
		for i := range c.lines {
			l := &c.lines[i]
			for _, e := range list {
				if line(*l, e.Power, e.Slot) && l.Order.Expense != order.Delete {
					l.Order = order.Order{Kind: order.Expense, Slot: l.Order.Slot, Expense: order.FamineRelief, To: board.Place{At: at}, HasSum: true, Amount: int32(e.Asked)}
				}
			}
		}
	}
}

// bribe reports whether an expense is a bribe.
func bribe(e event.Expense) bool {
	return e.Order.Expense.Target() == order.OnUnit && e.Order.Expense != order.CounterBribe
}

// competed reports whether an expense was compared with the one being explained, because both
// were for the same unit.
func (c *court) competed(x event.Expense) bool {
	e := c.bill()
	if x.Failure == event.SecondSpecial && slices.ContainsFunc(c.p.Units, func(u position.Unit) bool { return c.p.Setting.Same(u.Owner, x.Power) && u.Special() }) {
		return false // the expense had already failed
	}
	return x.Target != nil && e.Target != nil && *x.Target == *e.Target && (x.Power != e.Power || x.Slot != e.Slot) &&
		slices.Contains([]event.Failure{event.NoFailure, event.BelowMinimum, event.Outbid, event.TiedBid, event.CounterBribed, event.SecondSpecial}, x.Failure)
}

// bidders returns the expenses that a list of bids names. The result ok is false if one of them
// does not exist.
func (c *court) bidders(a message.Arg, is func(event.Expense) bool) (list []event.Expense, ok bool) {
	for _, b := range a.(message.List).Of {
		power, sum := c.power(b.(message.Message).Args[0]), ducatsOf(b.(message.Message).Args[1])
		i := slices.IndexFunc(c.res.Events, func(x event.Event) bool {
			e, ok := x.(event.Expense)
			return ok && e.Power == power && e.Counted == sum && c.competed(e) && is(e) &&
				!slices.ContainsFunc(list, func(l event.Expense) bool { return l.Power == e.Power && l.Slot == e.Slot })
		})
		if i < 0 {
			return nil, false
		}
		list = append(list, c.res.Events[i].(event.Expense))
	}
	return list, len(list) > 0
}

func counters(e event.Expense) bool { return e.Order.Expense == order.CounterBribe && e.Counted > 0 }

// foreseen returns the order that a power wrote for the target of the expense being explained,
// in case it gets the unit.
func (c *court) foreseen(power machiavelli.Power) (o order.Order, ok bool) {
	u := *c.bill().Target
	for _, l := range c.lines {
		if l.Power != power || !l.Err.IsZero() {
			continue
		}
		bound, unit, _, problem := legal.Check(c.p, c.r, power, l.Order)
		if problem == nil && unit >= 0 && c.p.Units[unit].At == u.At && c.p.Units[unit].InCity() == u.InCity() {
			o, ok = bound, bound.Kind != order.Clear
		}
	}
	return o, ok
}

// acts returns the order that a unit had in the campaign.
func (c *court) acts(u position.Unit) *event.Ordered {
	for _, x := range c.res.Events {
		if o, ok := x.(event.Ordered); ok && o.Unit.At == u.At && o.Unit.InCity() == u.InCity() {
			return &o
		}
	}
	return nil
}

// garrisoned reports whether the city of a place had a garrison when the event being explained
// happened, after bribes and murders.
func (c *court) garrisoned(at board.ID) bool {
	g := c.p.Garrison(at)
	return g >= 0 && !some(c.res.Events[:c.i], func(x event.Removed) bool { return x.Unit.At == at && x.Unit.InCity() })
}

// rebelled reports whether the land or the city of a place rebelled before the event being
// explained.
func (c *court) rebelled(at board.ID) (land, city bool) {
	land, city = c.p.RebelLand.Has(at), c.p.RebelCity.Has(at)
	for _, x := range c.res.Events[:c.i] {
		switch x := x.(type) {
		case event.RebellionBegun:
			if x.Province == at {
				land, city = land || x.InLand, city || x.InCity
			}
		case event.RebellionEnded:
			if x.Province == at {
				land, city = land && !x.InLand, city && !x.InCity
			}
		}
	}
	return land, city
}

// debt cancels the debts of a power.
func debt(power machiavelli.Power) func(*court) {
	return func(c *court) {
		c.p.Loans = slices.DeleteFunc(c.p.Loans, func(l position.Loan) bool { return l.Power == power })
	}
}

// due returns what a power owed the bank for this campaign at its start.
func (c *court) due(power machiavelli.Power) (sum machiavelli.Ducats) {
	for _, l := range c.p.Loans {
		if l.Power == power && (l.Year < c.p.Phase.Year || l.Year == c.p.Phase.Year && l.Season <= c.p.Phase.Season) {
			sum += l.Principal + l.Interest
		}
	}
	return sum
}

// bank returns what a power paid to the bank, and what the bank lent to it, in this campaign.
func (c *court) bank(power machiavelli.Power) (repaid, lent machiavelli.Ducats) {
	for _, x := range c.res.Events {
		switch x := x.(type) {
		case event.Payment:
			if x.Bank && x.Power == power {
				repaid += x.Paid
			}
		case event.Borrowed:
			if x.Power == power {
				lent += x.Lent
			}
		}
	}
	return repaid, lent
}

// gave returns the result of the payment e in another run.
func gave(events []event.Event, e event.Payment) *event.Payment {
	for _, x := range events {
		if x, ok := x.(event.Payment); ok && x.Power == e.Power && x.To == e.To && x.Bank == e.Bank {
			return &x
		}
	}
	return nil
}

// broke reports whether the line being explained failed because money was short, and succeeds
// with more money.
func (c *court) broke() bool {
	switch e := c.e.(type) {
	case event.Expense:
		return e.Paid == 0 && c.cured(event.TreasuryEmpty, rich(e.Power))
	case event.Payment:
		x := gave(c.again(rich(e.Power)), e)
		return e.Failure == event.TreasuryEmpty && e.Paid == 0 && x != nil && x.Paid > 0
	}
	return false
}

// adjusted returns the result of the same winter order in another run.
func adjusted(events []event.Event, e event.Adjusted) *event.Adjusted {
	for _, x := range events {
		if x, ok := x.(event.Adjusted); ok && x.Power == e.Power && x.Given == e.Given && x.Order.Kind == e.Order.Kind {
			return &x
		}
	}
	return nil
}

// winter reports whether a winter order fails because of other orders of its power for which rival
// returns true, and does not fail without them. If done is true, one of these must have succeeded.
func (c *court) winter(kind order.Kind, done bool, rival func(order.Order) bool) bool {
	e, ok := c.e.(event.Adjusted)
	if !ok || e.Verdict == event.Succeeded || done && !some(c.res.Events, func(x event.Adjusted) bool {
		return x.Verdict == event.Succeeded && x.Order.Kind == kind && c.p.Setting.Same(x.Power, e.Power) && rival(x.Order)
	}) {
		return false
	}
	others := func(l turn.Line) bool {
		return c.p.Setting.Same(l.Power, e.Power) && l.Text != e.Given && l.Order.Kind == kind && rival(l.Order)
	}
	x := adjusted(c.again(func(d *court) { d.drop(others) }), e)
	// x is nil if a removal withdraws the order
	return slices.ContainsFunc(c.lines, others) && (x == nil || !x.Error.Equal(e.Error))
}

// stillGone reports whether an event of another run is the removal being explained.
func (c *court) stillGone(events []event.Event, why event.RemovalReason) bool {
	u := c.e.(event.Removed).Unit
	return some(events, func(x event.Removed) bool { return x.Unit == u && x.Reason == why })
}

func (c *court) removed() event.Removed {
	e, _ := c.e.(event.Removed)
	return e
}

// wished reports whether the last valid winter order for the unit being explained has that kind.
func (c *court) wished(u position.Unit, kind order.Kind) bool {
	return some(c.res.Events, func(x event.Adjusted) bool {
		return x.Order.Kind == kind && x.Unit == u && x.Given != "" && x.Verdict == event.Succeeded
	})
}

// roll reports whether a roll of the phase had that value.
func (c *court) roll(name string, n machiavelli.Ducats) bool {
	got, ok := c.res.Rolls[name]
	return ok && got == int(n)
}

// struckBy reports whether a disaster of the phase, or before it in the year,
// struck the unit's place.
func (c *court) struckBy(what string) bool {
	u := c.removed().Unit
	return some(c.res.Events, func(d event.Disaster) bool { return d.What == what && d.Struck.Has(u.At) })
}

func (c *court) elimination() event.Elimination {
	e, _ := c.e.(event.Elimination)
	return e
}

// between reports whether a line belongs to the exchange being explained.
func (c *court) between(l turn.Line) bool {
	e := c.e.(event.Exchanged)
	return l.Order.Kind == order.Exchange && (l.Power == e.Power && l.Order.With == e.With || l.Power == e.With && l.Order.With == e.Power)
}

// unfit reports whether an exchange fails for a reason, and no longer does after a change, unless
// the change causes the refusal of a line for which door returns true.
func (c *court) unfit(why event.Failure, door func(event.Refused) bool, change func(*court)) bool {
	e, ok := c.e.(event.Exchanged)
	if !ok || e.Failure != why {
		return false
	}
	again := c.again(change)
	if door != nil && some(again, door) {
		return true
	}
	return some(again, func(x event.Exchanged) bool {
		return x.Power == e.Power && x.With == e.With && (x.Failure != why || x.Failed != e.Failed)
	}) ||
		some(again, func(x event.Exchanged) bool {
			return x.Power == e.With && x.With == e.Power && (x.Failure != why || x.Failed != e.Failed)
		})
}

// is reports whether the event being explained has that type and satisfies a condition.
func is[E event.Event](c *court, holds func(E) bool) bool {
	e, ok := c.e.(E)
	return ok && holds(e)
}

type claim = func(c *court, a []message.Arg) bool

// claims maps each text to its proof.
var claims = map[string]claim{}

func init() {
	for _, part := range []map[string]claim{aboutExpenses, aboutBank, aboutTreachery, aboutYear, aboutWinter, aboutDeals, aboutEnds} {
		for id, proof := range part {
			claims[id] = proof
		}
	}
}

// spent proves what a sentence says about the sum paid for an expense and about its effect.
func spent(works bool, sum, counted int) claim {
	return func(c *court, a []message.Arg) bool {
		e, ok := c.e.(event.Expense)
		if !ok || (e.Failure == event.NoFailure) != works || c.power(a[0]) != e.Power || ducatsOf(a[sum]) != e.Paid || e.Paid == 0 {
			return false
		}
		if counted > 0 && (ducatsOf(a[counted]) != e.Counted || e.Counted != e.Paid/3*3 || e.Counted == e.Paid) {
			return false
		}
		return true
	}
}

var aboutExpenses = map[string]claim{
	"{Power} {power?pl:spend|spends} {sum} {purpose}.":                                            spent(true, 1, 0),
	"{Power} {power?pl:spend|spends} {sum}, of which {counted:n} count, {purpose}.":               spent(true, 1, 2),
	"{power} {power?pl:spend|spends} {sum} without effect {purpose}":                              spent(false, 1, 0),
	"{power} {power?pl:spend|spends} {sum}, of which {counted:n} count, without effect {purpose}": spent(false, 1, 2),
	"{power} {power?pl:have|has} no money {purpose}": func(c *court, a []message.Arg) bool {
		return c.broke() && c.power(a[0]) == c.bill().Power
	},
	"{sum} {sum?one:was|were} paid": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Expense) bool { return e.Paid == ducatsOf(a[0]) && e.Paid == e.Asked && e.Order.HasSum })
	},
	"{sum} {sum?one:was|were} paid, the least that it costs, as no sum was named": func(c *court, a []message.Arg) bool {
		e := c.bill()
		if e.Paid != ducatsOf(a[0]) || e.Order.HasSum || e.Paid != e.Minimum {
			return false
		}
		// with less money the expense fails for that reason, unless something else prevents it
		less := paid(c.again(func(d *court) {
			for i := range d.lines {
				if line(d.lines[i], e.Power, e.Slot) {
					d.lines[i].Order.HasSum, d.lines[i].Order.Amount = true, int32(e.Paid-3)
				}
			}
		}), e)
		return less != nil && less.Failure != event.NoFailure
	},
	"only {sum} of the {asked:n} ordered {sum?one:was|were} left to pay it with": func(c *court, a []message.Arg) bool {
		e := c.bill()
		x := paid(c.again(rich(e.Power)), e)
		return e.Order.HasSum && e.Paid == ducatsOf(a[0]) && e.Asked == ducatsOf(a[1]) && x != nil && x.Paid == e.Asked
	},
	"{sum} {sum?one:was|were} ordered, but nothing was paid": func(c *court, a []message.Arg) bool {
		e := c.bill()
		return e.Paid == 0 && e.Asked == ducatsOf(a[0]) && e.Asked > 0 && e.Order.HasSum
	},
	"nothing of it counts, because money works in full threes": func(c *court, _ []message.Arg) bool {
		e := c.bill()
		return e.Counted == 0 && e.Paid > 0 && e.Paid < 3
	},
	"of these, only {n} count, because money works in full threes": func(c *court, a []message.Arg) bool {
		e := c.bill()
		return e.Counted == ducatsOf(a[0]) && e.Counted == e.Paid/3*3 && e.Counted < e.Paid
	},
	"the price is {sum}": func(c *court, a []message.Arg) bool { return c.price(ducatsOf(a[0]), "") },
	"the price of {unit} is {sum}": func(c *court, a []message.Arg) bool {
		return c.bill().Target != nil && a[0] == message.Arg(c.tell.UnitOf(*c.bill().Target)) && c.price(ducatsOf(a[1]), "")
	},
	"the price of {unit} is {sum}, {why}": func(c *court, a []message.Arg) bool {
		return c.bill().Target != nil && a[0] == message.Arg(c.tell.UnitOf(*c.bill().Target)) && c.price(ducatsOf(a[1]), "")
	},
	"doubled for the great city":      doubled(func(c *court, u *position.Unit) { c.p.Setting.Board.Major.Remove(u.At) }),
	"doubled for a militia unit":      doubled(func(_ *court, u *position.Unit) { u.Quality = machiavelli.Ordinary }),
	"doubled for a professional unit": doubled(func(_ *court, u *position.Unit) { u.Quality = machiavelli.Ordinary }),
	"doubled for cavalry":             doubled(func(_ *court, u *position.Unit) { u.Type = machiavelli.Army }),
	"it costs {sum}": func(c *court, a []message.Arg) bool {
		e := c.bill()
		return e.Counted < e.Minimum && e.Minimum == ducatsOf(a[0]) && c.cured(event.BelowMinimum, func(d *court) {
			rich(e.Power)(d)
			for i := range d.lines {
				if line(d.lines[i], e.Power, e.Slot) {
					d.lines[i].Order.HasSum, d.lines[i].Order.Amount = true, int32(e.Minimum)
				}
			}
		})
	},
	"{power} {power?pl:have|has} no unit close enough": func(c *court, a []message.Arg) bool {
		e := c.bill()
		at := e.Order.To.At
		city := false
		if e.Target != nil {
			at, city = e.Target.At, e.Target.InCity()
		}
		for _, u := range c.p.Units {
			if c.p.Setting.Same(u.Owner, e.Power) && (u.At == at || c.p.Setting.Board.Borders[at].Has(u.At) && (!city || !u.InCity() || c.r.BribeCityToCity)) {
				return false
			}
		}
		return c.power(a[0]) == e.Power && c.cured(event.NotAdjacent, func(d *court) { d.r.BribeAdjacency = rules.BribeAnywhere })
	},
	"no neighbour of the unit gave {power} leave": func(c *court, a []message.Arg) bool {
		e := c.bill()
		near := legal.Neighbours(c.p, c.r, e.Target.At, e.Target.InCity())
		for _, l := range c.lines {
			if l.Order.Kind == order.Permit && l.Order.Power == e.Power && near.Has(l.Power) && legal.TargetUnit(c.p, l.Order.Target) >= 0 && c.p.Units[legal.TargetUnit(c.p, l.Order.Target)] == *e.Target {
				return false
			}
		}
		return c.power(a[0]) == e.Power && c.cured(event.NotPermitted, func(d *court) {
			for power := machiavelli.Power(1); int(power) < len(d.p.Setting.Powers); power++ {
				if near.Has(power) && power != e.Power {
					d.lines = append(d.lines, turn.Line{Power: power, Order: order.Order{Kind: order.Permit, Power: e.Power, Target: order.Unit{Type: e.Target.Type, At: e.Target.At, Coast: e.Target.Coast}}})
				}
			}
		})
	},
	"that place is out of play": func(c *court, _ []message.Arg) bool {
		e := c.bill()
		at := e.Order.To.At
		if e.Target != nil {
			at = e.Target.At
		}
		return e.Failure == event.OffBoard && c.p.Setting.OffBoard.Has(at)
	},
	"the treasury is empty": func(c *court, _ []message.Arg) bool { return c.broke() },
	"{power} could not pay back the bank": func(c *court, a []message.Arg) bool {
		e := c.bill()
		return c.power(a[0]) == e.Power && some(c.res.Events, func(d event.Defaulted) bool { return d.Power == e.Power }) && c.cured(event.Bankrupt, debt(e.Power))
	},
	"{power} {power?pl:have|has} a special unit already": func(c *court, a []message.Arg) bool {
		e := c.bill()
		buys := all(c.res.Events, func(x event.Expense) bool {
			return x.Order.Expense == order.BuyUnit && c.p.Setting.Same(x.Power, e.Power) && (x.Power != e.Power || x.Slot != e.Slot)
		})
		return c.power(a[0]) == e.Power && c.cured(event.SecondSpecial, func(d *court) {
			without(buys...)(d)
			for i := range d.p.Units {
				if u := &d.p.Units[i]; d.p.Setting.Same(u.Owner, e.Power) && u.Special() {
					u.Quality = machiavelli.Ordinary
					if u.Mounted() {
						u.Type = machiavelli.Army
					}
				}
			}
		})
	},
	"a larger bribe was offered by {bids}": func(c *court, a []message.Arg) bool {
		e := c.bill()
		list, ok := c.bidders(a[0], func(x event.Expense) bool { return bribe(x) && x.Counted > e.Counted })
		if !ok {
			return false
		}
		equal := slices.ContainsFunc(e.Rivals, func(b event.Bid) bool { return b.Ducats == e.Counted })
		return equal && e.Failure == event.Outbid || c.cured(event.Outbid, without(list...))
	},
	"as much was offered by {bids}, and the lot went against it": func(c *court, a []message.Arg) bool {
		e := c.bill()
		list, ok := c.bidders(a[0], func(x event.Expense) bool { return bribe(x) && x.Counted == e.Counted })
		return ok && c.cured(event.Outbid, without(list...)) && c.r.BribeTie == rules.TieDieToss
	},
	"as much was offered by {bids}": func(c *court, a []message.Arg) bool {
		e := c.bill()
		list, ok := c.bidders(a[0], func(x event.Expense) bool { return bribe(x) && x.Counted == e.Counted })
		return ok && c.cured(event.TiedBid, without(list...))
	},
	"the unit was counter-bribed by {bids}": func(c *court, a []message.Arg) bool {
		list, ok := c.bidders(a[0], counters)
		return ok && c.cured(event.CounterBribed, without(list...))
	},
	"{what}, which leaves nothing": func(c *court, _ []message.Arg) bool { e := c.bill(); return e.Counted <= e.Countered },
	"{what}, which leaves {left} of the {price} that it costs": func(c *court, a []message.Arg) bool {
		e := c.bill()
		return e.Counted-e.Countered == ducatsOf(a[1]) && e.Minimum == ducatsOf(a[2]) && ducatsOf(a[1]) < ducatsOf(a[2])
	},
	"other bribes for the same unit: {bids}": func(c *court, a []message.Arg) bool {
		list, ok := c.bidders(a[0], bribe)
		return ok && len(list) == len(all(c.res.Events, func(x event.Expense) bool { return c.competed(x) && bribe(x) }))
	},
	"counter-bribes for the unit: {bids}": func(c *court, a []message.Arg) bool {
		list, ok := c.bidders(a[0], counters)
		return ok && len(list) == len(all(c.res.Events, func(x event.Expense) bool { return c.competed(x) && counters(x) }))
	},
	"counter-bribes for the unit: {bids}, which leaves {left}": func(c *court, a []message.Arg) bool {
		e := c.bill()
		list, ok := c.bidders(a[0], counters)
		left := e.Counted
		for _, x := range list {
			left -= x.Counted
		}
		if !ok || max(left, 0) != ducatsOf(a[1]) {
			return false
		}
		// If nothing fails, the remaining sum was enough.
		return e.Failure == event.NoFailure && left >= e.Minimum || e.Failure == event.SecondSpecial || (e.Failure == event.CounterBribed || e.Failure == event.BelowMinimum) && left < e.Minimum
	},
	"no bribe for the unit could have had an effect": func(c *court, _ []message.Arg) bool {
		e := c.bill()
		return e.Failure == event.Needless && !some(c.res.Events, func(x event.Expense) bool { return c.competed(x) && bribe(x) })
	},
	"{place} does not rebel while a unit is there": func(c *court, a []message.Arg) bool {
		at := c.bill().Order.To.At
		return c.place(a[0]) == at && c.cured(event.UnitThere, func(d *court) {
			d.p.Units = slices.DeleteFunc(d.p.Units, func(u position.Unit) bool { return u.At == at })
		})
	},
	"nobody can be stirred up in {place:name}: a rebellion is against another player who owns the province": func(c *court, a []message.Arg) bool {
		e := c.bill()
		at := e.Order.To.At
		return c.place(a[0]) == at && c.cured(event.WrongTarget, func(d *court) {
			d.drop(func(l turn.Line) bool { return l.Order.Kind == order.GiveProvince })
			for power := machiavelli.Power(1); int(power) < len(d.p.Setting.Powers); power++ {
				if d.p.Province[at] == machiavelli.Nobody && power != e.Power && !d.p.Setting.Partners(power, e.Power) && !d.p.Eliminated.Has(power) {
					d.p.Province[at] = power
					if at == d.p.Setting.SeaCity {
						d.p.City[at] = power
					}
				}
			}
		})
	},
	"the order given for the unit cannot be bought": func(c *court, _ []message.Arg) bool {
		e := c.bill()
		return e.Order.Expense == order.OrderUnit && c.cured(event.WrongTarget, func(d *court) {
			for i := range d.lines {
				if l := &d.lines[i]; l.Power == e.Power && l.Order.Kind != order.Expense && l.Order.Unit.At == e.Target.At {
					*l = turn.Line{Power: 1, Err: message.New("x")}
				}
			}
		})
	},
	"there was no famine in {place:name} before this campaign": func(c *court, a []message.Arg) bool {
		at := c.bill().Order.To.At
		return c.place(a[0]) == at && !c.p.Famine.Has(at) && c.cured(event.NoMarker, func(d *court) { d.p.Famine.Add(at) })
	},
	"there was no rebellion in {place:name} that money could end": func(c *court, a []message.Arg) bool { return c.noRebellion(a[0]) },
	"the rebellion in {place:name} began in this campaign, and money ends only one that was there before": func(c *court, a []message.Arg) bool {
		at := c.place(a[0])
		return c.noRebellion(a[0]) && some(c.res.Events, func(x event.RebellionBegun) bool { return x.Province == at })
	},
	"{powers} stirred up the same rebellion in {place:name}": func(c *court, a []message.Arg) bool {
		e := c.bill()
		list := all(c.res.Events, func(x event.Expense) bool {
			return x.Order.Expense == order.Rebellion && x.Order.To.At == e.Order.To.At && (x.Failure == event.NoFailure || x.Failure == event.AlreadyDone)
		})
		for _, p := range a[0].(message.List).Of {
			if !slices.ContainsFunc(list, func(x event.Expense) bool { return x.Power == c.power(p) }) {
				return false
			}
		}
		list = slices.DeleteFunc(list, func(x event.Expense) bool { return x.Power == e.Power && x.Slot == e.Slot })
		return c.place(a[1]) == e.Order.To.At && c.cured(event.AlreadyDone, without(list...))
	},
	"{place:name} rebels without it": func(c *court, a []message.Arg) bool {
		e := c.bill()
		at := e.Order.To.At
		return c.place(a[0]) == at && c.cured(event.AlreadyDone, func(d *court) {
			d.p.RebelLand.Remove(at)
			d.p.RebelCity.Remove(at)
			d.p.RebelAgainst[at] = machiavelli.Nobody
			d.drop(func(l turn.Line) bool {
				return l.Order.Kind == order.Expense && l.Order.Expense == order.Rebellion && l.Order.To.At == at && !line(l, e.Power, e.Slot)
			})
		})
	},
	"other money had helped {place:name} already": func(c *court, a []message.Arg) bool {
		return c.place(a[0]) == c.bill().Order.To.At && c.sameMoney()
	},
	"another line had done it already": func(c *court, _ []message.Arg) bool { return c.sameMoney() },
	"there is famine in {place:name} already": func(c *court, a []message.Arg) bool {
		at := c.bill().Order.To.At
		return c.place(a[0]) == at && c.cured(event.AlreadyDone, func(d *court) {
			d.p.Famine.Remove(at)
			without(c.alike()...)(d)
		})
	},
	"{power} {power?pl:have|has} no assassination chit against {victim}": func(c *court, a []message.Arg) bool {
		e := c.bill()
		return c.power(a[0]) == e.Power && c.power(a[1]) == e.Order.Power && c.cured(event.NoChit, func(d *court) { d.p.Chits[e.Power][e.Order.Power] += 40 })
	},
	"the assassin failed": func(c *court, _ []message.Arg) bool {
		e := c.bill()
		return e.Failure == event.Missed && some(c.res.Events, func(x event.Attempted) bool { return x.Power == e.Power && x.Slot == e.Slot && !x.Hit })
	},
	"it is deducted from the largest bribe for the unit": func(c *court, _ []message.Arg) bool {
		e := c.bill()
		list := all(c.res.Events, func(x event.Expense) bool { return c.competed(x) && bribe(x) })
		return len(list) > 0 && !slices.ContainsFunc(list, func(x event.Expense) bool {
			return !slices.Contains(x.Counters, event.Bid{Power: e.Power, Slot: e.Slot, Ducats: e.Counted})
		})
	},
	"the unit is gone before it can act": func(c *court, _ []message.Arg) bool {
		e := c.bill()
		return c.acts(*e.Target) == nil && some(c.res.Events, func(x event.Removed) bool { return x.Unit == *e.Target && x.Reason == event.ByBribe })
	},
	"the unit belongs to {power} and takes its orders": func(c *court, a []message.Arg) bool {
		e := c.bill()
		did := c.acts(*e.Target)
		if did == nil || did.Unit.Owner != e.Power || c.power(a[0]) != e.Power {
			return false
		}
		o, ok := c.foreseen(e.Power)
		return c.exchanged(*e.Target) || (!ok || o.Kind == order.Transfer || did.Order.Kind == o.Kind && did.Order.To == o.To) && !some(c.res.Events, func(x event.Paralysed) bool { return x.Power == e.Power })
	},
	"the unit belongs to {power}, whose ruler is dead, so it does not act": func(c *court, a []message.Arg) bool {
		e := c.bill()
		did := c.acts(*e.Target)
		return (did == nil && c.murderedToo(*e.Target) || did != nil && did.Unit.Owner == e.Power && did.Order.Kind == order.Hold) && c.power(a[0]) == e.Power && some(c.res.Events, func(x event.Paralysed) bool { return x.Power == e.Power })
	},
	"the unit holds, and belongs to nobody": func(c *court, _ []message.Arg) bool {
		did := c.acts(*c.bill().Target)
		return did != nil && did.Unit.Owner == machiavelli.Nobody && did.Order.Kind == order.Hold
	},
	"the unit takes the order": func(c *court, _ []message.Arg) bool {
		e := c.bill()
		o, ok := c.foreseen(e.Power)
		did := c.acts(*e.Target)
		return ok && did != nil && did.Order.Kind == o.Kind && did.Order.To == o.To
	},
	"the unit would take an order, but {power} wrote none for it": func(c *court, a []message.Arg) bool {
		e := c.bill()
		_, ok := c.foreseen(e.Power)
		did := c.acts(*e.Target)
		return !ok && c.power(a[0]) == e.Power && did != nil && did.Order.Kind == order.Hold
	},
	"the famine that was in {place:name} is over": func(c *court, a []message.Arg) bool {
		at := c.bill().Order.To.At
		return c.place(a[0]) == at && c.p.Famine.Has(at) && some(c.res.Events, func(x event.Relieved) bool { return x.Province == at })
	},
	"famine comes to {place:name}": func(c *court, a []message.Arg) bool {
		at := c.place(a[0])
		return some(c.res.Events, func(x event.Disaster) bool { return x.What == "famine" && x.Severity == 0 && x.Struck.Has(at) })
	},
	"the plague comes to {place:name} at the end of the campaign": func(c *court, a []message.Arg) bool {
		at := c.place(a[0])
		return at == c.bill().Order.To.At && (c.res.Next.Infected.Has(at) && !c.res.Next.Guarded.Has(at) || some(c.res.Events, func(x event.Disaster) bool { return x.What == "plague" && x.Struck.Has(at) }))
	},
	"other money keeps the plague out of {place:name}": func(c *court, a []message.Arg) bool {
		at := c.place(a[0])
		guards := all(c.res.Events, func(x event.Expense) bool {
			return x.Order.Expense == order.RelievePlague && x.Order.To.At == at && x.Failure == event.NoFailure
		})
		return len(guards) > 0 && !some(c.res.Events, func(x event.Removed) bool { return x.Reason == event.ByPlague && x.Unit.At == at })
	},
	"who besieges {place:name} must begin again": func(c *court, a []message.Arg) bool {
		at := c.place(a[0])
		return at == c.bill().Order.To.At && c.p.Besieged(at) && c.p.Garrison(at) >= 0 &&
			some(c.res.Events, func(x event.SiegeLifted) bool { return x.Province == at }) &&
			!some(c.res.Events, func(x event.SiegeCompleted) bool { return x.By.At == at })
	},
	"no garrison of {place:name} had been besieged before this campaign": func(c *court, a []message.Arg) bool {
		at := c.place(a[0])
		return at == c.bill().Order.To.At && !(c.p.Besieged(at) && c.p.Garrison(at) >= 0)
	},
	"in this campaign no plague kills in {place:name}": func(c *court, a []message.Arg) bool {
		at := c.place(a[0])
		return at == c.bill().Order.To.At && !some(c.res.Events, func(x event.Removed) bool { return x.Reason == event.ByPlague && x.Unit.At == at })
	},
	"only {sum} of the {asked:n} that it costs {sum?one:was|were} left to pay it with": func(c *court, a []message.Arg) bool {
		e := c.bill()
		x := paid(c.again(rich(e.Power)), e)
		return !e.Order.HasSum && e.Paid == ducatsOf(a[0]) && e.Asked == ducatsOf(a[1]) && e.Minimum == e.Asked && x != nil && x.Paid == e.Asked
	},
	"it costs {sum}, but nothing was paid": func(c *court, a []message.Arg) bool {
		e := c.bill()
		return e.Paid == 0 && e.Asked == ducatsOf(a[0]) && e.Asked == e.Minimum && e.Asked > 0 && !e.Order.HasSum
	},
	"nothing was to be paid": func(c *court, _ []message.Arg) bool { e := c.bill(); return e.Paid == 0 && e.Asked == 0 },
	"{power} {power?pl:spend|spends} nothing {purpose}": func(c *court, a []message.Arg) bool {
		e := c.bill()
		return e.Paid == 0 && c.power(a[0]) == e.Power && e.Failure != event.TreasuryEmpty
	},
}

// noRebellion reports whether money failed because there was no rebellion that it could end. A
// rebellion that ended with a gift does not count.
func (c *court) noRebellion(place message.Arg) bool {
	at := c.bill().Order.To.At
	over := some(c.res.Events, func(x event.RebellionEnded) bool { return x.Province == at && x.How == "liberated" })
	return c.place(place) == at && (over || !c.p.RebelLand.Has(at) && !c.p.RebelCity.Has(at)) && c.cured(event.NoMarker, func(d *court) {
		d.drop(func(l turn.Line) bool { return l.Order.Kind == order.GiveProvince && l.Order.To.At == at })
		if at == d.p.Setting.Board.Venice {
			d.p.RebelCity.Add(at)
		} else {
			d.p.RebelLand.Add(at)
		}
		d.p.RebelAgainst[at] = d.p.Province[at]
	})
}

// alike returns the other expenses for the same thing in the same place.
func (c *court) alike() []event.Expense {
	e := c.bill()
	return all(c.res.Events, func(x event.Expense) bool {
		return x.Order.Expense == e.Order.Expense && x.Order.To.At == e.Order.To.At && (x.Power != e.Power || x.Slot != e.Slot)
	})
}

// sameMoney reports whether the expense would have had its effect without other expenses for
// the same purpose.
func (c *court) sameMoney() bool {
	return len(c.alike()) > 0 && c.cured(event.AlreadyDone, without(c.alike()...))
}

// exchanged reports whether the order of a unit was part of an exchange.
func (c *court) exchanged(u position.Unit) bool {
	return some(c.res.Events, func(x event.Exchanged) bool {
		return x.Verdict == event.Succeeded && slices.ContainsFunc(x.Lines, func(o order.Order) bool { return o.Unit.At == u.At })
	})
}

// price reports whether a sum is the price of the expense being explained, which is the smallest
// sum with which it does not fail because of its amount.
func (c *court) price(sum machiavelli.Ducats, _ string) bool {
	e := c.bill()
	if sum != e.Minimum || sum == 0 {
		return false
	}
	pay := func(sum machiavelli.Ducats) event.Failure {
		x := paid(c.again(func(d *court) {
			rich(e.Power)(d)
			without(all(c.res.Events, func(x event.Expense) bool { return x.Power != e.Power || x.Slot != e.Slot })...)(d)
			for i := range d.lines {
				if line(d.lines[i], e.Power, e.Slot) {
					d.lines[i].Order.HasSum, d.lines[i].Order.Amount = true, int32(sum)
				}
			}
		}), e)
		if x == nil {
			return "gone"
		}
		return x.Failure
	}
	return pay(sum) != event.BelowMinimum && pay(sum-3) == event.BelowMinimum
}

// doubled proves why the price of a unit is doubled, by showing that it is half as high without
// that reason.
func doubled(plain func(*court, *position.Unit)) claim {
	return func(c *court, _ []message.Arg) bool {
		e := c.bill()
		i := slices.Index(c.p.Units, *e.Target)
		if i < 0 {
			return false
		}
		x := paid(c.again(func(d *court) {
			set, b := *d.p.Setting, *d.p.Setting.Board
			set.Board, d.p.Setting = &b, &set
			plain(d, &d.p.Units[i])
			if e.Order.Target.Type != machiavelli.Garrison {
				for k := range d.lines {
					if l := &d.lines[k]; l.Text == e.Given && l.Power == e.Power && l.Order.Target.Type != machiavelli.NoType {
						l.Order.Target.Type = d.p.Units[i].Type
					}
				}
			}
		}), e)
		// the order may be one whose price differs
		return x != nil && (x.Minimum*2 == e.Minimum || e.Order.Expense == order.OrderUnit)
	}
}

var aboutBank = map[string]claim{
	"{Power} {power?pl:pay|pays} {sum} to the bank; no more of the {asked:n} ducats was owed or at hand.": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Payment) bool {
			principal, interest := legal.Owed(c.p, e.Power)
			x := gave(c.again(rich(e.Power)), e)
			return e.Bank && e.Paid == ducatsOf(a[1]) && e.Asked == ducatsOf(a[2]) && (e.Paid == principal+interest || x != nil && x.Paid > e.Paid)
		})
	},
	"{Power} {power?pl:pay|pays} {sum} to {to}, all that was left of the {asked:n} ducats meant.": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Payment) bool {
			x := gave(c.again(rich(e.Power)), e)
			return c.power(a[2]) == e.To && e.Paid == ducatsOf(a[1]) && e.Asked == ducatsOf(a[3]) && e.Paid < e.Asked && x != nil && x.Paid == e.Asked
		})
	},
	"{Power} {power?pl:pay|pays} {sum} to the bank.": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Payment) bool { return e.Bank && e.Paid == ducatsOf(a[1]) && e.Paid == e.Asked })
	},
	"{Power} {power?pl:pay|pays} {sum} to {to}.": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Payment) bool {
			return c.power(a[2]) == e.To && e.Paid == ducatsOf(a[1]) && e.Paid == e.Asked
		})
	},
	"{power} cannot pay {sum} to the bank": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Payment) bool { return e.Bank && e.Paid == 0 && e.Asked == ducatsOf(a[1]) })
	},
	"{power} cannot pay {sum} to {to}": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Payment) bool {
			return !e.Bank && e.Paid == 0 && e.Asked == ducatsOf(a[1]) && c.power(a[2]) == e.To
		})
	},
	"{sum} of the {asked:n} ordered {sum?one:was|were} paid": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Payment) bool {
			return e.Paid == ducatsOf(a[0]) && e.Asked == ducatsOf(a[1]) && e.Paid < e.Asked
		})
	},
	"{sum} {sum?one:was|were} paid: interest first, then the loan itself, the earliest due first": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Payment) bool {
			before, interest := legal.Owed(c.p, e.Power)
			if !e.Bank || e.Paid != ducatsOf(a[0]) || e.Paid > before+interest {
				return false
			}
			if some(c.res.Events, func(x event.Defaulted) bool { return x.Power == e.Power }) || c.due(e.Power) > 0 {
				return true
			}
			// The campaign without new loans shows what remains of the old ones.
			rest := c.p.Clone()
			d := &court{t: c.t, p: rest, r: c.r, seed: c.seed, lines: slices.DeleteFunc(slices.Clone(c.lines), func(l turn.Line) bool { return l.Order.Kind == order.Loan })}
			d.play()
			x := gave(d.res.Events, e)
			if x == nil {
				return false
			}
			sum := x.Paid
			loans := slices.DeleteFunc(slices.Clone(c.p.Loans), func(l position.Loan) bool { return l.Power != e.Power })
			slices.SortStableFunc(loans, func(a, b position.Loan) int {
				if a.Year != b.Year {
					return a.Year - b.Year
				}
				return int(a.Season) - int(b.Season)
			})
			var left []position.Loan
			for _, l := range loans {
				n := min(sum, l.Interest)
				l.Interest, sum = l.Interest-n, sum-n
				n = min(sum, l.Principal)
				l.Principal, sum = l.Principal-n, sum-n
				if l.Principal+l.Interest > 0 {
					left = append(left, l)
				}
			}
			var now []position.Loan
			for _, l := range d.res.Next.Loans {
				if l.Power == e.Power {
					now = append(now, l)
				}
			}
			slices.SortStableFunc(now, func(a, b position.Loan) int {
				if a.Year != b.Year {
					return a.Year - b.Year
				}
				return int(a.Season) - int(b.Season)
			})
			return slices.Equal(now, left) || d.res.Next.Eliminated.Has(e.Power)
		})
	},
	"{sum} {sum?one:was|were} paid, and {sum?one:it arrives|they arrive} before any expense is paid": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Payment) bool {
			if e.Bank || e.Paid != ducatsOf(a[0]) {
				return false
			}
			// The receiver can spend the money: if it has nothing else, it pays with it.
			x := all(c.again(func(d *court) {
				d.drop(func(l turn.Line) bool { return l.Order.Kind != order.Payment || l.Power == e.To })
				d.p.Loans, d.p.Treasury[e.To] = nil, 0
				rich(e.Power)(d)
				d.lines = append(d.lines, turn.Line{Power: e.To, Order: order.Order{Kind: order.Expense, Slot: 1, Expense: order.FamineRelief, HasSum: true, Amount: 99, To: board.Place{At: c.p.Setting.Board.Land.Next(board.None)}}})
			}), func(x event.Expense) bool { return x.Power == e.To })
			return len(x) == 1 && x[0].Paid > 0
		})
	},
	"{power} {power?pl:are|is} in debt to the bank": func(c *court, a []message.Arg) bool {
		free := func(power machiavelli.Power) func(*court) {
			return func(d *court) {
				debt(power)(d)
				d.drop(func(l turn.Line) bool { return l.Power == power && l.Order.Kind == order.Loan })
			}
		}
		switch e := c.e.(type) {
		case event.Payment:
			x := gave(c.again(free(e.Power)), e)
			return c.power(a[0]) == e.Power && x != nil && x.Failure != event.Indebted
		case event.Exchanged:
			return c.power(a[0]) == e.Failed && c.unfit(event.Indebted, nil, func(d *court) { free(e.Failed)(d) })
		}
		return false
	},
	"nothing is owed to the bank": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Payment) bool {
			principal, interest := legal.Owed(c.p, e.Power)
			x := gave(c.again(func(d *court) {
				d.p.Loans = append(d.p.Loans, position.Loan{Power: e.Power, Principal: 9, Season: machiavelli.Spring, Year: c.p.Phase.Year + 2})
			}), e)
			return e.Failure == event.NothingOwed && principal+interest == 0 && x != nil && x.Failure != event.NothingOwed
		})
	},
	"the bank lends nothing to {power}": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Borrowed) bool { return e.Lent == 0 && c.power(a[0]) == e.Power })
	},
	"25 ducats are borrowed already": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Borrowed) bool {
			for _, x := range c.again(func(d *court) {
				debt(e.Power)(d)
				d.drop(func(l turn.Line) bool {
					return l.Power == e.Power && l.Order.Kind == order.Loan && l.Order.Years != e.Order.Years
				})
			}) {
				if x, ok := x.(event.Borrowed); ok && x.Power == e.Power && x.Order.Years == e.Order.Years {
					return e.Failure == event.LimitReached && x.Lent > 0
				}
			}
			return false
		})
	},
	"the bank lends 25 ducats in all, so only {lent:n} of the {asked:n} asked for": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Borrowed) bool {
			if e.Lent != ducatsOf(a[0]) || e.Asked != ducatsOf(a[1]) {
				return false
			}
			for _, x := range c.again(func(d *court) {
				debt(e.Power)(d)
				d.drop(func(l turn.Line) bool {
					return l.Power == e.Power && l.Order.Kind == order.Loan && l.Order.Years != e.Order.Years
				})
			}) {
				if x, ok := x.(event.Borrowed); ok && x.Power == e.Power && x.Order.Years == e.Order.Years {
					return x.Lent == min(e.Asked, 25) && (x.Lent > e.Lent || e.Lent == 25)
				}
			}
			return false
		})
	},
	"{Power} {power?pl:borrow|borrows} {sum} of the {asked:n} asked for; {due}.": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Borrowed) bool {
			return e.Lent == ducatsOf(a[1]) && e.Asked == ducatsOf(a[2]) && e.Lent < e.Asked
		})
	},
	"{Power} {power?pl:borrow|borrows} {sum}; {due}.": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Borrowed) bool { return e.Lent == ducatsOf(a[1]) && e.Lent == e.Asked })
	},
	"{sum} are due in {when}": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Borrowed) bool {
			when := a[1].(message.Campaign)
			rate := (e.Lent + 4) / 5
			if e.Order.Years == 2 {
				rate = (e.Lent + 1) / 2
			}
			return ducatsOf(a[0]) == e.Lent+rate && when.Season == c.p.Phase.Season && when.Year == c.p.Phase.Year+int(e.Order.Years)
		})
	},
	"the interest on {sum} is {interest:n}, a fifth for one year, rounded up": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Borrowed) bool {
			return e.Order.Years == 1 && ducatsOf(a[0]) == e.Lent && ducatsOf(a[1]) == (e.Lent+4)/5
		})
	},
	"the interest on {sum} is {interest:n}, half for two years, rounded up": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Borrowed) bool {
			return e.Order.Years == 2 && ducatsOf(a[0]) == e.Lent && ducatsOf(a[1]) == (e.Lent+1)/2
		})
	},
	"{Power} {power?pl:pay|pays} back what is due to the bank, {sum}.": func(c *court, a []message.Arg) bool { return c.collected(ducatsOf(a[1])) },
	"{sum} were due this campaign and in the treasury":                 func(c *court, a []message.Arg) bool { return c.collected(ducatsOf(a[0])) },
	"{Power} cannot pay the bank the {sum} that are due.":              func(c *court, a []message.Arg) bool { return c.defaulted(ducatsOf(a[1])) },
	"{Power} cannot pay the bank the {sum} that are due; {then}.":      func(c *court, a []message.Arg) bool { return c.defaulted(ducatsOf(a[1])) },
	"{sum} were due this campaign, and there was not so much to take":  func(c *court, a []message.Arg) bool { return c.defaulted(ducatsOf(a[0])) },
	"the bank seizes {sum}": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Defaulted) bool {
			_, lent := c.bank(e.Power)
			return e.Seized == ducatsOf(a[0]) && e.Seized > 0 && e.Seized < e.Due && (c.r.BankDefaultSeizesTreasury || e.Seized <= lent)
		})
	},
	"the bank returns {sum} of what it was paid in this campaign": func(c *court, a []message.Arg) bool { return c.returned(ducatsOf(a[0])) },
	"all debts are cancelled, and the bank's assassins come": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Defaulted) bool {
			return !slices.ContainsFunc(c.res.Next.Loans, func(l position.Loan) bool { return l.Power == e.Power }) &&
				some(c.res.Events, func(x event.Paralysed) bool { return x.Power == e.Power && x.Bank })
		})
	},
	"The bank's assassins kill the ruler of {power}.": func(c *court, a []message.Arg) bool {
		return c.bankStrikes() && c.power(a[0]) == c.e.(event.Paralysed).Power
	},
	"a power that cannot pay the bank is struck by its assassins": func(c *court, _ []message.Arg) bool { return c.bankStrikes() },
}

func (c *court) returned(sum machiavelli.Ducats) bool {
	return is(c, func(e event.Defaulted) bool {
		repaid, lent := c.bank(e.Power)
		return e.Returned == sum && sum > 0 && sum <= repaid && sum == repaid-lent && !c.r.BankDefaultSeizesTreasury
	})
}

func (c *court) bankStrikes() bool {
	return is(c, func(e event.Paralysed) bool {
		parts := c.p.Setting.Parts(e.Power)
		again := c.again(func(d *court) {
			for power := machiavelli.Power(1); int(power) < len(d.p.Setting.Powers); power++ {
				if parts.Has(power) {
					debt(power)(d)
				}
			}
		})
		return e.Bank && some(c.res.Events, func(x event.Defaulted) bool { return parts.Has(x.Power) }) &&
			!some(again, func(x event.Paralysed) bool { return x.Power == e.Power && x.Bank })
	})
}

func (c *court) collected(sum machiavelli.Ducats) bool {
	return is(c, func(e event.Collected) bool {
		repaid, _ := c.bank(e.Power)
		return sum == e.Ducats && sum == c.due(e.Power)-min(repaid, c.due(e.Power)) && some(c.again(func(d *court) {
			d.p.Treasury[e.Power] = 0
			d.drop(func(l turn.Line) bool {
				return l.Order.Kind == order.Payment || l.Order.Kind == order.Loan || l.Order.Kind == order.Tax || l.Order.Kind == order.Exchange
			})
		}), func(x event.Defaulted) bool { return x.Power == e.Power })
	})
}

func (c *court) defaulted(sum machiavelli.Ducats) bool {
	return is(c, func(e event.Defaulted) bool {
		repaid, _ := c.bank(e.Power)
		return sum == e.Due && sum == c.due(e.Power)-min(repaid, c.due(e.Power)) &&
			!some(c.again(rich(e.Power)), func(x event.Defaulted) bool { return x.Power == e.Power })
	})
}

var aboutTreachery = map[string]claim{
	"the money bought a {n}-in-6 chance": func(c *court, a []message.Arg) bool {
		x := c.attempt()
		if x == nil {
			return false
		}
		for _, y := range c.res.Events {
			if e, ok := y.(event.Expense); ok && e.Power == x.Power && e.Slot == x.Slot {
				spent := e.Counted
				if top := machiavelli.Ducats(c.r.AssassinationMaxSpend); top > 0 {
					spent = min(spent, top)
				}
				return ducatsOf(a[0]) == min(spent/12, 6)
			}
		}
		return false
	},
	"the die showed {n}, a hit": func(c *court, a []message.Arg) bool {
		x := c.attempt()
		return x != nil && int(ducatsOf(a[0])) <= x.Faces && c.thrown(x, a[0]) && some(c.res.Events, func(p event.Paralysed) bool { return p.Power == x.Victim })
	},
	"the die showed {n}, a miss": func(c *court, a []message.Arg) bool {
		x := c.attempt()
		return x != nil && int(ducatsOf(a[0])) > x.Faces && c.thrown(x, a[0])
	},
	"an attempt uses up a chit, where chits are counted": func(c *court, _ []message.Arg) bool {
		x := c.attempt()
		if x == nil {
			return false
		}
		if c.r.AssassinationChits == rules.UnlimitedChits {
			return true
		}
		have := int(c.p.Chits[x.Power][x.Victim])
		for _, y := range c.res.Events {
			switch y := y.(type) {
			case event.ChitGiven:
				if y.Verdict == event.Succeeded && y.Victim == x.Victim && y.To == x.Power {
					have++
				}
				if y.Verdict == event.Succeeded && y.Victim == x.Victim && y.Power == x.Power {
					have--
				}
			case event.Attempted:
				if y.Power == x.Power && y.Victim == x.Victim {
					have--
				}
			case event.Exchanged:
				return true
			}
		}
		return int(c.res.Next.Chits[x.Power][x.Victim]) == have || c.res.Next.Eliminated.Has(x.Power)
	},
	"An assassin sent by {power} after the ruler of {victim} strikes: the die shows {roll}, and {needed} was needed.": func(c *court, a []message.Arg) bool {
		x := c.attempt()
		return x != nil && x.Hit && c.power(a[0]) == x.Power && c.power(a[1]) == x.Victim && c.thrown(x, a[2]) && upTo(a[3], x.Faces) && x.Roll <= x.Faces
	},
	"An assassin sent by {power} after the ruler of {victim} fails: the die shows {roll}, and {needed} was needed.": func(c *court, a []message.Arg) bool {
		x := c.attempt()
		return x != nil && !x.Hit && c.power(a[0]) == x.Power && c.power(a[1]) == x.Victim && c.thrown(x, a[2]) && upTo(a[3], x.Faces) && x.Roll > x.Faces
	},
	"The ruler of {power} is assassinated.": func(c *court, a []message.Arg) bool {
		return c.murdered() && c.power(a[0]) == c.e.(event.Paralysed).Power
	},
	"an attempt succeeded; all units of the power hold this campaign": func(c *court, _ []message.Arg) bool {
		return c.murdered() && !some(c.res.Events, func(x event.Ordered) bool {
			return x.Unit.Owner == c.e.(event.Paralysed).Power && x.Order.Kind != order.Hold
		})
	},
	"the province rebels if the die shows {limit}": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Revolt) bool {
			at := e.Province
			manned := c.garrisoned(at)
			for _, u := range c.p.Units {
				manned = manned || u.At == at && !u.InCity() && at != c.p.Setting.SeaCity && !some(c.res.Events[:c.i], func(x event.Removed) bool { return x.Unit == u })
			}
			home := c.p.Homes(e.Victim).Has(at)
			limit := map[[2]bool]int{{true, true}: 1, {true, false}: 2, {false, true}: 3, {false, false}: 5}[[2]bool{home, manned}]
			return limit == e.Limit && upTo(a[0], limit)
		})
	},
	"the die showed {n}": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Revolt) bool {
			return c.roll("revolt "+c.p.Setting.Powers[e.Victim].ID+" "+c.p.Setting.Board.Areas[e.Province].Name, ducatsOf(a[0]))
		})
	},
	"{Place:name} rebels after the murder of its ruler: the die shows {roll}, and {limit} causes a rebellion.": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Revolt) bool {
			return e.Rose && e.Roll <= e.Limit && c.place(a[0]) == e.Province && some(c.res.Events, func(x event.RebellionBegun) bool { return x.Province == e.Province && x.Cause == "assassination" })
		})
	},
	"{Place:name} does not rebel after the murder of its ruler: the die shows {roll}, and only {limit} causes a rebellion.": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Revolt) bool {
			return !e.Rose && e.Roll > e.Limit && c.place(a[0]) == e.Province
		})
	},
	"The die for {place:name} after the murder of its ruler shows {roll}, but nothing changes there.": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Revolt) bool { return !e.Rose && c.place(a[0]) == e.Province })
	},
	"the die for the province of a murdered ruler": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.RebellionBegun) bool {
			return some(c.res.Events, func(x event.Revolt) bool { return x.Province == e.Province && x.Rose && x.Victim == e.Against })
		})
	},
	"a province taxed by force rebels":    func(c *court, _ []message.Arg) bool { return c.taxRises() },
	"{What} because of the forced taxes.": func(c *court, _ []message.Arg) bool { return c.taxRises() },
	"money was spent to stir it up":       func(c *court, _ []message.Arg) bool { return c.stirred() },
	"{What}: {powers} stirred it up.": func(c *court, a []message.Arg) bool {
		return c.stirred() && is(c, func(e event.RebellionBegun) bool {
			for _, p := range a[1].(message.List).Of {
				if !some(c.res.Events, func(x event.Expense) bool {
					return x.Power == c.power(p) && x.Order.Expense == order.Rebellion && x.Order.To.At == e.Province
				}) {
					return false
				}
			}
			return true
		})
	},
	"the rebels hold the land; a city with a garrison, or with rebels already, stays as it is": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.RebellionBegun) bool {
			_, city := c.rebelled(e.Province)
			return e.InLand && !e.InCity && (c.garrisoned(e.Province) || city) && c.p.Setting.Forts.Has(e.Province)
		})
	},
	"the rebels hold the land, and also the city because there is no garrison in it": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.RebellionBegun) bool { return e.InLand && e.InCity && !c.garrisoned(e.Province) })
	},
	"the rebels hold the city because there is no garrison in it": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.RebellionBegun) bool { return !e.InLand && e.InCity && !c.garrisoned(e.Province) })
	},
	"the rebels hold the land, which has no walls to hold too": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.RebellionBegun) bool { return e.InLand && !e.InCity && !c.p.Setting.Forts.Has(e.Province) })
	},
	"the city of {place:name} rebels against {power}":                 risesAgainst(true, false),
	"the province of {place:name} rebels against {power}":             risesAgainst(false, true),
	"the city and the province of {place:name} rebel against {power}": risesAgainst(true, true),
	"the bribe succeeded: the unit holds, and belongs to nobody": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Bribed) bool {
			return c.bought(e, order.ToAutonomous) && c.acts(e.Unit).Order.Kind == order.Hold
		})
	},
	"the bribe succeeded: the unit changes hands before it acts": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Bribed) bool {
			return c.bought(e, order.BuyUnit) && (c.acts(e.Unit) == nil || c.acts(e.Unit).Unit.Owner == e.To)
		})
	},
	"{unit} is bribed by {power} and no longer obeys anyone": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Bribed) bool {
			return c.bought(e, order.ToAutonomous) && c.power(a[1]) == e.By && e.Unit.Owner != machiavelli.Nobody
		})
	},
	"{unit} is bought by {power}": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Bribed) bool {
			return c.bought(e, order.BuyUnit) && c.power(a[1]) == e.To && e.Unit.Owner == machiavelli.Nobody
		})
	},
	"{unit} is bought by {power} and changes sides": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Bribed) bool {
			return c.bought(e, order.BuyUnit) && c.power(a[1]) == e.To && e.Unit.Owner != machiavelli.Nobody
		})
	},
	"chits change hands at once and unseen": func(c *court, _ []message.Arg) bool { return c.chit(true) },
	"there is no such chit":                 func(c *court, _ []message.Arg) bool { return c.chit(false) },
	"the chits are shuffled and drawn in turn": func(c *court, _ []message.Arg) bool {
		return c.opening && is(c, func(e event.ChitGiven) bool { return e.Power == machiavelli.Nobody })
	},
	"{Power} {power?pl:draw|draws} an assassination chit against {victim}.": func(c *court, a []message.Arg) bool {
		return c.opening && is(c, func(e event.ChitGiven) bool {
			return c.res.Next.Chits[e.To][e.Victim] > 0 && c.power(a[0]) == e.To && c.power(a[1]) == e.Victim
		})
	},
	"{Power} {power?pl:give|gives} {to} an assassination chit against {to} {to?pl:themselves|itself}.": func(c *court, a []message.Arg) bool {
		return c.chit(true) && is(c, func(e event.ChitGiven) bool {
			return c.power(a[0]) == e.Power && c.power(a[1]) == e.To && e.To == e.Victim
		})
	},
	"{Power} {power?pl:give|gives} {to} an assassination chit against {victim}.": func(c *court, a []message.Arg) bool {
		return c.chit(true) && is(c, func(e event.ChitGiven) bool {
			return c.power(a[0]) == e.Power && c.power(a[1]) == e.To && c.power(a[2]) == e.Victim
		})
	},
	"{Power} {power?pl:have|has} no assassination chit against {victim} to give to {to}.": func(c *court, a []message.Arg) bool {
		return c.chit(false) && is(c, func(e event.ChitGiven) bool {
			return c.power(a[0]) == e.Power && c.power(a[2]) == e.To && c.power(a[1]) == e.Victim
		})
	},
}

func (c *court) chit(given bool) bool {
	return is(c, func(e event.ChitGiven) bool {
		if (e.Verdict == event.Succeeded) != given {
			return false
		}
		if given {
			return c.p.Chits[e.Power][e.Victim] > 0
		}
		return some(c.again(func(d *court) { d.p.Chits[e.Power][e.Victim] += 40 }), func(x event.ChitGiven) bool {
			return x.Power == e.Power && x.Given == e.Given && x.Verdict == event.Succeeded
		})
	})
}

// bought reports whether an expense of a kind for the unit succeeded, and the unit would have
// kept its owner without it.
func (c *court) bought(e event.Bribed, kind order.ExpenseKind) bool {
	list := all(c.res.Events, func(x event.Expense) bool {
		return x.Power == e.By && x.Order.Expense == kind && x.Failure == event.NoFailure && x.Target != nil && *x.Target == e.Unit
	})
	others := all(c.res.Events, func(x event.Expense) bool {
		return x.Power == e.By && bribe(x) && x.Target != nil && *x.Target == e.Unit
	})
	return len(list) == 1 && (c.acts(e.Unit) != nil || c.murderedToo(e.Unit)) &&
		!some(c.again(without(others...)), func(x event.Bribed) bool { return x.Unit == e.Unit && x.By == e.By && x.To == e.To })
}

// murderedToo reports whether a unit that was bought died with its new ruler.
func (c *court) murderedToo(u position.Unit) bool {
	return some(c.res.Events, func(x event.Removed) bool {
		return x.Reason == event.ByMurder && x.Unit.At == u.At && x.Unit.InCity() == u.InCity()
	})
}

// begun returns the rebellion that is being explained, or that the expense being explained
// caused.
func (c *court) begun() event.RebellionBegun {
	if e, ok := c.e.(event.RebellionBegun); ok {
		return e
	}
	at := c.bill().Order.To.At
	if e, ok := c.e.(event.Taxed); ok {
		at = e.Province
	}
	for _, x := range c.res.Events {
		if x, ok := x.(event.RebellionBegun); ok && x.Province == at {
			return x
		}
	}
	return event.RebellionBegun{}
}

// risesAgainst checks which part of a province rebels, and against whom.
func risesAgainst(city, land bool) func(c *court, a []message.Arg) bool {
	return func(c *court, a []message.Arg) bool {
		e := c.begun()
		return c.rises() && e.Against == c.power(a[1]) && c.p.Setting.Board.Areas[e.Province].Name == a[0].(message.Place).Name && e.InCity == city && e.InLand == land
	}
}

// rises reports whether a rebellion begins where the message says.
func (c *court) rises() bool {
	e := c.begun()
	if x, ok := c.e.(event.Expense); ok && !some(c.res.Events, func(b event.RebellionBegun) bool {
		return b.Province == x.Order.To.At && b.Cause == "expense" && b.By.Has(x.Power)
	}) {
		return false
	}
	return strings.Contains(c.whole.String(), c.p.Setting.Board.Areas[e.Province].Name)
}

func (c *court) taxRises() bool {
	return is(c, func(e event.RebellionBegun) bool {
		again := c.again(func(d *court) {
			d.drop(func(l turn.Line) bool { return l.Order.Kind == order.Tax && l.Order.To.At == e.Province })
		})
		return some(c.res.Events, func(x event.Taxed) bool { return x.Province == e.Province && x.Verdict == event.Succeeded }) &&
			!some(again, func(x event.RebellionBegun) bool { return x.Province == e.Province && x.Cause == "taxation" })
	})
}

func (c *court) stirred() bool {
	return is(c, func(e event.RebellionBegun) bool {
		list := all(c.res.Events, func(x event.Expense) bool {
			return x.Order.Expense == order.Rebellion && x.Order.To.At == e.Province && (x.Failure == event.NoFailure || x.Failure == event.AlreadyDone)
		})
		return len(list) > 0 && !some(c.again(without(list...)), func(x event.RebellionBegun) bool { return x.Province == e.Province && x.Cause == "expense" })
	})
}

// attempt returns the attempt that is being explained, or the attempt of the expense being
// explained.
func (c *court) attempt() *event.Attempted {
	if e, ok := c.e.(event.Attempted); ok {
		return &e
	}
	for _, x := range c.res.Events {
		if x, ok := x.(event.Attempted); ok && x.Power == c.bill().Power && x.Slot == c.bill().Slot {
			return &x
		}
	}
	return nil
}

func (c *court) thrown(x *event.Attempted, n message.Arg) bool {
	return c.roll("assassination "+c.p.Setting.Powers[x.Power].ID+" "+string(rune('0'+x.Slot)), ducatsOf(n))
}

// murdered reports whether an attempt killed the ruler, who would live if there were no
// attempts.
func (c *court) murdered() bool {
	return is(c, func(e event.Paralysed) bool {
		parts := c.p.Setting.Parts(e.Power)
		return !e.Bank && some(c.res.Events, func(x event.Attempted) bool { return parts.Has(x.Victim) && x.Hit }) &&
			!some(c.again(func(d *court) {
				d.drop(func(l turn.Line) bool {
					return l.Order.Kind == order.Expense && l.Order.Expense == order.Assassinate && parts.Has(l.Order.Power)
				})
			}), func(x event.Paralysed) bool { return x.Power == e.Power && !x.Bank })
	})
}

// upTo reports whether a message lists the faces of a die up to a number.
func upTo(a message.Arg, n int) bool {
	want := map[int]string{1: "1", 2: "1 or 2"}[n]
	if n > 2 {
		want = "1 to " + string(rune('0'+n))
	}
	return a.(message.Message).String() == want
}
