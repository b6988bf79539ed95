package scenario

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/internal/source"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Limits of a file.
const (
	maxSpaces    = position.MaxUnits // number of areas and city spaces, each of which may hold a unit
	maxDucats    = 99
	maxDice      = 9
	maxYear      = 9000
	maxName      = 40
	maxTitle     = 100
	maxScenarios = 20
	maxVariants  = 30
	lastPower    = min(machiavelli.MaxPowers-1, position.MaxCountries)
)

// board returns the board with its land bridge, or nil if the board could not
// be read.
func (g *ground) board() *board.Board {
	if g == nil || g.get == nil {
		return nil
	}
	b, err := g.get(true)
	if err != nil {
		return nil
	}
	return b
}

// power adds a power that the file describes.
func (r *loader) power(p *filePowerInfo) {
	id := p.ID.S
	switch {
	case id == "":
		r.fail(p.At, "power without an id")
		return
	case !board.Slug(id) || id[0] < 'a' || id[0] > 'z':
		r.fail(p.ID.Pos, "power %q: the id must be small letters, digits and hyphens", id)
		return
	case id == "autonomous" || id == "nobody":
		r.fail(p.ID.Pos, "power %s: the name is reserved for unowned areas", id)
		return
	case slices.Contains(r.l.own, id):
		r.fail(p.ID.Pos, "power %s is described twice", id)
		return
	}
	info := machiavelli.PowerInfo{ID: id, Name: p.Name.S, Adjective: p.Adjective.S}
	if info.Name == "" {
		info.Name = strings.ToUpper(id[:1]) + id[1:]
	}
	if info.Adjective == "" {
		info.Adjective = info.Name
	}
	for _, t := range append([]source.Text{p.Name, p.Adjective}, p.Also...) {
		if len(t.S) > maxName || t.S != "" && !wordy(t.S) {
			r.fail(t.Pos, "power %s: the name %.40q must begin with a letter and have letters, digits, blanks, hyphens and apostrophes only, %d at most", id, t.S, maxName)
		}
	}
	for _, t := range p.Also {
		info.Aliases = append(info.Aliases, t.S)
	}
	info.Letter = info.Name[0] &^ 0x20
	if p.Letter.Given() {
		if len(p.Letter.S) != 1 || p.Letter.S[0] < 'A' || p.Letter.S[0] > 'Z' {
			r.fail(p.Letter.Pos, "power %s: letter %q: expected one capital letter", id, p.Letter.S)
			return
		}
		info.Letter = p.Letter.S[0]
	}
	r.l.powers[id] = info
	r.l.own = append(r.l.own, id)
}

// wordy reports whether s is a valid name of a power.
func wordy(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		letter := c >= 'a' && c <= 'z'
		if !letter && (i == 0 || !strings.ContainsRune(" -'0123456789", rune(s[i]))) {
			return false
		}
	}
	return true
}

// check checks the scenarios. New can set up every scenario without errors,
// unless the rules forbid a part of it.
func (r *loader) check() {
	if len(r.f.Scenarios) == 0 && r.f.Board == nil && len(r.f.Boards) == 0 {
		r.fail(r.f.At, "nothing to play on; expected scenarios: or a board")
	}
	if n := len(r.f.Scenarios); n > maxScenarios {
		r.fail(r.f.At, "%d scenarios; at most %d can be in a file", n, maxScenarios)
		return
	}
	used := map[string]bool{}
	for i := range r.f.Scenarios {
		s := &r.f.Scenarios[i]
		r.head(s, used)
		if b := s.ground.board(); b != nil && len(s.Variants) <= maxVariants {
			c := &checker{loader: r, s: s, b: b, told: map[board.Problem]bool{}}
			c.scenario()
		}
	}
}

