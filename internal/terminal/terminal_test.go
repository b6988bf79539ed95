package terminal

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"podesta/internal/words"
)

// play plays the introductory scenario and returns the output.
func play(t *testing.T, script string, prompt bool) (out string, refused int) {
	t.Helper()
	s, err := New(Config{Scenario: "A", Variant: "A-4", Preset: "battleline-1978-basic"})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	refused, err = s.Run(strings.NewReader(script), &b, prompt)
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), refused
}

// TestLanguage plays a phase in Italian, and checks that the output has no English words.
func TestLanguage(t *testing.T) {
	s, err := New(Config{Scenario: "B", Language: words.Get("it")})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	script := "milan: A Pavia - Montferrat\nA Milan - Cremona\nA Nowhere H\nunits milan\norders\nlegal A9\nprocess\nshow\nwhy\nhistory\nhistory 7\nmap\nmars: A1 H\nundo\nundo\nas mars\n"
	if _, err := s.Run(strings.NewReader(script), &b, true); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Scrivi help", "Impero ottomano mancano: ", "? riga 3, colonna 3: Non conosco il luogo", "Milano prende il Monferrato.", "Esercito Pavia avanza verso il Monferrato", "Prossima fase: Estate 1454, ordini.", "province    Como, Cremona, Fornovo, Milano, Monferrato", "Di nuovo a: Primavera 1454, ordini."} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in:\n%s", want, b.String())
		}
	}
	for _, word := range []string{"Spring", "Summer", "Army", "orders", "There is", "missing", "ducats", "cities", "units", "line ", "Did you", "Next", "Turks", "Papacy"} {
		for line := range strings.Lines(b.String()) {
			if strings.Contains(line, word) && !strings.Contains(line, "le potenze sono") {
				t.Errorf("%q is in %s", word, line)
			}
		}
	}
}

