package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"podesta/machiavelli/arena"
)

// times matches the members of a record that are different in every run.
var times = regexp.MustCompile(`"(us|longest_us)":\d+`)

// shortMatch is a match that takes a moment.
const shortMatch = "arena -scenario A -variant A-4 -preset battleline-1978-basic -years 1 -players greedy,random* -mix dumbbot,random"

// TestArenaResumes plays a match in one run and in several, with different numbers of jobs,
// after a line was cut off. Apart from times the files must be equal.
func TestArenaResumes(t *testing.T) {
	folder := t.TempDir()
	whole, parts := filepath.Join(folder, "whole"), filepath.Join(folder, "parts")
	play := func(file, games, jobs, note string) string {
		t.Helper()
		status, out, bad := podesta("", append(strings.Fields(shortMatch), "-games", games, "-jobs", jobs, "-out", file)...)
		if status != 0 || (note == "") != (bad == "") || !strings.Contains(bad, note) {
			t.Fatalf("status %d, %s", status, bad)
		}
		return out
	}
	text := func(file string) string {
		t.Helper()
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return times.ReplaceAllString(string(data), "")
	}
	out := play(whole, "8", "1", "")
	if strings.Count(text(whole), "\n") != 9 || !strings.Contains(out, "A A-4 battleline-1978-basic, 1 year, seed 1: greedy, random*3, 4 games") || !strings.Contains(out, "ratings over all games") {
		t.Fatalf("%s", out)
	}
	play(parts, "3", "2", "")
	info, err := os.Stat(parts)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(parts, info.Size()-25); err != nil {
		t.Fatal(err)
	}
	play(parts, "8", "3", "the last line was damaged, and has been removed")
	if a, b := text(whole), text(parts); a != b {
		t.Errorf("in one go\n%s\nin parts\n%s", a, b)
	}
	before := text(parts)
	if out := play(parts, "8", "1", ""); text(parts) != before || !strings.Contains(out, "4 games") {
		t.Errorf("nothing was left to play, and yet\n%s", out)
	}
	if out := play(parts, "4", "1", ""); !strings.Contains(out, "2 games") || text(parts) != before {
		t.Errorf("the table of the first four games is\n%s", out)
	}
}

// TestArenaTable prints the tables of files as text and as JSON.
func TestArenaTable(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	for _, seed := range []string{"1", "2"} {
		if status, _, bad := podesta("", append(strings.Fields(shortMatch), "-games", "4", "-seed", seed, "-out", "seed"+seed)...); status != 0 {
			t.Fatal(bad)
		}
	}
	status, out, bad := podesta("", "arena", "-table", "seed1", "seed2")
	if status != 0 || bad != "" || strings.Count(out, "2 games\n") != 4 || !strings.Contains(out, "dumbbot") {
		t.Errorf("status %d, %s\n%s", status, bad, out)
	}
	status, out, bad = podesta("", "arena", "-table", "-json", "seed1")
	var table arena.Table
	if err := json.Unmarshal([]byte(out), &table); status != 0 || bad != "" || err != nil {
		t.Fatalf("status %d, %s, %v", status, bad, err)
	}
	if len(table.Groups) != 2 || table.Groups[0].Games != 2 || len(table.Pool) != 3 {
		t.Errorf("%+v", table)
	}
}

