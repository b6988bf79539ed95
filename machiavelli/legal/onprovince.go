package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// onProvince describes an expense for a province. Everything that checks, prices or lists such
// expenses uses it.
type onProvince struct {
	price machiavelli.Ducats
	// letter in the cost table; empty for expenses of the optional rules
	letter string
	// the refusal in games that do not have the expense
	unsold message.Message
	// returns the refusal for places outside the provinces in play; if nil, the expense is
	// accepted there
	outside func(place message.Arg) message.Message
	// returns the provinces in which the expense has an effect as things stand; if nil, it has
	// one everywhere
	useful  func(*position.Position) (where board.Set)
	useless func(place message.Arg) (clause message.Message) // says why it has no effect elsewhere
}

// onProvinces describes all expenses for provinces except rebellions, whose price and
// conditions depend on the owner.
var onProvinces = map[order.ExpenseKind]*onProvince{
	order.FamineRelief: { // RELIEF-01, RELIEF-04
		price: 3, letter: "a",
		useful:  func(p *position.Position) board.Set { return p.Famine },
		useless: func(at message.Arg) message.Message { return message.New("there is no famine in {place}", at) },
	},
	order.Pacify: { // RELIEF-02, RELIEF-03
		price: 12, letter: "b",
		useful:  func(p *position.Position) board.Set { return p.RebelLand.Union(p.RebelCity) },
		useless: func(at message.Arg) message.Message { return message.New("there is no rebellion in {place}", at) },
	},
	order.CauseFamine: { // OPT-08
		price:  3,
		unsold: message.New("In this game famines come by themselves; nobody can cause them."),
		outside: func(at message.Arg) message.Message {
			return message.New("Only provinces in play can have famine, and {place} is not one.", at)
		},
		useful:  func(p *position.Position) board.Set { return p.Setting.Board.Land.Minus(p.Famine) },
		useless: func(at message.Arg) message.Message { return message.New("there is famine in {place} already", at) },
	},
	order.CausePlague: { // OPT-09
		price:   15,
		unsold:  message.New("In this game nobody can cause plague."),
		outside: noPlagueThere,
	},
	order.RelievePlague: {
		price:   12,
		unsold:  message.New("In this game there is no relief from plague."),
		outside: noPlagueThere,
	},
	order.Ransom: { // OPT-23
		price:  9,
		unsold: message.New("In this game no garrison can be ransomed."),
		useful: func(p *position.Position) (where board.Set) {
			for at := p.Sieges.Next(board.None); at != board.None; at = p.Sieges.Next(at) {
				if p.Besieged(at) && p.Garrison(at) >= 0 {
					where.Add(at)
				}
			}
			return where
		},
		useless: func(at message.Arg) message.Message { return message.New("no garrison is besieged in {place}", at) },
	},
}

func noPlagueThere(at message.Arg) message.Message {
	return message.New("Only provinces in play can have plague, and {place} is not one.", at)
}

// Sold reports whether a game has a kind of expense.
func Sold(r *rules.Set, kind order.ExpenseKind) bool {
	switch kind {
	case order.Assassinate: // ASSN-15
		return r.Assassinations
	case order.CauseFamine: // OPT-08
		return r.CauseFamine != rules.NoCausedFamine
	case order.CausePlague, order.RelievePlague: // OPT-09
		return r.CausePlague
	case order.OrderUnit: // OPT-05
		return r.AutonomousOrders
	case order.Ransom: // OPT-23
		return r.Ransom
	}
	return true
}

// Useful returns the provinces in which an expense for a province can have an effect as things
// stand, for a power that is close enough.
func Useful(p *position.Position, kind order.ExpenseKind) board.Set {
	if x := onProvinces[kind]; x != nil && x.useful != nil {
		return x.useful(p)
	}
	if kind != order.Rebellion {
		return p.Setting.Board.Land
	}
	var owned board.Set
	for at := p.Setting.Board.Land.Next(board.None); at != board.None; at = p.Setting.Board.Land.Next(at) {
		if p.Province[at] != machiavelli.Nobody && !p.Setting.OffBoard.Has(at) {
			owned.Add(at)
		}
	}
	return owned
}

// provinceExpense checks an expense for a province.
func (c *checker) provinceExpense(o, bound *order.Order) *Problem {
	at := o.To.At
	switch {
	case !c.known(at):
		return refuse(noExpense, message.New("The line does not say for which province the money is."))
	case !c.b.Land.Has(at) && o.Expense == order.Rebellion:
		return refuse(noRebellion, message.New("{Place} is at sea, where nobody rebels.", c.place(at)))
	}
	bound.To.At = at
	if o.Expense == order.Rebellion {
		return c.causeRebellion(at)
	}
	x := onProvinces[o.Expense]
	switch {
	case !Sold(c.r, o.Expense):
		return refuse(optionOff, x.unsold)
	case x.outside != nil && (!c.b.Land.Has(at) || c.p.Setting.OffBoard.Has(at)):
		return refuse(noExpense, x.outside(c.place(at)))
	case x.useless != nil && !x.useful(c.p).Has(at):
		c.wasted(x.useless(c.place(at)))
	}
	return nil
}
