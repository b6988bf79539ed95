package tableview

import (
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
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
}

// expenseRules holds the rules about the price and the effect of each expense.
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
}

// shop holds the data for listing the expenses of one power.
type shop struct {
	p     *position.Position
	r     *rules.Set
	b     *board.Board
	power machiavelli.Power
	t     report.Teller
	check legal.Checker
	find  legal.Finder
	out   []Expense
}

// expenses lists what power can spend ducats on in the orders phase of p: all
// expenses that can have an effect now, and the others with the reason, so that
// their price is known. It omits counter-bribes for units out of reach.
func expenses(p *position.Position, r *rules.Set, power machiavelli.Power) []Expense {
	s := shop{p: p, r: r, b: p.Setting.Board, power: power, t: report.New(p.Setting)}
	s.check.Bind(p, r)
	for i := range p.Units {
		u := &p.Units[i]
		for _, kind := range [...]order.ExpenseKind{order.BuyUnit, order.DisbandUnit, order.ToAutonomous, order.OrderUnit, order.CounterBribe} {
			s.offer(&order.Order{Expense: kind, Target: order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}}, u)
		}
	}
	for at := s.b.Land.Next(board.None); at != board.None; at = s.b.Land.Next(at) {
		for _, kind := range [...]order.ExpenseKind{order.FamineRelief, order.Pacify, order.Rebellion, order.CauseFamine, order.CausePlague, order.RelievePlague} {
			if s.senseless(kind, at) {
				continue
			}
			s.offer(&order.Order{Expense: kind, To: board.Place{At: at}}, nil)
		}
	}
	for x := machiavelli.Power(1); int(x) < len(p.Setting.Powers); x++ {
		if !p.Setting.Absent.Has(x) {
			s.offer(&order.Order{Expense: order.Assassinate, Power: x}, nil)
		}
	}
	return s.out
}

// senseless reports whether an expense cannot have any effect in a province, so
// that no player would look for it there.
func (s *shop) senseless(kind order.ExpenseKind, at board.ID) bool {
	switch kind {
	case order.FamineRelief:
		return !s.p.Famine.Has(at)
	case order.Pacify:
		return !s.p.RebelLand.Has(at) && !s.p.RebelCity.Has(at)
	case order.Rebellion:
		return s.p.Province[at] == machiavelli.Nobody || s.p.Setting.OffBoard.Has(at)
	case order.CauseFamine:
		return s.p.Famine.Has(at)
	}
	return false
}

