package report_test

import (
	"fmt"
	"math/rand"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/movement"
	"podesta/machiavelli/movement/movementtest"
	"podesta/machiavelli/order"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
)

// TestExplanationsAreTrue explains every order of random positions under all
// presets, with and without the optional units, and checks the explanations:
// the numbers must be those by which the rules decide, derived here from the
// orders and the outcome alone; the parts of every number must add up; and
// every unit must have done what a sentence says about it.
func TestExplanationsAreTrue(t *testing.T) {
	const positions = 150 // number of positions for each set of rules
	var rv movement.Resolver
	seen := facts{}
	for _, info := range rules.Presets() {
		for _, more := range []bool{false, true} {
			r, err := rules.Preset(info.ID)
			if err != nil {
				t.Fatal(err)
			}
			if more {
				r.Cavalry, r.ArmouredCavalry, r.AutonomousFieldUnits, r.AutonomousOrders = true, true, true, true
			}
			b, err := movementtest.BoardFor(&r)
			if err != nil {
				t.Fatal(err)
			}
			for seed := range int64(positions) {
				p, orders, allies := movementtest.Random(rand.New(rand.NewSource(seed)), b, &r)
				s := &movementtest.Setup{Position: p, Orders: orders, Allies: allies, Rules: &r}
				j := newJury(t, fmt.Sprintf("%s, seed %d", info.ID, seed), s, &rv, seen)
				j.hear()
				if t.Failed() {
					t.Fatalf("the position:\n%s", movementtest.Describe(p, orders, allies))
				}
			}
		}
	}
	for _, fact := range append(grounds(), []string{
		"entered against strength", "entered unopposed", "dislodged", "beat", "stood off", "held off", "head to head, both stay", "head to head, dislodged", "own unit",
		"own support", "support not counted", "strength of parts", "rebels helped", "rebels apart", "cut", "strait closed", "strait closed by one that came in",
		"convoy broken", "not ordered to carry", "supported by", "dislodged it", "a garrison came out", "fell back",
	}...) {
		if seen[fact] == 0 {
			t.Errorf("no position shows: %s", fact)
		}
	}
	t.Log(seen)
}

// facts counts what occurred in the positions.
type facts map[string]int

// jury checks the explanations of a movement against its outcome.
type jury struct {
	t      *testing.T
	name   string
	s      *movementtest.Setup
	out    movement.Outcome
	events []event.Event
	all    []event.Ordered // events by index of the unit
	tell   report.Teller
	words  *strings.Replacer // replaces the names of units in sentences by #number#
	seen   facts
	e      int // the unit whose order is explained
	of     int // the unit whose order a link explains: e, or one that should have helped it
}

func newJury(t *testing.T, name string, s *movementtest.Setup, rv *movement.Resolver, seen facts) *jury {
	j := &jury{t: t, name: name, s: s, tell: report.New(s.Position.Setting), seen: seen}
	rv.Resolve(s.Position, s.Orders, &s.Allies, s.Rules, &j.out)
	j.out.Results = slices.Clone(j.out.Results)
	j.out.After = slices.Clone(j.out.After)
	j.events = ordered(s, rv)
	type named struct {
		text string
		unit int
	}
	var names []named
	for i, u := range s.Position.Units {
		names = append(names, named{j.tell.Unit(u), i})
		// the unit left the city, and is named accordingly when it is dislodged
		if now := j.out.After[i]; u.InCity() && !now.InCity() && j.out.Results[i].Dislodged {
			names = append(names, named{j.tell.Unit(now), i})
		}
	}
	slices.SortFunc(names, func(x, y named) int { return len(y.text) - len(x.text) })
	var pairs []string
	for _, n := range names {
		token := "#" + strconv.Itoa(n.unit) + "#"
		pairs = append(pairs, n.text, token, strings.ToUpper(n.text[:1])+n.text[1:], token)
	}
	j.words = strings.NewReplacer(pairs...)
	for _, x := range j.events {
		if e, ok := x.(event.Ordered); ok {
			j.all = append(j.all, e)
		}
	}
	return j
}

