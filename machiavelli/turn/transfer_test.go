package turn

import (
	"strconv"
	"testing"

	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
)

// TestUnitsLeaveAndChangeHands drops and transfers units in mid-campaign, and
// checks that everything stored by a unit's index is updated.
func TestUnitsLeaveAndChangeHands(t *testing.T) {
	g := newGame(t, full, `spring 1454 orders
		Milan: A Milan, A Pavia, G Cremona
		Venice: A Padua, A Verona
		Papacy: A Rome
		Milan has 99 ducats`)
	lines := g.lines(`
		Milan: a milan - como; a pavia h; a padua - ferrara; e1: 18 buy a padua; e2: 12 disband a verona; e3: 3 counter-bribe a rome
		Venice: a padua h; a verona - mantua; a rome - spoleto
		Papacy: a rome h`)
	s := new(state)
	s.begin(g.pos, lines, &g.rules, nil)
	freeze(s)
	for i := range s.outlays {
		o := &s.outlays[i]
		if at := o.order.Target.At; o.order.Expense != order.CounterBribe {
			o.target = int(s.field[at])
		} else {
			o.target = 5
		}
	}
	look := func(when, want string) {
		t.Helper()
		got := ""
		for i, u := range s.pos.Units {
			b := s.board()
			got += u.Type.Letter() + strconv.Itoa(int(u.Serial)) + " " + b.Areas[u.At].Code
			if s.ordered.Has(i) {
				got += " " + s.given[i]
			}
			if s.field[u.At] != int16(i) && s.garrison[u.At] != int16(i) {
				got += " (lost)"
			}
			for _, x := range s.prospects {
				if x.unit == i {
					got += " / " + x.line.Text
				}
			}
			for _, o := range s.outlays {
				if o.target == i {
					got += " $" + strconv.Itoa(int(o.order.Slot))
				}
			}
			got += "\n"
		}
		if len(s.orders) != len(s.pos.Units) || len(s.given) != len(s.pos.Units) {
			t.Errorf("%s: %d units, %d orders, %d texts", when, len(s.pos.Units), len(s.orders), len(s.given))
		}
		if got != want {
			t.Errorf("%s:\n%swant\n%s", when, got, want)
		}
	}
	look("at first", `A1 mil a milan - como
A2 pav a pavia h
G1 cre
A1 pad a padua h / a padua - ferrara $1
A2 ver a verona - mantua $2
A1 rme a rome h / a rome - spoleto $3
`)
	i := s.transfer(3, g.power("Milan"), 0)
	look("after the purchase", `A1 mil a milan - como
A2 pav a pavia h
G1 cre
A2 ver a verona - mantua $2
A1 rme a rome h / a rome - spoleto $3
A3 pad / a padua - ferrara $1
`)
	s.obey(i, g.power("Milan"))
	if !s.drop(event.ByBribe, func(i int) bool { return i == 3 || i == 0 }) {
		t.Error("nothing was dropped")
	}
	look("after two are gone", `A2 pav a pavia h
G1 cre
A1 rme a rome h / a rome - spoleto $3
A3 pad a padua - ferrara / a padua - ferrara $1
`)
	if s.outlays[1].target != -1 {
		t.Errorf("the target that is gone has index %d", s.outlays[1].target)
	}
	if s.drop(event.ByBribe, func(int) bool { return false }) {
		t.Error("a unit was dropped")
	}
}
