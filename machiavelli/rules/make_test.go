package rules

import (
	"encoding/json"
	"math/rand"
	"strings"
	"testing"
)

// fields parses words such as "name=value" and returns the values by name.
func fields(text string) map[string]string {
	m := map[string]string{}
	for _, f := range strings.Fields(text) {
		name, value, _ := strings.Cut(f, "=")
		m[name] = value
	}
	return m
}

func TestMakeImplies(t *testing.T) {
	for _, c := range []struct{ preset, given, want string }{
		{"njudge-classic", "", "money=on dice=on famine=on bank-loans=on assassinations=on special-units=on unit-count=money"},
		{"njudge-classic", "money=off", "bank-loans=off assassinations=off special-units=off unit-count=cities famine=on dice=on"},
		{"njudge-classic", "money=off special-units=on", "bank-loans=off assassinations=off special-units=on"},
		{"njudge-classic", "dice=off", "famine=off plague=off storms=off bank-loans=off assassinations=off money=on special-units=on"},
		{"njudge-classic", "dice=off famine=on", "dice=off famine=on plague=off bank-loans=off assassinations=off"},
		{"njudge-classic", "dice=off plague=off storms=off famine=off", "dice=off bank-loans=off assassinations=off"},
		{"njudge-classic", "bank-loans=yes dice=no", "dice=off bank-loans=on assassinations=off"},
		{"njudge-classic", "money=on", "bank-loans=on special-units=on unit-count=money"},
		{"njudge-classic", "victory-cities=7", "victory-cities=7 victory-cities-few-players=7"},
		{"battleline-1978-basic", "famine=on", "dice=on famine=on money=off"},
		{"battleline-1978-basic", "famine=on dice=off", "dice=off famine=on"},
		{"battleline-1978-basic", "money=on", "money=on bank-loans=on assassinations=on special-units=on unit-count=money dice=off"},
		{"battleline-1978-basic", "money=on dice=off", "money=on bank-loans=off assassinations=off special-units=on"},
		{"battleline-1978-advanced", "money=on", "bank-loans=off special-units=off"},
		{"battleline-1978-advanced", "victory-cities=23", "victory-cities-few-players=23"},
		{"battleline-1978-advanced", "victory-cities=23 victory-cities-few-players=20", "victory-cities-few-players=20"},
		{"diplomacy", "convoy-route=explicit", "convoy-route=explicit dice=off"},
	} {
		s, err := Make(c.preset, fields(c.given))
		if err != nil {
			t.Errorf("%s with %s: %v", c.preset, c.given, err)
			continue
		}
		for name, want := range fields(c.want) {
			if got := s.Value(name); got != want {
				t.Errorf("%s with %q: %s is %s, want %s", c.preset, c.given, name, got, want)
			}
		}
	}
}

func TestMakeErrors(t *testing.T) {
	for _, c := range []struct{ preset, given, want string }{
		{"njudge", "", "there is no preset"},
		{"", "famin=on", "did you mean famine?"},
		{"", "famine=maybe zzz=on", `option famine has no value "maybe"`},
	} {
		if _, err := Make(c.preset, fields(c.given)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Make(%q, %q): %v, want %q", c.preset, c.given, err, c.want)
		}
	}
}

func TestSwitch(t *testing.T) {
	s, _ := Preset("njudge-classic")
	for _, step := range []struct{ option, value, want string }{
		{"dice", "off", "dice=off famine=off bank-loans=off"},
		{"dice", "on", "dice=on famine=off bank-loans=off"},
		{"dice", "off", "dice=off"},
		{"famine", "on", "dice=on famine=on bank-loans=off"},
		{"money", "off", "money=off special-units=off unit-count=cities"},
		{"money", "on", "money=on special-units=on bank-loans=on assassinations=on unit-count=money"},
	} {
		if err := s.Switch(step.option, step.value); err != nil {
			t.Fatal(err)
		}
		for name, want := range fields(step.want) {
			if got := s.Value(name); got != want {
				t.Errorf("after %s %s: %s is %s, want %s", step.option, step.value, name, got, want)
			}
		}
	}
	before := s
	if err := s.Switch("dice", "loaded"); err == nil || s != before {
		t.Errorf("a wrong value: %v", err)
	}
}

