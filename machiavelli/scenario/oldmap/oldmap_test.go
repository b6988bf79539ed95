package oldmap

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// mapFile writes a scenario's board in the old judge's format. If named is
// true, lines name the tables. Otherwise the end of each table is marked.
func mapFile(t *testing.T, p *position.Position, named bool) string {
	t.Helper()
	b := p.Setting.Board
	owner := map[board.ID]byte{}
	for _, c := range p.Setting.Countries {
		for _, id := range c.Provinces.IDs() {
			owner[id] = p.Setting.Powers[c.Native].Letter
		}
	}
	var w strings.Builder
	for i := 1; i < len(b.Areas); i++ {
		a, flags := &b.Areas[i], "x"
		switch l := owner[board.ID(i)]; {
		case a.Sea:
			flags = "w"
		case l != 0:
			flags = string(rune(l))
		}
		kind := map[board.CityKind]string{board.NoCity: ".", board.Unfortified: ".", board.Fortified: "f", board.Fortress: "f"}[a.City]
		if a.Port {
			kind = map[board.CityKind]string{board.Unfortified: "p", board.Fortified: "P", board.Fortress: "P"}[a.City]
		}
		flags += fmt.Sprint(a.CityPays) + kind
		if board.ID(i) == b.Venice {
			flags += "V"
		}
		fmt.Fprintf(&w, "%s, %s %s", a.Name, flags, a.Code)
		for _, s := range a.Aliases {
			if !strings.ContainsAny(s, " '’.-") {
				w.WriteString(" " + s)
			}
		}
		w.WriteString("\n")
	}
	w.WriteString("-1\n")
	for i := 1; i < len(b.Areas); i++ {
		writeBorders(&w, b, board.ID(i))
	}
	for _, table := range []string{"famine", "plague", "storm"} {
		if w.WriteString("-1\n"); named {
			w.WriteString(strings.ToUpper(table) + " TABLE\n     2 3 4 5 6 7 8 9 10 11 12\n")
		}
		writeTable(&w, b, table, named)
	}
	if w.WriteString("-1\n"); named {
		w.WriteString("Variable income, dice and ducats by face\n")
	}
	for _, d := range p.Setting.Dice {
		at := d.City
		if d.Country >= 0 { // the old files name a city of the country
			at = p.Setting.Countries[d.Country].Provinces.Intersect(b.Cities).Next(board.None)
		}
		fmt.Fprintf(&w, "%s %d %s %d\n", b.Areas[at].Name, d.Dice, strings.Trim(fmt.Sprint(d.Ducats), "[]"), d.Initial)
	}
	for _, list := range [][]board.ID{b.ReportProvinces, b.ReportCities} {
		if w.WriteString("-1\n"); named {
			w.WriteString("# order of the summary\n")
		}
		for i, id := range list {
			w.WriteString(b.Areas[id].Code + map[bool]string{true: "\n", false: " "}[i%15 == 14])
		}
		w.WriteString("\n")
	}
	return w.String()
}

// writeBorders writes the edges of an area for armies and fleets. Long lists
// continue on a second line.
func writeBorders(w *strings.Builder, b *board.Board, id board.ID) {
	code := b.Areas[id].Code
	line := func(kind string, list []string) {
		if len(list) > 8 {
			list = append(slices.Clone(list[:8]), append([]string{"\n "}, list[8:]...)...)
		}
		if len(list) > 0 {
			fmt.Fprintf(w, "%s-%s: %s\n", code, kind, strings.Join(list, " "))
		}
	}
	var army, canal []string
	for _, to := range b.ArmyEdges[id].IDs() {
		army = append(army, b.Areas[to].Code)
	}
	line("mv", army)
	for c := machiavelli.NoCoast; c < machiavelli.NumCoasts; c++ {
		var fleet []string
		for d := machiavelli.NoCoast; d < machiavelli.NumCoasts; d++ {
			for _, to := range b.Shores[id][c][d].IDs() {
				s := b.Areas[to].Code
				switch {
				case d != machiavelli.NoCoast:
					s += "/" + d.Code()
				case b.StraitBetween(id, to) != board.None:
					canal = append(canal, s)
					s += "/cc"
				}
				fleet = append(fleet, s)
			}
		}
		line(map[bool]string{true: "xc", false: c.Code()}[c == machiavelli.NoCoast], fleet)
	}
	line("cc", canal)
}

