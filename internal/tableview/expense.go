package tableview

import (
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
)

// expenseKinds holds the names of the expenses in the wire format.
var expenseKinds = map[order.ExpenseKind]string{
	order.FamineRelief: "relief", order.Pacify: "pacify", order.Rebellion: "rebellion", order.DisbandUnit: "disband",
	order.BuyUnit: "buy", order.ToAutonomous: "autonomous", order.CounterBribe: "counter-bribe", order.Assassinate: "assassinate",
	order.CauseFamine: "famine", order.CausePlague: "plague", order.RelievePlague: "health", order.OrderUnit: "order",
	order.Ransom: "ransom",
}

// expenseRules holds the IDs of the rules about the price and the effect of each expense.
var expenseRules = map[order.ExpenseKind][]string{
	order.FamineRelief:  {"RELIEF-01"},
	order.Pacify:        {"RELIEF-02", "RELIEF-03"},
	order.Rebellion:     {"REB-04", "REB-05"},
	order.DisbandUnit:   {"BRIBE-01", "BRIBE-09"},
	order.BuyUnit:       {"BRIBE-01", "BRIBE-11", "BRIBE-12"},
	order.ToAutonomous:  {"BRIBE-01", "BRIBE-10"},
	order.CounterBribe:  {"BRIBE-07", "BRIBE-08"},
	order.Assassinate:   {"ASSN-03", "ASSN-04"},
	order.CauseFamine:   {"OPT-08"},
	order.CausePlague:   {"OPT-09"},
	order.RelievePlague: {"OPT-09"},
	order.OrderUnit:     {"OPT-05"},
	order.Ransom:        {"OPT-23"},
}

// shop holds the data for listing the expenses of one power.
type shop struct {
	p     *position.Position
	r     *rules.Set
	b     *board.Board
	power machiavelli.Power
	l     message.Language
	t     report.Teller
	check legal.Checker
	find  legal.Finder
	out   []Expense
}

// expenses lists what power can buy in the orders phase of p. Expenses that can have no effect now
// are listed too, with the reason, so that players learn their price. Counter-bribes for units out
// of reach are omitted.
func expenses(l message.Language, p *position.Position, r *rules.Set, power machiavelli.Power) []Expense {
	s := shop{l: l, p: p, r: r, b: p.Setting.Board, power: power, t: report.New(p.Setting)}
	s.check.Bind(p, r)
	for i := range p.Units {
		u := &p.Units[i]
		for _, kind := range [...]order.ExpenseKind{order.BuyUnit, order.DisbandUnit, order.ToAutonomous, order.OrderUnit, order.CounterBribe} {
			s.offer(&order.Order{Expense: kind, Target: order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}}, u)
		}
	}
	forProvinces := order.ExpensesOn(order.OnProvince)
	useful := make([]board.Set, len(forProvinces)) // no player would look for the other provinces
	for i, kind := range forProvinces {
		useful[i] = legal.Useful(p, kind)
	}
	for at := s.b.Land.Next(board.None); at != board.None; at = s.b.Land.Next(at) {
		for i, kind := range forProvinces {
			if useful[i].Has(at) {
				s.offer(&order.Order{Expense: kind, To: board.Place{At: at}}, nil)
			}
		}
	}
	for x := machiavelli.Power(1); int(x) < len(p.Setting.Powers); x++ {
		if !p.Setting.Absent.Has(x) {
			s.offer(&order.Order{Expense: order.Assassinate, Power: x}, nil)
		}
	}
	return s.out
}

// offer lists an expense if it is legal. It also lists the purchase of another power's garrison,
// which is impossible, together with the reason. The parameter u is the unit concerned, or nil.
func (s *shop) offer(o *order.Order, u *position.Unit) {
	o.Kind, o.Slot = order.Expense, 1
	bound, _, notes, problem := s.check.Check(s.power, *o)
	e := Expense{Kind: expenseKinds[o.Expense], Step: 3}
	switch {
	case problem == nil:
		for _, n := range notes {
			if n.Code == legal.Futile {
				e.Far = n.Reason().In(s.l)
			}
		}
		if e.Far != "" && o.Expense == order.CounterBribe {
			return
		}
	case o.Expense == order.BuyUnit && u.InCity() && u.Owner != s.power && u.Owner != machiavelli.Nobody: // BRIBE-15
		e.Far, e.Never, bound = problem.Message.In(s.l), true, *o
	default:
		return
	}
	price, _ := legal.Price(s.p, s.r, s.power, o)
	e.Least = int(price)
	e.Rules = append([]string(nil), expenseRules[o.Expense]...)
	s.describe(&e, o, u)
	_, e.Text, _ = strings.Cut(order.Format(bound, s.b, s.p.Setting.Powers), ": ")
	if e.Far == "" && (o.Expense == order.BuyUnit || o.Expense == order.OrderUnit) {
		e.After = s.after(o)
	}
	s.out = append(s.out, e)
}