func TestDiff(t *testing.T) {
	a, _ := Preset("njudge-classic")
	b := a
	b.SeasonsPerYear, b.ConvoyRoute = 2, RouteImplicit
	got := a.Diff(b)
	want := []Difference{{"seasons-per-year", "3", "2"}, {"convoy-route", "explicit", "implicit"}}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("Diff = %v, want %v", got, want)
	}
	if d := a.Diff(a); len(d) != 0 {
		t.Errorf("a set differs from itself: %v", d)
	}
}

func TestJSON(t *testing.T) {
	s, err := Make("njudge-classic", fields("dice=off"))
	if err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"preset":"njudge-classic","options":{"assassinations":"off","bank-loans":"off","dice":"off","famine":"off"}}`
	if string(out) != want {
		t.Errorf("Marshal = %s\nwant %s", out, want)
	}
	var u Set
	if err := json.Unmarshal([]byte(`{"options":{"dice":false,"victory-cities":18,"famine":"on"}}`), &u); err != nil {
		t.Fatal(err)
	}
	for name, want := range fields("dice=off famine=on victory-cities=18 bank-loans=off") {
		if u.Value(name) != want {
			t.Errorf("%s is %s, want %s", name, u.Value(name), want)
		}
	}
	for _, bad := range []string{`{"presets":"x"}`, `{"preset":"x"}`, `{"options":{"dice":[1]}}`, `{"options":{"dice":1.5}}`, `{"options":{"dices":true}}`, `7`} {
		if err := json.Unmarshal([]byte(bad), &u); err == nil {
			t.Errorf("Unmarshal(%s) found no error", bad)
		}
	}
}

// TestJSONRoundTrip checks that any set is the same after writing and reading.
func TestJSONRoundTrip(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 500 {
		s, err := Preset(Presets()[r.Intn(len(Presets()))].ID)
		if err != nil {
			t.Fatal(err)
		}
		for range r.Intn(12) {
			o := Options[r.Intn(len(Options))]
			if err := s.Apply(o.Name, o.Values[r.Intn(len(o.Values))].Name); err != nil {
				t.Fatal(err)
			}
		}
		out, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var back Set
		if err := json.Unmarshal(out, &back); err != nil {
			t.Fatal(err)
		}
		if back != s {
			t.Fatalf("%s reads back with other values: %v", out, s.Diff(back))
		}
	}
}

// TestStoredSetsKeepTheirRules reads sets as they were stored before presets
// changed in an option, and as they are stored now.
func TestStoredSetsKeepTheirRules(t *testing.T) {
	var old Set
	if err := json.Unmarshal([]byte(`{"preset": "battleline-1978-advanced", "options": {"famine": "on"}}`), &old); err != nil {
		t.Fatal(err)
	}
	if old.SeveralPowers != SeparatePowers || !old.Famine {
		t.Errorf("a set from before has several-powers: %s", old.Value("several-powers"))
	}
	now, err := Preset("battleline-1978-advanced")
	if err != nil || now.SeveralPowers != OnePower {
		t.Fatalf("the preset has several-powers: %s, %v", now.Value("several-powers"), err)
	}
	for _, s := range []Set{old, now} {
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var back Set
		if err := json.Unmarshal(data, &back); err != nil || back != s {
			t.Errorf("%s is read as something else: %v", data, err)
		}
	}
	classic, err := json.Marshal(njudgeClassic())
	if err != nil || strings.Contains(string(classic), "several-powers") {
		t.Errorf("a preset that has not changed names the option: %s, %v", classic, err)
	}
}
