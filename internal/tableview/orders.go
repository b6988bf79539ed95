package tableview

import (
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
)

// powerOrders returns the orders that power may give in the phase of p.
func powerOrders(l message.Language, p *position.Position, r *rules.Set, power machiavelli.Power) PowerOrders {
	info := p.Setting.Powers[power]
	h := PowerOrders{Power: info.ID, Field: "orders-" + info.ID, Units: []UnitOrders{}, Money: moneyOf(l, p, r, power), Winter: winterOf(l, p, r, power)}
	switch p.Phase.Step {
	case machiavelli.Orders:
		h.campaign(l, p, r, power)
	case machiavelli.Retreats:
		for i := range p.Dislodged {
			u := &p.Dislodged[i].Unit
			if u.Owner != power {
				continue
			}
			h.Units = append(h.Units, unitOrders(l, p, "D"+unitKey(p.Setting.Board, u), legal.Retreats(p, r, i, nil)))
		}
	case machiavelli.Adjustments:
		h.adjust(l, p, r, power)
		return h
	}
	h.Exchanges = partners(p, r, power)
	return h
}

// partners returns the IDs of the powers with which a power can agree on an exchange (OPT-19).
func partners(p *position.Position, r *rules.Set, power machiavelli.Power) (ids []string) {
	for x := machiavelli.Power(1); r.Exchanges && int(x) < len(p.Setting.Powers); x++ {
		if x != power && !p.Eliminated.Has(x) && !p.Setting.Absent.Has(x) {
			ids = append(ids, p.Setting.Powers[x].ID)
		}
	}
	return ids
}

// unitOrders returns a unit with its legal orders.
func unitOrders(l message.Language, p *position.Position, key string, orders []order.Order) UnitOrders {
	out := UnitOrders{Unit: key, Orders: make([]Choice, 0, len(orders))}
	for i := range orders {
		out.Orders = append(out.Orders, choiceOf(l, p, &orders[i]))
	}
	return out
}

// campaign lists the orders of units in the field and in cities, and other
// orders that do not involve money.
func (h *PowerOrders) campaign(l message.Language, p *position.Position, r *rules.Set, power machiavelli.Power) {
	var find legal.Finder
	var check legal.Checker
	check.Bind(p, r)
	b := p.Setting.Board
	travels := find.Transfers(p, r, power, nil)
	trips := passagesOf(p, r, power)
	var orders []order.Order
	for i := range p.Units {
		u := &p.Units[i]
		if u.Owner != power {
			continue
		}
		orders = find.OfUnit(p, r, i, orders[:0])
		for _, o := range travels {
			if o.Unit.At == u.At && !u.InCity() {
				orders = append(orders, o)
			}
		}
		x := unitOrders(l, p, unitKey(b, u), orders)
		for k := range orders {
			trips.fill(l, r, u, &orders[k], &x.Orders[k], p)
		}
		x.Cannot = cannot(l, &check, r, i, u, orders)
		h.Units = append(h.Units, x)
	}
	t := report.New(p.Setting)
	var others []order.Order
	others = find.Bans(p, r, power, find.Cessions(p, r, power, find.Taxes(p, r, power, nil)))
	others = append(others, leaves(p, r, power)...)
	for i := range others {
		o := &others[i]
		c := choiceOf(l, p, o)
		if c.Say = sayOther(&t, o).In(l); c.Say != "" {
			h.Others = append(h.Others, c)
		}
	}
}

// cannot says why a unit lacks orders that players may expect. In games with garrisons these are
// the orders with which armies and fleets besiege or enter a city, and with which garrisons leave
// one. In all games they include the order with which a fleet convoys.
func cannot(l message.Language, check *legal.Checker, r *rules.Set, i int, u *position.Unit, orders []order.Order) []Cannot {
	var kinds []order.Kind
	switch {
	case u.InCity():
		kinds = []order.Kind{order.Advance, order.Convert}
	case u.Type == machiavelli.Fleet:
		kinds = []order.Kind{order.Besiege, order.Convert, order.Convoy}
	default:
		kinds = []order.Kind{order.Besiege, order.Convert}
	}
	var out []Cannot
	for _, kind := range kinds {
		if kind != order.Convoy && !r.Garrisons || slices.ContainsFunc(orders, func(o order.Order) bool { return o.Kind == kind }) {
			continue
		}
		if why := check.WhyNot(i, kind); !why.IsZero() {
			out = append(out, Cannot{kind.String(), why.In(l)})
		}
	}
	return out
}