// offer lists an expense, unless it can never be made. u is the unit that it
// concerns, or nil.
func (s *shop) offer(o *order.Order, u *position.Unit) {
	o.Kind, o.Slot = order.Expense, 1
	bound, _, notes, problem := s.check.Check(s.power, *o)
	e := Expense{Kind: expenseKinds[o.Expense], Step: 3}
	switch {
	case problem == nil:
		for _, n := range notes {
			if n.Code == legal.Futile {
				e.Far = wasted(n.Message)
			}
		}
		if e.Far != "" && o.Expense == order.CounterBribe {
			return
		}
	case o.Expense == order.BuyUnit && u.InCity() && u.Owner != s.power && u.Owner != machiavelli.Nobody: // BRIBE-15
		e.Far, e.Never, bound = problem.Message, true, *o
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

// wasted returns the reason in a note on a futile line.
func wasted(note string) string {
	_, why, found := strings.Cut(note, "this will be wasted: ")
	if !found {
		return note
	}
	return capital(why)
}

// describe fills in what an expense is, whom it concerns and how its price is
// computed.
func (s *shop) describe(e *Expense, o *order.Order, u *position.Unit) {
	at := s.t.Place(o.To)
	if o.To.At != board.None {
		e.At = s.b.Areas[o.To.At].Code
		if owner := s.p.Province[o.To.At]; owner != machiavelli.Nobody {
			e.Power = s.p.Setting.Powers[owner].ID
		}
		e.Most = e.Least // EXP-06: more has no effect
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
		e.Say = "Buy " + s.t.Unit(*u)
	case order.DisbandUnit:
		e.Say = "Disband " + s.t.Unit(*u)
	case order.ToAutonomous:
		e.Say = "Make " + s.t.Unit(*u) + " autonomous"
	case order.OrderUnit:
		e.Say = "Buy an order of " + s.t.Unit(*u)
		e.Why = append(e.Why, "an order costs 6 or 9, by what is ordered")
	case order.CounterBribe:
		e.Say = "Protect " + s.t.Unit(*u) + " from bribes"
		e.Why = []string{"every 3 ducats take as much off the largest bribe for the unit"}
	case order.FamineRelief:
		e.Say = "Relieve the famine in " + at
	case order.Pacify:
		e.Say = "Pacify " + at
	case order.Rebellion:
		owner := s.p.Province[o.To.At]
		e.Say = "Cause a rebellion in " + at + " against " + s.t.Who(owner)
		e.Why = []string{"outside the home countries of its owner"}
		if s.p.Homes(owner).Has(o.To.At) {
			e.Why = []string{"in a home country of its owner: 15 in place of 9"}
		}
	case order.CauseFamine:
		e.Say = "Bring famine to " + at
	case order.CausePlague:
		e.Say = "Bring plague to " + at
	case order.RelievePlague:
		e.Say = "Keep the plague from " + at
	case order.Assassinate:
		s.assassin(e, o)
	}
}

// priced explains how the price of a bribe is computed: BRIBE-02, BRIBE-03.
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
	special := ""
	switch {
	case u.Mounted():
		special = "cavalry"
		e.Rules = append(e.Rules, "OPT-01")
	case u.Quality == machiavelli.Militia, u.Quality == machiavelli.Professional:
		special = u.Quality.String() + " unit"
		e.Rules = append(e.Rules, "BRIBE-03")
	}
	if special != "" {
		factor *= 2
	}
	if factor == 1 {
		return
	}
	price := e.Least / factor
	e.Why = append(e.Why, "usual price "+strconv.Itoa(price))
	if great {
		e.Why = append(e.Why, "garrison of a great city: doubled")
	}
	if special != "" {
		e.Why = append(e.Why, special+": doubled")
	}
}

// assassin describes an assassination attempt with its chances: ASSN-04.
func (s *shop) assassin(e *Expense, o *order.Order) {
	e.Power = s.p.Setting.Powers[o.Power].ID
	e.Say = "Assassinate the ruler of " + s.t.Who(o.Power)
	e.Step = e.Least
	most := 6 * e.Step
	if top := s.r.AssassinationMaxSpend; top > 0 {
		most = min(most, top-top%e.Step)
	}
	e.Most = most
	for sum := e.Step; sum <= most; sum += e.Step {
		e.Odds = append(e.Odds, Odds{Sum: sum, Say: strconv.Itoa(sum/e.Step) + " in 6"})
	}
	if s.r.AssassinationChits == rules.UnlimitedChits {
		return
	}
	switch n := int(s.p.Chits[s.power][o.Power]); n {
	case 0:
	case 1:
		e.Why = []string{"uses your one attempt token (chit) against " + s.t.Who(o.Power)}
	default:
		e.Why = []string{"uses one of your " + strconv.Itoa(n) + " attempt tokens (chits) against " + s.t.Who(o.Power)}
	}
}

// after lists the orders for a unit that an expense buys, or the orders that it
// can buy.
func (s *shop) after(o *order.Order) []Choice {
	i := legal.TargetUnit(s.p, o.Target)
	var out []Choice
	for _, x := range s.find.Prospects(s.p, s.r, s.power, []order.Order{*o}, nil) {
		c := choiceOf(s.p, &x)
		if o.Expense == order.OrderUnit {
			c.Cost = int(legal.OrderPrice(s.b, &s.p.Units[i], &x))
		}
		out = append(out, c)
	}
	return out
}
