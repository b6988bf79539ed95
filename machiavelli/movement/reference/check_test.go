package reference_test

import (
	"fmt"
	"maps"
	"math/rand"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/movement"
	"podesta/machiavelli/movement/movementtest"
	"podesta/machiavelli/movement/reference"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// positions returns the number of random positions for the three tests below
// together. It is PODESTA_RANDOM or, by default, 40,000, or 2,000 with -short.
// Half of the positions use the presets unchanged.
func positions(t *testing.T) int {
	if text := os.Getenv("PODESTA_RANDOM"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			t.Fatalf("PODESTA_RANDOM=%q: expected a number", text)
		}
		return n
	}
	if testing.Short() {
		return 2_000
	}
	return 40_000
}

// firstSeed returns PODESTA_SEED, or 1.
func firstSeed(t *testing.T) int64 {
	text := os.Getenv("PODESTA_SEED")
	if text == "" {
		return 1
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatalf("PODESTA_SEED=%q: expected a number", text)
	}
	return n
}

// TestFastEqualsReference compares the two resolvers on random positions of
// every preset. A case with differences is reduced and printed in the form that
// a movementtest.Case reads.
func TestFastEqualsReference(t *testing.T) {
	presets := rules.Presets()
	each := positions(t) / 2 / len(presets)
	for _, info := range presets {
		t.Run(info.ID, func(t *testing.T) {
			t.Parallel()
			r, err := rules.Preset(info.ID)
			if err != nil {
				t.Fatal(err)
			}
			compareMany(t, &r, each, firstSeed(t), func(*rand.Rand) rules.Set { return r })
		})
	}
}

// TestFastEqualsReferenceMixedRules compares the resolvers under random
// movement options, so that values that no preset uses are compared too.
func TestFastEqualsReferenceMixedRules(t *testing.T) {
	presets := rules.Presets()
	each := positions(t) / 4 / len(presets)
	for _, info := range presets {
		t.Run(info.ID, func(t *testing.T) {
			t.Parallel()
			r, err := rules.Preset(info.ID)
			if err != nil {
				t.Fatal(err)
			}
			compareMany(t, &r, each, firstSeed(t), func(rng *rand.Rand) rules.Set { return mixed(rng, r) })
		})
	}
}

// TestFastEqualsReferenceOptionalUnits compares the resolvers with cavalry,
// armoured cavalry and autonomous armies and fleets (OPT-01, OPT-03, OPT-04);
// half of the positions have random movement options.
func TestFastEqualsReferenceOptionalUnits(t *testing.T) {
	presets := rules.Presets()
	each := positions(t) / 4 / len(presets)
	for _, info := range presets {
		t.Run(info.ID, func(t *testing.T) {
			t.Parallel()
			r, err := rules.Preset(info.ID)
			if err != nil {
				t.Fatal(err)
			}
			compareMany(t, &r, each, firstSeed(t), func(rng *rand.Rand) rules.Set {
				s := r
				if rng.Intn(2) == 0 {
					s = mixed(rng, r)
				}
				s.Cavalry, s.ArmouredCavalry = true, rng.Intn(2) == 0
				s.AutonomousFieldUnits = rng.Intn(2) == 0
				s.AutonomousOrders = s.AutonomousFieldUnits && rng.Intn(2) == 0
				return s
			})
		})
	}
}

// mixed returns a preset with about a third of the movement options random,
// except those that the board depends on.
func mixed(rng *rand.Rand, r rules.Set) rules.Set {
	for _, o := range rules.Options {
		if o.Group != rules.MovementGroup || o.Name == "istria-dalmatia-land-bridge" || o.Name == "venice-model" || rng.Intn(3) > 0 {
			continue
		}
		value := o.Values[rng.Intn(len(o.Values))]
		if err := o.Set(&r, value.Name); err != nil {
			panic(err)
		}
	}
	return r
}

// tally counts what the random positions of a preset led to.
type tally struct {
	positions, cycles, paradoxes, straits, convoys, rebels, large, largest int
	rides                                                                  rides
	coastless                                                              coastless
	editions                                                               editions
}

// editions counts situations of rules that only some editions have: supports
// for the place of a unit that fails to leave, and of one that converts there
// (SUPP-04, SUPP-12); advances of a unit to where another power of its player,
// which counts as one with its own, has a unit that stays (SEAT-01); a fleet in
// the sea of Venice next to a garrison of another power in the city, if one of
// them does not just hold (VENICE-13).
type editions struct{ stays, converts, family, venice int }

