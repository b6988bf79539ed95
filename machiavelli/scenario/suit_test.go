package scenario

import (
	"testing"

	"podesta/machiavelli/rules"
)

// TestTablesSuitBoard checks that an edition's own disaster tables are replaced if the
// board has none.
func TestTablesSuitBoard(t *testing.T) {
	for _, c := range []struct {
		id    string
		named map[string]string
		want  string
	}{
		{"B", nil, "judge"},
		{"B", map[string]string{"disaster-tables": "1995"}, "1995"},
		{"balance-of-power-1995", nil, "1995"},
		{"nowhere", nil, "1995"},
	} {
		r, err := rules.Preset("machiavelli-1995")
		if err != nil {
			t.Fatal(err)
		}
		BuiltIn().Suit(c.id, &r, c.named)
		if got := r.Value("disaster-tables"); got != c.want {
			t.Errorf("%s, %v: %s, want %s", c.id, c.named, got, c.want)
		}
	}
}