// TestArenaErrors checks what podesta arena refuses, and the reasons that it prints.
func TestArenaErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	if status, _, bad := podesta("", append(strings.Fields(shortMatch), "-games", "1", "-out", "file")...); status != 0 {
		t.Fatal(bad)
	}
	for name, text := range map[string]string{"poem": "To be or not to be\n", "torn": `{"arena":1,"sett`} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args   string
		status int
		err    string
	}{
		{"arena", 2, "no players: name them"},
		{"arena -players random*7", 2, "names 7 players for 8 seats"},
		{"arena -players chess*", 2, `no computer player "chess"`},
		{"arena -mix random*2", 2, "expected names of players"},
		{"arena -players random* -jobs 0", 2, "at least one game"},
		{"arena -players random* -years 0", 2, "at least one year"},
		{"arena -players random* file", 2, `unexpected argument "file"`},
		{"arena -players random* -scenario nowhere", 2, "nowhere"},
		{"arena -players random* -option plague", 2, "expected name=value"},
		{"arena -table", 2, "needs files"},
		{"arena -table nothing", 1, "nothing"},
		{"arena -table poem", 1, "poem: line 1: this is not a file that podesta arena has written"},
		{"arena -table torn", 1, "torn: this is not a file that podesta arena has written"},
		{"arena -players random* -out poem", 1, "poem: line 1: this is not a file that podesta arena has written"},
		{"arena -players random* -out no/such/folder", 1, "no such file"},
		{shortMatch + " -out file -seed 2 -years 3", 1, "file has other settings: years 1, not 3; seed 1, not 2; use the same settings or another file"},
		{"arena -h", 0, "one against many"},
	} {
		status, out, bad := podesta("", strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(bad, c.err) || out != "" {
			t.Errorf("podesta %s: status %d\n%s%s", c.args, status, out, bad)
		}
	}
	if data, err := os.ReadFile("poem"); err != nil || string(data) != "To be or not to be\n" {
		t.Errorf("the other file is now %q, %v", data, err)
	}
}

// TestArenaProgram plays with programs: one that answers without orders, and one that ends
// immediately.
func TestArenaProgram(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"quiet": `while read -r line; do id=${line#*\"id\":}; echo "{\"id\":${id%%,*},\"orders\":[]}"; done`,
		"dying": `echo "no more" >&2; exit 1`,
	} {
		if err := os.WriteFile(name, []byte(text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	play := strings.Fields("arena -scenario A -variant A-4 -preset battleline-1978-basic -years 1 -games 4 -out file -json -jobs 2 -players quiet,dying,random*")
	programs := []string{"-player", "quiet=sh quiet", "-player", "dying=sh dying"}
	status, out, bad := podesta("", append(play, programs...)...)
	var table arena.Table
	if err := json.Unmarshal([]byte(out), &table); status != 0 || err != nil || !strings.Contains(bad, "no more") {
		t.Fatalf("status %d, %v, %s", status, err, bad)
	}
	for _, r := range table.Groups[0].Rows {
		died, gaveUp := r.Faults[arena.Died], r.Faults[arena.GaveUp]
		if want := r.Player == "dying"; want != (died == 4 && died+gaveUp == r.Decisions) || !want && len(r.Faults) > 0 {
			t.Errorf("%s: %d decisions, %v", r.Player, r.Decisions, r.Faults)
		}
	}
	for _, c := range []struct {
		args []string
		err  string
	}{
		{[]string{"-player", "quiet=sh dying", "-player", "dying=sh dying"}, "file has other settings: programs dying=sh dying quiet=sh quiet, not dying=sh dying quiet=sh dying"},
		{append([]string{"-patience", "1s"}, programs...), "patience in milliseconds 10000, not 1000"},
		{[]string{"-player", "quiet=no-such-program"}, "the player quiet: "},
		{[]string{"-player", "quiet"}, "expected name=command"},
		{[]string{"-player", "Hard=sh quiet"}, "cannot be the name of a program"},
		{[]string{"-player", "hard=sh quiet"}, "cannot be the name of a program"},
		{[]string{"-player", "a*=sh quiet"}, "cannot be the name of a program"},
		{append([]string{"-patience", "0s"}, programs...), "a millisecond at least"},
	} {
		status, out, bad := podesta("", append(play, c.args...)...)
		if status == 0 || !strings.Contains(bad, c.err) || out != "" {
			t.Errorf("%q: status %d\n%s%s", c.args, status, out, bad)
		}
	}
}