// writeTable writes a disaster table row by row.
func writeTable(w *strings.Builder, b *board.Board, table string, named bool) {
	for row := 2; row <= 12; row++ {
		if named {
			fmt.Fprintf(w, "%d: ", row)
		}
		for column := 2; column <= 12; column++ {
			cell := "-----"
			for i := range b.Areas {
				a := &b.Areas[i]
				if c := map[string]board.Cell{"famine": a.Famine, "plague": a.Plague, "storm": a.Storm}[table]; c == (board.Cell{Row: row, Column: column}) {
					cell = a.Code
				}
			}
			w.WriteString(cell + " ")
		}
		w.WriteString("\n")
	}
}

// TestImport checks that the built-in boards, written in the old judge's
// format, are imported as equal boards with the powers' homes and dice.
func TestImport(t *testing.T) {
	for _, id := range []string{"B", "balance-of-power-1995", "struggle-for-dominance-1499-1995", "dipmach", "C1", "D"} {
		for _, named := range []bool{false, true} {
			p, err := scenario.New(id, "", &rules.Set{Garrisons: true, IstriaDalmatiaLandBridge: true})
			if err != nil {
				t.Fatal(err)
			}
			text, found := Import("Map."+id, []byte(mapFile(t, p, named)))
			for _, f := range found {
				if f.Line != 0 || !f.Warning || !strings.Contains(f.Text, "does not tell which units") {
					t.Errorf("%s: %v", id, f)
				}
			}
			l, problems := scenario.Parse([]byte(text))
			for _, x := range problems {
				if !x.Warning || !strings.Contains(x.Text, "has no units") {
					t.Errorf("%s: %v", id, x)
				}
			}
			if l == nil {
				t.Fatal(id)
			}
			if got := l.Boards()[0].Slug; got != "map-"+strings.ToLower(id) {
				t.Errorf("%s: slug %s", id, got)
			}
			sameBoard(t, p.Setting.Board, l.Boards()[0])
			q, err := l.New("", "", &rules.Set{Garrisons: true, IstriaDalmatiaLandBridge: true})
			if err != nil {
				t.Fatal(err)
			}
			for i, c := range p.Setting.Countries {
				if d := q.Setting.Countries[i]; d.ID != c.ID || d.Provinces != c.Provinces {
					t.Errorf("%s: home country %+v, want %+v", id, d, c)
				}
			}
			sameDice(t, id, p.Setting, q.Setting)
		}
	}
}

func sameBoard(t *testing.T, want, got *board.Board) {
	t.Helper()
	for i := range want.Areas {
		a, b := want.Areas[i], got.Areas[i]
		if a.Code != b.Code || a.Name != b.Name || a.Sea != b.Sea || a.City != b.City || a.Port != b.Port || a.CityPays != b.CityPays || a.Pays != b.Pays ||
			a.Famine != b.Famine || a.Plague != b.Plague || a.Storm != b.Storm || !slices.Equal(a.Coasts, b.Coasts) {
			t.Errorf("%s: %+v, want %+v", want.Slug, b, a)
		}
	}
	if got.ArmyEdges != want.ArmyEdges || got.FleetEdges != want.FleetEdges || got.Shores != want.Shores || got.Borders != want.Borders {
		t.Errorf("%s: other borders", want.Slug)
	}
	straits := func(b *board.Board) map[string]bool {
		out := map[string]bool{}
		for _, s := range b.Straits {
			out[fmt.Sprint(min(s.A, s.B), max(s.A, s.B), s.Control)] = true
		}
		return out
	}
	if !reflect.DeepEqual(straits(want), straits(got)) || want.Venice != got.Venice {
		t.Errorf("%s: straits %v, Venice %d", want.Slug, got.Straits, got.Venice)
	}
	if !slices.Equal(want.ReportProvinces, got.ReportProvinces) || !slices.Equal(want.ReportCities, got.ReportCities) {
		t.Errorf("%s: other orders of the report", want.Slug)
	}
}

