package report_test

import (
	"slices"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// TestTextsOfEveryEnd checks the texts for every end of a game. One power wins, or two powers of
// one seat, or several seats.
func TestTextsOfEveryEnd(t *testing.T) {
	t.Parallel()
	r, err := rules.Make("battleline-1978-basic", nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.New("B", "B-8", &r)
	if err != nil {
		t.Fatal(err)
	}
	setting := *p.Setting
	of := func(ids ...string) (set machiavelli.PowerSet) {
		for _, id := range ids {
			power, ok := setting.Powers.Find(id)
			if !ok {
				t.Fatalf("no power %s", id)
			}
			set = set.With(power)
		}
		return set
	}
	alone, pair, three := of("milan"), of("milan", "venice"), of("milan", "venice", "florence")
	four := of("milan", "venice", "florence", "naples")
	for _, c := range []struct {
		name            string
		v               event.Victory
		result          report.Result
		brief, sentence string
		among, other    string
	}{
		{
			"victory",
			event.Victory{Powers: alone, Cities: 12},
			report.Victory,
			"Milan wins", "Victory for Milan with 12 cities.", "You have won.", "You have not won this time.",
		},
		{
			"of two at once",
			event.Victory{Powers: pair, Cities: 12},
			report.SharedVictory,
			"Milan and Venice share the victory", "Milan and Venice share the victory with 12 cities.", "You share the victory with others.", "You have not won this time.",
		},
		{
			"of four at once",
			event.Victory{Powers: four, Cities: 6},
			report.SharedVictory,
			"4 powers share the victory", "Florence, Milan, Naples and Venice share the victory with 6 cities.", "You share the victory with others.", "You have not won this time.",
		},
		{
			"an imported one",
			event.Victory{Powers: alone},
			report.Victory,
			"Milan wins", "Victory for Milan.", "You have won.", "You have not won this time.",
		},
		{
			"last year",
			event.Victory{Powers: alone, Cities: 7, How: event.ByTime},
			report.Victory,
			"Milan wins", "The last year is over: victory for Milan with the most cities, 7.", "You have won.", "You have not won this time.",
		},
		{
			"last year of two",
			event.Victory{Powers: pair, Cities: 7, How: event.ByTime},
			report.SharedVictory,
			"Milan and Venice share the victory", "The last year is over: Milan and Venice have the most cities, 7, and share the victory.", "You share the victory with others.", "You have not won this time.",
		},
		{
			"concession",
			event.Victory{Powers: alone, How: event.ByConcession},
			report.Victory,
			"Milan wins", "The others concede the game to Milan.", "You have won.", "You have not won this time.",
		},
		{
			"draw of two",
			event.Victory{Powers: pair, How: event.ByDraw},
			report.Draw,
			"a draw between Milan and Venice", "The game ends in a draw between Milan and Venice, by agreement.", "You share a draw with others.", "The game has ended in a draw of others.",
		},
		{
			"draw of three",
			event.Victory{Powers: three, How: event.ByDraw},
			report.Draw,
			"a draw among Florence, Milan and Venice", "The game ends in a draw between Florence, Milan and Venice, by agreement.", "You share a draw with others.", "The game has ended in a draw of others.",
		},
		{
			"draw of four",
			event.Victory{Powers: four, How: event.ByDraw},
			report.Draw,
			"a draw among 4 powers", "The game ends in a draw between Florence, Milan, Naples and Venice, by agreement.", "You share a draw with others.", "The game has ended in a draw of others.",
		},
		{
			"the only one left",
			event.Victory{Powers: alone, How: event.ByDraw},
			report.Victory,
			"Milan wins", "The game ends with a victory for Milan: nobody else is left.", "You have won.", "You have not won this time.",
		},
		{
			"time is up",
			event.Victory{Powers: pair, How: event.ByCall},
			report.Draw,
			"a draw between Milan and Venice", "The game ends with the current position, in a draw between Milan and Venice.", "You share a draw with others.", "The game has ended in a draw of others.",
		},
		{
			"time is up and one is left",
			event.Victory{Powers: alone, How: event.ByCall},
			report.Victory,
			"Milan wins", "The game ends with a victory for Milan: nobody else is left.", "You have won.", "You have not won this time.",
		},
	} {
		e := report.New(&setting).End(c.v)
		got := []string{string(e.Result), e.Brief().String(), e.Sentence().String(), e.ToPlayer(true).String(), e.ToPlayer(false).String()}
		for i, want := range []string{string(c.result), c.brief, c.sentence, c.among, c.other} {
			if got[i] != want {
				t.Errorf("%s: %q, want %q", c.name, got[i], want)
			}
		}
		if e.Result.Mark().IsZero() {
			t.Errorf("%s: nothing stands next to the victors", c.name)
		}
	}
	// A seat with two powers wins alone.
	for i, seat := range setting.Seats {
		if slices.Contains(seat, machiavelli.Power(1)) {
			setting.Seats = slices.Clone(setting.Seats)
			setting.Seats[i] = []machiavelli.Power{1, 2}
		}
	}
	e := report.New(&setting).End(event.Victory{Powers: machiavelli.PowerSet(0).With(1).With(2), How: event.ByDraw})
	if e.Result != report.Victory || e.ToPlayer(true).String() != "You have won." {
		t.Errorf("one seat with two powers: %s", e.Result)
	}
}
