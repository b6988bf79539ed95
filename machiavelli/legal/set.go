package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Verdict is the result of CheckSet for one order. Bound, Unit, Notes and
// Problem are the results of Check, with additions. Replaced means that the
// order is legal but a later one replaces or withdraws it.
type Verdict struct {
	Bound    order.Order
	Unit     int
	Notes    []Note
	Problem  *Problem
	Replaced bool
}

// stands reports whether the order counts.
func (v *Verdict) stands() bool { return v.Problem == nil && !v.Replaced }

func (v *Verdict) note(code string, m message.Message) {
	v.Notes = append(v.Notes, Note{Code: code, Message: m})
}

// wasted adds a note that the order will have no effect, and why.
func (v *Verdict) wasted(why message.Message) {
	v.note(futile, message.New("As things stand this will be wasted: {why}.", why))
}

// CheckSet checks all the orders that a power gave in a phase, in the sequence
// in which it gave them, and returns a verdict for each. In addition to the
// findings of Check it reports
//
//   - which orders are replaced by later ones: of the same unit, expense
//     number, recipient of a payment, duration of a loan, province of a build;
//   - W01 for foreign units only if there is no purchase of them;
//   - W03 for the treasury as the orders use it up, in the sequence of their
//     execution (SEQ-01, BUILD-12);
//   - W04 for conflicts within the set: bribes on one unit, chits that are given
//     or used twice, two retreats to the same place;
//   - W05 for the power's convoys on which army and fleets disagree;
//   - E22, E24 and E28 for builds that the rest of the set makes impossible;
//   - W07 with the number of an expense that names none, which Bound then has,
//     or E13 if all four are in use;
//   - W09 for lines of exchanges, with the line that the other party must write.
//
// Orders of other powers are not considered.
func CheckSet(p *position.Position, r *rules.Set, power machiavelli.Power, orders []order.Order) []Verdict {
	var k Checker
	k.Bind(p, r)
	return k.CheckSet(power, orders)
}

// CheckSet does the same as the function CheckSet, for the position that the Checker is bound
// to.
func (k *Checker) CheckSet(power machiavelli.Power, orders []order.Order) []Verdict {
	k.c.whole = true
	k.Expect(orders)
	defer func() {
		k.c.whole = false
		k.Expect(nil)
	}()
	set := make([]Verdict, len(orders))
	var numbers order.Numbers
	winter := k.c.p.Phase.Step == machiavelli.Adjustments
	for i := range orders {
		v := &set[i]
		if winter && k.c.takeBack(&orders[i], set[:i], v) {
			continue
		}
		v.Bound, v.Unit, v.Notes, v.Problem = k.Check(power, orders[i])
		if v.Problem == nil && v.Bound.Kind == order.Expense {
			v.number(&numbers)
		}
		if v.Problem == nil && v.Bound.Kind == order.Build {
			v.Problem = k.c.builtThere(set[:i], v)
		}
		if v.Problem == nil {
			k.c.replace(set[:i], v)
		}
	}
	k.c.exchanges(set)
	switch k.c.p.Phase.Step {
	case machiavelli.Retreats:
		k.c.collisions(set)
	case machiavelli.Adjustments:
		k.c.winterSet(set)
	default:
		k.c.purchases(set)
		k.c.spending(set)
		k.c.chitsUsed(set)
		k.c.convoys(set)
	}
	return set
}

// number assigns a number to an expense that has none (EXP-01).
func (v *Verdict) number(numbers *order.Numbers) {
	named := v.Bound.Slot != 0
	switch {
	case !numbers.Give(&v.Bound):
		v.Problem = refuse(noSlot, message.New("You have four expenses already, which is the most; write the number of the one that this is to replace, as in \"{example}\".", message.Order("E4: ...")))
	case !named:
		v.note(understood, message.New("This is your expense {n}.", message.Number(int(v.Bound.Slot))))
	}
}

// replace marks the earlier orders that v replaces.
func (c *checker) replace(earlier []Verdict, v *Verdict) {
	for i := range earlier {
		if e := &earlier[i]; e.stands() && c.replaces(v, e) {
			e.Replaced = true
		}
	}
}

