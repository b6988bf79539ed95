package assemble

import (
	"cmp"
	"math/bits"
	"slices"
	"time"
)

// Set is a set of numbers from 0 to 63.
type Set uint64

// All is the set of all numbers.
const All = ^Set(0)

// SetOf returns the set of some numbers.
func SetOf(numbers ...int) Set {
	var s Set
	for _, n := range numbers {
		s |= 1 << n
	}
	return s
}

// Range returns the set of the numbers from least to most.
func Range(least, most int) Set {
	var s Set
	for n := least; n <= most; n++ {
		s |= 1 << n
	}
	return s
}

// Has reports whether a number is in the set.
func (s Set) Has(n int) bool { return s>>n&1 == 1 }

// First returns the smallest number of the set, or 64 if it is empty.
func (s Set) First() int { return bits.TrailingZeros64(uint64(s)) }

// Person is someone who waits for a game.
type Person struct {
	ID    string
	Since time.Time // people who have waited longer come first

	Editions, Scenarios, Paces, Players Set // sets of what the person accepts
	Languages                           Set // languages in which they can write; All for any

	Least    int  // minimum reliability of the others, in percent; people without a score are accepted
	Programs bool // whether programs are accepted

	Reliability int    // their own reliability, in percent
	Known       bool   // whether they have a score
	Program     bool   // whether the account belongs to a program
	Owner       string // for a program, the account that answers for it; empty if no waiting person does
}

// wants reports whether the person accepts an offer, apart from its scenario.
func (p *Person) wants(k *Kind) bool {
	return p.Editions.Has(k.Edition) && p.Paces.Has(k.Pace) && p.Players.Has(k.Players)
}

// accepts reports whether the person accepts another one, regardless of blocks.
func (p *Person) accepts(q *Person) bool {
	return (!q.Known || q.Reliability >= p.Least) && (!q.Program || p.Programs)
}

// same reports whether two accounts belong to the same person.
func (p *Person) same(q *Person) bool {
	return p.ID == q.ID || p.Owner != "" && (p.Owner == q.Owner || p.Owner == q.ID) || q.Owner != "" && q.Owner == p.ID
}

// Kind is an offer: a game that can be created.
type Kind struct {
	Edition, Pace, Players int
	Scenarios              Set // the scenarios from which one is chosen
}

// Open is a game in which seats are free.
type Open struct {
	ID                      string
	Edition, Scenario, Pace int
	Players                 int  // the number of its seats
	Missing                 int  // the number of free seats
	Partly                  bool // whether it accepts fewer people than it needs; otherwise only as many as fill it

	Least    int      // minimum reliability that it demands
	Programs bool     // whether it admits programs
	Worst    int      // the lowest reliability among its players who have a score; 100 if none has one
	Among    bool     // whether a program plays in it
	Keep     []string // the accounts of its players and masters, and those that answer for the programs among them
}

// kind returns the game as an offer.
func (o *Open) kind() Kind {
	return Kind{Edition: o.Edition, Pace: o.Pace, Players: o.Players, Scenarios: SetOf(o.Scenario)}
}

// admits reports whether the game and its players accept a person, and the person
// accepts them.
func (o *Open) admits(p *Person, k *Kind, blocks Blocks) bool {
	return p.wants(k) && p.Scenarios.Has(o.Scenario) &&
		(!p.Known || p.Reliability >= o.Least) && (!p.Program || o.Programs) &&
		o.Worst >= p.Least && (!o.Among || p.Programs) &&
		!slices.Contains(o.Keep, p.ID) && (p.Owner == "" || !slices.Contains(o.Keep, p.Owner)) &&
		!blocks.any(p, o.Keep)
}

// Blocks lists the accounts with which each account must not play, keyed by account. Each pair is
// listed under both accounts.
type Blocks map[string][]string

// Block adds a pair of accounts.
func (b Blocks) Block(x, y string) {
	b[x], b[y] = append(b[x], y), append(b[y], x)
}

// any reports whether a person, or the account that answers for them, must not play with one of
// the other accounts.
func (b Blocks) any(p *Person, others []string) bool {
	for _, id := range []string{p.ID, p.Owner} {
		for _, x := range b[id] {
			if id != "" && slices.Contains(others, x) {
				return true
			}
		}
	}
	return false
}

// apart reports whether two people must not play together.
func (b Blocks) apart(p, q *Person) bool {
	if len(b) == 0 {
		return false
	}
	others := []string{q.ID}
	if q.Owner != "" {
		others = append(others, q.Owner)
	}
	return b.any(p, others)
}

