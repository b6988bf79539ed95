package turn

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/rules"
)

// busy is a campaign with a little of everything.
const busy = `spring 1454 orders
	Milan: A Milan, A Pavia, A Ferrara
	Austria: A Tyrolea, A Carinthia
	Venice: A Trent, A Padua, F Venice
	Papacy: A Bologna, F Ancona
	Florence: A Florence, A Pistoia
	Naples: F Messina, F Palermo
	Turks: F Ionian Sea
	autonomous: G Ferrara, G Mantua
	siege Ferrara
	Bologna rebels against Papacy
	famine Pavia`

const busyOrders = `
	Milan: A Milan - Bergamo; A Ferrara besiege; A Pavia - Turin; A Pavia H; A Pavia - Rome
	Austria: A Tyrolea - Milan; A Carinthia - Vicenza
	Venice: A Trent - Vicenza; A Padua S A Trent - Vicenza
	Papacy: A Bologna H; F Ancona - Upper Adriatic Sea; ally Venice
	Florence: A Florence - Bologna; A Pistoia S A Florence - Bologna
	Naples: F Messina - Ionian Sea; F Palermo S F Messina - Ionian Sea
	Turks: F Ionian Sea - Gulf of Naples`

// TestDeterminism resolves one campaign repeatedly, with the powers' lines in any order and other
// campaigns in between, and checks that the result is always the same, and that the given position
// does not change (SEQ-01, SEQ-03).
func TestDeterminism(t *testing.T) {
	g := newGame(t, free, busy)
	before := g.pos.Clone()
	lines := g.lines(busyOrders)
	want := g.play(busyOrders)
	other := newGame(t, free, "summer 1454 orders\nMilan: A Milan")
	random := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		other.play("Milan: A Milan - Bergamo")
		res, err := Process(g.pos, interleave(lines, random), &g.rules, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(res.Next, want.Next) || !reflect.DeepEqual(res.Events, want.Events) {
			t.Fatal("the same orders gave another result")
		}
	}
	if !reflect.DeepEqual(g.pos, before) {
		t.Error("the position given was changed")
	}
}

// interleave shuffles the lines of different powers and keeps those of each in
// order.
func interleave(lines []Line, random *rand.Rand) []Line {
	var queues [machiavelli.MaxPowers][]Line
	for _, l := range lines {
		queues[l.Power] = append(queues[l.Power], l)
	}
	var out []Line
	for len(out) < len(lines) {
		p := random.IntN(len(queues))
		if q := queues[p]; len(q) > 0 {
			out, queues[p] = append(out, q[0]), q[1:]
		}
	}
	return out
}

// TestResultIsItsOwn checks that a result shares no memory with later phases.
func TestResultIsItsOwn(t *testing.T) {
	g := newGame(t, free, busy)
	first := g.play(busyOrders)
	facts := tell(first)
	g.play("Milan: A Milan H")
	if again := tell(first); !slices.Equal(facts, again) {
		t.Error("a later phase changed an earlier result")
	}
}

