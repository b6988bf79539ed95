package atlas

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

var verdicts = map[string]event.Verdict{
	"succeeded": event.Succeeded, "bounced": event.Bounced, "cut": event.Cut,
	"disrupted": event.Disrupted, "void": event.Void, "disbanded": event.Disbanded,
}

// results reads testdata/results.txt, whose lines have a power, an order and
// its verdict.
func results(t testing.TB, p *position.Position) []event.Event {
	t.Helper()
	text, err := os.ReadFile("testdata/results.txt")
	if err != nil {
		t.Fatal(err)
	}
	r := &reader{t, p}
	var out []event.Event
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		power, rest, _ := strings.Cut(line, ": ")
		words, verdict, _ := strings.Cut(rest, " = ")
		step := machiavelli.Orders
		retreat := strings.HasPrefix(verdict, "retreat ")
		if retreat {
			step = machiavelli.Retreats
		}
		v, ok := verdicts[strings.TrimPrefix(verdict, "retreat ")]
		if !ok {
			t.Fatalf("no verdict in %q", line)
		}
		o, _, bad := order.ParseOne(words, &order.Context{Board: p.Setting.Board, Powers: p.Setting.Powers, Power: r.power(power), Step: step})
		if bad != nil {
			t.Fatalf("%q: %v", words, bad)
		}
		u := position.Unit{Owner: r.power(power), Type: o.Unit.Type, At: o.Unit.At, Coast: o.Unit.Coast}
		if retreat {
			out = append(out, event.Retreated{Unit: u, Order: o, To: o.To, Verdict: v})
		} else {
			out = append(out, event.Ordered{Unit: u, Order: o, Result: event.Result{Verdict: v}})
		}
	}
	return out
}

// TestStrokes checks what is drawn for each kind of order, before and after
// adjudication.
func TestStrokes(t *testing.T) {
	for _, c := range []struct {
		order, verdict string
		has, lacks     string
	}{
		{"A pav - tur", "", `m-q4 m-go"`, "#r-"},
		{"A pav - tur", "succeeded", "#r-done", "#r-bounced"},
		{"A pav - tur", "succeeded", `m-q4 m-go"`, "m-no"},
		{"A pav - tur", "bounced", `m-q4 m-go m-no"`, ""},
		{"A pav - tur", "bounced", "#r-bounced", "#r-done"},
		{"A mil S A pav - tur", "succeeded", `m-q4 m-go m-sup"`, "#r-"},
		{"A mil S A pav - tur", "cut", "#r-cut", "#r-bounced"},
		{"A mil S A pav", "", `r="29"`, ""},
		{"A mon besiege", "", `stroke-dasharray="11 5"`, "#r-"},
		{"A mon besiege", "void", "#r-void", "#r-done"},
		{"A pav disband", "", "m-out2", ""},
		{"A pav convert G", "", `stroke-dasharray="68 23"`, "#r-"},
		{"F egl C A pro - cor", "", "m-con", "#r-"},
		{"F egl C A pro - cor", "disrupted", "#r-broken", ""},
		{"A pro - egl - cor", "", "m-go", "m-no"},
	} {
		p := fixture(t, "italy-1978", "specimen")
		r := &reader{t, p}
		power := r.power("milan")
		if strings.Contains(c.order, "egl") {
			power = r.power("france")
		}
		o, _, bad := order.ParseOne(c.order, &order.Context{Board: p.Setting.Board, Powers: p.Setting.Powers, Power: power})
		if bad != nil {
			t.Fatalf("%q: %v", c.order, bad)
		}
		opt := Options{Orders: []order.Order{o}}
		if c.verdict != "" {
			u := position.Unit{Owner: power, Type: o.Unit.Type, At: o.Unit.At}
			opt = Options{Results: []event.Event{event.Ordered{Unit: u, Order: o, Result: event.Result{Verdict: verdicts[c.verdict]}}}}
		}
		base, svg := draw(t, p, Options{}), draw(t, p, opt)
		check(t, svg)
		added := func(s string) bool { return strings.Count(svg, s) > strings.Count(base, s) }
		if !added(c.has) {
			t.Errorf("%s (%s): no %s", c.order, c.verdict, c.has)
		}
		if c.lacks != "" && added(c.lacks) {
			t.Errorf("%s (%s): there is %s", c.order, c.verdict, c.lacks)
		}
	}
}

// TestSupportEndsOnMovement checks that a support's line ends at the middle of
// the supported movement, even if that is by convoy.
func TestSupportEndsOnMovement(t *testing.T) {
	p := fixture(t, "italy-1978", "specimen")
	base, err := baseOf(p.Setting.Board, Options{Theme: "light", Labels: Names})
	if err != nil {
		t.Fatal(err)
	}
	d := &drawing{sheet: base.sheet, ground: base.ground, board: p.Setting.Board, pos: p}
	r := &reader{t, p}
	move := order.Order{Kind: order.Advance, Unit: order.Unit{Type: machiavelli.Army, At: r.area("pro")}, NVia: 1}
	move.To.At = r.area("cor")
	move.Via[0] = r.area("egl")
	u := position.Unit{Owner: r.power("france"), Type: machiavelli.Army, At: r.area("pro")}
	all := []stroke{{unit: u, order: move}}
	d.plan(all)
	track := all[0].track
	if got := d.trackOf(order.Unit{Type: machiavelli.Army, At: u.At}, move.To.At, all); got.middle() != track.middle() {
		t.Errorf("the support ends at %v, the movement's middle is %v", got.middle(), track.middle())
	}
	fleet := d.shape(r.area("egl")).unit
	if track.at(.5).minus(fleet).length() > .01 {
		t.Errorf("the convoyed army passes %v, its fleet is at %v", track.at(.5), fleet)
	}
	// a convoy without a route uses the fleets that are ordered to carry it
	implicit := move
	implicit.NVia, implicit.ViaConvoy, implicit.Via = 0, true, [order.MaxVia]board.ID{}
	carry := order.Order{Kind: order.Convoy, Target: order.Unit{Type: machiavelli.Army, At: u.At}, To: move.To}
	all = []stroke{{unit: u, order: implicit}, {unit: position.Unit{Type: machiavelli.Fleet, At: r.area("egl")}, order: carry}}
	d.plan(all)
	if got := all[0].track; fmt.Sprint(got) != fmt.Sprint(track) {
		t.Errorf("without its route the convoy is drawn %v, with it %v", got, track)
	}
}
