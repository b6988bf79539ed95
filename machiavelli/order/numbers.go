package order

// Numbers gives the expenses of a power that name no number theirs, one after
// the other in the order given. The zero value is ready for a campaign.
type Numbers struct{ lines [5]Order }

// Give numbers o, an expense that is lawful and bound to its target. One with a
// number keeps it. One without takes the number of the line that is for the
// same purpose, so that an order sheet may be sent twice, else the lowest that
// is free; Give reports false where all four are in use.
func (n *Numbers) Give(o *Order) bool {
	if o.Slot == 0 {
		o.Slot = n.find(func(x *Order) bool { return samePurpose(x, o) })
	}
	if o.Slot == 0 {
		o.Slot = n.find(func(x *Order) bool { return x.Kind == NoKind })
	}
	if o.Slot == 0 {
		return false
	}
	if n.lines[o.Slot] = *o; o.Expense == Delete {
		n.lines[o.Slot] = Order{}
	}
	return true
}

// find is the lowest number whose line is such, or 0.
func (n *Numbers) find(such func(*Order) bool) uint8 {
	for slot := 1; slot < len(n.lines); slot++ {
		if such(&n.lines[slot]) {
			return uint8(slot)
		}
	}
	return 0
}

// samePurpose reports whether two expenses buy the same thing.
func samePurpose(a, b *Order) bool {
	return a.Kind == Expense && a.Expense == b.Expense && a.Target == b.Target && a.To == b.To && a.Power == b.Power
}
