package reference_test

import (
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/movement"
	"podesta/machiavelli/movement/movementtest"
	"podesta/machiavelli/movement/reference"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// positions is how many random positions the three tests below make together:
// PODESTA_RANDOM, or 40,000, with -short 2,000. Half are played by the presets
// as they are.
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

// firstSeed is PODESTA_SEED, or 1.
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
// every preset. A case in which they differ is made small and printed in the
// form that a movementtest.Case reads.
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

// TestFastEqualsReferenceMixedRules does the same with the movement options of
// every position drawn by lot, so that values that no preset uses are compared
// too.
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

// TestFastEqualsReferenceOptionalUnits does the same with cavalry, armoured
// cavalry and autonomous armies and fleets (OPT-01, OPT-03, OPT-04), half of
// the positions with the movement options drawn by lot besides.
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

// mixed is a preset with about every third movement option drawn anew. What
// the board depends on stays.
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
}

// rides counts what became of cavalry on its way over two provinces.
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
		p, orders, allies := movementtest.Random(rng, b, &r)
		g := game{p, orders, allies, r}
		diffs, report, out := g.differences(&rv)
		n.add(report)
		n.rides.add(g, &out)
		if len(diffs) > 0 {
			g = g.shrink(&rv)
			t.Fatalf("seed %d:\n%s", seed, g.story(&rv))
		}
	}
	t.Log(n)
}

// game is a position with orders and rules.
type game struct {
	p      *position.Position
	orders movement.Orders
	allies movementtest.Allies
	r      rules.Set
}

// differences resolves the game with both resolvers; a game with too large a
// component has none.
func (g game) differences(rv *movement.Resolver) ([]string, reference.Report, movement.Outcome) {
	want, report := reference.Resolve(g.p, g.orders, g.allies, &g.r)
	var got movement.Outcome
	rv.Resolve(g.p, g.orders, &g.allies, &g.r, &got)
	if report.TooLarge {
		return nil, report, got
	}
	return movementtest.Diff(g.p, &got, &want), report, got
}

// shrink takes units, orders, sieges, rebellions, alliances and changed options
// away as long as the resolvers still differ.
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

// simpler lists the games that lack one thing of this one.
func (g game) simpler() []game {
	var out []game
	for i := range g.p.Units {
		h := g.copied()
		h.p.Units = append(h.p.Units[:i], h.p.Units[i+1:]...)
		h.orders = append(h.orders[:i], h.orders[i+1:]...)
		out = append(out, h)
	}
	for i := range g.orders {
		if g.orders[i].Kind != order.Hold {
			h := g.copied()
			h.orders[i] = order.Order{Kind: order.Hold, Unit: h.orders[i].Unit}
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
	return game{g.p.Clone(), append(movement.Orders(nil), g.orders...), g.allies, g.r}
}

// story tells of a difference.
func (g game) story(rv *movement.Resolver) string {
	var fast movement.Outcome
	rv.Resolve(g.p, g.orders, &g.allies, &g.r, &fast)
	slow, _ := reference.Resolve(g.p, g.orders, g.allies, &g.r)
	return fmt.Sprintf("preset %s%s\n%s\nfast against reference:\n%s\n\nfast:\n%s\nreference:\n%s", g.r.Preset, changes(&g.r),
		movementtest.Describe(g.p, g.orders, g.allies),
		strings.Join(movementtest.Diff(g.p, &fast, &slow), "\n"),
		movementtest.DescribeOutcome(g.p, g.orders, &fast),
		movementtest.DescribeOutcome(g.p, g.orders, &slow))
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
