package opendata

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"podesta/machiavelli/scenario"
)

// saved plays a game between computer players on the Diplomacy board and writes it in the format of
// the package diplomacy. It returns the game and the saved game read back.
func saved(t *testing.T, players []string, years int, n uint64) (*Game, *SavedGame) {
	t.Helper()
	r, err := savedRules()
	if err != nil {
		t.Fatal(err)
	}
	table, err := NewTable(Config{Scenario: savedScenario, Rules: r, Players: players, Years: years, Seed: 11})
	if err != nil {
		t.Fatal(err)
	}
	g, err := table.Play(n)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Save()
	if err != nil {
		t.Fatal(err)
	}
	line, err := AppendSaved(nil, s)
	if err != nil {
		t.Fatal(err)
	}
	if !IsSaved(line) {
		t.Error("the line does not look like a saved game")
	}
	s, err = ReadSaved(bytes.TrimSuffix(line, []byte("\n")))
	if err != nil {
		t.Fatal(err)
	}
	return g, s
}

// TestSavedRoundTrip checks that games of computer players, saved in the form of the package
// diplomacy, lead to the same positions when they are played again, and that the result is a
// game in our own format.
func TestSavedRoundTrip(t *testing.T) {
	seen := map[string]bool{}
	for n, players := range [][]string{{"random"}, {"random", "easy"}, {"easy"}, {"random"}, {"dumbbot", "random"}} {
		g, s := saved(t, players, 6, uint64(n))
		again, found, err := s.Replay()
		if err != nil || len(found) > 0 {
			t.Fatalf("game %d: %v, %v", n, err, found)
		}
		if len(again.Phases) != len(g.Phases) {
			t.Fatalf("game %d: %d phases have become %d", n, len(g.Phases), len(again.Phases))
		}
		for i := range g.Phases {
			if !bytes.Equal(again.Phases[i].After, g.Phases[i].After) {
				t.Errorf("game %d, %s: the position is\n%s\nand was\n%s", n, g.Phases[i].Phase, again.Phases[i].After, g.Phases[i].After)
			}
			seen[s.Phases[i].Name[len(s.Phases[i].Name)-1:]] = true
			for _, list := range s.Phases[i].Orders {
				for _, o := range list {
					for _, word := range strings.Fields(o)[1:] {
						seen[word] = true
					}
				}
			}
			for _, list := range s.Phases[i].Results {
				for _, word := range list {
					seen[word] = true
				}
			}
		}
		if found, err := Verify(again); err != nil || len(found) > 0 {
			t.Errorf("game %d in our format: %v, %v", n, err, found)
		}
		twice, err := again.Save()
		if err != nil {
			t.Fatal(err)
		}
		twice.Rules = s.Rules
		for i := range twice.Phases {
			twice.Phases[i].State.Rules = s.Rules
		}
		a, _ := encode(s)
		b, _ := encode(twice)
		if !bytes.Equal(a, b) {
			t.Errorf("game %d: read and written, the line is another one", n)
		}
	}
	for _, word := range []string{"M", "R", "A", "H", "-", "S", "C", "VIA", "D", "B", "STP/NC", "bounce", "cut", "void", "dislodged", "disband"} {
		if !seen[word] {
			t.Errorf("no game has %q", word)
		}
	}
}

// handMade returns the game in testdata, which was written by hand in the form of the package:
// with a convoy, a retreat, builds and a waived build.
func handMade(t *testing.T) []byte {
	t.Helper()
	line, err := os.ReadFile("testdata/saved-game.json")
	if err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSpace(line)
}

