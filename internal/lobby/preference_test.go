package lobby_test

import (
	"testing"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/machiavelli"
)

// FuzzPreference checks that an accepted list of preferences is formatted as a
// text with the same meaning, in which no power occurs twice.
func FuzzPreference(f *testing.F) {
	roster := machiavelli.Roster{{}, {Letter: 'V', Name: "Venice"}, {Letter: 'L', Name: "Florence"}, {Letter: 'N', Name: "Naples"}}
	open := machiavelli.PowerSet(0).With(1).With(2).With(3)
	for _, s := range []string{"", "*", "VLN", "v[ln]", "(V)(L)", "V>L,N", "[V(L)]", "V[", "]", "Ⅴ", "\x00V"} {
		f.Add(s, hosting.PreferBoth)
	}
	f.Fuzz(func(t *testing.T, text, mode string) {
		p, err := lobby.ParsePreference(text, roster, open, mode)
		if err != nil {
			if game.ErrorCode(err) != game.Invalid {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		again, err := lobby.ParsePreference(p.Write(roster), roster, open, mode)
		if err != nil || again.Write(roster) != p.Write(roster) || again.Random != p.Random {
			t.Errorf("%q was written as %q, which is %q (%v)", text, p.Write(roster), again.Write(roster), err)
		}
		sum := int64(0)
		for _, r := range p.Ranks([]machiavelli.Power{1, 2, 3}) {
			sum += r
		}
		if sum != 12 { // the sum of 1+2+3, twice
			t.Errorf("%q: the sum of the ranks is %d", text, sum)
		}
	})
}
