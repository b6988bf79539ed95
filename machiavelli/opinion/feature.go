package opinion

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// The features of a position for one side. Sums are scaled so that usual values
// are near one. A change of their meaning needs new weights: see formVersion.
const (
	inSpring = iota
	inSummer
	inFall
	withMoney
	purseKnown // whether money is used and the side's treasury is known
	citiesNeeded
	homesNeeded
	rivalsLiving
	yearsLeft // years before the last year, if the rules have one

	ownCities // own cities, as a fraction of those needed to win
	ownCitiesSquared
	ownHomes // home countries held, as a fraction of those needed to win
	bestHome // the largest share that the side owns of a country that it does not hold
	ownArmies
	ownFleets
	ownGarrisons
	ownStrength
	ownLand
	ownIncome // income of a year
	ownDucats
	ownDebts
	ownSurplus  // ducats after the next income, upkeep and debts
	ownShortage // ducats missing after the next income, upkeep and debts
	ownRebels
	ownFamine

	cityBesieged // own cities that are besieged
	cityOverrun  // own cities whose defenders are weaker than the units of one power that can enter
	cityOpen     // own cities that are empty and that others can enter
	citySafe
	pressure // the strength of the strongest neighbours of own cities

	goalOpen       // foreign cities that own units can enter and where no foreign unit stands
	goalWeak       // foreign cities without a garrison, with weaker defenders than own units nearby
	goalHeld       // foreign cities without a garrison, with defenders as strong as own units nearby, or stronger
	goalGarrison   // foreign cities with a garrison that own units can enter
	goalAutonomous // foreign cities with an autonomous garrison that own units can enter
	goalSecond     // foreign cities that own units can reach in two campaigns
	gains          // places that the side gains if nobody moves
	losses

	partOfCities // own cities, as a fraction of those that any side owns
	partOfStrength
	partOfIncome
	firstRival // cities of the strongest rival, as a fraction of those needed to win
	firstRivalSquared
	secondRival
	firstRivalHomes
	freeCities

	// FeatureCount is the number of features.
	FeatureCount
)

// Features are the features of a position for one side.
type Features [FeatureCount]float32

// Side is a group of powers that win together: the powers of a seat, or a power without a seat.
type Side struct {
	Powers   machiavelli.PowerSet
	Cities   int
	Features Features

	strength, income, homes float32
}

// Estimator estimates positions. It reuses its buffers, so that repeated use allocates little. It
// is not safe for concurrent use. The zero value is ready to use.
type Estimator struct {
	board  *board.Board
	second [board.Max]board.Set // areas that an army can reach in two campaigns

	p        *position.Position
	r        *rules.Set
	sides    []Side
	of       [machiavelli.MaxPowers]int8             // index of a power's side, or -1
	field    [board.Max]int16                        // index of the field unit in an area, or -1
	garrison [board.Max]int16                        // index of the garrison in an area, or -1
	near     [board.Max][machiavelli.MaxPowers]uint8 // strength with which each side can enter an area
	further  [machiavelli.MaxPowers]board.Set        // areas that a side's units can reach in two campaigns
}

// Look returns the living sides of a position with their features. known holds the powers whose
// treasuries and debts are known. The result is valid until the estimator is used again.
func (e *Estimator) Look(p *position.Position, r *rules.Set, known machiavelli.PowerSet) []Side {
	e.p, e.r = p, r
	e.chart(p.Setting.Board)
	e.seat()
	e.place()
	need := float32(max(turn.CitiesNeeded(p, r), 1))
	homes := float32(max(turn.HomesNeeded(r, int(need)), 1))
	for i := range e.sides {
		e.count(&e.sides[i], known)
	}
	for i := range e.sides {
		s := &e.sides[i]
		e.frame(s, need)
		e.compare(i, need, homes)
		e.countries(s)
	}
	e.sites()
	e.p, e.r = nil, nil
	return e.sides
}

// chart prepares the estimator for a board.
func (e *Estimator) chart(b *board.Board) {
	if e.board == b {
		return
	}
	e.board = b
	for at := range b.Areas {
		e.second[at] = b.ArmyEdges[at]
		for to := b.ArmyEdges[at].Next(board.None); to != board.None; to = b.ArmyEdges[at].Next(to) {
			e.second[at] = e.second[at].Union(b.ArmyEdges[to])
		}
	}
}

