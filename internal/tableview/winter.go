package tableview

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// winterOf returns the decisions of power in the adjustments of p, or nil in other phases.
func winterOf(l message.Language, p *position.Position, r *rules.Set, power machiavelli.Power) *Winter {
	if p.Phase.Step != machiavelli.Adjustments || p.Victors != 0 || p.Eliminated.Has(power) {
		return nil
	}
	w := &Winter{
		Paid: r.Money && r.UnitCount == rules.CountMoney, Opening: p.Opening,
		Stay:   r.UnorderedUnitInWinter == rules.WinterMaintain || p.Opening,
		Cities: turn.Allow(p, power).Cities,
	}
	if !w.Paid {
		owed := turn.Owes(p, r, power, nil)
		w.Allowed, w.Removals = owed.Builds, owed.Removals
		w.Waives, w.Stay = owed.Builds > 0, true
	}
	b, roster := p.Setting.Board, p.Setting.Powers
	for i := range p.Units {
		u := &p.Units[i]
		if u.Owner != power {
			continue
		}
		o := order.Order{Kind: order.Remove, Unit: order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}}
		k := Keep{Unit: unitKey(b, u), Drop: order.FormatPlain(o, b, roster)}
		if w.Paid {
			o.Kind = order.Maintain
			k.Price, k.Keep = int(u.Price()), order.FormatPlain(o, b, roster)
		}
		w.Units = append(w.Units, k)
	}
	if w.Paid || w.Allowed > 0 {
		w.sites(l, p, r, power)
	}
	return w
}

// sites lists what can be built in the cities of the power's home countries, and the cities in
// which nothing can be built, with the reason. A second special unit is listed with the reason
// against it, because the first one may be disbanded (SPEC-04).
func (w *Winter) sites(l message.Language, p *position.Position, r *rules.Set, power machiavelli.Power) {
	var k legal.Checker
	k.Bind(p, r)
	b := p.Setting.Board
	homes := p.Homes(power).Intersect(b.Cities).Minus(p.Setting.OffBoard)
	for at := homes.Next(board.None); at != board.None; at = homes.Next(at) {
		before, why := len(w.Builds), message.Message{}
		for t := machiavelli.Army; t <= machiavelli.ArmouredCavalry; t++ {
			for q := machiavelli.Ordinary; q <= machiavelli.Professional; q++ {
				for coast := machiavelli.NoCoast; coast < machiavelli.NumCoasts; coast++ {
					o := order.Order{Kind: order.Build, Quality: q, Unit: order.Unit{Type: t, At: at, Coast: coast}}
					bound, _, notes, problem := k.Check(power, o)
					if problem != nil && why.IsZero() {
						why = problem.Message // the reason against an ordinary army
					}
					if problem == nil && bound.Unit.Coast == coast {
						w.Builds = append(w.Builds, buildOf(l, p, &bound, notes, w.Paid))
					}
				}
			}
		}
		if len(w.Builds) == before {
			w.Barred = append(w.Barred, Barred{At: b.Areas[at].Code, Why: why.In(l)})
		}
	}
}

// buildOf returns a build as a choice.
func buildOf(l message.Language, p *position.Position, o *order.Order, notes []legal.Note, paid bool) Choice {
	b := p.Setting.Board
	u := position.Unit{Type: o.Unit.Type, Quality: o.Quality}
	c := Choice{
		Text: order.FormatPlain(*o, b, p.Setting.Powers), Say: message.New("{type:title}", message.KindOf(u.Type, u.Quality)).In(l), Kind: "build", To: b.Areas[o.Unit.At].Code,
		Coast: o.Unit.Coast.Code(), City: u.InCity(), Type: u.Type.String(), Quality: u.Quality.String(),
	}
	if o.Unit.Coast != machiavelli.NoCoast {
		c.Say = message.New("{type:title} ({coast})", message.KindOf(u.Type, u.Quality), message.CoastOf(o.Unit.Coast)).In(l)
	}
	if paid {
		c.Cost = int(u.Price())
	}
	for _, n := range notes {
		if n.Code == legal.Futile {
			c.Useless = n.Message.In(l)
		}
	}
	return c
}
