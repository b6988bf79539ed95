package report_test

import (
	"slices"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// earns proves one part of an income.
func earns(of func(event.Income) machiavelli.Ducats) claim {
	return func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Income) bool { return of(e) == ducatsOf(a[0]) && ducatsOf(a[0]) != 0 })
	}
}

// total proves that an income is the sum of its parts and that the treasury includes it.
func total(sum, treasury int) claim {
	return func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Income) bool {
			parts := machiavelli.Ducats(0)
			for _, l := range c.chain[:len(c.chain)-1] {
				for _, x := range slices.Backward(l.Text.Args) {
					if d, ok := x.(message.Ducats); ok {
						parts += machiavelli.Ducats(d)
						break
					}
				}
			}
			have := machiavelli.Ducats(0)
			if treasury > 0 {
				have = ducatsOf(a[treasury])
			}
			return parts == e.Total && ducatsOf(a[sum]) == e.Total && have == e.Treasury && (c.opening || e.Treasury == c.res.Next.Treasury[e.Power] || c.res.Next.Eliminated.Has(e.Power))
		})
	}
}

// rolled proves the rolls of a disaster.
func rolled(row, column bool) claim {
	return func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Disaster) bool {
			r, col := turn.Severity(c.r.DisasterSeverity, e.Severity)
			return r == row && col == column && (e.Row > 0) == row && (e.Column > 0) == column && c.roll(e.What+" severity", ducatsOf(a[0]))
		})
	}
}

// strikes proves where a disaster struck.
func strikes(what string) claim {
	return func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Disaster) bool {
			list := a[0].(message.List).Of
			for _, x := range list {
				if !e.Struck.Has(c.place(x)) {
					return false
				}
			}
			return e.What == what && len(list) == len(e.Struck.IDs()) && len(list) > 0
		})
	}
}

// spared proves that a disaster struck no place this year.
func spared(what string) claim {
	return func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Disaster) bool {
			return e.What == what && e.Struck.Empty() && e.Severity > 0 && c.p.Plague.Empty() || what != "plague" && e.Struck.Empty()
		})
	}
}