// describe fills in an expense's effect, the powers and places that it concerns, and the
// composition of its price.
func (s *shop) describe(e *Expense, o *order.Order, u *position.Unit) {
	if o.To.At != board.None {
		e.At = s.b.Areas[o.To.At].Code
		if owner := s.p.Province[o.To.At]; owner != machiavelli.Nobody {
			e.Power = s.p.Setting.Powers[owner].ID
		}
		e.Most = e.Least // EXP-06: more money has no effect
	}
	if u != nil {
		e.Unit, e.At = unitKey(s.b, u), s.b.Areas[u.At].Code
		if u.Owner != machiavelli.Nobody {
			e.Power = s.p.Setting.Powers[u.Owner].ID
		}
		s.priced(e, o, u)
	}
	switch o.Expense {
	case order.BuyUnit:
		e.Say = s.say(message.New("Buy {unit}", s.t.UnitOf(*u)))
	case order.DisbandUnit:
		e.Say = s.say(message.New("Disband {unit}", s.t.UnitOf(*u)))
	case order.ToAutonomous:
		e.Say = s.say(message.New("Make {unit} autonomous", s.t.UnitOf(*u)))
	case order.OrderUnit:
		e.Say = s.say(message.New("Buy an order of {unit}", s.t.UnitOf(*u)))
		e.Why = append(e.Why, s.say(message.New("an order costs 6 or 9, by what is ordered")))
	case order.CounterBribe:
		e.Say = s.say(message.New("Protect {unit} from bribes", s.t.UnitOf(*u)))
		e.Why = []string{s.say(message.New("every 3 ducats take as much off the largest bribe for the unit"))}
	case order.FamineRelief:
		e.Say = s.say(message.New("Relieve the famine in {place:name}", s.t.PlaceOf(o.To)))
	case order.Pacify:
		e.Say = s.say(message.New("Pacify {place:name}", s.t.PlaceOf(o.To)))
	case order.Rebellion:
		owner := s.p.Province[o.To.At]
		e.Say = s.say(message.New("Cause a rebellion in {place:name} against {power}", s.t.PlaceOf(o.To), s.t.PowerOf(owner)))
		e.Why = []string{s.say(message.New("outside the home countries of its owner"))}
		if s.p.Homes(owner).Has(o.To.At) {
			e.Why = []string{s.say(message.New("in a home country of its owner: 15 in place of 9"))}
		}
	case order.CauseFamine:
		e.Say = s.say(message.New("Bring famine to {place:name}", s.t.PlaceOf(o.To)))
	case order.CausePlague:
		e.Say = s.say(message.New("Bring plague to {place:name}", s.t.PlaceOf(o.To)))
	case order.RelievePlague:
		e.Say = s.say(message.New("Keep the plague from {place:name}", s.t.PlaceOf(o.To)))
	case order.Ransom:
		e.Say = s.say(message.New("Ransom the garrison of {place:name}", s.t.PlaceOf(o.To)))
	case order.Assassinate:
		s.assassin(e, o)
	}
}

// say renders a message for the reader.
func (s *shop) say(m message.Message) string { return m.In(s.l) }

// priced fills in the composition of a bribe's price: BRIBE-02, BRIBE-03.
func (s *shop) priced(e *Expense, o *order.Order, u *position.Unit) {
	if o.Expense == order.CounterBribe {
		return
	}
	factor := 1
	great := u.InCity() && s.b.Major.Has(u.At)
	if great {
		factor *= 2
		e.Rules = append(e.Rules, "BRIBE-02")
	}
	var special message.Message
	switch {
	case u.Mounted():
		special = message.New("cavalry: doubled")
		e.Rules = append(e.Rules, "OPT-01")
	case u.Quality == machiavelli.Militia:
		special = message.New("militia unit: doubled")
		e.Rules = append(e.Rules, "BRIBE-03")
	case u.Quality == machiavelli.Professional:
		special = message.New("professional unit: doubled")
		e.Rules = append(e.Rules, "BRIBE-03")
	}
	if !special.IsZero() {
		factor *= 2
	}
	if factor == 1 {
		return
	}
	price := e.Least / factor
	e.Why = append(e.Why, s.say(message.New("usual price {n}", message.Number(price))))
	if great {
		e.Why = append(e.Why, s.say(message.New("garrison of a great city: doubled")))
	}
	if !special.IsZero() {
		e.Why = append(e.Why, s.say(special))
	}
}

// assassin describes an assassination attempt with its chances: ASSN-04.
func (s *shop) assassin(e *Expense, o *order.Order) {
	e.Power = s.p.Setting.Powers[o.Power].ID
	e.Say = s.say(message.New("Assassinate the ruler of {power}", s.t.PowerOf(o.Power)))
	e.Step = e.Least
	most := 6 * e.Step
	if top := s.r.AssassinationMaxSpend; top > 0 {
		most = min(most, top-top%e.Step)
	}
	e.Most = most
	for sum := e.Step; sum <= most; sum += e.Step {
		e.Odds = append(e.Odds, Odds{Sum: sum, Say: s.say(message.New("{n} in 6", message.Number(sum/e.Step)))})
	}
	if s.r.AssassinationChits == rules.UnlimitedChits {
		return
	}
	switch n := int(s.p.Chits[s.power][o.Power]); n {
	case 0:
	case 1:
		e.Why = []string{s.say(message.New("uses your one attempt token (chit) against {power}", s.t.PowerOf(o.Power)))}
	default:
		e.Why = []string{s.say(message.New("uses one of your {n} attempt tokens (chits) against {power}", message.Number(n), s.t.PowerOf(o.Power)))}
	}
}

// after lists the orders that a unit can get once an expense has bought it, or the orders that the
// expense can buy.
func (s *shop) after(o *order.Order) []Choice {
	i := legal.TargetUnit(s.p, o.Target)
	var out []Choice
	for _, x := range s.find.Prospects(s.p, s.r, s.power, []order.Order{*o}, nil) {
		c := choiceOf(s.l, s.p, &x)
		if o.Expense == order.OrderUnit {
			c.Cost = int(legal.OrderPrice(s.b, &s.p.Units[i], &x))
		}
		out = append(out, c)
	}
	return out
}
