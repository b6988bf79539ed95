package sim

import (
	"strings"
	"testing"

	"podesta/machiavelli/rules"
)

// TestPlayers deals the seats to computer players: every power gets each of
// them, and the records count all seats.
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
	if had["random"] != 3 || had["condottiere"] != 1 {
		t.Errorf("the first power was played by %v", had)
	}
	won, most, seats := 0.0, 0.0, 0
	for _, r := range table.Tally().Records {
		won, most, seats = won+r.Won, most+r.Most, seats+r.Seats
	}
	if records := table.Tally().Records; len(records) != 2 || records[0].Player != "condottiere" || records[0].Seats != 8 || seats != 32 || most < 3.99 || most > 4.01 ||
		won > 4.01 {
		t.Errorf("%+v", records)
	}
	if _, err := New(Config{Scenario: "B", Rules: r, Years: 2, Players: []string{"nobody"}}); err == nil || !strings.Contains(err.Error(), `no computer player "nobody"`) {
		t.Errorf("an unknown player: %v", err)
	}
}