// leaves returns the permissions to pass straits that a power can grant: one to each other power if
// it controls the shore of a strait, and otherwise none.
func leaves(p *position.Position, r *rules.Set, power machiavelli.Power) []order.Order {
	if r.Straits == rules.NoStraits {
		return nil
	}
	holds := false
	for _, s := range p.Setting.Board.Straits {
		i := p.Field(s.Control)
		holds = holds || i >= 0 && p.Units[i].Owner == power || p.Province[s.Control] == power
	}
	var out []order.Order
	for x := machiavelli.Power(1); holds && int(x) < len(p.Setting.Powers); x++ {
		if x != power && !p.Eliminated.Has(x) && !p.Setting.Absent.Has(x) {
			out = append(out, order.Order{Kind: order.Ally, Powers: machiavelli.PowerSet(0).With(x)})
		}
	}
	return out
}

// sayOther describes the effect of an order that does not concern a unit.
func sayOther(t *report.Teller, o *order.Order) message.Message {
	switch o.Kind {
	case order.Ally:
		for x := machiavelli.Power(1); x < machiavelli.MaxPowers; x++ {
			if o.Powers.Has(x) {
				return message.New("Let the fleets of {power:name} pass your straits", t.PowerOf(x))
			}
		}
	case order.Tax:
		return message.New("Tax {place:name} by force", t.PlaceOf(o.To))
	case order.GiveProvince:
		return message.New("Give {place:name} to {power:name}", t.PlaceOf(o.To), t.PowerOf(o.Power))
	case order.Silence:
		return message.New("Have {power:name} excommunicated", t.PowerOf(o.Power))
	case order.Overrule:
		return message.New("Vote against the excommunication of {power:name}", t.PowerOf(o.Power))
	}
	return message.Message{}
}

// adjust lists the orders that keep or disband each unit.
func (h *PowerOrders) adjust(l message.Language, p *position.Position, r *rules.Set, power machiavelli.Power) {
	byUnit := map[int][]order.Order{}
	for _, o := range new(legal.Finder).Winter(p, r, power, nil) {
		if o.Kind == order.Remove || o.Kind == order.Maintain {
			i := legal.TargetUnit(p, o.Unit)
			byUnit[i] = append(byUnit[i], o)
		}
	}
	for i := range p.Units {
		if orders, ok := byUnit[i]; ok {
			h.Units = append(h.Units, unitOrders(l, p, unitKey(p.Setting.Board, &p.Units[i]), orders))
		}
	}
}

// passages holds routes by sea for the armies of a power.
type passages struct {
	routes map[[2]board.ID]order.Order // routes, keyed by the army's area and its destination
}

// passagesOf finds a route of fleets for each army of a power to each shore. If possible, the
// route uses only the power's own fleets, so that it does not depend on others.
func passagesOf(p *position.Position, r *rules.Set, power machiavelli.Power) passages {
	out := passages{map[[2]board.ID]order.Order{}}
	named := *r
	named.ConvoyRoute = rules.RouteExplicit
	add := func(q *position.Position) {
		for _, o := range legal.OfPower(q, &named, power, nil) {
			if o.Kind == order.Advance && o.NVia > 0 {
				out.routes[[2]board.ID{o.Unit.At, o.To.At}] = o
			}
		}
	}
	add(p)
	own := p.Clone()
	own.Units = own.Units[:0]
	for _, u := range p.Units {
		if u.Owner == power || u.Type != machiavelli.Fleet {
			own.Units = append(own.Units, u)
		}
	}
	add(own)
	return out
}

// fill adds the convoy route to an advance over sea. If the game requires written routes, the order
// includes it.
func (x passages) fill(l message.Language, r *rules.Set, u *position.Unit, o *order.Order, c *Choice, p *position.Position) {
	if o.Kind != order.Advance || u.Type == machiavelli.Fleet {
		return
	}
	route, ok := x.routes[[2]board.ID{u.At, o.To.At}]
	if !ok || !o.ByConvoy() && p.Setting.Board.ArmyEdges[u.At].Has(o.To.At) {
		return
	}
	if r.ConvoyRoute == rules.RouteExplicit {
		if o.NVia == 0 {
			return
		}
		*c = choiceOf(l, p, &route)
	}
	c.Convoy, c.Via = true, nil
	for _, at := range route.Route() {
		c.Via = append(c.Via, p.Setting.Board.Areas[at].Code)
	}
}