var aboutYear = map[string]claim{
	"{sum} from fleets at sea": earns(func(e event.Income) machiavelli.Ducats { return e.Seas }),
	"{sum} from provinces":     earns(func(e event.Income) machiavelli.Ducats { return e.Provinces }),
	"{sum} from cities":        earns(func(e event.Income) machiavelli.Ducats { return e.Cities }),
	"{n} at sea":               earns(func(e event.Income) machiavelli.Ducats { return e.Seas }),
	"{n} from provinces":       earns(func(e event.Income) machiavelli.Ducats { return e.Provinces }),
	"{n} from cities":          earns(func(e event.Income) machiavelli.Ducats { return e.Cities }),
	"{n} of variable income":   earns(func(e event.Income) machiavelli.Ducats { return e.Variable }),
	"{sum} of variable income": earns(func(e event.Income) machiavelli.Ducats {
		for _, d := range e.Dice {
			e.Variable -= d.Ducats
		}
		return e.Variable
	}),
	"{n} by the dice ({rolls})": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Income) bool {
			for i, d := range e.Dice {
				if a[1].(message.List).Of[i] != message.Arg(message.Number(d.Roll)) {
					return false
				}
			}
			return ducatsOf(a[0]) == e.Variable && len(a[1].(message.List).Of) == len(e.Dice)
		})
	},
	"die {die} of {name:name} counts as {n}, worth {sum}": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Income) bool {
			return slices.ContainsFunc(e.Dice, func(d event.DieIncome) bool {
				if d.Die != int(ducatsOf(a[0])) || d.Roll != int(ducatsOf(a[2])) || d.Ducats != ducatsOf(a[3]) {
					return false
				}
				for _, x := range c.p.Setting.Dice {
					if x.Row == d.Row && x.Ducats[d.Roll-1] == d.Ducats {
						face, thrown := c.res.Rolls["income "+d.Row+" "+string(rune('0'+d.Die))]
						return face == d.Roll || !thrown && !c.r.DiceOn || c.opening && face < d.Roll && d.Roll == c.r.InitialDieMinimum
					}
				}
				return false
			})
		})
	},
	"{sum} in all, which makes {treasury:n} in the treasury":                       total(0, 1),
	"{Power} {power?pl:earn|earns} {sum}: {parts}; the treasury holds {treasury}.": total(1, 3),
	"{Power} {power?pl:earn|earns} {sum}; the treasury holds {treasury}.":          total(1, 2),
	"{Power} {power?pl:earn|earns} {sum}; the treasury is empty.":                  total(1, 0),
	"the roll for severity was {n}: nothing":                                       rolled(false, false),
	"the roll for severity was {n}: a row of the table":                            rolled(true, false),
	"the roll for severity was {n}: a column of the table":                         rolled(false, true),
	"the roll for severity was {n}: a row and a column of the table":               rolled(true, true),
	"the roll for the row was {n}": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Disaster) bool { return c.roll(e.What+" row", ducatsOf(a[0])) })
	},
	"the roll for the column was {n}": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Disaster) bool { return c.roll(e.What+" column", ducatsOf(a[0])) })
	},
	"{place:name} was drawn at random": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Disaster) bool {
			n, ok := c.res.Rolls["plague seed"]
			land := c.p.Setting.Provinces().Minus(c.p.Setting.OffBoard).IDs()
			return ok && land[n-1] == c.place(a[0]) && e.Struck.Has(c.place(a[0]))
		})
	},
	"it reaches {n} province far": func(c *court, a []message.Arg) bool {
		return is(c, func(event.Disaster) bool { return c.roll("plague radius", ducatsOf(a[0])) })
	},
	"so {n} place is struck": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Disaster) bool { return len(e.Struck.IDs()) == int(ducatsOf(a[0])) })
	},
	"famine strikes {places}": strikes("famine"),
	"plague strikes {places}": strikes("plague"),
	"storms rage in {places}": strikes("storm"),
	"no famine this year":     spared("famine"),
	"no plague this year":     spared("plague"),
	"no storms this year":     spared("storm"),
	"the plague spreads no further": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Disaster) bool { return e.What == "plague" && e.Struck.Empty() && !c.p.Plague.Empty() })
	},
	"3 ducats take the famine off one province": func(c *court, _ []message.Arg) bool { return c.relieved() },
	"the famine in {place:name} is relieved by {powers}": func(c *court, a []message.Arg) bool {
		for _, p := range a[1].(message.List).Of {
			if !some(c.res.Events, func(x event.Expense) bool {
				return x.Power == c.power(p) && x.Order.Expense == order.FamineRelief && x.Order.To.At == c.place(a[0])
			}) {
				return false
			}
		}
		return c.relieved()
	},
	"at the end of the campaign the famine kills every unit in the province": func(c *court, _ []message.Arg) bool { return c.starves() },
	"famine has worn out the units in {place:name}":                          func(c *court, _ []message.Arg) bool { return c.starves() },
	"{unit} is gone: {why}": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Removed) bool {
			now := e.Unit
			for _, u := range c.res.Next.Units {
				if u == now && !slices.ContainsFunc(c.res.Events, func(x event.Event) bool { b, ok := x.(event.Adjusted); return ok && b.Unit == u }) {
					return false
				}
			}
			return a[0] == message.Arg(c.tell.UnitOf(e.Unit))
		})
	},
	"it starved": func(c *court, _ []message.Arg) bool {
		at := c.removed().Unit.At
		fed := c.again(func(d *court) {
			d.p.Famine.Remove(at)
			d.drop(func(l turn.Line) bool {
				return l.Order.Kind == order.Expense && l.Order.Expense == order.CauseFamine && l.Order.To.At == at
			})
		})
		return !c.stillGone(fed, event.ByFamine)
	},
	"the plague took it": func(c *court, _ []message.Arg) bool { return c.struckBy("plague") },
	"lost in a storm":    func(c *court, _ []message.Arg) bool { return c.struckBy("storm") },
	"bribed to disband": func(c *court, _ []message.Arg) bool {
		u := c.removed().Unit
		list := all(c.res.Events, func(x event.Expense) bool {
			return x.Order.Expense == order.DisbandUnit && x.Failure == event.NoFailure && *x.Target == u
		})
		return len(list) == 1 && !c.stillGone(c.again(func(d *court) {
			d.drop(func(l turn.Line) bool { return l.Order.Kind == order.Expense && l.Order.Target.At == u.At })
		}), event.ByBribe)
	},
	"besieged when its ruler was assassinated": func(c *court, _ []message.Arg) bool {
		u := c.removed().Unit
		return u.InCity() && c.p.Besieged(u.At) && some(c.res.Events, func(x event.Paralysed) bool { return x.Power == u.Owner }) &&
			!c.stillGone(c.again(func(d *court) { d.p.Sieges.Remove(u.At) }), event.ByMurder)
	},
	"starved out by a siege": func(c *court, _ []message.Arg) bool {
		u := c.removed().Unit
		return u.InCity() && c.p.Sieges.Has(u.At) && some(c.res.Events, func(x event.SiegeCompleted) bool { return x.Lost != nil && *x.Lost == u })
	},
	"disbanded by its own order": func(c *court, _ []message.Arg) bool {
		did := c.acts(c.removed().Unit)
		return did != nil && did.Order.Kind == order.Disband || some(c.res.Events, func(x event.Retreated) bool { return x.Unit == c.removed().Unit && x.Order.Kind == order.Disband })
	},
	"it had nowhere to retreat": func(c *court, _ []message.Arg) bool {
		u := c.removed().Unit
		return some(c.res.Events, func(x event.UnitDislodged) bool {
			return x.Dislodged.Unit == u && len(x.Dislodged.Retreats) == 0 && !x.Dislodged.IntoCity
		})
	},
	"dislodged in Venice": func(c *court, _ []message.Arg) bool { return c.removed().Unit.At == c.p.Setting.Board.Venice },
	"its power is eliminated": func(c *court, _ []message.Arg) bool {
		return some(c.res.Events, func(x event.Elimination) bool { return x.Power == c.removed().Unit.Owner })
	},
	"another unit retreated to the same place": func(c *court, _ []message.Arg) bool {
		return some(c.res.Events, func(x event.Retreated) bool { return x.Unit == c.removed().Unit && len(x.With) > 0 })
	},
	"it had no retreat order": func(c *court, _ []message.Arg) bool {
		return some(c.res.Events, func(x event.Retreated) bool {
			return x.Unit == c.removed().Unit && x.To.At == board.None && !x.IntoCity && x.Order.Kind != order.Disband
		})
	},
	"the siege of {place:name} begins: it succeeds if the unit besieges again in the next campaign": func(c *court, a []message.Arg) bool {
		at := c.place(a[0])
		return c.free(at) && some(c.res.Events, func(x event.SiegeBegun) bool { return x.By.At == at }) && c.e.(event.Ordered).Order.Kind == order.Besiege
	},
	"it was the second campaign of the siege of {place:name}, which succeeds": func(c *court, a []message.Arg) bool {
		at := c.place(a[0])
		again := c.again(func(d *court) { d.p.Sieges.Remove(at) })
		return c.p.Sieges.Has(at) && some(c.res.Events, func(x event.SiegeCompleted) bool { return x.By.At == at }) && !some(again, func(x event.SiegeCompleted) bool { return x.By.At == at })
	},
	"{unit} lays siege to {place:name}": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.SiegeBegun) bool {
			did := c.acts(e.By)
			return c.free(c.place(a[1])) && did != nil && did.Order.Kind == order.Besiege
		})
	},
	"the siege of {place:name} is lifted": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.SiegeLifted) bool {
			return c.place(a[0]) == e.Province && (c.p.Sieges.Has(e.Province) || some(c.res.Events[:c.i], func(x event.SiegeBegun) bool { return x.By.At == e.Province }))
		})
	},
	"the siege of {place:name} is over: the {power:adj} garrison is starved out": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.SiegeCompleted) bool {
			return c.p.Sieges.Has(e.By.At) && e.Lost != nil && c.power(a[1]) == e.Lost.Owner
		})
	},
	"the siege of {place:name} is over: the rebels in the city are put down": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.SiegeCompleted) bool {
			return c.p.Sieges.Has(e.By.At) && some(c.res.Events, func(x event.RebellionEnded) bool { return x.Province == e.By.At && x.InCity })
		})
	},
	"{rebellion} is over: quelled by {power}":   ended("quelled"),
	"{rebellion} is over: put down by {power}":  ended("put down"),
	"{rebellion} is over: liberated by {power}": ended("liberated"),
	"{rebellion} is over: pacified by {power}":  ended("pacified"),
	"{rebellion} is over: liberated": func(c *court, _ []message.Arg) bool {
		return c.ended(func(e event.RebellionEnded) bool { return e.How == "liberated" && e.By == machiavelli.Nobody })
	},
	"{rebellion} is over: there is no owner left to rebel against": func(c *court, _ []message.Arg) bool {
		return c.ended(func(e event.RebellionEnded) bool { return e.How == "owner gone" })
	},
}

