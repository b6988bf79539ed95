package chart

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
)

// pairs is a set of pairs of neighbours. Each pair consists of the codes of two
// areas in alphabetical order, joined by a hyphen.
type pairs map[string]bool

func (p pairs) add(a, b string) { p[min(a, b)+"-"+max(a, b)] = true }

// Mismatches compares the chart with the borders of a board in both directions.
// It examines where armies pass, where fleets pass between seas and shores,
// where fleets pass along the coast, and at which coast they arrive. It returns
// a description of each difference, so the result is empty if the chart is
// correct.
func (c *Chart) Mismatches(b *board.Board) []string {
	t := &topology{Chart: c, b: b, sides: c.Sides()}
	var out []string
	for id := 1; id < len(b.Areas); id++ {
		code := b.Areas[id].Code
		if a := c.Areas[code]; a == nil || len(a.Rings) == 0 {
			out = append(out, fmt.Sprintf("areas: the board has %s, the chart has not", code))
		} else if a.Sea != b.Areas[id].Sea {
			out = append(out, fmt.Sprintf("areas: %s is not on the chart what it is on the board, sea or land", code))
		}
	}
	for _, code := range slices.Sorted(maps.Keys(c.Areas)) {
		if t.find(code) == board.None {
			out = append(out, fmt.Sprintf("areas: the chart has %s, the board has not", code))
		}
	}
	if out != nil {
		return out
	}
	out = append(out, compare("armies", t.armies(), t.edges(func(x, y board.ID) bool { return b.ArmyEdges[x].Has(y) }))...)
	out = append(out, compare("seas", t.waters(), t.edges(func(x, y board.ID) bool {
		return (t.wet(x) || t.wet(y)) && t.sails(x, y)
	}))...)
	out = append(out, compare("shores", t.shores(), t.edges(func(x, y board.ID) bool { return !t.wet(x) && !t.wet(y) && t.sails(x, y) }))...)
	return append(out, t.coasts()...)
}

// compare describes the pairs that are in only one of two sets.
func compare(what string, drawn, want pairs) []string {
	var out []string
	for _, k := range slices.Sorted(maps.Keys(drawn)) {
		if !want[k] {
			out = append(out, fmt.Sprintf("%s: the chart has %s, the board has not", what, k))
		}
	}
	for _, k := range slices.Sorted(maps.Keys(want)) {
		if !drawn[k] {
			out = append(out, fmt.Sprintf("%s: the board has %s, the chart has not", what, k))
		}
	}
	return out
}

// topology is a chart together with its board.
type topology struct {
	*Chart
	b     *board.Board
	sides [][]string
}

func (t *topology) find(code string) board.ID {
	for id := 1; id < len(t.b.Areas); id++ {
		if t.b.Areas[id].Code == code {
			return board.ID(id)
		}
	}
	return board.None
}

// wet reports whether an area is reached only over water, because it is a sea
// or land in a lagoon of its own.
func (t *topology) wet(id board.ID) bool {
	return t.b.Areas[id].Sea || t.Areas[t.b.Areas[id].Code].Lagoon
}

// dry reports whether a face of the chart is an area that is not wet, and swims
// reports whether a face is a wet area or a shoal.
func (t *topology) dry(face string) bool {
	id := t.find(face)
	return id != board.None && !t.wet(id)
}

func (t *topology) swims(face string) bool {
	id := t.find(face)
	return id != board.None && t.wet(id) || slices.Contains(t.Shoals, face)
}

// sea reports whether a face is an area that is reached over water.
func (t *topology) sea(face string) bool { return t.find(face) != board.None && t.swims(face) }

// sails reports whether a fleet passes between two areas at all.
func (t *topology) sails(x, y board.ID) bool {
	for c := range t.b.FleetEdges[x] {
		if t.b.FleetEdges[x][c].Has(y) {
			return true
		}
	}
	return t.b.StraitBetween(x, y) != board.None
}

// edges returns the board's pairs of areas for which keep returns true.
func (t *topology) edges(keep func(x, y board.ID) bool) pairs {
	out := pairs{}
	for x := 1; x < len(t.b.Areas); x++ {
		for y := x + 1; y < len(t.b.Areas); y++ {
			if keep(board.ID(x), board.ID(y)) {
				out.add(t.b.Areas[x].Code, t.b.Areas[y].Code)
			}
		}
	}
	return out
}

// linked adds the pairs of dry areas that a link joins. If armies is true, only
// pairs between which armies can move are added, and otherwise only pairs
// between which fleets can move.
func (t *topology) linked(out pairs, armies bool) {
	for _, l := range t.Links {
		x, y := t.find(l.A), t.find(l.B)
		if x == board.None || y == board.None || t.wet(x) || t.wet(y) {
			continue
		}
		if armies && t.b.ArmyEdges[x].Has(y) || !armies && t.sails(x, y) {
			out.add(l.A, l.B)
		}
	}
}

