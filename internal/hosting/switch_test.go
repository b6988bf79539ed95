package hosting

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/schedule"
)

// undescribed lists the boolean values without a switch of their own: the colours of press are
// set together, and three others are not set by a master.
var undescribed = []string{"None", "White", "Grey", "GreyFirst", "Irregular", "Links", "OnReady"}

// TestSwitches checks that every boolean value has one description, with everything that forms,
// commands and listings need.
func TestSwitches(t *testing.T) {
	all := map[string]int{}
	for i := range Switches {
		s := &Switches[i]
		var h Hosting
		if s.Get(&h) || s.Named(&h) != s.Inverse {
			t.Errorf("%s: %t, named %t", s.Name, s.Get(&h), s.Named(&h))
		}
		s.Order(&h, true)
		if s.Get(&h) == s.Inverse {
			t.Errorf("%s: after its command %t", s.Name, s.Get(&h))
		}
		h = Hosting{}
		s.Set(&h, true)
		text, err := json.Marshal(h)
		if err != nil || !strings.Contains(string(text), `"`+s.Name+`":true`) {
			t.Errorf("%s is stored as %s, %v", s.Name, text, err)
		}
		for what, value := range map[string]string{"title": s.Title, "label": s.Label} {
			if value == "" {
				t.Errorf("%s has no %s", s.Name, what)
			}
		}
		if !slices.Contains(Groups, s.Group) {
			t.Errorf("%s is in no group: %q", s.Name, s.Group)
		}
		if s.Command != "" && (s.Does == "" || ByCommand(s.Command) != s) {
			t.Errorf("%s: the command %s is not described, or belongs to two", s.Name, s.Command)
		}
		if all[s.Name]++; all[s.Name] > 1 {
			t.Errorf("%s is described twice", s.Name)
		}
	}
	n := 0
	for _, of := range []reflect.Type{reflect.TypeFor[Hosting](), reflect.TypeFor[PressRules]()} {
		for f := range of.NumField() {
			field := of.Field(f)
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if field.Type.Kind() != reflect.Bool || slices.Contains(undescribed, field.Name) {
				continue
			}
			if n++; all[name] != 1 {
				t.Errorf("%s has no description", field.Name)
			}
		}
	}
	if n != len(Switches) {
		t.Errorf("%d values, %d descriptions", n, len(Switches))
	}
}

// TestNumbers checks that every setting that is a number has one description, with everything
// that forms, commands and listings need, and that its default is within its bounds.
func TestNumbers(t *testing.T) {
	usual := Default()
	all := map[string]bool{}
	for i := range Numbers {
		x := &Numbers[i]
		if wrong := x.Check(&usual); !wrong.IsZero() {
			t.Error(wrong)
		}
		for _, n := range []int{x.Least - 1, x.Most + 1} {
			h := usual
			x.Set(&h, n)
			if x.Check(&h).IsZero() {
				t.Errorf("%s may be %d", x.Name, n)
			}
		}
		h := usual
		x.Set(&h, x.Most)
		if x.Get(&h) != x.Most || reflect.DeepEqual(h, usual) {
			t.Errorf("%s is %d after it was set to %d", x.Name, x.Get(&h), x.Most)
		}
		if text, err := json.Marshal(h); err != nil || !strings.Contains(string(text), `"`+x.Name+`":`) {
			t.Errorf("%s is stored as %s, %v", x.Name, text, err)
		}
		for what, value := range map[string]string{"title": x.Title, "label": x.Label, "command": x.Command, "purpose": x.Does, "line or word in listings": x.Flag + x.Heading} {
			if value == "" {
				t.Errorf("%s has no %s", x.Name, what)
			}
		}
		if !slices.Contains(Groups[1:], x.Group) {
			t.Errorf("%s is in no group of the form that has numbers: %q", x.Name, x.Group)
		}
		if NumberOf(x.Command) != x || x.Example < x.Least || x.Example > x.Most {
			t.Errorf("%s: the command %s belongs to two, or its example is out of bounds", x.Name, x.Command)
		}
		if x.Said(x.Most, false).IsZero() || x.Said(x.Most, true).IsZero() {
			t.Errorf("players are not notified about %s", x.Name)
		}
		all[x.Name] = true
	}
	of := reflect.TypeFor[Hosting]()
	for f := range of.NumField() {
		name, _, _ := strings.Cut(of.Field(f).Tag.Get("json"), ",")
		if of.Field(f).Type.Kind() == reflect.Int && !all[name] {
			t.Errorf("%s has no description", of.Field(f).Name)
		}
	}
}

// TestChangesSay checks that the stored values of changes are described in words.
func TestChangesSay(t *testing.T) {
	before, after := Default(), Default()
	after.Timing[schedule.Moves] = schedule.Untimed()
	after.Timing[schedule.Retreats] = schedule.Timing{Clock: schedule.NoClock, Next: 72 * time.Hour, Days: schedule.EveryDay}
	before.Timing[schedule.Retreats] = schedule.Timing{Clock: 8 * 60, Next: 5*time.Minute + 1*time.Second, Days: schedule.EveryDay}
	before.MaxAbsence, after.MaxAbsence = 1, 3
	before.MinReliability, after.MinReliability = 0, 80
	before.MusterTime, after.MusterTime = 1, 90
	before.NMR, after.NMR = false, true
	before.HouseRules, after.HouseRules = "", "Be kind."
	before.Comment, after.Comment = "", "on time"
	want := map[string]string{
		"Moves":              "Moves: no deadline; a phase is resolved when all orders are in (was ",
		"Retreats":           "Retreats: 3 days (was at least 301 seconds; deadlines fall at 8:00)",
		"Max absence":        "Max absence: 3 days (was 1 day)",
		"Reliability needed": "Reliability needed: 80% (was 0%)",
		"Time to confirm":    "Time to confirm: 90 minutes (was 1 minute)",
		"NMR":                "NMR: on (was off)",
		"House rules":        "House rules: changed",
		"Comment":            "Comment: on time (was none)",
	}
	changes := after.Changes(&before)
	for _, c := range changes {
		if w, ok := want[c.Name]; !ok || !strings.HasPrefix(c.String(), w) {
			t.Errorf("%q, want %q", c, w)
		}
	}
	if len(changes) != len(want) {
		t.Errorf("%d changes, want %d", len(changes), len(want))
	}
}
