package ledger

import (
	"regexp"
	"testing"
)

func TestEntries(t *testing.T) {
	shape := regexp.MustCompile(`^(T-)?[A-Z]+-[0-9]+[ab]?$`)
	count := map[Kind]int{}
	for _, e := range Entries() {
		count[e.Kind]++
		if !shape.MatchString(e.ID) || e.Title == "" {
			t.Errorf("bad entry %+v", e)
		}
		if f, ok := Find(e.ID); !ok || f != e {
			t.Errorf("Find(%s) = %+v", e.ID, f)
		}
	}
	if count[Rule] != 399 || count[Regression] != 45 || count[Example] != 84 {
		t.Errorf("%v", count)
	}
	if e, _ := Find("T-MOVE-3"); e.Kind != Example || e.Family() != "T-MOVE" || e.Title != "Movement, example 3" {
		t.Errorf("%+v", e)
	}
	if _, ok := Find("MOVE-99"); ok {
		t.Error("MOVE-99 is found")
	}
}
