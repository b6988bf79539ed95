package ratings

import (
	"math"
	"testing"

	"podesta/internal/game"
)

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
