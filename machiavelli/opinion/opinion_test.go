package opinion

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// start returns the first position of a scenario after its opening.
func start(t testing.TB, id, variant, preset string) (*position.Position, *rules.Set) {
	t.Helper()
	r, err := rules.Make(preset, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.New(id, variant, &r)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := turn.Open(p, &r, dice.New([]byte("opinion"), "opening", nil))
	if err != nil {
		t.Fatal(err)
	}
	return opened.Next, &r
}

// play plays a game of computer players for some years.
func play(t testing.TB, p *position.Position, r *rules.Set, years int) []Phase {
	t.Helper()
	return playAs(t, "greedy", p, r, years)
}

// playAs plays a game of computer players of that name.
func playAs(t testing.TB, name string, p *position.Position, r *rules.Set, years int) []Phase {
	t.Helper()
	player, err := bot.New(name)
	if err != nil {
		t.Fatal(err)
	}
	var out []Phase
	for last := p.Phase.Year + years; p.Victors == 0 && p.Phase.Year < last; {
		var lines []turn.Line
		for x := machiavelli.Power(1); int(x) < len(p.Setting.Powers); x++ {
			if !p.Eliminated.Has(x) && !p.Setting.Absent.Has(x) {
				lines = append(lines, player.Decide(bot.Look(p, r, bot.Alone(p, x), "opinion"), x)...)
			}
		}
		res, err := turn.Process(p, lines, r, dice.New([]byte("opinion"), p.Phase.Campaign(), nil))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, Phase{p, res.Next, res.Events})
		p = res.Next
	}
	return out
}

// everyone returns all powers of a position.
func everyone(p *position.Position) machiavelli.PowerSet {
	return machiavelli.PowerSet(1)<<len(p.Setting.Powers) - 2
}

func find(t testing.TB, p *position.Position, id string) machiavelli.Power {
	t.Helper()
	x, ok := p.Setting.Powers.Find(id)
	if !ok {
		t.Fatalf("no power %q", id)
	}
	return x
}

// TestShares checks in games of several editions that the shares add up to 1, that an
// eliminated power has none, and that the victors have everything in the end.
func TestShares(t *testing.T) {
	for _, x := range [][3]string{{"B", "B-8", "njudge-classic"}, {"A", "A-4", "battleline-1978-basic"}, {"diplomacy", "", "diplomacy"}, {"balance-of-power-1995", "", "machiavelli-1995"}} {
		p, r := start(t, x[0], x[1], x[2])
		phases := play(t, p, r, 3)
		var e Estimator
		course := e.Course(phases, r, everyone(p))
		if last := course[len(course)-1]; last.Phase != len(phases) || course[0].Phase != 0 {
			t.Errorf("%s: the course ends with phase %d of %d", x[2], last.Phase, len(phases))
		}
		for _, at := range course {
			sum := 0.0
			for power, share := range at.Shares {
				q := phases[len(phases)-1].After
				if at.Phase < len(phases) {
					q = phases[at.Phase].Before
				}
				if share < 0 || share > 1 || math.IsNaN(share) || share > 0 && (power == 0 || q.Eliminated.Has(machiavelli.Power(power))) {
					t.Errorf("%s, %s: power %d has %g", x[2], at.When, power, share)
				}
				sum += share
			}
			if math.Abs(sum-1) > 1e-9 {
				t.Errorf("%s, %s: the shares add up to %g", x[2], at.When, sum)
			}
		}
		end := phases[len(phases)-1].After.Clone()
		end.Victors = machiavelli.PowerSet(0).With(1).With(2)
		if s := e.Estimate(end, r, 0); s[1] != 0.5 || s[2] != 0.5 || s.Of(end.Victors) != 1 {
			t.Errorf("%s: two victors have %v", x[2], s)
		}
	}
}

// TestSeatsShareEqually checks that the powers of a seat have equal shares.
func TestSeatsShareEqually(t *testing.T) {
	p, r := start(t, "A", "A-3", "njudge-classic")
	var e Estimator
	s := e.Estimate(p, r, everyone(p))
	if v, f := s[find(t, p, "venice")], s[find(t, p, "florence")]; v != f || v <= 0 {
		t.Errorf("Venice has %g, Florence of the same seat %g", v, f)
	}
}

