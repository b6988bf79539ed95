package report_test

import (
	"cmp"
	"encoding/binary"
	"fmt"
	oldrand "math/rand"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/internal/atrandom"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/movement/movementtest"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
	"podesta/machiavelli/turn/reference/referencetest"
)

// TestReasonsAboutMoneyAreTrue plays random positions full of conflicting money orders, and games
// at random, and proves everything that the report says about money, treachery, rebellions, sieges,
// disasters, income and winter. What a reason names must be true, and without it the outcome must
// be different: the phase is played again with only that changed. Every text of the report about
// these things needs a proof here, and must occur.
func TestReasonsAboutMoneyAreTrue(t *testing.T) {
	const least = 3 // minimum number of occurrences of each text
	met := map[string]int{}
	for _, s := range []struct{ scenario, preset string }{
		{"B", "njudge-classic"},
		{"A", "njudge-classic"},
		{"C1", "battleline-1978-optional"},
		{"B", "battleline-1978-advanced"},
		{"balance-of-power-1995", "machiavelli-1995"},
	} {
		preset, err := rules.Preset(s.preset)
		if err != nil {
			t.Fatal(err)
		}
		start, err := scenario.New(s.scenario, "", &preset)
		if err != nil {
			t.Fatal(err)
		}
		for i := range uint64(positions(t)) {
			rng := rand.New(rand.NewPCG(firstSeed(t), i))
			r := preset
			if i%3 > 0 {
				r = referencetest.MixedRules(rng, r, true)
			}
			if i%3 == 1 {
				everywhere(&r)
				r.PlagueModel = rules.PlagueModel(i % 5)
				if i%2 == 0 {
					r.EliminationNeeds = rules.NothingLeft
				}
			}
			from := start
			if i%5 < 2 {
				from = referencetest.Seated(rng, start, &r)
			}
			made := referencetest.New(rng, from, &r, referencetest.Season(rng, &r))
			c := newCourt(t, fmt.Sprintf("%s %s %d", s.scenario, s.preset, i), made.Position, nil, &made.Rules, made.Seed, met)
			for k, l := range made.Lines {
				c.lines = append(c.lines, turn.Line{Power: l.Power, Order: l.Order, Text: "line " + strconv.Itoa(k)})
			}
			c.more(rng)
			c.play()
			c.hear()
			c.retreats(rng)
			c.quit()
		}
	}
	for k, info := range rules.Presets() {
		for seed := range int64(positions(t)) {
			rng := rand.New(rand.NewPCG(uint64(seed), uint64(k)))
			r, err := rules.Preset(info.ID)
			if err != nil {
				t.Fatal(err)
			}
			r.EliminationNeeds = rules.NothingLeft // no power has a home country in these positions
			b, err := movementtest.BoardFor(&r)
			if err != nil {
				t.Fatal(err)
			}
			p, orders, _ := movementtest.Random(oldrand.New(oldrand.NewSource(seed)), b, &r)
			var lines []turn.Line
			for n, u := range p.Units {
				if u.Owner != machiavelli.Nobody {
					lines = append(lines, turn.Line{Power: u.Owner, Order: orders[n], Text: "line " + strconv.Itoa(n)})
				}
			}
			if seed%20 == 0 && b.Venice != board.None && r.VeniceModel == rules.VeniceSingleSpace {
				lines = besetVenice(p)
			}
			p.Phase = machiavelli.Phase{Year: 1455, Season: machiavelli.Spring + machiavelli.Season(2*(seed%2)), Step: machiavelli.Orders}
			c := newCourt(t, fmt.Sprintf("movement %s %d", info.ID, seed), p, lines, &r, uint64(seed), met)
			c.play()
			c.hear()
			c.retreats(rng)
		}
	}
	for i, s := range []struct{ scenario, preset string }{
		{"B", "njudge-classic"}, {"A", "battleline-1978-optional"}, {"balance-of-power-1995", "machiavelli-1995"}, {"diplomacy", "diplomacy"},
	} {
		for seed := range uint64(positions(t) / 10) {
			rng := rand.New(rand.NewPCG(seed, uint64(i)))
			r := atrandom.Rules(s.preset, nil)
			if r.Money {
				r = atrandom.Mixed(s.preset, rng)
				everywhere(r)
				r.PlagueModel = rules.PlagueModel(seed % 5)
			}
			phase := 0
			err := atrandom.Game(s.scenario, r, 30, seed, func(p *position.Position, lines []turn.Line, res turn.Result) {
				phase++
				c := newCourt(t, fmt.Sprintf("game %s %s %d, phase %d", s.scenario, s.preset, seed, phase), p, lines, r, 0, met)
				c.opening = phase == 1
				if c.opening {
					c.res = res
				} else {
					c.play()
				}
				c.hear()
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Log(met)
	known := map[string]bool{}
	for where, list := range texts(t, "chain.go", "chainmoney.go", "chainyear.go", "money.go", "expense.go", "failure.go", "exchange.go", "story.go", "travel.go", "../turn/winter.go") {
		if slices.Contains(elsewhere, where) {
			continue
		}
		for _, id := range list {
			known[id] = true
			_, proof := claims[id]
			switch {
			case slices.Contains(phrases, id):
			case !proof && !slices.Contains(unsaid, id):
				t.Errorf("%s: nothing proves %q", where, id)
			case proof && met[id] < least:
				t.Errorf("%s: %q occurred %d times", where, id, met[id])
			case !proof && met[id] > 0:
				t.Errorf("%s: %q occurred", where, id)
			}
		}
	}
	for id := range claims {
		if !known[id] {
			t.Errorf("nobody says %q", id)
		}
	}
	for _, id := range slices.Concat(phrases, unsaid) {
		if !known[id] {
			t.Errorf("nobody says %q", id)
		}
	}
}

// positions returns the number of random positions for each set of rules. It is
// a fifteenth of PODESTA_RANDOM, which defaults to 3,000, but at least 50.
func positions(t *testing.T) int {
	n, err := strconv.Atoi(cmp.Or(os.Getenv("PODESTA_RANDOM"), "3000"))
	if err != nil {
		t.Fatal(err)
	}
	return max(n/15, 50)
}

// firstSeed returns PODESTA_SEED, or 1.
func firstSeed(t *testing.T) uint64 {
	n, err := strconv.ParseUint(cmp.Or(os.Getenv("PODESTA_SEED"), "1"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// everywhere sets the options that allow every kind of event.
func everywhere(r *rules.Set) {
	set := *r
	for name, value := range everything {
		for _, o := range rules.Options {
			if o.Name == name {
				if err := o.Set(&set, value); err != nil {
					panic(err)
				}
			}
		}
	}
	*r = set.Normalize()
}

// court proves what is said about a phase.
type court struct {
	t       *testing.T
	name    string
	p       *position.Position // position before the phase
	lines   []turn.Line
	r       *rules.Set
	seed    uint64
	res     turn.Result
	partly  bool              // whether the reader is a player, who does not see everything
	quits   machiavelli.Power // a power that leaves the game instead of playing the phase
	opening bool              // whether the phase is the opening, which cannot be played again
	tell    report.Teller
	met     map[string]int
	e       event.Event // the event that is being explained
	i       int         // the index of e among the events
	whole   message.Message
	chain   []report.Reason
}

func newCourt(t *testing.T, name string, p *position.Position, lines []turn.Line, r *rules.Set, seed uint64, met map[string]int) *court {
	return &court{t: t, name: name, p: p, lines: lines, r: r, seed: seed, tell: report.New(p.Setting), met: met}
}

// dice returns the dice of the phase, which always give the same rolls.
func (c *court) dice() *dice.Dice {
	return dice.New(binary.BigEndian.AppendUint64(nil, c.seed), "court", nil)
}

// play plays the phase.
func (c *court) play() {
	c.t.Helper()
	res, err := turn.Process(c.p, c.lines, c.r, c.dice())
	if err != nil {
		c.t.Fatalf("%s: %v", c.name, err)
	}
	c.res = res
}

// more adds what random positions lack, which is expenses for a place that is out of play,
// strategic movements, votes on an excommunication, and an existing plague.
func (c *court) more(rng *rand.Rand) {
	if c.p.Phase.Step != machiavelli.Orders {
		return
	}
	say := func(power machiavelli.Power, o order.Order) {
		c.lines = append(c.lines, turn.Line{Power: power, Order: o, Text: "more " + strconv.Itoa(len(c.lines))})
	}
	if at := c.p.Setting.OffBoard.Intersect(c.p.Setting.Board.Land).Next(board.None); at != board.None {
		say(1, order.Order{Kind: order.Expense, Slot: 1, Expense: order.FamineRelief, To: board.Place{At: at}, HasSum: true, Amount: 3})
	}
	if c.r.PlagueModel == rules.PlagueExpands && c.p.Phase.Season != machiavelli.Spring {
		land := c.p.Setting.Provinces().IDs()
		c.p.Plague = board.SetOf(land[rng.IntN(len(land))])
	}
	if c.p.Phase.Season == machiavelli.Fall && c.r.EliminationNeeds == rules.NothingLeft {
		c.ruin()
	}
	for power := machiavelli.Power(1); int(power) < len(c.p.Setting.Powers); power++ {
		if list := new(legal.Finder).Bans(c.p, c.r, power, nil); len(list) > 0 {
			say(power, list[rng.IntN(len(list))])
		}
		list := new(legal.Finder).Transfers(c.p, c.r, power, nil)
		for n := rng.IntN(8) - 2; n > 0 && len(list) > 0; n-- {
			say(power, list[rng.IntN(len(list))])
		}
		for _, u := range c.p.Units {
			if c.r.StrategicMovement && u.Owner == power && c.p.Besieged(u.At) && !u.InCity() && rng.IntN(4) == 0 {
				say(power, order.Order{Kind: order.Transfer, Unit: order.Unit{Type: u.Type, At: u.At}, To: board.Place{At: c.p.Setting.Board.Borders[u.At].Next(board.None)}})
			}
		}
	}
}

// ruin leaves a power only one unit, in a famine, and some money.
func (c *court) ruin() {
	p := c.p
	i := slices.IndexFunc(p.Units, func(u position.Unit) bool {
		return u.Owner != machiavelli.Nobody && !u.InCity() && p.Setting.Board.Land.Has(u.At) && p.Garrison(u.At) < 0
	})
	if i < 0 {
		return
	}
	last := p.Units[i]
	p.Units = slices.DeleteFunc(p.Units, func(u position.Unit) bool { return u.Owner == last.Owner && u != last })
	for at := range p.Province {
		if p.Province[at] == last.Owner {
			p.Province[at] = machiavelli.Nobody
		}
		if p.City[at] == last.Owner {
			p.City[at] = machiavelli.Nobody
		}
	}
	for k := range p.Holder {
		if p.Holder[k] == last.Owner {
			p.Holder[k] = machiavelli.Nobody
		}
	}
	p.Famine.Add(last.At)
}

// besetVenice lets a strong fleet drive a weaker one out of Venice.
func besetVenice(p *position.Position) []turn.Line {
	b := p.Setting.Board
	near := b.Borders[b.Venice].Next(board.None)
	p.Sieges = board.Set{}
	p.Units = []position.Unit{
		{Owner: 1, Type: machiavelli.Fleet, At: b.Venice},
		{Owner: 2, Type: machiavelli.Fleet, Quality: machiavelli.Professional, At: near},
	}
	o := order.Order{Kind: order.Advance, Unit: order.Unit{Type: machiavelli.Fleet, At: near}, To: board.Place{At: b.Venice}}
	return []turn.Line{{Power: 2, Order: o, Text: "move"}}
}

// quit proves what is said when the player of a power that still has a unit leaves the game.
func (c *court) quit() {
	i := slices.IndexFunc(c.p.Units, func(u position.Unit) bool { return u.Owner != machiavelli.Nobody })
	if i < 0 {
		return
	}
	r := *c.r
	r.PlayerQuits = rules.QuitAutonomousGarrisons
	x := newCourt(c.t, c.name+", a player quits", c.p, nil, &r, c.seed, c.met)
	x.quits = c.p.Units[i].Owner
	res, err := turn.Quit(x.p, &r, x.quits)
	if err != nil {
		c.t.Fatal(err)
	}
	x.res = res
	x.hear()
}

// retreats proves what is said about the retreats after the phase, some of which get no order.
func (c *court) retreats(rng *rand.Rand) {
	next := c.res.Next
	if next.Phase.Step != machiavelli.Retreats || next.Victors != 0 {
		return
	}
	var lines []turn.Line
	for i, d := range next.Dislodged {
		all := legal.Retreats(next, c.r, i, nil)
		switch n := rng.IntN(6); {
		case len(all) == 0 || n == 0:
		case n < 3:
			lines = append(lines, turn.Line{Power: d.Unit.Owner, Order: all[0], Text: "retreat " + strconv.Itoa(i)})
		default:
			lines = append(lines, turn.Line{Power: d.Unit.Owner, Order: all[rng.IntN(len(all))], Text: "retreat " + strconv.Itoa(i)})
		}
	}
	x := newCourt(c.t, c.name+", retreats", next, lines, c.r, c.seed+1, c.met)
	x.play()
	x.hear()
}

// again plays the phase with a change, and returns what happens then.
func (c *court) again(change func(*court)) []event.Event {
	x := &court{t: c.t, name: c.name, p: c.p.Clone(), lines: slices.Clone(c.lines), seed: c.seed}
	r := *c.r
	x.r = &r
	change(x)
	x.play()
	return x.res.Events
}

// drop removes lines.
func (c *court) drop(gone func(turn.Line) bool) { c.lines = slices.DeleteFunc(c.lines, gone) }

// rich gives a power as much money as it could ever need.
func rich(power machiavelli.Power) func(*court) {
	return func(c *court) { c.p.Treasury[power] += 1000 }
}

// hear proves everything that is said about the phase, both to readers who see everything and
// to a player.
func (c *court) hear() {
	c.tellAll(c.res.Events)
	c.partly = true
	if seen := report.Seen(c.res.Events, report.For(1), c.r); len(seen) < len(c.res.Events) {
		c.tellAll(seen)
	}
}

// tellAll proves what is said to a reader who sees some events of the phase.
func (c *court) tellAll(events []event.Event) {
	c.i = -1
	for _, e := range events {
		for c.i++; !reflect.DeepEqual(c.res.Events[c.i], e); c.i++ {
		}
		switch e.(type) {
		case event.Refused, event.Noted:
			continue // package legal writes the reasons of lines
		}
		c.e, c.chain = e, c.tell.Chain(events, e)
		checkChain(c.t, c.name, c.chain)
		said := []message.Message{}
		if !c.partly {
			said = append(said, c.tell.Sentence(e), c.tell.Explain(e))
		}
		for _, l := range c.chain {
			said = append(said, l.Text)
		}
		for _, c.whole = range said {
			c.prove(c.whole)
		}
	}
}

// prove proves a message and the messages in it.
func (c *court) prove(m message.Message) {
	if m.IsZero() {
		return
	}
	var look func(a message.Arg)
	look = func(a message.Arg) {
		switch a := a.(type) {
		case message.Message:
			c.prove(a)
		case message.List:
			for _, x := range a.Of {
				look(x)
			}
		}
	}
	for _, a := range m.Args {
		look(a)
	}
	c.met[m.ID]++
	if proof, ok := claims[m.ID]; ok && !proof(c, m.Args) {
		c.fail(m)
	}
}

// fail reports an untrue text. It reports each text only a few times.
func (c *court) fail(m message.Message) {
	c.t.Helper()
	failed[m.ID]++
	if failed[m.ID] > 3 {
		c.t.Fail()
		return
	}
	c.t.Errorf("%s, %v: %q is not true in %q\n%T %+v\n%s", c.name, c.p.Phase, m, c.whole, c.e, c.e, c.describe())
}

var failed = map[string]int{}

// describe returns the phase as text.
func (c *court) describe() string {
	if os.Getenv("PODESTA_VERBOSE") == "" {
		return ""
	}
	var b strings.Builder
	for _, l := range c.lines {
		fmt.Fprintf(&b, "  %s: %s (%s)\n", c.tell.Power(l.Power), order.Format(l.Order, c.p.Setting.Board, c.p.Setting.Powers), l.Text)
	}
	fmt.Fprintf(&b, "  %v\n", c.r)
	for _, u := range c.p.Units {
		fmt.Fprintf(&b, "  %s\n", c.tell.Unit(u))
	}
	for _, e := range c.res.Events {
		if c.tell.Sentence(e).IsZero() {
			continue
		}
		fmt.Fprintf(&b, "  > %T %s\n", e, c.tell.Account(c.p, c.res.Events, e))
	}
	return b.String()
}

// power returns the power that an argument names.
func (c *court) power(a message.Arg) machiavelli.Power {
	power, _ := c.p.Setting.Powers.Find(a.(message.Power).ID)
	if a.(message.Power).ID == "" {
		return machiavelli.Nobody
	}
	return power
}

func (c *court) place(a message.Arg) board.ID {
	for i, area := range c.p.Setting.Board.Areas {
		if area.Name == a.(message.Place).Name {
			return board.ID(i)
		}
	}
	return board.None
}

func ducatsOf(a message.Arg) machiavelli.Ducats {
	switch a := a.(type) {
	case message.Ducats:
		return machiavelli.Ducats(a)
	case message.Number:
		return machiavelli.Ducats(a)
	}
	return 0 // "nothing"
}

// some reports whether there is an event of a type that satisfies a condition.
func some[E event.Event](events []event.Event, holds func(E) bool) bool {
	return slices.ContainsFunc(events, func(x event.Event) bool { e, ok := x.(E); return ok && holds(e) })
}

// all returns the events of a type that satisfy a condition.
func all[E event.Event](events []event.Event, holds func(E) bool) (list []E) {
	for _, x := range events {
		if e, ok := x.(E); ok && holds(e) {
			list = append(list, e)
		}
	}
	return list
}
