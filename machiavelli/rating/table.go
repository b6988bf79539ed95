// Package rating converts finished games into ratings points and points into a
// player's skill (RATE-01 to RATE-05, the last optional rule of 1978). It does
// not affect a game's result.
package rating

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Points is a number of whole ratings points.
type Points int

// Table maps a number of players to the points of each place, beginning with
// the first place. Points are unknown for a number of players without an entry,
// and for places missing at the end of an entry.
type Table map[int][]Points

// Handed returns what remains of the table of 1978. Its card is lost, and the rules quote only
// this part (RATE-02). Games of other sizes need a table that the players choose. The caller owns
// the result.
func Handed() Table {
	return Table{
		4: {10, 7},
		5: {10, 8, 6, 4, 2},
	}
}

// ErrNoTable is returned for a number of players or a place that the table does
// not contain.
var ErrNoTable = errors.New("the table of ratings points does not say")

// place returns the points of a place, counted from 1, in a game with the given
// number of players.
func (t Table) place(place, players int) (Points, error) {
	line, ok := t[players]
	if !ok {
		return 0, fmt.Errorf("%w what a game of %d players earns: add a line for it, as in \"5: 10 8 6 4 2\"", ErrNoTable, players)
	}
	if place > len(line) {
		return 0, fmt.Errorf("%w what place %d of %d earns: its line ends at place %d", ErrNoTable, place, players, len(line))
	}
	return line[place-1], nil
}

// String returns the table in the form that Parse reads.
func (t Table) String() string {
	var b strings.Builder
	for _, n := range slices.Sorted(maps.Keys(t)) {
		fmt.Fprintf(&b, "%d:", n)
		for _, p := range t[n] {
			fmt.Fprintf(&b, " %d", p)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Parse reads a table. It has a line such as "5: 10 8 6 4 2" for each number of
// players, with the points of the places. It skips empty lines. Points must not
// rise from place to place, and there can be no more places than players. An
// error names the line that is wrong.
func Parse(text string) (Table, error) {
	t := Table{}
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		bad := func(why string) (Table, error) {
			return nil, fmt.Errorf("line %d, %q: %s; expected a number of players and the points of the places, as in \"5: 10 8 6 4 2\"", n, line, why)
		}
		head, tail, ok := strings.Cut(line, ":")
		players, err := strconv.Atoi(strings.TrimSpace(head))
		switch {
		case !ok:
			return bad("no colon")
		case err != nil || players < 1:
			return bad("no number of players")
		case t[players] != nil:
			return bad("a second line for as many players")
		}
		points := []Points{}
		for _, f := range strings.Fields(tail) {
			p, err := strconv.Atoi(f)
			switch {
			case err != nil || p < 0:
				return bad(strconv.Quote(f) + " is not a number of points")
			case len(points) > 0 && Points(p) > points[len(points)-1]:
				return bad("a later place earns more than an earlier one")
			}
			points = append(points, Points(p))
		}
		if len(points) == 0 || len(points) > players {
			return bad("it has " + strconv.Itoa(len(points)) + " places for " + strconv.Itoa(players) + " players")
		}
		t[players] = points
	}
	return t, nil
}
