package schedule

import (
	"strings"
	"testing"
	"time"
)

func TestDefaultTimings(t *testing.T) {
	for c, want := range map[Class]string{
		Moves:    "clock 1410 min 12.00 next 71.00 grace 167.00 delay 0.50 days -MTWTF-",
		Retreats: "clock -1 min 0.00 next 23.00 grace 71.00 delay 0.50 days -mTWTF-",
		Adjusts:  "clock -1 min 0.00 next 23.00 grace 71.00 delay 0.50 days -mTWTF-",
	} {
		d := DefaultTiming(c)
		if d.String() != want {
			t.Errorf("%s: %s, want %s", c, d, want)
		}
		if err := d.Validate(); err != nil {
			t.Errorf("%s: %v", c, err)
		}
	}
	if err := Untimed().Validate(); err != nil {
		t.Error(err)
	}
}

func TestParseClass(t *testing.T) {
	for word, want := range map[string]string{
		"MOVES": "Moves", "move": "Moves", "Retreats": "Retreats", "RETREAT": "Retreats",
		"adjusts": "Adjusts", "ADJUST": "Adjusts", "Builds": "Adjusts", "build": "Adjusts",
	} {
		if c, ok := ParseClass(word); !ok || c.String() != want {
			t.Errorf("%s: %s, %v", word, c, ok)
		}
	}
	for _, word := range []string{"", "MOV", "MOVESS", "DEADLINE"} {
		if c, ok := ParseClass(word); ok {
			t.Errorf("%q is read as %s", word, c)
		}
	}
}

func TestParseItems(t *testing.T) {
	const d = "clock 1410 min 12.00 next 71.00 grace 167.00 delay 0.50 days -MTWTF-"
	for _, c := range []struct{ line, want, rest string }{
		{"CLOCK 1410 NEXT 71 DAYS -MTWTF-", d, ""},
		{"clock 1200", strings.Replace(d, "1410", "1200", 1), ""},
		{"C 1200, N 47", "clock 1200 min 12.00 next 47.00 grace 167.00 delay 0.50 days -MTWTF-", ""},
		{"CLOCK=20:00", strings.Replace(d, "1410", "1200", 1), ""},
		{"CLOCK -1", strings.Replace(d, "1410", "-1", 1), ""},
		{"CLOCK none", strings.Replace(d, "1410", "-1", 1), ""},
		{"MIN 0", strings.Replace(d, "min 12.00", "min 0.00", 1), ""},
		{"M .25 G 24.5 DE 1", "clock 1410 min 0.25 next 71.00 grace 24.50 delay 1.00 days -MTWTF-", ""},
		{"DELAY 20m", strings.Replace(d, "0.50", "0.33333", 1), ""},
		{"GRACE 7d", strings.Replace(d, "167.00", "168.00", 1), ""},
		{"NEXT 1w MINIMUM 90m", "clock 1410 min 1.50 next 168.00 grace 167.00 delay 0.50 days -MTWTF-", ""},
		{"DAY SMTWTFS", strings.Replace(d, "-MTWTF-", "SMTWTFS", 1), ""},
		{"DA smTWTfs", strings.Replace(d, "-MTWTF-", "smTWTfs", 1), ""},
		{"NEXT 47, NMR", strings.Replace(d, "71", "47", 1), "NMR"},
		{"next 47 STRICT GRACE", strings.Replace(d, "71", "47", 1), "STRICT GRACE"},
		{"MIN 80 NEXT 100", "clock 1410 min 80.00 next 100.00 grace 167.00 delay 0.50 days -MTWTF-", ""},
	} {
		got, rest, err := ParseItems(DefaultTiming(Moves), itemFields(c.line))
		if err != nil || got.String() != c.want || strings.Join(rest, " ") != c.rest {
			t.Errorf("%s\n got %s, rest %q, %v\nwant %s, rest %q", c.line, got, rest, err, c.want, c.rest)
			continue
		}
		again, _, err := ParseItems(Timing{Days: EveryDay, Next: time.Hour}, itemFields(got.String()))
		if err != nil || again != got {
			t.Errorf("%s read back: %s, %v", got, again, err)
		}
	}
}