// seat lists the sides still in the game: each seat, and each power without one.
func (e *Estimator) seat() {
	p := e.p
	e.sides = e.sides[:0]
	for x := range e.of {
		e.of[x] = -1
	}
	add := func(powers ...machiavelli.Power) {
		var set machiavelli.PowerSet
		for _, x := range powers {
			if !p.Eliminated.Has(x) && !p.Setting.Absent.Has(x) {
				set = set.With(x)
				e.of[x] = int8(len(e.sides))
			}
		}
		if set != 0 {
			e.sides = append(e.sides, Side{Powers: set})
		}
	}
	for _, seat := range p.Setting.Seats {
		add(seat...)
	}
	for x := machiavelli.Power(1); int(x) < len(p.Setting.Powers); x++ {
		if e.of[x] < 0 {
			add(x)
		}
	}
}

// side returns the index of a power's side, or -1.
func (e *Estimator) side(x machiavelli.Power) int { return int(e.of[x]) }

// place records where units stand and where they can go.
func (e *Estimator) place() {
	b := e.board
	for at := range e.field {
		e.field[at], e.garrison[at] = -1, -1
	}
	e.near = [board.Max][machiavelli.MaxPowers]uint8{}
	e.further = [machiavelli.MaxPowers]board.Set{}
	for i := range e.p.Units {
		u := &e.p.Units[i]
		if u.InCity() {
			e.garrison[u.At] = int16(i)
		} else {
			e.field[u.At] = int16(i)
		}
		k := e.side(u.Owner)
		if k < 0 {
			continue
		}
		var first, second board.Set
		switch u.Type {
		case machiavelli.Garrison:
			continue
		case machiavelli.Fleet:
			first = b.FleetEdges[u.At][u.Coast]
			second = first
			for to := first.Next(board.None); to != board.None; to = first.Next(to) {
				for c := range b.FleetEdges[to] {
					second = second.Union(b.FleetEdges[to][c])
				}
			}
		default:
			first, second = b.ArmyEdges[u.At], e.second[u.At]
		}
		for at := first.Next(board.None); at != board.None; at = first.Next(at) {
			e.near[at][k] += uint8(u.Strength())
		}
		e.further[k] = e.further[k].Union(second)
	}
}

// count counts what a side has.
func (e *Estimator) count(s *Side, known machiavelli.PowerSet) {
	p, f := e.p, &s.Features
	for i := range p.Units {
		u := &p.Units[i]
		if !s.Powers.Has(u.Owner) || u.Owner == machiavelli.Nobody {
			continue
		}
		s.strength += float32(u.Strength())
		switch u.Type {
		case machiavelli.Fleet:
			f[ownFleets] += 0.2
		case machiavelli.Garrison:
			f[ownGarrisons] += 0.2
		default:
			f[ownArmies] += 0.2
		}
	}
	ducats, debts, upkeep := float32(0), float32(0), float32(0)
	all := true
	for x := machiavelli.Power(1); int(x) < len(p.Setting.Powers); x++ {
		if !s.Powers.Has(x) {
			continue
		}
		s.Cities += turn.Cities(p, e.r, x)
		if !e.r.Money {
			continue
		}
		s.income += e.yield(x)
		ducats += float32(p.Treasury[x])
		upkeep += float32(turn.Upkeep(p, x))
		all = all && known.Has(x)
		for _, l := range p.Loans {
			if l.Power == x {
				debts += float32(l.Principal + l.Interest)
			}
		}
	}
	for i := range p.Setting.Countries {
		if x := p.Holder[i]; x != machiavelli.Nobody && s.Powers.Has(x) {
			s.homes++
		}
	}
	if !e.r.Money {
		return
	}
	f[ownIncome] = s.income / 30
	if !all {
		return
	}
	f[purseKnown] = 1
	f[ownDucats], f[ownDebts] = min(ducats, 90)/30, min(debts, 90)/30
	left := ducats - upkeep - debts
	if p.Phase.Step != machiavelli.Adjustments { // the income has not been paid yet
		left += s.income
	}
	f[ownSurplus], f[ownShortage] = min(max(left, 0), 90)/30, min(max(-left, 0), 60)/30
}

