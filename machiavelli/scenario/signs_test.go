package scenario_test

import (
	"regexp"
	"strings"
	"testing"

	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// worded is a library in which every text is between quotation marks.
const worded = `rows:
  "grain": [0, 1, 1, 2, 2, 3]
boards:
  - slug: "small-board"
    title: "Small board"
    areas:
      - {code: "val", name: "Valdorcia", abbr: "vald", modern: "Orcia", also: ["Val d'Orcia"], legacy: ["vdo"], city: fortified 1, army: mon sts, famine: 2 2, plague: 2 3}
      - {code: "mon", name: "Monte San Savino", city: fortified 1, army: val sts nor, famine: 3 2, plague: 2 4}
      - {code: "sts", name: "Stefano", city: fortified 1, army: val mon nor, famine: 4 2, plague: 2 5}
      - {code: "nor", name: "Norcia", city: fortified 1, army: mon sts, famine: 5 2, plague: 2 6}
powers:
  - {id: "siena", name: "Siena", adjective: "Sienese", letter: "Q", also: ["Republic of Siena"]}
  - {id: "lucca", name: "Lucca", adjective: "Lucchese", letter: "E"}
scenarios:
  - id: "X"
    slug: "small"
    title: "Small"
    period: "1400-1410"
    year: 1400
    board: "small-board"
    powers:
      - {power: "siena", home: val, units: ["A val"], dice: 0}
      - {power: "lucca", home: nor, units: ["A nor"], dice: 0}
    options: {"victory-cities": "4"}
    variants:
      - {id: "2", players: 2, seats: ["siena", "lucca"]}
`

// TestSignsInTexts puts characters that could do harm in every text of a file. They are those of
// tags and of patterns, line ends, invisible characters, and marks that change the direction of
// writing. No new game may begin with such a file. For games that have begun, such a file can be
// read, but the texts no longer contain the characters. Titles may contain characters that only
// look odd.
func TestSignsInTexts(t *testing.T) {
	t.Parallel()
	if _, found := scenario.Parse([]byte(worded)); len(found) > 0 {
		t.Fatal(found)
	}
	bad := []string{"<script>alert(1)</script>", "a<b", `\r\nBcc: x@example.org`, `a\nb`, `a\u0000b`, `\x1b[31m`, `a\u202eb`, `a\u200fb`, `a\u2066b`, `a\u200bb`, `a\u00adb`, `a\u3164b`, `a\ufe0fb`, `a\u2800b`, `a\ufeffb`, `a\u2028b`}
	hidden := regexp.MustCompile(`[<>\x00-\x1f\x{00ad}\x{200b}-\x{200f}\x{2028}-\x{202e}\x{2066}-\x{2069}\x{3164}\x{fe0f}\x{2800}\x{feff}]`)
	texts := regexp.MustCompile(`"[^"]*"`).FindAllStringIndex(worded, -1)
	for _, at := range texts {
		for _, sign := range bad {
			text := worded[:at[1]-1] + sign + worded[at[1]-1:]
			what := worded[max(0, at[0]-20):at[0]] + text[at[0]:at[1]+len(sign)]
			l, found := scenario.Parse([]byte(text))
			if found.ErrNew() == nil {
				t.Errorf("a game may begin with %s", what)
			}
			if l == nil {
				continue
			}
			if all := strings.Join(everyText(t, l), "\n"); hidden.MatchString(strings.ReplaceAll(all, "\n", "")) || strings.Count(all, "\n") != strings.Count(strings.Join(everyText(t, parsed(t, worded)), "\n"), "\n") {
				t.Errorf("with %s, the texts are %q", what, all)
			}
		}
	}
	for _, odd := range []string{`Lions & Lilies`, `{game} %s 'x'`, "Größe", "戦国"} {
		l, found := scenario.Parse([]byte(strings.ReplaceAll(strings.ReplaceAll(worded, `"Small"`, `"`+odd+`"`), `"Small board"`, `"`+odd+`"`)))
		if found.ErrNew() != nil || !strings.Contains(strings.Join(everyText(t, l), "\n"), odd) {
			t.Errorf("%s: %v", odd, found)
		}
	}
}

func parsed(t *testing.T, text string) *scenario.Library {
	t.Helper()
	l, found := scenario.Parse([]byte(text))
	if found.Failed() {
		t.Fatal(found)
	}
	return l
}

// everyText returns the texts of a library that people read.
func everyText(t *testing.T, l *scenario.Library) (out []string) {
	t.Helper()
	for _, info := range l.List() {
		out = append(out, info.ID, info.Slug, info.Title, info.Period)
		for _, v := range info.Variants {
			out = append(out, v.ID)
			set, err := rules.Make("battleline-1978-basic", nil)
			if err != nil {
				t.Fatal(err)
			}
			start, err := l.New(info.ID, v.ID, &set)
			if err != nil {
				t.Fatal(err)
			}
			b := start.Setting.Board
			out = append(out, b.Slug, b.Title)
			for _, a := range b.Areas[1:] {
				out = append(out, a.Code, a.Name)
			}
			for _, p := range start.Setting.Powers[1:] {
				out = append(out, p.ID, p.Name, p.Adjective)
			}
		}
	}
	return out
}
