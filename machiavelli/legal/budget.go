package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Budget is what a power's orders of a campaign would do to its treasury if
// nobody paid it anything, all sums in ducats.
type Budget struct {
	Lent  machiavelli.Ducats // what the bank would lend (LOAN-02)
	Paid  machiavelli.Ducats // to the bank and to other powers, as far as there is money for it (GIFT-02, LOAN-07)
	Due   machiavelli.Ducats // what the bank would still collect (LOAN-09)
	Costs machiavelli.Ducats // of all expense lines in full (EXP-03)
	Left  machiavelli.Ducats // what remains; negative is what is missing

	Asks [4]machiavelli.Ducats // what each expense line costs, by its number less one; 0 where there is none
	Gets [4]machiavelli.Ducats // what will be left for it when its turn comes, no more than it costs (EXP-05)

	Have  machiavelli.Ducats // what there is when the bank collects; less than Due is a default (LOAN-09)
	Debts []position.Loan    // what is owed then, with what these orders borrow, first due first; as the bank collects it in this campaign or later
}

// BudgetOf adds up the orders that count among those that a power gave in a
// campaign, in the sequence in which they are carried out (SEQ M1, M2). In
// other phases, and in a game without money, it is what the treasury holds.
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
	k.c.payments(&a, set)
	b.Paid = p.Treasury[power] - a.have
	k.c.loans(&a, set)
	b.Lent = a.have + b.Paid - p.Treasury[power]
	b.Due, b.Have, b.Debts = a.due(p.Phase), a.have, a.standing()
	left := max(a.have-b.Due, 0) // with nothing if the bank cannot be paid (LOAN-09)
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