func TestReplayHandMade(t *testing.T) {
	s, err := ReadSaved(handMade(t))
	if err != nil {
		t.Fatal(err)
	}
	g, found, err := s.Replay()
	if err != nil || len(found) > 0 {
		t.Fatal(err, found)
	}
	if g.Source != Imported || len(g.Phases) != 4 || g.End.How != EndOpen || g.End.Cities["france"] != 6 {
		t.Errorf("source %s, %d phases, %+v", g.Source, len(g.Phases), g.End)
	}
	again, err := g.Save()
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Phases {
		a, b := &s.Phases[i], &again.Phases[i]
		if a.Name != b.Name {
			t.Fatalf("phase %s has become %s", a.Name, b.Name)
		}
		for name, list := range a.Orders {
			if join(list) != join(b.Orders[name]) {
				t.Errorf("%s: the orders of %s %q have become %q", a.Name, name, list, b.Orders[name])
			}
		}
		for unit, list := range a.Results {
			if join(list) != join(b.Results[unit]) {
				t.Errorf("%s: the results of %s %q have become %q", a.Name, unit, list, b.Results[unit])
			}
		}
		if len(a.Results) != len(b.Results) {
			t.Errorf("%s: %d results have become %d", a.Name, len(a.Results), len(b.Results))
		}
	}
	if first := s.Phases[0].State.Hash; !bytes.Equal(first, again.Phases[0].State.Hash) {
		t.Errorf("the hash of the first position is %s, not %s", again.Phases[0].State.Hash, first)
	}
}

// TestReplayDifferences checks which differences are reported for games that another program
// resolved differently.
func TestReplayDifferences(t *testing.T) {
	change := func(old, new string) func(string) string {
		return func(line string) string {
			if !strings.Contains(line, old) {
				t.Fatalf("the game has no %q", old)
			}
			return strings.Replace(line, old, new, 1)
		}
	}
	tests := []struct {
		name   string
		change func(string) string
		want   string
	}{
		{
			"a unit elsewhere", change(`"A SPA","F POR","A BEL"`, `"A GAS","F POR","A BEL"`),
			`F1901R: the units of FRANCE differ: the game has "A BEL, A GAS, F POR", the engine makes "A BEL, A SPA, F POR"`,
		},
		{"another coast", change(`"A WAR - GAL","A UKR S F RUM"`, `"A WAR - GAL","A UKR - SEV"`), `F1901R: the units of RUSSIA differ`},
		{
			"another retreat", change(`"A TRI":["BUD","VEN"]`, `"A TRI":["BUD","VEN","TYR"]`),
			`F1901R: the retreats of ITALY differ: the game has "A TRI: BUD TYR VEN", the engine makes "A TRI: BUD VEN"`,
		},
		{"another centre", change(`"BRE","MAR","PAR","BEL","POR","SPA"`, `"BRE","MAR","PAR","BEL","POR"`), `W1901A: the centres of FRANCE differ`},
		{"other builds", change(`"count":3`, `"count":2`), `W1901A: the builds of FRANCE differ: the game has "2 BRE, MAR, PAR", the engine makes "3 BRE, MAR, PAR"`},
		{"an order that cannot be read", change(`"A BER - KIE"`, `"A BER - XYZ"`), `S1901M: the order "A BER - XYZ" of GERMANY cannot be read: there is no place "XYZ"`},
		{"an order of nonsense", change(`"A BER - KIE"`, `"A BER KIE!"`), `cannot be read: expected an order such as`},
		{"an order that cannot be given", change(`"A BER - KIE"`, `"A BER - LON"`), `S1901M: the order "A BER - LON" of GERMANY is refused: `},
		{"a skipped phase", func(line string) string {
			a, b := strings.Index(line, `{"name":"F1901R"`), strings.Index(line, `{"name":"W1901A"`)
			return line[:a] + line[b:]
		}, `W1901A: the phase differs: the engine makes F1901R`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, err := ReadSaved([]byte(test.change(string(handMade(t)))))
			if err != nil {
				t.Fatal(err)
			}
			g, found, err := s.Replay()
			said := ""
			for _, d := range found {
				said += d.String() + "\n"
			}
			if err != nil || !strings.Contains(said, test.want) {
				t.Fatalf("it says %q, %v, and not %q", said, err, test.want)
			}
			if found, err := Verify(g); err != nil || len(found) > 0 {
				t.Errorf("the game with corrections: %v, %v", err, found)
			}
		})
	}
}

