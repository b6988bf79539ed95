// Package referencetest generates random positions with conflicting money and
// winter orders, for tests of package turn, of its reference and of the reasons
// that are given for the results.
package referencetest

import (
	"math/rand/v2"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn/reference"
)

// Game is a position with lines, and the seed of its dice.
type Game struct {
	Position *position.Position
	Lines    []reference.Line
	Rules    rules.Set
	Seed     uint64
}

// MixedRules returns a preset in which each option of money, disasters and winter is random with
// a probability of one in three. If extra is set, the optional rules are random, too. Finally,
// conflicting options are resolved.
func MixedRules(rng *rand.Rand, r rules.Set, extra bool) rules.Set {
	for _, o := range rules.Options {
		free := o.Group == rules.MoneyGroup
		switch o.Name {
		case "split-city-province", "assassinations", "assassination-chits", "assassination-max-spend", "bank-loans", "famine", "plague", "storms",
			"special-units", "siege-locks-besieger", "disband-orders", "dice":
			free = true
		case "cavalry", "armoured-cavalry", "autonomous-field-units", "autonomous-orders", "province-trading", "forced-taxation", "cause-famine",
			"cause-plague", "ransom", "province-income", "exchanges":
			free = extra
		// a board has only its own tables, and the reference does not compute distances
		case "disaster-tables", "unpaid-unit-removal":
			free = false
		}
		if !free || rng.IntN(3) > 0 || o.Name == "dice" && rng.IntN(4) > 0 {
			continue
		}
		if err := o.Set(&r, o.Values[rng.IntN(len(o.Values))].Name); err != nil {
			panic(err)
		}
	}
	return r.Normalize()
}

// Season returns a random season of a year under the rules.
func Season(rng *rand.Rand, r *rules.Set) machiavelli.Season {
	s := []machiavelli.Season{machiavelli.Spring, machiavelli.Summer, machiavelli.Summer, machiavelli.Fall, machiavelli.Fall, machiavelli.Winter}[rng.IntN(6)]
	if s == machiavelli.Summer && r.SeasonsPerYear == 2 {
		return machiavelli.Spring
	}
	return s
}

// maker generates a game.
type maker struct {
	rng  *rand.Rand
	p    *position.Position
	r    *rules.Set
	b    *board.Board
	in   []machiavelli.Power // powers involved
	area []board.ID          // areas involved
	line []reference.Line
	calm bool // whether no unit moves, so that the end of the campaign can be compared
}

func (m *maker) chance(percent int) bool { return m.rng.IntN(100) < percent }

func (m *maker) power() machiavelli.Power { return m.in[m.rng.IntN(len(m.in))] }

func (m *maker) somewhere() board.ID { return m.area[m.rng.IntN(len(m.area))] }

// amid usually returns a random member of a set. In the other cases, and if the
// set is empty, it returns a random area.
func (m *maker) amid(s board.Set) board.ID {
	if list := s.IDs(); len(list) > 0 && m.chance(70) {
		return list[m.rng.IntN(len(list))]
	}
	return m.somewhere()
}

// other returns a different power of the game, if there is one.
func (m *maker) other(than machiavelli.Power) machiavelli.Power {
	for range 8 {
		if x := m.power(); x != than {
			return x
		}
	}
	return than
}

// New returns a random game from a start position, in the given season.
func New(rng *rand.Rand, start *position.Position, r *rules.Set, season machiavelli.Season) Game {
	m := &maker{rng: rng, p: start.Clone(), r: r, b: start.Setting.Board}
	m.p.Phase.Season, m.p.Phase.Step = season, machiavelli.Orders
	if season == machiavelli.Winter {
		m.p.Phase.Step = machiavelli.Adjustments
	}
	m.p.Phase.Year += 1 + rng.IntN(3)
	m.populate()
	m.p.AlignSeaCity()
	if at := m.p.Setting.SeaCity; m.p.RebelCity.Has(at) && m.p.RebelAgainst[at] != m.p.City[at] {
		m.p.RebelCity.Remove(at)
		m.p.RebelAgainst[at] = machiavelli.Nobody
	}
	m.riches()
	if season == machiavelli.Winter {
		m.adjustments()
	} else {
		m.money()
		m.unitOrders()
		m.exchanges()
		m.uprising()
		if !m.calm {
			m.siegeDeals()
		}
	}
	return Game{m.p, m.line, *r, rng.Uint64()}
}