// free reports whether a city was not besieged before the campaign's movement.
func (c *court) free(at board.ID) bool {
	return !c.p.Besieged(at) || some(c.res.Events[:c.i], func(x event.SiegeLifted) bool { return x.Province == at }) ||
		some(c.res.Events, func(x event.Bribed) bool { return x.Unit.At == at })
}

func (c *court) relieved() bool {
	return is(c, func(e event.Relieved) bool {
		list := all(c.res.Events, func(x event.Expense) bool {
			return x.Order.Expense == order.FamineRelief && x.Order.To.At == e.Province
		})
		return c.p.Famine.Has(e.Province) && len(list) > 0 && !some(c.again(without(list...)), func(x event.Relieved) bool { return x.Province == e.Province })
	})
}

// starves reports whether a famine kills all units in a province, so that none is left.
func (c *court) starves() bool {
	return is(c, func(e event.Attrition) bool {
		for _, u := range c.res.Next.Units {
			if u.At == e.Province && (u.At != c.p.Setting.SeaCity || u.InCity()) {
				return false
			}
		}
		return some(c.res.Events, func(x event.Removed) bool { return x.Reason == event.ByFamine && x.Unit.At == e.Province })
	})
}

// ended proves how a rebellion ended.
func ended(how string) claim {
	return func(c *court, a []message.Arg) bool {
		return c.ended(func(e event.RebellionEnded) bool {
			if e.How != how || c.power(a[1]) != e.By {
				return false
			}
			switch how {
			case "pacified":
				return some(c.res.Events, func(x event.Expense) bool {
					return x.Order.Expense == order.Pacify && x.Order.To.At == e.Province && x.Power == e.By && x.Failure == event.NoFailure
				})
			case "put down", "quelled":
				return c.p.Setting.Same(e.By, e.Against)
			}
			return !c.p.Setting.Same(e.By, e.Against) || some(c.res.Events, func(x event.ProvinceGiven) bool { return x.Province == e.Province })
		})
	}
}