// TestMoreCitiesAreBetter checks that a power that takes cities from another one can expect more.
func TestMoreCitiesAreBetter(t *testing.T) {
	p, r := start(t, "B", "B-8", "njudge-classic")
	var e Estimator
	before := e.Estimate(p, r, everyone(p))
	venice, milan := find(t, p, "venice"), find(t, p, "milan")
	q := p.Clone()
	for at := range q.City {
		if q.City[at] == milan {
			q.City[at], q.Province[at] = venice, venice
		}
	}
	after := e.Estimate(q, r, everyone(p))
	if after[venice] < before[venice]+0.05 || after[milan] > before[milan]/2 {
		t.Errorf("Venice had %.3f and has %.3f with the cities of Milan; Milan had %.3f and has %.3f", before[venice], after[venice], before[milan], after[milan])
	}
}

// TestHiddenMoney checks that an unknown treasury has no influence on the estimate, and a known
// one has.
func TestHiddenMoney(t *testing.T) {
	p, r := start(t, "B", "B-8", "njudge-classic")
	venice := find(t, p, "venice")
	q := p.Clone()
	q.Treasury[venice] += 60
	q.Loans = append(q.Loans, position.Loan{Power: venice, Principal: 20, Season: machiavelli.Fall, Year: q.Phase.Year})
	var e Estimator
	own := machiavelli.PowerSet(0).With(find(t, p, "milan"))
	if a, b := e.Estimate(p, r, own), e.Estimate(q, r, own); a != b {
		t.Errorf("the hidden treasury of Venice changes the estimate: %v, %v", a, b)
	}
	if a, b := e.Estimate(p, r, everyone(p)), e.Estimate(q, r, everyone(p)); a == b {
		t.Error("a known treasury changes nothing")
	}
}

// TestTurningPoints checks the turning points of a game: they are the largest
// changes, and say what happened.
func TestTurningPoints(t *testing.T) {
	p, r := start(t, "B", "B-8", "battleline-1978-advanced")
	phases := play(t, p, r, 6)
	var e Estimator
	course := e.Course(phases, r, everyone(p))
	turns := TurningPoints(course, phases)
	if len(turns) == 0 || len(turns) > mostTurns {
		t.Fatalf("%d turning points", len(turns))
	}
	least := 1.0
	tell := report.New(p.Setting)
	for i := range turns {
		x := &turns[i]
		least = min(least, x.Swings[0].size())
		if i > 0 && turns[i-1].Phase >= x.Phase {
			t.Error("they are not in order")
		}
		if phases[x.Phase].Before.Phase != x.When || x.Swings[0].size() < leastSwing || len(x.Swings) > 2 || len(x.Events) > mostCauses {
			t.Errorf("turning point %+v", x)
		}
		for _, line := range x.Story(tell) {
			if text := line.String(); text == "" || !strings.HasSuffix(text, ".") {
				t.Errorf("%s: %q is no sentence", x.When, text)
			}
		}
	}
	larger := 0
	for i := 1; i < len(course); i++ {
		for x := range course[i].Shares {
			if math.Abs(course[i].Shares[x]-course[i-1].Shares[x]) > least {
				larger++
				break
			}
		}
	}
	if larger >= len(turns) {
		t.Errorf("%d phases have larger changes than the smallest of %d turning points", larger, len(turns))
	}
}

// TestEventsNamedAsCauses checks which events are named as causes.
func TestEventsNamedAsCauses(t *testing.T) {
	events := []event.Event{
		event.Control{Province: 3, From: 1, To: 2},
		event.Control{Province: 4, City: true, From: 1, To: 2},
		event.Control{Province: 5, City: true, From: 4, To: 5},
		event.Removed{Unit: position.Unit{Owner: 1}},
		event.Elimination{Power: 1},
		event.Disaster{What: "famine"},
	}
	got := causes(events, []Swing{{Power: 1}})
	if want := []event.Event{events[1], events[3], events[4]}; !slices.EqualFunc(got, want, func(a, b event.Event) bool { return a.Kind() == b.Kind() }) {
		t.Errorf("the causes are %v", got)
	}
}

// lines parses "A Pavia H", one order on each line.
func lines(t testing.TB, p *position.Position, power machiavelli.Power, text string) []turn.Line {
	t.Helper()
	var out []turn.Line
	ctx := order.Context{Board: p.Setting.Board, Powers: p.Setting.Powers, Power: power, Step: machiavelli.Orders, Explicit: true}
	for _, o := range order.Parse(text, &ctx) {
		if o.Err != nil {
			t.Fatal(o.Err)
		}
		out = append(out, turn.Line{Power: power, Text: o.Text, Order: o.Order})
	}
	return out
}

