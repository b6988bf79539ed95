package interchange

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// TestWrittenCasesReadBack writes parsed cases and checks that seats, orders and dice come
// back unchanged.
func TestWrittenCasesReadBack(t *testing.T) {
	for _, text := range []string{
		`{"scenario":"B","variant":"B-8"}`,
		`{"scenario":"B","variant":"B-4","seats":[["milan","venice"],["florence","papacy"],["naples","turks"],["austria","france"]],"dice":{"seed":"00ff"}}`,
		`{"scenario":"B","variant":"B-4","dice":{"rolls":{"famine 1":3}}}`,
		`{"scenario":"diplomacy","phase":"fall 1901 orders"}`,
		`{"scenario":"A","variant":"A-4","rules":{"options":{"plague":"on"}},"phase":"summer 1386 orders",
			"position":{"units":{"milan":["A Pavia"],"autonomous":["G Padua"]},"treasuries":{"milan":7}}}`,
	} {
		a := New()
		c, err := a.Read([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		var given struct{ Dice struct{ Seed string } }
		if err := json.Unmarshal([]byte(text), &given); err != nil {
			t.Fatal(err)
		}
		id := c.Position.Setting.Powers[0].ID
		d := Draft{ID: "a case", Position: c.Position, Rules: c.Rules, Orders: map[string][]string{id: {"A Milan - Pavia", "nonsense"}}, Seed: given.Dice.Seed, Rolls: c.Rolls}
		written, err := d.Write()
		if err != nil {
			t.Fatal(err)
		}
		back, err := New().Read(written)
		if err != nil {
			t.Fatalf("%v\n%s", err, written)
		}
		was, is := AppendPosition(nil, c.Position), AppendPosition(nil, back.Position)
		if string(was) != string(is) || back.Position.Phase != c.Position.Phase {
			t.Errorf("the position was\n%s\nand is\n%s", was, is)
		}
		if !reflect.DeepEqual(c.Position.Setting.Seats, back.Position.Setting.Seats) {
			t.Errorf("the seats were %v and are %v", c.Position.Setting.Seats, back.Position.Setting.Seats)
		}
		if !reflect.DeepEqual(c.Rules.Spec(), back.Rules.Spec()) || len(back.Lines) != 2 || len(back.Rolls) != len(c.Rolls) {
			t.Errorf("%+v\n%s", back, written)
		}
		if seed := given.Dice.Seed; seed != "" && !strings.Contains(string(written), `"seed": "`+seed+`"`) {
			t.Errorf("the seed is lost:\n%s", written)
		}
	}
}