// ended reports whether the rebellion that is said to be over existed.
func (c *court) ended(holds func(event.RebellionEnded) bool) bool {
	e, ok := c.e.(event.RebellionEnded)
	if !ok {
		list := all(c.res.Events, func(x event.RebellionEnded) bool { return x.Province == c.bill().Order.To.At && x.How == "pacified" })
		if len(list) != 1 {
			return false
		}
		e = list[0]
	} else if land, city := c.rebelled(e.Province); e.InLand && !land || e.InCity && !city {
		return false
	}
	return holds(e)
}

var aboutWinter = map[string]claim{
	"{sum} {sum?one:was|were} paid for the {type}": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Adjusted) bool {
			return e.Cost == ducatsOf(a[0]) && (e.Cost == e.Unit.Price() || c.opening && e.Cost < e.Unit.Price()) && e.Verdict == event.Succeeded
		})
	},
	"{Power} {power?pl:build|builds} {type:a} in {place}.": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Adjusted) bool {
			return e.Order.Kind == order.Build && slices.Contains(c.res.Next.Units, e.Unit) || c.wiped(e.Unit)
		})
	},
	"{Power} {power?pl:maintain|maintains} the {type} in {place}.": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Adjusted) bool {
			return e.Order.Kind == order.Maintain && slices.Contains(c.p.Units, e.Unit) && (slices.Contains(c.res.Next.Units, e.Unit) || c.wiped(e.Unit))
		})
	},
	"{Power} {power?pl:remove|removes} the {type} in {place}.": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Adjusted) bool {
			return e.Order.Kind == order.Remove && slices.Contains(c.p.Units, e.Unit) && some(c.res.Events, func(x event.Removed) bool { return x.Unit == e.Unit })
		})
	},
	"{Power} {power?pl:give|gives} up a build.": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Adjusted) bool { return e.Order.Kind == order.Waive })
	},
	"{power:name}: {order} has no effect: {why}.": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Adjusted) bool { return e.Verdict == event.Void })
	},
	"{cities}, {units}": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Allowance) bool { return e.Cities == e.Units && c.allowed(e) })
	},
	"{cities}, {units}: may build {free}": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Allowance) bool { return e.Cities-e.Units == int(ducatsOf(a[2])) && c.allowed(e) })
	},
	"{cities}, {units}: must remove {over}": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Allowance) bool { return e.Units-e.Cities == int(ducatsOf(a[2])) && c.allowed(e) })
	},
	"no more units than the excess can be removed; others were chosen": func(c *court, _ []message.Arg) bool {
		return c.winter(order.Remove, true, func(order.Order) bool { return true })
	},
	"no unit is in excess, and so none can be removed": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Adjusted) bool {
			a := turn.Allow(c.p, e.Power)
			return a.Units <= a.Cities && e.Order.Kind == order.Remove
		})
	},
	"there are no more cities than units, and so nothing can be built": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Adjusted) bool {
			a := turn.Allow(c.p, e.Power)
			return a.Units >= a.Cities && e.Order.Kind == order.Build
		})
	},
	"fewer builds than this are allowed; others were chosen": func(c *court, _ []message.Arg) bool {
		return c.winter(order.Build, true, func(order.Order) bool { return true })
	},
	"another build is ordered there already, and one in a winter is the most": func(c *court, _ []message.Arg) bool {
		return c.winter(order.Build, false, func(o order.Order) bool { return o.Unit.At == c.e.(event.Adjusted).Unit.At })
	},
	"a unit is removed there in the same winter": func(c *court, _ []message.Arg) bool {
		return c.winter(order.Remove, true, func(o order.Order) bool { return o.Unit.At == c.e.(event.Adjusted).Unit.At })
	},
	"there is a special unit already, and one is the most": func(c *court, _ []message.Arg) bool {
		return c.full(func(u *position.Unit) bool { return u.Special() })
	},
	"no counter of that type is left": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Adjusted) bool {
			n := 0
			count := func(u position.Unit) {
				if c.p.Setting.Same(u.Owner, e.Power) && u.Type == e.Unit.Type && !c.wished(u, order.Remove) {
					n++
				}
			}
			for _, u := range c.p.Units {
				count(u)
			}
			for _, x := range all(c.res.Events[:c.i], func(x event.Adjusted) bool { return x.Order.Kind == order.Build && x.Verdict == event.Succeeded }) {
				count(x.Unit)
			}
			most, limited := c.r.MostUnits(e.Unit.Type)
			return limited && n >= most
		})
	},
	"cannot be paid":            func(c *court, _ []message.Arg) bool { return c.unaffordable() },
	"there is not enough money": func(c *court, _ []message.Arg) bool { return c.unaffordable() },
	"it was not paid": func(c *court, _ []message.Arg) bool {
		return !c.stillGone(c.again(rich(c.removed().Unit.Owner)), event.Unpaid)
	},
	"no order saved it, and it had to go": func(c *court, _ []message.Arg) bool {
		return c.tooFew() || !c.wished(c.removed().Unit, order.Maintain)
	},
	"removed in winter": func(c *court, _ []message.Arg) bool { return c.wished(c.removed().Unit, order.Remove) },
}