func sameDice(t *testing.T, id string, want, got *position.Setting) {
	t.Helper()
	list := func(s *position.Setting) []string {
		var out []string
		for _, d := range s.Dice {
			of := s.Board.Areas[d.City].Code
			if d.Country >= 0 {
				of = s.Countries[d.Country].ID
			}
			out = append(out, fmt.Sprint(of, d.Dice, d.Ducats, d.Initial))
		}
		slices.Sort(out)
		return out
	}
	if !slices.Equal(list(want), list(got)) {
		t.Errorf("%s: dice %v, want %v", id, list(got), list(want))
	}
}

// quoted contains the lines that the judge's rules quote from its map file, and
// the head of a table as these rules print it.
const quoted = `Albania, T1. alb alban
Ancona, P1P anc ancon
Aquila, N0f aqu aquil
Bay of Tunis, w0. bot
Venice, V3PV ven venic
Ragusa, x1. rag ragus
Croatia, x1. cro croat
Eastern Tyrrhenian Sea, w ets
Pisa, L1P psa
Piombino, x1P pio
Como, l0. com
-1
alb-mv: rag her dur
alb-xc: rag las dur
cro-nc: crn ist aus
cro-sc: dal ist
ets-xc: psa/cc pio sie pat
 tiv gon mes pal wts
ets-cc: psa
psa-xv: ets/cc
-1
      2     3     4     5     6     7     8     9     10    11    12
2:  ----- ----- Ragus Aquil ----- ----- ----- Ancon ----- ----- -----
3:  ----- Piomb
-1
-1
France/Marse: 1 1 2 3 4 5 6
Turkey/Duraz: 1 1 2 3 4 5 6
Venice: 2 2 3 3 4 4 5
`

