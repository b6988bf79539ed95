package rules

import (
	"strings"
	"testing"
)

// TestFromFlags checks that the old judge's documented defaults for its three kinds of games
// mean its classic rules, the 1995 edition and the basic game.
func TestFromFlags(t *testing.T) {
	for _, c := range []struct{ flags, preset, options string }{
		{"", "njudge-classic", ""},
		{"famine, noplague, loans, assassinations, dice, special, adjacency, nostorm, money, coastalconvoy, nodisband", "njudge-classic", ""},
		{"mach2, famine, noplague, loans, assassinations, dice, special, noforts, adjacency, nostorm, money, nocoastalconvoy, nodisband", "machiavelli-1995", ""},
		{"nofamine, noplague, noloans, noassassinations, nodice, nospecial, nostorm, nomoney, coastalconvoy, disband", "njudge-classic", "money=off dice=off disband-orders=on"},
		{"BASIC", "njudge-classic", "money=off dice=off disband-orders=on"},
		{"basic money", "njudge-classic", "dice=off disband-orders=on special-units=on unit-count=money bank-loans=on assassinations=on"},
		{"noadjacency", "njudge-classic", "bribe-adjacency=off counter-bribe-adjacency=no province-expense-adjacency=no"},
		{"set no coastal convoys; SET FORTS", "njudge-classic", "coastal-convoys=off fortresses=on"},
		{"nosummer no bank", "njudge-classic", "seasons-per-year=2 bank-loans=off"},
		{"nodice famine", "njudge-classic", "plague=off storms=off bank-loans=off assassinations=off"},
		{"no mach2", "njudge-classic", ""},
		{"basic advanced", "njudge-classic", "disband-orders=on famine=off"},
	} {
		got, err := FromFlags(c.flags)
		if err != nil {
			t.Errorf("%q: %v", c.flags, err)
			continue
		}
		want, err := Make(c.preset, fields(c.options))
		if err != nil {
			t.Fatal(err)
		}
		if d := got.Diff(want); len(d) > 0 || got.Preset != want.Preset {
			t.Errorf("%q: %v", c.flags, d)
		}
	}
	for _, c := range []struct{ flags, want string }{
		{"nofamin", `there is no flag "nofamin"; did you mean famine?`},
		{"mach2 forts", "the 1995 edition has none"},
	} {
		if _, err := FromFlags(c.flags); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.flags, err, c.want)
		}
	}
}
