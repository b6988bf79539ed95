package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// inDir writes files to a directory of their own and returns it.
func inDir(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const (
	tinyBoard = "slug: tiny\nareas:\n  - {code: aa, name: Alba, city: fortified 3, army: bb}\n  - {code: bb, name: Bosco, city: unfortified 1, army: aa}\n"
	tinyGame  = "powers: [{id: reds, letter: R}, {id: blues, letter: B}]\nscenarios:\n  - {id: ford, board: tiny.yaml, year: 1300, options: {victory-cities: 2, money: off, famine: off},\n" +
		"     powers: [{power: reds, home: aa, units: [A aa]}, {power: blues, home: bb, units: [A bb]}]}\n"
)

// TestScenario runs the subcommands of podesta scenario.
func TestScenario(t *testing.T) {
	dir := inDir(t, map[string]string{
		"tiny.yaml":  tinyBoard,
		"game.yaml":  tinyGame,
		"bad.yaml":   strings.Replace(tinyGame, "A bb", "F bb", 1),
		"two.yaml":   tinyGame + strings.Replace(tinyGame[strings.Index(tinyGame, "  - {id"):], "ford", "weir", 1),
		"map.old":    "Alba, R3f aa\nBosco, B1. bb\n-1\naa-mv: bb\nbb-mv: aa\n",
		"broken.old": "Alba\n",
	})
	for _, c := range []struct {
		args   string
		in     string
		status int
		has    []string // texts in either output
	}{
		{"", "", 2, []string{"usage: podesta scenario COMMAND"}},
		{"-h", "", 0, []string{"usage: podesta scenario COMMAND"}},
		{"burn", "", 2, []string{`unknown command "burn"`}},
		{"list", "", 0, []string{"B-8", "8 players: Milan; Venice;", "dipmach"}},
		{"list DIR/game.yaml", "", 0, []string{"ford-2", "2 players: Reds; Blues"}},
		{"list DIR/bad.yaml", "", 1, []string{"a fleet cannot stand in Bosco"}},
		{"list -h", "", 0, []string{"usage: podesta scenario list [FILE...]"}},
		{"list -x", "", 2, []string{"-x"}},
		{"show B", "", 0, []string{"\nI Milan     A Pavia, A Cremona, A Milan", "Autonomous garrisons: fer gen luc", "city of Genoa: 1 die, row 1 2 2 3 3 4", "     Venice     0         10       6          12           +4  4-10"}},
		{"show -variant B-7 b", "", 0, []string{"* B-7:", "Off the board: aus cri hun tyr."}},
		{"show -variant njudge C2", "", 0, []string{"aqu bar cap mes nap otr pal slr (held by Austria)"}},
		{"show balance-of-power-1995", "", 0, []string{"opening (machiavelli-1995)", "+1  8 instead"}},
		{"show diplomacy", "", 0, []string{"F St Petersburg/sc"}},
		{"show -rules battleline-1978-advanced A", "", 0, []string{"opening (battleline-1978-advanced)"}},
		{"show DIR/game.yaml", "", 0, []string{"* ford-2: 2 players: Reds; Blues", "B Blues  A Bosco  bb"}},
		{"show DIR/two.yaml", "", 0, []string{"ford (ford), 1300", "weir (weir), 1300"}},
		{"show DIR/two.yaml#weir", "", 0, []string{"weir (weir), 1300"}},
		{"show DIR/two.yaml#ware", "", 1, []string{`no scenario "ware": the scenarios are ford, weir`}},
		{"show", "", 2, []string{"usage: podesta scenario show"}},
		{"show Z", "", 1, []string{`no scenario "Z"`}},
		{"show -variant Z B", "", 1, []string{`no variant "Z"`}},
		{"show -rules Z B", "", 1, []string{"Z"}},
		{"check DIR/game.yaml DIR/tiny.yaml", "", 0, []string{"game.yaml: 0 errors, 0 warnings\nBoard tiny, tiny: 2 provinces, 0 seas; 2 cities that pay 4 ducats, 1 of them fortified; 0 fortresses; 0 ports.", "ford (ford)"}},
		{"check DIR/bad.yaml", "", 1, []string{"/bad.yaml:4:", "a fleet cannot stand in Bosco, which has no shore", "bad.yaml: 1 error, 0 warnings"}},
		{"check DIR/none.yaml", "", 1, []string{"no such file"}},
		{"check", "", 2, []string{"usage"}},
		{"check -", tinyBoard, 0, []string{"-: 0 errors, 0 warnings\nBoard tiny"}},
		{"export DIR/game.yaml", "", 0, []string{"board:\n  slug: tiny\n", "\nscenarios:\n  - id: ford\n"}},
		{"export B", "", 0, []string{"board:\n  slug: italy-1978\n", "- {power: milan, dice: 1, home: pav cre com for pia par mil, units: [A pav, A cre, A mil]}"}},
		{"export Z", "", 1, []string{`no scenario "Z"`}},
		{"import DIR/map.old", "", 0, []string{"slug: old\n", "- {code: aa, name: Alba, city: fortified 3, army: bb}", "{power: power-r, home: aa, units: []}", "map.old: warning: a map file does not tell which units", "result:", "power-b has no units"}},
		{"import -", "Alba, R3f aa\n", 0, []string{"slug: imported\n", "result:", "no edges"}},
		{"import DIR/broken.old", "", 1, []string{"broken.old:1:1: warning:", "no provinces"}},
		{"import DIR/none", "", 1, []string{"none"}},
	} {
		var out, bad bytes.Buffer
		args := append([]string{"scenario"}, strings.Fields(strings.ReplaceAll(c.args, "DIR", dir))...)
		status := run(env{strings.NewReader(c.in), &out, &bad}, args)
		if status != c.status {
			t.Errorf("scenario %s: status %d, want %d: %s", c.args, status, c.status, bad.String())
		}
		for _, want := range c.has {
			if !strings.Contains(out.String()+bad.String(), want) {
				t.Errorf("scenario %s: no %q in\n%s%s", c.args, want, out.String(), bad.String())
			}
		}
	}
}

// TestOwnGame plays and draws a scenario from a file.
func TestOwnGame(t *testing.T) {
	dir := inDir(t, map[string]string{"tiny.yaml": tinyBoard, "game.yaml": tinyGame})
	status, out, bad := podesta("reds: A Alba - Bosco\nprocess\nshow\n", "play", "-preset", "njudge-classic", "-scenario", filepath.Join(dir, "game.yaml"))
	if status != 0 || !strings.Contains(out, "Bosco") || !strings.Contains(out, "Summer 1300") {
		t.Errorf("play: status %d\n%s%s", status, out, bad)
	}
	if status, _, bad = podesta("", "play", "-scenario", filepath.Join(dir, "none.yaml")); status != 2 || !strings.Contains(bad, "no such file") {
		t.Errorf("play: status %d, %s", status, bad)
	}
	for _, x := range []struct{ name, want string }{{"game.yaml", "<title>ford, Spring 1300, orders</title>"}, {"tiny.yaml", "<title>tiny</title>"}} {
		status, out, bad = podesta("", "map", filepath.Join(dir, x.name))
		if status != 0 || !strings.Contains(out, x.want) || !strings.HasSuffix(out, "</svg>\n") {
			t.Errorf("map %s: status %d, %.200s%s", x.name, status, out, bad)
		}
	}
	if status, _, bad = podesta("", "map", filepath.Join(dir, "none.yaml")); status != 1 || !strings.Contains(bad, "no such file") {
		t.Errorf("map: status %d, %s", status, bad)
	}
}
