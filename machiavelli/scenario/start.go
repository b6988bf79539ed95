package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/internal/source"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// New returns the start position of a built-in scenario. See Library.New.
func New(id, variant string, r *rules.Set) (*position.Position, error) {
	return BuiltIn().New(id, variant, r)
}

// New returns the start position of a scenario at the orders of its first spring (TIME-03). The
// position has the set-up's units, owners and assassination chits, and empty treasuries, because
// the opening income is a separate step (BUILD-20). The parameter id is an ID or a slug, or empty
// if there is only one scenario. The parameter variant is the ID of a variant, or empty for the
// one with one power for each player. The rules determine garrisons, fortresses, the land bridge
// and chits, and whether several powers of a player count as one, unless players have yet to
// choose their powers (SEAT-01). Random chits are not dealt here. The error names the unknown
// scenario, variant or power, or the option that needs data which the board lacks.
func (l *Library) New(id, variant string, r *rules.Set) (*position.Position, error) {
	p, s, v, err := l.setUp(id, variant, r)
	if err != nil || v.Choose.N > 0 {
		return p, err
	}
	return s.seated(p, r), nil
}

// Seated is like New, for players with the given powers. The error also names an unknown power.
func (l *Library) Seated(id, variant string, r *rules.Set, seats [][]string) (*position.Position, error) {
	p, s, _, err := l.setUp(id, variant, r)
	if err != nil {
		return nil, err
	}
	p.Setting.Seats = make([][]machiavelli.Power, len(seats))
	for i, ids := range seats {
		for _, id := range ids {
			power, ok := p.Setting.Powers.Find(id)
			if !ok {
				return nil, fmt.Errorf("seat %d: no power %q in this scenario", i+1, id)
			}
			p.Setting.Seats[i] = append(p.Setting.Seats[i], power)
		}
	}
	return s.seated(p, r), nil
}

// seated joins the powers of each player if the rules say so, with their units in the order of
// the set-up. Otherwise it removes the chits that powers of a player have against each other.
func (s *fileScenario) seated(p *position.Position, r *rules.Set) *position.Position {
	if r.SeveralPowers == rules.OnePower {
		p.Setting.Unite()
		slices.SortStableFunc(p.Units, func(a, b position.Unit) int {
			x, y := p.Setting.Side(a.Owner)-1, p.Setting.Side(b.Owner)-1 // autonomous units come last
			return cmp.Or(cmp.Compare(x, y), cmp.Compare(s.rank(p.Setting.Powers[a.Owner].ID), s.rank(p.Setting.Powers[b.Owner].ID)))
		})
		return p.Joined()
	}
	for i := range p.Setting.Powers {
		for j := range p.Setting.Powers {
			if p.Setting.Partners(machiavelli.Power(i), machiavelli.Power(j)) {
				p.Chits[i][j] = 0
			}
		}
	}
	return p
}

// setUp returns the position of the set-up, in which no powers are joined.
func (l *Library) setUp(id, variant string, r *rules.Set) (*position.Position, *fileScenario, *fileVariant, error) {
	s, err := l.get(id)
	if err != nil {
		return nil, nil, nil, err
	}
	v, err := s.variant(variant)
	if err != nil {
		return nil, nil, nil, err
	}
	b, err := s.ground.get(r.IstriaDalmatiaLandBridge)
	if err != nil {
		return nil, nil, nil, err
	}
	if err := supports(b, r); err != nil {
		return nil, nil, nil, fmt.Errorf("scenario %s: %w", s.ID.S, err)
	}
	m := &maker{lib: l, s: s, v: v, r: r, b: b, powers: s.powersIn(v)}
	p := m.make()
	if m.err != nil {
		return nil, nil, nil, fmt.Errorf("scenario %s, variant %s: %w", s.ID.S, v.ID.S, m.err)
	}
	return p, s, v, nil
}

// supports returns an error unless the board has the data that the rules need.
func supports(b *board.Board, r *rules.Set) error {
	if r.Famine || r.Plague || r.Storms {
		name := map[rules.DisasterTables]string{rules.TablesJudge: "judge", rules.TablesCompleted: "completed", rules.Tables1995: "1995"}[r.DisasterTables]
		if !slices.Contains(b.Tables, name) {
			return fmt.Errorf("disaster-tables=%s: the board %s has no such tables; it has %s", name, b.Slug, strings.Join(b.Tables, ", "))
		}
	}
	if r.MultiCoastConversion == rules.MultiCoastAny { // OPT-16
		return nil
	}
	for _, id := range b.Ports.Intersect(b.TwoCoast).IDs() {
		switch n := len(b.Areas[id].Anchors); {
		case n == 0:
			return fmt.Errorf("multi-coast-conversion: the board %s does not tell which coasts of %s have an anchor; any-coast is possible", b.Slug, b.Areas[id].Name)
		case n > 1 && r.MultiCoastConversion == rules.MultiCoastSingleAnchor:
			return fmt.Errorf("multi-coast-conversion=single-anchor: %s has %d anchors on the board %s; anchored-coasts is possible", b.Areas[id].Name, n, b.Slug)
		}
	}
	return nil
}

