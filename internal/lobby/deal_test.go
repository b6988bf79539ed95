package lobby_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/matching/matchingtest"
	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/scenario"
)

// italy returns the roster of scenario B, the powers that can be chosen in a variant, and the
// variant.
func italy(t *testing.T, variant string) (machiavelli.Roster, machiavelli.PowerSet, scenario.VariantInfo) {
	t.Helper()
	info, v, err := gamestate.FindVariant(scenario.BuiltIn(), "B", variant)
	if err != nil {
		t.Fatal(err)
	}
	set, err := lobby.MakeRules(lobby.NewGame{}, scenario.BuiltIn(), info)
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.BuiltIn().New("B", variant, &set)
	if err != nil {
		t.Fatal(err)
	}
	return p.Setting.Powers, lobby.Chosen(v, p.Setting.Powers), v
}

func TestPreferencesAreRead(t *testing.T) {
	t.Parallel()
	roster, open, _ := italy(t, "B-8")
	for _, c := range []struct{ mode, text, want string }{
		{hosting.PreferList, "", ""},
		{hosting.PreferList, "vlnfiapt", "VLNFIAPT"},
		{hosting.PreferList, " V, L > N ", "VLN"},
		{hosting.PreferList, "V[LN]F", "V[LN]F"},
		{hosting.PreferList, "v (l n) (f) [] i", "V[LN]FI"},
		{hosting.PreferBoth, " * ", "*"},
		{hosting.PreferBoth, "IV", "IV"},
		{hosting.PreferRandom, "", ""},
		{hosting.PreferRandom, "*", ""},
		{hosting.PreferRandom, "IV", "error: In this game all powers are dealt at random"},
		{hosting.PreferList, "*", "error: This game deals no powers at random"},
		{hosting.PreferBoth, "V*", "error: * means a power at random and must be written by itself"},
		{hosting.PreferList, "VLV", "error: Venice is in the list twice"},
		{hosting.PreferList, "VX", "error: No power with the letter 'X'"},
		{hosting.PreferList, "V→L", "error: No power with the letter '→'"},
		{hosting.PreferList, "V[L(N)]", "error: A bracket is opened inside another"},
		{hosting.PreferList, "V[LN)", "error: The bracket ) has no opening bracket"},
		{hosting.PreferList, "VL]", "error: The bracket ] has no opening bracket"},
		{hosting.PreferList, "V[LN", "error: A bracket is not closed"},
	} {
		p, err := lobby.ParsePreference(c.text, roster, open, c.mode)
		got := p.Write(roster)
		if err != nil {
			got = "error: " + err.Error()
			if game.ErrorCode(err) != game.Invalid {
				t.Errorf("%q: code %s", c.text, game.ErrorCode(err))
			}
		}
		if got != c.want && (err == nil || !strings.HasPrefix(got, c.want)) {
			t.Errorf("%s %q: %s, want %s", c.mode, c.text, got, c.want)
		}
		if again, err := lobby.ParsePreference(got, roster, open, c.mode); err == nil && again.Write(roster) != got {
			t.Errorf("%q was written as %q and read as %q", c.text, got, again.Write(roster))
		}
	}
}

func TestEqualRanksGetTheMean(t *testing.T) {
	t.Parallel()
	roster, open, v := italy(t, "B-8")
	var powers []machiavelli.Power
	for _, id := range v.Powers {
		p, _ := roster.Find(id)
		powers = append(powers, p)
	}
	p, err := lobby.ParsePreference("V[LN]F", roster, open, hosting.PreferList)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for power, r := range p.Ranks(powers) {
		got[string(roster[power].Letter)] = float64(r) / 2
	}
	want := map[string]float64{"V": 1, "L": 2.5, "N": 2.5, "F": 4, "I": 6.5, "A": 6.5, "P": 6.5, "T": 6.5}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("ranks %v, want %v", got, want)
	}
}