// TestReplayVoid checks that an order which both judges refuse is not a difference.
func TestReplayVoid(t *testing.T) {
	line := strings.Replace(string(handMade(t)), `"F DEN H"`, `"F DEN - MUN"`, 1)
	line = strings.Replace(line, `"F DEN":[]`, `"F DEN":["10003:void"]`, 2)
	s, err := ReadSaved([]byte(line))
	if err != nil {
		t.Fatal(err)
	}
	if _, found, err := s.Replay(); err != nil || len(found) > 0 {
		t.Error(err, found)
	}
}

// TestReplayEnds checks games that are over, by a victory and by agreement.
func TestReplayEnds(t *testing.T) {
	s, err := ReadSaved(handMade(t))
	if err != nil {
		t.Fatal(err)
	}
	last := &s.Phases[len(s.Phases)-1]
	last.Name, last.State.Name, last.State.Note = completed, completed, "Victory by: FRA, GER"
	last.State.Units, last.State.Builds = s.Phases[3].State.Units, nil
	g, found, err := s.Replay()
	if err != nil || len(found) > 0 || g.End.How != "draw" || len(g.End.Powers) != 2 {
		t.Fatalf("a draw: %v, %v, %+v", err, found, g)
	}
	again, err := g.Save()
	if err != nil {
		t.Fatal(err)
	}
	if end := again.Phases[len(again.Phases)-1]; end.Name != completed || end.State.Note != "Victory by: FRA, GER" {
		t.Errorf("the end is %s, %s", end.Name, end.State.Note)
	}
	last.State.Note = ""
	if _, found, err := s.Replay(); err != nil || len(found) == 0 || !strings.Contains(found[0].String(), "COMPLETED: the phase differs: the engine makes S1902M") {
		t.Errorf("an end without winners: %v, %v", err, found)
	}

	// A power with 17 centres takes its eighteenth.
	first := s.Phases[1]
	s.Phases = []SavedPhase{first, *last}
	first.Orders["AUSTRIA"] = nil
	st := &s.Phases[0].State
	var rest []string
	for _, list := range []string{"GERMANY", "ITALY", "TURKEY", "RUSSIA"} {
		rest = append(rest, st.Centers[list]...)
		st.Centers[list] = nil
	}
	st.Centers["FRANCE"] = append(st.Centers["FRANCE"], append(rest, "SWE")...)
	s.Phases[1].State.Centers = nil
	s.Phases[1].State.Note = "Victory by: RUS"
	_, found, err = s.Replay()
	if err != nil {
		t.Fatal(err)
	}
	said := ""
	for _, d := range found {
		said += d.String() + "\n"
	}
	if !strings.Contains(said, `the end: the winners differ: the game has "RUSSIA", the engine makes "FRANCE"`) {
		t.Error(said)
	}
}

