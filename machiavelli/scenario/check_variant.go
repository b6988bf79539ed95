package scenario

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"podesta/machiavelli/board"
	"podesta/machiavelli/internal/source"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/suggest"
)

// variantChecker checks one variant. It checks the powers together, and the
// seats.
type variantChecker struct {
	*checker
	v      *fileVariant
	powers []filePower
	ids    []string // identifiers of the powers that are played
}

// variant checks a variant.
func (c *checker) variant(v *fileVariant) {
	x := &variantChecker{checker: c, v: v, powers: c.s.powersIn(v)}
	for _, p := range x.powers {
		if p.HeldBy.S == "" {
			x.ids = append(x.ids, p.Power.S)
		}
	}
	if n := len(x.powers); n > lastPower {
		x.fault(v.At, "%d powers; at most %d can play", n, lastPower)
		return
	}
	x.names()
	x.left(v.Neutral, "neutral")
	x.left(v.Drop, "drop")
	x.seats()
	x.choice()
	if !c.bad {
		x.homes()
		x.spaces()
		x.cities()
	}
}

// fault reports an error, and flaw a warning. A problem that several variants share is reported
// only once.
func (c *variantChecker) fault(at source.Pos, format string, args ...any) {
	c.tell(at, false, "", nil, format, args...)
}

func (c *variantChecker) flaw(at source.Pos, format string, args ...any) {
	c.tell(at, true, "", nil, format, args...)
}

func (c *variantChecker) tell(at source.Pos, warning bool, word string, among []string, format string, args ...any) {
	p := board.Problem{File: c.name, Line: at.Line, Column: at.Column, Text: fmt.Sprintf(format, args...), Warning: warning}
	if word != "" {
		p.Suggestion = suggest.Closest(word, among)
	}
	if !c.told[p] {
		c.told[p] = true
		p.Text = "variant " + c.v.ID.S + ": " + p.Text
		c.found.Add(p)
	}
}

// present reports whether a word is a power that is played. If not, it adds a problem.
func (c *variantChecker) present(w source.Text, what string) bool {
	if slices.Contains(c.ids, w.S) {
		return true
	}
	why := "is no power of this variant"
	switch {
	case c.v.Neutral.Has(w.S):
		why = "is neutral in this variant"
	case c.v.Drop.Has(w.S):
		why = "is left out of this variant"
	case slices.ContainsFunc(c.powers, func(p filePower) bool { return p.Power.S == w.S }):
		why = "is held by another power and does not play"
	}
	c.tell(w.Pos, false, w.S, c.ids, "%s: %s %s; the powers are %s", what, w.S, why, strings.Join(c.ids, ", "))
	return false
}

// names checks that no two powers have names that can be confused.
func (c *variantChecker) names() {
	letters, owner := map[byte]string{}, map[string]string{}
	at := c.s.ID.Pos
	for _, p := range c.powers {
		info, ok := c.l.powers[p.Power.S]
		if !ok {
			return
		}
		if other := letters[info.Letter]; other != "" {
			c.fault(at, "%s and %s both have the letter %c; give one of them another letter", other, info.ID, info.Letter)
		}
		letters[info.Letter] = info.ID
		for _, n := range append([]string{info.ID, info.Name, info.Adjective}, info.Aliases...) {
			n = strings.ToLower(n)
			if other := owner[n]; other != "" && other != info.ID {
				c.fault(at, "%q is a name of both %s and %s", n, other, info.ID)
			}
			owner[n] = info.ID
		}
	}
	all := slices.Sorted(maps.Keys(owner))
	for _, p := range c.powers {
		name := strings.ToLower(c.l.powers[p.Power.S].Name)
		for _, n := range all {
			if other := owner[n]; other != p.Power.S && len(n) > len(name) && strings.HasPrefix(n, name) {
				c.flaw(at, "the name of %s is also how the name %q of %s begins", p.Power.S, n, other)
			}
		}
	}
}

// left checks the list of powers that do not take part.
func (c *variantChecker) left(words source.Words, what string) {
	var known []string
	for _, p := range c.s.Powers {
		known = append(known, p.Power.S)
	}
	for _, w := range words {
		if !slices.Contains(known, w.S) {
			c.tell(w.Pos, false, w.S, known, "%s: no power %q in this scenario", what, w.S)
		}
	}
}