// maker builds one start position. The field err is the first error.
type maker struct {
	lib    *Library
	s      *fileScenario
	v      *fileVariant
	r      *rules.Set
	b      *board.Board
	powers []filePower // powers[i] is Power(i+1)
	set    *position.Setting
	p      *position.Position
	err    error
}

func (m *maker) fail(format string, args ...any) {
	if m.err == nil {
		m.err = fmt.Errorf(format, args...)
	}
}

// make builds the setting and then the position.
func (m *maker) make() *position.Position {
	roster, err := m.lib.roster(m.powers)
	if err != nil {
		m.fail("%w", err)
		return nil
	}
	m.set = &position.Setting{Scenario: m.s.ID.S, Variant: m.v.ID.S, Title: m.s.Title.S, Board: m.b, Powers: roster}
	m.p = &position.Position{
		Setting: m.set,
		Phase:   machiavelli.Phase{Season: machiavelli.Spring, Year: m.s.Year.N, Step: machiavelli.Orders},
	}
	m.ground()
	m.seats()
	m.countries()
	m.dice()
	m.units()
	m.garrisons()
	m.owners()
	m.freeForts()
	m.chits()
	return m.p
}

// ground determines the provinces that are out of play and those with a city
// space.
func (m *maker) ground() {
	m.set.OffBoard = m.areas(m.s.OffBoard)
	for _, p := range m.s.Powers {
		if m.v.Neutral.Has(p.Power.S) { // BOARD-15
			m.set.OffBoard = m.set.OffBoard.Union(m.areas(p.Home))
		}
	}
	if m.r.VeniceModel == rules.VeniceSeaWithCity {
		m.set.SeaCity = m.b.Venice
	}
	switch m.r.Fortresses { // BOARD-06
	case rules.FortressesByScenario:
		m.set.Fortress = m.s.Fortresses.B
	case rules.FortressesOn:
		m.set.Fortress = true
	}
	if m.r.Garrisons {
		m.set.Forts = m.b.Fortified
		if m.set.Fortress {
			m.set.Forts = m.set.Forts.Union(m.b.Fortresses)
		}
		m.set.Forts = m.set.Forts.Minus(m.set.OffBoard)
	}
}

// seats sets the seats that the scenario assigns.
func (m *maker) seats() {
	for _, s := range m.v.Seats {
		seat := make([]machiavelli.Power, len(s))
		for i, id := range s {
			seat[i] = m.power(id.S)
		}
		m.set.Seats = append(m.set.Seats, seat)
	}
}

// countries creates the home countries with their holders.
func (m *maker) countries() {
	var taken board.Set
	for i, p := range m.powers {
		power := machiavelli.Power(i + 1)
		c := position.Country{ID: p.Power.S, Name: m.set.Powers[power].Name, Native: power, Provinces: m.areas(p.Home)}
		if twice := c.Provinces.Intersect(taken.Union(m.set.OffBoard)); !twice.Empty() {
			m.fail("%s belongs to two home countries", m.b.Areas[twice.Next(board.None)].Name)
		}
		taken = taken.Union(c.Provinces)
		holder := power
		if p.HeldBy.S != "" {
			holder = m.power(p.HeldBy.S)
			m.set.Absent = m.set.Absent.With(power)
		}
		m.p.Holder[len(m.set.Countries)] = holder
		m.set.Countries = append(m.set.Countries, c)
		if len(p.Limits) > 0 {
			if m.set.UnitLimits == nil {
				m.set.UnitLimits = map[machiavelli.Power][3]string{}
			}
			m.set.UnitLimits[power] = [3]string{p.Limits[0].S, p.Limits[1].S, p.Limits[2].S}
		}
	}
}

// dice lists the sources of variable income (INC-04), first home countries and then cities. A
// city whose row now belongs to a power has no die of its own.
func (m *maker) dice() {
	used := map[string]bool{}
	for i, p := range m.powers {
		if p.Dice.N > 0 {
			used[p.Power.S] = true
			m.die(position.Die{Row: p.Power.S, Dice: p.Dice.N, Country: i, Initial: machiavelli.Ducats(p.Initial.N)})
		}
	}
	for _, c := range m.s.CityDice {
		if !used[c.Row.S] {
			m.die(position.Die{Row: c.Row.S, Dice: c.Dice.N, Country: -1, City: m.area(c.City.S)})
		}
	}
}

func (m *maker) die(d position.Die) {
	row, ok := m.s.rows[d.Row]
	if !ok {
		m.fail("no row of variable income %q", d.Row)
	}
	d.Ducats = row
	m.set.Dice = append(m.set.Dice, d)
}

// units places the powers' units in printed order and numbers them by type
// (DIST-04).
func (m *maker) units() {
	for i, p := range m.powers {
		var serial [machiavelli.ArmouredCavalry + 1]uint8
		for _, text := range p.Units {
			u, why := parseUnit(m.b, text.S)
			if why != "" {
				m.fail("%s", why)
				return
			}
			serial[u.Type]++
			u.Owner, u.Serial = machiavelli.Power(i+1), serial[u.Type]
			m.place(u)
		}
	}
}

