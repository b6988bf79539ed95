package reference_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
	"podesta/machiavelli/turn/reference"
	"podesta/machiavelli/turn/reference/referencetest"
)

// positions returns the total number of random positions: PODESTA_RANDOM, or 3,000.
func positions(t *testing.T) int {
	text := os.Getenv("PODESTA_RANDOM")
	if text == "" {
		return 3_000
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("PODESTA_RANDOM=%q: expected a number", text)
	}
	return n
}

// firstSeed returns PODESTA_SEED, or 1.
func firstSeed(t *testing.T) uint64 {
	text := os.Getenv("PODESTA_SEED")
	if text == "" {
		return 1
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("PODESTA_SEED=%q: expected a number", text)
	}
	return n
}

// game is a position with lines, to be played by both implementations.
type game struct {
	p     *position.Position
	lines []reference.Line
	rules rules.Set
	seed  uint64
}

// settings are the scenarios and presets of the random positions.
var settings = []struct{ scenario, preset string }{
	{"B", "njudge-classic"},
	{"A", "njudge-classic"},
	{"D", "njudge-classic"},
	{"C1", "battleline-1978-optional"},
	{"B", "battleline-1978-advanced"},
	{"balance-of-power-1995", "machiavelli-1995"},
}

// TestMoneyEqualsReference plays random positions, full of conflicting money orders, with
// package turn and with the reference, and compares the results. Half of the games use the
// presets unchanged, half use random options, and a third have exchanges. A game with
// differences is reduced and printed.
func TestMoneyEqualsReference(t *testing.T) {
	each := positions(t) / len(settings)
	for _, s := range settings {
		t.Run(s.scenario+" "+s.preset, func(t *testing.T) {
			t.Parallel()
			preset, err := rules.Preset(s.preset)
			if err != nil {
				t.Fatal(err)
			}
			start, err := scenario.New(s.scenario, "", &preset)
			if err != nil {
				t.Fatal(err)
			}
			var n tally
			for i := range uint64(each) {
				rng := rand.New(rand.NewPCG(firstSeed(t), i))
				r := preset
				if i%2 == 1 {
					r = referencetest.MixedRules(rng, r, i%4 == 1)
				}
				r.Exchanges = r.Exchanges || i%3 == 0
				from := start
				if i%5 < 3 {
					from = referencetest.Seated(rng, start, &r)
				}
				made := referencetest.New(rng, from, &r, referencetest.Season(rng, &r))
				g := game{made.Position, made.Lines, made.Rules, made.Seed}
				if diff := g.compare(&n); diff != nil {
					g = g.shrink()
					t.Fatalf("position %d of seed %d:\n%s\n%s", i, firstSeed(t), g.describe(), strings.Join(g.compare(&n), "\n"))
				}
			}
			t.Log(n.String())
			if n.positions >= 400 && (n.seats.separate == 0 || n.seats.apart == 0 || n.seats.joined == 0 || n.seats.plots == 0) {
				t.Errorf("players with several powers: %+v, want some of each kind", n.seats)
			}
			if n.positions >= 400 {
				n.rare.missing(t, &preset)
			}
			if n.positions >= 400 && (n.plots.friends == 0 || n.plots.left == 0) {
				t.Error("no purchase ended a siege after which the besieger left: SIEGE-10 was not compared")
			}
			if n.positions >= 400 && (n.events["exchange: succeeded"] == 0 || n.events["exchange: void "+string(event.UnitLost)] == 0) {
				t.Error("no exchange was carried out, or none was stopped by a bribe: OPT-21 was not compared")
			}
			if n.positions >= 400 && (n.plots.conquests == 0 || preset.HomeCountryLoss == rules.LostWhenAllLost && n.plots.orphans == 0) {
				t.Error("no conquest came with an elimination, or no country was lost to a power that died: HOME-05 was not compared")
			}
		})
	}
}

func (g *game) dice() *dice.Dice {
	return dice.New(binary.BigEndian.AppendUint64(nil, g.seed), "reference", nil)
}