func (n *editions) add(g game, out *movement.Outcome) {
	s := g.p.Setting
	for i := range g.orders {
		o, u := &g.orders[i], g.p.Units[i]
		at := g.p.Field(o.To.At)
		switch {
		case at < 0:
		case o.Kind == order.Support && o.Action == order.PowerThere && out.Results[i].Verdict == event.Succeeded && s.Same(o.Power, g.p.Units[at].Owner):
			switch {
			case g.orders[at].Kind == order.Advance && out.Results[at].Verdict != event.Succeeded:
				n.stays++
			case g.orders[at].Kind == order.Convert:
				n.converts++
			}
		case o.Kind == order.Advance && u.Owner != g.p.Units[at].Owner && s.Same(u.Owner, g.p.Units[at].Owner) && out.After[at].At == o.To.At:
			n.family++
		}
	}
	if sea := s.Board.Venice; sea != board.None && g.r.VeniceModel == rules.VeniceSeaWithCity {
		f, in := g.p.Field(sea), g.p.Garrison(sea)
		if f >= 0 && in >= 0 && !s.Same(g.p.Units[f].Owner, g.p.Units[in].Owner) && (g.orders[f].Kind != order.Hold || g.orders[in].Kind != order.Hold) {
			n.venice++
		}
	}
}

// missing reports the situations that the rules of a preset allow but no position led to.
func (n editions) missing(t *testing.T, preset *rules.Set) {
	t.Helper()
	byPlace := preset.SupportTarget == rules.SupportPowerInSpace
	if byPlace && n.stays == 0 {
		t.Error("no unit that failed to leave was supported where it was: SUPP-04 was not compared")
	}
	if byPlace && preset.ConversionModel == rules.ConvertInPlace && n.converts == 0 {
		t.Error("no unit that converted was supported where it was: SUPP-12 was not compared")
	}
	if n.family == 0 {
		t.Error("no unit went where another power of its player has one: SEAT-01 was not compared")
	}
	if preset.VeniceModel == rules.VeniceSeaWithCity && n.venice == 0 {
		t.Error("no fleet was beside a foreign garrison of Venice: VENICE-13 was not compared")
	}
}

// coastless counts supports of fleets' moves to provinces with two coasts that
// name no coast, and among these supports those given by a fleet that could not
// go to the coast of the move (SUPP-14).
type coastless struct{ given, elsewhere int }

// rides counts the results of rides by cavalry over two provinces.
type rides struct{ arrived, middle, home, dislodged int }

func (n *rides) add(g game, out *movement.Outcome) {
	for i := range g.orders {
		if !g.orders[i].Rides(g.p.Setting.Board) || out.Results[i].Verdict == event.Void {
			continue
		}
		switch {
		case out.Results[i].Verdict == event.Succeeded:
			n.arrived++
		case out.Results[i].Dislodged:
			n.dislodged++
		case out.After[i].At == g.p.Units[i].At:
			n.home++
		default:
			n.middle++
		}
	}
}

func (n *tally) add(report reference.Report) {
	n.positions++
	n.cycles += report.Cycles
	n.paradoxes += report.Paradoxes
	n.straits += report.Straits
	n.convoys += report.Convoys
	n.rebels += report.Rebels
	n.largest = max(n.largest, report.Largest)
	if report.TooLarge {
		n.large++
	}
}

func (n tally) String() string {
	s := fmt.Sprintf("%d positions: %d circles, %d paradoxes (%d of straits, %d of convoys, %d of rebels), largest group %d, %d left out as too large",
		n.positions, n.cycles, n.paradoxes, n.straits, n.convoys, n.rebels, n.largest, n.large)
	if n.rides != (rides{}) {
		s += fmt.Sprintf("; rides: %d arrived, %d fell back to the middle, %d home, %d dislodged",
			n.rides.arrived, n.rides.middle, n.rides.home, n.rides.dislodged)
	}
	if n.coastless != (coastless{}) {
		s += fmt.Sprintf("; supports of a fleet to two coasts that name none: %d, %d of them by a fleet that could not go to the coast of the move",
			n.coastless.given, n.coastless.elsewhere)
	}
	s += fmt.Sprintf("; supports for the place of a unit that fails to leave: %d, that converts there: %d; advances against a partner's unit: %d; fleets beside a foreign garrison of Venice: %d",
		n.editions.stays, n.editions.converts, n.editions.family, n.editions.venice)
	return s
}

