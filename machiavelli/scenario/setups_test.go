package scenario

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
)

// TestSetUps compares every variant of every scenario with testdata/setups.txt,
// which was checked against the rulebooks' lists. The file has seats, home
// countries, other property, units in printed order, garrisons, dice and
// limits.
func TestSetUps(t *testing.T) {
	data, err := os.ReadFile("testdata/setups.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.SplitAfter(string(data), "\n\n")
	i := 0
	for _, s := range List() {
		for _, v := range s.Variants {
			got := setUp(mustNew(t, s.ID, v.ID, classic()), v)
			if i >= len(want) || want[i] != got {
				t.Errorf("not in its place in the file:\n%s", got)
			}
			i++
		}
	}
	if i != len(want)-1 || want[i] != "" {
		t.Errorf("%d set-ups, %d in the file", i, len(want)-1)
	}
}

// setUp formats a start position in a few lines, followed by an empty line.
func setUp(p *position.Position, v VariantInfo) string {
	set, b := p.Setting, p.Setting.Board
	var w strings.Builder
	fmt.Fprintf(&w, "%s %s: %s on %s", set.Scenario, set.Variant, p.Phase.Campaign(), b.Slug)
	if set.Fortress {
		w.WriteString(", fortresses in use")
	}
	if !v.SuitableForBasicVictory {
		w.WriteString(", not for the basic victory")
	}
	fmt.Fprintf(&w, "\n  seats: %d", v.Players)
	for _, seat := range v.Seats {
		w.WriteString(" (" + strings.Join(seat, " ") + ")")
	}
	if v.ChooseEach > 0 {
		fmt.Fprintf(&w, " choose %d of %s", v.ChooseEach, strings.Join(v.ChooseFrom, " "))
	}
	w.WriteString("\n")
	codes := func(what string, s board.Set) {
		if s.Empty() {
			return
		}
		w.WriteString(what)
		for _, id := range s.IDs() {
			w.WriteString(" " + b.Areas[id].Code)
		}
	}
	for i, c := range set.Countries {
		power := c.Native
		fmt.Fprintf(&w, "  %c %s:", set.Powers[power].Letter, c.ID)
		if holder := p.Holder[i]; holder != power {
			w.WriteString(" held by " + set.Powers[holder].ID + ";")
		}
		codes(" home", c.Provinces)
		var land, city board.Set
		for id := range b.Areas {
			at := board.ID(id)
			if p.Province[id] == power && !p.Homes(power).Has(at) {
				land.Add(at)
			}
			if p.City[id] == power && p.Province[id] != power {
				city.Add(at)
			}
		}
		codes("; holds", land)
		codes("; the city alone of", city)
		w.WriteString(";")
		for _, u := range p.Units {
			if u.Owner == power {
				fmt.Fprintf(&w, " %s%d %s", u.Type.Letter(), u.Serial, b.Areas[u.At].Code)
				if u.Coast != machiavelli.NoCoast {
					w.WriteString("/" + u.Coast.Code())
				}
			}
		}
		if l, ok := set.UnitLimits[power]; ok {
			w.WriteString("; limits " + strings.Join(l[:], " "))
		}
		w.WriteString("\n")
	}
	var nobody board.Set
	for _, u := range p.Units {
		if u.Owner == machiavelli.Nobody {
			nobody.Add(u.At)
		}
	}
	if !nobody.Empty() {
		codes("  garrisons:", nobody)
		w.WriteString("\n")
	}
	if !set.OffBoard.Empty() {
		codes("  off the board:", set.OffBoard)
		w.WriteString("\n")
	}
	if len(set.Dice) > 0 {
		w.WriteString("  dice:")
		for _, d := range set.Dice {
			of := b.Areas[d.City].Code
			if d.Country >= 0 {
				of = set.Countries[d.Country].ID
			}
			fmt.Fprintf(&w, " %s %d x %s", of, d.Dice, strings.Trim(fmt.Sprint(d.Ducats), "[]"))
			if d.Initial > 0 {
				fmt.Fprintf(&w, " first %d", d.Initial)
			}
			w.WriteString(";")
		}
		w.WriteString("\n")
	}
	return w.String() + "\n"
}