// Together reports whether two people can sit at one table: each accepts the other, and neither
// has blocked the other.
func Together(p, q *Person, blocks Blocks) bool {
	return p.accepts(q) && q.accepts(p) && !p.same(q) && !blocks.apart(p, q)
}

// Table is a set of people who play together.
type Table struct {
	Game     string // the open game that they join; empty for a new game
	Kind     int    // for a new game, the index of the offer
	Scenario int    // for a new game, the number of its scenario
	People   []int  // indexes of the people, beginning with those who have waited longest
}

// reach limits how many people are considered for a table with someone. The people who have
// waited longest are preferred.
const reach = 400

// Match returns the tables that can be made. Each person sits at one of them at most. Open games
// that accept any number of people are filled first, in their order. Then each person, the longest
// wait first, gets a seat in the first open game that can be filled with them and others, or else at
// a new table of as many people as possible.
func Match(people []Person, kinds []Kind, open []Open, blocks Blocks) []Table {
	m := &matcher{
		people: people, kinds: kinds, blocks: blocks, order: make([]int, len(people)),
		seated: make([]bool, len(people)), free: make([]int, len(kinds)),
		vain: map[vain]bool{}, owners: map[string]bool{}, standing: len(people),
	}
	for i := range people {
		m.owners[people[i].Owner] = true
	}
	for i := range m.order {
		m.order[i] = i
	}
	slices.SortStableFunc(m.order, func(a, b int) int { return people[a].Since.Compare(people[b].Since) })
	for i := range people {
		m.count(i, 1)
	}
	var whole []Open
	for i := range open {
		switch o := &open[i]; {
		case o.Missing <= 0:
		case !o.Partly:
			whole = append(whole, *o)
		default:
			if t := m.fill(o, -1); len(t) > 0 {
				m.seat(Table{Game: o.ID, People: t})
			}
		}
	}
	for _, i := range m.order {
		if m.seated[i] || m.joins(whole, i) {
			continue
		}
		if t, ok := m.table(i, m.company(i)); ok {
			m.seat(t)
		}
	}
	return m.out
}

// matcher holds the state of Match.
type matcher struct {
	people []Person
	kinds  []Kind
	blocks Blocks
	order  []int // people in the order in which they began to wait; some are already seated
	seated []bool
	// standing is the number of people who are not seated.
	standing int
	free     []int // for each offer, the number of people without a seat who accept it
	around   []int // the result of the last call of company
	vain     map[vain]bool
	owners   map[string]bool // accounts that answer for a waiting program
	out      []Table
}

// vain records the wishes of a person for whom no table was found. A search for someone with the
// same wishes would also fail, because people only leave.
type vain struct {
	kind                     int
	scenarios, languages     Set
	least, reliability       int
	programs, known, program bool
}

// count adds n to the counts of all offers that a person accepts.
func (m *matcher) count(i, n int) {
	for k := range m.kinds {
		if m.people[i].wants(&m.kinds[k]) && m.people[i].Scenarios&m.kinds[k].Scenarios != 0 {
			m.free[k] += n
		}
	}
}

// seat takes the people at a table off the waiting list.
func (m *matcher) seat(t Table) {
	for _, i := range t.People {
		m.seated[i] = true
		m.count(i, -1)
	}
	if m.standing -= len(t.People); m.standing < len(m.order)/2 {
		m.order = slices.DeleteFunc(slices.Clone(m.order), func(i int) bool { return m.seated[i] })
	}
	m.out = append(m.out, t)
}

// joins seats a person in the first of some open games that can be filled with this person and
// others. It reports whether there is such a game.
func (m *matcher) joins(open []Open, i int) bool {
	for n := range open {
		o := &open[n]
		if o.Missing == 0 {
			continue
		}
		if t := m.fill(o, i); len(t) == o.Missing {
			o.Missing = 0
			m.seat(Table{Game: o.ID, People: t})
			return true
		}
	}
	return false
}

// fill returns people for the free seats of a game, beginning with the person at index
// first or, if first is -1, with the longest wait. It returns nil if that person does not fit.
func (m *matcher) fill(o *Open, first int) []int {
	k := o.kind()
	if first >= 0 && !o.admits(&m.people[first], &k, m.blocks) {
		return nil
	}
	t := m.start(&k)
	if first >= 0 {
		t.add(first)
	}
	for _, i := range m.order {
		if len(t.people) == o.Missing {
			break
		}
		if m.seated[i] || i == first || !m.people[i].wants(&k) {
			continue
		}
		if o.admits(&m.people[i], &k, m.blocks) && t.fits(i) {
			t.add(i)
		}
	}
	return t.people
}

