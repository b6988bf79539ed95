package choices

import (
	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// Purse is what the orders that a power has written so far would do to its
// money, and in winter to its units, if nobody paid it anything. All sums are
// ducats.
type Purse struct {
	Treasury int       `json:"treasury"`
	Lent     int       `json:"lent,omitempty"`  // by the bank
	Paid     int       `json:"paid,omitempty"`  // to powers and to the bank
	Due      int       `json:"due,omitempty"`   // what the bank collects besides
	Costs    int       `json:"costs,omitempty"` // of all expense lines in full
	Left     int       `json:"left"`            // negative: so much is missing
	Lines    []Outlay  `json:"lines,omitempty"` // the expense lines that stand, by number
	Keeps    int       `json:"keeps,omitempty"` // winter: what the units cost that are to stay
	Builds   int       `json:"builds,omitempty"`
	Lost     []string  `json:"lost,omitempty"`    // winter: units that go for want of money: "Army Pavia"
	Gone     []string  `json:"gone,omitempty"`    // winter: units that go because no order keeps them
	Unbuilt  []Unbuilt `json:"unbuilt,omitempty"` // winter: builds that come to nothing
	Must     int       `json:"must,omitempty"`    // winter, where units are counted in cities: removals still to be named
	May      int       `json:"may,omitempty"`     // and builds that are neither ordered nor waived
}

// Outlay is an expense line with what it costs and what will be left for it
// when its turn comes.
type Outlay struct {
	Slot int  `json:"slot"`
	Asks int  `json:"asks"`
	Gets int  `json:"gets"`
	Buys bool `json:"buys"` // what it gets suffices for something
}

// Unbuilt is a build that comes to nothing as things stand.
type Unbuilt struct {
	Text string `json:"text"`
	Why  string `json:"why"`
}

// PurseOf adds up the lines of power; lines of others and those that are
// refused count for nothing. It is nil where there is nothing to count: outside
// winter in a game without money, and in retreats.
func PurseOf(p *position.Position, r *rules.Set, power machiavelli.Power, lines []turn.Line) *Purse {
	var mine []turn.Line
	var orders []order.Order
	for _, l := range lines {
		if l.Power == power && l.Err == "" {
			mine, orders = append(mine, l), append(orders, l.Order)
		}
	}
	x := &Purse{}
	if r.Money {
		x.Treasury = int(p.Treasury[power])
		x.Left = x.Treasury
	}
	switch {
	case p.Victors != 0 || p.Eliminated.Has(power):
		return nil
	case p.Phase.Step == machiavelli.Adjustments:
		x.winter(p, r, power, mine)
	case p.Phase.Step == machiavelli.Orders && r.Money:
		x.campaign(legal.BudgetOf(p, r, power, orders))
		for i := range x.Lines {
			x.Lines[i].Buys = buys(p, r, power, orders, &x.Lines[i])
		}
	default:
		return nil
	}
	return x
}

// campaign takes over what legal has added up.
func (x *Purse) campaign(b legal.Budget) {
	x.Lent, x.Paid, x.Due, x.Costs, x.Left = int(b.Lent), int(b.Paid), int(b.Due), int(b.Costs), int(b.Left)
	for i := range b.Asks {
		if b.Asks[i] > 0 {
			x.Lines = append(x.Lines, Outlay{Slot: i + 1, Asks: int(b.Asks[i]), Gets: int(b.Gets[i])})
		}
	}
}

// buys reports whether what an expense line gets is enough for what it is to
// buy: sums that do not reach the price are spent for nothing (EXP-05).
func buys(p *position.Position, r *rules.Set, power machiavelli.Power, orders []order.Order, l *Outlay) bool {
	for i := len(orders) - 1; i >= 0; i-- {
		if o := &orders[i]; o.Kind == order.Expense && int(o.Slot) == l.Slot {
			price, _ := legal.Price(p, r, power, o)
			if o.Expense == order.OrderUnit {
				price = machiavelli.Ducats(l.Asks)
			}
			return l.Gets >= int(price)
		}
	}
	return l.Gets >= l.Asks
}

// winter lets the lines be carried out, with dice of its own, and looks what
// becomes of the power's units and builds; nothing else of the result is used.
func (x *Purse) winter(p *position.Position, r *rules.Set, power machiavelli.Power, lines []turn.Line) {
	paid := r.Money && r.UnitCount == rules.CountMoney
	if !paid {
		owed := turn.Owes(p, r, power, lines)
		x.Must, x.May = owed.Removals, owed.Builds
	}
	res, err := turn.Process(p, lines, r, dice.New([]byte("purse"), "winter", nil))
	if err != nil {
		return // a position in which no phase can be played out has no winter to count
	}
	t := report.New(p.Setting)
	name := func(u position.Unit) string { return capital(kindOf(u)) + " " + t.Place(u.Place()) }
	for _, e := range res.Events {
		switch e := e.(type) {
		case event.Removed:
			switch {
			case e.Unit.Owner != power:
			case e.Reason == event.Unpaid:
				x.Lost = append(x.Lost, name(e.Unit))
				x.Keeps += int(e.Unit.Price())
			case e.Reason == event.ByDefault:
				x.Gone = append(x.Gone, name(e.Unit))
			}
		case event.Adjusted:
			x.adjusted(p, power, &e)
		}
	}
	if !paid {
		x.Keeps, x.Builds = 0, 0
	}
	x.Left = x.Treasury - x.Keeps - x.Builds
}

// adjusted counts what is paid for a unit, or would have been.
func (x *Purse) adjusted(p *position.Position, power machiavelli.Power, e *event.Adjusted) {
	switch {
	case e.Power != power:
	case e.Order.Kind == order.Maintain && e.Verdict == event.Succeeded:
		x.Keeps += int(e.Cost)
	case e.Order.Kind != order.Build:
	case e.Verdict == event.Succeeded:
		x.Builds += int(e.Unit.Price())
	default:
		why := e.Error
		if why == string(event.CannotBePaid) {
			why = "it cannot be paid"
			x.Builds += int(e.Unit.Price())
		}
		x.Unbuilt = append(x.Unbuilt, Unbuilt{Text: order.FormatPlain(e.Order, p.Setting.Board, p.Setting.Powers), Why: why})
	}
}

// Warning tells a power of something that can end its game or cost it units.
type Warning struct {
	Say   string `json:"say"`
	Grave bool   `json:"grave,omitempty"` // it comes with this phase unless the orders change
}

// WarningsOf tells power what threatens it with the lines that it has written
// so far.
func WarningsOf(p *position.Position, r *rules.Set, power machiavelli.Power, lines []turn.Line) []Warning {
	var out []Warning
	for _, d := range turn.Dangers(p, r, power, lines) {
		out = append(out, Warning{d.Say(p.Setting), d.Grave(p)})
	}
	return out
}