// TestDealAgainstBruteForce compares deals of eight powers with the best of all 40,320
// permutations.
func TestDealAgainstBruteForce(t *testing.T) {
	t.Parallel()
	roster, open, v := italy(t, "B-8")
	var powers []machiavelli.Power
	for _, s := range v.Seats {
		p, _ := roster.Find(s[0])
		powers = append(powers, p)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for game := range 6 {
		var players []lobby.Preference
		var ranks []map[machiavelli.Power]int64
		for range 8 {
			letters := []byte("VLNFIAPT")
			r.Shuffle(8, func(i, j int) { letters[i], letters[j] = letters[j], letters[i] })
			text := string(letters[:r.IntN(9)])
			if len(text) > 3 {
				text = text[:1] + "[" + text[1:3] + "]" + text[3:]
			}
			p, err := lobby.ParsePreference(text, roster, open, hosting.PreferList)
			if err != nil {
				t.Fatal(err)
			}
			players, ranks = append(players, p), append(ranks, p.Ranks(powers))
		}
		best := int64(1 << 40)
		matchingtest.Permutations(8, func(a []int) {
			sum := int64(0)
			for i := range players {
				sum += ranks[i][powers[a[i]]]
			}
			best = min(best, sum)
		})
		d := dice.New([]byte{byte(game)}, "x/deal", nil)
		got, err := lobby.DealPowers(v, roster, players, d)
		if err != nil {
			t.Fatal(err)
		}
		sum := int64(0)
		for i, seat := range got.SeatOf {
			p, _ := roster.Find(got.Seats[seat-1][0])
			sum += ranks[i][p]
			if !slices.Equal(got.Seats[seat-1], v.Seats[seat-1]) {
				t.Errorf("seat %d has %v", seat, got.Seats[seat-1])
			}
		}
		if sum != best {
			t.Errorf("the sum is %d, the best %d", sum, best)
		}
		again, _ := lobby.DealPowers(v, roster, players, dice.New([]byte{byte(game)}, "x/deal", nil))
		if fmt.Sprint(again) != fmt.Sprint(got) {
			t.Errorf("dealt %v and %v by the same dice", got, again)
		}
	}
}

// TestDealIsFair checks that without preferences every power is equally likely for every
// player, and also for players who want a random one.
func TestDealIsFair(t *testing.T) {
	t.Parallel()
	roster, _, v := italy(t, "B-8")
	for _, random := range []bool{false, true} {
		players := make([]lobby.Preference, 8)
		for i := range players {
			players[i].Random = random
		}
		const games = 800
		var count [8][8]int
		for g := range games {
			got, err := lobby.DealPowers(v, roster, players, dice.New([]byte(fmt.Sprint("seed ", g)), "deal", nil))
			if err != nil {
				t.Fatal(err)
			}
			for p, s := range got.SeatOf {
				count[p][s-1]++
			}
		}
		for p := range count {
			for s, n := range count[p] {
				if n < games/8*6/10 || n > games/8*14/10 {
					t.Errorf("random %v: player %d had seat %d %d times in %d", random, p+1, s+1, n, games)
				}
			}
		}
	}
}

// TestRandomComesFirst checks that players who want a random power draw before
// the others choose, and that a power that only one player wants goes to that
// player.
func TestRandomComesFirst(t *testing.T) {
	t.Parallel()
	roster, open, v := italy(t, "B-8")
	venice, _ := lobby.ParsePreference("V", roster, open, hosting.PreferBoth)
	drawn := 0
	for g := range 200 {
		players := make([]lobby.Preference, 8)
		players[5], players[2].Random = venice, true
		got, err := lobby.DealPowers(v, roster, players, dice.New([]byte(fmt.Sprint(g)), "deal", nil))
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case got.Seats[got.SeatOf[2]-1][0] == "venice":
			drawn++
		case got.Seats[got.SeatOf[5]-1][0] != "venice":
			t.Fatal("Venice went to nobody who wished for it")
		}
	}
	if drawn < 8 || drawn > 50 {
		t.Errorf("Venice was drawn %d times in 200", drawn)
	}
}

// TestDealInRounds deals two powers each to four players: the second round
// deals the remaining powers.
func TestDealInRounds(t *testing.T) {
	t.Parallel()
	roster, open, v := italy(t, "B-4")
	list := func(text string) lobby.Preference {
		p, err := lobby.ParsePreference(text, roster, open, hosting.PreferList)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	players := []lobby.Preference{list("VLIN"), list("LVIN"), list("FATP"), list("AFPT")}
	d := dice.New([]byte("x"), "deal", nil)
	got, err := lobby.DealPowers(v, roster, players, d)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"venice", "florence", "france", "austria"}
	seen := map[string]bool{}
	for p, s := range got.SeatOf {
		mine := got.Seats[s-1]
		if len(mine) != 2 || mine[0] != want[p] {
			t.Errorf("player %d has %v", p+1, mine)
		}
		for _, id := range mine {
			if seen[id] {
				t.Errorf("%s was dealt twice", id)
			}
			seen[id] = true
		}
	}
	if len(seen) != 8 {
		t.Errorf("%d powers were dealt", len(seen))
	}
	for s := 1; s < len(got.Seats); s++ {
		if slices.Index(v.Powers, got.Seats[s-1][0]) > slices.Index(v.Powers, got.Seats[s][0]) {
			t.Errorf("seats are not in the order of their powers: %v", got.Seats)
		}
	}
	for _, x := range d.Throws() {
		if !strings.HasPrefix(x.Name, "deal ") || !strings.Contains(x.Name, " round ") {
			t.Errorf("a roll is called %q", x.Name)
		}
	}
}

// TestEveryVariantIsDealt deals every variant of every scenario and checks that
// each seat gets what the variant says, and that no power is dealt twice.
func TestEveryVariantIsDealt(t *testing.T) {
	t.Parallel()
	for _, info := range scenario.List() {
		for _, v := range info.Variants {
			set, err := lobby.MakeRules(lobby.NewGame{}, scenario.BuiltIn(), info)
			if err != nil {
				t.Fatal(err)
			}
			p, err := scenario.BuiltIn().New(info.ID, v.ID, &set)
			if err != nil {
				t.Fatal(err)
			}
			players := make([]lobby.Preference, max(v.Players, len(v.Seats)))
			players[0].Random = true
			got, err := lobby.DealPowers(v, p.Setting.Powers, players, dice.New([]byte(v.ID), "deal", nil))
			if err != nil {
				t.Errorf("%s: %v", v.ID, err)
				continue
			}
			seen := map[string]bool{}
			for s, powers := range got.Seats {
				fixed := 0
				if s < len(v.Seats) {
					fixed = len(v.Seats[s])
				}
				if len(powers) != fixed+v.ChooseEach {
					t.Errorf("%s: seat %d has %v", v.ID, s+1, powers)
				}
				for _, id := range powers {
					if seen[id] {
						t.Errorf("%s: %s was dealt twice", v.ID, id)
					}
					seen[id] = true
				}
			}
			if len(seen) > len(v.Powers) {
				t.Errorf("%s: %d powers of %d", v.ID, len(seen), len(v.Powers))
			}
		}
	}
}
