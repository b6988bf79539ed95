package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestExtract checks which text each kind of file yields, with its line.
func TestExtract(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{
			"a.go",
			"// Package a is\n// plain.\npackage a\n\n//go:generate x\n\n// F returns \"// no\".\n//\n//\tcode\nfunc F() string { return \"// not this\" } // after code\n/* block\n * of two */\nvar x = `\n// nor this`\n",
			"1:Package a is|2:plain.|7:`F` returns `…`.|10:after code.|11:block|12:of two",
		},
		{
			"a.ts",
			"/** Doc\n * of f. */\nconst a = /[/\"]/; // one\nconst u = 'http://x', v = `\n// ${u}`; // two\n",
			"1:Doc|2:of f.|3:one.|5:two.",
		},
		{
			"a.po",
			"#. For translators\nmsgid \"One \\\"game\\\"\"\nmsgstr \"Una partita\"\n\nmsgid \"\"\n\"Two \"\n\"lines\"\nmsgid_plural \"many\"\nmsgstr[0] \"x\"\n",
			"1:For translators|2:One \"game\"|6:Two |7:lines|8:many",
		},
		{
			"a.py",
			"#!/usr/bin/python3\n\"\"\"Doc\n\nof a.\"\"\"\nx = \"# no\"  # one\ndef f():\n    \"\"\"F does.\n\n        code\n    \"\"\"\n",
			"2:Doc|4:of a.|7:F does.|9:    code",
		},
		{"b.py", "x = 1  # one \"x\"\n", "1:one `…`."},
		{"deps", "#!/usr/bin/env bash\n# Installs\nx='# no'\ny=1 # two\n", "2:Installs|4:two."},
		{"Makefile", "all: x ## make all\n#x = 1\n", "1:make all."},
		{"a.css", "/* One */\na { b: url(/x) } /* two */\n", "1:One|2:two."},
		{"a/help/b.txt", "HELP\n\n    A Pisa H\n", "1:HELP|3:    A Pisa H"},
		{"a.md", "# Title\n\nText\n", "1:# Title|3:Text"},
	} {
		var got []string
		copied, ok := extract(c.name, []byte(c.text))
		if !ok {
			t.Errorf("%s holds no prose", c.name)
		}
		for i, l := range strings.Split(string(copied), "\n") {
			if l != "" {
				got = append(got, string(rune('0'+(i+1)/10))+string(rune('0'+(i+1)%10))+":"+l)
			}
		}
		for i := range got {
			got[i] = strings.TrimPrefix(got[i], "0")
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, s, c.want)
		}
	}
}

