package reference

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// winter holds a power's winter orders.
type winter struct {
	c      *campaign
	power  machiavelli.Power
	units  []int              // indices of its units, the oldest first
	said   map[int]order.Kind // the last order for each unit: Maintain, Remove, or none
	order  []int              // the units with an order, in the order given
	builds []Line             // the valid builds, in the order given

	given   map[int]bool // units whose removal was ordered, by any power
	special bool         // whether a joined power has built a special unit
}

// Winter computes which units of each power stay, which are built, and what is
// left in the treasuries (W2), and then the storms if they come after the
// builds (W3). It ignores illegal lines.
func Winter(p *position.Position, lines []Line, r *rules.Set, rolls Rolls) *Outcome {
	c := &campaign{start: p, now: p.Clone(), r: r, rolls: rolls}
	meet(c.now, r)
	c.out = &Outcome{Position: c.now}
	c.now.Units = nil
	var built []position.Unit
	stays, given, specials := map[int]bool{}, map[int]bool{}, map[machiavelli.Power]bool{}
	for i, u := range p.Units {
		stays[i] = u.Owner == machiavelli.Nobody // BUILD-14
	}
	for _, power := range c.powers() {
		all := whole(p, power)
		switch together := r.UnitCount == rules.CountCities; { // powers that count their cities together
		case together && all != power:
			continue
		case !together && (p.Eliminated.Has(power) || p.Setting.Absent.Has(power)):
			continue
		}
		w := &winter{c: c, power: power, said: map[int]order.Kind{}, given: given, special: specials[all]}
		for i, u := range p.Units {
			if w.acts(u.Owner) {
				w.units = append(w.units, i)
			}
		}
		w.read(lines)
		w.admit()
		var new []position.Unit
		if r.UnitCount == rules.CountCities {
			new = w.byCities(stays)
		} else {
			new = w.byMoney(stays)
		}
		specials[all] = specials[all] || anySpecial(new)
		built = append(built, new...)
	}
	for i, u := range p.Units {
		if stays[i] {
			c.now.Units = append(c.now.Units, u)
		} else {
			c.tell(event.Removed{Unit: u})
		}
	}
	c.now.Units = append(c.now.Units, built...)
	c.control() // CA8
	c.breakSieges()
	c.now.TaxedBefore, c.now.Taxed = c.now.Taxed, board.Set{}
	if r.Storms && r.StormTiming == rules.StormsAfterBuilds {
		kill(c.now, r, c.disaster("storm"), true, event.ByStorm, &c.out.Events)
	}
	return c.out
}

// acts reports whether w handles the orders and the units of a power. It handles those of w.power
// and, if cities limit the number of units, those of all powers joined with it.
func (w *winter) acts(power machiavelli.Power) bool {
	return power == w.power || w.c.r.UnitCount == rules.CountCities && power != machiavelli.Nobody && one(w.c.start, power, w.power)
}

// read reads the orders; later ones replace earlier ones for the same space
// (BUILD-02). A build in the other space of the same province is refused or
// replaces the earlier build (BUILD-05). Waived builds have no effect
// (BUILD-17).
func (w *winter) read(lines []Line) {
	var all []Line
	for _, power := range w.c.powers() { // their sequence does not matter (SEQ-03)
		for _, l := range lines {
			if l.Power == power && w.acts(power) && !w.c.start.Eliminated.Has(power) {
				all = append(all, l)
			}
		}
	}
	for _, l := range all {
		o := l.Order
		switch o.Kind {
		case order.Maintain, order.Remove:
			if i := w.unit(l.Power, o.Unit); i >= 0 {
				w.said[i] = o.Kind
				w.order = append(without(w.order, i), i)
			} else if o.Kind == order.Remove {
				w.withdraw(o.Unit)
			}
		case order.Build:
			if w.allowed(l.Power, o) && !(w.c.r.TwoBuildsInProvince == rules.FirstBuild && w.twoIn(o)) {
				w.withdrawAt(o.Unit.At)
				w.builds = append(w.builds, l)
			}
		}
	}
}

// twoIn reports whether there is a valid build for the other space of the
// province.
func (w *winter) twoIn(o order.Order) bool {
	garrison := o.Unit.Type == machiavelli.Garrison
	for _, b := range w.builds {
		if b.Order.Unit.At == o.Unit.At && (b.Order.Unit.Type == machiavelli.Garrison) != garrison {
			return true
		}
	}
	return false
}