// head checks the head of a scenario.
func (r *loader) head(s *fileScenario, used map[string]bool) {
	id := s.ID.S
	switch {
	case id == "":
		r.fail(s.At, "scenario without an id")
	case !board.Slug(strings.ToLower(id)):
		r.fail(s.ID.Pos, "scenario %q: the id must be letters, digits and hyphens", id)
	case used[strings.ToLower(id)]:
		r.fail(s.ID.Pos, "scenario %s: the id or slug is used twice", id)
	case BuiltIn().find(id) != nil:
		r.warn(s.ID.Pos, "scenario %s: a built-in scenario has this id; give yours another, so that nobody takes one for the other", id)
	}
	if slug := s.Slug.S; !strings.EqualFold(slug, id) {
		if !board.Slug(slug) || used[slug] {
			r.fail(s.Slug.Pos, "scenario %s: slug %q: expected small letters, digits and hyphens, and no other scenario's", id, slug)
		}
		used[slug] = true
	}
	used[strings.ToLower(id)] = true
	for _, t := range []source.Text{s.Title, s.Period} {
		if len(t.S) > maxTitle {
			r.fail(t.Pos, "scenario %s: %.20q... is longer than %d bytes", id, t.S, maxTitle)
		}
	}
	for _, t := range []*source.Text{&s.Title, &s.Period} {
		if fit := source.FitTitle(t.S); fit != t.S {
			r.refuse(t.Pos, "scenario %s: %.20q has what a title cannot have: <, > or the end of a line", id, t.S)
			t.S = fit
		}
	}
	if y := s.Year; y.N < 1 || y.N > maxYear {
		at := y.Pos
		if !y.Given() {
			at = s.At
		}
		r.fail(at, "scenario %s: expected year: with the year of the first spring, 1 to %d", id, maxYear)
	}
	if len(s.Powers) == 0 {
		r.fail(s.At, "scenario %s: no powers", id)
	}
	if n := len(s.Variants); n > maxVariants {
		r.fail(s.At, "scenario %s: %d variants; at most %d are possible", id, n, maxVariants)
	}
	for _, o := range s.Options {
		if _, err := rules.Make("", map[string]string{o.Name.S: o.Value.Text}); err != nil {
			r.fail(o.Name.Pos, "scenario %s: option: %v", id, err)
		}
	}
}

// checker checks one scenario on its board.
type checker struct {
	*loader
	s    *fileScenario
	b    *board.Board
	off  board.Set              // provinces off the board in every variant
	bad  bool                   // whether units or provinces are wrong; then variants are not checked
	city board.Set              // provinces where a garrison may stand
	told map[board.Problem]bool // problems already reported, without the names of variants
}

// scenario checks first what is common to all variants, and then each variant.
func (c *checker) scenario() {
	before := len(*c.found)
	c.city = c.b.Fortified
	if c.s.Fortresses.B {
		c.city = c.city.Union(c.b.Fortresses)
	}
	c.off = c.provinces(c.s.OffBoard, "off-board")
	seen := map[string]bool{}
	for i := range c.s.Powers {
		p := &c.s.Powers[i]
		if p.Power.S != "" && seen[p.Power.S] {
			c.fail(p.Power.Pos, "power %s is listed twice", p.Power.S)
		}
		seen[p.Power.S] = true
		c.entry(p)
	}
	for i := range c.s.CityDice {
		c.cityDie(&c.s.CityDice[i])
	}
	c.garrisons(c.s.Garrisons)
	ids := map[string]bool{}
	for i := range c.s.Variants {
		v := &c.s.Variants[i]
		if id := strings.ToLower(v.ID.S); id == "" {
			c.fail(v.At, "variant without an id")
		} else if ids[id] || !board.Slug(id) {
			c.fail(v.ID.Pos, "variant %q: the id must be letters, digits and hyphens, and no other variant's", v.ID.S)
		} else {
			ids[id] = true
		}
		for j := range v.Powers {
			c.entry(&v.Powers[j])
		}
		c.garrisons(v.MoreGarrisons)
		c.garrisons(v.WithoutGarrisons)
	}
	c.bad = c.found.Failed() && len(*c.found) > before && slices.ContainsFunc((*c.found)[before:], func(p board.Problem) bool { return !p.Warning })
	for i := range c.s.Variants {
		c.variant(&c.s.Variants[i])
	}
}

