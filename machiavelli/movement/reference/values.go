package reference

import "podesta/machiavelli/board"

// truth is a value of three-valued logic.
type truth uint8

const (
	unknown truth = iota
	no
	yes
)

func truthOf(b bool) truth {
	if b {
		return yes
	}
	return no
}

func not(t truth) truth {
	switch t {
	case yes:
		return no
	case no:
		return yes
	}
	return unknown
}

func and(a, b truth) truth {
	switch {
	case a == no || b == no:
		return no
	case a == yes && b == yes:
		return yes
	}
	return unknown
}

func or(a, b truth) truth { return not(and(not(a), not(b))) }

// span is a strength with its known minimum and maximum.
type span struct{ lo, hi int }

func exactly(n int) span { return span{n, n} }

func (s span) plus(t span) span { return span{s.lo + t.lo, s.hi + t.hi} }

func (s span) decided() bool { return s.lo == s.hi }

// exceeds evaluates whether s is greater than t.
func (s span) exceeds(t span) truth {
	switch {
	case s.lo > t.hi:
		return yes
	case s.hi <= t.lo:
		return no
	}
	return unknown
}

// crossing is a fleet and the province that controls a strait edge it uses.
type crossing struct {
	fleet   int
	control board.ID
}

// values holds what is known of the nodes of section 4, indexed by unit. The
// fields success, path and rebels are for movers, and given is for matched
// supports.
type values struct {
	success []truth
	path    []truth
	rebels  []span
	given   []span

	blocked  map[crossing]bool // fleets that STRAIT-16 keeps from an edge
	paradox  map[int]bool      // armies whose convoy fails by rule 2
	noRebels map[int]bool      // movers denied the rebels by rule 3
}

func (v *values) clone() *values {
	w := &values{
		success:  append([]truth(nil), v.success...),
		path:     append([]truth(nil), v.path...),
		rebels:   append([]span(nil), v.rebels...),
		given:    append([]span(nil), v.given...),
		blocked:  map[crossing]bool{},
		paradox:  map[int]bool{},
		noRebels: map[int]bool{},
	}
	for k := range v.blocked {
		w.blocked[k] = true
	}
	for k := range v.paradox {
		w.paradox[k] = true
	}
	for k := range v.noRebels {
		w.noRebels[k] = true
	}
	return w
}

// nothingKnown returns the initial values for propagation, in which every node
// is open.
func (c *campaign) nothingKnown() *values {
	n := len(c.p.Units)
	v := &values{
		success:  make([]truth, n),
		path:     make([]truth, n),
		rebels:   make([]span, n),
		given:    make([]span, n),
		blocked:  map[crossing]bool{},
		paradox:  map[int]bool{},
		noRebels: map[int]bool{},
	}
	for _, m := range c.movers() {
		v.rebels[m] = span{0, 1}
	}
	for s := range c.backs {
		v.given[s] = span{0, c.base(s)}
	}
	return v
}