// unit returns the index of the power's own unit that n names, or -1.
func (w *winter) unit(power machiavelli.Power, n order.Unit) int {
	for _, i := range w.units {
		u := w.c.start.Units[i]
		if u.Owner == power && u.At == n.At && u.Type == n.Type {
			return i
		}
	}
	if n.Type != machiavelli.NoType {
		return -1
	}
	found := -1
	for _, i := range w.units {
		if u := w.c.start.Units[i]; u.Owner == power && u.At == n.At && (found < 0 || u.Type != machiavelli.Garrison) {
			found = i
		}
	}
	return found
}

// withdraw cancels the build of a unit that does not exist yet (BUG-14).
func (w *winter) withdraw(n order.Unit) {
	for _, b := range w.builds {
		o := b.Order
		if o.Unit.At == n.At && (o.Unit.Type == n.Type || n.Type == machiavelli.NoType) {
			w.withdrawAt(n.At)
			return
		}
	}
}

func (w *winter) withdrawAt(at board.ID) {
	var kept []Line
	for _, b := range w.builds {
		if b.Order.Unit.At != at {
			kept = append(kept, b)
		}
	}
	w.builds = kept
}

// allowed reports whether a build is possible without regard to other orders
// (BUILD-03 to BUILD-05, BUILD-07, BUILD-08, SPEC-05).
func (w *winter) allowed(by machiavelli.Power, o order.Order) bool {
	p, b, at := w.c.start, w.c.board(), o.Unit.At
	a := &b.Areas[at]
	garrison := o.Unit.Type == machiavelli.Garrison
	switch {
	case !b.Cities.Has(at), !homeOf(p, by, at):
		return false
	case p.Province[at] != by, p.City[at] != by:
		return false
	case p.Famine.Has(at), w.c.plundered(at), w.c.off(at):
		return false
	case garrison && (a.City != board.Fortified || !w.c.r.Garrisons):
		return false
	case o.Unit.Type == machiavelli.Fleet && !a.Port:
		return false
	case garrison && garrisonAt(p, at) >= 0, !garrison && fieldAt(p, at) >= 0:
		return false
	case o.Quality != machiavelli.Ordinary && !w.c.r.SpecialUnits:
		return false
	case o.Unit.Type == machiavelli.Cavalry && !w.c.r.Cavalry, o.Unit.Type == machiavelli.ArmouredCavalry && !w.c.r.ArmouredCavalry:
		return false
	}
	if at == b.Venice && w.c.r.VeniceModel == rules.VeniceSeaWithCity && o.Unit.Type != machiavelli.Fleet && !garrison {
		return false // VENICE-13
	}
	if w.c.r.SpecialUnitPowerLimits == rules.SpecialLimits1995 && !w.raises(by, o.Quality) {
		return false
	}
	if single(p, w.c.r, at) {
		return fieldAt(p, at) < 0 && garrisonAt(p, at) < 0 && !p.RebelCity.Has(at) && !p.RebelLand.Has(at)
	}
	if garrison {
		return !p.RebelCity.Has(at)
	}
	return !p.RebelLand.Has(at)
}

// raises reports whether a power, or one that it has taken over, may build units
// of a quality.
func (w *winter) raises(by machiavelli.Power, q machiavelli.Quality) bool {
	p := w.c.start
	for _, x := range w.c.powers() {
		if (x == by || p.Setting.Absent.Has(x) && one(p, x, by)) && raises(p.Setting.Powers[x].ID, q) {
			return true
		}
	}
	return false
}

// raises reports whether a power may build units of a quality in the edition of
// 1995 (SPEC-05).
func raises(power string, q machiavelli.Quality) bool {
	switch q {
	case machiavelli.Professional:
		return power == "austria" || power == "turks" || power == "venice"
	case machiavelli.Militia:
		return power == "florence" || power == "milan" || power == "papacy" || power == "venice"
	case machiavelli.Mercenary:
		return power != "turks"
	}
	return true
}

// admit drops builds that the rest of the orders forbids. These are builds in a
// province in which a unit is removed, if trading is forbidden (BUILD-06), and
// special units for a power that keeps one (SPEC-02, SPEC-04).
func (w *winter) admit() {
	p := w.c.start
	for _, i := range w.units {
		w.given[i] = w.said[i] == order.Remove
	}
	special := w.special
	for i, u := range p.Units {
		if one(p, u.Owner, w.power) && u.Special() && !w.given[i] {
			special = true
		}
	}
	var kept []Line
	for _, b := range w.builds {
		o := b.Order
		traded := false
		for _, i := range w.units {
			traded = traded || p.Units[i].At == o.Unit.At && w.said[i] == order.Remove
		}
		if traded && w.c.r.TradeInProvince == rules.TradeForbidden {
			continue
		}
		if special && w.made(b).Special() {
			continue
		}
		kept = append(kept, b)
	}
	w.builds = kept
}