// company returns the people who can sit at a table with a person, up to reach of them, longest
// waiting first.
func (m *matcher) company(first int) []int {
	p := &m.people[first]
	m.around = m.around[:0]
	for _, i := range m.order {
		if m.seated[i] || i == first {
			continue
		}
		q := &m.people[i]
		if p.accepts(q) && q.accepts(p) && p.Editions&q.Editions != 0 && p.Paces&q.Paces != 0 && p.Players&q.Players != 0 &&
			p.Scenarios&q.Scenarios != 0 && p.Languages&q.Languages != 0 && !p.same(q) && !m.blocks.apart(p, q) {
			if m.around = append(m.around, i); len(m.around) == reach {
				break
			}
		}
	}
	return m.around
}

// table returns the best new table with a person and some of their company. It prefers the table
// with the most people, then the one whose people have waited longest, then the first of the
// offers.
func (m *matcher) table(first int, company []int) (Table, bool) {
	var best Table
	var since int64
	for k := range m.kinds {
		kind := &m.kinds[k]
		if kind.Players < len(best.People) || m.free[k] < kind.Players || len(company)+1 < kind.Players || !m.people[first].wants(kind) {
			continue
		}
		p := &m.people[first]
		key := vain{
			kind: k, scenarios: p.Scenarios & kind.Scenarios, languages: p.Languages, least: p.Least, reliability: p.Reliability,
			programs: p.Programs, known: p.Known, program: p.Program,
		}
		alone := p.Owner == "" && !m.owners[p.ID] && len(m.blocks[p.ID]) == 0
		if alone && m.vain[key] {
			continue
		}
		t := m.start(kind)
		if !t.fits(first) {
			continue
		}
		t.add(first)
		t.gather(company, kind)
		if len(t.people) < kind.Players {
			if alone {
				m.vain[key] = true
			}
			continue
		}
		all := t.waited()
		if len(t.people) > len(best.People) || all < since {
			best, since = Table{Kind: k, Scenario: t.scenarios.First(), People: t.people}, all
		}
	}
	return best, len(best.People) > 0
}

// table is a new table that is being filled.
type table struct {
	m                    *matcher
	people               []int
	scenarios, languages Set // the sets that all of its people accept
}

func (m *matcher) start(k *Kind) *table {
	return &table{m: m, scenarios: k.Scenarios, languages: All}
}

// fits reports whether a person can sit at the table.
func (t *table) fits(i int) bool {
	p := &t.m.people[i]
	if t.scenarios&p.Scenarios == 0 || t.languages&p.Languages == 0 {
		return false
	}
	for _, x := range t.people {
		if !Together(p, &t.m.people[x], t.m.blocks) {
			return false
		}
	}
	return true
}

// gather adds people to a table of an offer, in order, until it is full.
func (t *table) gather(people []int, k *Kind) {
	for _, i := range people {
		if len(t.people) == k.Players {
			return
		}
		if t.m.people[i].wants(k) && t.fits(i) {
			t.add(i)
		}
	}
}

func (t *table) add(i int) {
	p := &t.m.people[i]
	t.people = append(t.people, i)
	t.scenarios, t.languages = t.scenarios&p.Scenarios, t.languages&p.Languages
	slices.SortStableFunc(t.people, func(a, b int) int {
		return cmp.Or(t.m.people[a].Since.Compare(t.m.people[b].Since), cmp.Compare(a, b))
	})
}

// waited returns the sum of the times at which the people began to wait, in seconds.
func (t *table) waited() int64 {
	var all int64
	for _, i := range t.people {
		all += t.m.people[i].Since.Unix()
	}
	return all
}

// Near is how close a person is to a game of some kind.
type Near struct {
	Kind int // the index of the offer
	Have int // how many people, including this person, wait for such a game; at most the number of its players
}

// Nearest returns the offer that a person accepts and for which the fewest people are missing;
// if there are several, the one with most players. It looks only at what people want to play,
// and not at whom they accept, so that nobody learns from it who has blocked whom. It returns
// false if the person accepts no offer.
func Nearest(people []Person, kinds []Kind, who int) (Near, bool) {
	var best Near
	missing, found := 0, false
	for k := range kinds {
		kind := &kinds[k]
		p := &people[who]
		both := p.Scenarios & kind.Scenarios
		if !p.wants(kind) || both == 0 {
			continue
		}
		have := 0
		for i := range people {
			if q := &people[i]; q.wants(kind) && q.Scenarios&both != 0 && q.Languages&p.Languages != 0 {
				have++
			}
		}
		have = min(have, kind.Players)
		lack := kind.Players - have
		if !found || lack < missing || lack == missing && kind.Players > kinds[best.Kind].Players {
			best, missing, found = Near{k, have}, lack, true
		}
	}
	return best, found
}
