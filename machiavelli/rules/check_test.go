package rules

import (
	"math/rand"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	for _, c := range []struct{ preset, options, want string }{
		{"njudge-classic", "", ""},
		{"njudge-classic", "money=off dice=off", ""},
		{"njudge-classic", "money=off bank-loans=on", "no bank"},
		{"njudge-classic", "money=off special-units=on unit-count=money", "special units / limit the units"},
		{"njudge-classic", "dice=off famine=on storms=on", "Famine is rolled / Storms are rolled"},
		{"njudge-classic", "dice=off bank-loans=yes assassinations=yes", "no bank / assassin's luck"},
		{"njudge-classic", "dice=off bribe-tie=die-toss", "equal bribes"},
		{"njudge-classic", "plague=on seasons-per-year=2", "between spring and summer"},
		{"njudge-classic", "garrisons=off fortresses=on garrison-every-free-fort=on", "no fort gets one / fortress helps only"},
		{"diplomacy", "victory-homes=foreign-1", "never change hands"},
		{"battleline-1978-basic", "cause-famine=one-season forced-taxation=fall-only", "pay for a famine / nothing to tax"},
		{
			"battleline-1978-basic", "cause-plague=on province-income=on autonomous-orders=on autonomous-field-units=on",
			"becomes autonomous / no orders can be bought / pay for a plague / no income",
		},
	} {
		s, err := Make(c.preset, fields(c.options))
		if err != nil {
			t.Fatal(err)
		}
		got := s.Check()
		var want []string
		if c.want != "" {
			want = strings.Split(c.want, " / ")
		}
		if len(got) != len(want) {
			t.Errorf("%s %s: %q, want %q", c.preset, c.options, got, want)
			continue
		}
		for i := range want {
			if !strings.Contains(got[i].String(), want[i]) {
				t.Errorf("%s %s: %q, want %q", c.preset, c.options, got[i], want[i])
			}
		}
	}
}

// TestNormalize checks that neither the presets nor the results of Normalize have conflicts.
func TestNormalize(t *testing.T) {
	for _, p := range Presets() {
		s, err := Preset(p.ID)
		if err != nil {
			t.Fatal(err)
		}
		if c := s.Check(); len(c) > 0 || s.Normalize() != s {
			t.Errorf("%s: %q", p.ID, c)
		}
	}
	r := rand.New(rand.NewSource(2))
	for range 2000 {
		var s Set
		for i := range Options {
			o := &Options[i]
			if err := o.Set(&s, o.Values[r.Intn(len(o.Values))].Name); err != nil {
				t.Fatal(err)
			}
		}
		n := s.Normalize()
		if c := n.Check(); len(c) > 0 {
			t.Fatalf("normalized, and still: %q", c)
		}
	}
}
