package source

import (
	"fmt"
	"strings"
	"testing"
)

type sample struct {
	At    Pos
	Name  Text     `yaml:"name"`
	Home  Words    `yaml:"home"`
	Year  Int      `yaml:"year"`
	Sea   Bool     `yaml:"sea"`
	Units []Text   `yaml:"units"`
	Parts []sample `yaml:"parts"`
	Rows  Named    `yaml:"rows"`
	Board *Node    `yaml:"board"`
}

// read returns the sample in a text, and the problems on a line each.
func read(text string) (s sample, problems string) {
	var b strings.Builder
	report := func(at Pos, text, hint string) { fmt.Fprintf(&b, "%d:%d %s [%s]\n", at.Line, at.Column, text, hint) }
	if n := Parse([]byte(text), report); n != nil {
		Read(n, &s, report)
	}
	return s, b.String()
}

// TestPlaces checks that every text and word has its position in the file.
func TestPlaces(t *testing.T) {
	const text = `# a comment
name: Città  # pav
home: >-
  pav mil
  cre com

  pav
year: 1454
units: [A mil, "F ven",
  A pav]
parts:
  - {name: x, home: a b}
  - name: y
    home: [c, d e]
    units:
      - A é bc
  - home: 'f g'
    sea: true
rows:
  milan: 1 2 3
board: {slug: s}
`
	s, problems := read(strings.ReplaceAll(text, "\n", "\r\n"))
	if problems != "" {
		t.Fatal(problems)
	}
	lines := strings.Split(text, "\n")
	n := 0
	check := func(w Text) {
		n++
		rest := string([]rune(lines[w.Line-1])[w.Column-1:])
		if !strings.HasPrefix(strings.TrimLeft(rest, `"'`), w.S) {
			t.Errorf("%q is said to be at %v, where there is %q", w.S, w.Pos, rest)
		}
	}
	words := func(w Words) {
		for _, x := range w {
			check(x)
		}
	}
	check(s.Name)
	for _, p := range append(s.Parts, s) {
		words(p.Home)
		for _, u := range p.Units {
			check(u)
		}
	}
	words(s.Rows[0].Value.Words())
	if n != 20 || s.Year.N != 1454 || !s.Parts[2].Sea.B || s.Rows[0].Name.S != "milan" || s.Board.Fields[0].Value.Text != "s" {
		t.Errorf("%d words; read %+v", n, s)
	}
	if at := s.Parts[1].At; at.Line != 13 {
		t.Errorf("the second part is said to begin at %v", at)
	}
	if !s.Home.Has("com") || s.Home.Has("bol") || strings.Join(s.Home.Strings(), " ") != "pav mil cre com pav" {
		t.Errorf("words %v", s.Home)
	}
}