// tooFew reports whether the number of cities limits the number of units, and the owner of the
// removed unit removed fewer units than it had to.
func (c *court) tooFew() bool {
	a := turn.Allow(c.p, c.removed().Unit.Owner)
	named := all(c.res.Events, func(x event.Adjusted) bool {
		return x.Order.Kind == order.Remove && x.Verdict == event.Succeeded && c.p.Setting.Same(x.Power, c.removed().Unit.Owner)
	})
	return (!c.r.Money || c.r.UnitCount == rules.CountCities) && len(named) < a.Units-a.Cities
}

// wiped reports whether a unit that a winter order names later left the board in a storm or
// received another number.
func (c *court) wiped(u position.Unit) bool {
	return some(c.res.Events, func(x event.Removed) bool { return x.Unit.At == u.At && x.Unit.Owner == u.Owner }) ||
		slices.ContainsFunc(c.res.Next.Units, func(v position.Unit) bool { return v.At == u.At && v.Owner == u.Owner && v.Type == u.Type })
}

func (c *court) allowed(e event.Allowance) bool {
	p := c.res.Next
	a := turn.Allow(p, e.Power)
	return a.Cities == e.Cities && a.Units == e.Units || c.p.Phase.Step == machiavelli.Adjustments || p.Phase.Step != machiavelli.Adjustments
}

// full reports whether a build fails because of units of the same power for which like returns
// true: without them it does not fail.
func (c *court) full(like func(*position.Unit) bool) bool {
	e, ok := c.e.(event.Adjusted)
	if !ok || e.Order.Kind != order.Build {
		return false
	}
	x := adjusted(c.again(func(d *court) {
		d.drop(func(l turn.Line) bool {
			u := position.Unit{Type: l.Order.Unit.Type, Quality: l.Order.Quality}
			return l.Text != e.Given && l.Order.Kind == order.Build && d.p.Setting.Same(l.Power, e.Power) && like(&u)
		})
		for i := range d.p.Units {
			if u := &d.p.Units[i]; d.p.Setting.Same(u.Owner, e.Power) && like(u) {
				u.Quality = machiavelli.Ordinary
				if u.Mounted() {
					u.Type = machiavelli.Army
				}
				if like(u) {
					u.Owner = machiavelli.Nobody
				}
			}
		}
	}), e)
	return x == nil || !x.Error.Equal(e.Error) // x is nil if the line is for such a unit itself
}

func (c *court) unaffordable() bool {
	return is(c, func(e event.Adjusted) bool {
		x := adjusted(c.again(rich(e.Power)), e)
		return e.Failure == event.CannotBePaid && x != nil && x.Failure == event.NoFailure
	})
}

