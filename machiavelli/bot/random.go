package bot

import (
	"math/rand/v2"

	"podesta/machiavelli"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/turn"
)

// Random is a player with random legal orders. The zero value is ready to use.
type Random struct {
	finder legal.Finder
}

// Name returns "random".
func (*Random) Name() string { return "random" }

// Decide returns a legal order for every unit, and spends some of the ducats.
func (k *Random) Decide(v View, power machiavelli.Power) []turn.Line {
	if !v.plays(power) {
		return nil
	}
	rng := v.roll(power)
	var out []order.Order
	switch v.pos.Phase.Step {
	case machiavelli.Retreats:
		for i := range v.pos.Dislodged {
			if list := legal.Retreats(v.pos, v.r, i, nil); v.pos.Dislodged[i].Unit.Owner == power && len(list) > 0 {
				out = append(out, list[rng.IntN(len(list))])
			}
		}
	case machiavelli.Adjustments:
		out = k.winter(v, power, rng)
	default:
		out = k.campaign(v, power, rng)
	}
	return v.speak(power, out)
}

// campaign orders the units, and in one campaign of three makes an expense, if
// the treasury can pay for it.
func (k *Random) campaign(v View, power machiavelli.Power, rng *rand.Rand) []order.Order {
	var out []order.Order
	for i := range v.pos.Units {
		if v.pos.Units[i].Owner != power {
			continue
		}
		if list := k.finder.OfUnit(v.pos, v.r, i, nil); len(list) > 0 {
			out = append(out, Any(rng, list, out))
		}
	}
	purse := int32(v.pos.Treasury[power])
	expenses := k.finder.Expenses(v.pos, v.r, power, nil)
	for slot := uint8(1); slot <= 4 && len(expenses) > 0 && rng.IntN(3) == 0; slot++ {
		o := expenses[rng.IntN(len(expenses))]
		if o.Amount > purse {
			continue
		}
		o.Slot = slot
		purse -= o.Amount
		out = append(out, o)
		if list := k.finder.Prospects(v.pos, v.r, power, []order.Order{o}, nil); len(list) > 0 {
			out = append(out, list[rng.IntN(len(list))])
		}
	}
	return out
}

// winter keeps the units, disbands one occasionally, and builds.
func (k *Random) winter(v View, power machiavelli.Power, rng *rand.Rand) []order.Order {
	var out []order.Order
	for i, o := range k.finder.Removals(v.pos, v.r, power, nil) {
		if list := k.finder.Maintains(v.pos, v.r, power, nil); i < len(list) && rng.IntN(20) > 0 {
			o = list[i]
		} else if i >= len(list) && rng.IntN(20) > 0 {
			continue
		}
		out = append(out, o)
	}
	if builds := k.finder.Builds(v.pos, v.r, power, nil); len(builds) > 0 {
		for range rng.IntN(4) {
			out = append(out, builds[rng.IntN(len(builds))])
		}
	}
	return out
}

// Any returns one of the legal orders of a unit. It prefers one that continues
// a siege, supports an advance among the orders already given to other units,
// or moves. The list must not be empty.
func Any(rng *rand.Rand, list, given []order.Order) order.Order {
	if rng.IntN(100) >= 60 {
		return one(rng, list)
	}
	for i := range list {
		o := &list[i]
		switch o.Kind {
		case order.Besiege:
			return *o
		case order.Support:
			if o.Action == order.ToAdvance && advances(given, o) {
				return *o
			}
		}
	}
	return one(rng, list)
}

// advances reports whether the advance that a support is for is among orders.
func advances(orders []order.Order, o *order.Order) bool {
	for i := range orders {
		if a := &orders[i]; a.Kind == order.Advance && a.Unit.At == o.Target.At && a.To.At == o.To.At {
			return true
		}
	}
	return false
}

// one returns one of the orders of a unit. It prefers advances, so that games
// progress.
func one(rng *rand.Rand, list []order.Order) order.Order {
	for range 2 {
		if o := list[rng.IntN(len(list))]; o.Kind != order.Support && o.Kind != order.Convoy {
			return o
		}
	}
	return list[rng.IntN(len(list))]
}
