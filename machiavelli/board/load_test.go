package board

import (
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
)

func mustGet(t testing.TB, slug string) *Board {
	t.Helper()
	b, err := Get(slug, true)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func id(t testing.TB, b *Board, name string) ID {
	t.Helper()
	m, ok := b.Find(name)
	if !ok {
		t.Fatalf("%s: no area %q", b.Slug, name)
	}
	return m.ID
}

func TestCounts(t *testing.T) {
	tests := []struct {
		slug                                                           string
		land, seas, cities, fortified, fortresses, ports, major, ducat int
	}{
		{"italy-1978", 70, 11, 44, 36, 14, 18, 7, 55},
		{"italy-1995", 64, 9, 44, 36, 0, 15, 7, 55},
		{"diplomacy", 56, 19, 34, 0, 0, 27, 0, 34},
		{"dipmach", 56, 19, 34, 34, 0, 22, 9, 47},
	}
	for _, x := range tests {
		b := mustGet(t, x.slug)
		ducats := 0
		for _, p := range b.Cities.IDs() {
			ducats += int(b.Areas[p].CityPays)
		}
		got := []int{b.Land.Len(), b.Seas.Len(), b.Cities.Len(), b.Fortified.Len(), b.Fortresses.Len(), b.Ports.Len(), b.Major.Len(), ducats}
		want := []int{x.land, x.seas, x.cities, x.fortified, x.fortresses, x.ports, x.major, x.ducat}
		if !slices.Equal(got, want) {
			t.Errorf("%s: land, seas, cities, fortified, fortresses, ports, major, city ducats = %v, want %v", x.slug, got, want)
		}
		if n := b.Land.Len() + b.Seas.Len(); n != len(b.Areas)-1 {
			t.Errorf("%s: %d areas are land or sea, of %d", x.slug, n, len(b.Areas)-1)
		}
	}
}

func TestSymmetry(t *testing.T) {
	for _, slug := range Slugs() {
		b := mustGet(t, slug)
		for p := ID(1); int(p) < len(b.Areas); p++ {
			for _, q := range b.ArmyEdges[p].IDs() {
				if !b.ArmyEdges[q].Has(p) {
					t.Errorf("%s: armies go from %s to %s but not back", slug, b.Areas[p].Name, b.Areas[q].Name)
				}
			}
			for c := range machiavelli.NumCoasts {
				var union Set
				for d := range machiavelli.NumCoasts {
					union = union.Union(b.Shores[p][c][d])
					for _, q := range b.Shores[p][c][d].IDs() {
						if !b.Shores[q][d][c].Has(p) {
							t.Errorf("%s: fleets go from %s to %s but not back", slug, b.Name(Place{p, c}), b.Name(Place{q, d}))
						}
					}
				}
				if union != b.FleetEdges[p][c] {
					t.Errorf("%s: Shores of %s are not its FleetEdges", slug, b.Name(Place{p, c}))
				}
			}
		}
		for _, s := range b.Straits {
			if b.StraitBetween(s.A, s.B) != s.Control || b.StraitBetween(s.B, s.A) != s.Control {
				t.Errorf("%s: strait %v is not the same both ways", slug, s)
			}
			if b.Landing(s.A, 0, s.B) == 0 || b.Landing(s.B, 0, s.A) == 0 {
				t.Errorf("%s: strait %v is no fleet edge", slug, s)
			}
		}
	}
}

func TestConnectivity(t *testing.T) {
	for _, slug := range Slugs() {
		b := mustGet(t, slug)
		seen, todo := SetOf(1), []ID{1}
		for len(todo) > 0 {
			p := todo[0]
			todo = todo[1:]
			for _, q := range b.Borders[p].Minus(seen).IDs() {
				seen.Add(q)
				todo = append(todo, q)
			}
		}
		if seen.Len() != len(b.Areas)-1 {
			t.Errorf("%s: %d of %d areas hang together", slug, seen.Len(), len(b.Areas)-1)
		}
	}
}

func TestOrdersOfAreas(t *testing.T) {
	for _, slug := range Slugs() {
		b := mustGet(t, slug)
		for what, x := range map[string]struct {
			list []ID
			all  Set
		}{
			"rolls":     {b.RollOrder, b.Land},
			"provinces": {b.ReportProvinces, b.Land},
			"cities":    {b.ReportCities, b.Cities},
		} {
			if len(x.list) != x.all.Len() || SetOf(x.list...) != x.all {
				t.Errorf("%s: the order of %s does not name each once", slug, what)
			}
		}
	}
}

// TestDisasterTables checks which areas no disaster can strike, and that the
// completed tables include all.
func TestDisasterTables(t *testing.T) {
	b := mustGet(t, "italy-1978")
	var famine, plague, storm, never []string
	for p := ID(1); int(p) < len(b.Areas); p++ {
		a := &b.Areas[p]
		if a.Sea {
			if a.Storm == (Cell{}) {
				storm = append(storm, a.Code)
			}
			continue
		}
		if a.Famine == (Cell{}) {
			famine = append(famine, a.Code)
		}
		if a.Plague == (Cell{}) {
			plague = append(plague, a.Code)
		}
		if a.Famine == a.FamineCompleted || a.Plague == a.PlagueCompleted {
			never = append(never, a.Code)
		}
	}
	for _, x := range []struct {
		what string
		got  []string
		want string
	}{
		{"famine", famine, "per"},
		{"plague", plague, "are pio pst rag"},
		{"storm", storm, "lag"},
		{"one of the completed tables", never, ""},
	} {
		if got := strings.Join(x.got, " "); got != x.want {
			t.Errorf("never struck by %s: %q, want %q", x.what, got, x.want)
		}
	}
}

func TestGetIsShared(t *testing.T) {
	a, b := mustGet(t, "italy-1978"), mustGet(t, "italy-1978")
	if a != b {
		t.Error("a board is compiled twice")
	}
	if _, err := Get("atlantis", true); err == nil || !strings.Contains(err.Error(), "italy-1978") {
		t.Errorf("unknown board: got %v, want an error that lists the boards", err)
	}
}