var aboutDeals = map[string]claim{
	"{with} {with?pl:have|has} not lodged the same": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Exchanged) bool {
			door := func(x event.Refused) bool { return strings.HasPrefix(x.Given, "mirrored") } // mirrored lines that are refused, so that the exchange cannot be lodged at all
			return c.power(a[0]) == e.With && c.unfit(event.NotLodged, door, func(d *court) {
				d.drop(func(l turn.Line) bool { return l.Power == e.With && c.between(l) })
				for i, o := range e.Lines {
					d.lines = append(d.lines, turn.Line{Power: e.With, Order: o.Mirrored(e.Power), Text: "mirrored " + string(rune('a'+i))})
				}
			})
		})
	},
	"nothing was promised in return": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Exchanged) bool {
			return e.Failure == event.NoReturn && !slices.ContainsFunc(e.Lines, func(o order.Order) bool { return o.Get != e.Lines[0].Get })
		})
	},
	"{power} {power?pl:have|has} promised more than there was to give": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Exchanged) bool {
			return c.power(a[0]) == e.Failed && c.unfit(event.TooMuch, nil, func(d *court) {
				rich(e.Failed)(d)
				for v := range d.p.Chits[e.Failed] {
					d.p.Chits[e.Failed][v] += 9
				}
				d.drop(func(l turn.Line) bool { return l.Order.Kind == order.Exchange && !c.between(l) })
			})
		})
	},
	"{power} could not hand over the province": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Exchanged) bool {
			return c.power(a[0]) == e.Failed && c.unfit(event.NotToGive, nil, func(d *court) {
				for i := range e.Lines {
					o := &e.Lines[i]
					if o.Item != order.GiveProvince {
						continue
					}
					at := o.To.At
					from, _ := e.Ways(o)
					d.p.Units = slices.DeleteFunc(d.p.Units, func(u position.Unit) bool { return u.At == at })
					d.p.Province[at], d.p.City[at] = from, from
					d.p.RebelLand.Remove(at)
					d.p.RebelCity.Remove(at)
					d.p.RebelAgainst[at] = machiavelli.Nobody
				}
				d.p.Loans = nil
				d.drop(func(l turn.Line) bool { return !c.between(l) })
			})
		})
	},
	"the unit of {power} no longer obeyed": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Exchanged) bool {
			return c.power(a[0]) == e.Failed && c.unfit(event.UnitLost, nil, func(d *court) {
				d.p.Loans = nil
				d.drop(func(l turn.Line) bool { return l.Order.Kind == order.Expense })
			})
		})
	},
	"{power} and {with} lodged the same exchange": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Exchanged) bool {
			return e.Both && c.power(a[0]) == e.Power && c.power(a[1]) == e.With && e.Verdict == event.Succeeded
		})
	},
	"everything in it could be given before the units moved": func(c *court, _ []message.Arg) bool { return c.handedOver() },
	"everything set aside for the exchange went back": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Exchanged) bool {
			return e.Verdict == event.Void && (e.Failure == event.NotToGive || e.Failure == event.UnitLost)
		})
	},
	"{Power} {power?pl:give|gives} {with} {goods}, and {power?pl:get|gets} {goods2} in return: the exchange takes place.": func(c *court, _ []message.Arg) bool { return c.handedOver() },
	"{With} {with?pl:do|does} not get what {power} offered, {goods}: {why}.":                                              func(c *court, _ []message.Arg) bool { return c.noDeal() },
	"{Power} {power?pl:do|does} not get what {power?pl:they|it} asked of {with}, {goods}: {why}.":                         func(c *court, _ []message.Arg) bool { return c.noDeal() },
	"The exchange of {power} and {with}, {goods} for {goods2}, does not take place: {why}.":                               func(c *court, _ []message.Arg) bool { return c.noDeal() },
	"{Power} {power?pl:squeeze|squeezes} {sum} out of {place:name}.": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Taxed) bool {
			return c.power(a[0]) == e.Power && ducatsOf(a[1]) == e.Ducats && c.place(a[2]) == e.Province && e.Verdict == event.Succeeded
		})
	},
	"a forced tax brings twice what province and city pay their owner": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Taxed) bool {
			at := e.Province
			sum := c.p.Setting.Board.Areas[at].Pays
			if !c.r.ProvinceIncome {
				sum = 1
			}
			if c.p.City[at] == e.Power {
				sum += c.p.Setting.Board.Areas[at].CityPays
			}
			return e.Ducats <= 2*(sum+machiavelli.Ducats(c.r.FortressIncome)) && e.Ducats%2 == 0
		})
	},
	"{Power} cannot tax {place:name}: {why}.": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Taxed) bool { return e.Verdict == event.Void && e.Ducats == 0 })
	},
	"the province was given away": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Taxed) bool {
			return some(c.res.Events, func(x event.ProvinceGiven) bool { return x.Province == e.Province && x.Power == e.Power }) &&
				some(c.again(func(d *court) {
					d.drop(func(l turn.Line) bool { return l.Order.Kind == order.GiveProvince && l.Order.To.At == e.Province })
				}), func(x event.Taxed) bool { return x.Province == e.Province && x.Verdict == event.Succeeded })
		})
	},
	"{Power} {power?pl:give|gives} {place:name} to {to}.": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.ProvinceGiven) bool {
			return c.power(a[0]) == e.Power && c.place(a[1]) == e.Province && c.power(a[2]) == e.To
		})
	},
	"a province may be given away if it is wholly owned and not a home province": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.ProvinceGiven) bool {
			return !c.p.Homes(e.Power).Has(e.Province) && c.p.Province[e.Province] == e.Power && (!c.p.Setting.Board.Cities.Has(e.Province) || c.p.City[e.Province] == e.Power)
		})
	},
	"{pope} would silence {victim}, but all others overrule it: {pope} is silenced instead": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Excommunicated) bool {
			return c.power(a[0]) == e.Pope && c.power(a[1]) == e.Victim && e.Silenced == e.Pope && e.Against != 0
		})
	},
	"{pope} {pope?pl:excommunicate|excommunicates} {victim}, who must not speak to anyone until the end of the next campaign": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Excommunicated) bool {
			return c.power(a[0]) == e.Pope && c.power(a[1]) == e.Victim && e.Silenced == e.Victim
		})
	},
	"the Papacy may silence one power, and all others together may turn the ban against the Papacy": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Excommunicated) bool {
			return e.Silenced == e.Victim || e.Silenced == e.Pope && e.Against != 0
		})
	},
	"cavalry that is not let in falls back on its way, or home": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.FellBack) bool { return e.Unit.Mounted() })
	},
	"{unit} is not let in and falls back to {place}": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.FellBack) bool { return c.place(a[1]) == e.To && e.To != e.Unit.At })
	},
	"the way led through free spaces of its own power": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Transferred) bool { return e.Verdict == event.Succeeded })
	},
	"{unit} travels to {place}": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Transferred) bool { return c.place(a[1]) == e.To.At && e.Verdict == event.Succeeded })
	},
	"{unit} does not travel to {place}: {why}": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Transferred) bool { return c.place(a[1]) == e.To.At && e.Verdict == event.Void })
	},
	"no way of free spaces leads there": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Transferred) bool { return e.Failure == event.NoWay && e.To.At != e.Unit.At })
	},
	"two units of a power may travel so in a campaign, and two others were ordered to": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Transferred) bool {
			first := all(c.res.Events, func(x event.Ordered) bool {
				return x.Order.Kind == order.Transfer && c.p.Setting.Same(x.Unit.Owner, e.Unit.Owner) && x.Unit.At != e.Unit.At
			})
			return e.Failure == event.TwoTravel && len(first) >= 2
		})
	},
	"a unit in a siege does not travel": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Transferred) bool { return e.Failure == event.InSiege && c.p.Sieges.Has(e.Unit.At) })
	},
	"it did not keep its place in the campaign": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Transferred) bool {
			return e.Failure == event.DrivenOut && some(c.res.Events, func(x event.Ordered) bool { return x.Unit.At == e.Unit.At && !x.Unit.InCity() && x.Result.Dislodged })
		})
	},
	"it disbands by its order": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Retreated) bool { return e.Order.Kind == order.Disband && e.Given != "" })
	},
	"the city was open to it": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Retreated) bool { return c.options(e).IntoCity })
	},
	"the place was open to it, and no other unit retreated there": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Retreated) bool {
			return slices.ContainsFunc(c.options(e).Retreats, func(x board.Place) bool { return x.At == e.To.At }) &&
				!some(c.res.Events, func(x event.Retreated) bool {
					return x.Unit != e.Unit && x.To.At == e.To.At && !x.IntoCity && x.Verdict == event.Succeeded
				})
		})
	},
	"{unit} disbands": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Retreated) bool { return e.Order.Kind == order.Disband })
	},
	"{unit} is disbanded: it had no retreat order that it could follow": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Retreated) bool {
			return e.Order.Kind != order.Disband && e.To.At == board.None && !e.IntoCity
		})
	},
	"{unit} is lost: {others} retreated to the same place": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Retreated) bool { return len(e.With) > 0 })
	},
	"{unit} retreats into the city": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Retreated) bool {
			return e.IntoCity && c.res.Next.Garrison(e.Unit.At) >= 0 || c.wiped(e.Unit)
		})
	},
	"{unit} retreats to {to}": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Retreated) bool { return c.place(a[1]) == e.To.At && e.Verdict == event.Succeeded })
	},
}