// populate fills a corner of the board with units of a few powers, sieges,
// rebellions and famine.
func (m *maker) populate() {
	p := m.p
	var left []machiavelli.Power
	for i := 1; i < len(p.Setting.Powers); i++ {
		if x := machiavelli.Power(i); !p.Setting.Absent.Has(x) {
			left = append(left, x)
		}
	}
	m.rng.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
	m.in = left[:min(len(left), 2+m.rng.IntN(4))]
	for _, gone := range left[len(m.in):] {
		if m.chance(12) {
			m.eliminate(gone)
		}
	}
	m.cluster(3 + m.rng.IntN(12))
	p.Units = nil
	for _, at := range m.area {
		m.settle(at)
	}
	m.rng.Shuffle(len(p.Units), func(i, j int) { p.Units[i], p.Units[j] = p.Units[j], p.Units[i] })
	m.owners()
	reference.Control(p, m.r)
	for _, at := range m.area {
		m.trouble(at)
	}
	for i := 1; i < len(p.Setting.Powers); i++ {
		if x := machiavelli.Power(i); !p.Eliminated.Has(x) && m.chance(95) {
			m.roof(x)
		}
	}
	m.downfall()
	m.redoubt()
}

// roof tries to give a power an empty city in a home country, so that it is not eliminated.
func (m *maker) roof(x machiavelli.Power) {
	p := m.p
	homes := p.Homes(x).Intersect(m.b.Cities).IDs()
	for _, at := range homes {
		if p.City[at] == x && p.Field(at) < 0 && p.Garrison(at) < 0 {
			return
		}
	}
	for _, at := range homes {
		if p.Field(at) < 0 && p.Garrison(at) < 0 && !p.RebelLand.Has(at) && !p.RebelCity.Has(at) {
			p.City[at], p.Province[at] = x, x
			return
		}
	}
}

// eliminate eliminates a power. Half of its land goes to nobody. The rest and
// its countries go to an heir or to nobody.
func (m *maker) eliminate(gone machiavelli.Power) {
	p := m.p
	p.Eliminated = p.Eliminated.With(gone)
	heir := machiavelli.Nobody
	if m.chance(60) {
		heir = m.power()
	}
	for at := range p.Province {
		if p.Province[at] == gone || p.City[at] == gone {
			p.Province[at], p.City[at] = machiavelli.Nobody, machiavelli.Nobody
			if m.chance(50) {
				p.Province[at] = heir
				if m.b.Cities.Has(board.ID(at)) {
					p.City[at] = heir
				}
			}
		}
	}
	for i := range p.Holder {
		if p.Holder[i] == gone {
			p.Holder[i] = heir
		}
	}
	for i := range p.Chits[gone] {
		p.Chits[gone][i] = 0
	}
}

// cluster chooses a corner of the board.
func (m *maker) cluster(size int) {
	land := m.b.Land.Minus(m.p.Setting.OffBoard).IDs()
	m.area = []board.ID{land[m.rng.IntN(len(land))]}
	if m.b.Venice != board.None && m.chance(10) {
		m.area[0] = m.b.Venice
	}
	for _, d := range m.p.Setting.Dice {
		if d.Country < 0 && m.chance(25) {
			m.area[0] = d.City
		}
	}
	in := board.SetOf(m.area...)
	for tries := 0; len(m.area) < size && tries < 1000; tries++ {
		next := m.b.Borders[m.somewhere()].Minus(in).Minus(m.p.Setting.OffBoard).IDs()
		if len(next) == 0 {
			continue
		}
		at := next[m.rng.IntN(len(next))]
		in.Add(at)
		m.area = append(m.area, at)
	}
}

func (m *maker) lagoon(at board.ID) bool {
	return m.b.Venice != board.None && at == m.b.Venice && m.r.VeniceModel == rules.VeniceSingleSpace
}

func (m *maker) quality() machiavelli.Quality {
	if m.r.SpecialUnits && m.chance(25) {
		return machiavelli.Quality(1 + m.rng.IntN(3))
	}
	return machiavelli.Ordinary
}

// settle may add units to an area. A power gets at most one special unit.
func (m *maker) settle(at board.ID) {
	p := m.p
	add := func(u position.Unit) {
		u.At, u.Quality = at, m.quality()
		if u.Type == machiavelli.Army && m.r.Cavalry && m.chance(15) {
			u.Type, u.Quality = machiavelli.Cavalry, machiavelli.Ordinary
		}
		for _, v := range p.Units {
			if v.Owner == u.Owner && v.Special() && u.Owner != machiavelli.Nobody {
				u.Quality = machiavelli.Ordinary
				if u.Mounted() {
					u.Type = machiavelli.Army
				}
			}
		}
		p.Units = append(p.Units, u)
	}
	field := m.chance(70)
	if field {
		u := position.Unit{Owner: m.power(), Type: machiavelli.Army}
		if m.r.AutonomousFieldUnits && m.chance(20) {
			u.Owner = machiavelli.Nobody
		}
		switch {
		case m.b.Seas.Has(at), m.b.Coastal.Has(at) && m.chance(40):
			u.Type = machiavelli.Fleet
			if m.b.TwoCoast.Has(at) {
				u.Coast = m.b.Areas[at].Coasts[m.rng.IntN(len(m.b.Areas[at].Coasts))]
			}
		case m.b.Venice == at && !m.lagoon(at):
			u.Type = machiavelli.Fleet
		}
		add(u)
	}
	if p.Setting.Forts.Has(at) && !(field && m.lagoon(at)) && m.chance(55) {
		u := position.Unit{Owner: m.power(), Type: machiavelli.Garrison}
		if m.chance(30) {
			u.Owner = machiavelli.Nobody
		}
		add(u)
	}
}

