package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// example is a package with tests that notice most of what it does.
var example = map[string]string{
	"go.mod": "module example\n\ngo 1.26.0\n",
	"fee/fee.go": `package fee

// Of is the fee for so many days: 3 for each, 10 at most, none for friends.
func Of(days int, friend bool) int {
	if friend {
		return 0
	}
	sum := 0
	for range days {
		sum += 3
	}
	log(sum)
	return min(sum, 10)
}

var last int

func log(n int) {
	if n > 0 {
		last = n
	}
}

func unused() int { return 7 }
`,
	"fee/fee_test.go": `package fee

import "testing"

func TestOf(t *testing.T) {
	for days, want := range []int{0, 3, 6, 9, 10} {
		if got := Of(days, false); got != want {
			t.Errorf("%d days: %d, want %d", days, got, want)
		}
	}
}

func TestFriend(t *testing.T) {
	if Of(2, true) != 0 {
		t.Error("a friend pays")
	}
}
`,
}

// write writes an example to a new folder.
func write(t *testing.T, files map[string]string) (root string) {
	t.Helper()
	root = t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GOWORK", "off")
	return root
}

// TestExample runs the program on an example. It checks that mutants that the
// tests notice are killed, and that the others survive and can be excused by a
// list.
func TestExample(t *testing.T) {
	root := write(t, example)
	var out bytes.Buffer
	o := options{root: root, parallel: 1, least: 50, out: &out, equivalent: filepath.Join(root, "equivalent.txt")}
	got, err := run(o, "fee")
	if err != nil {
		t.Fatalf("%v\n%s", err, out.Bytes())
	}
	var survivors []string
	for _, m := range got.survivors {
		survivors = append(survivors, m.fn+": "+m.change)
	}
	want := []string{
		"Of: log(sum) => nothing",
		"log: body removed",
		"log: n > 0 => n >= 0",
		"log: n > 0 => n <= 0",
		"log: 0 => 1",
		"log: 0 => -1",
		"unused: return 7 => return 0",
		"unused: 7 => 8",
		"unused: 7 => 6",
	}
	if !slices.Equal(survivors, want) {
		t.Errorf("survivors:\n%s\nwant\n%s\n%s", strings.Join(survivors, "\n"), strings.Join(want, "\n"), out.Bytes())
	}
	if got.killed == 0 || got.tried != got.killed+len(want) {
		t.Errorf("%d tried, %d killed", got.tried, got.killed)
	}
	if got.tell(o) {
		t.Error("survivors that are not listed are good")
	}

	// The list contains the survivors. It must not contain a mutant that a test
	// kills.
	list := "# why\n"
	for _, m := range got.survivors {
		list += "\nin: " + strings.TrimSpace(m.pkg+" "+m.file+" "+m.fn) + "\nline: " + m.text + "\nchange: " + m.change + "\nwhy: nobody looks\n"
	}
	with := func(list string) *tally {
		t.Helper()
		if err := os.WriteFile(o.equivalent, []byte(list), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := run(o, "fee") // the verdicts are known by now
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := with(list); !got.tell(o) || got.equivalent != len(want) {
		t.Errorf("%d listed, %d survive\n%s", got.equivalent, len(got.survivors), out.Bytes())
	}
	wrong := list + "\nin: fee fee.go Of\nline: sum += 3\nchange: 3 => 4\nwhy: not so\n\nin: fee fee.go Gone\nline: x\nchange: y\nwhy: gone\n"
	if got := with(wrong); got.tell(o) || len(got.contradicts) != 1 || len(got.stale) != 1 {
		t.Errorf("%d contradicted, %d stale", len(got.contradicts), len(got.stale))
	}
	o.known, o.fresh = true, true
	if got := with(list); got.tell(o) || got.tried > 0 || got.all == 0 {
		t.Errorf("of %d mutants %d are known after all was forgotten", got.all, got.tried)
	}
	o.known, o.fresh = false, false
	o.least = 99
	if got := with(list); got.tell(o) {
		t.Error("a low rate is good")
	}
}

// TestListMustBeWhole checks that an entry without a reason is refused.
func TestListMustBeWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "list.txt")
	for _, text := range []string{"in: a b.go c\nline: x\nchange: y\n", "in: a b.go c\nbecause: x\n"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := readEquivalent(path); err == nil {
			t.Errorf("accepted:\n%s", text)
		}
	}
}

// TestFilesThatChange checks that no verdict is recorded if the tests that
// killed the mutants no longer pass without a mutant, or if the tests were
// ended by something else.
func TestFilesThatChange(t *testing.T) {
	for _, c := range []struct{ name, test, want string }{
		{"a file is another", `
			if text, err := os.ReadFile("data.txt"); err != nil || len(text) != Of() {
				t.Error("another file")
			}
			_ = os.WriteFile("data.txt", []byte("longer"), 0o644)
			if os.Getenv("PODESTA_MUTANT") == "" {
				_ = os.WriteFile("data.txt", []byte("data"), 0o644)
			}`, "TestOf fails now without a mutant"},
		{"it is ended", `
			if Of() != 4 {
				p, _ := os.FindProcess(os.Getpid())
				_ = p.Kill()
			}`, "ended from outside"},
		{"it ends", `
			if Of() != 4 {
				os.Exit(3)
			}`, "no test fails"},
	} {
		root := write(t, map[string]string{
			"go.mod":          "module example\n\ngo 1.26.0\n",
			"fee/fee.go":      "package fee\n\nfunc Of() int { return 4 }\n",
			"fee/data.txt":    "data",
			"fee/fee_test.go": "package fee\n\nimport (\n\"os\"\n\"testing\"\n)\n\nfunc TestOf(t *testing.T) {" + c.test + "\n}\n",
		})
		var out bytes.Buffer
		_, err := run(options{root: root, parallel: 1, out: &out}, "fee")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q\n%s", c.name, err, c.want, out.Bytes())
		}
		kept, err := os.ReadFile(filepath.Join(root, "bin", "mutate", "fee.jsonl"))
		if err != nil || len(kept) > 0 {
			t.Errorf("%s: %v, written down: %s", c.name, err, kept)
		}
	}
}