func TestReadSavedBadLines(t *testing.T) {
	whole := string(handMade(t))
	for name, test := range map[string]struct{ line, want string }{
		"empty":             {"", "damaged at byte"},
		"cut off":           {whole[:len(whole)/2], "damaged at byte"},
		"another map":       {strings.Replace(whole, `"map":"standard"`, `"map":"ancmed"`, 1), `on the map "ancmed"; podesta reads games on the map "standard"`},
		"another rule":      {strings.Replace(whole, `["NO_PRESS"`, `["BUILD_ANY"`, 1), "rule BUILD_ANY"},
		"no id":             {strings.Replace(whole, `"id":"hand-made"`, `"id":""`, 1), "no id"},
		"no phases":         {`{"id":"x","map":"standard","rules":[],"phases":[]}`, "no phases"},
		"a bad phase":       {strings.ReplaceAll(whole, "S1902M", "S1902A"), `"S1902A" is not a phase`},
		"two names":         {strings.Replace(whole, "S1902M", "F1902M", 1), "has the state of"},
		"an early end":      {strings.ReplaceAll(whole, "F1901R", completed), `"COMPLETED" is not a phase`},
		"numbers for units": {strings.Replace(whole, `["A BUD","A VIE","F TRI"]`, `[1,2]`, 1), "the line is damaged"},
		"too long":          {strings.Repeat(" ", MaxLine+1), "more than 8 MB"},
	} {
		if _, err := ReadSaved([]byte(test.line)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}

func TestReplayErrors(t *testing.T) {
	whole := string(handMade(t))
	for name, test := range map[string]struct{ old, new, want string }{
		"an unknown power":     {`"units":{"AUSTRIA":`, `"units":{"UTOPIA":["A BUD"],"AUSTRIA":`, `no power "UTOPIA"`},
		"an unknown place":     {`"A BUD","A VIE","F TRI"`, `"A BUD","A XYZ","F TRI"`, `no place "XYZ"`},
		"an army at sea":       {`"A BUD","A VIE","F TRI"`, `"A BUD","A ADR","F TRI"`, "the unit A ADR is not possible"},
		"a fleet on land":      {`"A BUD","A VIE","F TRI"`, `"A BUD","F VIE","F TRI"`, "the unit F VIE is not possible"},
		"a fleet without":      {`"A BUD","A VIE","F TRI"`, `"A BUD","F STP","F TRI"`, "F STP needs a coast"},
		"a coast too many":     {`"A BUD","A VIE","F TRI"`, `"A BUD","F STP\/EC","F TRI"`, `no coast "EC"`},
		"no unit":              {`"A BUD","A VIE","F TRI"`, `"A BUD","VIE","F TRI"`, `"VIE" is no unit`},
		"two units":            {`"A BUD","A VIE","F TRI"`, `"A BUD","A BUD","F TRI"`, "two units in BUD"},
		"two owners":           {`"centers":{"AUSTRIA":["BUD"`, `"centers":{"AUSTRIA":["LON"`, "centre LON has two owners"},
		"no centre":            {`"centers":{"AUSTRIA":["BUD"`, `"centers":{"AUSTRIA":["BOH"`, `"BOH" is no centre`},
		"orders of a stranger": {`"orders":{"AUSTRIA":`, `"orders":{"UTOPIA":[],"AUSTRIA":`, `no power "UTOPIA"`},
	} {
		if !strings.Contains(whole, test.old) {
			t.Fatalf("%s: the game has no %q", name, test.old)
		}
		s, err := ReadSaved([]byte(strings.Replace(whole, test.old, test.new, 1)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, _, err := s.Replay(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}

// TestSaveOthers checks that games other than standard Diplomacy are refused.
func TestSaveOthers(t *testing.T) {
	g, _ := played(t, "battleline-1978-basic", "B", []string{"random"}, 1)
	if _, err := g.Save(); err == nil || !strings.Contains(err.Error(), "not standard Diplomacy") {
		t.Error(err)
	}
	g, _ = saved(t, []string{"random"}, 1, 1)
	g.Rules = json.RawMessage(`{"preset":"diplomacy","options":{"victory-cities":"12"}}`)
	if _, err := g.Save(); err == nil || !strings.Contains(err.Error(), "not standard Diplomacy") {
		t.Error(err)
	}
}

// TestHash compares hashes of positions with those that Python computes.
func TestHash(t *testing.T) {
	h, err := standardHasher()
	if err != nil {
		t.Fatal(err)
	}
	r, err := savedRules()
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.New(savedScenario, "", &r)
	if err != nil {
		t.Fatal(err)
	}
	if got := h.hash(newDialect(p.Setting), p); got != 1919110489198082658 {
		t.Errorf("the hash of the start is %d", got)
	}
	// the values of Python's random.seed(1); [random.randint(1, sys.maxsize) for _ in range(3)]
	tw := newTwister(1)
	for _, want := range []uint64{5249979066121302518, 7399589116837456608, 582057716445789125} {
		if got := tw.number(); got != want {
			t.Errorf("the number is %d, and Python makes %d", got, want)
		}
	}
}

// FuzzReadSaved checks that reading and replaying any line either succeeds or returns an error.
func FuzzReadSaved(f *testing.F) {
	line, err := os.ReadFile("testdata/saved-game.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(line)
	f.Add([]byte(`{"id":"x","map":"standard","phases":[{"name":"S1901M","state":{"units":{"FRANCE":["*A PAR"]}}}]}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		s, err := ReadSaved(line)
		if err != nil {
			return
		}
		g, _, err := s.Replay()
		if err != nil {
			return
		}
		if _, err := Verify(g); err != nil {
			t.Error(err)
		}
	})
}
