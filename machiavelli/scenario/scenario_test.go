package scenario

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// classic returns the part of the classic judge's rules that a set-up depends
// on.
func classic() *rules.Set {
	return &rules.Set{Garrisons: true, Fortresses: rules.FortressesByScenario, IstriaDalmatiaLandBridge: true, Assassinations: true}
}

func mustNew(t testing.TB, id, variant string, r *rules.Set) *position.Position {
	t.Helper()
	p, err := New(id, variant, r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func at(t testing.TB, p *position.Position, name string) board.ID {
	t.Helper()
	m, ok := p.Setting.Board.Find(name)
	if !ok {
		t.Fatalf("no area %q", name)
	}
	return m.ID
}

// owner returns the identifier of the owner of a province or city.
func owner(p *position.Position, of machiavelli.Power) string { return p.Setting.Powers[of].ID }

// TestEverySetUp loads each variant under several kinds of rules. New would
// refuse units that cannot stand where they are.
func TestEverySetUp(t *testing.T) {
	kinds := map[string]*rules.Set{
		"classic":          classic(),
		"fortresses on":    {Garrisons: true, Fortresses: rules.FortressesOn, Assassinations: true, GarrisonEveryFreeFort: true},
		"fortresses off":   {Garrisons: true, Fortresses: rules.FortressesOff},
		"without garrison": {Fortresses: rules.FortressesOff},
	}
	for _, s := range List() {
		for _, v := range s.Variants {
			for name, r := range kinds {
				t.Run(v.ID+" of "+s.ID+", "+name, func(t *testing.T) {
					p := mustNew(t, s.ID, v.ID, r)
					if p.Phase != (machiavelli.Phase{Season: machiavelli.Spring, Year: s.Year, Step: machiavelli.Orders}) {
						t.Errorf("starts in %s", p.Phase)
					}
					checkUnits(t, p)
					checkSetting(t, p, v)
				})
			}
		}
	}
}

func checkUnits(t *testing.T, p *position.Position) {
	t.Helper()
	type space struct {
		at   board.ID
		city bool
	}
	set, taken := p.Setting, map[space]bool{}
	for _, u := range p.Units {
		name := set.Board.Areas[u.At].Name
		s := space{u.At, u.InCity()}
		if taken[s] {
			t.Errorf("BOARD-02: two units in %s", name)
		}
		taken[s] = true
		switch {
		case set.OffBoard.Has(u.At):
			t.Errorf("BOARD-15: a unit in %s", name)
		case u.Type == machiavelli.Army && !set.Board.Land.Has(u.At),
			u.Type == machiavelli.Fleet && set.Board.Land.Has(u.At) && !set.Board.Coastal.Has(u.At),
			u.Type == machiavelli.Garrison && !set.Forts.Has(u.At):
			t.Errorf("BOARD-17: a unit of type %s in %s", u.Type, name)
		case u.Type == machiavelli.Fleet && set.Board.TwoCoast.Has(u.At) != (u.Coast != machiavelli.NoCoast):
			t.Errorf("a fleet in %s without its coast", name)
		case (u.Serial == 0) != (u.Owner == machiavelli.Nobody):
			t.Errorf("the unit in %s has number %d", name, u.Serial)
		}
		if u.Owner == machiavelli.Nobody {
			if p.City[u.At] != machiavelli.Nobody || p.Province[u.At] != machiavelli.Nobody && p.Field(u.At) < 0 {
				t.Errorf("%s has an autonomous garrison and an owner", name)
			}
		} else if got := p.Province[u.At]; !u.InCity() && set.Board.Land.Has(u.At) && got != u.Owner {
			t.Errorf("CTRL-02: %s is not owned by the unit in it", name)
		}
	}
}

func checkSetting(t *testing.T, p *position.Position, v VariantInfo) {
	t.Helper()
	set := p.Setting
	if set.Forts.Contains(set.Board.Fortresses) != (set.Fortress || set.Board.Fortresses.Empty()) && set.Forts.Len() > 0 {
		t.Errorf("fortresses in use: %t, but the city spaces are %d", set.Fortress, set.Forts.Len())
	}
	for _, id := range set.OffBoard.IDs() {
		if p.Province[id] != machiavelli.Nobody || p.City[id] != machiavelli.Nobody {
			t.Errorf("BOARD-15: %s has an owner", set.Board.Areas[id].Name)
		}
	}
	for i, c := range set.Countries {
		if p.Holder[i] == machiavelli.Nobody || c.Native == machiavelli.Nobody {
			t.Errorf("%s has no holder", c.ID)
		}
		for _, id := range c.Provinces.IDs() {
			if got := p.Province[id]; got != p.Holder[i] {
				t.Errorf("CTRL-13: %s of %s is owned by %s", set.Board.Areas[id].Name, c.ID, owner(p, got))
			}
		}
	}
	if v.ChooseEach == 0 && len(set.Seats) != v.Players {
		t.Errorf("%d seats for %d players", len(set.Seats), v.Players)
	}
	seated := map[machiavelli.Power]bool{}
	for _, seat := range set.Seats {
		for _, power := range seat {
			if seated[power] || power == machiavelli.Nobody {
				t.Errorf("power %d has two seats", power)
			}
			seated[power] = true
		}
	}
	for _, id := range v.ChooseFrom {
		if !slices.Contains(v.Powers, id) {
			t.Errorf("%s may be chosen but does not take part", id)
		}
	}
	if v.ChooseEach == 0 && len(seated) != len(v.Powers) {
		t.Errorf("%d powers have a seat, of %d", len(seated), len(v.Powers))
	}
	for d, die := range set.Dice {
		if (die.Country >= 0) == (die.City != board.None) || die.Dice < 1 || die.Ducats[5] < 1 {
			t.Errorf("die %d: %+v", d, die)
		}
	}
}

func TestDefaultVariant(t *testing.T) {
	for id, want := range map[string]string{
		"A": "A-4", "b": "B-8", "C1": "C1-6", "C2": "C2-6", "spanish-preponderance": "D-6",
		"balance-of-power-1995": "balance-of-power-1995-8", "dipmach": "dipmach-7", "diplomacy": "diplomacy-7",
	} {
		p := mustNew(t, id, "", classic())
		if p.Setting.Variant != want {
			t.Errorf("%s: the default variant is %s, want %s", id, p.Setting.Variant, want)
		}
		for _, seat := range p.Setting.Seats {
			if len(seat) != 1 {
				t.Errorf("%s: a player has %d powers", id, len(seat))
			}
		}
	}
}

func TestUnknown(t *testing.T) {
	for _, x := range []struct{ id, variant, want string }{
		{"Z", "", "A, B, C1, C2, D"},
		{"B", "B-9", "B-8"},
	} {
		if _, err := New(x.id, x.variant, classic()); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("New(%q, %q): %v; want an error that lists %s", x.id, x.variant, err, x.want)
		}
	}
	if _, ok := Find("Z"); ok {
		t.Error("there is a scenario Z")
	}
	if s, ok := Find("Balance-of-Power"); !ok || s.ID != "B" {
		t.Error("balance-of-power is not found")
	}
}

// TestAutonomousGarrisonsOfA compares the list of scenario A with its rule that
// every fortified city and fortress that no power owns has a garrison.
func TestAutonomousGarrisonsOfA(t *testing.T) {
	p := mustNew(t, "A", "", classic())
	var got, home board.Set
	for _, u := range p.Units {
		if u.Owner == machiavelli.Nobody {
			got.Add(u.At)
		}
	}
	for _, c := range p.Setting.Countries {
		home = home.Union(c.Provinces)
	}
	if want := p.Setting.Forts.Minus(home); got != want {
		t.Errorf("garrisons without the rule: %v; missing: %v", names(p, got.Minus(want)), names(p, want.Minus(got)))
	}
}

func names(p *position.Position, s board.Set) (out []string) {
	for _, id := range s.IDs() {
		out = append(out, p.Setting.Board.Areas[id].Name)
	}
	return out
}

// TestOpeningBalance checks table T-INC-start, which lists what each power owns
// and has to pay before the first dice.
func TestOpeningBalance(t *testing.T) {
	const table = `
		A  milan     6  9 15 5
		A  venice    3  5  8 3
		A  naples    6  3  9 4
		A  florence  3  4  7 3
		B  milan     7  5 12 3
		B  venice   10  6 16 4
		B  florence  4  5  9 3
		B  papacy    8  5 13 4
		B  naples    8  5 13 4
		B  turks     5  4  9 3
		B  austria   4  3  7 3
		B  france    4  3  7 3
		C1 france    8 12 20 7
		C1 austria   8  7 15 6
		C1 papacy    9  5 14 4
		C1 florence  4  5  9 3
		C1 venice   10  6 16 4
		C1 turks     5  4  9 3
		C2 france    4  6 10 4
		C2 turks     6  5 11 4
		C2 milan     5  5 10 5
		C2 austria  13  8 21 8
		C2 papacy    9  5 14 4
		C2 venice   10  6 16 4
		D  france    5  4  9 4
		D  austria  14 12 26 8
		D  papacy    9  5 14 4
		D  florence  4  5  9 3
		D  venice   10  6 16 4
		D  turks     6  5 11 4`
	rows := 0
	for _, line := range strings.Split(strings.TrimSpace(table), "\n") {
		f := strings.Fields(line)
		p := mustNew(t, f[0], "", classic())
		power, ok := p.Setting.Powers.Find(f[1])
		if !ok {
			t.Fatalf("%s has no %s", f[0], f[1])
		}
		provinces, ducats, units := 0, 0, 0
		for id := range p.Province {
			if p.Province[id] == power {
				provinces++
			}
			if p.City[id] == power {
				ducats += int(p.Setting.Board.Areas[id].CityPays)
			}
		}
		for _, u := range p.Units {
			if u.Owner == power {
				units++
			}
		}
		got := fmt.Sprint(provinces, ducats, provinces+ducats, units)
		if want := strings.Join(f[2:], " "); got != want {
			t.Errorf("%s %s: provinces, city ducats, fixed income, units = %s, want %s", f[0], f[1], got, want)
		}
		rows++
	}
	if rows != 30 {
		t.Errorf("%d rows", rows)
	}
}

// TestDice checks the dice of each scenario.
func TestDice(t *testing.T) {
	for _, x := range []struct{ id, variant, want string }{
		{"A", "", "florence 1, milan 1, naples 1, venice 1, papacy 1 in Rome"},
		{"B", "", "austria 1, florence 2, france 1, milan 1, naples 1, papacy 1, turks 1, venice 2, genoa 1 in Genoa"},
		{"C1", "", "austria 1, florence 2, france 2, papacy 1, turks 1, venice 2, naples 1 in Naples, milan 1 in Milan"},
		{"C2", "", "austria 2, france 1, milan 1, papacy 1, turks 1, venice 2, genoa 1 in Genoa, florence 1 in Florence"},
		{"D", "", "austria 2, florence 1, france 1, papacy 1, turks 1, venice 1, genoa 1 in Genoa"},
		{"C2", "njudge", "austria 1, france 1, milan 1, naples 1, papacy 1, turks 1, venice 2, genoa 1 in Genoa, florence 1 in Florence"},
		{"D", "njudge", "austria 1, florence 1, france 1, naples 1, papacy 1, turks 1, venice 1, genoa 1 in Genoa"},
		{"B", "B-3-2", "austria 1, florence 2, france 1, genoa 1, milan 1, naples 1, papacy 1, turks 1, venice 2"},
		{"B", "B-5", "florence 2, milan 1, naples 1, papacy 1, venice 2, genoa 1 in Genoa"},
		{"dipmach", "", "austria 1, england 2, france 1, germany 2, italy 1, russia 1, turkey 1, spain 1 in Spain, sweden 1 in Sweden"},
		{"diplomacy", "", ""},
	} {
		p := mustNew(t, x.id, x.variant, classic())
		var got []string
		for _, d := range p.Setting.Dice {
			s := fmt.Sprint(d.Row, " ", d.Dice)
			if d.City != board.None {
				s += " in " + p.Setting.Board.Areas[d.City].Name
			} else if c := p.Setting.Countries[d.Country].ID; c != d.Row {
				t.Errorf("%s %s: the row %s goes to the country %s", x.id, x.variant, d.Row, c)
			}
			got = append(got, s)
		}
		if s := strings.Join(got, ", "); s != x.want {
			t.Errorf("%s %s: dice are %s, want %s", x.id, x.variant, s, x.want)
		}
	}
}

func TestFixedTreasuriesOf1995(t *testing.T) {
	p := mustNew(t, "balance-of-power-1995", "", classic())
	want := map[string]machiavelli.Ducats{"austria": 3, "florence": 6, "france": 4, "genoa": 0, "milan": 4, "naples": 3, "papacy": 4, "turks": 4, "venice": 7}
	for _, d := range p.Setting.Dice {
		if d.Initial != want[d.Row] {
			t.Errorf("%s: %d ducats at the start, want %d", d.Row, d.Initial, want[d.Row])
		}
	}
	turks, _ := p.Setting.Powers.Find("turks")
	if got := p.Setting.UnitLimits[turks]; got != [3]string{"x..x", "x..x", "x..x"} {
		t.Errorf("limits of the Turks: %q", got)
	}
	if p.Treasury != [machiavelli.MaxPowers]machiavelli.Ducats{} {
		t.Error("a treasury is not empty before the opening income")
	}
}

// TestSplitMilan checks that in C2 the French own the city of Milan and the
// Austrians the province.
func TestSplitMilan(t *testing.T) {
	for _, variant := range []string{"", "njudge"} {
		p := mustNew(t, "C2", variant, classic())
		milan := at(t, p, "Milan")
		if c, pr := owner(p, p.City[milan]), owner(p, p.Province[milan]); c != "france" || pr != "austria" {
			t.Errorf("variant %q: the city of Milan belongs to %s, the province to %s", variant, c, pr)
		}
	}
}

// TestConqueredNaples checks that in the old judge's set-up, Naples is the home country of a
// power that nobody plays, and is held by Austria.
func TestConqueredNaples(t *testing.T) {
	for _, x := range []struct{ id, variant string }{
		{"C2", "njudge"}, {"D", "njudge"}, {"struggle-for-dominance-1513-1995", ""}, {"spanish-preponderance-1995", ""},
	} {
		p := mustNew(t, x.id, x.variant, classic())
		set := p.Setting
		austria, _ := set.Powers.Find("austria")
		naples, ok := set.Powers.Find("naples")
		i := slices.IndexFunc(set.Countries, func(c position.Country) bool { return c.ID == "naples" })
		if !ok || i < 0 || p.Holder[i] != austria || set.Countries[i].Native != naples || set.Countries[i].Provinces.Len() != 8 {
			t.Fatalf("%s: Naples is not a country of eight provinces that Austria holds", x.id)
		}
		sardinia := at(t, p, "Sardinia")
		if p.Homes(austria).Has(sardinia) || p.Province[sardinia] != austria {
			t.Errorf("%s: Sardinia must be Austrian, and no home", x.id)
		}
		for _, u := range p.Units {
			if u.Owner == naples {
				t.Errorf("%s: Naples has units", x.id)
			}
		}
		for _, seat := range set.Seats {
			if slices.Contains(seat, naples) {
				t.Errorf("%s: someone plays Naples", x.id)
			}
		}
	}
}

func TestVariantsOfD(t *testing.T) {
	p := mustNew(t, "D", "D-2", classic())
	if _, ok := p.Setting.Powers.Find("florence"); ok {
		t.Error("D-2: Florence takes part")
	}
	for _, name := range []string{"Arezzo", "Florence", "Pisa"} {
		if g := p.Garrison(at(t, p, name)); g < 0 || p.Units[g].Owner != machiavelli.Nobody {
			t.Errorf("D-2: no autonomous garrison in %s", name)
		}
	}
	p = mustNew(t, "D", "D-4", classic())
	genoa := at(t, p, "Genoa")
	if p.Garrison(genoa) >= 0 || owner(p, p.City[genoa]) != "florence" || p.Units[p.Field(genoa)].Type != machiavelli.Fleet {
		t.Error("D-4: Genoa must hold a Florentine fleet and no garrison")
	}
	if florence, _ := p.Setting.Powers.Find("florence"); p.Homes(florence).Has(genoa) {
		t.Error("D-4: Genoa must not be a Florentine home")
	}
}

func TestNumbersOfUnits(t *testing.T) {
	p := mustNew(t, "B", "", classic())
	var got []string
	venice, _ := p.Setting.Powers.Find("venice")
	for _, u := range p.Units {
		if u.Owner == venice {
			got = append(got, fmt.Sprintf("%s%d %s", u.Type.Letter(), u.Serial, p.Setting.Board.Areas[u.At].Name))
		}
	}
	if s := strings.Join(got, ", "); s != "A1 Padua, A2 Verona, G1 Venice, F1 Dalmatia" {
		t.Errorf("Venice has %s", s)
	}
}

func TestRoster(t *testing.T) {
	letters := map[string]string{"A": "LINV", "B": "ALFINPTV", "C1": "ALFPTV", "C2": "AFIPTV", "D": "ALFPTV", "dipmach": "AEFGIRT", "diplomacy": "AEFGIRT"}
	for id, want := range letters {
		var got []byte
		p := mustNew(t, id, "", classic())
		for _, x := range p.Setting.Powers[1:] {
			got = append(got, x.Letter)
		}
		if string(got) != want {
			t.Errorf("%s: letters %s, want %s", id, got, want)
		}
	}
	p := mustNew(t, "B", "", classic())
	for text, want := range map[string]string{
		"fl": "florence", "Florentine": "florence", "pap": "papacy", "Papal": "papacy", "Pope": "papacy", "neap": "naples", "Neapolitan": "naples",
		"Turkey": "turks", "Turkish": "turks", "turks": "turks", "Venetian": "venice", "FRENCH": "france", "Milanese": "milan", "aus": "austria", "autonomous": "", "x": "",
	} {
		got, ok := p.Setting.Powers.Match(text)
		if ok != (want != "") || ok && owner(p, got) != want {
			t.Errorf("%q is read as %q, want %q", text, owner(p, got), want)
		}
	}
	p = mustNew(t, "diplomacy", "", classic())
	for text, want := range map[string]string{"Turks": "turkey", "Turkish": "turkey", "english": "england", "German": "germany"} {
		if got, _ := p.Setting.Powers.Match(text); owner(p, got) != want {
			t.Errorf("%q is read as %q, want %q", text, owner(p, got), want)
		}
	}
}

func TestDescriptions(t *testing.T) {
	s, _ := Find("D")
	want := []string{
		"2 players: France and Turks; Austria; each player chooses 1 power of Papacy and Venice",
		"3 players: Austria; France, Turks and Florence; Venice and Papacy",
	}
	for i, w := range want {
		if got := s.Variants[i].Title; got != w {
			t.Errorf("%s is described as %q, want %q", s.Variants[i].ID, got, w)
		}
	}
	b, _ := Find("B")
	for _, v := range b.Variants {
		if v.SuitableForBasicVictory == (v.Players == 2) {
			t.Errorf("%s: suitable for the basic victory condition: %t", v.ID, v.SuitableForBasicVictory)
		}
	}
}
