package ratings_test

import (
	"math"
	"testing"

	"podesta/internal/game"
	"podesta/internal/ratings"
)

// TestUndo checks that the changes caused by a game can be undone, and that a player without
// games has no skill left.
func TestUndo(t *testing.T) {
	t.Parallel()
	list := func(places ...int) []game.Contest {
		var out []game.Contest
		for i, p := range places {
			out = append(out, game.Contest{Account: string(rune('a' + i)), Edition: "classic", Place: p})
		}
		return out
	}
	book := ratings.SkillBook{}
	first, second := list(1, 2, 3), list(2, 1, 2)
	book.Apply(first)
	before := map[ratings.SkillKey]game.Skill{}
	for k, s := range book {
		before[k] = *s
	}
	book.Apply(second)
	if book[ratings.SkillKey{"b", "", false}].Games != 2 || before[ratings.SkillKey{"b", "", false}].Mu >= book[ratings.SkillKey{"b", "", false}].Mu {
		t.Errorf("b has won, and was %+v, is %+v", before[ratings.SkillKey{"b", "", false}], book[ratings.SkillKey{"b", "", false}])
	}
	book.Undo(second)
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