func (j *jury) fail(format string, args ...any) {
	j.t.Helper()
	u := j.s.Position.Units[j.e]
	j.t.Errorf("%s: %s: %s", j.name, j.tell.Unit(u)+" "+j.tell.Does(j.s.Orders[j.e]).String(), fmt.Sprintf(format, args...))
}

// hear checks every explanation.
func (j *jury) hear() {
	for i := range j.all {
		j.e = i
		j.weigh(i)
		e := j.all[i]
		chain := j.tell.Chain(j.events, e)
		checkChain(j.t, j.name, chain)
		for k, l := range chain {
			if k == 0 && l.Of != nil && l.Of.Unit == e.Unit {
				j.own(i, l.Text.String())
			}
			j.claims(l.Text.String())
			j.of = i
			if l.Of != nil {
				j.of = slices.IndexFunc(j.all, func(x event.Ordered) bool { return x.Unit == l.Of.Unit })
			}
			j.proved(l.Text)
		}
		j.complete(i, chain)
		j.of = i
		j.proved(j.tell.Why(j.events, e))
		for _, text := range []string{j.tell.Why(j.events, e).String(), j.tell.Account(j.s.Position, j.events, e).String(), j.tell.Came(j.events, e).String()} {
			j.own(i, text)
			j.claims(text)
		}
	}
	for _, f := range j.tell.Fights(j.events) {
		j.fight(f)
	}
}

// complete checks that the chain of an order explains the numbers that need it. These are its own
// strength and that of the unit in its way, unless these are strengths of unsupported units, and
// the supports that do not count.
func (j *jury) complete(i int, chain []report.Reason) {
	has := func(text string) bool {
		return slices.ContainsFunc(chain, func(l report.Reason) bool { return strings.Contains(j.words.Replace(l.Text.String()), text) })
	}
	e := j.all[i]
	r := e.Result
	if _, ok := j.went(i); !ok || r.Strength == 0 || r.Reason == event.VeniceClosed || r.Reason == event.VeniceRebels {
		return
	}
	if int(r.Strength) > e.Unit.Strength() && !has(fmt.Sprintf("#%d# attacks with strength %d: ", i, r.Strength)) {
		j.fail("its strength of %d is not taken apart", r.Strength)
	}
	if int(r.Strength) < j.power(i, -1) && !has("does not count against a unit of the same power") {
		j.fail("it has %d of %d, and nobody says why", r.Strength, j.power(i, -1))
	}
	if r.Reason == event.OwnUnit || r.Reason == event.OwnSupport {
		return
	}
	for u := range j.all {
		if r.Culprits.Has(u) && int(r.Against) > j.s.Position.Units[u].Strength() &&
			!has(fmt.Sprintf("#%d# attacks with strength %d: ", u, r.Against)) && !has(fmt.Sprintf("#%d# defends with strength %d: ", u, r.Against)) {
			j.fail("the strength of %d against it is not taken apart", r.Against)
		}
	}
}

// went returns the area that unit i tried to enter, and reports whether it got far enough to
// meet the units there.
func (j *jury) went(i int) (to board.ID, ok bool) {
	o, u, v := j.s.Orders[i], j.s.Position.Units[i], j.out.Results[i].Verdict
	if v != event.Succeeded && v != event.Bounced {
		return board.None, false
	}
	switch {
	case o.Kind == order.Advance:
		return o.To.At, true
	case o.Kind == order.Convert && u.InCity():
		return u.At, true
	}
	return board.None, false
}

// field returns the unit outside the city of a place at the start, or -1.
func (j *jury) field(at board.ID) int {
	for i, u := range j.s.Position.Units {
		if u.At == at && !u.InCity() && j.s.Orders[i].Kind != order.Disband {
			return i
		}
	}
	return -1
}

// outside returns the garrison that converts in place and so already stands outside (CONV-09),
// or -1.
func (j *jury) outside(at board.ID) int {
	if j.s.Rules.ConversionModel != rules.ConvertInPlace || j.field(at) >= 0 {
		return -1
	}
	for i, u := range j.s.Position.Units {
		if to, ok := j.went(i); ok && u.InCity() && to == at {
			return i
		}
	}
	return -1
}