// TestList checks that the list of files contains the files of Git except the exceptions, and
// that each exception exists and has a reason.
func TestList(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		".gitignore": "ignored.md\n", "ignored.md": "", "a/x.go": "", "a/b/y.md": "", "a/bc.md": "", "a/testdata/t.go": "",
		"tools/prose/exceptions.txt": "# none\na/b: because\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("git", "init", "-q").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	got, err := list(nil)
	if want := []string{".gitignore", "a/bc.md", "a/x.go", "tools/prose/exceptions.txt"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
	if got, err := list([]string{"a/x.go"}); err != nil || !slices.Equal(got, []string{"a/x.go"}) {
		t.Errorf("one file: %v, %v", got, err)
	}
	for _, text := range []string{"a/b\n", "missing: because\n"} {
		if err := os.WriteFile("tools/prose/exceptions.txt", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := list(nil); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

// TestElliptic checks which comments behind code only hint at what it holds.
func TestElliptic(t *testing.T) {
	text := "\tcolour []uint8 // by the number of a bin\n" +
		"\tx map[string]int `json:\"x\"` //" + " of the phase, by seat\n" +
		"\taccount string //" + " who is invited\n" +
		"\tseats map[int]*person // the player of each seat\n" +
		"\tphase int // by number\n" +
		"\tphase int //" + " of the game\n" +
		"// by the way, map[string]int // by that\n"
	var lines []string
	for _, f := range elliptic("a.go", text) {
		lines = append(lines, strings.Split(f, ":")[1])
	}
	if want := []string{"1", "2", "3", "6"}; !slices.Equal(lines, want) {
		t.Errorf("lines %v, want %v", lines, want)
	}
}

// TestFindingsNameOriginals checks that findings have the names of the original files.
func TestFindingsNameOriginals(t *testing.T) {
	dir := filepath.Join("bin", "texts")
	out := filepath.Join(dir, "a", "x.go.md") + ":12:3:Podesta.Avoid:'anew' reads as translated; see a:b\nnoise\n"
	got := originals(out, dir)
	if want := []string{"a/x.go:12: 'anew' reads as translated; see a:b (Podesta.Avoid)"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// TestStyle builds vale and checks that every rule of the style finds something
// and leaves other text alone.
func TestStyle(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	vale := filepath.Join(t.TempDir(), "vale")
	build := exec.Command("go", "build", "-o", vale, "github.com/vale-cli/vale/v3/cmd/vale")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Chdir(root)
	dir := filepath.Join(t.TempDir(), "texts")
	file := filepath.Join(t.TempDir(), "x.go")
	for _, c := range []struct {
		comment string
		rules   []string
	}{
		{"A keeper starts\n// anew.", []string{"Podesta.Avoid", "Podesta.Avoid"}},
		{"A player moves his army.", []string{"Podesta.Person"}},
		{"Everybody sees it, beside the\n// map.", []string{"Podesta.Terms", "Podesta.Terms"}},
		{"F tells whether they are told.", []string{"Podesta.Avoid", "Podesta.Comments", "Podesta.Comments"}},
		{"F is for ever, and nothing came of\n// it.", []string{"Podesta.Avoid", "Podesta.Terms"}},
		{"F writes down what goes on in the\n// player's stead.", []string{"Podesta.Avoid", "Podesta.Comments", "Podesta.Comments"}},
		{"Who waits longest comes first. Those who\n// tie share it.", []string{"Podesta.Who", "Podesta.Who"}},
		{"Who plays it? Who owns it does not matter.", nil},
		{"The orders of a phase are carried\n// out.", []string{"Podesta.Resolve"}},
		{"A unit carries out its order, and a request is carried out once.", nil},
		{"It sends a letter, and reads letters between\n// players.", []string{"Podesta.Letters", "Podesta.Letters"}},
		{"It reads the letter of a power and a word of three letters.", nil},
		{"A line that is no message, and secrets that are none.", []string{"Podesta.Predicate", "Podesta.Predicate"}},
		{"There is no message, and it is no longer there.", nil},
		{"F reports what became of the game, whose clock\n// rests.", []string{"Podesta.Avoid", "Podesta.Avoid"}},
		{"F tells the owner why, so that nobody can tell the orders apart.", nil},
		{"F reports whether the order is legal. Everyone sees it.", nil},
	} {
		if err := os.WriteFile(file, []byte("// "+c.comment+"\npackage x\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		found, err := check(vale, dir, []string{file})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, f := range found {
			names = append(names, strings.TrimSuffix(f[strings.LastIndex(f, "(")+1:], ")"))
		}
		slices.Sort(names)
		if !slices.Equal(names, c.rules) {
			t.Errorf("%q: found %q, want rules %v", c.comment, found, c.rules)
		}
	}
}

// TestRepeatedParagraphs checks which repeated lines are found.
func TestRepeatedParagraphs(t *testing.T) {
	paragraph := strings.Repeat("Orders are secret until the deadline. ", 4) + "\n"
	short, row := "Orders are secret.\n", "| "+paragraph
	text := paragraph + "\n" + short + short + row + row + "```\n" + paragraph + "```\n" + paragraph
	want := []string{"a.md:10: the same as line 1"}
	if got := repeated("a.md", text); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := repeated("a.go", text); got != nil {
		t.Errorf("in a program: %q", got)
	}
}
