package bot

import (
	"reflect"
	"slices"
	"strconv"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// opening returns the beginning of the Balance of Power with money.
func opening(t *testing.T) (*position.Position, *rules.Set) {
	t.Helper()
	r, err := rules.Make("njudge-classic", nil)
	if err != nil {
		t.Fatal(err)
	}
	start, err := scenario.New("B", "", &r)
	if err != nil {
		t.Fatal(err)
	}
	return start, &r
}

// TestPlansOfNeighbours checks that a principe prepares for several plans of each neighbour that
// plans, and that its fear for its cities grows with the number of those that plan.
func TestPlansOfNeighbours(t *testing.T) {
	t.Parallel()
	start, r := opening(t)
	const me = 1
	for _, c := range []struct {
		player Player
		least  float64 // least weight of danger
		most   float64
	}{{new(Condottiere), 0.9 * learned.taste[danger], learned.taste[danger]}, {new(Greedy), learned.sure, learned.sure + 0.3}} {
		opened, err := turn.Open(start, r, dice.New([]byte("scenes"), "opening", nil))
		if err != nil {
			t.Fatal(err)
		}
		p := opened.Next
		var past []Past
		for len(past) < 5 || p.Phase.Step != machiavelli.Orders {
			var lines []turn.Line
			for x := machiavelli.Power(1); int(x) < len(p.Setting.Powers); x++ {
				lines = append(lines, c.player.Decide(Look(p, r, Alone(p, x), strconv.Itoa(int(x))), x)...)
			}
			res, err := turn.Process(p, lines, r, dice.New([]byte("scenes"), dice.Scope("s", p.Phase.Campaign(), ""), nil))
			if err != nil {
				t.Fatal(err)
			}
			past = append(past, Past{Look(p, r, Alone(p, me), "me"), report.Seen(res.Events, report.Viewer{Powers: Alone(p, me)}, r)})
			p = res.Next
		}
		x := new(Principe)
		m := &x.mind
		m.begin(Look(p, r, Alone(p, me), "me").Recalling(past), me, princely)
		m.skill.taste = learned.taste
		m.list()
		x.foresee()
		if got := m.skill.taste[danger]; got < c.least || got > c.most {
			t.Errorf("%s: danger has the weight %.2f", c.player.Name(), got)
		}
		if c.player.Name() != "hard" {
			continue
		}
		within := m.nearby(contact)
		for y := machiavelli.Power(2); int(y) < len(p.Setting.Powers); y++ {
			if !m.near(y, within) {
				continue
			}
			var plans [][]turn.Line
			for _, scene := range m.scenes {
				var own []turn.Line
				for _, l := range scene {
					if l.Power == y {
						own = append(own, l)
					}
				}
				if !slices.ContainsFunc(plans, func(q []turn.Line) bool { return reflect.DeepEqual(q, own) }) {
					plans = append(plans, own)
				}
			}
			if len(plans) < 3 {
				t.Errorf("it prepares for %d plans of %s", len(plans), p.Setting.Powers[y].ID)
			}
		}
	}
}