// helped returns the unit that support s, if valid, was for, or -1.
func (j *jury) helped(s int) int {
	o := j.s.Orders[s]
	if o.Kind != order.Support || j.out.Results[s].Verdict != event.Succeeded {
		return -1
	}
	units := j.s.Position.Units
	if o.Action == order.PowerThere {
		var entering []int
		for i, u := range units {
			k := j.s.Orders[i]
			if i != s && u.Owner == o.Power && (k.Kind == order.Advance && k.To.At == o.To.At || k.Kind == order.Convert && u.InCity() && u.At == o.To.At) {
				entering = append(entering, i)
			}
		}
		if len(entering) == 1 {
			return entering[0]
		}
		return j.field(o.To.At)
	}
	for i, u := range units {
		if u.At == o.Target.At && u.InCity() == (o.Target.Type == machiavelli.Garrison) {
			return i
		}
	}
	return -1
}

// keeps reports whether support s, if valid, was for unit i where it stood. A support that names
// only a place always was, whatever the unit's order, even if the support was also for a unit
// that goes there (SUPP-04).
func (j *jury) keeps(s, i int) bool {
	o, u := j.s.Orders[s], j.s.Position.Units[i]
	if j.helped(s) < 0 || u.InCity() {
		return false
	}
	if o.Action == order.PowerThere {
		return s != i && u.Owner == o.Power && u.At == o.To.At
	}
	return j.helped(s) == i && o.Action == order.ToHold
}

// given returns the supports that counted for what unit i tried to do.
func (j *jury) given(i int) (list []int) {
	for s := range j.all {
		if j.helped(s) == i && !j.keeps(s, i) {
			list = append(list, s)
		}
	}
	return list
}

// power returns the strength of mover i. Against a unit that stays it leaves
// out the supports given by that unit's own power.
func (j *jury) power(i, against int) int {
	n := j.s.Position.Units[i].Strength()
	if j.out.Results[i].Rebels {
		n++
	}
	for _, s := range j.given(i) {
		if against < 0 || j.s.Position.Units[s].Owner != j.s.Position.Units[against].Owner {
			n += int(j.out.Results[s].Strength)
		}
	}
	return n
}

// hold returns the strength with which unit i keeps its place against mover m.
func (j *jury) hold(m, i int) int {
	units := j.s.Position.Units
	n := units[i].Strength()
	if units[i].InCity() { // the garrison already stands outside
		for _, s := range j.given(i) {
			n += int(j.out.Results[s].Strength)
		}
		return n
	}
	converts := j.s.Orders[i].Kind == order.Convert && j.out.Results[i].Verdict != event.Void
	if converts && units[i].Owner == units[m].Owner {
		return n // a support does not keep out units of its own power (CONV-09)
	}
	for s := range j.all {
		if j.keeps(s, i) {
			n += int(j.out.Results[s].Strength)
		}
	}
	return n
}

// opposed reports whether x and y, both movers, met head to head.
func (j *jury) opposed(x, y int) bool {
	u, v := j.s.Position.Units[x], j.s.Position.Units[y]
	a, okA := j.went(x)
	b, okB := j.went(y)
	if !okA || !okB || u.InCity() || v.InCity() || a != v.At || b != u.At {
		return false
	}
	rides := func(i int) bool { return j.s.Orders[i].NVia > 0 && j.s.Orders[i].Rides(j.s.Position.Setting.Board) }
	sails := func(i int) bool {
		o := j.s.Orders[i]
		own, sailed := false, false // whether own fleets carry it; whether any do
		for f, c := range j.s.Orders {
			if c.Kind == order.Convoy && c.Target.At == j.s.Position.Units[i].At && c.To.At == o.To.At {
				own = own || j.s.Position.Units[f].Owner == j.s.Position.Units[i].Owner
				sailed = sailed || j.out.Results[f].Reason != event.NotNeeded
			}
		}
		if j.s.Rules.ConvoyRoute == rules.RouteImplicit && own && sailed {
			return true
		}
		return j.s.Position.Units[i].Type != machiavelli.Fleet && !rides(i) && (o.NVia > 0 || o.ViaConvoy || !j.s.Position.Setting.Board.ArmyEdges[j.s.Position.Units[i].At].Has(o.To.At))
	}
	switch {
	case rides(x) || rides(y):
		return false
	case j.s.Rules.SwapByConvoy == rules.SwapEitherConvoyed:
		return !sails(x) && !sails(y)
	case j.s.Rules.SwapByConvoy == rules.SwapBothConvoyed:
		return !sails(x) || !sails(y)
	}
	return true
}