// options returns the places to which a dislodged unit could retreat.
func (c *court) options(e event.Retreated) position.Dislodged {
	for _, d := range c.p.Dislodged {
		if d.Unit == e.Unit {
			return d
		}
	}
	for _, x := range c.res.Events { // autonomous units retreat in the same phase
		if x, ok := x.(event.UnitDislodged); ok && x.Dislodged.Unit == e.Unit {
			return x.Dislodged
		}
	}
	return position.Dislodged{}
}

func (c *court) noDeal() bool {
	return is(c, func(e event.Exchanged) bool { return e.Verdict == event.Void })
}

// handedOver reports whether the money and the provinces of the exchange being explained
// changed hands: without the exchange the treasuries differ.
func (c *court) handedOver() bool {
	return is(c, func(e event.Exchanged) bool {
		for i := range e.Lines {
			o := &e.Lines[i]
			from, to := e.Ways(o)
			if o.Item == order.GiveProvince && !some(c.res.Events, func(x event.Control) bool { return x.Province == o.To.At && x.From == from && x.To == to }) {
				return false
			}
			switch o.Item {
			case order.Payment, order.GiveChit, order.GiveProvince:
			default:
				if !some(c.res.Events, func(x event.Ordered) bool {
					return x.Unit.At == o.Unit.At && x.Unit.Owner == from && x.Order.Kind == o.Item
				}) && c.p.Phase.Step == machiavelli.Orders {
					return false
				}
			}
		}
		return e.Verdict == event.Succeeded
	})
}

