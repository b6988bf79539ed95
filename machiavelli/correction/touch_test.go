package correction

import (
	"strings"
	"testing"
)

// TestStatementsOfClicks checks the statements for successive clicks with a tool on the
// first position of the Balance of Power.
func TestStatementsOfClicks(t *testing.T) {
	milan := Tool{Kind: "unit", Owner: "milan", Type: "A"}
	fleet := Tool{Kind: "unit", Owner: "france", Type: "F"}
	for _, c := range []struct {
		name, text string
		tool       Tool
		at, want   string // statements separated by "; ", or "!" and part of the error
	}{
		{"an army comes with the land", "", milan, "tur", "unit add milan A Turin; control city Turin milan; control province Turin milan"},
		{"a second click takes it away", "unit add milan A Turin\ncontrol both Turin milan", milan, "tur", "unit remove milan A Turin"},
		{"a unit in the place of another", "", Tool{Kind: "unit", Owner: "venice", Type: "A", Quality: "mercenary"}, "pav", "unit remove milan A Pavia; unit add venice A Pavia mercenary; control city Pavia venice; control province Pavia venice"},
		{"a garrison has the city", "", Tool{Kind: "unit", Owner: "venice", Type: "G"}, "cre", "unit add venice G Cremona; control city Cremona venice"},
		{"a garrison without a city", "", Tool{Kind: "unit", Owner: "venice", Type: "G"}, "Provence", "!"},
		{"an army at sea", "", milan, "ua", "!cannot stand at sea"},
		{"a fleet at sea", "", fleet, "ua", "unit add france F Upper Adriatic Sea"},
		{"a fleet at the first of two coasts", "", fleet, "Provence", "unit add france F Provence/nc"},
		{"then at the other", "unit add france F Provence/nc\ncontrol province Provence france", fleet, "Provence", "unit remove france F Provence/nc; unit add france F Provence/sc"},
		{"then nowhere", "unit add france F Provence/sc\ncontrol province Provence france", fleet, "Provence", "unit remove france F Provence/sc"},
		{"one unit in Venice", "", Tool{Kind: "unit", Owner: "venice", Type: "F"}, "ven", "unit remove venice G Venice; unit add venice F Venice"},
		{"nobody's garrison", "", Tool{Kind: "unit", Owner: "nobody", Type: "G"}, "cre", "unit add nobody G Cremona; control city Cremona nobody"},
		{"take away a unit", "", Tool{Kind: "erase"}, "pav", "unit remove milan A Pavia"},
		{"nothing to take away", "", Tool{Kind: "erase"}, "tur", "!nothing to take away"},
		{"land", "", Tool{Kind: "own", Owner: "florence"}, "tur", "control both Turin florence"},
		{"land under a unit", "", Tool{Kind: "own", Owner: "florence"}, "pav", "!belongs to Milan"},
		{"a sea", "", Tool{Kind: "own", Owner: "florence"}, "ua", "!is a sea"},
		{"a city", "", Tool{Kind: "city", Owner: "nobody"}, "tur", "control city Turin nobody"},
		{"a province without a city", "", Tool{Kind: "city", Owner: "nobody"}, "Provence", "!has no city"},
		{"a rebellion", "", Tool{Kind: "rebellion"}, "pav", "rebellion Pavia province"},
		{"against nobody", "", Tool{Kind: "rebellion"}, "tur", "!Nobody controls Turin"},
		{"famine", "", Tool{Kind: "famine"}, "pav", "famine Pavia"},
		{"no more famine", "famine Pavia", Tool{Kind: "famine"}, "pav", "famine Pavia no"},
		{"a siege of nobody", "", Tool{Kind: "siege"}, "pav", "!Nobody besieges"},
		{"a siege", "unit add venice G Cremona\ncontrol city Cremona venice", Tool{Kind: "siege"}, "cre", "siege Cremona"},
		{"no such place", "", milan, "xyz", "!no place"},
		{"no such power", "", Tool{Kind: "own", Owner: "rome"}, "pav", "!no power"},
		{"no such tool", "", Tool{Kind: "hammer"}, "pav", "!no tool"},
		{"no such type", "", Tool{Kind: "unit", Owner: "milan", Type: "X"}, "pav", "!not a type of unit"},
		{"after a mistake", "nonsense", milan, "tur", "!First correct"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, r := start(t, nil)
			got, err := Touch(p, r, Split(c.text), c.tool, c.at)
			if part, bad := strings.CutPrefix(c.want, "!"); bad {
				if err == nil || !strings.Contains(err.Error(), part) {
					t.Errorf("%v, %v; want %q", got, err, part)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if s := strings.Join(got, "; "); s != c.want {
				t.Errorf("wrote %q, want %q", s, c.want)
			}
			if _, problems := Apply(p, r, append(Split(c.text), got...)); problems != nil {
				t.Errorf("cannot be carried out: %v", problems)
			}
		})
	}
}
