package rules

import (
	"reflect"
	"strconv"
	"strings"
	"testing"
)

func TestEveryFieldHasAnOption(t *testing.T) {
	var zero Set
	v := reflect.ValueOf(&zero).Elem()
	owner := map[string]string{}
	for i := range Options {
		o := &Options[i]
		s := Set{}
		before := s
		if n := o.field.get(&s); n == 0 {
			o.field.put(&s, 1)
		} else {
			o.field.put(&s, 0)
		}
		changed := ""
		for j := range v.NumField() {
			if !reflect.DeepEqual(reflect.ValueOf(s).Field(j).Interface(), reflect.ValueOf(before).Field(j).Interface()) {
				changed += v.Type().Field(j).Name
			}
		}
		if other, taken := owner[changed]; taken || changed == "" {
			t.Errorf("%s writes %q, as does %q", o.Name, changed, other)
		}
		owner[changed] = o.Name
	}
	for j := range v.NumField() {
		if name := v.Type().Field(j).Name; name != "Preset" && owner[name] == "" {
			t.Errorf("no option for the field %s", name)
		}
	}
}

func TestOptionsAreDocumented(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range Options {
		if o.Group == "" || o.Title == "" || !strings.HasSuffix(o.Doc, ".") || len(o.Ledger) == 0 {
			t.Errorf("%s lacks a group, a title, a sentence or a rule", o.Name)
		}
		if seen[o.Name] || o.Name != canonical(o.Name) {
			t.Errorf("bad name %q", o.Name)
		}
		seen[o.Name] = true
		if len(o.Values) < 2 {
			t.Errorf("%s has %d values", o.Name, len(o.Values))
		}
		names := map[string]bool{}
		for _, v := range o.Values {
			if v.Doc == "" || names[v.Name] || v.Name != canonical(v.Name) {
				t.Errorf("%s: bad value %q", o.Name, v.Name)
			}
			names[v.Name] = true
		}
	}
}

func TestApplyAndValueAgree(t *testing.T) {
	for _, o := range Options {
		values := []string{}
		for _, v := range o.Values {
			values = append(values, v.Name)
		}
		if o.Max > 0 {
			values = append(values, strconv.Itoa(o.Min), strconv.Itoa(o.Max))
		}
		for _, v := range values {
			var s Set
			if err := s.Apply(o.Name, v); err != nil {
				t.Errorf("Apply(%s, %s): %v", o.Name, v, err)
			} else if got := s.Value(o.Name); got != v {
				t.Errorf("%s = %s reads back as %s", o.Name, v, got)
			}
		}
	}
}

func TestApplyReadsManyWords(t *testing.T) {
	for _, c := range []struct{ option, text, want string }{
		{"famine", "yes", "on"},
		{"famine", "TRUE", "on"},
		{"Famine", "false", "off"},
		{"strait-entering-fleet-blocks", "on", "yes"},
		{"strait_entering fleet-blocks", " off ", "no"},
		{"siege-locks-besieger", "free", "free"},
		{"siege-locks-besieger", "true", "locked"},
		{"besieged-city-income", "no", "none"},
		{"bribe-adjacency", "false", "off"},
		{"fortresses", "yes", "on"},
		{"convoy-route", "Explicit", "explicit"},
		{"victory-cities", "7", "7"},
		{"fortress-income", "1", "1"},
		{"assassination-max-spend", "unlimited", "unlimited"},
		{"initial-die-minimum", "fixed", "fixed"},
	} {
		var s Set
		if err := s.Apply(c.option, c.text); err != nil {
			t.Errorf("Apply(%q, %q): %v", c.option, c.text, err)
		} else if got := s.Value(c.option); got != c.want {
			t.Errorf("Apply(%q, %q): got %s, want %s", c.option, c.text, got, c.want)
		}
	}
}

func TestApplyErrors(t *testing.T) {
	for _, c := range []struct{ option, text, want string }{
		{"convoyroute", "explicit", `there is no option "convoyroute"; did you mean convoy-route?`},
		{"phase-of-the-moon", "full", `there is no option "phase-of-the-moon"`},
		{"convoy-route", "explicitly", `option convoy-route has no value "explicitly": it is one of implicit, explicit; did you mean explicit?`},
		{"money", "perhaps", `option money has no value "perhaps": it is one of on, off`},
		{"convoy-route", "on", `option convoy-route has no value "on": it is one of implicit, explicit`},
		{"victory-cities", "0", `option victory-cities has no value "0": it is one of 12, 15, 18, 23, any number from 1 to 99`},
		{"victory-cities", "-3", `option victory-cities has no value "-3": it is one of 12, 15, 18, 23, any number from 1 to 99`},
		{"seasons-per-year", "4", `option seasons-per-year has no value "4": it is one of 3, 2`},
	} {
		s, before := Set{}, Set{}
		err := s.Apply(c.option, c.text)
		if err == nil || err.Error() != c.want {
			t.Errorf("Apply(%q, %q): %v\nwant %s", c.option, c.text, err, c.want)
		}
		if s != before {
			t.Errorf("Apply(%q, %q) failed and changed the set", c.option, c.text)
		}
	}
	var s Set
	if got := s.Value("no-such"); got != "" {
		t.Errorf("Value of no option is %q", got)
	}
}

// TestLedger checks that there is no option for OPT-02, because no source describes how the
// cavalry of that rule moves.
func TestLedger(t *testing.T) {
	t.Run("OPT-02", func(t *testing.T) {
		for _, o := range Options {
			if strings.Contains(o.Name, "cavalry") && o.Name != "cavalry" && o.Name != "armoured-cavalry" {
				t.Errorf("an option %s", o.Name)
			}
		}
		if err := new(Set).Apply("alternate-cavalry", "on"); err == nil {
			t.Error("the other cavalry can be switched on")
		}
	})
	t.Run("OPT-18", func(t *testing.T) {
		s, err := Make("battleline-1978-optional", map[string]string{"dice": "off"})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []string{"assassinations", "famine", "plague", "storms", "bank-loans"} {
			if v := s.Value(o); v != "off" {
				t.Errorf("%s is %s", o, v)
			}
		}
	})
}
