package order

// Numbers assigns numbers to the expenses of a power that have none, one after
// the other. The zero value is ready for a campaign.
type Numbers struct{ lines [5]Order }

// Give numbers o, a legal expense with a resolved target. A numbered expense keeps its number. An
// expense without one takes the number of an earlier expense for the same purpose, so that an order
// sheet may be sent twice, or else the lowest free number. Give returns false if all four are in
// use.
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

// find returns the lowest number whose expense satisfies the condition such, or 0.
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