// seats checks the seats.
func (c *variantChecker) seats() {
	v, seated := c.v, map[string]bool{}
	switch n := v.Players; {
	case !n.Given():
		c.fault(v.At, "expected players: with their number")
	case n.N < 1 || n.N > lastPower:
		c.fault(n.Pos, "players: expected 1 to %d", lastPower)
	case v.Choose.N == 0 && len(v.Seats) != n.N:
		c.fault(n.Pos, "%d seats for %d players", len(v.Seats), n.N)
	case len(v.Seats) > 0 && len(v.Seats) != n.N:
		c.fault(n.Pos, "%d seats for %d players; expected one for each, or none", len(v.Seats), n.N)
	}
	for _, seat := range v.Seats {
		if len(seat) == 0 {
			c.fault(v.At, "a seat without a power")
		}
		for _, w := range seat {
			if c.present(w, "seats") && seated[w.S] {
				c.fault(w.Pos, "seats: %s has two seats", w.S)
			}
			seated[w.S] = true
		}
	}
	for _, p := range c.powers {
		switch by := p.HeldBy; {
		case by.S != "":
			c.present(by, "held-by")
		case !seated[p.Power.S] && !v.From.Has(p.Power.S):
			c.flaw(v.At, "nobody plays %s", p.Power.S)
		}
	}
}

// choice checks the powers that players may choose.
func (c *variantChecker) choice() {
	v := c.v
	seen := map[string]bool{}
	for _, w := range v.From {
		switch {
		case !c.present(w, "from"):
		case seen[w.S]:
			c.fault(w.Pos, "from: %s is listed twice", w.S)
		case slices.ContainsFunc(v.Seats, func(seat source.Words) bool { return seat.Has(w.S) }):
			c.fault(w.Pos, "from: %s has a seat already", w.S)
		}
		seen[w.S] = true
	}
	switch n := v.Choose; {
	case n.N < 0 || n.N == 0 && len(v.From) > 0:
		c.fault(v.At, "expected choose: with how many powers each player chooses")
	case n.N > 0 && n.N*v.Players.N > len(v.From):
		c.fault(n.Pos, "%d players cannot choose %d powers each from %d", v.Players.N, n.N, len(v.From))
	}
}

// offBoard returns the provinces out of play in the variant (BOARD-15).
func (c *variantChecker) offBoard() board.Set {
	off := c.off
	for _, p := range c.s.Powers {
		if c.v.Neutral.Has(p.Power.S) {
			off = off.Union(c.provinces(p.Home, "home"))
		}
	}
	return off
}

// homes checks that the home countries do not overlap.
func (c *variantChecker) homes() {
	owner := map[board.ID]string{}
	off := c.offBoard()
	for _, p := range c.powers {
		for _, w := range p.Home {
			m, _ := c.b.Find(w.S)
			if other := owner[m.ID]; other != "" {
				c.fault(w.Pos, "%s is home of both %s and %s", w.S, other, p.Power.S)
			} else if off.Has(m.ID) {
				c.fault(w.Pos, "%s is home of %s, but off the board", w.S, p.Power.S)
			}
			owner[m.ID] = p.Power.S
		}
	}
}

// space is a space for one unit.
type space struct {
	at   board.ID
	city bool
}

// spaces checks that no two units share a space (BOARD-02). The single space of
// Venice has room for only one unit (VENICE-01).
func (c *variantChecker) spaces() {
	taken := map[space]string{}
	off := c.offBoard()
	put := func(at source.Pos, id board.ID, city bool, whose string) {
		s := space{id, city && id != c.b.Venice}
		name := c.b.Areas[id].Name
		if city {
			name = "the city of " + name
		}
		switch other := taken[s]; {
		case other != "":
			c.fault(at, "two units in %s, of %s and %s", name, other, whose)
		case off.Has(id):
			c.fault(at, "a unit of %s in %s, which is off the board", whose, name)
		}
		taken[s] = whose
	}
	for _, p := range c.powers {
		for _, t := range p.Units {
			u, _ := parseUnit(c.b, t.S)
			put(t.Pos, u.At, u.InCity(), p.Power.S)
		}
	}
	for _, w := range append(slices.Clone(c.s.Garrisons), c.v.MoreGarrisons...) {
		if m, _ := c.b.Find(w.S); !c.v.WithoutGarrisons.Has(w.S) {
			put(w.Pos, m.ID, true, "nobody (garrisons)")
		}
	}
}

// cities warns if there are too few cities for a victory.
func (c *variantChecker) cities() {
	need := 0
	for name, value := range c.s.options() {
		if o, ok := rules.Find(name); ok && o.Name == "victory-cities" {
			need, _ = strconv.Atoi(value)
		}
	}
	who := "this scenario asks"
	if need == 0 {
		need, who = fewestCities(), "every edition asks"
	}
	if n := c.b.Cities.Minus(c.offBoard()).Len(); n < need {
		c.flaw(c.v.At, "nobody can win: %d cities count, and %s for %d at least; the scenario's options can ask for fewer victory-cities", n, who, need)
	}
}

// fewestCities returns the lowest number of cities with which a power wins in
// any edition.
var fewestCities = sync.OnceValue(func() int {
	least := 0
	for _, p := range rules.Presets() {
		if s, err := rules.Preset(p.ID); err == nil && (least == 0 || s.VictoryCities < least) {
			least = s.VictoryCities
		}
	}
	return least
})