// TestProblems checks that all errors are reported with their positions.
func TestProblems(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"nam: x\nyear: soon\nsea: yes", `1:1 unknown name "nam"; expected one of name, home, year, sea, units, parts, rows, board [name]
2:7 year: found "soon", expected a whole number []
3:6 sea: found "yes", expected true or false []
`},
		{"name: [a]\nhome: {a: b}\nunits: A mil\nrows: 3\nparts:\n  - a", `1:7 name: found a list, expected a text []
2:7 home: found a mapping (names with values), expected words []
3:8 units: found a text, expected a list []
4:7 rows: found a text, expected a mapping (names with values) []
6:5 parts: found a text, expected a mapping (names with values) []
`},
		{"home: [[a]]\nunits: [[b]]\nyear: [1]", "1:8 home: found a list, expected a text []\n2:9 units: found a list, expected a text []\n3:7 year: found a list, expected a text []\n"},
		{"units:\nparts: []\nname:", ""},
		{"", "1:1 the file is empty []\n"},
		{"# nothing", "1:1 the file is empty []\n"},
		{"- a", "1:1 the file: found a list, expected a mapping (names with values) []\n"},
		{"name: a\nname: b", "2:1 mapping key \"name\" already defined at [1:1] []\n"},
		{"name: [a", "1:7 sequence end token ']' not found []\n"},
		{"name: &a x", "1:7 anchors and aliases are not used here; write the values out []\n"},
		{"name: *a", "1:7 anchors and aliases are not used here; write the values out []\n"},
		{"name: !!str a", "1:7 tags are not used here; leave it out []\n"},
		{"name: a\n---\nname: b", "3:5 a second document begins here; expected one in a file []\n"},
		{"---\nname: a\n", ""},
		{"name: \x01", "1:7 a control character; expected text []\n"},
		{"name: \xff", "0:0 the file is not UTF-8 text []\n"},
		{"name: " + strings.Repeat("[", 30), "1:31 too many brackets are open []\n"},
		{strings.Repeat("- ", 100), "1:193 too many parts on one line []\n"},
		{"name: " + strings.Repeat("x", maxLine), "1:4096 the line is longer than 4096 bytes []\n"},
		{strings.Repeat("\n", MaxBytes+1), "0:0 the file has 131073 bytes; at most 131072 are read []\n"},
	} {
		if _, got := read(x.text); got != x.want {
			t.Errorf("%.60q:\n%swant\n%s", x.text, got, x.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("name: a\nhome: >-\n  b c\nparts:\n  - {units: [x, y]}\n")
	f.Add("? a\n: b\n<<: *c\n")
	f.Add("a: !x |2\n  b\n")
	f.Fuzz(func(t *testing.T, text string) {
		_, problems := read(text)
		for line := range strings.Lines(problems) {
			if line == "" {
				t.Error("an empty problem")
			}
		}
	})
}

// TestQuote checks that text is the same after writing and reading, on a line
// and in brackets.
func TestQuote(t *testing.T) {
	for _, s := range []string{
		"Milan", "L'Aquila", "pro/nc uas", "x.xx", "xxx.", ".xxx", "- a", "a: b", "a #b", "[a", "{", "no", "On", "null", "~", "1454", "1e3", "0x10",
		`say "a\b"`, "é", "a, b", "", " a", "a ", "a  b", "'a'", "*", "&a", "!a", "%", "@", "`", "?", "|", ">-", "1385-1425", "A mil", "=", "<<",
	} {
		for _, text := range []string{"name: " + Quote(s), "parts: [{name: " + Quote(s) + ", year: 3}]", "units: " + QuoteList([]string{s, s})} {
			got, problems := read(text)
			if problems != "" || got.Name.S != s && len(got.Parts) == 0 && len(got.Units) == 0 ||
				len(got.Parts) > 0 && got.Parts[0].Name.S != s || len(got.Units) > 0 && got.Units[1].S != s {
				t.Errorf("%q: written as %s, read as %+v %s", s, text, got, problems)
			}
		}
	}
}

// TestWriter checks the layout of what Writer writes, and that Parse can read it.
func TestWriter(t *testing.T) {
	var w Writer
	w.Field(0, "name", "no")
	w.Field(0, "none", "")
	w.Words(0, "home", strings.TrimSpace(strings.Repeat("mil ", 40)))
	w.Words(0, "none", "")
	w.Line(0, "parts:")
	w.Flow(2, []Pair{{"name", "x"}, {"none", ""}, {"units", QuoteList(strings.Fields(strings.Repeat("abc ", 11)))}, {"home", Quote(strings.Repeat("pav ", 14) + "pav")}})
	w.Flow(2, []Pair{{"none", ""}})
	const want = `name: "no"
home: >-
  mil mil mil mil mil mil mil mil mil mil mil mil mil mil mil mil mil mil mil mil mil mil mil mil mil mil mil mil mil
  mil mil mil mil mil mil mil mil mil mil mil
parts:
  - {name: x, units: [abc, abc, abc, abc, abc, abc, abc, abc, abc, abc, abc],
     home: pav pav pav pav pav pav pav pav pav pav pav pav pav pav pav}
  - {}
`
	if got := w.String(); got != want {
		t.Errorf("written:\n%s", got)
	}
	s, problems := read(w.String())
	if problems != "" || s.Name.S != "no" || len(s.Home) != 40 || len(s.Parts) != 2 || len(s.Parts[0].Units) != 11 {
		t.Errorf("read: %+v %s", s, problems)
	}
}

// TestHiddenCharacters checks that invisible characters, and those that change
// the direction of text, are errors anywhere.
func TestHiddenCharacters(t *testing.T) {
	for text, found := range map[string]string{
		"name: \"ab\\u202ecd\"\n":        "U+202E",
		"home: \"ab\\u200bcd\"\n":        "U+200B",
		"home: [\"a\\u3164b\"]\n":        "U+3164",
		"units: [\"A \\u2066mil\"]\n":    "U+2066",
		"rows:\n  \"mi\\u00adlan\": 1\n": "U+00AD",
		"name: Città di Castello\n":      "",
		"name: |\n  two\n  lines\n":      "",
	} {
		if _, problems := read(text); (problems == "") != (found == "") || !strings.Contains(problems, found) {
			t.Errorf("%q: %q", text, problems)
		}
	}
}