// compare plays a game with both implementations and returns the differences.
func (g *game) compare(n *tally) []string {
	n.positions++
	n.seats.count(g)
	var lines []turn.Line
	for i, l := range g.lines {
		lines = append(lines, turn.Line{Power: l.Power, Order: l.Order, Text: strconv.Itoa(i)})
	}
	got, err := turn.Process(g.p, lines, &g.rules, g.dice())
	if err != nil {
		return []string{err.Error()}
	}
	refused := map[string]bool{}
	for _, e := range got.Events {
		if e, ok := e.(event.Refused); ok {
			refused[e.Given] = true
		}
	}
	var good []reference.Line
	for i, l := range g.lines {
		if !refused[strconv.Itoa(i)] {
			good = append(good, l)
		}
	}
	if wrong := g.door(refused); wrong != nil {
		return wrong
	}
	n.lines += len(g.lines)
	n.count(got.Events)
	n.rare.count(g, &got)
	if g.p.Phase.Step == machiavelli.Adjustments {
		return g.compareWinter(&got)
	}
	return g.compareCampaign(n, &got, good)
}

// door returns the money orders that were wrongly refused or wrongly accepted.
func (g *game) door(refused map[string]bool) (wrong []string) {
	if g.p.Phase.Step != machiavelli.Orders {
		return nil
	}
	for i, l := range g.lines {
		lawful, sure := reference.Lawful(g.p, &g.rules, l.Power, &l.Order)
		if sure && lawful == refused[strconv.Itoa(i)] {
			wrong = append(wrong, fmt.Sprintf("line %d: refused %v", i, !lawful))
		}
	}
	return wrong
}

// compareWinter compares units and treasuries after W2. The reference decides
// for itself what cannot be ordered.
func (g *game) compareWinter(got *turn.Result) []string {
	want := reference.Winter(g.p, g.lines, &g.rules, g.dice())
	return differences("position", state(got.Next), state(want.Position))
}

// stage is how far a campaign can be compared.
type stage int

const (
	untilMoves   stage = iota // something moves, and the reference does not cover movement
	untilCountry              // no unit moves, but a power wins
	untilTheLast              // no unit moves, and no power wins
)

// stage returns how far this campaign can be compared.
func (g *game) stage(events []event.Event) stage {
	for _, l := range g.lines {
		kind := l.Order.Kind
		if kind == order.Exchange {
			kind = l.Order.Item
		}
		switch kind {
		case order.Advance, order.Support, order.Convoy, order.Convert:
			return untilMoves
		}
	}
	if g.rules.Storms && g.rules.StormTiming == rules.StormsAfterBuilds && g.p.Phase.Season == machiavelli.Fall && g.rules.UnitCount == rules.CountCities {
		return untilCountry // winter may be skipped, in which case its storms come immediately
	}
	for _, e := range events {
		switch e.(type) {
		case event.Victory, event.VictoryTied:
			return untilCountry
		}
	}
	return untilTheLast
}

// compareCampaign compares a campaign, including its end and the income.
func (g *game) compareCampaign(n *tally, got *turn.Result, good []reference.Line) []string {
	p := g.p
	want := reference.Campaign(p, good, &g.rules, g.dice())
	stage := g.stage(got.Events)
	q := want.Position
	events := want.Events
	if stage > untilMoves {
		closed := reference.Close(q, &g.rules, g.dice())
		settled := reference.Settle(closed.Position, &g.rules)
		q, events = settled.Position, append(append(events, closed.Events...), settled.Events...)
	}
	if got.Next.Phase.Season == machiavelli.Winter || p.Phase.Season == machiavelli.Fall && got.Next.Phase.Season == machiavelli.Spring {
		// The income is computed from the position after the fall.
		before := got.Next.Clone()
		before.Treasury, before.Phase = q.Treasury, p.Phase
		income := reference.Income(before, &g.rules, g.dice())
		events = append(events, income.Events...)
		q.Treasury = income.Position.Treasury
	}
	if p.Phase.Season == machiavelli.Fall && got.Next.Phase.Season == machiavelli.Spring { // winter is skipped
		q.TaxedBefore, q.Taxed = q.Taxed, board.Set{}
	}
	n.plots.count(p, got)
	if marks := got.Next.Sieges.Minus(want.Position.Sieges); !marks.Empty() {
		return []string{"siege marks of nobody: " + p.Setting.Board.Areas[marks.Next(board.None)].Name}
	}
	diff := append(reasons(p, got.Events, want), differences("events", facts(p, got.Events, stage), facts(p, events, stage))...)
	if stage == untilTheLast {
		n.whole++
		return append(diff, differences("position", state(got.Next), state(q))...)
	}
	for x := range q.Treasury {
		power := machiavelli.Power(x)
		if !got.Next.Eliminated.Has(power) && got.Next.Treasury[x] != q.Treasury[x] {
			diff = append(diff, fmt.Sprintf("treasury of %s: turn %d, reference %d", p.Setting.Powers[x].ID, got.Next.Treasury[x], q.Treasury[x]))
		}
	}
	return diff
}
