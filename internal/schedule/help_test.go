package schedule

import (
	"strings"
	"testing"
	"time"
)

// at parses an instant, such as "Sat Nov 28 2026 01:41", in UTC or followed by a zone.
func at(t testing.TB, s string) time.Time {
	t.Helper()
	if s == "" {
		return time.Time{}
	}
	for _, l := range []string{"Mon Jan 2 2006 15:04", "Mon Jan 2 2006 15:04:05"} {
		where := time.UTC
		text := s
		if i := strings.LastIndexByte(s, ' '); i > 0 && strings.Contains(s[i:], "/") {
			where, text = place(t, s[i+1:]), s[:i]
		}
		if got, err := time.ParseInLocation(l, text, where); err == nil {
			if got.Format("Mon") != text[:3] {
				t.Fatalf("%s is a %s", s, got.Weekday())
			}
			return got.UTC()
		}
	}
	t.Fatalf("cannot read the instant %q of this test", s)
	return time.Time{}
}

func place(t testing.TB, name string) *time.Location {
	t.Helper()
	loc, err := Zone(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

// timing returns the default timing for moves, with some items changed.
func timing(t testing.TB, items string) Timing {
	t.Helper()
	got, rest, err := ParseItems(DefaultTiming(Moves), itemFields(items))
	if err != nil || len(rest) > 0 {
		t.Fatalf("timing %q: %v, rest %q", items, err, rest)
	}
	return got
}

func show(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("Mon Jan 2 2006 15:04")
}