// made returns the unit that a build creates.
func (w *winter) made(b Line) position.Unit {
	o := b.Order
	return position.Unit{Owner: b.Power, Type: o.Unit.Type, Quality: o.Quality, At: o.Unit.At, Coast: o.Unit.Coast}
}

// cost returns the yearly cost of a unit (BUILD-01, SPEC-01, OPT-01).
func cost(u position.Unit) machiavelli.Ducats {
	switch {
	case u.Quality == machiavelli.Professional, u.Type == machiavelli.Cavalry, u.Type == machiavelli.ArmouredCavalry:
		return 9
	case u.Quality != machiavelli.Ordinary:
		return 6
	}
	return 3
}

// byMoney maintains and builds what can be paid for (BUILD-11 to BUILD-13).
func (w *winter) byMoney(stays map[int]bool) (built []position.Unit) {
	p := w.c.start
	var keep []int
	var bill machiavelli.Ducats
	for _, i := range w.units {
		switch {
		case w.said[i] == order.Remove:
		case w.said[i] != order.Maintain && w.c.r.UnorderedUnitInWinter == rules.WinterDisband:
		default:
			keep = append(keep, i)
			bill += cost(p.Units[i])
		}
	}
	for bill > w.c.now.Treasury[w.power] {
		worst := w.first(keep)
		bill -= cost(p.Units[worst])
		keep = without(keep, worst)
	}
	for _, i := range keep {
		stays[i] = true
	}
	w.c.now.Treasury[w.power] -= bill
	for _, o := range w.builds {
		u := w.made(o)
		if u.Special() && anySpecial(built) { // the first one that was ordered counts
			continue
		}
		if cost(u) > w.c.now.Treasury[w.power] {
			continue
		}
		w.c.now.Treasury[w.power] -= cost(u)
		built = append(built, u)
	}
	return built
}

// first returns the unit of a list that is removed first. Units without an order go first, then
// units in provinces without a city, then the oldest (BUILD-13).
func (w *winter) first(units []int) int {
	for _, ordered := range []bool{false, true} {
		for _, inside := range []bool{false, true} {
			for _, i := range units {
				at := w.c.start.Units[i].At
				if (w.said[i] == order.Maintain) == ordered && w.c.board().Cities.Has(at) == inside {
					return i
				}
			}
		}
	}
	panic("no unit left to remove")
}

func without(list []int, x int) (kept []int) {
	for _, i := range list {
		if i != x {
			kept = append(kept, i)
		}
	}
	return kept
}

// byCities keeps as many units as there are cities owned with their provinces,
// and builds up to that number (BUILD-17, BUILD-18).
func (w *winter) byCities(stays map[int]bool) (built []position.Unit) {
	p := w.c.start
	cities := 0
	for _, at := range w.c.board().Cities.IDs() {
		if one(p, p.Province[at], w.power) && one(p, p.City[at], w.power) {
			cities++
		}
	}
	keep := append([]int(nil), w.units...)
	var last []int // units to be removed, in the sequence of their orders
	for _, i := range w.order {
		if w.said[i] == order.Remove {
			last = append(last, i)
		}
	}
	// If there are too many, the latest orders count. A power with enough cities may remove any
	// number of units (ORD-07).
	excess := len(w.units) - cities
	count := len(last)
	if excess > 0 {
		count = min(count, excess)
	}
	for n := len(last) - 1; n >= len(last)-count; n-- {
		keep = without(keep, last[n])
	}
	excess = len(keep) - cities
	if excess > 0 {
		keep = keep[excess:] // the oldest are removed
	}
	for _, i := range keep {
		stays[i] = true
	}
	room := cities - len(w.units)
	builds := w.builds
	if room < len(builds) {
		builds = builds[max(0, len(builds)-max(0, room)):]
	}
	for _, o := range builds {
		u := w.made(o)
		if room > 0 && !(u.Special() && anySpecial(built)) {
			built = append(built, u)
			room--
		}
	}
	return built
}

func anySpecial(units []position.Unit) bool {
	for _, u := range units {
		if u.Special() {
			return true
		}
	}
	return false
}