func TestSteps(t *testing.T) {
	for name, pipeline := range map[string][]step{"campaign": campaignSteps, "retreats": retreatSteps} {
		var names []string
		for _, s := range pipeline {
			names = append(names, s.name)
		}
		if tail := names[len(names)-len(endOfCampaign):]; tail[0] != "R3" || tail[len(tail)-1] != "E7" {
			t.Errorf("%s: %v does not end with the campaign's end", name, names)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name, preset, game, orders string
		want                       error
	}{
		{"no dice for income", "njudge-classic famine=off", "spring 1454 orders\nMilan: A Milan", "", ErrDice},
		{"no dice for the plague", free + " plague=on", "spring 1454 orders\nMilan: A Milan", "", ErrDice},
		{"no dice needed", "njudge-classic dice=off", "spring 1454 orders\nMilan: A Milan", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGame(t, c.preset, c.game)
			if _, err := Process(g.pos, g.lines(c.orders), &g.rules, nil); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
	t.Run("a game that is over", func(t *testing.T) {
		g := newGame(t, free, "spring 1454 orders\nMilan: A Milan")
		g.pos.Victors = g.pos.Victors.With(g.power("Milan"))
		if _, err := Process(g.pos, nil, &g.rules, nil); !errors.Is(err, ErrGameOver) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("no phase", func(t *testing.T) {
		g := newGame(t, free, "spring 1454 orders\nMilan: A Milan")
		g.pos.Phase = machiavelli.Phase{}
		if _, err := Process(g.pos, nil, &g.rules, nil); !errors.Is(err, ErrPhase) {
			t.Errorf("got %v", err)
		}
	})
}

// TestUnreadLines checks that a line that could not be parsed is reported as
// refused.
func TestUnreadLines(t *testing.T) {
	g := newGame(t, free, "spring 1454 orders\nMilan: A Milan")
	res := g.play("Milan: A Milan - Nowhere")
	expect(t, tell(res), `
		Milan refused "A Milan - Nowhere"
		Milan A Milan succeeded`)
}

func TestOwes(t *testing.T) {
	for _, c := range []struct {
		name, game, orders string
		want               Owed
	}{
		{"units without orders", "spring 1454 orders\nMilan: A Milan, A Pavia", "Milan: A Pavia H", Owed{Units: []int{0}}},
		{"a bad line is none", "spring 1454 orders\nMilan: A Milan", "Milan: A Milan - Rome", Owed{Units: []int{0}}},
		{"an order struck out", "spring 1454 orders\nMilan: A Milan", "Milan: A Milan H; A Milan none", Owed{Units: []int{0}}},
		{"all ordered", "spring 1454 orders\nMilan: A Milan", "Milan: A Milan H", Owed{}},
		{"retreats", "spring 1454 retreats\nMilan lost A Parma from Mantua to Modena\nMilan lost A Pavia from Como to Turin", "Milan: A Parma disband", Owed{Retreats: []int{1}}},
		{"nothing in a retreat phase", "spring 1454 retreats\nMilan: A Milan", "", Owed{}},
		{"builds", "winter 1454 adjustments\nMilan: A Milan", "Milan: build A Pavia", Owed{Builds: 1}},
		{"a build twice in one province", "winter 1454 adjustments\nMilan: A Milan", "Milan: build A Pavia; build G Pavia", Owed{Builds: 1}},
		{"builds waived", "winter 1454 adjustments\nMilan: A Milan", "Milan: build A Pavia; waive", Owed{}},
		{"no place to build", "winter 1454 adjustments\nMilan: A Mantua\nfamine Milan\nfamine Pavia\nfamine Cremona", "", Owed{}},
		{"removals", "winter 1454 adjustments\nMilan: A Milan, A Como, A Parma, A Fornova, A Mantua", "Milan: remove A Como", Owed{Removals: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGame(t, free, c.game)
			got := Owes(g.pos, &g.rules, g.power("Milan"), g.lines(c.orders))
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("owed %+v, want %+v", got, c.want)
			}
			if got.None() != reflect.DeepEqual(c.want, Owed{}) {
				t.Errorf("None is %v", got.None())
			}
		})
	}
}

func TestNextPhase(t *testing.T) {
	three, two := rules.Set{SeasonsPerYear: 3}, rules.Set{SeasonsPerYear: 2}
	for _, c := range []struct {
		from, to string
		r        *rules.Set
	}{
		{"spring 1454 orders", "summer 1454 orders", &three},
		{"spring 1454 retreats", "fall 1454 orders", &two},
		{"summer 1454 retreats", "fall 1454 orders", &three},
		{"fall 1454 orders", "winter 1454 adjustments", &three},
		{"winter 1454 adjustments", "spring 1455 orders", &two},
	} {
		from, err := machiavelli.ParsePhase(c.from)
		if err != nil {
			t.Fatal(err)
		}
		if got := NextPhase(from, c.r).String(); got != c.to {
			t.Errorf("after %s comes %s, want %s", c.from, got, c.to)
		}
	}
}

// TestAgeAfterRetreat checks that a unit that retreated keeps its place in the order of
// creation.
func TestAgeAfterRetreat(t *testing.T) {
	g := newGame(t, free, `spring 1454 orders
		Papacy: A Rome, A Bologna, A Ancona, A Perugia
		Florence: A Florence, A Pistoia`)
	g.pos = g.play("Florence: A Florence - Bologna; A Pistoia S A Florence - Bologna").Next
	expect(t, tell(g.play("Papacy: A Bologna - Modena")), "Papacy: A Rome, A Modena, A Ancona, A Perugia")

	// A unit without a retreat leaves no gap among the others.
	g = newGame(t, free, `spring 1454 orders
		Venice: F Venice, A Bologna, A Verona
		Turks: F Lagoon professional
		Florence: A Florence, A Pistoia`)
	g.pos = g.play("Turks: F Lagoon - Venice\nFlorence: A Florence - Bologna; A Pistoia S A Florence - Bologna").Next
	expect(t, tell(g.play("Venice: A Bologna - Modena")), "Venice: A Modena, A Verona")

	// A unit of unknown age returns as the latest.
	g = newGame(t, free, `spring 1454 retreats
		Venice: A Verona, A Padua
		Venice lost A Bologna from Florence to Modena`)
	expect(t, tell(g.play("Venice: A Bologna - Modena")), "Venice: A Verona, A Padua, A Modena")
}

func BenchmarkCampaign(b *testing.B) {
	g := newGame(b, free, busy)
	lines := g.lines(busyOrders)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Process(g.pos, lines, &g.rules, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCampaignFromText(b *testing.B) {
	g := newGame(b, free, busy)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Process(g.pos, g.lines(busyOrders), &g.rules, nil); err != nil {
			b.Fatal(err)
		}
	}
}
