package interchange

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// samples has an event of every kind that is listed among the events.
func samples(b *board.Board) []event.Event {
	at := func(name string) board.ID {
		m, _ := b.Find(name)
		return m.ID
	}
	army := position.Unit{Owner: 4, Type: machiavelli.Army, At: at("Pavia")}
	garrison := position.Unit{Type: machiavelli.Garrison, At: at("Genoa")}
	fleet := position.Unit{Owner: 8, Type: machiavelli.Fleet, At: at("Provence"), Coast: machiavelli.SouthCoast, Quality: machiavelli.Militia}
	both := machiavelli.PowerSet(0).With(4).With(8)
	return []event.Event{
		event.Noted{Power: 4, Given: "a pis h", Note: "read as Pistoia", Code: "W07"},
		event.UnitDislodged{Dislodged: position.Dislodged{Unit: army, From: at("Milan"), Retreats: []board.Place{{At: at("Turin")}}}, By: fleet},
		event.Removed{Unit: garrison, Reason: event.BySiege},
		event.SiegeBegun{By: army},
		event.SiegeCompleted{By: army, Lost: &garrison},
		event.SiegeCompleted{By: army},
		event.SiegeLifted{Province: at("Pavia")},
		event.Control{Province: at("Pavia"), City: true, From: 4, To: 8},
		event.RebellionEnded{Province: at("Pavia"), InLand: true, Against: 4, How: "quelled", By: 4},
		event.Conquest{Country: 3, By: 8, From: 4},
		event.Loss{Country: 3, By: 4},
		event.Elimination{Power: 4},
		event.Victory{Powers: both, Cities: 15},
		event.VictoryTied{Powers: both, Cities: 15, RaisedTo: 16},
		event.Allowance{Power: 4, Cities: 3, Units: 2},
		event.Attrition{Province: at("Pavia")},
	}
}

func TestEvents(t *testing.T) {
	set, _ := rules.Preset("")
	start, err := scenario.New("B", "", &set)
	if err != nil {
		t.Fatal(err)
	}
	o := output{b: []byte("["), set: start.Setting}
	for _, e := range samples(start.Setting.Board) {
		o.event(e)
	}
	o.close(']')
	var list []json.RawMessage
	if err := json.Unmarshal(o.b, &list); err != nil {
		t.Fatalf("%v: %s", err, o.b)
	}
	want := []string{
		`{"kind":"note","power":"milan","given":"a pis h","note":"read as Pistoia","code":"W07"}`,
		`{"kind":"dislodged","power":"milan","unit":"A Pavia","from":"Milan","retreats":["Turin"],"by":{"power":"venice","unit":"F Provence/sc militia"}}`,
		`{"kind":"removed","power":"autonomous","unit":"G Genoa","reason":"siege"}`,
		`{"kind":"siege-begun","by":{"power":"milan","unit":"A Pavia"}}`,
		`{"kind":"siege-completed","by":{"power":"milan","unit":"A Pavia"},"lost":{"power":"autonomous","unit":"G Genoa"}}`,
		`{"kind":"siege-completed","by":{"power":"milan","unit":"A Pavia"}}`,
		`{"kind":"siege-lifted","province":"Pavia"}`,
		`{"kind":"control","province":"Pavia","city":true,"from":"milan","to":"venice"}`,
		`{"kind":"rebellion","province":"Pavia","in-city":false,"in-land":true,"against":"milan","how":"quelled","by":"milan"}`,
		`{"kind":"conquest","country":"milan","by":"venice","from":"milan"}`,
		`{"kind":"loss","country":"milan","by":"milan"}`,
		`{"kind":"elimination","power":"milan"}`,
		`{"kind":"victory","powers":["milan","venice"],"cities":15}`,
		`{"kind":"victory-tied","powers":["milan","venice"],"cities":15,"raised-to":16}`,
		`{"kind":"allowance","power":"milan","cities":3,"units":2}`,
		`{"kind":"famine","province":"Pavia"}`,
	}
	for i, w := range want {
		if i >= len(list) || string(list[i]) != w {
			t.Errorf("event %d:\n\tgot  %s\n\twant %s", i, list[min(i, len(list)-1)], w)
		}
	}
}

// Every type of event of the package has a sample above or is told in the list
// of orders.
func TestEveryEventIsWritten(t *testing.T) {
	set, _ := rules.Preset("")
	start, err := scenario.New("B", "", &set)
	if err != nil {
		t.Fatal(err)
	}
	known := []string{"Ordered", "Refused", "Retreated", "Adjusted"}
	for _, e := range samples(start.Setting.Board) {
		known = append(known, reflect.TypeOf(e).Name())
	}
	files, err := filepath.Glob("../event/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no source of package event: %v", err)
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Name.Name != "Kind" || fn.Recv == nil {
				continue
			}
			if id, ok := fn.Recv.List[0].Type.(*ast.Ident); ok && !slices.Contains(known, id.Name) {
				t.Errorf("no sample of event.%s", id.Name)
			}
		}
	}
}

func TestMemberName(t *testing.T) {
	for field, want := range map[string]string{"Province": "province", "RaisedTo": "raised-to", "By": "by"} {
		if got := memberName(field); got != want {
			t.Errorf("%s is written %s, want %s", field, got, want)
		}
	}
}

func TestReasonsHaveNames(t *testing.T) {
	for r := event.NoReason + 1; r <= event.NotNeeded; r++ {
		if int(r) >= len(reasonNames) || reasonNames[r] == "" || strings.ToLower(reasonNames[r]) != reasonNames[r] {
			t.Errorf("reason %d has no name", r)
		}
	}
}
