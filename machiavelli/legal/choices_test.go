package legal_test

import (
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/legal"
)

// everybody is a set with every power.
const everybody = machiavelli.PowerSet(1<<machiavelli.MaxPowers - 1)

// TestChoicesEqualFinder compares the groups of a campaign with the lists of
// the Finder.
func TestChoicesEqualFinder(t *testing.T) {
	g := setUp(t, "B", "njudge-classic", midgame)
	var c legal.Choices
	c.List(g.p, g.r, everybody)
	units, money := 0, map[machiavelli.Power]int{}
	for _, x := range c.Groups {
		switch x.Kind {
		case legal.ForUnit:
			units += len(x.Orders)
			if g.p.Units[x.Unit].Owner != x.Power {
				t.Errorf("unit %d is in a group of power %d", x.Unit, x.Power)
			}
		case legal.ForMoney:
			money[x.Power] += len(x.Orders)
		}
	}
	if want := len(legal.All(g.p, g.r, nil)); units != want {
		t.Errorf("%d orders of units, the Finder has %d", units, want)
	}
	var f legal.Finder
	for power := machiavelli.Power(1); int(power) < len(g.p.Setting.Powers); power++ {
		list := f.Expenses(g.p, g.r, power, nil)
		list = f.Payments(g.p, g.r, power, list)
		list = f.Loans(g.p, g.r, power, list)
		if list = f.Chits(g.p, g.r, power, list); len(list) != money[power] {
			t.Errorf("power %d has %d orders of money, the Finder has %d", power, money[power], len(list))
		}
	}
}

func TestChoicesAllocateNothing(t *testing.T) {
	g := setUp(t, "B", "njudge-classic", midgame)
	var c legal.Choices
	c.List(g.p, g.r, everybody)
	if n := testing.AllocsPerRun(10, func() { c.List(g.p, g.r, everybody) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

// TestNoChoices checks that eliminated powers and finished games have no choices.
func TestNoChoices(t *testing.T) {
	g := setUp(t, "B", "njudge-classic", midgame)
	var c legal.Choices
	venice := g.power("V")
	g.p.Eliminated = g.p.Eliminated.With(venice)
	if c.List(g.p, g.r, machiavelli.PowerSet(0).With(venice)); len(c.Groups) > 0 {
		t.Errorf("an eliminated power has %d groups", len(c.Groups))
	}
	g.p.Victors = g.p.Victors.With(g.power("I"))
	if c.List(g.p, g.r, everybody); len(c.Groups) > 0 {
		t.Errorf("a finished game has %d groups", len(c.Groups))
	}
}
