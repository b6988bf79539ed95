package schedule

import (
	"strings"
	"testing"
)

// TestAbsences tests the commands of a player in Rome on a Friday.
func TestAbsences(t *testing.T) {
	ctx := dateContext(t, Future)
	for _, c := range []struct {
		about string
		lines string // commands and expected results
	}{
		{"one day", `
Dec 5 -> Fri Dec 4 2026 23:00 to Sat Dec 5 2026 23:00`},
		{"from a time on, for a day", `
Dec 5 18:00 -> Sat Dec 5 2026 17:00 to Sun Dec 6 2026 17:00`},
		{"from one day to the end of another", `
Dec 5 to Dec 9 -> Fri Dec 4 2026 23:00 to Wed Dec 9 2026 22:59`},
		{"with times", `
Dec 5 18:00 TO Dec 6 9:00 -> Sat Dec 5 2026 17:00 to Sun Dec 6 2026 08:00`},
		{"with a day of the week, which is the one after the beginning", `
Sat to Mon -> Fri Nov 27 2026 23:00 to Mon Nov 30 2026 22:59
Dec 5 until Fri -> Fri Dec 4 2026 23:00 to Fri Dec 11 2026 22:59`},
		{"over the new year", `
Dec 24 to Jan 6 -> Wed Dec 23 2026 23:00 to Wed Jan 6 2027 22:59`},
		{"from today on", `
today to Sun -> Fri Nov 27 2026 14:00 to Sun Nov 29 2026 22:59`},
		{"the number of today is today", `
27 to 29 -> Fri Nov 27 2026 14:00 to Sun Nov 29 2026 22:59`},
		{"a span of time counts from the beginning", `
Dec 5 12:00 to +36h -> Sat Dec 5 2026 11:00 to Sun Dec 6 2026 23:00`},
		{"in another zone", `
Dec 5 America/New_York to Dec 6 -> Sat Dec 5 2026 05:00 to Mon Dec 7 2026 04:59`},
		{"a dash", `
Dec 5 - Dec 9 -> Fri Dec 4 2026 23:00 to Wed Dec 9 2026 22:59`},
		{"a day of 23 hours is a day", `
2027-03-28 -> Sat Mar 27 2027 23:00 to Sun Mar 28 2027 22:00`},
		{"errors", `
to Dec 9 -> bad_date
Dec 5 to -> bad_date
Dec 5 to Dec 9 nonsense -> bad_date
Dec 9 2026 to Dec 5 2026 -> bad_absence
Nov 20 2026 to Dec 5 -> past_date
Dec 9 12:00 to Dec 9 2026 11:00 -> bad_absence
Dec 24 2027 -> bad_absence
Dec 5 to Dec 30 -> long_absence
Dec 1 to Dec 15 -> Mon Nov 30 2026 23:00 to Tue Dec 15 2026 22:59`},
		{"no more than three, none over another", `
Dec 5 to Dec 9 -> Fri Dec 4 2026 23:00 to Wed Dec 9 2026 22:59
Dec 9 to Dec 10 -> over_absence
Dec 1 to Dec 15 -> over_absence
Dec 10 to Dec 12 -> Wed Dec 9 2026 23:00 to Sat Dec 12 2026 22:59
Dec 1 -> Mon Nov 30 2026 23:00 to Tue Dec 1 2026 23:00
Dec 20 -> many_absences`},
	} {
		var own []Absence
		for line := range strings.Lines(strings.TrimSpace(c.lines)) {
			command, want, _ := strings.Cut(strings.TrimSpace(line), " -> ")
			a, err := ParseAbsence(command, 2, ctx)
			if err == nil {
				own, err = AddAbsence(own, a, ctx.Now, DefaultMaxAbsence, false)
			}
			got := show(a.Start) + " to " + show(a.End)
			if err != nil {
				got = Code(err)
			}
			if got != want {
				t.Errorf("%s, %s: %s, want %s", c.about, command, got, want)
			}
		}
	}
}

func TestAbsenceOfAMaster(t *testing.T) {
	ctx := dateContext(t, Future)
	a, err := ParseAbsence("Dec 5 to Jan 30", Master, ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := AddAbsence(nil, a, ctx.Now, 15, false); Code(err) != LongAbsence {
		t.Errorf("%v", err)
	}
	own, err := AddAbsence(nil, a, ctx.Now, 15, true)
	if err != nil || len(own) != 1 {
		t.Errorf("%v, %v", own, err)
	}
	if left := Pending(own, a.End); len(left) != 0 {
		t.Errorf("when it is over there is left %v", left)
	}
}