// stayed reports whether the unit stayed in its place, even if it was dislodged from it.
func (j *jury) stayed(i int) bool {
	u, r := j.s.Position.Units[i], j.out.Results[i]
	switch o := j.s.Orders[i]; o.Kind {
	case order.Disband:
		return false
	case order.Advance:
		_, ok := j.went(i)
		return !(ok && (r.Verdict == event.Succeeded || o.NVia > 0 && o.Rides(j.s.Position.Setting.Board)))
	case order.Convert:
		if r.Verdict == event.Succeeded && !u.InCity() {
			return j.s.Rules.ConversionModel == rules.ConvertInPlace || j.s.Rules.VeniceModel == rules.VeniceSingleSpace && u.At == j.s.Position.Setting.Board.Venice
		}
	}
	return true
}

// weigh compares the numbers of the outcome with those of the rules.
func (j *jury) weigh(i int) {
	r := j.out.Results[i]
	to, ok := j.went(i)
	if !ok || r.Reason == event.VeniceClosed || r.Reason == event.VeniceRebels || j.outside(to) == i {
		return
	}
	o := j.field(to)
	if o < 0 {
		o = j.outside(to)
	}
	attack, against := j.power(i, -1), 0
	if o >= 0 && j.stayed(o) {
		converting := j.s.Orders[o].Kind == order.Convert && !j.s.Position.Units[o].InCity() && j.out.Results[o].Verdict == event.Succeeded && !j.out.Results[o].Dislodged
		if !converting {
			attack = j.power(i, o)
		}
		against = j.hold(i, o)
		if j.opposed(i, o) {
			against = max(against, j.power(o, -1))
		}
	} else if o >= 0 && j.opposed(i, o) {
		against = j.power(o, i) // the unit entered
	}
	for x := range j.all {
		at, ok := j.went(x)
		if !ok || x == i || x == o || at != to || j.out.Results[x].Reason == event.VeniceClosed || j.out.Results[x].Reason == event.VeniceRebels {
			continue
		}
		if o >= 0 && j.opposed(x, o) && j.out.Results[o].Verdict == event.Succeeded {
			continue
		}
		against = max(against, j.power(x, -1))
	}
	n, m := int(r.Strength), int(r.Against)
	switch {
	case r.Verdict == event.Succeeded:
		if n != attack || m != against || n <= m {
			j.fail("came in with %d against %d; the rules compare %d with %d", n, m, attack, against)
		}
		j.seen["entered against strength"] += min(m, 1)
		j.seen["entered unopposed"] += max(0, 1-m)
	case r.Reason == event.OwnUnit:
		j.seen["own unit"]++
		if o < 0 || !j.stayed(o) || j.out.Results[o].Dislodged || j.s.Position.Units[o].Owner != j.s.Position.Units[i].Owner || m != j.hold(i, o) {
			j.fail("its own unit is said to stay, with %d", m)
		}
	default:
		if m != against || n > m {
			j.fail("bounced with %d against %d; the rules say %d against %d", n, m, attack, against)
		}
		if n != attack && (r.Reason != event.StoodOff || n != j.power(i, -1)) {
			j.fail("bounced with %d, and has %d, or %d against rivals", n, attack, j.power(i, -1))
		}
	}
	j.seen[map[event.Reason]string{event.StoodOff: "stood off", event.HeldOff: "held off", event.OwnSupport: "own support"}[r.Reason]]++
	if r.Reason == event.HeadToHead {
		j.seen[map[bool]string{true: "head to head, dislodged", false: "head to head, both stay"}[r.Dislodged]]++
	}
}