// entry checks the set-up of one power without regard to other powers.
func (c *checker) entry(p *filePower) {
	id := p.Power.S
	if _, ok := c.l.powers[id]; !ok {
		at, known := p.Power.Pos, slices.Sorted(maps.Keys(c.l.powers))
		if id == "" {
			at = p.At
		}
		c.unknown(at, id, known, "no power %q; expected one that this file describes under powers, or %s", id, strings.Join(known, ", "))
	}
	home := c.provinces(p.Home, id+": home")
	c.provinces(p.Controls, id+": controls")
	if off := home.Intersect(c.off); !off.Empty() {
		c.fail(p.Home[0].Pos, "%s: home: %s is off the board", id, c.b.Areas[off.Next(board.None)].Code)
	}
	if n := p.Dice; n.N < 0 || n.N > maxDice {
		c.fail(n.Pos, "%s: dice: expected 0 to %d", id, maxDice)
	}
	if n := p.Initial; n.N < 0 || n.N > maxDucats {
		c.fail(n.Pos, "%s: initial: expected 0 to %d ducats", id, maxDucats)
	} else if n.N > 0 && p.Dice.N == 0 {
		c.fail(n.Pos, "%s: initial stands for the first dice, and there are none", id)
	}
	if p.Dice.N > 0 {
		c.hasRow(p.Dice.Pos, id, "%s has dice, but there is no row %q among the rows", id, id)
	}
	if n := len(p.Limits); n != 0 && n != 3 {
		c.fail(p.Limits[0].Pos, "%s: limits: found %d, expected three: for armies, fleets and garrisons", id, n)
	}
	for _, t := range p.Limits {
		if len(t.S) != 4 || strings.Trim(t.S, "x.br") != "" {
			c.fail(t.Pos, "%s: limits: %q: expected four of x . b r, for ordinary, militia, mercenary and professional units", id, t.S)
		}
	}
	for _, t := range p.Units {
		u, why := parseUnit(c.b, t.S)
		if why == "" {
			why = cannotStand(c.b, c.city, u)
		}
		if why == "" && c.off.Has(u.At) {
			why = fmt.Sprintf("a unit in %s, which is off the board", c.b.Areas[u.At].Name)
		}
		if why != "" {
			c.fail(t.Pos, "%s: %s", id, why)
		}
	}
	switch {
	case p.HeldBy.S != "" && len(p.Units) > 0:
		c.fail(p.Units[0].Pos, "%s is held by %s and does not play, so it has no units", id, p.HeldBy.S)
	case p.HeldBy.S != "":
	case len(p.Units) == 0:
		c.warn(p.At, "%s has no units", id)
	case home.Intersect(c.b.Cities).Empty():
		c.warn(p.At, "%s has no city in its home country: it can build nowhere", id)
	}
}

// hasRow reports an error if there is no row with the given name.
func (c *checker) hasRow(at source.Pos, name, format string, args ...any) {
	if _, ok := c.s.rows[name]; !ok {
		c.unknown(at, name, slices.Sorted(maps.Keys(c.s.rows)), format, args...)
	}
}

// cityDie checks the dice of a city.
func (c *checker) cityDie(d *fileCityDie) {
	at := c.provinces(source.Words{d.City}, "city-dice")
	if at.Intersect(c.off).Len() > 0 || !at.Empty() && at.Intersect(c.b.Cities).Empty() {
		c.fail(d.City.Pos, "city-dice: %s has no city that pays", d.City.S)
	}
	c.hasRow(d.Row.Pos, d.Row.S, "city-dice: no row %q among the rows", d.Row.S)
	if d.Dice.N < 1 || d.Dice.N > maxDice {
		c.fail(d.At, "city-dice of %s: dice: expected 1 to %d", d.City.S, maxDice)
	}
}

// garrisons checks a list of autonomous garrisons.
func (c *checker) garrisons(words source.Words) {
	for _, w := range words {
		for _, id := range c.provinces(source.Words{w}, "garrisons").IDs() {
			if why := cannotStand(c.b, c.city, position.Unit{Type: machiavelli.Garrison, At: id}); why != "" {
				c.fail(w.Pos, "garrisons: %s", why)
			} else if c.off.Has(id) {
				c.fail(w.Pos, "garrisons: %s is off the board", w.S)
			}
		}
	}
}

// provinces returns the named land provinces. It reports other areas and
// repetitions.
func (c *checker) provinces(words source.Words, what string) board.Set {
	var s board.Set
	for _, w := range words {
		m, ok := c.b.Find(w.S)
		switch {
		case !ok:
			c.fail(w.Pos, "%s: no province %q on the board %s%s", what, w.S, c.b.Slug, meant(c.b, w.S))
		case c.b.Seas.Has(m.ID):
			c.fail(w.Pos, "%s: %s is a sea; expected a province", what, w.S)
		case s.Has(m.ID):
			c.fail(w.Pos, "%s: %s is listed twice", what, w.S)
		default:
			s.Add(m.ID)
		}
	}
	return s
}
