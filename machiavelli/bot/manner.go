package bot

import (
	"math"
	"reflect"
	"slices"
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/turn"
)

// Past is a phase that a seat has seen: its view at the start of the phase, and
// the events that it may know of.
type Past struct {
	View   View
	Events []event.Event
}

// Memory is the greatest number of phases that a player recalls.
const Memory = 9

// fading is the weight of a campaign compared with the one after it.
const fading = 0.85

// Recalling returns the view of a seat that recalls earlier phases of its game, oldest first. A
// player uses at most the last Memory of them, and can play without any.
func (v View) Recalling(past []Past) View {
	v.past = past
	return v
}

// manner is a way to choose orders.
type manner uint8

const (
	planning manner = iota // plans as a condottiere does
	valuing                // values places as DumbBot does
	grabbing               // takes the best places as a greedy player does
	resting                // gives no orders
	manners
)

// For each manner, the probability that a power gives an order that was
// foreseen, and the prior probability of the manner. A planner compares plans
// that are nearly equal, so its orders are hard to foresee.
var (
	foresight = [manners]float64{planning: 0.5, valuing: 0.85, grabbing: 0.8, resting: 0.8}
	first     = [manners]float64{planning: 0.82, valuing: 0.06, grabbing: 0.06, resting: 0.06}
)

// choices is the approximate number of orders from which a unit chooses. The
// unforeseen ones are equally likely.
const choices = 10

// guesses is the number of decisions of DumbBot with which an order is compared,
// since they depend on chance.
const guesses = 4

// likelihood holds, for each manner, the log-likelihood of a power's orders.
type likelihood [manners]float64

// recalled is a past campaign with the likelihood of each power's orders in each manner.
type recalled struct {
	past  Past
	found [machiavelli.MaxPowers]likelihood
}

// mostRecalled is the maximum number of compared campaigns that a principe keeps, which is enough
// for about fourteen seats.
const mostRecalled = 128

// is reports whether r recalls the campaign w as the same seat saw it.
func (r *recalled) is(w *Past) bool {
	a, b := &r.past.View, &w.View
	return a.seed == b.seed && a.side == b.side && a.pos.Phase == b.pos.Phase && (a.pos == b.pos || reflect.DeepEqual(a.pos, b.pos)) &&
		reflect.DeepEqual(a.r, b.r) && reflect.DeepEqual(r.past.Events, w.Events)
}

// about returns how well the manners explain what each power did in a past campaign. It caches the
// result, because the player compares the same campaign again for the next one and for other seats.
func (c *Principe) about(w *Past) *[machiavelli.MaxPowers]likelihood {
	if i := slices.IndexFunc(c.recalled, func(r recalled) bool { return r.is(w) }); i >= 0 {
		r := c.recalled[i]
		c.recalled = append(slices.Delete(c.recalled, i, i+1), r)
	} else {
		c.recalled = append(c.recalled[max(0, len(c.recalled)+1-mostRecalled):], recalled{*w, c.compare(w)})
	}
	return &c.recalled[len(c.recalled)-1].found
}

// shares returns the probability of each manner.
func (l *likelihood) shares() (s [manners]float64) {
	most := slices.Max(l[:])
	sum := 0.0
	for y := range s {
		s[y] = first[y] * math.Exp(l[y]-most)
		sum += s[y]
	}
	for y := range s {
		s[y] /= sum
	}
	return s
}

// compare compares the orders of all other powers in a campaign of the past with
// those that they would have given in each manner.
func (c *Principe) compare(w *Past) (found [machiavelli.MaxPowers]likelihood) {
	v := w.View
	var given [machiavelli.MaxPowers][]order.Order
	for i := range w.Events {
		if e, ok := w.Events[i].(event.Ordered); ok && !v.side.Has(e.Unit.Owner) {
			given[e.Unit.Owner] = append(given[e.Unit.Owner], e.Order)
		}
	}
	for x := machiavelli.Power(1); int(x) < len(v.pos.Setting.Powers); x++ {
		if len(given[x]) == 0 {
			continue
		}
		own := v.of(x)
		var list [manners][][]turn.Line
		list[planning] = [][]turn.Line{c.rival(x).devise(own, x, rehearsing)}
		list[grabbing] = [][]turn.Line{c.greedy.Decide(own, x)}
		list[resting] = [][]turn.Line{nil}
		for k := range guesses {
			own.seed = v.seed + " " + strconv.Itoa(k)
			list[valuing] = append(list[valuing], c.dumb.Decide(own, x))
		}
		for y := range manners {
			for i := range given[x] {
				found[x][y] += math.Log(foresight[y]*hits(list[y], &given[x][i]) + (1-foresight[y])/choices)
			}
		}
	}
	return found
}

// hits returns the proportion of decisions that contain an order. A unit without
// an order holds.
func hits(decisions [][]turn.Line, o *order.Order) float64 {
	n := 0
	for _, lines := range decisions {
		i := slices.IndexFunc(lines, func(l turn.Line) bool {
			return l.Order.Unit.At == o.Unit.At && (l.Order.Unit.Type == machiavelli.Garrison) == (o.Unit.Type == machiavelli.Garrison) && l.Order.Kind <= order.Disband
		})
		if i < 0 && o.Kind == order.Hold || i >= 0 && lines[i].Order == *o {
			n++
		}
	}
	return float64(n) / float64(len(decisions))
}
