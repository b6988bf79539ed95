package turn

import (
	"cmp"
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// DangerKind is a way in which a power can lose the game or units by inaction.
type DangerKind uint8

// The kinds of dangers.
const (
	// NoHomeCity means that, with the units where they are, the power will own no home city
	// when eliminations are judged (ELIM-01).
	NoHomeCity DangerKind = iota + 1
	// HomesOpen means that the power leaves every home city that it owns without a defender,
	// and others can enter all of them in this campaign.
	HomesOpen
	// CannotRepay means that the bank collects more in this campaign than the power will have
	// (LOAN-09).
	CannotRepay
	// MayNotRepay means that when a loan is due, the power will or may have less than the loan.
	MayNotRepay
	// CannotPayUnits means that in winter the power will have, or in the fall may have, less
	// than its units cost (BUILD-12).
	CannotPayUnits
)

// Danger is something that a power should know before a phase is resolved, because it can lead to
// its elimination or the loss of units. All sums are in ducats. They take into account the
// power's orders so far, but no payments from others.
type Danger struct {
	Kind   DangerKind
	Season machiavelli.Season // when it happens
	Year   int
	Places []board.ID // for HomesOpen, the cities
	Mended bool       // for NoHomeCity, whether the orders so far retake one if unopposed

	Needs     machiavelli.Ducats // the sum due, or the cost of the units
	Have      machiavelli.Ducats // the money left after the orders so far; for CannotRepay, when the bank collects
	Low, High machiavelli.Ducats // minimum and maximum at that time; for CannotRepay both equal Have
	Upkeep    machiavelli.Ducats // for MayNotRepay, the cost of the units until then
	Income    [2]machiavelli.Ducats
	Seizes    bool // whether the bank takes everything from a defaulter
}

// Dangers lists the dangers to power in the phase of p with its lines so far. Dangers to its home
// cities come before dangers from debts and upkeep. It ignores invalid lines and other powers'
// lines.
func Dangers(p *position.Position, r *rules.Set, power machiavelli.Power, lines []Line) []Danger {
	if power == machiavelli.Nobody || p.Victors != 0 || p.Eliminated.Has(power) || p.Opening {
		return nil
	}
	var mine []Line
	var orders []order.Order
	for i := range lines {
		if l := &lines[i]; l.Power == power && l.Err.IsZero() {
			mine, orders = append(mine, *l), append(orders, l.Order)
		}
	}
	var out []Danger
	if p.Phase.Step != machiavelli.Adjustments && r.EliminationNeeds == rules.NoHomeCityLeft {
		out = homeDangers(p, r, power, mine)
	}
	if r.Money {
		out = append(out, moneyDangers(p, r, power, orders)...)
	}
	return out
}

// judged returns the campaign after which eliminations are next judged. This is
// the present campaign or the fall (ELIM-10).
func judged(p *position.Position, r *rules.Set) machiavelli.Season {
	if r.EliminationTiming == rules.EliminationFall || r.ControlTiming == rules.ControlFall {
		return machiavelli.Fall
	}
	return p.Phase.Season
}

// homeDangers finds dangers to the home cities of a power.
func homeDangers(p *position.Position, r *rules.Set, power machiavelli.Power, mine []Line) []Danger {
	d := Danger{Kind: NoHomeCity, Season: judged(p, r), Year: p.Phase.Year}
	now := settled(p, r)
	if now.out.Has(power) {
		d.Mended = !homelessAfter(p, r, power, mine)
		return []Danger{d}
	}
	if p.Phase.Step != machiavelli.Orders || p.Phase.Season != d.Season {
		return nil
	}
	if homelessAfter(p, r, power, mine) { // its own orders abandon the last home city
		return []Danger{d}
	}
	if open := openHomes(p, r, power, &now, mine); len(open) > 0 {
		d.Kind, d.Places = HomesOpen, open
		return []Danger{d}
	}
	return nil
}

// settlement is the result of settling control with all units where they are.
type settlement struct {
	city [board.Max]machiavelli.Power // owners of the cities
	out  machiavelli.PowerSet         // powers that would be eliminated
}

// settled settles control and homes as at the end of a fall.
func settled(p *position.Position, r *rules.Set) settlement {
	s := states.Get().(*state)
	defer s.release()
	s.begin(p, nil, r, nil)
	s.locate()
	s.settleControl()
	before := s.pos.Holder
	s.loseHomes()
	if r.SimultaneousLossAndConquest == rules.SimultaneousSurvives {
		s.conquer(&before)
	}
	return settlement{s.pos.City, s.lost()}
}

// homelessAfter reports whether the power is eliminated if its lines are resolved, no one else
// acts, and eliminations are judged then. It ignores chance, and debts, which are a separate
// danger.
func homelessAfter(p *position.Position, r *rules.Set, power machiavelli.Power, mine []Line) bool {
	q, calm := p.Clone(), *r
	q.Loans, q.Phase.Season = nil, judged(p, r)
	calm.Plague = false // famine and storms do not take cities
	for {
		res, err := Process(q, mine, &calm, dice.New([]byte("danger"), "danger", nil))
		if err != nil {
			return false // a phase that cannot be resolved takes nothing
		}
		if q = res.Next; q.Phase.Step != machiavelli.Retreats || q.Victors != 0 {
			return q.Eliminated.Has(power)
		}
	}
}

// openHomes lists the home cities that a power owns, if in this campaign a
// different unit of another power can enter each of them and none keeps an
// unbesieged unit of its own. Otherwise the list is empty.
func openHomes(p *position.Position, r *rules.Set, power machiavelli.Power, now *settlement, mine []Line) []board.ID {
	b := p.Setting.Board
	guards := guarded(p, r, power, mine)
	var cities []board.ID
	homes := p.Homes(power)
	for at := homes.Next(board.None); at != board.None; at = homes.Next(at) {
		if b.Cities.Has(at) && p.Setting.Same(now.city[at], power) {
			if guards.Has(at) && !p.Besieged(at) {
				return nil
			}
			cities = append(cities, at)
		}
	}
	var raiders [][]int // the units that can enter each city
	for _, at := range cities {
		var can []int
		for i := range p.Units {
			u := &p.Units[i]
			if p.Setting.Same(u.Owner, power) || u.Owner == machiavelli.Nobody || u.InCity() {
				continue
			}
			if u.At == at || b.ArmyEdges[u.At].Has(at) && u.Type != machiavelli.Fleet || u.Type == machiavelli.Fleet && b.FleetEdges[u.At][u.Coast].Has(at) {
				can = append(can, i)
			}
		}
		raiders = append(raiders, can)
	}
	if !allPaired(raiders, len(p.Units)) {
		return nil
	}
	return cities
}

// guarded returns where a power's units are after its orders, if nobody
// prevents them.
func guarded(p *position.Position, r *rules.Set, power machiavelli.Power, mine []Line) board.Set {
	goes := map[int]board.ID{} // destination of each unit, keyed by its index; None if it leaves the board
	for i := range mine {
		o, unit, _, _ := legal.Check(p, r, power, mine[i].Order) // a refused order has no kind and no unit
		delete(goes, unit)
		switch o.Kind {
		case order.Advance, order.Transfer:
			goes[unit] = o.To.At
		case order.Disband:
			goes[unit] = board.None
		}
	}
	var out board.Set
	for i := range p.Units {
		if !p.Setting.Same(p.Units[i].Owner, power) {
			continue
		}
		at := p.Units[i].At
		if to, moves := goes[i]; moves {
			at = to
		}
		if at != board.None {
			out.Add(at)
		}
	}
	return out
}

// allPaired reports whether each list can be assigned a different one of its numbers.
func allPaired(lists [][]int, numbers int) bool {
	taken := make([]int, numbers) // the list to which each number is assigned, from 1
	var pair func(list int, seen []bool) bool
	pair = func(list int, seen []bool) bool {
		for _, n := range lists[list] {
			if seen[n] {
				continue
			}
			seen[n] = true
			if taken[n] == 0 || pair(taken[n]-1, seen) {
				taken[n] = list + 1
				return true
			}
		}
		return false
	}
	for i := range lists {
		if !pair(i, make([]bool, numbers)) {
			return false
		}
	}
	return true
}

// moneyDangers finds dangers of debts and upkeep.
func moneyDangers(p *position.Position, r *rules.Set, power machiavelli.Power, orders []order.Order) []Danger {
	var out []Danger
	budget := legal.BudgetOf(p, r, power, orders)
	have, debts := max(budget.Left, 0), budget.Debts
	winter := p.Phase.Step == machiavelli.Adjustments
	switch p.Phase.Step {
	case machiavelli.Orders:
		if budget.Due > budget.Have { // after a default no debts remain
			return []Danger{{
				Kind: CannotRepay, Season: p.Phase.Season, Year: p.Phase.Year, Needs: budget.Due, Have: budget.Have,
				Low: budget.Have, High: budget.Have, Seizes: r.BankDefaultSeizesTreasury,
			}}
		}
	default:
		for _, l := range p.Loans {
			if l.Power == power {
				debts = append(debts, l)
			}
		}
		slices.SortStableFunc(debts, func(a, b position.Loan) int {
			return cmp.Or(cmp.Compare(a.Year, b.Year), cmp.Compare(a.Season, b.Season))
		})
	}
	paid := r.UnitCount == rules.CountMoney
	e := EarningsOf(p, r, power)
	low, high := e.Seas+e.Provinces+e.Cities+e.Low, e.Seas+e.Provinces+e.Cities+e.High
	var upkeep machiavelli.Ducats
	if paid {
		upkeep = Upkeep(p, power)
	}
	worst := have + low
	if p.Phase.Season != machiavelli.Fall { // much can change until winter
		worst = have + high
	}
	if paid && !winter && worst < upkeep {
		out = append(out, Danger{
			Kind: CannotPayUnits, Season: machiavelli.Winter, Year: p.Phase.Year, Needs: upkeep, Have: have,
			Low: have + low, High: have + high, Income: [2]machiavelli.Ducats{low, high},
		})
	}
	var needs machiavelli.Ducats
	for _, l := range debts {
		if p.Phase.Step == machiavelli.Orders && l.Year == p.Phase.Year && l.Season <= p.Phase.Season || l.Year < p.Phase.Year {
			continue // collected in this campaign
		}
		needs += l.Principal + l.Interest
		years := machiavelli.Ducats(l.Year - p.Phase.Year)
		incomes := years
		if winter {
			incomes-- // this year's income has already been paid
		}
		d := Danger{
			Kind: MayNotRepay, Season: l.Season, Year: l.Year, Needs: needs, Have: have, Upkeep: years * upkeep,
			Income: [2]machiavelli.Ducats{incomes * low, incomes * high}, Seizes: r.BankDefaultSeizesTreasury,
		}
		d.Low, d.High = max(have+d.Income[0]-d.Upkeep, 0), max(have+d.Income[1]-d.Upkeep, 0)
		if d.Low < needs {
			return append(out, d)
		}
	}
	return out
}