func compareMany(t *testing.T, preset *rules.Set, count int, seed int64, draw func(*rand.Rand) rules.Set) {
	b, err := movementtest.BoardFor(preset)
	if err != nil {
		t.Fatal(err)
	}
	var n tally
	var rv movement.Resolver
	for last := seed + int64(count); seed < last; seed++ {
		rng := rand.New(rand.NewSource(seed))
		r := draw(rng)
		p, orders, written, allies := movementtest.RandomWritten(rng, b, &r)
		if seed%3 == 0 { // one player has the first two powers, which count as one
			p.Setting.Seats = [][]machiavelli.Power{{2, 1}, {3}}
			p.Setting.Unite()
		}
		g := game{p, orders, allies, r, coastlessOf(p, orders, written)}
		diffs, report, out := g.differences(&rv)
		n.add(report)
		n.rides.add(g, &out)
		n.coastless.add(g)
		if !report.TooLarge {
			n.editions.add(g, &out)
		}
		if len(diffs) > 0 {
			g = g.shrink(&rv)
			t.Fatalf("seed %d:\n%s", seed, g.story(&rv))
		}
	}
	t.Log(n)
	if n.positions >= 800 {
		n.editions.missing(t, preset)
	}
	if preset.SupportCoast == rules.SupportSameCoast && !b.TwoCoast.Empty() && n.positions >= 800 && n.coastless.elsewhere == 0 {
		t.Error("no fleet supported a move to a coast that it cannot reach: SUPP-14 was not compared")
	}
}

// coastlessOf returns the supports of fleets' moves to provinces with two
// coasts that were written without a coast, keyed by unit index. Package legal
// adds a coast or refuses them; the reference reads them as written.
func coastlessOf(p *position.Position, orders, written movement.Orders) map[int]order.Order {
	out := map[int]order.Order{}
	for i := range written {
		o := &written[i]
		t := p.Field(o.Target.At)
		if o.Kind != order.Support || o.Action != order.ToAdvance || o.To.Coast != machiavelli.NoCoast || t < 0 {
			continue
		}
		refused := orders[i].Kind == order.Hold
		if p.Units[t].Type == machiavelli.Fleet && p.Setting.Board.TwoCoast.Has(o.To.At) && (refused || orders[i].Action == order.ToAdvance) {
			out[i] = *o
		}
	}
	return out
}

func (n *coastless) add(g game) {
	b := g.p.Setting.Board
	for i, o := range g.coastless {
		n.given++
		u := g.p.Units[i]
		mover := &g.orders[g.p.Field(o.Target.At)]
		if g.r.SupportCoast == rules.SupportSameCoast && u.Type == machiavelli.Fleet && mover.Kind == order.Advance && mover.To.At == o.To.At &&
			!b.Landing(u.At, u.Coast, o.To.At).Has(mover.To.Coast) {
			n.elsewhere++
		}
	}
}

// game is a position with orders and rules. coastless holds the supports that
// the reference receives as written.
type game struct {
	p         *position.Position
	orders    movement.Orders
	allies    movementtest.Allies
	r         rules.Set
	coastless map[int]order.Order
}

// reference resolves the game with the slow resolver. A support that package
// legal refused is void in the reference and a Hold in the fast resolver, which
// has the same effect.
func (g game) reference() (movement.Outcome, reference.Report) {
	orders := append(movement.Orders(nil), g.orders...)
	for i, o := range g.coastless {
		orders[i] = o
	}
	out, report := reference.Resolve(g.p, orders, g.allies, &g.r)
	for i := range g.coastless {
		if res := &out.Results[i]; g.orders[i].Kind == order.Hold && res.Verdict == event.Void && res.Reason == event.NoMatch {
			res.Verdict, res.Reason = event.Succeeded, event.NoReason
		}
	}
	return out, report
}

// differences resolves the game with both resolvers. For a game with a
// component that is too large it returns none.
func (g game) differences(rv *movement.Resolver) ([]string, reference.Report, movement.Outcome) {
	want, report := g.reference()
	var got movement.Outcome
	rv.Resolve(g.p, g.orders, &g.allies, &g.r, &got)
	if report.TooLarge {
		return nil, report, got
	}
	return movementtest.Diff(g.p, &got, &want), report, got
}