var aboutEnds = map[string]claim{
	"it had neither a unit nor a city left": func(c *court, _ []message.Arg) bool {
		return c.r.EliminationNeeds == rules.NothingLeft && !slices.Contains(c.res.Next.City[:], c.elimination().Power)
	},
	"it owns none of its {n} home city: {whose}": func(c *court, a []message.Arg) bool {
		e := c.elimination()
		return len(e.Homes) == int(ducatsOf(a[0])) && !slices.ContainsFunc(e.Homes, func(h event.HomeCity) bool { return c.p.Setting.Same(h.Owner, e.Power) })
	},
	"{power} took {cities:name} in this campaign": func(c *court, a []message.Arg) bool {
		for _, x := range a[1].(message.List).Of {
			if !some(c.res.Events, func(y event.Control) bool {
				return y.City && y.Province == c.place(x) && y.From == c.elimination().Power && y.To == c.power(a[0])
			}) {
				return false
			}
		}
		return true
	},
	"its {n} unit on the board does not save it: only home cities count": func(c *court, a []message.Arg) bool {
		return len(all(c.res.Events, func(x event.Removed) bool {
			return x.Reason == event.ByElimination && x.Unit.Owner == c.elimination().Power
		})) == int(ducatsOf(a[0]))
	},
	"home cities are counted at the end of every campaign: one retaken in this campaign would have saved it": func(c *court, _ []message.Arg) bool {
		return c.r.EliminationTiming != rules.EliminationFall && (c.saved() || c.quits != machiavelli.Nobody)
	},
	"its player gave it up": func(c *court, _ []message.Arg) bool { return c.quits == c.elimination().Power },
	"home cities are counted at the end of fall": func(c *court, _ []message.Arg) bool {
		return c.r.EliminationTiming == rules.EliminationFall && (c.p.Phase.Season == machiavelli.Fall || c.quits != machiavelli.Nobody)
	},
	"its owner gave it away": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Control) bool {
			return some(c.res.Events, func(x event.ProvinceGiven) bool { return x.Province == e.Province && x.Power == e.From && x.To == e.To })
		})
	},
	"its owner gave it in an exchange": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Control) bool {
			return some(c.res.Events, func(x event.Exchanged) bool {
				return x.Verdict == event.Succeeded && slices.ContainsFunc(x.Lines, func(o order.Order) bool { return o.Item == order.GiveProvince && o.To.At == e.Province })
			})
		})
	},
	"its owner is eliminated": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Control) bool {
			return e.To == machiavelli.Nobody && some(c.res.Events[:c.i], func(x event.Elimination) bool { return x.Power == e.From })
		})
	},
	"no single power holds it": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Control) bool { return e.To == machiavelli.Nobody && c.settled(e) })
	},
	"{unit} was dislodged": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Control) bool {
			return some(c.res.Events, func(x event.UnitDislodged) bool {
				u := x.Dislodged.Unit
				return u.At == e.Province && u.Owner == e.From && message.Arg(c.tell.UnitOf(u)) == a[0]
				// a unit that is dislodged in Venice has no place to retreat from
			}) || some(c.res.Events, func(x event.Ordered) bool {
				return x.Result.Dislodged && x.Unit.At == e.Province && x.Unit.Owner == e.From && message.Arg(c.tell.UnitOf(x.Unit)) == a[0] &&
					some(c.res.Events, func(y event.Removed) bool { return y.Unit.At == e.Province && y.Unit.Owner == e.From })
			})
		})
	},
	"{unit} moved on": func(c *court, a []message.Arg) bool {
		return is(c, func(e event.Control) bool {
			return some(c.res.Events, func(x event.Ordered) bool {
				return x.Unit.At == e.Province && x.Unit.Owner == e.From && message.Arg(c.tell.UnitOf(x.Unit)) == a[0] &&
					!slices.ContainsFunc(c.res.Next.Units, func(u position.Unit) bool { return u == x.Unit })
			})
		})
	},
	"the unit in the province decides on the land, or the garrison if there is none, or who last had the place alone if both are gone": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Control) bool { return !e.City && e.To != machiavelli.Nobody && c.settled(e) })
	},
	"the garrison decides on the city, or the unit outside if there is none, or who last had the place alone if both are gone": func(c *court, _ []message.Arg) bool {
		return is(c, func(e event.Control) bool { return e.City && e.To != machiavelli.Nobody && c.settled(e) })
	},
}

// saved reports whether the power being explained would not be eliminated if it had any one of
// its home cities.
func (c *court) saved() bool {
	e := c.elimination()
	if c.p.Phase.Step == machiavelli.Retreats {
		return true // a unit may have retreated to the place
	}
	return !slices.ContainsFunc(e.Homes, func(h event.HomeCity) bool {
		return some(c.again(func(d *court) {
			at := h.City
			d.drop(func(turn.Line) bool { return true })
			d.p.Units = slices.DeleteFunc(d.p.Units, func(u position.Unit) bool { return u.At == at })
			d.p.Province[at], d.p.City[at] = e.Power, e.Power
			d.p.RebelLand.Remove(at)
			d.p.RebelCity.Remove(at)
			d.p.RebelAgainst[at] = machiavelli.Nobody
			d.p.Divided.Remove(at)
		}), func(x event.Elimination) bool { return x.Power == e.Power })
	})
}

// settled reports whether the units that are in a place at the end of the phase, if any, made
// the power its owner, provided that nothing else changes the owner later.
func (c *court) settled(e event.Control) bool {
	if some(c.res.Events[c.i+1:], func(x event.Control) bool { return x.Province == e.Province }) || c.partly || c.res.Next.Phase.Step == machiavelli.Retreats {
		return true
	}
	owner := e.To
	f, g := c.res.Next.Field(e.Province), c.res.Next.Garrison(e.Province)
	switch {
	case f < 0 && g < 0:
	case f >= 0 && g >= 0 && !e.City && c.r.ControlTiming == rules.ControlFall && c.res.Next.Units[f].Owner != c.res.Next.Units[g].Owner:
		owner = machiavelli.Nobody
	case f >= 0 && (g < 0 || !e.City):
		owner = c.res.Next.Units[f].Owner
	default:
		owner = c.res.Next.Units[g].Owner
	}
	return owner == e.To || e.Province == c.p.Setting.SeaCity
}
