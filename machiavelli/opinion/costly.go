package opinion

import (
	"cmp"
	"errors"
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// The limits of the search for costly orders. A campaign is played at most
// mostOthers + samples times for each unit, and samples times for each expense.
const (
	mostCostly   = 3    // maximum number of orders returned
	leastCost    = 0.01 // least cost of an order that is returned, as a share of the victory
	mostOthers   = 24   // number of other orders tried for a unit
	samples      = 3    // throws of the dice over which the results of the best orders are averaged
	mostSearch   = 240  // maximum number of campaigns; in a longer game only the last ones are examined
	worthASecond = 2    // number of other orders of a unit that are tried with all samples
)

// ErrStopped is returned if a search was stopped.
var ErrStopped = errors.New("the search for costly orders was stopped")

// Costly is an order after which a power could expect less than after another order.
type Costly struct {
	Phase      int // index of the phase
	When       machiavelli.Phase
	Given      event.Event // Ordered, or Expense
	Better     order.Order // the better order; NoKind means that the ducats should have been kept
	Was, Could float64     // the share of the victory to expect after the campaign, with the given and the better order
}

// Cost returns the share of the victory that the order cost.
func (c *Costly) Cost() float64 { return c.Could - c.Was }

// Ordered describes what was ordered: "Army Pavia advances to Montferrat".
func (c *Costly) Ordered(tell report.Teller) message.Message {
	if e, ok := c.Given.(event.Ordered); ok {
		if e.Given == "" {
			return message.New("{unit:title} had no order", tell.UnitOf(e.Unit))
		}
		return tell.Deed(e)
	}
	return tell.Sentence(c.Given)
}

// Instead describes what would have been better: "supports the army in Pavia".
func (c *Costly) Instead(tell report.Teller) message.Message {
	if c.Better.Kind == order.NoKind {
		return message.New("keep the ducats")
	}
	e := c.Given.(event.Ordered)
	e.Order = c.Better
	return tell.Deed(e)
}

// Costliest returns the orders that cost the powers of a side most, costliest first, with at most
// one from each campaign. Each order is compared with the other orders of its unit, while everyone
// else does what they did; an expense is compared with keeping the ducats. The results are valued
// after the campaign and its retreats, and averaged over several throws of the dice. known has the
// same meaning as in Estimate. If stop is not nil it is called before each campaign; if it returns
// true, the search ends with ErrStopped.
func Costliest(phases []Phase, r *rules.Set, known, powers machiavelli.PowerSet, stop func() bool) ([]Costly, error) {
	s := search{rules: *r, known: known, powers: powers}
	s.rules.Plague, s.rules.Storms = false, false // disasters, which nobody can foresee
	var campaigns []int
	for i := range phases {
		if phases[i].Before.Phase.Step == machiavelli.Orders {
			campaigns = append(campaigns, i)
		}
	}
	var all []Costly
	for _, i := range campaigns[max(0, len(campaigns)-mostSearch):] {
		if stop != nil && stop() {
			return nil, ErrStopped
		}
		if c, found := s.campaign(&phases[i]); found {
			c.Phase, c.When = i, phases[i].Before.Phase
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b Costly) int { return cmp.Compare(b.Cost(), a.Cost()) })
	return all[:min(len(all), mostCostly)], nil
}

// search looks for costly orders.
type search struct {
	rules     rules.Set
	known     machiavelli.PowerSet
	powers    machiavelli.PowerSet
	estimator Estimator
	finder    legal.Finder

	before *position.Position
	lines  []turn.Line // lines of all powers
	tried  []turn.Line
	orders [2][board.Max]*order.Order // orders of the field unit and of the garrison in each area
	list   []order.Order
}

// campaign returns the costliest order of a campaign.
func (s *search) campaign(ph *Phase) (worst Costly, found bool) {
	s.before = ph.Before
	famine := s.rules.Famine
	defer func() { s.rules.Famine = famine }()
	if ph.Before.Phase.Season == machiavelli.Fall {
		s.rules.Famine = false
	}
	s.collect(ph.Events)
	was, ok := s.value(samples)
	if !ok {
		return worst, false
	}
	single, _ := s.value(1)
	consider := func(c Costly) {
		if c.Cost() >= leastCost && (!found || c.Cost() > worst.Cost()) {
			worst, found = c, true
		}
	}
	for _, e := range ph.Events {
		switch e := e.(type) {
		case event.Ordered:
			if !s.mine(e.Unit.Owner) {
				continue
			}
			if better, could, ok := s.unit(e, single); ok {
				consider(Costly{Given: e, Better: better, Was: was, Could: could})
			}
		case event.Expense:
			if !s.mine(e.Power) || e.Paid == 0 {
				continue
			}
			at := slices.IndexFunc(s.lines, func(l turn.Line) bool { return l.Power == e.Power && l.Order == e.Order })
			if at < 0 {
				continue
			}
			all := s.lines
			s.lines = slices.Delete(slices.Clone(all), at, at+1)
			could, ok := s.value(samples)
			s.lines = all
			if ok {
				consider(Costly{Given: e, Was: was, Could: could})
			}
		}
	}
	return worst, found
}

func (s *search) mine(x machiavelli.Power) bool { return x != machiavelli.Nobody && s.powers.Has(x) }

// collect records what everyone ordered in a campaign.
func (s *search) collect(events []event.Event) {
	s.lines = s.lines[:0:0]
	s.orders = [2][board.Max]*order.Order{}
	for _, e := range events {
		switch e := e.(type) {
		case event.Ordered:
			s.orders[inside(e.Unit)][e.Unit.At] = &e.Order
			if e.Given != "" {
				s.line(e.Unit.Owner, e.Order)
			}
		case event.Expense:
			s.line(e.Power, e.Order)
		case event.Payment:
			s.line(e.Power, e.Order)
		case event.Borrowed:
			s.line(e.Power, e.Order)
		case event.ChitGiven:
			s.line(e.Power, e.Order)
		case event.Taxed:
			s.line(e.Power, e.Order)
		}
	}
}

func (s *search) line(x machiavelli.Power, o order.Order) {
	if x != machiavelli.Nobody && o.Kind != order.NoKind {
		s.lines = append(s.lines, turn.Line{Power: x, Order: o})
	}
}

// inside returns 1 for a garrison, and 0 for other units.
func inside(u position.Unit) int {
	if u.InCity() {
		return 1
	}
	return 0
}

// unit returns the best other order of a unit and the share of the victory to expect with it.
// ok is false if no order is better. was is the value of the order that the unit had, with one
// throw of the dice.
func (s *search) unit(e event.Ordered, was float64) (best order.Order, could float64, ok bool) {
	at := s.before.Field(e.Unit.At)
	if e.Unit.InCity() {
		at = s.before.Garrison(e.Unit.At)
	}
	if at < 0 || s.before.Units[at].Owner != e.Unit.Owner {
		return best, 0, false // the unit was bought in the campaign
	}
	s.list = s.finder.OfUnit(s.before, &s.rules, at, s.list[:0])
	type other struct {
		o     order.Order
		value float64
	}
	var tried []other
	all, place := s.without(e)
	for i := range s.list {
		o := s.list[i]
		if len(tried) == mostOthers {
			break
		}
		if o == e.Order || !s.sensible(&o) {
			continue
		}
		all[place] = turn.Line{Power: e.Unit.Owner, Order: o}
		if v, fine := s.valueOf(all, 1); fine && v > was {
			tried = append(tried, other{o, v})
		} else {
			tried = append(tried, other{o, -1})
		}
	}
	slices.SortStableFunc(tried, func(a, b other) int { return cmp.Compare(b.value, a.value) })
	for _, x := range tried[:min(len(tried), worthASecond)] {
		if x.value < 0 {
			break
		}
		all[place] = turn.Line{Power: e.Unit.Owner, Order: x.o}
		if v, fine := s.valueOf(all, samples); fine && (!ok || v > could) {
			best, could, ok = x.o, v, true
		}
	}
	return best, could, ok
}

// without returns a copy of all lines except those of a unit, with room for another line at the
// end.
func (s *search) without(e event.Ordered) (lines []turn.Line, place int) {
	lines = make([]turn.Line, 0, len(s.lines)+1)
	for _, l := range s.lines {
		if l.Power != e.Unit.Owner || l.Order != e.Order || e.Given == "" {
			lines = append(lines, l)
		}
	}
	return append(lines, turn.Line{}), len(lines)
}

// sensible reports whether an order can have an effect, given what the others do.
func (s *search) sensible(o *order.Order) bool {
	of := func(u order.Unit) *order.Order {
		if u.Type == machiavelli.Garrison {
			return s.orders[1][u.At]
		}
		return s.orders[0][u.At]
	}
	switch o.Kind {
	case order.Disband:
		return false // disbanding saves at most the upkeep, and nobody trusts such advice
	case order.Support:
		x := of(o.Target)
		switch o.Action {
		case order.ToAdvance:
			return x != nil && x.Kind == order.Advance && x.To.At == o.To.At
		case order.ToConvert:
			return x != nil && x.Kind == order.Convert
		case order.PowerThere:
			return true
		}
		return x != nil && x.Kind != order.Advance
	case order.Convoy:
		x := of(o.Target)
		return x != nil && x.Kind == order.Advance && x.ByConvoy() && x.To.At == o.To.At
	case order.Advance:
		for _, at := range o.Route() {
			if x := s.orders[0][at]; x == nil || x.Kind != order.Convoy || x.Target.At != o.Unit.At || x.To.At != o.To.At {
				return false
			}
		}
	}
	return true
}

// value returns the share of the victory that the side could expect after the campaign with the
// given orders. ok is false if they cannot be played.
func (s *search) value(throws int) (v float64, ok bool) { return s.valueOf(s.lines, throws) }

// valueOf is like value, but for the given lines.
func (s *search) valueOf(lines []turn.Line, throws int) (v float64, ok bool) {
	if !turn.NeedsDice(&s.rules) && !s.rules.Money {
		throws = 1
	}
	for k := range throws {
		d := dice.New([]byte{byte(k)}, "opinion", nil)
		res, err := turn.Process(s.before, lines, &s.rules, d)
		if err == nil && res.Next.Phase.Step == machiavelli.Retreats {
			res, err = turn.Process(res.Next, retreats(res.Next), &s.rules, d)
		}
		if err != nil {
			return 0, false
		}
		shares := s.estimator.Estimate(res.Next, &s.rules, s.known)
		v += shares.Of(s.powers) / float64(throws)
	}
	return v, true
}

// retreats orders each dislodged unit to the first place that no other unit takes.
func retreats(p *position.Position) []turn.Line {
	var lines []turn.Line
	var taken board.Set
	for i := range p.Dislodged {
		d := &p.Dislodged[i]
		u := &d.Unit
		o := order.Order{Kind: order.Retreat, Unit: order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}}
		for _, to := range d.Retreats {
			if !taken.Has(to.At) {
				o.To = to
				break
			}
		}
		if o.To.At == board.None && d.IntoCity {
			o.To.At, o.ConvertTo = u.At, machiavelli.Garrison
		}
		if u.Owner != machiavelli.Nobody && o.To.At != board.None {
			taken.Add(o.To.At)
			lines = append(lines, turn.Line{Power: u.Owner, Order: o})
		}
	}
	return lines
}