var (
	several  = `(#\d+#(?:(?:, | and )#\d+#)*)`
	versus   = regexp.MustCompile(`(\d+) against (\d+)`)
	comes    = regexp.MustCompile(`#(\d+)# (attacks|defends) with strength (\d+): (.*)$`)
	part1    = regexp.MustCompile(`(\d+) from #(\d+)#`)
	anyUnit  = regexp.MustCompile(`#(\d+)#`)
	unknown  = regexp.MustCompile(`the (?:[A-Z]\w+|autonomous) (?:\w+ )*(?:army|fleet|garrison|cavalry) in `)
	sayings  = map[string]*regexp.Regexp{}
	speaking = []struct {
		fact, text string
		true       func(j *jury, u int) bool
	}{
		{"stood off", several + ` went there too`, func(j *jury, u int) bool { return j.rival(u) && !j.s.Position.Units[u].InCity() }},
		{"a garrison came out", several + ` came out there`, func(j *jury, u int) bool { return j.rival(u) && j.s.Position.Units[u].InCity() }},
		{"held off", several + ` stayed there`, func(j *jury, u int) bool {
			to, ok := j.went(j.e)
			return ok && j.s.Position.Units[u].At == to && j.stayed(u) && !j.out.Results[u].Dislodged
		}},
		{"head to head, both stay", several + ` came the other way`, func(j *jury, u int) bool {
			to, ok := j.went(j.e)
			from, came := j.went(u)
			return ok && came && to == j.s.Position.Units[u].At && from == j.s.Position.Units[j.e].At
		}},
		{"dislodged", `dislodged ` + several, func(j *jury, u int) bool { return j.drove(j.e, u) }},
		{"beat", `beat ` + several, func(j *jury, u int) bool {
			return j.rival(u) && j.out.Results[u].Verdict == event.Bounced || j.converts(u)
		}},
		{"supported by", `supported by ` + several, func(j *jury, u int) bool {
			return j.helped(u) >= 0 && (j.inContest(j.helped(u)) || j.inContest(j.field(j.s.Orders[u].To.At)))
		}},
		{"support not counted", `the support of ` + several + ` does not count`, func(j *jury, u int) bool {
			h := j.helped(u)
			to, ok := j.went(max(h, 0))
			o := j.field(to)
			if o < 0 {
				o = j.outside(to)
			}
			return h >= 0 && ok && o >= 0 && j.s.Position.Units[o].Owner == j.s.Position.Units[u].Owner
		}},
		{"cut", `the support was cut: ` + several + ` attacked the unit`, func(j *jury, u int) bool { return j.attacks(u, j.e) }},
		{"strait closed", several + ` closes the strait`, func(j *jury, u int) bool { return j.guards(u) && j.field(j.s.Position.Units[u].At) == u }},
		{"strait closed by one that came in", several + ` came (?:in|out) and closed the strait`, func(j *jury, u int) bool {
			to, ok := j.went(u)
			return ok && j.out.Results[u].Verdict == event.Succeeded && controls(j.s.Position.Setting.Board, to) && j.out.After[u].Type == machiavelli.Fleet
		}},
		{"convoy broken", `the convoy was broken: ` + several + ` (?:was|were) dislodged`, func(j *jury, u int) bool {
			return j.out.Results[u].Dislodged && j.s.Orders[u].Kind == order.Convoy
		}},
		{"not ordered to carry", several + ` (?:was|were) not ordered to carry it`, func(j *jury, u int) bool {
			o := j.s.Orders[u]
			return o.Kind != order.Convoy || o.Target.At != j.s.Position.Units[j.e].At || j.out.Results[u].Reason == event.SiegeLock || o.To.At != j.s.Orders[j.e].To.At
		}},
		{"fell back", several + `(?: fell back there|, which fell back there)`, func(j *jury, u int) bool {
			return j.s.Position.Units[u].Mounted() && j.out.Results[u].Verdict == event.Bounced
		}},
		{"rebels apart", `claim their help: ` + several + ` want to go there`, func(j *jury, u int) bool {
			return u == j.e || j.rival(u) && !j.out.Results[u].Rebels
		}},
	}
	cutBy = regexp.MustCompile(`the support of #(\d+)# was (?:cut|lost): ` + several + ` (attacked|drove) it`)
	force = regexp.MustCompile(`#(\d+)#(?: dislodged it with a strength of| attacked with strength) (\d+)`)
)

