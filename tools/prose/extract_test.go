package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestExtract checks the text of each kind of file, with its lines.
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
		{"a.md", "# Title\n\nText\n", "1:# Title|3:Text"},
	} {
		var got []string
		for i, l := range strings.Split(string(extract(c.name, []byte(c.text))), "\n") {
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

// TestMatchPatterns checks that the last pattern for a file decides.
func TestMatchPatterns(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a/x.go", "a/b/y.md", "a/b/z.txt", "a/testdata/t.go", "a/b/c/w.po"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := match(readPatterns("# all\na\n!a/b # but\na/b/c\n"))
	if want := []string{"a/b/c/w.po", "a/x.go"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
	if _, err := match([]string{"missing"}); err == nil {
		t.Error("a missing folder is no error")
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