func TestParseItemsRefused(t *testing.T) {
	for line, want := range map[string]string{
		"":                          "but found nothing",
		"NONSENSE 3":                `but found "NONSENSE"`,
		"D 3":                       `but found "D"`,
		"CLOCK":                     "CLOCK needs a value",
		"NEXT 71 GRACE":             "GRACE needs a value",
		"CLOCK 1440":                "0 to 1439",
		"CLOCK 24:00":               "0 to 1439",
		"CLOCK 20:60":               "0 to 1439",
		"CLOCK -2":                  "0 to 1439",
		"CLOCK noon":                "0 to 1439",
		"NEXT -1":                   "or a number of hours",
		"NEXT 0":                    "at least one minute",
		"NEXT 1e3":                  "NEXT takes a span of time",
		"NEXT inf":                  "NEXT takes a span of time",
		"NEXT 1.2.3":                "NEXT takes a span of time",
		"NEXT .":                    "NEXT takes a span of time",
		"NEXT 9000":                 "NEXT must be at most 8784.00 hours",
		"NEXT 99999999":             "NEXT takes a span of time",
		"GRACE soon":                "GRACE takes a span of time, such as 30m, 71h or 3d, or a number of hours such as 71 or 0.5; \"soon\" is neither",
		"DELAY 169":                 "DELAY must be at most 168.00 hours",
		"MIN 72":                    "MIN is 72.00 hours and NEXT 71.00",
		"DAYS -MTWTF":               "seven characters",
		"DAYS -MTWTFSS":             "seven characters",
		"DAYS -------":              "No day is left",
		"DAYS -MTXTF-":              "the character for Wednesday",
		"DAYS MTWTFSS":              "the character for Sunday",
		"DAYS -\u00b9TWTF":          "the character for Monday",
		"CLOCK 600 DAYS -mtwtf-":    "there would never be a deadline",
		"CLOCK 719 DAYS ------s":    "there would never be a deadline",
		"GRACE 24 CLOCK 1440 MIN 3": "0 to 1439",
	} {
		before := DefaultTiming(Moves)
		got, _, err := ParseItems(before, itemFields(line))
		if err == nil || !strings.Contains(err.Error(), want) || Code(err) != BadTiming {
			t.Errorf("%q: %s %v, want an error with %q", line, Code(err), err, want)
		}
		if got != before {
			t.Errorf("%q is refused but sets %s", line, got)
		}
	}
}

func TestRemarks(t *testing.T) {
	for _, c := range []struct {
		items string
		nmr   bool
		want  string
	}{
		{"NEXT 71", false, ""},
		{"NEXT 71", true, ""},
		{"NEXT 72", false, "71.00 hours"},
		{"NEXT 72 CLOCK -1", false, ""},
		{"GRACE 35.9", true, "less than 36 hours"},
		{"GRACE 35.9", false, ""},
		{"GRACE 36", true, ""},
	} {
		got := ""
		for _, r := range timing(t, c.items).Remarks(c.nmr) {
			got += r.String() + "|"
		}
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s, NMR %v: %q, want %q", c.items, c.nmr, got, c.want)
		}
	}
}

// TestSay checks the descriptions of timings.
func TestSay(t *testing.T) {
	t.Parallel()
	for want, x := range map[string]Timing{
		"at least 71 hours; deadlines fall at 23:30, from Monday to Friday; grace of 167 hours; nothing is resolved within the first 12 hours; after the last orders the judge waits 30 minutes.": DefaultTiming(Moves),
		"at least 23 hours; deadlines fall from Monday to Friday; no deadline falls before noon on Monday; grace of 71 hours; after the last orders the judge waits 30 minutes.":                  DefaultTiming(Retreats),
		"at least 24 hours; deadlines fall on Monday, Wednesday and Sunday.":       {Clock: NoClock, Next: 24 * time.Hour, Days: "SM-W---"},
		"at least 24 hours; no deadline falls before noon on Saturday and Sunday.": {Clock: NoClock, Next: 24 * time.Hour, Days: "sMTWTFs"},
		"no deadline; a phase is resolved when all orders are in.":                 Untimed(),
		"3 days; grace of 90 seconds.":                                             {Clock: NoClock, Next: 72 * time.Hour, Grace: 90 * time.Second, Days: EveryDay},
		"at least 24 hours; deadlines fall at 8:05.":                               {Clock: 8*60 + 5, Next: 24 * time.Hour, Days: EveryDay},
		"1 hour 30 minutes.": {Clock: NoClock, Next: 90 * time.Minute, Days: EveryDay},
	} {
		if got := x.Say().String() + "."; got != want {
			t.Errorf("%q\nwant %q", got, want)
		}
	}
}
