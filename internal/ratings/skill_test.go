package ratings

import (
	"math"
	"testing"

	"podesta/internal/game"
)

// TestReference compares with the values that the tests of OpenSkill publish.
func TestReference(t *testing.T) {
	t.Parallel()
	newcomers := func(n int) []belief {
		out := make([]belief, n)
		for i := range out {
			out[i] = belief{firstMu, firstSigma}
		}
		return out
	}
	for name, c := range map[string]struct {
		before []belief
		places []int
		want   []belief
	}{
		"one":           {newcomers(1), []int{1}, newcomers(1)},
		"two":           {newcomers(2), []int{1, 2}, []belief{{27.63523138347365, 8.065506316323548}, {22.36476861652635, 8.065506316323548}}},
		"two, reversed": {newcomers(2), []int{2, 1}, []belief{{22.36476861652635, 8.065506316323548}, {27.63523138347365, 8.065506316323548}}},
		"three": {newcomers(3), []int{1, 2, 3}, []belief{
			{27.868876552746237, 8.204837030780652}, {25.717219138186557, 8.057829747583874}, {21.413904309067206, 8.057829747583874},
		}},
		"four, with gaps in the places": {newcomers(4), []int{10, 20, 35, 40}, []belief{
			{27.795084971874736, 8.263160757613477}, {26.552824984374855, 8.179213704945203}, {24.68943500312503, 8.083731307186588}, {20.96265504062538, 8.083731307186588},
		}},
		"five": {newcomers(5), []int{1, 2, 3, 4, 5}, []belief{
			{27.666666666666668, 8.290556877154474},
			{26.833333333333332, 8.240145629781066},
			{25.72222222222222, 8.179996679645559},
			{24.055555555555557, 8.111796013701358},
			{20.72222222222222, 8.111796013701358},
		}},
		"four with different skills": {[]belief{{29.182, 4.782}, {27.174, 4.922}, {16.672, 6.217}, {firstMu, firstSigma}}, []int{1, 2, 3, 4}, []belief{
			{30.209971908310553, 4.764898977359521}, {27.64460833689499, 4.882789305097372}, {17.403586731283518, 6.100723440599442}, {19.214790707434826, 7.8542613981643985},
		}},
	} {
		got := rank(c.before, c.places)
		for i := range got {
			if math.Abs(got[i].mu-c.want[i].mu) > 1e-9 || math.Abs(got[i].sigma-c.want[i].sigma) > 1e-9 {
				t.Errorf("%s: player %d: %v, want %v", name, i+1, got[i], c.want[i])
			}
		}
	}
}

// TestTies checks that a tie of equals moves no mean and narrows all deviations,
// and that it helps the weaker of two.
func TestTies(t *testing.T) {
	t.Parallel()
	same := []belief{{25, 6}, {25, 6}, {25, 6}}
	for i, b := range rank(same, []int{1, 1, 1}) {
		if math.Abs(b.mu-25) > 1e-9 || b.sigma >= 6 {
			t.Errorf("player %d of equals: %v", i+1, b)
		}
	}
	got := rank([]belief{{30, 6}, {20, 6}}, []int{1, 1})
	if got[0].mu >= 30 || got[1].mu <= 20 {
		t.Errorf("a tie of unequal players: %v", got)
	}
	shared := rank(same, []int{1, 1, 3})
	if math.Abs(shared[0].mu-shared[1].mu) > 1e-9 || shared[0].mu <= shared[2].mu {
		t.Errorf("two share the first place: %v", shared)
	}
}

// TestShown checks the scale of the number that people see.
func TestShown(t *testing.T) {
	t.Parallel()
	if n := (belief{firstMu, firstSigma}).shown(); n != 1000 {
		t.Errorf("a newcomer has %d", n)
	}
	if n := (belief{firstMu, 1.4}).shown(); n < 1450 || n > 1550 {
		t.Errorf("an average player has %d", n)
	}
}

// TestUndo checks that what a game has changed can be undone, and that a
// player without games has no skill left.
func TestUndo(t *testing.T) {
	t.Parallel()
	list := func(places ...int) []game.Contest {
		var out []game.Contest
		for i, p := range places {
			out = append(out, game.Contest{Account: string(rune('a' + i)), Edition: "classic", Place: p})
		}
		return out
	}
	book := skillBook{}
	first, second := list(1, 2, 3), list(2, 1, 2)
	book.apply(first)
	before := map[skillKey]game.Skill{}
	for k, s := range book {
		before[k] = *s
	}
	book.apply(second)
	if book[skillKey{"b", "", false}].Games != 2 || before[skillKey{"b", "", false}].Mu >= book[skillKey{"b", "", false}].Mu {
		t.Errorf("b has won, and was %+v, is %+v", before[skillKey{"b", "", false}], book[skillKey{"b", "", false}])
	}
	book.undo(second)
	for k, s := range book {
		was := before[k]
		if math.Abs(s.Mu-was.Mu) > 2e-6 || math.Abs(s.Sigma-was.Sigma) > 2e-6 || s.Games != 1 || s.Shown != was.Shown {
			t.Errorf("%v: was %+v, is %+v", k, was, *s)
		}
	}
	if len(book) != 6 {
		t.Errorf("%d skills of three players", len(book))
	}
}
