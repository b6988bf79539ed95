package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Budget is the effect of a power's orders of a campaign on its treasury if it
// receives no payments. All sums are in ducats.
type Budget struct {
	Lent machiavelli.Ducats // loans that the bank grants (LOAN-02)
	// payments to the bank and to other powers, as far as the money suffices (GIFT-02,
	// LOAN-07), and what exchanges promise (OPT-20)
	Paid  machiavelli.Ducats
	Due   machiavelli.Ducats // what the bank collects in this campaign (LOAN-09)
	Costs machiavelli.Ducats // all expenses in full (EXP-03)
	Left  machiavelli.Ducats // what remains; negative if money is missing

	Asks [4]machiavelli.Ducats // the cost of each expense, indexed by its number minus one; 0 if there is none
	Gets [4]machiavelli.Ducats // the money available for each expense in its turn, at most its cost (EXP-05)

	Have  machiavelli.Ducats // the treasury when the bank collects; less than Due is a default (LOAN-09)
	Debts []position.Loan    // the debts then, including new loans, in the order of their due dates
}

// BudgetOf adds up the valid orders among those that a power gave in a campaign, in the
// sequence of their execution (SEQ-01). In other phases, and in a game without money, it
// returns the contents of the treasury.
func BudgetOf(p *position.Position, r *rules.Set, power machiavelli.Power, orders []order.Order) Budget {
	b := Budget{Left: p.Treasury[power], Have: p.Treasury[power]}
	if !r.Money || p.Phase.Step != machiavelli.Orders {
		return b
	}
	var k Checker
	k.Bind(p, r)
	k.c.power = power
	set := k.CheckSet(power, orders)
	a := k.c.open()
	a.setAside(set)
	k.c.payments(&a, set)
	b.Paid = p.Treasury[power] - a.have
	k.c.loans(&a, set)
	b.Lent = a.have + b.Paid - p.Treasury[power]
	b.Due, b.Have, b.Debts = a.due(p.Phase), a.have, a.standing()
	left := max(a.have-b.Due, 0) // nothing is left if the bank cannot be paid (LOAN-09)
	for i, v := range expenseLines(set) {
		if v != nil {
			cost := k.c.cost(set, v)
			b.Asks[i], b.Gets[i] = cost, min(cost, left)
			left -= b.Gets[i]
			b.Costs += cost
		}
	}
	b.Left = a.have - b.Due - b.Costs
	return b
}
