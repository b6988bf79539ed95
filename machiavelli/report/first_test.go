package report_test

import (
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

func TestFirstShort(t *testing.T) {
	set, err := rules.Make("battleline-1978-advanced", nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.New("B", "B-8", &set)
	if err != nil {
		t.Fatal(err)
	}
	tell := report.New(p.Setting)
	power := func(id string) machiavelli.Power {
		x, _ := p.Setting.Powers.Find(id)
		return x
	}
	p.Treasury[power("austria")], p.Treasury[power("turks")], p.Treasury[power("milan")] = 8, 1, 9
	for _, x := range []struct {
		power   string
		opening bool
		want    string
	}{
		{"austria", true, "Austria has 8 ducats for 3 units that cost 9 ducats: order what to give up, such as R A Tyrolea, or the judge decides."},
		{"turks", true, "The Turks have 1 ducat for 3 units that cost 9 ducats: order what to give up, such as R F Tunis, or the judge decides."},
		{"milan", true, ""},
		{"austria", false, ""},
	} {
		p.Opening = x.opening
		if got := tell.FirstShort(p, power(x.power)).String(); got != x.want {
			t.Errorf("%s: %q, want %q", x.power, got, x.want)
		}
	}
}
