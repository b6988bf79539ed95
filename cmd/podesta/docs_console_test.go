package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"podesta/machiavelli/dice"
	"podesta/machiavelli/rules"
)

// consolePages are the pages with sessions that TestConsole runs.
var consolePages = []string{
	"README.md", "docs/orders.md", "docs/masters.md", "docs/master-tools.md", "docs/operators.md",
	"docs/configuration.md", "docs/upkeep.md",
	"docs/people.md", "docs/developers.md", "docs/testing.md", "docs/terminal.md",
}

// block is a fenced block of a page: its language, the file that it shows if the language is
// followed by a name, and its lines.
type block struct {
	language, file string
	lines          []string
}

// blocks returns the fenced blocks of a page.
func blocks(t *testing.T, page string) []block {
	t.Helper()
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var list []block
	inside := false
	for line := range strings.SplitSeq(string(data), "\n") {
		info, fence := strings.CutPrefix(line, "```")
		switch {
		case fence && inside:
			inside = false
		case fence:
			inside = true
			language, file, _ := strings.Cut(info, " ")
			list = append(list, block{language: language, file: file})
		case inside:
			b := &list[len(list)-1]
			b.lines = append(b.lines, line)
		}
	}
	return list
}

// arguments splits a command line at spaces, except inside double quotes.
func arguments(line string) []string {
	var list []string
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			list = append(list, part)
			continue
		}
		list = append(list, strings.Fields(part)...)
	}
	return list
}