// rival reports whether unit u met the explained unit at its goal.
func (j *jury) rival(u int) bool {
	to, ok := j.went(j.e)
	at, came := j.went(u)
	return ok && came && to == at && u != j.e
}

// converts reports whether unit u stood at the goal of the explained unit and
// became a garrison meanwhile.
func (j *jury) converts(u int) bool {
	to, ok := j.went(j.e)
	return ok && j.s.Position.Units[u].At == to && j.s.Orders[u].Kind == order.Convert && !j.s.Position.Units[u].InCity()
}

// drove reports whether unit i dislodged unit u.
func (j *jury) drove(i, u int) bool {
	r := j.out.Results[u]
	return r.Dislodged && int(r.DislodgedBy) == i
}

// attacks reports whether unit u tried to go where unit h stood.
func (j *jury) attacks(u, h int) bool {
	to, ok := j.went(u)
	return ok && to == j.s.Position.Units[h].At
}

// inContest reports whether unit u met the explained unit or dislodged it.
func (j *jury) inContest(u int) bool {
	to, _ := j.went(j.e)
	return u == j.e || j.rival(u) || j.drove(u, j.e) || to != board.None && j.s.Position.Units[u].At == to
}

// guards reports whether unit u is a fleet at a strait.
func (j *jury) guards(u int) bool {
	x := j.s.Position.Units[u]
	return x.Type == machiavelli.Fleet && controls(j.s.Position.Setting.Board, x.At)
}

func controls(b *board.Board, at board.ID) bool {
	return slices.ContainsFunc(b.Straits, func(s board.Strait) bool { return s.Control == at })
}

// own compares the numbers in the sentence about an order with its result.
func (j *jury) own(i int, text string) {
	r := j.out.Results[i]
	for _, m := range versus.FindAllStringSubmatch(text, -1) {
		if want := fmt.Sprintf("%d against %d", r.Strength, r.Against); m[0] != want {
			j.fail("%q, and the numbers are %s", text, want)
		}
	}
	if to, ok := j.went(i); ok && strings.Contains(text, "unopposed") && (r.Against > 0 || to == board.None) {
		j.fail("%q, and it met %d", text, r.Against)
	}
}

// claims compares what a sentence says about units with what they did.
func (j *jury) claims(text string) {
	said := j.words.Replace(text)
	if left := unknown.FindString(said); left != "" && !strings.Contains(said, "did something else") {
		j.fail("%q tells of a unit that is not there: %s", text, left)
	}
	for _, s := range speaking {
		re := sayings[s.text]
		if re == nil {
			re = regexp.MustCompile(s.text)
			sayings[s.text] = re
		}
		for _, m := range re.FindAllStringSubmatch(said, -1) {
			for _, u := range anyUnit.FindAllStringSubmatch(m[1], -1) {
				n, _ := strconv.Atoi(u[1])
				j.seen[s.fact]++
				if !s.true(j, n) {
					j.fail("%q is not true of %s", text, j.tell.Unit(j.s.Position.Units[n]))
				}
			}
		}
	}
	for _, m := range cutBy.FindAllStringSubmatch(said, -1) {
		h, _ := strconv.Atoi(m[1])
		for _, u := range anyUnit.FindAllStringSubmatch(m[2], -1) {
			n, _ := strconv.Atoi(u[1])
			if !j.attacks(n, h) || m[3] == "drove" && !j.drove(n, h) || j.s.Orders[h].Kind != order.Support {
				j.fail("%q is not true of %s", text, j.tell.Unit(j.s.Position.Units[n]))
			}
		}
	}
	for _, m := range force.FindAllStringSubmatch(said, -1) {
		u, _ := strconv.Atoi(m[1])
		n, _ := strconv.Atoi(m[2])
		j.seen["dislodged it"]++
		if !j.drove(u, j.e) || n != j.power(u, j.e) && n != j.power(u, -1) || j.out.Results[u].Verdict != event.Succeeded {
			j.fail("%q: %d, and it came with %d", text, n, j.power(u, j.e))
		}
	}
	if m := comes.FindStringSubmatch(said); m != nil {
		j.composed(text, m)
	}
}