// owners assigns provinces and cities to powers, before the units there take
// them over.
func (m *maker) owners() {
	p := m.p
	in := board.SetOf(m.area...)
	for _, d := range p.Setting.Dice { // cities with their own dice
		if d.Country < 0 {
			in.Add(d.City)
		}
	}
	for _, at := range m.b.Land.Minus(p.Setting.OffBoard).IDs() {
		if m.chance(60) || !in.Has(at) && m.chance(94) {
			continue
		}
		p.Province[at] = machiavelli.Nobody
		if m.chance(75) {
			p.Province[at] = m.power()
		}
		if m.b.Cities.Has(at) {
			p.City[at] = p.Province[at]
			if m.chance(25) && p.Setting.Forts.Has(at) && !m.lagoon(at) {
				p.City[at] = m.power()
			}
		}
	}
}

// trouble may mark a siege, a rebellion, taxation and a famine in an area.
func (m *maker) trouble(at board.ID) {
	p := m.p
	if !m.b.Land.Has(at) {
		return
	}
	f, g := p.Field(at), p.Garrison(at)
	if owner := p.Province[at]; owner != machiavelli.Nobody && m.chance(25) {
		city := p.Setting.Forts.Has(at) && g < 0 && m.chance(60)
		switch {
		case m.lagoon(at):
			if f < 0 && g < 0 {
				p.RebelCity.Add(at)
			}
		case city && (m.r.RebellionExtent == rules.CityElseProvince || m.chance(20)):
			p.RebelCity.Add(at)
		default:
			p.RebelLand.Add(at)
			if city {
				p.RebelCity.Add(at)
			}
		}
		if p.RebelLand.Has(at) || p.RebelCity.Has(at) {
			p.RebelAgainst[at] = owner
		}
	}
	if f >= 0 && p.Setting.Forts.Has(at) && m.chance(55) && (p.Units[f].Type != machiavelli.Fleet || m.b.Ports.Has(at)) {
		p.Sieges.Add(at)
		if !p.Besieged(at) && m.chance(80) { // otherwise the mark has no effect
			p.Sieges.Remove(at)
		}
	}
	if m.r.ForcedTaxation != rules.NoForcedTaxation && m.chance(20) {
		if m.chance(50) {
			p.Taxed.Add(at)
		} else {
			p.TaxedBefore.Add(at)
		}
	}
	if season := p.Phase.Season; (season == machiavelli.Spring || season == machiavelli.Winter) && m.r.Famine && m.chance(20) {
		p.Famine.Add(at)
	}
}

// riches adds treasuries, loans and chits.
func (m *maker) riches() {
	p := m.p
	p.Loans = nil
	for _, x := range m.in {
		switch m.rng.IntN(6) {
		case 0:
			p.Treasury[x] = machiavelli.Ducats(m.rng.IntN(6))
		case 1:
			p.Treasury[x] = machiavelli.Ducats(m.rng.IntN(31))
		default:
			p.Treasury[x] = machiavelli.Ducats(30 + m.rng.IntN(90))
		}
		for _, y := range m.in {
			if x != y && m.r.Assassinations {
				p.Chits[x][y] = uint8(max(0, m.rng.IntN(5)-2))
			}
		}
		if !m.r.BankLoans {
			continue
		}
		if m.chance(6) {
			p.Bankrupt = p.Bankrupt.With(x)
			continue
		}
		room := 25
		for n := max(0, m.rng.IntN(5)-2); n > 0 && room > 0; n-- {
			sum := 1 + m.rng.IntN(room)
			room -= sum
			l := position.Loan{
				Power: x, Principal: machiavelli.Ducats(sum), Season: machiavelli.Spring + machiavelli.Season(m.rng.IntN(3)),
				Year: p.Phase.Year + m.rng.IntN(2),
			}
			l.Interest = machiavelli.Ducats(m.rng.IntN(sum/2 + 2))
			if m.chance(30) || l.Year == p.Phase.Year && l.Season < p.Phase.Season {
				l.Season, l.Year = p.Phase.Season, p.Phase.Year
			}
			if p.Phase.Season == machiavelli.Winter {
				l.Year++
				l.Season = machiavelli.Spring
			}
			m.lend(l)
		}
	}
}

// lend adds a loan; a power's loans with the same due date are merged
// (LOAN-05).
func (m *maker) lend(l position.Loan) {
	for i := range m.p.Loans {
		if k := &m.p.Loans[i]; k.Power == l.Power && k.Season == l.Season && k.Year == l.Year {
			k.Principal += l.Principal
			k.Interest += l.Interest
			return
		}
	}
	m.p.Loans = append(m.p.Loans, l)
}