// TestLines runs scripts. It checks the expected texts in the output, in order, and the number of
// refused lines.
func TestLines(t *testing.T) {
	for _, c := range []struct {
		name, script string
		want         []string
		refused      int
	}{
		{"a heading on its own line", "milan:\nA1 A-Montf\nA2 H", []string{"Milan: A Pavia - Montferrat", "Milan: A Milan H"}, 0},
		{"a heading by letter and by adjective", "v: F1 H\nneapolitan: F1 H", []string{"Venice: F Dalmatia H", "Naples: F Naples H"}, 0},
		{"as", "as venice\nF1 H", []string{"Venice: F Dalmatia H"}, 0},
		{"no heading: the unit's owner", "A Pavia - Turin; Army Florence holds", []string{"Milan: A Pavia - Turin", "Florence: A Florence H"}, 0},
		{"orders below an unknown heading are not the former power's", "milan: A1 H\nmars:\nA2 H", []string{"Milan: A Pavia H", `line 2, column 1: There is no power "mars"`, "line 3, column 1: It is not clear whose order"}, 2},
		{"columns count from the line's begin", "milan: A Pavia - Turin; A Milan - Cremna", []string{"Milan: A Pavia - Turin", `line 1, column 35: I don't know the place "Cremna"`, "Did you mean Cremona"}, 1},
		{"columns count characters", "è: A Pavia H", []string{`line 1, column 1: There is no power "è"`}, 1},
		{"a unit of another", "venice: A Pavia H", []string{"The army in Pavia is Milanese, not yours"}, 1},
		{"the last order counts", "milan: A1 H\nmilan: A1 A-Turin\norders milan", []string{"in place of: A1 H", "Milan     A Pavia - Turin\n", "missing: A2 Milan"}, 0},
		{"an order struck out", "milan: A1 H; A1 none\norders milan", []string{"in place of", "missing: A1 Pavia"}, 0},
		{"nothing after process", "process now", []string{`This command takes no arguments; remove "now"`}, 1},
		{"commands in any case", "HELP", []string{"resolve the phase"}, 0},
		{"invalid text", "milan: A \xff\xfe - Rome\n\x00\x1b[2J", []string{"? line 1", "? line 2"}, 2},
		{"a byte order mark and carriage returns", "\ufeffmilan: A1 H\r\nquit\r\nmilan: A2 H", []string{"Milan: A Pavia H\n"}, 0},
		{"why, before anything", "why\nundo\nhistory 1\nmap results x.svg", []string{"No phase", "no phase to go back to", "No phase", "No phase"}, 4},
		{"why of one unit", "milan: A1 A-Como; A2 A-Como\nprocess\nwhy milan A1\nwhy A Bologna\nwhy A9\nwhy A Rome", []string{
			"Reasons:", "Army Pavia -> Como: bounced, 1 against 1: the Milanese army in Milan went there too.",
			"Milan: Army Bologna HOLD: carried out.", `There is no unit "A9"; write the power before it`, `There is no unit "A Rome"`,
		}, 2},
		{"undo and another try", "milan: A1 A-Como\nprocess\nhistory\nundo\norders milan\nmilan: A1 A-Turin\nprocess\nhistory", []string{
			"1  Spring 1385, orders", "2  Summer 1385, orders: now", "Back to Spring 1385, orders", "A Pavia - Como", "in place of: A1 A-Como",
			"Milan: Army Pavia -> Turin.", "2  Summer 1385, orders: now",
		}, 0},
		{"the report of a phase again", "process\nhistory 1\nhistory 2\nhistory one", []string{"(game.001)", "(game.001)", `There is no phase "2"`, `There is no phase "one"`}, 2},
		{"legal orders", "legal milan A1\nlegal\nlegal A Nowhere\nlegal G Siena", []string{"A Pavia - Turin", "A Pavia C G", "Which unit?", "I don't know the place", "Nothing can be ordered"}, 2},
		{"units and their orders", "milan: A1 H\nunits milan\nunits mars", []string{"Milan     A1 Pavia: A1 H", "Milan     A2 Milan\n", "There is no power"}, 1},
		{"rules", "rules\nrules siege locks besieger\nrules nothing", []string{"battleline-1978-basic: ", "variant A-4", "siege-locks-besieger = ", "There is no option"}, 1},
		{"show one power", "show venice", []string{"Venice: 3 cities, 3 units", "F1 Dalmatia", "countries", "Dalmatia, Ragusa, Venice"}, 0},
	} {
		out, refused := play(t, c.script, false)
		rest := out
		for _, w := range c.want {
			_, after, ok := strings.Cut(rest, w)
			if !ok {
				t.Errorf("%s: no %q in\n%s", c.name, w, out)
				break
			}
			rest = after
		}
		if refused != c.refused {
			t.Errorf("%s: %d refused, want %d:\n%s", c.name, refused, c.refused, out)
		}
	}
}

// TestRetreatsAndWinter lists the missing orders in retreats and in winter.
func TestRetreatsAndWinter(t *testing.T) {
	out, refused := play(t, `
		florence: A1 S-Bolog; A2 A-Bolog
		process
		show
		units
		orders milan
		legal milan A4
		A Bologna - Modena
		orders milan
		process
		process
		process
		legal naples
		legal
		orders naples
		R A Bari
		naples: R F2
		B A Naples
		orders naples
		process
		units naples`, false)
	rest := out
	for _, w := range []string{
		"The Milanese Army in Bologna can retreat to", "Milan     A4 Bologna\n", "missing: A4 Bologna", "A Bologna - Modena\n", "Milan: A Bologna - Modena",
		"Milan     A Bologna - Modena\n", "Army Bologna -> Modena.", "Winter 1385, adjustments", "R A Bari\n", "In winter the legal orders",
		"missing: 2 removals", "Naples: R A Bari", "Naples: R F Salerno", "Naples    R A Bari\nNaples    R F Salerno\n",
		"Removes the army in Bari", "Naples    A2 Aquila\nNaples    F1 Naples\n",
	} {
		_, after, ok := strings.Cut(rest, w)
		if !ok {
			t.Fatalf("no %q in\n%s", w, out)
		}
		rest = after
	}
	if refused != 2 {
		t.Errorf("%d refused:\n%s", refused, out)
	}
}