// yield returns a power's expected income of a year in the current position, with average dice.
func (e *Estimator) yield(x machiavelli.Power) float32 {
	p, b := e.p, e.board
	sum := 0
	pays := func(at board.ID) int {
		if e.r.ProvinceIncome {
			return int(b.Areas[at].Pays)
		}
		return 1
	}
	for at := b.Land.Next(board.None); at != board.None; at = b.Land.Next(at) {
		if p.Province[at] == x && !p.RebelLand.Has(at) {
			sum += pays(at)
		}
		if p.City[at] == x && !p.RebelCity.Has(at) && !p.Besieged(at) {
			sum += int(b.Areas[at].CityPays)
		}
	}
	for i := range p.Units {
		if u := &p.Units[i]; u.Owner == x && b.Seas.Has(u.At) {
			sum += pays(u.At)
		}
	}
	dice := float32(0)
	for i := range p.Setting.Dice {
		d := &p.Setting.Dice[i]
		if d.Country >= 0 && p.Holder[d.Country] == x || d.City != board.None && p.City[d.City] == x {
			for _, n := range d.Ducats {
				dice += float32(n) * float32(d.Dice) / 6
			}
		}
	}
	return float32(sum) + dice
}

// frame sets the features about the date and the requirements of victory.
func (e *Estimator) frame(s *Side, need float32) {
	f := &s.Features
	switch ph := e.p.Phase; {
	case ph.Step == machiavelli.Adjustments:
	case ph.Season == machiavelli.Spring:
		f[inSpring] = 1
	case ph.Season == machiavelli.Summer:
		f[inSummer] = 1
	default:
		f[inFall] = 1
	}
	if e.r.Money {
		f[withMoney] = 1
	}
	f[citiesNeeded], f[homesNeeded] = need/15, float32(turn.HomesNeeded(e.r, int(need)))/2
	f[rivalsLiving] = float32(len(e.sides)-1) / 8
	f[yearsLeft] = 1
	if e.r.LastYear > 0 {
		f[yearsLeft] = min(max(float32(e.r.LastYear-e.p.Phase.Year), 0), 10) / 10
	}
}

// compare sets the features that compare a side with the requirements of victory and with the
// other sides.
func (e *Estimator) compare(i int, need, homes float32) {
	s := &e.sides[i]
	f := &s.Features
	f[ownCities] = float32(s.Cities) / need
	f[ownCitiesSquared] = f[ownCities] * f[ownCities]
	f[ownHomes] = min(s.homes/homes, 2)
	f[ownStrength] = s.strength / 10
	first, second, leader := float32(0), float32(0), -1
	cities, strength, income := float32(0), float32(0), float32(0)
	for k := range e.sides {
		x := &e.sides[k]
		cities, strength, income = cities+float32(x.Cities), strength+x.strength, income+x.income
		switch n := float32(x.Cities) / need; {
		case k == i:
		case leader < 0 || n > first:
			first, second, leader = n, first, k
		case n > second:
			second = n
		}
	}
	f[firstRival], f[firstRivalSquared], f[secondRival] = first, first*first, second
	if leader >= 0 {
		f[firstRivalHomes] = min(e.sides[leader].homes/homes, 2)
	}
	f[partOfCities], f[partOfStrength] = float32(s.Cities)/max(cities, 1), s.strength/max(strength, 1)
	f[partOfIncome] = s.income / max(income, 1)
}

// countries sets the features about countries that the side does not hold yet: how much of each
// it owns.
func (e *Estimator) countries(s *Side) {
	p := e.p
	own := func(x machiavelli.Power) bool { return x != machiavelli.Nobody && s.Powers.Has(x) }
	for i := range p.Setting.Countries {
		if own(p.Holder[i]) {
			continue
		}
		n, all := 0, 0
		provinces := p.Setting.Countries[i].Provinces
		for at := provinces.Next(board.None); at != board.None; at = provinces.Next(at) {
			all++
			if own(p.Province[at]) {
				n++
			}
			if e.board.Cities.Has(at) {
				all++
				if own(p.City[at]) {
					n++
				}
			}
		}
		if all > 0 {
			s.Features[bestHome] = max(s.Features[bestHome], float32(n)/float32(all))
		}
	}
}

