package report_test

import (
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// TestOwnership checks the tables for the start of a year and for changes of
// control.
func TestOwnership(t *testing.T) {
	set, err := rules.Make(rules.DefaultPreset, nil)
	if err != nil {
		t.Fatal(err)
	}
	first, err := scenario.New("B", "B-8", &set)
	if err != nil {
		t.Fatal(err)
	}
	s := first.Setting
	found, ok := s.Board.Find("Ferrara")
	if !ok {
		t.Fatal("no Ferrara")
	}
	ferrara := found.ID
	venice, _ := s.Powers.ByLetter('V')
	second := first.Clone()
	second.City[ferrara], second.Province[ferrara] = venice, machiavelli.Nobody
	var b strings.Builder
	if err := report.Ownership(&b, message.English, s, []report.YearPosition{{Year: 1454, Position: first}, {Year: 1455, Position: second}}); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, line := range strings.Split(text, "\n") {
		if len(line) > 78 || strings.TrimRight(line, " ") != line {
			t.Errorf("a line of %d: %q", len(line), line)
		}
	}
	provinces, cities, ok := strings.Cut(text, "Historical City Summary\n")
	if !ok || !strings.HasPrefix(provinces, "Historical Province Summary\n\n") {
		t.Fatalf("%s", text)
	}
	if got := owner(t, cities, "Fer", "1454") + owner(t, cities, "Fer", "1455"); got != ".V" {
		t.Errorf("the city of Ferrara: %q in\n%s", got, cities)
	}
	if got := owner(t, provinces, "Mil", "1454") + owner(t, provinces, "Fer", "1455"); got != "I." {
		t.Errorf("Milan and Ferrara: %q in\n%s", got, provinces)
	}
}

// owner returns the entry of a table below a code in the row of a year.
func owner(t *testing.T, table, code, year string) string {
	t.Helper()
	at := -1
	for _, line := range strings.Split(table, "\n") {
		if strings.HasPrefix(line, "     ") {
			if i := strings.Index(line, code); i >= 0 {
				at = i + 1
			}
			continue
		}
		if at >= 0 && strings.HasPrefix(line, year) {
			return line[at : at+1]
		}
	}
	t.Fatalf("no %s in %s:\n%s", code, year, table)
	return ""
}
