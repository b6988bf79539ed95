package order

import (
	"slices"
	"testing"
)

// TestPurposes checks that every kind of expense is described, and that no word,
// letter or name stands for two of them.
func TestPurposes(t *testing.T) {
	seen := map[string]ExpenseKind{}
	once := func(k ExpenseKind, what, value string) {
		if value == "" {
			t.Errorf("expense %d has no %s", k, what)
		}
		if other, ok := seen[what+" "+value]; ok {
			t.Errorf("%v and %v have the same %s %q", other, k, what, value)
		}
		seen[what+" "+value] = k
	}
	for k := NoExpense + 1; int(k) < len(purposes); k++ {
		p := purposes[k]
		once(k, "name", p.name)
		once(k, "id", p.id)
		once(k, "text", p.written)
		for _, b := range p.begins {
			once(k, "word", b.word)
			if got, more := expenseVerb([]byte(b.word)); got != k || more != b.more {
				t.Errorf("%q begins %v, with %q after it; expected %v and %q", b.word, got, more, k, b.more)
			}
		}
		for _, c := range p.letters {
			once(k, "letter", string(c))
		}
		if (p.target == OnNothing) != (k == Delete) || p.target != OnNothing && !slices.Contains(ExpensesOn(k.Target()), k) {
			t.Errorf("%v is for %d", k, p.target)
		}
	}
	if k := ExpenseKind(len(purposes)); k.Target() != OnNothing {
		t.Error("a value that is no expense has a target")
	}
}