// blunder is a campaign in which the only army of Milan stays at home instead of taking an
// unowned city.
func blunder(t testing.TB) (Phase, *rules.Set, machiavelli.Power) {
	p, r := start(t, "A", "A-4", "battleline-1978-basic")
	for p.Phase.Step != machiavelli.Orders {
		res, err := turn.Process(p, nil, r, nil)
		if err != nil {
			t.Fatal(err)
		}
		p = res.Next
	}
	milan := find(t, p, "milan")
	var text string
	for i := range p.Units {
		if u := &p.Units[i]; u.Owner == milan {
			text += u.Type.Letter() + " " + p.Setting.Board.Name(u.Place()) + " H\n"
		}
	}
	res, err := turn.Process(p, lines(t, p, milan, text), r, nil)
	if err != nil {
		t.Fatal(err)
	}
	return Phase{p, res.Next, res.Events}, r, milan
}

// TestCostliest checks that an army that stays although it could take something is found, and
// that the better order gains what it promises.
func TestCostliest(t *testing.T) {
	ph, r, milan := blunder(t)
	own := machiavelli.PowerSet(0).With(milan)
	found, err := Costliest([]Phase{ph}, r, everyone(ph.Before), own, nil)
	if err != nil || len(found) != 1 {
		t.Fatalf("%d orders, %v", len(found), err)
	}
	c := &found[0]
	given := c.Given.(event.Ordered)
	if given.Unit.Owner != milan || given.Order.Kind != order.Hold || c.Better.Kind == order.Hold || c.Cost() < leastCost {
		t.Errorf("found %+v", c)
	}
	tell := report.New(ph.Before.Setting)
	if a, b := c.Ordered(tell).String(), c.Instead(tell).String(); !strings.HasSuffix(a, "holds") || b == a || b == "" {
		t.Errorf("%q, better %q", a, b)
	}
	if (&search{}).sensible(&order.Order{Kind: order.Disband, Unit: given.Order.Unit}) {
		t.Error("it would advise to disband a unit")
	}
	// played with the better order, the campaign has the value that was promised
	s := search{rules: *r, known: everyone(ph.Before), powers: own, before: ph.Before}
	s.collect(ph.Events)
	all, at := s.without(given)
	all[at] = turn.Line{Power: milan, Order: c.Better}
	if v, ok := s.valueOf(all, samples); !ok || v != c.Could {
		t.Errorf("the better order has the value %g, not %g", v, c.Could)
	}
	if v, ok := s.value(samples); !ok || v != c.Was {
		t.Errorf("the order has the value %g, not %g", v, c.Was)
	}
}

// TestWastedDucats checks that wasted ducats are found, and that another power's hidden treasury
// has no influence.
func TestWastedDucats(t *testing.T) {
	p, r := start(t, "B", "B-8", "battleline-1978-advanced")
	for p.Phase.Step != machiavelli.Orders {
		res, err := turn.Process(p, nil, r, dice.New([]byte("x"), "x", nil))
		if err != nil {
			t.Fatal(err)
		}
		p = res.Next
	}
	milan := find(t, p, "milan")
	p.Treasury[milan] = 30
	var near string // a unit of another power that Milan can bribe
	for i := range p.Units {
		u := &p.Units[i]
		text := "e1: 30 disband " + u.Type.Letter() + " " + p.Setting.Board.Name(u.Place())
		if _, _, _, problem := legal.Check(p, r, milan, lines(t, p, milan, text)[0].Order); problem == nil && u.Owner != milan && u.Owner != machiavelli.Nobody {
			near = text
		}
	}
	res, err := turn.Process(p, lines(t, p, milan, near), r, dice.New([]byte("x"), "x", nil))
	if err != nil {
		t.Fatal(err)
	}
	s := search{rules: *r, known: everyone(p), powers: machiavelli.PowerSet(0).With(milan), before: p}
	s.collect(res.Events)
	if len(s.lines) != 1 {
		t.Fatalf("%d lines", len(s.lines))
	}
	spent, _ := s.value(samples)
	s.lines = s.lines[:0]
	saved, _ := s.value(samples)
	if spent == saved {
		t.Error("thirty ducats more make no difference")
	}
	c := Costly{Given: res.Events[slices.IndexFunc(res.Events, func(e event.Event) bool { return e.Kind() == "expense" })]}
	if text := c.Instead(report.New(p.Setting)).String(); text != "keep the ducats" {
		t.Errorf("better: %q", text)
	}
}