// composed compares the parts of a strength with the supports given.
func (j *jury) composed(text string, m []string) {
	u, _ := strconv.Atoi(m[1])
	total, _ := strconv.Atoi(m[3])
	j.seen["strength of parts"]++
	sum := j.s.Position.Units[u].Strength()
	if !strings.Contains(m[4], strconv.Itoa(sum)+" of its own") {
		j.fail("%q: its own strength is %d", text, sum)
	}
	if strings.Contains(m[4], "1 from the rebels") {
		j.seen["rebels helped"]++
		sum++
		if !j.out.Results[u].Rebels {
			j.fail("%q: the rebels did not help", text)
		}
	}
	for _, p := range part1.FindAllStringSubmatch(m[4], -1) {
		n, _ := strconv.Atoi(p[1])
		s, _ := strconv.Atoi(p[2])
		sum += n
		if j.helped(s) != u && !j.keeps(s, u) || n != int(j.out.Results[s].Strength) {
			j.fail("%q: %s gave nothing of the kind", text, j.tell.Unit(j.s.Position.Units[s]))
		}
	}
	if sum != total || !j.inContest(u) {
		j.fail("%q: the parts make %d", text, sum)
	}
}

// fight compares the sentence about a contest with its outcome.
func (j *jury) fight(f report.Fight) {
	var best *event.Ordered
	for i := range f.Movers {
		m := &f.Movers[i]
		if f.Strength == m.Result.Strength && f.Against == m.Result.Against && (m.Result.Verdict == event.Succeeded) == f.Won {
			best = m
		}
	}
	if best == nil && len(f.Movers) > 0 && f.Movers[0].Result.Reason != event.VeniceClosed && f.Movers[0].Result.Reason != event.VeniceRebels {
		j.t.Errorf("%s: %q: no units have the numbers %d against %d", j.name, f.Text, f.Strength, f.Against)
	}
	said := j.words.Replace(f.Text.String())
	for _, m := range regexp.MustCompile(several+` stays there`).FindAllStringSubmatch(said, -1) {
		u, _ := strconv.Atoi(strings.Trim(m[1], "#"))
		if !j.stayed(u) || j.out.Results[u].Dislodged {
			j.t.Errorf("%s: %q: it did not", j.name, f.Text)
		}
	}
	for _, m := range regexp.MustCompile(`#(\d+)# stays there, supported by `+several).FindAllStringSubmatch(said, -1) {
		u, _ := strconv.Atoi(m[1])
		if !slices.ContainsFunc(anyUnit.FindAllStringSubmatch(m[2], -1), func(x []string) bool {
			s, _ := strconv.Atoi(x[1])
			return j.keeps(s, u) || j.helped(s) == u
		}) {
			j.t.Errorf("%s: %q: it kept its place alone", j.name, f.Text)
		}
	}
	for _, m := range regexp.MustCompile(`supported by `+several).FindAllStringSubmatch(said, -1) {
		for _, x := range anyUnit.FindAllStringSubmatch(m[1], -1) {
			if s, _ := strconv.Atoi(x[1]); j.helped(s) < 0 {
				j.t.Errorf("%s: %q: %s supported no unit", j.name, f.Text, j.tell.Unit(j.s.Position.Units[s]))
			}
		}
	}
}