// shrink removes units, orders, sieges, rebellions, alliances and changed
// options as long as the resolvers still differ.
func (g game) shrink(rv *movement.Resolver) game {
	for {
		smaller, found := g.smaller(rv)
		if !found {
			return g
		}
		g = smaller
	}
}

func (g game) smaller(rv *movement.Resolver) (game, bool) {
	for _, h := range g.simpler() {
		if diffs, _, _ := h.differences(rv); len(diffs) > 0 {
			return h, true
		}
	}
	return game{}, false
}

// simpler returns the games that lack one element of this one.
func (g game) simpler() []game {
	var out []game
	for i := range g.p.Units {
		h := g.copied()
		h.p.Units = append(h.p.Units[:i], h.p.Units[i+1:]...)
		h.orders = append(h.orders[:i], h.orders[i+1:]...)
		h.coastless = map[int]order.Order{}
		for j, o := range g.coastless {
			switch {
			case j < i:
				h.coastless[j] = o
			case j > i:
				h.coastless[j-1] = o
			}
		}
		out = append(out, h)
	}
	for i := range g.orders {
		if g.orders[i].Kind != order.Hold {
			h := g.copied()
			h.orders[i] = order.Order{Kind: order.Hold, Unit: h.orders[i].Unit}
			delete(h.coastless, i)
			out = append(out, h)
		}
		if g.p.Units[i].Quality != machiavelli.Ordinary {
			h := g.copied()
			h.p.Units[i].Quality = machiavelli.Ordinary
			out = append(out, h)
		}
	}
	for _, at := range g.p.Sieges.IDs() {
		h := g.copied()
		h.p.Sieges.Remove(at)
		out = append(out, h)
	}
	for _, at := range g.p.RebelLand.Union(g.p.RebelCity).IDs() {
		h := g.copied()
		h.p.RebelLand.Remove(at)
		h.p.RebelCity.Remove(at)
		out = append(out, h)
	}
	for c := range g.allies {
		if g.allies[c] != 0 {
			h := g.copied()
			h.allies[c] = 0
			out = append(out, h)
		}
	}
	preset, err := rules.Preset(g.r.Preset)
	if err != nil {
		return out
	}
	for _, o := range rules.Options {
		if was := o.Get(&preset); o.Get(&g.r) != was {
			h := g.copied()
			if o.Set(&h.r, was) == nil {
				out = append(out, h)
			}
		}
	}
	return out
}

func (g game) copied() game {
	return game{g.p.Clone(), append(movement.Orders(nil), g.orders...), g.allies, g.r, maps.Clone(g.coastless)}
}

// story describes a difference.
func (g game) story(rv *movement.Resolver) string {
	var fast movement.Outcome
	rv.Resolve(g.p, g.orders, &g.allies, &g.r, &fast)
	slow, _ := g.reference()
	return fmt.Sprintf("preset %s%s\n%s\nfast against reference:\n%s\n\nfast:\n%s\nreference:\n%s", g.r.Preset, changes(&g.r),
		movementtest.Describe(g.p, g.orders, g.allies)+g.asWritten(),
		strings.Join(movementtest.Diff(g.p, &fast, &slow), "\n"),
		movementtest.DescribeOutcome(g.p, g.orders, &fast),
		movementtest.DescribeOutcome(g.p, g.orders, &slow))
}

// asWritten lists the supports that the reference reads as written.
func (g game) asWritten() (text string) {
	b := g.p.Setting.Board
	for _, i := range slices.Sorted(maps.Keys(g.coastless)) {
		o := g.coastless[i]
		text += fmt.Sprintf("\nwritten: %s supports %s to %s", b.Name(g.p.Units[i].Place()), b.Name(o.Target.Place()), b.Name(o.To))
	}
	return text
}

// changes lists the options in which rules differ from their preset.
func changes(r *rules.Set) string {
	preset, err := rules.Preset(r.Preset)
	if err != nil {
		return ""
	}
	text := ""
	for _, o := range rules.Options {
		if o.Get(r) != o.Get(&preset) {
			text += ", " + o.Name + ": " + o.Get(r)
		}
	}
	return text
}
