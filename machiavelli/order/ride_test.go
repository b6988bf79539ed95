package order

import (
	"strings"
	"testing"

	"podesta/machiavelli"
)

// TestCavalryRides checks which advances are cavalry rides, which lead through one land area and
// across two borders (OPT-01).
func TestCavalryRides(t *testing.T) {
	c := context(t, "italy-1978", machiavelli.Orders)
	for row := range strings.Lines(`
		cavalry flo - pis - luc: yes
		armoured cavalry flo - pis - luc: yes
		a flo - pis - luc: no
		cavalry flo - pis: no
		cavalry flo h: no
		cavalry flo - pis - luc - mod: no
		cavalry flo - mod - luc: no
		cavalry flo - pis - rom: no
		cavalry otr - ion - dur: no`) {
		text, want, ok := strings.Cut(strings.TrimSpace(row), ": ")
		if !ok {
			continue
		}
		o, _, err := ParseOne(text, c)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := o.Rides(c.Board); got != (want == "yes") {
			t.Errorf("%s: a ride: %v", text, got)
		}
		o.Kind = Hold
		if o.Rides(c.Board) {
			t.Errorf("%s: a ride of a unit that holds", text)
		}
	}
	o, _, err := ParseOne("a otr - ion - las - dur", c)
	if err != nil {
		t.Fatal(err)
	}
	if route := o.Route(); len(route) != 2 || c.Board.Areas[route[0]].Code != "ion" || c.Board.Areas[route[1]].Code != "las" {
		t.Errorf("route %v", route)
	}
}
