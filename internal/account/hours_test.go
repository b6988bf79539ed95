package account

import (
	"testing"
	"time"

	"podesta/internal/game"
)

// TestUntil checks when messages are sent.
func TestUntil(t *testing.T) {
	t.Parallel()
	rome, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Fatal(err)
	}
	night := Hours{QuietFrom: "22:00", QuietUntil: "07:30"}
	siesta := Hours{QuietFrom: "13:00", QuietUntil: "15:00", Daily: "14:00"}
	for name, c := range map[string]struct {
		h     Hours
		daily bool
		now   string
		due   string
		want  string
	}{
		"without hours":                  {Hours{}, false, "2026-01-05 03:00", "", ""},
		"awake":                          {night, false, "2026-01-05 21:59", "", ""},
		"as they begin":                  {night, false, "2026-01-05 22:00", "", "2026-01-06 07:30"},
		"before midnight":                {night, false, "2026-01-05 23:00", "", "2026-01-06 07:30"},
		"after midnight":                 {night, false, "2026-01-06 03:00", "", "2026-01-06 07:30"},
		"as they end":                    {night, false, "2026-01-06 07:30", "", ""},
		"a deadline in them":             {night, false, "2026-01-06 03:00", "2026-01-06 07:00", ""},
		"a deadline at their end":        {night, false, "2026-01-06 03:00", "2026-01-06 07:30", ""},
		"a deadline after them":          {night, false, "2026-01-06 03:00", "2026-01-06 07:31", "2026-01-06 07:30"},
		"within a day":                   {siesta, false, "2026-01-06 13:30", "", "2026-01-06 15:00"},
		"outside of these":               {siesta, false, "2026-01-06 15:00", "", ""},
		"once a day":                     {night, true, "2026-01-05 12:00", "", "2026-01-05 18:00"},
		"once a day, later":              {night, true, "2026-01-05 18:00", "", "2026-01-06 18:00"},
		"once a day, in quiet hours":     {siesta, true, "2026-01-05 12:00", "", "2026-01-05 14:00"},
		"once a day, due before":         {night, true, "2026-01-05 12:00", "2026-01-05 17:00", ""},
		"once a day, due after":          {night, true, "2026-01-05 12:00", "2026-01-05 19:00", "2026-01-05 18:00"},
		"the night of the longer clock":  {night, false, "2026-10-25 01:00", "", "2026-10-25 07:30"},
		"an hour that does not exist":    {Hours{QuietFrom: "22:00", QuietUntil: "02:30"}, false, "2026-03-29 01:00", "", "2026-03-29 03:30"},
		"awake on the day of the change": {night, false, "2026-03-29 12:00", "", ""},
	} {
		at := func(text string) time.Time {
			if text == "" {
				return time.Time{}
			}
			v, err := time.ParseInLocation("2006-01-02 15:04", text, rome)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		got, err := c.h.Until(at(c.now), c.daily, at(c.due))
		if err != nil || !got.Equal(at(c.want)) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

// TestCheckHours checks that invalid hours are refused.
func TestCheckHours(t *testing.T) {
	t.Parallel()
	for _, h := range []Hours{{}, {QuietFrom: "22:00", QuietUntil: "07:30", Daily: "18:00"}, {Daily: "00:00"}} {
		if err := h.Check(); err != nil {
			t.Errorf("%+v: %v", h, err)
		}
	}
	for _, h := range []Hours{{QuietFrom: "22:00"}, {QuietUntil: "22:00"}, {QuietFrom: "22:00", QuietUntil: "22:00"}, {QuietFrom: "25:00", QuietUntil: "07:00"}, {Daily: "noon"}, {Daily: "7 pm"}} {
		if err := h.Check(); game.ErrorCode(err) != game.Invalid {
			t.Errorf("%+v: %v", h, err)
		}
	}
}
