package ledger

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// sections reads testdata/sections.txt.
func sections(t *testing.T) map[string]bool {
	t.Helper()
	data, err := os.ReadFile("testdata/sections.txt")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		f := strings.Fields(line)
		if len(f) != 3 || f[0] == "#" {
			continue
		}
		all["1:"+f[0]] = true
		for n := place(f[1]); n <= place(f[2]); n++ {
			all["1:"+f[0]+"."+numeral(n, f[1])] = true
		}
	}
	return all
}

var roman = []string{"I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI"}

// place returns the number that a part of a section's name stands for. For example, "2", "b", "B"
// and "II" stand for 2. The letter I always means 1, because only chapters have Roman numerals.
func place(part string) int {
	for i, x := range roman {
		if x == part {
			return i + 1
		}
	}
	if n, err := strconv.Atoi(part); err == nil {
		return n
	}
	return int(part[0]|' ') - 'a' + 1
}

// numeral writes a number as a Roman numeral, an Arabic numeral or a letter. It takes the style
// of first, the first part of the same level.
func numeral(n int, first string) string {
	switch first {
	case "I":
		return roman[n-1]
	case "1":
		return strconv.Itoa(n)
	default:
		return string(rune(int(first[0]) + n - 1))
	}
}

// TestRulesNameTheirSources checks that every rule names its sources for the games of 1978, in
// sections and rulings that exist, or says that they do not have the rule.
func TestRulesNameTheirSources(t *testing.T) {
	known := sections(t)
	if !known["1:B.VII.A.6"] || !known["1:A.VI.C.5.c.11"] || known["1:B.VII.A.8"] || known["1:O.XII"] {
		t.Fatal("the list of sections is not read")
	}
	ruled := rulings(t)
	var cited, silent, none int
	for _, e := range Entries() {
		if e.Kind != Rule {
			continue
		}
		switch {
		case e.Printed != "":
			cited++
		case e.Ruled:
			silent++
		default:
			none++
		}
		for _, where := range strings.Fields(e.Printed) {
			if !known[where] {
				t.Errorf("%s: the book has no section %s", e.ID, where)
			}
		}
		if e.Ruled && !ruled[e.ID] {
			t.Errorf("%s: docs/rulings.md has no ruling", e.ID)
		}
	}
	t.Logf("%d rules in the book, %d by a ruling alone, %d not in the games of 1978", cited, silent, none)
}

// rulings returns the rules named in the first column of docs/rulings.md.
func rulings(t *testing.T) map[string]bool {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "rulings.md"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		if cells := strings.Split(line, " | "); len(cells) > 2 {
			for id := range strings.FieldsFuncSeq(strings.TrimPrefix(cells[0], "| "), func(r rune) bool { return r == ',' || r == ' ' }) {
				all[id] = true
			}
		}
	}
	return all
}
