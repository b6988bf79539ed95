package sim

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"podesta/machiavelli/rules"
)

// TestPlayers checks that each computer player plays every power in turn, and
// that the records count all seats.
func TestPlayers(t *testing.T) {
	r, err := rules.Preset("battleline-1978-basic")
	if err != nil {
		t.Fatal(err)
	}
	table, err := New(Config{Scenario: "B", Rules: r, Years: 2, Seed: 1, ReplayEvery: 1, Players: []string{"random", "random", "condottiere", "random"}})
	if err != nil {
		t.Fatal(err)
	}
	had := map[string]int{}
	for game := range uint64(4) {
		if err := table.Play(game); err != nil {
			t.Error(err)
		}
		had[table.player(1).Name()]++
	}
	if had["random"] != 3 || had["hard"] != 1 {
		t.Errorf("the first power was played by %v", had)
	}
	won, most, seats := 0.0, 0.0, 0
	for _, r := range table.Tally().Records {
		won, most, seats = won+r.Won, most+r.Most, seats+r.Seats
	}
	if records := table.Tally().Records; len(records) != 2 || records[0].Player != "hard" || records[0].Seats != 8 || seats != 32 || most < 3.99 || most > 4.01 ||
		won > 4.01 {
		t.Errorf("%+v", records)
	}
	if _, err := New(Config{Scenario: "B", Rules: r, Years: 2, Players: []string{"nobody"}}); err == nil || !strings.Contains(err.Error(), `no computer player "nobody"`) {
		t.Errorf("an unknown player: %v", err)
	}
}

// TestStrongerLevelsWin has each level of computer player play short games of four powers against
// the next weaker level. Each level has two powers, which change from game to game. The stronger
// level must do much better. PODESTA_LEVEL_GAMES sets a higher number of games than the default.
func TestStrongerLevelsWin(t *testing.T) {
	games := 12
	if more := os.Getenv("PODESTA_LEVEL_GAMES"); more != "" {
		var err error
		if games, err = strconv.Atoi(more); err != nil || games < 2 {
			t.Fatalf("PODESTA_LEVEL_GAMES is %q, not a number of games", more)
		}
	}
	r, err := rules.Make("battleline-1978-basic", map[string]string{"victory-cities": "9", "victory-all-own-home-cities": "no", "victory-tie": "shared"})
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range [][2]string{{"hard", "even"}, {"even", "easy"}, {"easy", "random"}} {
		t.Run(pair[0]+" and "+pair[1], func(t *testing.T) {
			table, err := New(Config{Scenario: "A", Variant: "A-4", Rules: r, Years: 8, Seed: 1, Players: pair[:]})
			if err != nil {
				t.Fatal(err)
			}
			n := games
			if pair[0] != "hard" { // the easier levels play quickly
				n *= 5
			}
			for game := range uint64(n) {
				if err := table.Play(game); err != nil {
					t.Fatal(err)
				}
			}
			records := table.Tally().Records
			strong, weak := records[0], records[1]
			t.Logf("%d games: %s most cities in %.1f, %s in %.1f; cities %d and %d", n, strong.Player, strong.Most, weak.Player, weak.Most, strong.Cities, weak.Cities)
			if strong.Player != pair[0] || strong.Most < 1.3*weak.Most || strong.Cities <= weak.Cities {
				t.Errorf("%s is no stronger than %s", pair[0], pair[1])
			}
		})
	}
}
