package differential

import (
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	ics "github.com/arran4/golang-ical"

	"podesta/internal/calendar"
)

// FuzzCalendar reads the judge's calendar entries with golang-ical.
func FuzzCalendar(f *testing.F) {
	f.Add("siena-deadline@example.org", "Orders due: Siena; spring, 1385", "https://example.org/g/siena", "Ordini: Siena", int64(1_800_000_000), int64(7), false)
	f.Add("a", "\\n;\\\\,é"+strings.Repeat("é", 100), "", "", int64(0), int64(0), true)
	f.Fuzz(func(t *testing.T, uid, summary, url, alarm string, at, sequence int64, cancelled bool) {
		for _, s := range []string{uid, summary, url, alarm} {
			if !utf8.ValidString(s) {
				return
			}
		}
		if at < 0 || at > 1<<36 || sequence < 0 || strings.ContainsFunc(uid+summary+url+alarm, unicode.IsControl) {
			return
		}
		e := calendar.Entry{UID: uid, Sequence: sequence, Stamp: time.Unix(at, 0), At: time.Unix(at, 0).Add(time.Hour), Summary: summary, URL: url, Alarm: alarm, Cancelled: cancelled}
		cal, err := ics.ParseCalendar(strings.NewReader(e.String()))
		if err != nil {
			t.Fatalf("%v in\n%s", err, e)
		}
		events := cal.Events()
		if len(events) != 1 {
			t.Fatalf("%d events in\n%s", len(events), e)
		}
		x := events[0]
		get := func(p ics.ComponentProperty) string {
			if v := x.GetProperty(p); v != nil {
				return v.Value
			}
			return ""
		}
		if start, err := x.GetStartAt(); err != nil || !start.Equal(e.At) {
			t.Errorf("begins at %v (%v), not %v", start, err, e.At)
		}
		if stamp, err := x.GetDtStampTime(); err != nil || !stamp.Equal(e.Stamp) {
			t.Errorf("stamped at %v (%v), not %v", stamp, err, e.Stamp)
		}
		for p, want := range map[ics.ComponentProperty]string{ics.ComponentPropertyUniqueId: uid, ics.ComponentPropertySummary: summary, ics.ComponentPropertyUrl: url} {
			if clean := strings.NewReplacer("\u2028", "", "\u2029", "").Replace(want); get(p) != clean {
				t.Errorf("%s is %q, not %q, in\n%s", p, get(p), clean, e)
			}
		}
		if n := len(x.Alarms()); (n == 1) != (alarm != "") {
			t.Errorf("%d alarms for %q", n, alarm)
		}
		if (get(ics.ComponentPropertyStatus) == "CANCELLED") != cancelled {
			t.Errorf("status %s", get(ics.ComponentPropertyStatus))
		}
	})
}

// TestFeed reads a calendar with several entries with golang-ical.
func TestFeed(t *testing.T) {
	at := time.Date(2026, 1, 5, 20, 0, 0, 0, time.UTC)
	feed := calendar.Feed{Name: "Deadlines; of, judge.example.org", Every: time.Hour, Entries: []calendar.Entry{
		{UID: "a@example.org", Stamp: at, At: at.Add(time.Hour), Summary: "Orders due: Siena", Alarm: "Orders due", Before: 90 * time.Minute},
		{UID: "b@example.org", Stamp: at, At: at.Add(2 * time.Hour), Summary: "Deadline: Pisa"},
	}}
	cal, err := ics.ParseCalendar(strings.NewReader(feed.String()))
	if err != nil {
		t.Fatalf("%v in\n%s", err, feed.String())
	}
	events := cal.Events()
	if len(events) != 2 {
		t.Fatalf("%d events in\n%s", len(events), feed.String())
	}
	for i, e := range feed.Entries {
		x := events[i]
		if start, err := x.GetStartAt(); err != nil || !start.Equal(e.At) || x.Id() != e.UID {
			t.Errorf("%s begins at %v (%v), not %v", x.Id(), start, err, e.At)
		}
	}
	if alarms := events[0].Alarms(); len(alarms) != 1 || alarms[0].GetProperty(ics.ComponentPropertyTrigger).Value != "-PT90M" || len(events[1].Alarms()) != 0 {
		t.Errorf("the alarms in\n%s", feed.String())
	}
	for _, p := range cal.CalendarProperties {
		if p.IANAToken == "X-WR-CALNAME" && p.Value != feed.Name {
			t.Errorf("the name is %q", p.Value)
		}
	}
}
