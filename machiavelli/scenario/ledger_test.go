package scenario

import (
	"fmt"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/rules"
)

// TestLedger tests the rules of the ledger about set-ups.
func TestLedger(t *testing.T) {
	t.Run("BOARD-02", func(t *testing.T) {
		if err := tiny("A mil", "G mil"); err != nil {
			t.Errorf("an army and a garrison may share Milan: %v", err)
		}
		for _, units := range [][]string{{"A mil", "A mil"}, {"A pav", "F psa", "F psa"}, {"G mil", "G mil"}, {"G ven", "F ven"}} {
			if tiny(units...) == nil {
				t.Errorf("%v: no error", units)
			}
		}
	})
	t.Run("BOARD-06", func(t *testing.T) {
		for _, x := range []struct {
			id    string
			use   rules.FortressUse
			forts int
			inUse bool
		}{
			{"A", rules.FortressesByScenario, 50 - 4, true}, // all but Avignon, Marseilles, Tyrolea and Austria
			{"A", rules.FortressesOff, 36 - 4, false},
			{"B", rules.FortressesByScenario, 36, false},
			{"B", rules.FortressesOn, 50, true},
		} {
			p := mustNew(t, x.id, "", &rules.Set{Garrisons: true, Fortresses: x.use})
			if p.Setting.Fortress != x.inUse || p.Setting.Forts.Len() != x.forts {
				t.Errorf("%s: fortresses in use %t, %d city spaces; want %t, %d", x.id, p.Setting.Fortress, p.Setting.Forts.Len(), x.inUse, x.forts)
			}
		}
		if p := mustNew(t, "B", "", &rules.Set{Fortresses: rules.FortressesOn}); !p.Setting.Forts.Empty() {
			t.Error("there are city spaces without garrisons")
		}
	})
	t.Run("BOARD-07", func(t *testing.T) {
		p := mustNew(t, "A", "", classic())
		for _, id := range p.Setting.Board.Fortresses.IDs() {
			if p.City[id] != machiavelli.Nobody {
				t.Errorf("the fortress of %s has an owner as if it were a city", p.Setting.Board.Areas[id].Name)
			}
		}
		if aquila := at(t, p, "Aquila"); owner(p, p.Province[aquila]) != "naples" || !p.Setting.Forts.Has(aquila) {
			t.Error("Aquila must be Neapolitan and have a city space")
		}
	})
	t.Run("BOARD-15", func(t *testing.T) {
		for _, x := range []struct {
			id, variant string
			off         []string
		}{
			{"A", "A-3", []string{"Avignon", "Marseilles", "Provence", "Swiss", "Tyrolea", "Austria", "Carinthia", "Hungary"}},
			{"B", "B-7", []string{"Hungary", "Austria", "Tyrolea", "Carinthia"}},
			{"B", "B-5", []string{"Albania", "Durazzo", "Tunis", "Herzegovina", "Bosnia", "Hungary", "Austria", "Tyrolea", "Carinthia", "Swiss", "Avignon", "Marseilles", "Provence"}},
			{"B", "B-8", nil},
			{"C1", "C1-5", []string{"Tunis", "Albania", "Durazzo", "Herzegovina", "Bosnia"}},
		} {
			p := mustNew(t, x.id, x.variant, classic())
			var want board.Set
			for _, name := range x.off {
				want.Add(at(t, p, name))
			}
			if p.Setting.OffBoard != want {
				t.Errorf("%s: off the board are %v, want %v", x.variant, names(p, p.Setting.OffBoard), x.off)
			}
		}
	})
	t.Run("BOARD-17", func(t *testing.T) {
		for _, unit := range []string{"A uas", "F mil", "F flo", "G com", "G ver", "F pro", "F pro/ec", "A pro/nc", "F mil/nc"} {
			if tiny(unit) == nil {
				t.Errorf("%s: no error", unit)
			}
		}
		for _, unit := range []string{"F uas", "F psa", "F pro/nc", "A ven", "F ven", "G ven", "A tun"} {
			if err := tiny(unit); err != nil {
				t.Errorf("%s: %v", unit, err)
			}
		}
	})
	t.Run("FAM-09", func(t *testing.T) {
		tables := func(id string, table rules.DisasterTables, famine bool) error {
			_, err := New(id, "", &rules.Set{Garrisons: true, Famine: famine, DisasterTables: table})
			return err
		}
		const italy, year1995 = "B", "balance-of-power-1995"
		for _, x := range []struct {
			id    string
			table rules.DisasterTables
			want  string
		}{
			{italy, rules.TablesJudge, ""},
			{italy, rules.TablesCompleted, ""},
			{italy, rules.Tables1995, "scenario B: disaster-tables=1995: the board italy-1978 has no such tables; it has judge, completed"},
			{year1995, rules.TablesJudge, ""},
			{year1995, rules.TablesCompleted, "scenario balance-of-power-1995: disaster-tables=completed: the board italy-1995 has no such tables; it has judge, 1995"},
			{year1995, rules.Tables1995, ""},
		} {
			err := tables(x.id, x.table, true)
			if got := fmt.Sprint(err); got != x.want && (x.want != "" || err != nil) {
				t.Errorf("%s with table %d: %v", x.id, x.table, err)
			}
			if err := tables(x.id, x.table, false); err != nil {
				t.Errorf("%s with table %d, without famine: %v", x.id, x.table, err)
			}
		}
	})
	t.Run("OPT-16", func(t *testing.T) {
		own := func(anchors string) *Library {
			text := `{board: {slug: own, areas: [
				{code: aa, name: Alba, city: fortified port 1, ` + anchors + ` army: bb, fleet-nc: ss, fleet-sc: ss}, {code: bb, name: Bosco, army: aa},
				{code: ss, name: Sea, sea: true, fleet: aa/nc aa/sc}]},
				scenarios: [{id: own, year: 1, powers: [{power: milan, home: aa, units: [F aa/nc]}]}]}`
			l, problems := Parse([]byte(text))
			if problems.Failed() {
				t.Fatal(problems)
			}
			return l
		}
		for _, x := range []struct {
			l    *Library
			id   string
			rule rules.MultiCoast
			want string
		}{
			{BuiltIn(), "B", rules.MultiCoastSingleAnchor, ""}, // the board has no port with several coasts
			{BuiltIn(), "dipmach", rules.MultiCoastAny, ""},
			{BuiltIn(), "dipmach", rules.MultiCoastAnchored, "scenario dipmach: multi-coast-conversion: the board dipmach does not tell which coasts of St Petersburg have an anchor; any-coast is possible"},
			{own(""), "", rules.MultiCoastSingleAnchor, "scenario own: multi-coast-conversion: the board own does not tell which coasts of Alba have an anchor; any-coast is possible"},
			{own("anchors: sc,"), "", rules.MultiCoastSingleAnchor, ""},
			{own("anchors: nc sc,"), "", rules.MultiCoastAnchored, ""},
			{own("anchors: nc sc,"), "", rules.MultiCoastSingleAnchor, "scenario own: multi-coast-conversion=single-anchor: Alba has 2 anchors on the board own; anchored-coasts is possible"},
		} {
			_, err := x.l.New(x.id, "", &rules.Set{Garrisons: true, MultiCoastConversion: x.rule})
			if got := fmt.Sprint(err); got != x.want && (x.want != "" || err != nil) {
				t.Errorf("%q: got %v, want %s", x.id, err, x.want)
			}
		}
	})
	t.Run("CTRL-13", func(t *testing.T) {
		p := mustNew(t, "C1", "", classic())
		france, _ := p.Setting.Powers.Find("france")
		for name, want := range map[string]string{"Provence": "france", "Naples": "france", "Capua": "autonomous", "Genoa": "france", "Pavia": "autonomous", "Palermo": "austria"} {
			if got := owner(p, p.Province[at(t, p, name)]); got != want {
				t.Errorf("%s belongs to %s, want %s", name, got, want)
			}
		}
		if p.Homes(france).Has(at(t, p, "Naples")) || !p.Homes(france).Has(at(t, p, "Avignon")) {
			t.Error("Naples must be no French home, Avignon must be one")
		}
	})
	t.Run("TIME-03", func(t *testing.T) {
		for _, s := range List() {
			p := mustNew(t, s.ID, "", classic())
			if first := (machiavelli.Phase{Season: machiavelli.Spring, Year: s.Year, Step: machiavelli.Orders}); p.Phase != first {
				t.Errorf("%s starts in %s, want %s", s.ID, p.Phase, first)
			}
		}
	})
	t.Run("DIST-04", func(t *testing.T) {
		for id, want := range map[string]string{
			"B":       "A1 Padua, A2 Verona, G1 Venice, F1 Dalmatia",
			"A":       "F1 Dalmatia, G1 Venice, F2 Ragusa",
			"dipmach": "",
		} {
			p := mustNew(t, id, "", classic())
			venice, ok := p.Setting.Powers.Find("venice")
			var got []string
			for _, u := range p.Units {
				if ok && u.Owner == venice {
					got = append(got, fmt.Sprint(u.Type.Letter(), u.Serial, " ", p.Setting.Board.Areas[u.At].Name))
				}
			}
			if s := strings.Join(got, ", "); s != want {
				t.Errorf("%s: Venice has %s, want %s", id, s, want)
			}
		}
	})
	t.Run("GARR-07", func(t *testing.T) {
		r := classic()
		r.GarrisonEveryFreeFort = true
		p := mustNew(t, "B", "", r)
		if turin := p.Garrison(at(t, p, "Turin")); turin < 0 || p.Units[turin].Owner != machiavelli.Nobody {
			t.Error("Turin has no autonomous garrison")
		}
		if p := mustNew(t, "B", "", classic()); p.Garrison(at(t, p, "Turin")) >= 0 {
			t.Error("Turin has a garrison although the option is off")
		}
	})
	t.Run("ASSN-01", func(t *testing.T) {
		r := classic()
		r.AssassinationChits = rules.RandomChits // random chits are dealt at the opening
		if p := mustNew(t, "B", "", r); p.Chits != [machiavelli.MaxPowers][machiavelli.MaxPowers]uint8{} {
			t.Error("chits that are drawn have been dealt")
		}
		p := mustNew(t, "B", "", classic())
		for i := range p.Chits {
			for j, n := range p.Chits[i] {
				want := uint8(0)
				if i != j && i > 0 && j > 0 && i < len(p.Setting.Powers) && j < len(p.Setting.Powers) {
					want = 1
				}
				if n != want {
					t.Errorf("power %d has %d chits for power %d, want %d", i, n, j, want)
				}
			}
		}
	})
}