// TestConsole runs every block with the language "console": a line "$ podesta ARGUMENTS", lines
// of input after ">", and the output. A line "…" stands for any lines; "[status 1]" is an exit
// status. Blocks with the name of a file are written to it first.
func TestConsole(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, page := range consolePages {
		list := blocks(t, filepath.Join(root, page))
		t.Chdir(t.TempDir())
		for _, b := range list {
			if b.file != "" {
				if err := os.WriteFile(b.file, []byte(strings.Join(b.lines, "\n")+"\n"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if b.language == "console" {
				ran++
				if err := session(b.lines); err != nil {
					t.Errorf("%s: %v", page, err)
				}
			}
		}
	}
	if ran < 9 {
		t.Errorf("only %d sessions on the pages", ran)
	}
}

// session runs the commands of a block and compares their output.
func session(lines []string) error {
	for len(lines) > 0 {
		command, ok := strings.CutPrefix(lines[0], "$ podesta ")
		if !ok {
			return fmt.Errorf("a session begins with %q", lines[0])
		}
		var in strings.Builder
		var shown []string
		lines = lines[1:]
		for len(lines) > 0 && !strings.HasPrefix(lines[0], "$ ") {
			if typed, ok := strings.CutPrefix(lines[0], "> "); ok {
				in.WriteString(typed + "\n")
			} else {
				shown = append(shown, lines[0])
			}
			lines = lines[1:]
		}
		status, out, bad := podesta(in.String(), arguments(command)...)
		out += bad
		if status != 0 {
			out += "[status " + strconv.Itoa(status) + "]\n"
		}
		if err := abridged(shown, strings.Split(strings.TrimSuffix(out, "\n"), "\n")); err != nil {
			return fmt.Errorf("podesta %s: %w", command, err)
		}
	}
	return nil
}

// abridged compares the output shown on a page, in which "…" stands for omitted lines, with the
// program's output.
func abridged(shown, said []string) error {
	left := false // whether lines may be omitted here
	for _, want := range shown {
		if want == "…" {
			left = true
			continue
		}
		at := 0
		for left && at < len(said) && said[at] != want {
			at++
		}
		if at >= len(said) {
			return fmt.Errorf("it does not say %q", want)
		}
		if said[at] != want {
			return fmt.Errorf("the page shows %q, it says %q", want, said[at])
		}
		said, left = said[at+1:], false
	}
	if !left && len(said) > 0 {
		return fmt.Errorf("it also says %q", said[0])
	}
	return nil
}

// cells returns the rows of the tables below a heading of a page, up to the next heading of any
// level, without header and separator rows.
func cells(t *testing.T, page, heading string) [][]string {
	t.Helper()
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	_, text, ok := strings.Cut(string(data), "\n"+heading+"\n")
	if !ok {
		t.Fatalf("%s has no %q", page, heading)
	}
	text, _, _ = strings.Cut(text, "\n#")
	var rows [][]string
	row := 0 // row in the table
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			row = 0
			continue
		}
		if row++; row <= 2 {
			continue
		}
		var list []string
		for _, c := range strings.Split(strings.Trim(line, "|"), " | ") {
			list = append(list, strings.TrimSpace(c))
		}
		rows = append(rows, list)
	}
	return rows
}

// code returns the first part of a text that is formatted as code.
func code(text string) string {
	_, text, _ = strings.Cut(text, "`")
	text, _, _ = strings.Cut(text, "`")
	return text
}

const playersPage = "../../docs/orders.md"

// TestPlayersPageExpenses orders each of the expenses in the players' table, and checks that it
// has the kind of its letter and the cost in the table.
func TestPlayersPageExpenses(t *testing.T) {
	const position = `{
		"units": {"milan": ["A Milan"], "papacy": ["A Bologna", "G Perugia"], "autonomous": ["G Ferrara"]},
		"provinces": {"milan": ["Milan"], "papacy": ["Bologna", "Modena", "Perugia", "Rome", "Urbino"]},
		"treasuries": {"milan": 100}}`
	letters := ""
	for _, row := range cells(t, playersPage, "### Expenses") {
		if len(row) != 5 || len(row[0]) != 1 {
			continue
		}
		letters += row[0]
		line, err := json.Marshal(code(row[2]))
		if err != nil {
			t.Fatal(err)
		}
		status, out, bad := podesta(`{"scenario":"B","position":`+position+`,"orders":{"milan":[`+string(line)+`]}}`, "adjudicate")
		var result struct {
			Orders []struct {
				Kind, Letter, Error string
				Minimum             int
			}
		}
		if err := json.Unmarshal([]byte(out), &result); err != nil || status != 0 {
			t.Fatalf("%s: status %d, %v, %s%s", line, status, err, out, bad)
		}
		least, _, _ := strings.Cut(row[4], " ")
		found := false
		for _, o := range result.Orders {
			if o.Kind == "expense" {
				found = true
				if o.Letter != row[0] || strconv.Itoa(o.Minimum) != least {
					t.Errorf("%s is expense %s of %d ducats, the page has %s of %s", line, o.Letter, o.Minimum, row[0], least)
				}
			}
		}
		if !found {
			t.Errorf("%s is no expense: %s", line, out)
		}
	}
	if letters != "abcdefghijkl" {
		t.Errorf("the table has the expenses %s", letters)
	}
}

// TestPlayersPageAnswers sends, as Milan, each of the lines for which the players' page quotes
// an answer.
func TestPlayersPageAnswers(t *testing.T) {
	rows := cells(t, playersPage, "## What the judge answers")
	if len(rows) < 30 {
		t.Fatalf("only %d answers on the page", len(rows))
	}
	winter := false
	for _, row := range rows {
		line := code(row[0])
		// The second table is about winter, and begins with the build.
		winter = winter || strings.HasPrefix(line, "B ")
		script := ""
		if winter {
			script = "milan: A Cremona H\nprocess\nprocess\nprocess\n"
		}
		_, before, _ := podesta(script, "play", "-preset", "njudge-classic", "-seed", "docs")
		_, out, _ := podesta(script+"milan: "+line+"\n", "play", "-preset", "njudge-classic", "-seed", "docs")
		answer := strings.TrimPrefix(out, before)
		if !strings.Contains(answer, row[1]) {
			t.Errorf("%s: the page has\n%s\nthe judge answers\n%s", line, row[1], answer)
		}
		if refused, note := strings.HasPrefix(answer, "?"), strings.HasPrefix(row[1], "note: "); refused == note {
			t.Errorf("%s: the page has %q, the judge answers %q", line, row[1], answer)
		}
	}
}

// TestDevelopersPageDice computes the dice in the page's table using only the page's
// description, and compares them with the program's.
func TestDevelopersPageDice(t *testing.T) {
	const page = "../../docs/developers.md"
	seed := make([]byte, dice.SeedBytes)
	for i := range seed {
		seed[i] = byte(i)
	}
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if commitment := dice.Commit("g7", seed); !strings.Contains(string(data), "`"+commitment+"`") {
		t.Errorf("the page has not the commitment %s", commitment)
	}
	rows := cells(t, page, "### The derivation, for a checker of your own")
	if len(rows) < 5 {
		t.Fatalf("only %d dice on the page", len(rows))
	}
	sums := map[string]int{} // totals of the dice so far, keyed by scope and roll
	for _, row := range rows {
		scope, name, begin := code(row[0]), code(row[1]), code(row[4])
		die, faces, shows := number(t, row[2]), number(t, row[3]), number(t, row[5])
		mac := hmac.New(sha256.New, seed)
		mac.Write(append([]byte(scope+"\x00"+name+"\x00"), byte(die), 0))
		sum := mac.Sum(nil)
		if got := hex.EncodeToString(sum[:8]); got != begin {
			t.Errorf("%v: the HMAC begins with %s", row, got)
		}
		if got := int(binary.BigEndian.Uint64(sum)%uint64(faces)) + 1; got != shows {
			t.Errorf("%v: the die shows %d", row, got)
		}
		sums[scope+name] += shows
		d := dice.New(seed, scope, nil)
		got := d.Lot(name, faces)
		if faces == 6 {
			got = dice.New(seed, scope, nil).D6(name, die+1)
		}
		if got != sums[scope+name] {
			t.Errorf("%v: the program throws %d, the page %d", row, got, sums[scope+name])
		}
	}
}

// number returns the number in a cell.
func number(t *testing.T, cell string) int {
	t.Helper()
	n, err := strconv.Atoi(cell)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestFirstCampaign gives the orders that the page about orders describes for the first
// campaign, in indented blocks. "Under **Milan**" names the power of the orders that follow.
func TestFirstCampaign(t *testing.T) {
	data, err := os.ReadFile("../../docs/orders.md")
	if err != nil {
		t.Fatal(err)
	}
	script, power, orders, inside := "", "", 0, false
	for line := range strings.Lines(string(data)) {
		if _, name, ok := strings.Cut(line, "nder **"); ok {
			power, _, _ = strings.Cut(name, "**")
			power += ": "
		}
		line, indented := strings.CutPrefix(line, "   ")
		switch {
		case indented && strings.HasPrefix(line, "```"):
			inside = !inside
		case inside && indented:
			script += power + line
			orders++
		}
	}
	const preset = "njudge-classic"
	for _, p := range rules.Presets() { // readers must find the edition that is played here
		if p.ID == preset && !strings.Contains(string(data), "the edition *"+p.Title+"*") {
			t.Errorf("the page does not say to choose %s", p.Title)
		}
	}
	status, out, bad := podesta(script+"process\nshow\n", "play", "-strict", "-preset", preset, "-seed", "docs")
	if status != 0 || orders < 9 || !strings.Contains(out, "A4 Montferrat") || !strings.Contains(out, "A2 Mantua") {
		t.Errorf("status %d, %d orders:\n%s\n%s%s", status, orders, script, out, bad)
	}
}