// replaces reports whether v replaces an earlier order e (EXP-01, GIFT-01,
// LOAN-01, BUILD-02, BUILD-05).
func (c *checker) replaces(v, e *Verdict) bool {
	a, b := &v.Bound, &e.Bound
	if v.Unit >= 0 || e.Unit >= 0 {
		return v.Unit == e.Unit
	}
	if isBuild(a) && isBuild(b) {
		return a.Unit.At == b.Unit.At && (sameSpace(a, b) || c.r.TwoBuildsInProvince == rules.LastBuild)
	}
	if (a.Kind == order.Ally || a.Kind == order.Unally) && (b.Kind == order.Ally || b.Kind == order.Unally) {
		return a.Powers&b.Powers == b.Powers
	}
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case order.Expense:
		return a.Slot == b.Slot
	case order.Payment:
		return a.Bank == b.Bank && a.Power == b.Power
	case order.Loan:
		return a.Years == b.Years
	case order.Permit:
		return a.Power == b.Power && a.Target == b.Target
	case order.Tax:
		return a.To == b.To
	case order.Silence, order.GiveProvince: // a power gives only one such order in a campaign
		return true
	case order.Exchange:
		return a.Withdraws(b)
	case order.Overrule:
		return a.Power == b.Power
	}
	return false
}

// sameSpace reports whether the units of two builds in one province would both
// be in the city or both outside it.
func sameSpace(a, b *order.Order) bool {
	return (a.Unit.Type == machiavelli.Garrison) == (b.Unit.Type == machiavelli.Garrison)
}

// builtThere refuses the second of two builds in one province (BUILD-05). A second build in the
// same space replaces the first (BUILD-02), as does one anywhere in the province if the last
// build counts.
func (c *checker) builtThere(earlier []Verdict, v *Verdict) *Problem {
	if c.r.TwoBuildsInProvince == rules.LastBuild {
		return nil
	}
	for i := range earlier {
		e := &earlier[i]
		if !e.stands() || e.Bound.Kind != order.Build || e.Bound.Unit.At != v.Bound.Unit.At || sameSpace(&e.Bound, &v.Bound) {
			continue
		}
		first := c.built(&e.Bound)
		return refuse(noBuild, message.New("You build {type:a} in {place} already, and one unit is built in a province in a winter. To build this one take that back first: {order}.",
			kind(first.Type), c.place(first.At), message.Order("R "+c.short(&first))))
	}
	return nil
}

// isBuild reports whether an order builds a unit or withdraws an order.
func isBuild(o *order.Order) bool { return o.Kind == order.Build || o.Kind == order.Clear }

// collisions notes retreats of one power's units to the same place, which would
// destroy both (RETR-07).
func (c *checker) collisions(set []Verdict) {
	for i := range set {
		for k := range set[:i] {
			a, b := &set[i], &set[k]
			if a.stands() && b.stands() && a.Bound.Kind == order.Retreat && b.Bound.Kind == order.Retreat &&
				a.Bound.To.At == b.Bound.To.At && a.Bound.ConvertTo == b.Bound.ConvertTo {
				both := message.New("Two units that retreat to one place are both lost.")
				a.note(futile, both)
				b.note(futile, both)
			}
		}
	}
}

// purchases compares the orders for foreign units with the purchases in the set
// (BRIBE-12, OPT-05).
func (c *checker) purchases(set []Verdict) {
	travels := 0
	for i := range set {
		v := &set[i]
		if !v.stands() || v.Unit < 0 || v.Bound.Kind == order.Clear {
			continue
		}
		u := &c.p.Units[v.Unit]
		if u.Owner != c.power && c.buys(set, v.Unit) == nil {
			c.notes = nil
			c.notOwn(u, u.Owner)
			v.Notes = append(v.Notes, c.notes...)
		}
		if v.Bound.Kind == order.Transfer { // OPT-15
			if travels++; travels > 2 {
				v.note(futile, message.New("Two units of a power travel in a campaign; this would be one too many."))
			}
		}
	}
}

// buys returns the expense in the set that buys the unit or an order for it, or
// nil.
func (c *checker) buys(set []Verdict, unit int) *Verdict {
	for i := range set {
		v := &set[i]
		if !v.stands() || v.Bound.Kind != order.Expense {
			continue
		}
		if x := v.Bound.Expense; (x == order.BuyUnit || x == order.OrderUnit) && c.unitOf(&v.Bound.Target) == unit {
			return v
		}
	}
	return nil
}

// unitOf returns the index of the unit that a bound order names.
func (c *checker) unitOf(n *order.Unit) int {
	if n.Type == machiavelli.Garrison {
		return int(c.garrison[n.At])
	}
	return int(c.field[n.At])
}

// standing returns the order in the set that counts for a unit, or nil.
func standing(set []Verdict, unit int) *Verdict {
	for i := range set {
		if v := &set[i]; v.stands() && v.Unit == unit && v.Bound.Kind != order.Clear {
			return v
		}
	}
	return nil
}