// place puts a unit on the board if it may stand there (BOARD-02, BOARD-17). In
// a game without garrisons a power's garrison stands outside the city instead,
// as a fleet in a port and as an army elsewhere. If the province is occupied,
// the garrison is left out.
func (m *maker) place(u position.Unit) {
	name := m.b.Areas[u.At].Name
	if u.Type == machiavelli.Garrison && !m.r.Garrisons {
		if m.p.Field(u.At) >= 0 {
			return
		}
		u.Type = machiavelli.Army
		if m.b.Ports.Has(u.At) {
			u.Type = machiavelli.Fleet
		}
	}
	switch taken := m.p.Field(u.At) >= 0; {
	case u.Type == machiavelli.Garrison && m.p.Garrison(u.At) >= 0, u.Type != machiavelli.Garrison && taken:
		m.fail("two units of one kind in %s", name)
	case u.At == m.b.Venice && len(m.at(u.At)) > 0: // VENICE-01
		m.fail("two units in %s", name)
	case m.set.OffBoard.Has(u.At):
		m.fail("a unit in %s, which is off the board", name)
	default:
		if why := cannotStand(m.b, m.set.Forts, u); why != "" {
			m.fail("%s", why)
		}
	}
	m.p.Units = append(m.p.Units, u)
}

// at lists the units in an area, which may be in the field or in the city.
func (m *maker) at(id board.ID) []position.Unit {
	var out []position.Unit
	for _, u := range m.p.Units {
		if u.At == id {
			out = append(out, u)
		}
	}
	return out
}

// garrisons places the autonomous garrisons of the set-up in existing city
// spaces.
func (m *maker) garrisons() {
	for _, code := range append(slices.Clone(m.s.Garrisons), m.v.MoreGarrisons...) {
		at := m.area(code.S)
		if m.set.Forts.Has(at) && !m.v.WithoutGarrisons.Has(code.S) {
			m.place(position.Unit{Type: machiavelli.Garrison, At: at})
		}
	}
}

// owners sets the first owner of each province and city (CTRL-13). Home
// provinces and other listed provinces come first, and then provinces with
// units (CTRL-20).
func (m *maker) owners() {
	own := func(power machiavelli.Power, areas board.Set) {
		for _, id := range areas.IDs() {
			m.p.Province[id] = power
			if m.b.Cities.Has(id) {
				m.p.City[id] = power
			}
		}
	}
	for i := range m.powers {
		own(m.p.Holder[i], m.set.Countries[i].Provinces)
	}
	for i, p := range m.powers {
		own(machiavelli.Power(i+1), m.areas(p.Controls))
	}
	for _, id := range m.b.Land.IDs() {
		field, garrison := m.p.Field(id), m.p.Garrison(id)
		province, city := field, garrison
		if field < 0 {
			province = garrison
		}
		if garrison < 0 {
			city = field
		}
		if province >= 0 {
			m.p.Province[id] = m.p.Units[province].Owner
		}
		if city >= 0 && m.b.Cities.Has(id) {
			m.p.City[id] = m.p.Units[city].Owner
		}
		if id == m.set.SeaCity {
			m.p.Province[id] = m.p.City[id]
		}
	}
}

// freeForts puts an autonomous garrison into every empty city space without an
// owner, if the option garrison-every-free-fort is on (GARR-07).
func (m *maker) freeForts() {
	if !m.r.GarrisonEveryFreeFort {
		return
	}
	for _, id := range m.set.Forts.IDs() {
		if m.p.Province[id] == machiavelli.Nobody && m.p.City[id] == machiavelli.Nobody && len(m.at(id)) == 0 {
			m.place(position.Unit{Type: machiavelli.Garrison, At: id})
		}
	}
}

// chits adds a chit for each power against each of the others (ASSN-01).
func (m *maker) chits() {
	if !m.r.Assassinations || m.r.AssassinationChits == rules.RandomChits {
		return
	}
	for i := range m.powers {
		for j := range m.powers {
			if i != j {
				m.p.Chits[i+1][j+1] = 1
			}
		}
	}
}

// power returns the number of the power with the given identifier.
func (m *maker) power(id string) machiavelli.Power {
	p, ok := m.set.Powers.Find(id)
	if !ok {
		m.fail("%q is no power of the variant", id)
	}
	return p
}

// area returns the land province with the given code, or None.
func (m *maker) area(code string) board.ID {
	x, ok := m.b.Find(code)
	if !ok {
		m.fail("%q is no province", code)
	}
	return x.ID
}

// areas returns the land provinces with the given codes.
func (m *maker) areas(codes source.Words) board.Set {
	var s board.Set
	for _, c := range codes {
		if id := m.area(c.S); m.b.Land.Has(id) {
			s.Add(id)
		} else {
			m.fail("%q is not a land province", c.S)
		}
	}
	return s
}
