package schedule

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestDocs checks the facts on the page about deadlines.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile("../../docs/deadlines.md")
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile("`([^`]+)`")
	stamp := regexp.MustCompile(`^[A-Z][a-z]{2} [A-Z][a-z]{2} \d+ \d{4} \d\d:\d\d:\d\d [+-]\d{4}$`)
	ctx := dateContext(t, Future)
	dates, settings, absences := 0, 0, 0
	for line := range strings.Lines(string(page)) {
		line = strings.TrimSpace(line)
		if cells := strings.Split(line, "|"); len(cells) > 3 && stamp.MatchString(strings.TrimSpace(cells[2])) {
			for _, m := range code.FindAllStringSubmatch(cells[1], -1) {
				dates++
				got, err := ParseDate(m[1], ctx)
				if err != nil || stampIn(got, ctx.Zone) != strings.TrimSpace(cells[2]) {
					t.Errorf("%s is %s, %v; the page says %s", m[1], stampIn(got, ctx.Zone), err, cells[2])
				}
			}
		}
		words := strings.Fields(line)
		if len(words) < 3 || words[0] != "SET" {
			continue
		}
		if c, ok := ParseClass(words[1]); ok {
			settings++
			if got, rest, err := ParseItems(Untimed(), words[2:]); err != nil || len(rest) > 0 || got != DefaultTiming(c) {
				t.Errorf("%s: %s, %v, %v; by default it is %s", line, got, rest, err, DefaultTiming(c))
			}
		}
		if words[1] == "ABSENCE" {
			absences++
			if _, err := ParseAbsence(strings.Join(words[2:], " "), 1, ctx); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
	}
	if dates < 14 || settings != 3 || absences != 2 {
		t.Errorf("found %d dates, %d settings, %d absences", dates, settings, absences)
	}
	if !strings.Contains(string(page), "last 60 phases") || RecordLength != 60 || resignedWeight != 3 || abandonedWeight != 10 || enough != 5 {
		t.Error("the page must explain how the score is computed")
	}
	for _, refused := range []string{"12/24", "24.12.", "1 dec 26"} {
		if _, err := ParseDate(refused, ctx); err == nil || !strings.Contains(string(page), "`"+refused+"`") {
			t.Errorf("%s: %v", refused, err)
		}
	}
}