// TestExchange reads the lines of both parties to an exchange. It checks that the colon in such a
// line does not turn the line into a heading that names a power.
func TestExchange(t *testing.T) {
	s, err := New(Config{Scenario: "B", Preset: "njudge-classic", Options: map[string]string{"exchanges": "on"}})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	refused, err := s.Run(strings.NewReader(`milan:
		exchange with Venice: give 3 ducats
		exchange with Venice: get A Padua H
		venice: exchange with Milan: get 3d; exchange with Milan: give A Padua H
		process`), &b, false)
	out := b.String()
	if err != nil || refused != 0 {
		t.Fatalf("%d refused, %v:\n%s", refused, err, out)
	}
	for _, want := range []string{
		"Milan: Exchange with Venice: give 3 ducats\n", `This waits for the line of Venice: "Exchange with Milan: give A Padua H".`,
		"Milan gives Venice 3 ducats",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestPrompt checks the greeting and the prompts that people see.
func TestPrompt(t *testing.T) {
	out, _ := play(t, "milan:\n", true)
	want := "The Expansion of States. Spring 1385, orders. Type help to see the commands.\n" +
		"spring 1385 orders> spring 1385 orders, Milan> \n"
	if out != want {
		t.Errorf("%q\nwant %q", out, want)
	}
}

// TestLongLine checks that a line of any length is refused as a whole and that
// the session continues.
func TestLongLine(t *testing.T) {
	out, refused := play(t, "milan: A1 H; "+strings.Repeat("A2 H; ", 1<<20)+"\nmilan: A2 H\n"+strings.Repeat("x", 1<<17), false)
	if refused != 2 || !strings.Contains(out, "Milan: A Milan H\n") || strings.Contains(out, "A Pavia") {
		t.Errorf("%d refused:\n%.300s", refused, out)
	}
}

// TestMap draws maps of the position and of the last phase.
func TestMap(t *testing.T) {
	now, then := filepath.Join(t.TempDir(), "now.svg"), filepath.Join(t.TempDir(), "then.svg")
	out, refused := play(t, "milan: A1 A-Turin\nprocess\nmap "+now+"\nmap results "+then+"\nmap\nmap "+filepath.Join(now, "x.svg"), false)
	if refused != 2 || !strings.Contains(out, "Drawn: "+now) {
		t.Errorf("%d refused:\n%s", refused, out)
	}
	for file, title := range map[string]string{now: "Summer 1385", then: "Spring 1385"} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if s := string(data); !strings.HasPrefix(s, "<svg") || !strings.Contains(s, title) {
			t.Errorf("%s: %.200s", file, s)
		}
	}
}

// TestErrors covers configuration errors, a phase that cannot be resolved, and read errors.
func TestErrors(t *testing.T) {
	for _, c := range []Config{
		{Scenario: "Z", Preset: "battleline-1978-basic"},
		{Scenario: "A", Variant: "A-9", Preset: "battleline-1978-basic"},
		{Scenario: "A", Preset: "chess"},
		{Scenario: "A", Preset: "battleline-1978-basic", Options: map[string]string{"convoy-route": "none"}},
	} {
		if _, err := New(c); err == nil {
			t.Errorf("%+v: no error", c)
		}
	}
	s, err := New(Config{Scenario: "B", Preset: "njudge-classic"})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	refused, err := s.Run(strings.NewReader("milan: borrow 5 for 1 year\nvenice: e1: buy nothing\nprocess\nprocess\nprocess\nprocess\nshow milan"), &b, false)
	if err != nil || refused != 1 || s.pos.Phase.String() != "spring 1455 orders" || !strings.Contains(b.String(), "loans       5 + 1 in spring 1455") {
		t.Errorf("a year with money: %d refused, %v:\n%s", refused, err, b.String())
	}
	broken := errors.New("broken")
	if _, err := s.Run(iotest.ErrReader(broken), &b, false); !errors.Is(err, broken) {
		t.Errorf("reading: %v", err)
	}
}
