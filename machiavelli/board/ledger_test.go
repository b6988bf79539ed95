package board

import (
	"strings"
	"testing"

	"podesta/machiavelli"
)

// TestLedger tests the rules of the ledger that concern only the board.
func TestLedger(t *testing.T) {
	b := mustGet(t, "italy-1978")
	of := func(names string) (s Set) {
		for _, n := range strings.Split(names, ", ") {
			s.Add(id(t, b, n))
		}
		return s
	}
	t.Run("BOARD-01", func(t *testing.T) {
		for slug, want := range map[string][2]int{"italy-1978": {70, 11}, "italy-1995": {64, 9}} {
			if b := mustGet(t, slug); b.Land.Len() != want[0] || b.Seas.Len() != want[1] {
				t.Errorf("%s: %d provinces and %d seas, want %v", slug, b.Land.Len(), b.Seas.Len(), want)
			}
		}
	})
	t.Run("BOARD-03", func(t *testing.T) {
		for name, want := range map[string]CityKind{"Bosnia": NoCity, "Albania": Unfortified, "Milan": Fortified, "Verona": Fortress, "Lagoon": NoCity} {
			if got := b.Areas[id(t, b, name)].City; got != want {
				t.Errorf("%s: city of kind %d, want %d", name, got, want)
			}
		}
	})
	t.Run("BOARD-04", func(t *testing.T) {
		if got := b.Ports.Intersect(b.Fortified).Len(); got != 14 {
			t.Errorf("%d fortified ports, want 14", got)
		}
		if got := b.Ports.Intersect(b.Fortresses); got != of("Salerno, Tivoli") {
			t.Errorf("fortresses with a port: %v", got.IDs())
		}
		if got := b.Ports.Intersect(b.Cities.Minus(b.Fortified)); got != of("Corsica, Sardinia") {
			t.Errorf("unfortified ports: %v", got.IDs())
		}
	})
	t.Run("BOARD-05", func(t *testing.T) {
		major := map[string]machiavelli.Ducats{"Florence": 3, "Genoa": 3, "Milan": 3, "Venice": 3, "Naples": 2, "Rome": 2, "Tunis": 2}
		for p := ID(1); int(p) < len(b.Areas); p++ {
			a := &b.Areas[p]
			want := major[a.Name]
			if want == 0 && b.Cities.Has(p) {
				want = 1
			}
			if a.CityPays != want || b.Major.Has(p) != (want > 1) {
				t.Errorf("the city of %s pays %d, want %d", a.Name, a.CityPays, want)
			}
			if a.Pays != 1 {
				t.Errorf("%s pays %d, want 1", a.Name, a.Pays)
			}
		}
	})
	t.Run("BOARD-08", func(t *testing.T) {
		if got, want := b.ArmyEdges[id(t, b, "Rome")], of("Perugia, Spoleto, Tivoli, Patrimony"); got != want {
			t.Errorf("armies leave Rome for %v", got.IDs())
		}
		if got, want := b.FleetEdges[id(t, b, "Croatia")][machiavelli.SouthCoast], of("Dalmatia, Istria"); got != want {
			t.Errorf("fleets leave the south coast of Croatia for %v", got.IDs())
		}
	})
	t.Run("BOARD-09", func(t *testing.T) {
		for p := ID(1); int(p) < len(b.Areas); p++ {
			for _, edges := range b.FleetEdges[p] {
				if !edges.Empty() && !b.Seas.Union(b.Coastal).Contains(edges.Union(SetOf(p))) {
					t.Errorf("fleets of %s sail inland", b.Areas[p].Name)
				}
			}
		}
		bari := id(t, b, "Bari")
		if s := id(t, b, "Salerno"); b.FleetEdges[bari][0].Has(s) || !b.ArmyEdges[bari].Has(s) {
			t.Error("Bari and Salerno share a border but no shore")
		}
	})
	t.Run("BOARD-10", func(t *testing.T) {
		if b.TwoCoast != of("Provence, Croatia") {
			t.Errorf("areas of two coasts: %v", b.TwoCoast.IDs())
		}
		pro := id(t, b, "Provence")
		for _, x := range []struct {
			from  string
			coast string
		}{{"Avignon", "nc"}, {"Savoy", "sc"}, {"Eastern Gulf of Lyons", "sc"}, {"Marseilles", "nc sc"}, {"Western Gulf of Lyons", "nc sc"}, {"Turin", ""}} {
			var got []string
			landing := b.Landing(id(t, b, x.from), machiavelli.NoCoast, pro)
			for c := machiavelli.NorthCoast; c < machiavelli.NumCoasts; c++ {
				if landing.Has(c) {
					got = append(got, c.Code())
				}
			}
			if s := strings.Join(got, " "); s != x.coast {
				t.Errorf("a fleet from %s reaches the coasts %q of Provence, want %q", x.from, s, x.coast)
			}
			if _, one := landing.One(); one != (len(got) == 1) {
				t.Errorf("from %s: one coast: %t", x.from, one)
			}
		}
		if !b.FleetEdges[pro][machiavelli.NoCoast].Empty() {
			t.Error("a fleet leaves Provence from no coast")
		}
	})
	t.Run("BOARD-12", func(t *testing.T) {
		ist, dal := id(t, b, "Istria"), id(t, b, "Dalmatia")
		apart, err := Get("italy-1978", false)
		if err != nil {
			t.Fatal(err)
		}
		if !b.ArmyEdges[ist].Has(dal) || !b.ArmyEdges[dal].Has(ist) {
			t.Error("with the land bridge armies do not cross")
		}
		if apart.ArmyEdges[ist].Has(dal) || apart.ArmyEdges[dal].Has(ist) {
			t.Error("without the land bridge armies cross")
		}
		if !apart.FleetEdges[ist][0].Has(dal) || !apart.Borders[ist].Has(dal) {
			t.Error("without the land bridge Istria and Dalmatia must still be neighbours by sea")
		}
		if _, ok := apart.Find("Istria"); !ok {
			t.Error("without the land bridge names are lost")
		}
	})
	t.Run("BOARD-13", func(t *testing.T) {
		m5 := mustGet(t, "italy-1995")
		for _, x := range []struct {
			b    *Board
			a, c string
			want bool
		}{
			{b, "Eastern Tyrrhenian Sea", "Capua", false},
			{b, "Gulf of Naples", "Tivoli", true},
			{b, "Bay of Tunis", "Ionian Sea", true},
			{b, "Messina", "Otranto", false},
			{b, "Corsica", "Sardinia", false},
			{m5, "Messina", "Otranto", true},
			{m5, "Corsica", "Sardinia", true},
		} {
			p, q := id(t, x.b, x.a), id(t, x.b, x.c)
			if got := x.b.FleetEdges[p][0].Has(q); got != x.want {
				t.Errorf("%s: fleets pass from %s to %s: %t", x.b.Slug, x.a, x.c, got)
			}
			if land := x.want && x.b.Land.Has(p) && x.b.Land.Has(q); x.b.ArmyEdges[p].Has(q) != land {
				t.Errorf("%s: armies pass from %s to %s: %t", x.b.Slug, x.a, x.c, !land)
			}
		}
	})
	t.Run("BOARD-14", func(t *testing.T) {
		lag := id(t, b, "Lagoon")
		if b.Venice != id(t, b, "Venice") || !b.ArmyEdges[b.Venice].Empty() || b.FleetEdges[b.Venice][0] != SetOf(lag) {
			t.Error("the only edge of Venice must be the Lagoon")
		}
		if !b.Seas.Has(lag) || b.Ports.Has(id(t, b, "Padua")) || b.Ports.Has(id(t, b, "Treviso")) {
			t.Error("the Lagoon must be a sea, Padua and Treviso no ports")
		}
		if _, ok := mustGet(t, "italy-1995").Find("Lagoon"); ok {
			t.Error("there is a Lagoon on the board of 1995")
		}
	})
	t.Run("BOARD-16", func(t *testing.T) {
		checkNames(t, b, "Pisa: psa\nPistoia: pst [pis]\nCarniola: crn\nCarinthia: cri [car]")
		five := map[string]string{}
		for _, p := range b.Land.IDs() {
			a := &b.Areas[p]
			if other := five[a.Abbr]; other != "" || len(a.Abbr) > 5 {
				t.Errorf("%s is the abbreviation of %s and %s", a.Abbr, a.Name, other)
			}
			five[a.Abbr] = a.Name
		}
	})
	t.Run("straits", func(t *testing.T) {
		for _, x := range [][3]string{{"Pisa", "Eastern Tyrrhenian Sea", "Piombino"}, {"Gulf of Naples", "Ionian Sea", "Messina"}} {
			if got := b.StraitBetween(id(t, b, x[0]), id(t, b, x[1])); got != id(t, b, x[2]) {
				t.Errorf("between %s and %s: controlled by %q", x[0], x[1], b.Areas[got].Name)
			}
		}
		if got := b.StraitBetween(id(t, b, "Pisa"), id(t, b, "Lucca")); got != None {
			t.Errorf("between Pisa and Lucca: controlled by %q", b.Areas[got].Name)
		}
	})
}
