package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
)

// papacy is the identifier of the power whose ruler is the Pope.
const papacy = "papacy"

// permit checks the permission for another power to bribe a unit as if it were
// near (EXP-25).
func (c *checker) permit(o, bound *order.Order) *Problem {
	if c.r.BribeAdjacency != rules.BribeOwnOrPermitted {
		return refuse(optionOff, message.New("In this game nobody needs leave of another for a bribe, nor can it be given."))
	}
	switch {
	case o.Power == machiavelli.Nobody || int(o.Power) >= len(c.p.Setting.Powers):
		return refuse(noPayee, message.New("The order does not say who may bribe."))
	case o.Power == c.power:
		return refuse(noPayee, message.New("You need no leave of yourself."))
	case c.p.Eliminated.Has(o.Power):
		return refuse(noSay, message.New("{Power:name} is out of the game and bribes nobody.", c.whose(o.Power)))
	}
	c.locate()
	n := *o
	n.Expense = order.CounterBribe
	i, problem := c.target(&n)
	if problem != nil {
		return problem
	}
	u := &c.p.Units[i]
	bound.Kind, bound.Power, bound.Target = order.Permit, o.Power, named(u)
	if Neighbours(c.p, c.r, u.At, u.InCity())&c.p.Setting.Parts(c.power) == 0 {
		c.wasted(message.New("you yourself have no unit in {around}", c.around(u.At, u.Type)))
	}
	return nil
}

// tax checks forced taxation (OPT-07).
func (c *checker) tax(o, bound *order.Order) *Problem {
	at := o.To.At
	switch {
	case c.r.ForcedTaxation == rules.NoForcedTaxation:
		return refuse(optionOff, message.New("This game is played without forced taxation."))
	case c.r.ForcedTaxation == rules.TaxationFall && c.p.Phase.Season != machiavelli.Fall:
		return refuse(optionOff, message.New("In this game provinces are taxed by force in fall only."))
	}
	if problem := c.ownLand(at); problem != nil {
		return problem
	}
	switch {
	case c.p.RebelLand.Has(at) || c.p.RebelCity.Has(at):
		return refuse(noRebellion, message.New("{Place} rebels and cannot be taxed by force.", c.place(at)))
	case c.p.Taxed.Has(at):
		return refuse(noRebellion, message.New("{Place} has been taxed by force this year; it cannot be again.", c.place(at)))
	case c.r.ForcedTaxation == rules.TaxationLasting && c.p.TaxedBefore.Has(at):
		return refuse(noRebellion, message.New("{Place} was taxed by force last year and is spared this year.", c.place(at)))
	}
	bound.Kind, bound.To.At = order.Tax, at
	return nil
}

// ownLand refuses areas that are not provinces owned by the power.
func (c *checker) ownLand(at board.ID) *Problem {
	switch {
	case !c.known(at):
		return refuse(noTarget, message.New("The order does not say which province it is for."))
	case !c.b.Land.Has(at):
		return refuse(noTarget, message.New("{Place} is at sea; only provinces can be owned.", c.place(at)))
	case c.p.Province[at] != c.power:
		return refuse(notYours, message.New("The province of {place} is not yours.", c.place(at)))
	}
	return nil
}

// giveProvince checks the gift of a province. The giver must own it together
// with its city, and it must be outside the giver's home countries (OPT-06).
func (c *checker) giveProvince(o, bound *order.Order) *Problem {
	at := o.To.At
	if !c.r.ProvinceTrading { // GIFT-04
		return refuse(optionOff, message.New("In this game provinces cannot be given away."))
	}
	if problem := c.ownLand(at); problem != nil {
		return problem
	}
	switch {
	case c.b.Cities.Has(at) && c.p.City[at] != c.power:
		return refuse(notYours, message.New("The city of {place} is not yours; only a province that you own whole can be given away.", c.place(at)))
	case c.p.Homes(c.power).Has(at):
		return refuse(notYours, message.New("{Place} is in a home country of yours and cannot be given away.", c.place(at)))
	}
	if problem := c.payee(o.Power, message.New("The order does not say whom to give it to."), message.New("You cannot give it to yourself.")); problem != nil {
		return problem
	}
	bound.Kind, bound.To.At, bound.Power = order.GiveProvince, at, o.Power
	return nil
}

// excommunication checks an excommunication and the votes against it (OPT-14).
func (c *checker) excommunication(o, bound *order.Order) *Problem {
	pope, there := c.p.Setting.Powers.Find(papacy)
	switch {
	case !c.r.Excommunication:
		return refuse(optionOff, message.New("This game is played without excommunication."))
	case !there || c.p.Eliminated.Has(pope):
		return refuse(optionOff, message.New("There is no Pope in this game."))
	case o.Kind == order.Silence && c.power != pope:
		return refuse(noSay, message.New("Only the Pope excommunicates."))
	case o.Kind == order.Overrule && c.power == pope:
		return refuse(noSay, message.New("The Papacy does not overrule itself; leave the excommunication out instead."))
	case o.Kind == order.Silence && o.Power == machiavelli.Nobody, int(o.Power) >= len(c.p.Setting.Powers):
		return refuse(noPayee, message.New("The order does not say who is excommunicated."))
	case o.Kind == order.Silence && o.Power == c.power:
		return refuse(noPayee, message.New("The Pope cannot excommunicate the Papacy."))
	case o.Power != machiavelli.Nobody && c.p.Eliminated.Has(o.Power):
		return refuse(noSay, message.New("{Power:name} is out of the game.", c.whose(o.Power)))
	}
	bound.Kind, bound.Power = o.Kind, o.Power
	return nil
}
