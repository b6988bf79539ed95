package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"podesta/machiavelli/opendata"
)

// smallRun are flags for games that are played quickly.
const smallRun = "data selfplay -scenario A -preset battleline-1978-basic -players random -years 2 -seed 5 "

// TestSelfPlay plays games with one worker and with several, interrupts and resumes writing a
// file, and verifies the file, also when it is compressed or damaged.
func TestSelfPlay(t *testing.T) {
	folder := t.TempDir()
	say := func(want int, args string) string {
		t.Helper()
		status, out, bad := podesta("", strings.Fields(args)...)
		if status != want {
			t.Fatalf("podesta %s: status %d\n%s%s", args, status, out, bad)
		}
		return out + bad
	}
	all := say(0, smallRun+"-games 7 -workers 3")
	if one := say(0, smallRun+"-games 7 -workers 1"); one != all {
		t.Error("the file depends on the number of workers")
	}
	lines := strings.SplitAfter(all, "\n")
	if len(lines) != 8 || lines[7] != "" {
		t.Fatalf("%d lines", len(lines)-1)
	}
	if some := say(0, smallRun+"-games 2 -from 3"); some != lines[3]+lines[4] {
		t.Error("a game depends on those before it")
	}
	file := filepath.Join(folder, "games.jsonl")
	put := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, there := range []string{"", lines[0][:100], lines[0], lines[0] + lines[1] + lines[2][:500], all} {
		put(there)
		say(0, smallRun+"-games 7 -resume -o "+file)
		if got, err := os.ReadFile(file); err != nil || string(got) != all {
			t.Errorf("continued after %d bytes, the file is another one, %v", len(there), err)
		}
	}
	if out := say(1, smallRun+"-games 7 -o "+file); !strings.Contains(out, "-resume continues it") {
		t.Error(out)
	}
	for flags, want := range map[string]string{
		"-games 7 -seed 6": "other flags", "-games 3": "not one of these", "-games 7 -option famine=true": "other flags", "-games 7 -years 3": "other flags",
	} {
		if out := say(1, smallRun+flags+" -resume -o "+file); !strings.Contains(out, want) {
			t.Errorf("%s: %s", flags, out)
		}
		if got, _ := os.ReadFile(file); string(got) != all {
			t.Errorf("%s: the file was changed", flags)
		}
	}
	put("{}\n")
	if out := say(1, smallRun+"-resume -o "+file); !strings.Contains(out, "its last line: this is no game") {
		t.Error(out)
	}

	put(all)
	if out := say(0, "data verify "+file); !strings.HasPrefix(out, "7 games with ") {
		t.Error(out)
	}
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	if _, err := w.Write([]byte(all)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	put(z.String())
	if out := say(0, "data verify "+file); !strings.HasPrefix(out, "7 games with ") {
		t.Error(out)
	}
	put(z.String()[:z.Len()/2])
	if out := say(1, "data verify "+file); !strings.Contains(out, "unexpected EOF") {
		t.Error(out)
	}
	put(lines[0] + "\n" + lines[1][:200] + "\n" + strings.Repeat("x", opendata.MaxLine+100_000) + "\n" + strings.Replace(lines[2], `"end":{"how":"`, `"end":{"how":"more `, 1) + lines[3])
	out := say(1, "data verify "+file)
	for _, want := range []string{
		"line 3: the line is damaged at byte", "line 4: the line has more than 8 MB", "line 5, game self-play-5-2, the end: the result differs at byte", "2 games with ", "; 3 not\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	if short := say(1, "data verify -q "+file); strings.Count(short, "\n") != 1 {
		t.Error(short)
	}
}

// TestDataConvert writes games of Diplomacy as the package diplomacy saves them,
// verifies them, damages one, and converts them back.
func TestDataConvert(t *testing.T) {
	folder := t.TempDir()
	say := func(want int, args ...string) (string, string) {
		t.Helper()
		status, out, bad := podesta("", append([]string{"data"}, args...)...)
		if status != want {
			t.Fatalf("podesta data %s: status %d\n%s%s", args, status, out, bad)
		}
		return out, bad
	}
	put := func(name, text string) string {
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	games, _ := say(0, strings.Fields("selfplay -scenario diplomacy -preset diplomacy -players random -years 1 -games 2")...)
	other, _ := say(0, strings.Fields("selfplay -scenario A -preset battleline-1978-basic -players random -years 1 -games 1")...)
	mixed := put("mixed.jsonl", games+other)
	to := filepath.Join(folder, "saved.jsonl")
	if _, bad := say(1, "convert", "-form", "diplomacy", "-o", to, mixed); !strings.Contains(bad, "line 3, game self-play-1-0: not standard Diplomacy") || !strings.Contains(bad, "2 games written, 1 not") {
		t.Error(bad)
	}
	if _, bad := say(1, "convert", "-o", to, mixed); !strings.Contains(bad, "exists") {
		t.Error(bad)
	}
	if out, _ := say(0, "verify", to); !strings.HasPrefix(out, "2 games with ") {
		t.Error(out)
	}
	text, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	changed := put("changed.jsonl", lines[0]+strings.Replace(lines[1], `"name":"F1901M"`, `"name":"F1902M"`, 2)+strings.Replace(lines[1], `"map":"standard"`, `"map":"modern"`, 1))
	out, _ := say(1, "verify", changed)
	for _, want := range []string{"line 2, game self-play-1-1, F1902M: the phase differs: the engine makes F1901M\n", `line 3: the game is on the map "modern"`, "1 game with ", "; 2 not\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	if _, bad := say(1, "convert", changed); !strings.Contains(bad, "the phase differs") || !strings.Contains(bad, "2 games written, 1 not") {
		t.Error(bad)
	}
	back, _ := say(0, "convert", to)
	if out, _ := say(0, "verify", put("back.jsonl", back)); !strings.HasPrefix(out, "2 games with ") {
		t.Error(out)
	}
}

func TestDataArguments(t *testing.T) {
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"data", 2, "usage: podesta data"},
		{"data -h", 0, "selfplay"},
		{"data sell", 2, `unknown command "sell"`},
		{"data verify", 2, "usage: podesta data verify"},
		{"data verify -h", 0, "Resolve every game"},
		{"data verify none.jsonl", 1, "none.jsonl"},
		{"data convert", 2, "usage: podesta data convert"},
		{"data convert -form chess games.jsonl", 2, "expected podesta or diplomacy"},
		{"data convert none.jsonl", 1, "none.jsonl"},
		{"data selfplay -h", 0, "-resume"},
		{"data selfplay x", 2, "usage: podesta data selfplay"},
		{"data selfplay -scenario Z", 2, "Z"},
		{"data selfplay -players chess", 2, "chess"},
		{"data selfplay -option famine", 2, "name=value"},
		{"data selfplay -years 0", 2, "a year"},
		{"data selfplay -workers 0", 2, "from 1 to 1024"},
		{"data selfplay -resume", 2, "name it with -o"},
		{"data selfplay -preset 1066", 2, "1066"},
		{"data selfplay -from 18446744073709551615", 2, "too high"},
	} {
		status, out, bad := podesta("", strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(out+bad, c.want) {
			t.Errorf("podesta %s: status %d\n%s%s", c.args, status, out, bad)
		}
	}
}

// TestDataExport exports the open data of a judge on which nobody has agreed to it. The content
// of a game's line is tested in internal/archive.
func TestDataExport(t *testing.T) {
	folder := t.TempDir()
	j := atFolder(t, folder)
	if err := j.BotGames.Showcase(t.Context()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "games.jsonl")
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"-from 2000-01-01 -o " + file, 0, "0 games written\n"},
		{"-o " + file, 1, "exists"},
		{"", 0, "0 games written\n"},
		{"-from yesterday", 2, `-from: expected a date such as 2027-01-31, not "yesterday"`},
		{"-from 2027-02-01 -to 2027-01-31", 2, "-from is later than -to"},
		{"-to 2000-01-01", 0, "0 games written\n"},
		{"-form diplomacy", 0, "0 games written\n"},
		{"-form chess", 2, "expected podesta or diplomacy"},
		{"x", 2, `unexpected argument "x"`},
	} {
		status, out, bad := podesta("", append([]string{"data", "export", "-data", folder}, strings.Fields(c.args)...)...)
		if status != c.status || !strings.Contains(out+bad, c.want) {
			t.Errorf("podesta data export %s: status %d\n%s%s", c.args, status, out, bad)
		}
	}
	if status, _, bad := podesta("", "data", "export", "-data", filepath.Join(folder, "none")); status != 1 || !strings.Contains(bad, "no database yet") {
		t.Errorf("without a database: status %d, %s", status, bad)
	}
}