// TestQuoted imports the fragments and checks that missing parts are reported.
func TestQuoted(t *testing.T) {
	text, found := Import("fragments.machiavelli", []byte(quoted))
	for _, want := range []string{
		`- {code: alb, name: Albania, city: unfortified 1, army: rag, fleet: rag}`,
		`- {code: anc, name: Ancona, city: fortified port 1, famine: 2 9}`,
		`- {code: aqu, name: Aquila, city: fortress, famine: 2 5}`,
		`- {code: bot, name: Bay of Tunis, sea: true}`,
		`- {code: ven, name: Venice, city: fortified port 3}`,
		`- {code: ets, name: Eastern Tyrrhenian Sea, sea: true, fleet: psa pio}`,
		`- {code: com, name: Como, pays: 0}`,
		`- {code: psa, name: Pisa, city: fortified port 1, fleet: ets}`,
		"  venice: ven\n",
		"    - {between: ets psa, control: pio}\n",
		"venice: 2 3 3 4 4 5",
		"{power: turks, home: alb, units: []}",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	var told strings.Builder
	for _, f := range found {
		told.WriteString(f.String() + "\n")
	}
	for _, want := range []string{
		`13:1: warning: alb: no province "her"; left out`,
		`15:1: warning: cro: no province "crn"; left out; did you mean cro?`,
		`18:1: warning: ets: no province "tiv"; left out`,
		`24:1: warning: famine table, row 3: found 2 cells, expected 11, from column 2 to 12; left out`,
		`27:1: warning: variable income of France/Marse: neither a power nor a city; left out`,
		"warning: com is plain land (l), which pays nothing; pays: 0 counts where the option province-income is on",
		"warning: a map file does not tell which units there are at the start, nor the year: add units, garrisons and the year",
	} {
		if !strings.Contains(told.String(), want+"\n") {
			t.Errorf("not reported: %s\n%s", want, told.String())
		}
	}
}

// TestOddities checks that unknown lines and words are reported and left out.
func TestOddities(t *testing.T) {
	const two = "Milan, I3f mil\nComo, x0. com\n-1\nmil-mv: com\ncom-mv: mil\n"
	for _, x := range []struct{ text, want string }{
		{"", "no provinces"},
		{"Milan", `1:1: warning: "Milan" is no province`},
		{two + "mil-zz: com", "6:1: warning: mil-zz: no such kind of border"},
		{two + "bol-mv: com", `6:1: warning: borders: no province "bol"`},
		{two + "mil-mx: com", "6:1: warning: mil: borders that armies pass with less support"},
		{two + "mil-xc: com/qq", `6:1: warning: mil: "com/qq" names no coast`},
		{two + "mil-cc: com", "does not say who controls the strait between com and mil"},
		{"Milan, q3f mil\n", `1:1: warning: Milan: 'q' is no kind of province`},
		{"Milan, I3fZ mil\n", `1:1: warning: Milan: "Z" is not understood`},
		{"Ice, v ice\n", "1:1: warning: Ice is ice; taken for a sea"},
		{"Strand, c str\n", "1:1: warning: Strand is a coastal space"},
		{"Sea, w1f sea\n", "sea is a sea with a city"},
		{"Milan, I3f mil\nMilano, I3f mil\n", "2:1: warning: Milano: the abbreviation mil is that of Milan"},
		{"Milan, I3f mil big\nMantua, I3f man big\n", "man: the abbreviation big is that of mil too"},
		{two + "-1\n" + strings.Repeat("- ", 10) + "mil\n" + strings.Repeat("- ", 10) + "mil\n", "famine table: mil has a second cell"},
		{two + "-1\n" + strings.Repeat("- ", 10) + "bol\n", `famine table: no province "bol"`},
		{two + "-1\nMilan 0 1 2 3 4 5 6\n", "variable income of Milan: 0 dice"},
		{two + "order\nmil bol\n", `order of the provinces: no province "bol"`},
		{two + "order\nmil mil\n", "a list of 2 provinces at the end names neither all provinces nor all cities"},
		{strings.Repeat("x", 5000), "longer than 4096 bytes"},
		{strings.Repeat("\n", 200000), "the file has 200000 bytes"},
		{strings.Replace(two, "I3f", "Q3f", 1), "no power is known by the letter Q; it is called power-q until you name it under powers"},
		{"Como, x0. com\n", "no province belongs to a power"},
	} {
		_, found := Import("x", []byte(x.text))
		if !slices.ContainsFunc(found, func(p board.Problem) bool { return strings.Contains(p.String(), x.want) }) {
			t.Errorf("%.80q: %v; want %s", x.text, found, x.want)
		}
	}
	for name, want := range map[string]string{"Map.Machiavelli 2": "map-machiavelli-2", "...": "imported"} {
		if got := slug(name); got != want {
			t.Errorf("%q becomes %s, want %s", name, got, want)
		}
	}
}

// FuzzImport checks that any file produces valid YAML or no text.
func FuzzImport(f *testing.F) {
	f.Add(quoted)
	f.Add("Milan, I3f mil\nComo, x0. com\n-1\nmil-mv: com\ncom-mv: mil\n-1\nfamine\nMilan 1 1 2 3 4 5 6\norder\nmil com")
	f.Fuzz(func(t *testing.T, text string) {
		out, _ := Import("x", []byte(text))
		_, problems := scenario.Parse([]byte(out))
		for _, p := range problems {
			if out != "" && strings.Contains(p.Text, "YAML") {
				t.Errorf("%v in\n%s", p, out)
			}
		}
	})
}