// sites sets the features about provinces and cities for all sides.
func (e *Estimator) sites() {
	p, b := e.p, e.board
	free := float32(0)
	for at := b.Land.Next(board.None); at != board.None; at = b.Land.Next(at) {
		if p.Setting.OffBoard.Has(at) {
			continue
		}
		if k := e.side(p.Province[at]); k >= 0 {
			f := &e.sides[k].Features
			f[ownLand] += 0.1
			if p.RebelLand.Has(at) {
				f[ownRebels] += 0.5
			}
			if p.Famine.Has(at) {
				f[ownFamine] += 0.3
			}
		}
		e.changing(at)
		if !b.Cities.Has(at) {
			continue
		}
		owner := e.side(p.City[at])
		if owner >= 0 {
			e.defence(at, owner)
		} else {
			free += 0.1
		}
		for k := range e.sides {
			if k != owner {
				e.goal(at, k)
			}
		}
	}
	for k := range e.sides {
		e.sides[k].Features[freeCities] = free
	}
}

// strengthAt returns the strength of the units of a side in a province and its city, and the
// strength of all other units there.
func (e *Estimator) strengthAt(at board.ID, k int) (own, foreign int) {
	for _, i := range [...]int16{e.field[at], e.garrison[at]} {
		if i < 0 {
			continue
		}
		u := &e.p.Units[i]
		if e.side(u.Owner) == k {
			own += u.Strength()
		} else {
			foreign += u.Strength()
		}
	}
	return own, foreign
}

// defence rates the state of a side's own city.
func (e *Estimator) defence(at board.ID, k int) {
	f := &e.sides[k].Features
	if e.p.RebelCity.Has(at) {
		f[ownRebels] += 0.5
	}
	foe := 0
	for x := range e.sides {
		if x != k {
			foe = max(foe, int(e.near[at][x]))
		}
	}
	f[pressure] += float32(foe) / 15
	own, _ := e.strengthAt(at, k)
	switch {
	case e.p.Besieged(at):
		f[cityBesieged] += 0.3
	case own == 0 && foe > 0:
		f[cityOpen] += 0.3
	case foe > own:
		f[cityOverrun] += 0.3
	default:
		f[citySafe] += 0.2
	}
}

// goal rates a city that belongs to others, or to nobody, for a side.
func (e *Estimator) goal(at board.ID, k int) {
	f := &e.sides[k].Features
	own, foreign := e.strengthAt(at, k)
	reach := own + int(e.near[at][k])
	if reach == 0 {
		if e.further[k].Has(at) {
			f[goalSecond] += 0.2
		}
		return
	}
	g := e.garrison[at]
	switch {
	case g >= 0 && e.p.Units[g].Owner == machiavelli.Nobody:
		f[goalAutonomous] += 0.3
	case g >= 0 && e.side(e.p.Units[g].Owner) != k:
		f[goalGarrison] += 0.3
	case foreign == 0:
		f[goalOpen] += 0.3
	case reach > foreign:
		f[goalWeak] += 0.3
	default:
		f[goalHeld] += 0.3
	}
}

// changing counts a place that is occupied by a power other than its owner.
func (e *Estimator) changing(at board.ID) {
	holder := -1
	for _, i := range [...]int16{e.field[at], e.garrison[at]} {
		if i < 0 {
			continue
		}
		k := e.side(e.p.Units[i].Owner)
		if holder >= 0 && k != holder {
			return // two sides contest the place: neither gains it
		}
		holder = k
	}
	if holder < 0 {
		return
	}
	weight, owner := float32(0.1), e.side(e.p.Province[at])
	if e.board.Cities.Has(at) {
		weight, owner = 0.5, e.side(e.p.City[at])
	}
	if owner == holder {
		return
	}
	e.sides[holder].Features[gains] += weight
	if owner >= 0 {
		e.sides[owner].Features[losses] += weight
	}
}
