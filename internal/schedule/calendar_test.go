package schedule

import (
	"strings"
	"testing"
	"time"
)

// TestInstantsOfClockTime tests the instants for wall-clock times around changes of the clocks.
func TestInstantsOfClockTime(t *testing.T) {
	for _, c := range []struct{ zone, face, want string }{
		{"Europe/Rome", "2027-03-28 01:59", "00:59"},
		{"Europe/Rome", "2027-03-28 02:00", "01:00"}, // skipped by the clocks
		{"Europe/Rome", "2027-03-28 02:59", "01:00"},
		{"Europe/Rome", "2027-03-28 03:00", "01:00"},
		{"Europe/Rome", "2027-03-28 03:01", "01:01"},
		{"Europe/Rome", "2027-10-31 01:59", "23:59"},
		{"Europe/Rome", "2027-10-31 02:00", "00:00 01:00"}, // occurs twice
		{"Europe/Rome", "2027-10-31 02:59", "00:59 01:59"},
		{"Europe/Rome", "2027-10-31 03:00", "02:00"},
		{"Asia/Beirut", "2027-03-28 00:00", "22:00"},       // the day begins at 01:00
		{"Asia/Beirut", "2027-10-30 23:30", "20:30 21:30"}, // midnight is delayed
		{"Asia/Beirut", "2027-10-31 00:00", "22:00"},
		{"America/St_Johns", "2005-10-29 23:30", "02:00 03:00"}, // clocks are set back after midnight to the day before
		{"America/St_Johns", "2005-10-30 00:00", "02:30 03:30"},
		{"Pacific/Apia", "2011-12-30 12:00", "10:00"}, // a day that was skipped
		{"Australia/Lord_Howe", "2027-04-04 01:45", "14:45 15:15"},
	} {
		face, err := time.Parse("2006-01-02 15:04", c.face)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, x := range shown(place(t, c.zone), face) {
			got = append(got, x.Format("15:04"))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s %s: %s, want %s", c.zone, c.face, s, c.want)
		}
	}
}

// TestRepeatedDay covers St John's, where clocks were once set back over
// midnight, so that a day recurred after the next had begun.
func TestRepeatedDay(t *testing.T) {
	loc := place(t, "America/St_Johns")
	now := at(t, "Sun Oct 30 2005 02:30") // 00:00 of Sunday, for the first time
	if got := show(nextClock(now, loc, 23*60+30)); got != "Sun Oct 30 2005 03:00" {
		t.Errorf("the next 23:30 is %s", got)
	}
	if got := show(nextDay(at(t, "Sun Oct 30 2005 03:00"), loc)); got != "Sun Oct 30 2005 03:30" {
		t.Errorf("Sunday begins again at %s", got)
	}
}
