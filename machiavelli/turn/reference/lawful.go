package reference

import (
	"podesta/machiavelli"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Lawful reports whether a money order must be accepted when it is written (EXP-04). Things that
// can never be bought are refused; lines that are only futile at the moment are accepted and paid
// for. The result sure is false if the rules leave the question open.
func Lawful(p *position.Position, r *rules.Set, power machiavelli.Power, o *order.Order) (lawful, sure bool) {
	if p.Eliminated.Has(power) || !r.Money { // ELIM-09, EXP-02
		return false, true
	}
	switch o.Kind {
	case order.Expense:
		return expenseLawful(p, r, power, o)
	case order.Payment:
		if o.Bank {
			return true, r.BankLoans
		}
		return o.Power != power, !p.Eliminated.Has(o.Power)
	case order.Loan:
		return r.BankLoans, !r.BankLoans || !p.Bankrupt.Has(power) // LOAN-12
	case order.Exchange:
		return exchangeLawful(p, r, power, o)
	case order.GiveChit:
		known := o.Power != power && !p.Eliminated.Has(o.Power) && !p.Eliminated.Has(o.Victim) && o.Victim != power && o.Victim != o.Power
		return p.Chits[power][o.Victim] > 0, known && r.AssassinationChits != rules.UnlimitedChits
	}
	return false, false
}

func expenseLawful(p *position.Position, r *rules.Set, power machiavelli.Power, o *order.Order) (lawful, sure bool) {
	land := p.Setting.Board.Land.Has(o.To.At) && !p.Setting.OffBoard.Has(o.To.At)
	switch o.Expense {
	case order.Delete:
		return true, true
	case order.Rebellion: // REB-03
		own := p.Province[o.To.At] == power
		if mates(p, p.Province[o.To.At], power) {
			return false, true
		}
		return land && !(own && !r.SelfRebellion), !own || r.SelfRebellion
	case order.Assassinate: // ASSN-15, ASSN-16
		return r.Assassinations && o.Power != power && !mates(p, o.Power, power), !p.Eliminated.Has(o.Power)
	}
	if x, ok := provinceExpenses[o.Expense]; ok {
		return x.option == nil || x.option(r), land
	}
	unit := target(p, power, o)
	if unit < 0 { // BRIBE-01
		return false, true
	}
	u := p.Units[unit]
	if o.Expense != order.CounterBribe && mates(p, u.Owner, power) { // SEAT-02
		return false, true
	}
	own, autonomous, garrison := u.Owner == power, u.Owner == machiavelli.Nobody, u.Type == machiavelli.Garrison
	switch o.Expense {
	case order.CounterBribe:
		return true, true
	case order.DisbandUnit: // BRIBE-13
		return !own || r.SelfBribes == rules.SelfBribesExceptBuy, true
	case order.BuyUnit: // BRIBE-15
		return !own && (!garrison || autonomous || r.BuyCommittedGarrison), true
	case order.ToAutonomous:
		return (garrison || r.AutonomousFieldUnits) && !autonomous && (!own || r.SelfBribes == rules.SelfBribesExceptBuy), true
	case order.OrderUnit: // OPT-05
		return r.AutonomousOrders && autonomous, true
	}
	return false, false
}
