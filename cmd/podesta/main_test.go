package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// podesta runs the program with a standard input.
func podesta(in string, args ...string) (status int, out, err string) {
	var o, e bytes.Buffer
	status = run(env{strings.NewReader(in), &o, &e}, args)
	return status, o.String(), e.String()
}

func TestCommands(t *testing.T) {
	for _, c := range []struct {
		args     string
		status   int
		out, err string
	}{
		{"", 2, "", "usage: podesta"},
		{"help", 0, "adjudicate", ""},
		{"--help", 0, "adjudicate", ""},
		{"help -h", 0, "adjudicate", ""},
		{"-h -h", 0, "adjudicate", ""},
		{"help adjudicate", 0, "", "usage: podesta adjudicate"},
		{"adjudicate -h", 0, "", "usage: podesta adjudicate"},
		{"adjudicate -x", 2, "", "-x"},
		{"adjudicate no-such-file", 2, "", "no-such-file"},
		{"version", 0, "podesta ", ""},
		{"-version", 0, "engine ", ""},
		{"licences", 0, "SIL OPEN FONT LICENSE", ""},
		{"conquer", 2, "", `unknown command "conquer"`},
	} {
		status, out, err := podesta("", strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(out, c.out) || !strings.Contains(err, c.err) {
			t.Errorf("podesta %s: status %d, out %q, err %q", c.args, status, out, err)
		}
	}
}

func TestAdjudicate(t *testing.T) {
	const good, bad = `{"id":"good","scenario":"B"}`, `{"id":"bad","scenario":"Z"}`
	for _, c := range []struct {
		name, in string
		status   int
		lines    int
	}{
		{"good", good, 0, 1},
		{"several", good + "\n" + good + "\n", 0, 2},
		{"an array", "[" + good + "," + good + "]", 0, 2},
		{"one that cannot be used", good + "\n" + bad + "\n" + good, 1, 3},
		{"nothing", "", 0, 0},
		{"no JSON", "is this true?", 2, 0},
	} {
		status, out, err := podesta(c.in, "adjudicate")
		if status != c.status || strings.Count(out, "\n") != c.lines || (err != "") != (c.status == 2) {
			t.Errorf("%s: status %d, %d lines, %q", c.name, status, strings.Count(out, "\n"), err)
		}
		file := filepath.Join(t.TempDir(), "cases.json")
		if err := os.WriteFile(file, []byte(c.in), 0o600); err != nil {
			t.Fatal(err)
		}
		again, same, _ := podesta("", "adjudicate", file)
		if again != status || same != out {
			t.Errorf("%s: from a file status %d and %q", c.name, again, same)
		}
	}
	if status, out, _ := podesta(good, "adjudicate", "-", "-"); status != 0 || strings.Count(out, "\n") != 1 {
		t.Errorf("the standard input twice: status %d, %q", status, out)
	}
}
