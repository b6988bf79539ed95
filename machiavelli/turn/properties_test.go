package turn

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// TestLongGames plays games with random orders, good and bad, and checks
// invariants after every phase.
func TestLongGames(t *testing.T) {
	for _, c := range []struct{ scenario, preset, options string }{
		{"B", "njudge-classic", "off"},
		{"A", "battleline-1978-basic", "off"},
		{"D", "njudge-classic", "off"},
		{"diplomacy", "diplomacy", "off"},
	} {
		t.Run(c.scenario+" "+c.preset, func(t *testing.T) {
			r, err := rules.Make(c.preset, map[string]string{"money": "off", "famine": "off", "plague": "off"})
			if err != nil {
				t.Fatal(err)
			}
			start, err := scenario.New(c.scenario, "", &r)
			if err != nil {
				t.Fatal(err)
			}
			random := rand.New(rand.NewPCG(7, uint64(len(c.scenario))))
			for range 6 {
				p := start
				for range 40 {
					lines := randomLines(p, random)
					res, err := Process(p, lines, &r, nil)
					if err != nil {
						t.Fatalf("%s: %v", p.Phase, err)
					}
					if again, _ := Process(p, lines, &r, nil); !reflect.DeepEqual(res, again) {
						t.Fatalf("%s: the same orders gave another result", p.Phase)
					}
					holds(t, p, res.Next, &r)
					if p = res.Next; p.Victors != 0 || t.Failed() {
						break
					}
				}
			}
		})
	}
}

// holds checks the invariants of a position that follows another.
func holds(t *testing.T, before, p *position.Position, r *rules.Set) {
	t.Helper()
	b := p.Setting.Board
	var field, city board.Set
	count := map[machiavelli.Power]int{}
	for _, u := range p.Units {
		in := &field
		if u.InCity() {
			in = &city
			if !p.Setting.Forts.Has(u.At) {
				t.Errorf("%s: a garrison in %s, which has no city for it", before.Phase, b.Areas[u.At].Name)
			}
		}
		if in.Has(u.At) {
			t.Errorf("%s: two units in %s", before.Phase, b.Areas[u.At].Name)
		}
		in.Add(u.At)
		count[u.Owner]++
		if u.Owner != machiavelli.Nobody && p.Eliminated.Has(u.Owner) {
			t.Errorf("%s: an eliminated power has a unit in %s", before.Phase, b.Areas[u.At].Name)
		}
		if r.ControlTiming == rules.ControlConstant && !u.InCity() && b.Land.Has(u.At) && p.Province[u.At] != u.Owner {
			t.Errorf("%s: a unit in %s does not own the province", before.Phase, b.Areas[u.At].Name)
		}
	}
	for at := b.Seas.Next(board.None); at != board.None; at = b.Seas.Next(at) {
		if p.Province[at] != machiavelli.Nobody {
			t.Errorf("%s: %s has an owner", before.Phase, b.Areas[at].Name)
		}
	}
	if waiting := len(p.Dislodged) > 0; waiting != (p.Phase.Step == machiavelli.Retreats) && p.Victors == 0 {
		t.Errorf("%s: %d units wait for retreats in %s", before.Phase, len(p.Dislodged), p.Phase)
	}
	if len(p.Units)+len(p.Dislodged) > len(before.Units)+len(before.Dislodged) && before.Phase.Season != machiavelli.Winter {
		t.Errorf("%s: units out of nothing", before.Phase)
	}
	if before.Phase.Season != machiavelli.Winter {
		return
	}
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		if a := Allow(before, power); count[power] > a.Cities {
			t.Errorf("%s: %s has %d units for %d cities", before.Phase, p.Setting.Powers[power].Name, count[power], a.Cities)
		}
	}
}

// randomLines returns a random order for each unit, and random builds and
// removals in winter for each power.
func randomLines(p *position.Position, random *rand.Rand) []Line {
	var lines []Line
	say := func(power machiavelli.Power, o order.Order) { lines = append(lines, Line{Power: power, Order: o}) }
	switch p.Phase.Step {
	case machiavelli.Orders:
		for _, u := range p.Units {
			if u.Owner != machiavelli.Nobody && random.IntN(20) > 0 {
				say(u.Owner, randomOrder(p, u, random))
			}
		}
	case machiavelli.Retreats:
		for _, d := range p.Dislodged {
			o := order.Order{Kind: order.Retreat, Unit: order.Unit{Type: d.Unit.Type, At: d.Unit.At}}
			switch {
			case random.IntN(6) == 0:
				o.Kind = order.Disband
			case len(d.Retreats) > 0:
				o.To = d.Retreats[random.IntN(len(d.Retreats))]
			default:
				o.To.At, o.ConvertTo = d.Unit.At, machiavelli.Garrison
			}
			say(d.Unit.Owner, o)
		}
	case machiavelli.Adjustments:
		for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
			for _, at := range p.Homes(power).IDs() {
				kind := machiavelli.Army + machiavelli.UnitType(random.IntN(3))
				say(power, order.Order{Kind: order.Build, Unit: order.Unit{Type: kind, At: at}})
			}
		}
		for _, u := range p.Units {
			if u.Owner != machiavelli.Nobody && random.IntN(4) == 0 {
				say(u.Owner, order.Order{Kind: order.Remove, Unit: order.Unit{Type: u.Type, At: u.At}})
			}
		}
	}
	return lines
}

func randomOrder(p *position.Position, u position.Unit, random *rand.Rand) order.Order {
	b := p.Setting.Board
	o := order.Order{Kind: order.Hold, Unit: order.Unit{Type: u.Type, At: u.At}}
	if u.InCity() {
		if random.IntN(3) == 0 {
			o.Kind = order.Convert
		}
		return o
	}
	near := b.Borders[u.At].IDs()
	to := board.Place{At: near[random.IntN(len(near))]}
	if coasts := b.Landing(u.At, u.Coast, to.At); u.Type == machiavelli.Fleet && b.TwoCoast.Has(to.At) {
		for c := machiavelli.NorthCoast; c < machiavelli.NumCoasts; c++ {
			if coasts.Has(c) {
				to.Coast = c
			}
		}
	}
	switch random.IntN(8) {
	case 0:
		o.Kind = order.Besiege
	case 1:
		o.Kind, o.ConvertTo = order.Convert, machiavelli.Garrison
	case 2, 3:
		other := p.Units[random.IntN(len(p.Units))]
		o.Kind, o.Action, o.Target = order.Support, order.ToHold, order.Unit{Type: other.Type, At: other.At}
		if from := b.Borders[other.At].IDs(); len(from) > 0 && random.IntN(2) == 0 {
			o.Action, o.To = order.ToAdvance, to
		}
	default:
		o.Kind, o.To = order.Advance, to
	}
	return o
}
