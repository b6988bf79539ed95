// Package atrandom plays games with random orders of every kind that the rules
// allow, for tests of the packages that record and report events.
package atrandom

import (
	"math/rand/v2"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// Rules returns the rules of the preset with the given options and every kind
// of event enabled. It panics if they do not exist.
func Rules(preset string, options map[string]string) *rules.Set {
	set, err := rules.Make(preset, options)
	if err != nil {
		panic(err)
	}
	return &set
}

// Mixed returns the rules of the preset with some random options, except the tables of
// disasters, which depend on the board, and the last year and the treatment of several powers
// of one player, which depend on the scenario. It panics if there is no such preset.
func Mixed(preset string, rng *rand.Rand) *rules.Set {
	set := *Rules(preset, nil)
	for _, o := range rules.Options {
		if len(o.Values) == 0 || o.Name == "disaster-tables" || o.Name == "last-year" || o.Name == "several-powers" || rng.IntN(4) > 0 {
			continue
		}
		if err := o.Set(&set, o.Values[rng.IntN(len(o.Values))].Name); err != nil {
			panic(err)
		}
	}
	set = set.Normalize()
	return &set
}

// Game plays a number of phases of a game of the scenario and calls the function see after each
// phase with the position before it, its lines and its result. Powers receive extra money so that
// they have some to spend. The same seed produces the same game. It returns an error if the
// scenario does not exist or a phase fails.
func Game(id string, r *rules.Set, phases int, seed uint64, see func(p *position.Position, lines []turn.Line, res turn.Result)) error {
	start, err := scenario.New(id, "", r)
	if err != nil {
		return err
	}
	res, err := turn.Open(start, r, dice.New([]byte("seed"), "opening", nil))
	if err != nil {
		return err
	}
	see(start, nil, res)
	rng := rand.New(rand.NewPCG(seed, 1))
	for range phases {
		p := res.Next
		if p.Victors != 0 {
			return nil
		}
		if r.Money && p.Phase.Step == machiavelli.Orders {
			p = p.Clone()
			for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
				p.Treasury[power] += machiavelli.Ducats(rng.IntN(30))
			}
		}
		lines := Lines(p, r, rng)
		res, err = turn.Process(p, lines, r, dice.New([]byte("seed"), dice.Scope("game", p.Phase.Campaign(), ""), nil))
		if err != nil {
			return err
		}
		see(p, lines, res)
	}
	return nil
}

// Lines returns lines of all powers for the phase of p. All are legal except
// one, which cannot be parsed.
func Lines(p *position.Position, r *rules.Set, rng *rand.Rand) []turn.Line {
	g := game{rng: rng, r: r}
	g.write(p)
	return g.lines
}

// game holds the state for writing the lines of a game.
type game struct {
	rng    *rand.Rand
	r      *rules.Set
	finder legal.Finder
	p      *position.Position
	lines  []turn.Line
	list   []order.Order
}

// write writes lines for the phase of p. All are legal except one, which cannot
// be parsed.
func (g *game) write(p *position.Position) {
	g.p, g.lines = p, nil
	switch p.Phase.Step {
	case machiavelli.Orders:
		for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
			g.money(power)
		}
		for i, u := range p.Units {
			if u.Owner != machiavelli.Nobody {
				g.bearing(u.Owner, g.finder.OfUnit(p, g.r, i, nil))
			}
		}
		for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
			// if there are several orders for the unit, the last one counts
			g.pick(power, g.finder.Transfers(p, g.r, power, nil))
		}
	case machiavelli.Retreats:
		for i, d := range p.Dislodged {
			g.pick(d.Unit.Owner, legal.Retreats(p, g.r, i, nil))
		}
	default:
		for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
			for range 4 {
				g.pick(power, g.finder.Winter(p, g.r, power, nil))
			}
		}
	}
	g.exchanges()
	g.lines = append(g.lines, turn.Line{Power: 1, Text: "nonsense", Err: message.Quote("It cannot be read."), Code: "E26"})
}

// money writes lines about money and politics for a power.
func (g *game) money(power machiavelli.Power) {
	f, p, r := &g.finder, g.p, g.r
	expenses := f.Expenses(p, r, power, nil)
	for slot := range uint8(g.rng.IntN(5)) {
		if len(expenses) == 0 {
			break
		}
		o := expenses[g.rng.IntN(len(expenses))]
		o.Slot = slot + 1
		o.Amount += int32(g.rng.IntN(8) - 2)
		g.say(power, o)
		g.pick(power, f.Prospects(p, r, power, []order.Order{o}, nil))
	}
	for _, list := range [][]order.Order{
		f.Payments(p, r, power, nil), f.Loans(p, r, power, nil), f.Chits(p, r, power, nil), f.Permits(p, r, power, nil),
		f.Taxes(p, r, power, nil), f.Cessions(p, r, power, nil), f.Bans(p, r, power, nil),
	} {
		if g.rng.IntN(3) == 0 {
			g.pick(power, list)
		}
	}
}

// exchanges writes lines of exchanges between powers, including promised orders
// of units. It usually writes the lines of both parties.
func (g *game) exchanges() {
	if !g.r.Exchanges || g.p.Phase.Step == machiavelli.Adjustments {
		return
	}
	for a := machiavelli.Power(1); int(a) < len(g.p.Setting.Powers); a++ {
		all := g.finder.Exchanges(g.p, g.r, a, nil)
		if len(all) == 0 || g.rng.IntN(3) > 0 {
			continue
		}
		with := all[g.rng.IntN(len(all))].With
		for i, u := range g.p.Units {
			if g.p.Phase.Step == machiavelli.Orders && u.Owner == with && g.rng.IntN(3) == 0 {
				for _, o := range g.finder.OfUnit(g.p, g.r, i, nil) {
					all = append(all, o.Exchanged(with, true))
				}
				break
			}
		}
		for range 8 {
			o := all[g.rng.IntN(len(all))]
			if o.With != with {
				continue
			}
			g.say(a, o)
			if g.rng.IntN(12) > 0 {
				g.say(with, o.Mirrored(a))
			}
		}
	}
}

// bearing writes one of the given orders, preferably one whose destination holds a field unit of
// another power, so that units dislodge each other.
func (g *game) bearing(power machiavelli.Power, all []order.Order) {
	g.list = g.list[:0]
	for _, o := range all {
		if i := g.p.Field(o.To.At); o.To.At != board.None && i >= 0 && g.p.Units[i].Owner != power {
			g.list = append(g.list, o)
		}
	}
	if len(g.list) > 0 && g.rng.IntN(4) > 0 {
		all = g.list
	}
	g.pick(power, all)
}

// pick writes one of the given orders, if there are any.
func (g *game) pick(power machiavelli.Power, all []order.Order) {
	if len(all) > 0 {
		g.say(power, all[g.rng.IntN(len(all))])
	}
}

func (g *game) say(power machiavelli.Power, o order.Order) {
	text := order.Format(o, g.p.Setting.Board, g.p.Setting.Powers)
	g.lines = append(g.lines, turn.Line{Power: power, Order: o, Text: text})
}