// armies returns the pairs of dry areas that have a common border or are joined
// by a link that armies can cross.
func (t *topology) armies() pairs {
	out := pairs{}
	for _, s := range t.sides {
		if len(s) == 2 && s[0] != s[1] && t.dry(s[0]) && t.dry(s[1]) {
			out.add(s[0], s[1])
		}
	}
	t.linked(out, true)
	return out
}

// waters returns the pairs of areas that have a common border and of which at
// least one is reached over water.
func (t *topology) waters() pairs {
	out := pairs{}
	for _, s := range t.sides {
		if len(s) == 2 && s[0] != s[1] && (t.sea(s[0]) && (t.sea(s[1]) || t.dry(s[1])) || t.sea(s[1]) && t.dry(s[0])) {
			out.add(s[0], s[1])
		}
	}
	return out
}

// shores returns the pairs of dry areas whose common border ends at water or
// that are joined by a link that fleets can cross.
func (t *topology) shores() pairs {
	wet := map[Point]bool{}
	for n, s := range t.sides {
		if slices.ContainsFunc(s, t.swims) {
			first, last := t.Ends(n)
			wet[first], wet[last] = true, true
		}
	}
	out := pairs{}
	for n, s := range t.sides {
		if len(s) == 2 && s[0] != s[1] && t.dry(s[0]) && t.dry(s[1]) {
			if first, last := t.Ends(n); wet[first] || wet[last] {
				out.add(s[0], s[1])
			}
		}
	}
	t.linked(out, false)
	return out
}

// coasts checks the areas that have several coasts. Each stretch of shore
// between two land borders must be one of the coasts, with its seas and with
// the neighbours at its ends. Each coast must be such a stretch.
func (t *topology) coasts() []string {
	var out []string
	for id := 1; id < len(t.b.Areas); id++ {
		a := &t.b.Areas[id]
		if len(a.Coasts) == 0 {
			continue
		}
		want := map[string]machiavelli.Coast{}
		for _, c := range a.Coasts {
			set := pairs{}
			for _, n := range t.b.FleetEdges[id][c].IDs() {
				set[t.b.Areas[n].Code] = true
			}
			want[strings.Join(slices.Sorted(maps.Keys(set)), " ")] = c
		}
		found := map[string]bool{}
		for _, stretch := range t.stretches(a.Code) {
			found[stretch] = true
			if _, ok := want[stretch]; !ok && !t.broken(stretch, want) {
				out = append(out, fmt.Sprintf("coasts: %s has a shore with %s on the chart, the board has no such coast", a.Code, stretch))
			}
		}
		for _, stretch := range slices.Sorted(maps.Keys(want)) {
			if !found[stretch] {
				out = append(out, fmt.Sprintf("coasts: the %s of %s has %s on the board, the chart has no such shore", want[stretch], a.Code, stretch))
			}
		}
	}
	return out
}

// broken reports whether a stretch is only part of a coast, because the edge of
// the sheet or land outside the board separates it from the rest of that coast.
func (t *topology) broken(stretch string, coasts map[string]machiavelli.Coast) bool {
	for whole := range coasts {
		part := true
		for code := range strings.FieldsSeq(stretch) {
			part = part && t.sea(code) && slices.Contains(strings.Fields(whole), code)
		}
		if part {
			return true
		}
	}
	return false
}

// stretches returns the stretches of shore of an area's mainland. Each consists
// of the codes of its seas and of the neighbours at its ends.
func (t *topology) stretches(code string) []string {
	var out []string
	for _, ring := range t.Areas[code].Rings {
		other := make([]string, len(ring))
		first := -1 // begins after an arc that is not a shore
		for i, n := range ring {
			for _, s := range t.sides[max(n, ^n)] {
				if s != code {
					other[i] = s
				}
			}
			if !t.swims(other[i]) {
				first = i
			}
		}
		if first < 0 {
			continue // it is an island
		}
		var set pairs
		for k := 1; k <= len(ring); k++ {
			i := (first + k) % len(ring)
			before := other[(i+len(ring)-1)%len(ring)]
			switch {
			case t.swims(other[i]):
				if set == nil {
					set = pairs{}
					if t.dry(before) {
						set[before] = true
					}
				}
				if t.sea(other[i]) {
					set[other[i]] = true
				}
			case set != nil:
				if t.dry(other[i]) {
					set[other[i]] = true
				}
				out = append(out, strings.Join(slices.Sorted(maps.Keys(set)), " "))
				set = nil
			}
		}
	}
	return out
}
