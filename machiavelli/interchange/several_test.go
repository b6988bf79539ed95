package interchange

import (
	"strings"
	"testing"
)

// TestSeveralPowers adjudicates cases in which Venice and Florence have one player. In some
// everything belongs to Venice, as after the start of a game, and in others units belong to both.
func TestSeveralPowers(t *testing.T) {
	for _, c := range []struct {
		about, rest string
		has, lacks  []string
	}{
		{
			"a start", `"orders":{"florence":["A Florence - Arezzo"]}`,
			[]string{`"venice":["F Dalmatia","G Venice","F Ragusa","A Pistoia","A Arezzo","F Pisa"]`, `"eliminated":["florence"]`},
			[]string{`"florence":[`},
		},
		{
			"units in both names", `"phase":"spring 1386 orders","position":{"units":{"venice":["A Padua"],"florence":["A Ferrara","A Verona"]}},
			"orders":{"florence":["A Ferrara - Padua","A Verona S A Ferrara - Padua"]}`,
			[]string{`"venice":["A Padua"]`, `"florence":["A Ferrara","A Verona"]`, `"florence":["florence"]`, `"florence":["milan","naples"]`},
			[]string{`"eliminated":["florence"]`},
		},
		{
			"one name in a position", `"phase":"spring 1386 orders","position":{"units":{"venice":["A Padua"]},"eliminated":["florence"]}`,
			[]string{`"venice":["A Padua"]`, `"venice":["florence","venice"]`},
			nil,
		},
	} {
		t.Run(c.about, func(t *testing.T) {
			out, err := New().Append(nil, []byte(`{"scenario":"A","variant":"A-3","rules":{"preset":"battleline-1978-advanced"},`+c.rest+`}`), 1)
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			for _, text := range c.has {
				if !strings.Contains(string(out), text) {
					t.Errorf("missing %s in %s", text, out)
				}
			}
			for _, text := range c.lacks {
				if strings.Contains(string(out), text) {
					t.Errorf("unexpected %s in %s", text, out)
				}
			}
		})
	}
}