// TestStoppedSearch checks that a search can be stopped, and that complete searches always have
// the same result.
func TestStoppedSearch(t *testing.T) {
	p, r := start(t, "B", "B-8", "njudge-classic")
	phases := play(t, p, r, 3)
	own := machiavelli.PowerSet(0).With(find(t, p, "venice"))
	n := 0
	if _, err := Costliest(phases, r, own, own, func() bool { n++; return n > 2 }); !errors.Is(err, ErrStopped) || n != 3 {
		t.Errorf("after %d questions: %v", n, err)
	}
	a, err := Costliest(phases, r, own, own, func() bool { return false })
	if err != nil || len(a) > mostCostly {
		t.Fatal(len(a), err)
	}
	b, err := Costliest(phases, r, own, own, nil)
	if err != nil || len(a) != len(b) {
		t.Fatal(len(b), err)
	}
	for i := range a {
		if a[i].Phase != b[i].Phase || a[i].Better != b[i].Better || a[i].Cost() < leastCost || i > 0 && (a[i].Cost() > a[i-1].Cost() || a[i].Phase == a[i-1].Phase) {
			t.Errorf("order %d: %+v, %+v", i, a[i], b[i])
		}
	}
}

// TestReadWeights checks that weights are read as they were written, and that other
// files are refused with the reason.
func TestReadWeights(t *testing.T) {
	n, o, err := Decode(weightsFile)
	if err != nil {
		t.Fatal(err)
	}
	if o.Program == "" || !strings.HasPrefix(o.Command, "go run ./internal/opinion/train fit ") {
		t.Errorf("origin %+v", o)
	}
	file := n.Encode(o)
	if !slices.Equal(file, weightsFile) {
		t.Error("written again, the weights differ")
	}
	if len(file) > 1<<20 {
		t.Errorf("the weights have %d bytes", len(file))
	}
	change := func(old, now string) []byte { return []byte(strings.Replace(string(file), old, now, 1)) }
	flipped := slices.Clone(file)
	flipped[len(flipped)-100] ^= 1
	nan := *n
	nan.Last[3] = float32(math.NaN())
	for _, x := range []struct {
		what string
		file []byte
		want string
	}{
		{"an empty file", nil, "not weights"},
		{"another file", []byte("GIF89a"), "not weights"},
		{"another version", change("version 1\n", "version 7\n"), "version 7, and this program needs version 1"},
		{"other layers", change("layers: ", "layers: 3 "), "fit new ones"},
		{"a changed seed", change("seed: ", "seed: 1"), "damaged"},
		{"a short file", file[:len(file)-9], "damaged"},
		{"only the head", file[:60], "damaged"},
		{"a flipped bit", flipped, "damaged"},
		{"a number that is none", nan.Encode(o), "damaged"},
	} {
		if _, _, err := Decode(x.file); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v", x.what, err)
		}
	}
}

// TestFeaturesAreBounded checks that the features stay small in long games, so that no sum
// overflows, and that each feature is set in some position.
func TestFeaturesAreBounded(t *testing.T) {
	var seen Features
	for _, x := range [][3]string{{"B", "B-8", "njudge-classic"}, {"balance-of-power-1995", "", "machiavelli-1995"}, {"A", "A-4", "battleline-1978-basic"}} {
		p, r := start(t, x[0], x[1], x[2])
		var e Estimator
		for _, ph := range playAs(t, "random", p, r, 8) {
			q := ph.Before.Clone()
			q.Loans = append(q.Loans, position.Loan{Power: 1, Principal: 10, Season: machiavelli.Fall, Year: q.Phase.Year})
			for _, s := range e.Look(q, r, everyone(p)) {
				for k, v := range s.Features {
					seen[k] = max(seen[k], v)
					if v < 0 || v > 12 || math.IsNaN(float64(v)) {
						t.Errorf("%s: feature %d is %g", ph.Before.Phase, k, v)
					}
				}
			}
		}
	}
	for k, v := range seen {
		if v == 0 {
			t.Errorf("feature %d is always zero", k)
		}
	}
}

func BenchmarkEstimate(b *testing.B) {
	p, r := start(b, "B", "B-8", "njudge-classic")
	var e Estimator
	for b.Loop() {
		e.Estimate(p, r, 0)
	}
}

func BenchmarkCostliest(b *testing.B) {
	p, r := start(b, "B", "B-8", "njudge-classic")
	phases := play(b, p, r, 8)
	own := machiavelli.PowerSet(0).With(find(b, p, "venice"))
	b.ReportMetric(float64(len(phases)), "phases")
	for b.Loop() {
		if _, err := Costliest(phases, r, own, own, nil); err != nil {
			b.Fatal(err)
		}
	}
}
