package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestFind compares the targets that are found with every line of the sources
// that looks like one.
func TestFind(t *testing.T) {
	found, err := find("../..")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, x := range found {
		names = append(names, x.String())
	}
	out, err := exec.Command("git", "-C", "../..", "grep", "-E", "--untracked", "^func Fuzz.*testing", "--", "*_test.go").Output()
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, m := range regexp.MustCompile(`(?m)^([^:]*)/[^/:]*:func (Fuzz\w*)`).FindAllStringSubmatch(string(out), -1) {
		if m[1] != "tools/fuzz" {
			want = append(want, m[1]+"."+m[2])
		}
	}
	slices.Sort(want)
	if len(want) < 20 || !slices.Equal(names, want) {
		t.Errorf("found %q\nwant  %q", names, want)
	}
}

// TestRun runs the targets of a small module: one is right, one fails at
// any new input, which is saved.
func TestRun(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module small\n\ngo 1.26.0\n",
		"a/a_test.go": `package a

import "testing"

func FuzzRight(f *testing.F) {
	f.Add("x")
	f.Fuzz(func(t *testing.T, s string) { _ = len(s) })
}

func FuzzWrong(f *testing.F) {
	f.Add("bac")
	f.Fuzz(func(t *testing.T, s string) {
		if s != "bac" {
			t.Error("found")
		}
	})
}

func Fuzzy(int) {}
`,
		"testdata/b_test.go": "package b\n\nimport \"testing\"\n\nfunc FuzzLeftOut(f *testing.F) {}\n",
	} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "a"}} {
		c := exec.Command("git", c...)
		c.Dir = root
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	tally := filepath.Join(root, "kept", "fuzz.tsv")
	fast := false
	try := func(match string, total time.Duration) (string, error) {
		var out bytes.Buffer
		err := run(t.Context(), &runner{time: 300 * time.Millisecond, workers: 1, minimise: "20x", fast: fast, out: &out}, root, tally, match, total, false)
		return out.String(), err
	}
	out, err := try(`a\.FuzzRight$`, 0)
	if err != nil || !regexp.MustCompile(`a\.FuzzRight +[1-9][0-9]{2,} in`).MatchString(out) || !strings.Contains(out, "1 targets") {
		t.Fatalf("%v: %s", err, out)
	}
	fast = true
	out, err = try(`a\.FuzzRight$`, 0)
	if err != nil || !regexp.MustCompile(`a\.FuzzRight +[1-9][0-9]{2,} in`).MatchString(out) {
		t.Fatalf("fast: %v: %s", err, out)
	}
	fast = false
	out, err = try("", time.Second)
	if err == nil || err.Error() != "failed: a.FuzzWrong" || !strings.Contains(out, "a/testdata/fuzz/FuzzWrong.") || !strings.Contains(out, "2 targets") {
		t.Fatalf("%v: %s", err, out)
	}
	if saved, err := filepath.Glob(filepath.Join(root, "a/testdata/fuzz/FuzzWrong/*")); err != nil || len(saved) != 1 {
		t.Errorf("saved %v %v", saved, err)
	}
	if out, err := try("NoSuchTarget", 0); err == nil {
		t.Errorf("no target matches, but: %s", out)
	}
	var sums bytes.Buffer
	if err := printSums(&sums, tally); err != nil || !strings.Contains(sums.String(), "2 targets") {
		t.Errorf("%v: %s", err, sums.String())
	}
	lines, err := os.ReadFile(tally)
	if err != nil || strings.Count(string(lines), "\n") != 4 {
		t.Errorf("%v: %s", err, lines)
	}
}

// TestExecuted takes the executions from what go test -fuzz prints.
func TestExecuted(t *testing.T) {
	const output = "fuzz: elapsed: 0s, gathering baseline coverage: 0/3 completed\nfuzz: elapsed: 3s, execs: 812 (270/sec), new interesting: 1 (total: 4)\n" +
		"fuzz: elapsed: 6s, execs: 1900 (362/sec), new interesting: 1 (total: 4)\nPASS\n"
	if n := executed(output); n != 1900 {
		t.Errorf("%d executions", n)
	}
	if n := executed("PASS\n"); n != 0 {
		t.Errorf("%d executions of none", n)
	}
}