// tiny sets up units of one power on the board of 1978, from a user's own file.
func tiny(units ...string) error {
	text := "scenarios: [{id: tiny, board: italy-1978, year: 1400, powers: [{power: milan, home: mil, units: [" + strings.Join(units, ", ") + "]}]}]"
	_, problems := Parse([]byte(text))
	return problems.Err()
}

// TestSeveralPowers tests the beginning of games in which a player has several powers.
func TestSeveralPowers(t *testing.T) {
	set, err := rules.Preset("battleline-1978-advanced")
	if err != nil {
		t.Fatal(err)
	}
	t.Run("SEAT-01 DIST-04", func(t *testing.T) {
		p := mustNew(t, "A", "A-3", &set)
		venice, _ := p.Setting.Powers.Find("venice")
		florence, _ := p.Setting.Powers.Find("florence")
		milan, _ := p.Setting.Powers.Find("milan")
		var units []string
		for _, u := range p.Units {
			if u.Owner == florence {
				t.Errorf("Florence has %s", p.Setting.Board.Areas[u.At].Name)
			}
			if u.Owner == venice {
				units = append(units, fmt.Sprint(u.Type.Letter(), u.Serial, " ", p.Setting.Board.Areas[u.At].Name))
			}
		}
		if got, want := strings.Join(units, ", "), "F1 Dalmatia, G1 Venice, F2 Ragusa, A1 Pistoia, A2 Florence, F3 Pisa"; got != want {
			t.Errorf("Venice has %s, want %s", got, want)
		}
		for i, c := range p.Setting.Countries {
			if own := c.ID == "venice" || c.ID == "florence"; own != (p.Holder[i] == venice) || own != (c.Native == venice) {
				t.Errorf("%s is held by power %d and the home of %d", c.ID, p.Holder[i], c.Native)
			}
		}
		if p.Province[at(t, p, "Pistoia")] != venice || p.City[at(t, p, "Florence")] != venice {
			t.Error("the land of Florence is not that of its player's first power")
		}
		if !p.Setting.Absent.Has(florence) || !p.Eliminated.Has(florence) || len(p.Setting.Seats) != 3 || p.Setting.Plays(florence) != venice {
			t.Errorf("absent %b, eliminated %b, seats %v", p.Setting.Absent, p.Eliminated, p.Setting.Seats)
		}
		if p.Chits[venice][milan] != 1 || p.Chits[milan][venice] != 1 || p.Chits[milan][florence] != 0 || p.Chits[florence] != [machiavelli.MaxPowers]uint8{} {
			t.Errorf("chits %v", p.Chits)
		}
		for _, seat := range p.Setting.Seats {
			if given := p.Setting.Given(seat); seat[0] == venice && (len(given) != 2 || given[1] != florence) {
				t.Errorf("the seat of Venice was given %v", given)
			}
		}
	})
	t.Run("SEAT-01 chosen powers", func(t *testing.T) {
		p, err := BuiltIn().Seated("A", "A-2", &set, [][]string{{"naples", "milan"}, {"venice", "florence"}})
		if err != nil {
			t.Fatal(err)
		}
		naples, _ := p.Setting.Powers.Find("naples")
		if p.Province[at(t, p, "Milan")] != naples {
			t.Error("Milan does not belong to Naples, which its player named first")
		}
		if _, err := BuiltIn().Seated("A", "A-2", &set, [][]string{{"gondor"}}); err == nil {
			t.Error("an unknown power is accepted")
		}
	})
	t.Run("SEAT-02", func(t *testing.T) {
		r := set
		r.SeveralPowers = rules.SeparatePowers
		p := mustNew(t, "A", "A-3", &r)
		venice, _ := p.Setting.Powers.Find("venice")
		florence, _ := p.Setting.Powers.Find("florence")
		milan, _ := p.Setting.Powers.Find("milan")
		if p.Chits[venice][florence] != 0 || p.Chits[florence][venice] != 0 || p.Chits[florence][milan] != 1 || p.Province[at(t, p, "Pistoia")] != florence {
			t.Errorf("chits %v", p.Chits)
		}
	})
}
