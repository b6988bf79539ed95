package users_test

import (
	"fmt"
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/users"
)

// TestStats checks that unlisted games do not count in the statistics, and that the longest
// series follows the chronological order.
func TestStats(t *testing.T) {
	t.Parallel()
	award := func(powers, edition string, place, tied int, wins bool) game.Award {
		return game.Award{Powers: powers, Edition: edition, Players: 8, Place: place, Tied: tied, Wins: wins, Listed: true, Rated: place < 5, Points: int64(9-place) * game.PointParts, Fell: place == 8}
	}
	hidden := award("Naples", "njudge-classic", 1, 1, true)
	hidden.Listed = false
	// The latest comes first.
	s := users.StatsOf([]game.Award{
		award("Milan", "njudge-classic", 1, 1, true), award("Venice", "njudge-classic", 8, 1, false), hidden,
		award("Milan", "battleline-1978-basic", 1, 2, true), award("Milan", "njudge-classic", 1, 1, true), award("Florence", "njudge-classic", 4, 1, false),
	})
	show := func(x users.Tally) string {
		points, ok := x.Points()
		return fmt.Sprintf("%d games, %d won, %d shared, %d fell, place %.1f of %.1f, %.1f points %t", x.Games, x.Wins, x.Shared, x.Fell, x.Place(), x.Of(), points, ok)
	}
	if got, want := show(s.Tally), "5 games, 3 won, 1 shared, 1 fell, place 3.0 of 8.0, 7.2 points true"; got != want || s.Streak != 2 {
		t.Errorf("%s, a streak of %d; want %s", got, s.Streak, want)
	}
	var powers, editions []string
	for _, p := range s.Powers {
		powers = append(powers, fmt.Sprint(p.Title, p.Games, p.Wins))
	}
	for _, e := range s.Editions {
		editions = append(editions, fmt.Sprint(e.Games, e.Wins))
	}
	if got := strings.Join(powers, " "); got != "Milan3 3 Florence1 0 Venice1 0" {
		t.Error(got)
	}
	if got := strings.Join(editions, " "); got != "4 2 1 1" {
		t.Error(got)
	}
	if none := users.StatsOf(nil); none.Games != 0 || none.Place() != 0 || none.Streak != 0 {
		t.Errorf("%+v", none)
	}
}
