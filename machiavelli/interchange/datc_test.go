package interchange

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli/board"
)

// datcUnit is a unit of a test case with its expected outcome.
type datcUnit struct{ Power, Type, Loc, Outcome string }

// datcCase is one of the Diplomacy Adjudicator Test Cases 3.2 (Lucas B.
// Kruijswijk; chapter 6, which may be copied) in machine-readable form.
type datcCase struct {
	ID, Phase, Title string
	Units            []datcUnit
	Orders           []struct{ Power, Text, Kind, Type, Loc, Result string }
	Centers          []struct{ Power, Loc string }                    `json:"supply_centers"`
	Expect           []datcUnit                                       `json:"expect_units"`
	Retreats         []struct{ Power, Text, Kind, To, Result string } `json:"retreat_orders"`
	Automatic        []struct{ Power, Loc string }                    `json:"automatic_disband"`
}

// datc is the whole test suite.
type datc struct {
	Meta struct {
		Names map[string]string `json:"location_codes"`
	}
	Cases []datcCase
}

func readDATC(t *testing.T) *datc {
	f, err := os.Open("testdata/datc.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	var d datc
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	return &d
}

// name returns the full name of a place of the suite.
func (d *datc) name(loc string) string {
	base, coast, _ := strings.Cut(loc, "/")
	if n, ok := d.Meta.Names[base]; ok {
		base = n
	}
	if coast != "" {
		base += "/" + coast
	}
	return base
}

// run adjudicates a case given as members of the interchange format.
func run(t *testing.T, a *Adjudicator, members map[string]any) *answer {
	in, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	line, _ := a.Append(nil, in, 1)
	var got answer
	if err := json.Unmarshal(bytes.TrimSpace(line), &got); err != nil {
		t.Fatal(err)
	}
	if got.Error != "" {
		t.Fatal(got.Error)
	}
	var whole struct{ Position json.RawMessage }
	if err := json.Unmarshal(line, &whole); err != nil {
		t.Fatal(err)
	}
	got.Dislodged = whole.Position
	return &got
}

// at reports whether the map of units has the unit u at the place. A coast that the case leaves
// out matches any coast. Armies have no coast.
func (d *datc) at(n naming, units map[string][]string, u datcUnit, loc string) bool {
	want := n.place(d.name(loc))
	for _, x := range units[strings.ToLower(u.Power)] {
		letter, place, _ := strings.Cut(n.unit(x), " ")
		area, _, _ := strings.Cut(place, "/")
		wanted, coast, _ := strings.Cut(want, "/")
		if letter == u.Type && area == wanted && (coast == "" || letter == "A" || place == want) {
			return true
		}
	}
	return false
}

// TestDATC runs all 176 cases under the preset diplomacy, through orders,
// retreats and adjustments.
func TestDATC(t *testing.T) {
	d := readDATC(t)
	if len(d.Cases) != 176 {
		t.Fatalf("%d cases, want 176", len(d.Cases))
	}
	b, err := board.Get("diplomacy", false)
	if err != nil {
		t.Fatal(err)
	}
	n := naming{b}
	for _, c := range d.Cases {
		t.Run(c.ID, func(t *testing.T) {
			a := New()
			units, orders, centres := map[string][]string{}, map[string][]string{}, map[string][]string{}
			for _, u := range c.Units {
				p := strings.ToLower(u.Power)
				units[p] = append(units[p], u.Type+" "+d.name(u.Loc))
			}
			for _, o := range c.Orders {
				p := strings.ToLower(o.Power)
				orders[p] = append(orders[p], o.Text)
			}
			position := map[string]any{"units": units}
			phase := "spring 1901 orders"
			if c.Phase == "adjustment" {
				phase = "winter 1901 adjustments"
			}
			if c.Centers != nil {
				for _, s := range c.Centers {
					p := strings.ToLower(s.Power)
					centres[p] = append(centres[p], d.name(s.Loc))
				}
				position["cities"], position["provinces"] = centres, centres
			}
			members := map[string]any{
				"scenario": "diplomacy", "rules": map[string]string{"preset": "diplomacy"},
				"phase": phase, "position": position, "orders": orders,
			}
			got := run(t, a, members)
			if c.Phase == "adjustment" {
				d.checkAdjustments(t, n, &c, got)
				return
			}
			d.checkMovement(t, n, &c, got)
			if c.Retreats == nil {
				return
			}
			retreats := map[string][]string{}
			for _, o := range c.Retreats {
				p := strings.ToLower(o.Power)
				retreats[p] = append(retreats[p], o.Text)
			}
			members["phase"], members["position"], members["orders"] = "spring 1901 retreats", got.Dislodged, retreats
			after := run(t, a, members)
			for _, o := range c.Retreats {
				if o.Kind != "move" || o.To == "" {
					continue
				}
				arrived := d.at(n, after.Position.Units, datcUnit{Power: o.Power, Type: o.Text[:1]}, o.To)
				if arrived != (o.Result == "succeeds") {
					t.Errorf("%s: want %s", o.Text, o.Result)
				}
			}
		})
	}
}

func (d *datc) checkMovement(t *testing.T, n naming, c *datcCase, got *answer) {
	for _, u := range c.Expect {
		dislodged := false
		for _, o := range got.Orders {
			if o.Kind == "" && strings.EqualFold(o.Power, u.Power) && n.shoreless(o.Unit) == n.shoreless(u.Type+" "+d.name(u.Loc)) {
				dislodged = dislodged || o.Dislodged
			}
		}
		target, moves := strings.CutPrefix(u.Outcome, "moves:")
		switch {
		case moves && !d.at(n, got.Position.Units, u, target):
			t.Errorf("%s %s should be in %s; units are %v", u.Power, u.Loc, target, got.Position.Units)
		case u.Outcome == "stays" && (dislodged || !d.at(n, got.Position.Units, u, u.Loc)):
			t.Errorf("%s %s should stay; units are %v", u.Power, u.Loc, got.Position.Units)
		case (u.Outcome == "dislodged" || u.Outcome == "destroyed") && !dislodged:
			t.Errorf("%s %s should be dislodged", u.Power, u.Loc)
		}
	}
}

func (d *datc) checkAdjustments(t *testing.T, n naming, c *datcCase, got *answer) {
	want := map[string]bool{}
	key := func(power, typ, loc string) string {
		return strings.ToLower(power) + " " + typ + " " + n.place(d.name(loc))
	}
	remove := func(power, loc string) {
		for _, typ := range []string{"A", "F"} {
			delete(want, key(power, typ, loc))
		}
	}
	for _, u := range c.Units {
		want[key(u.Power, u.Type, u.Loc)] = true
	}
	for _, o := range c.Orders {
		if o.Result != "succeeds" {
			continue
		}
		switch o.Kind {
		case "build":
			want[key(o.Power, o.Type, o.Loc)] = true
		case "disband", "remove":
			remove(o.Power, o.Loc)
		}
	}
	for _, x := range c.Automatic {
		remove(x.Power, x.Loc)
	}
	have := n.perPower(got.Position.Units, n.unit)
	if wanted := slices.Sorted(maps.Keys(want)); !slices.Equal(wanted, have) {
		t.Error(fmt.Sprint("want ", wanted, ", got ", have))
	}
}
