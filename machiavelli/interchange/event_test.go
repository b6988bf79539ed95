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
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// samples returns an event of every kind that the member events can contain.
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
		event.Noted{Power: 4, Given: "a pis h", Note: message.New("read as {place}", message.Place{Name: "Pistoia"}), Code: "W07"},
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
		event.Victory{Powers: both, How: event.ByDraw},
		event.VictoryTied{Powers: both, Cities: 15, RaisedTo: 16},
		event.Allowance{Power: 4, Cities: 3, Units: 2},
		event.Attrition{Province: at("Pavia")},
		event.Collected{Power: 4, Ducats: 12},
		event.Defaulted{Power: 4, Due: 12, Seized: 5, Returned: 2},
		event.Bribed{Unit: army, To: 8, By: 8},
		event.Bribed{Unit: army, By: 8},
		event.Relieved{Province: at("Pavia"), By: both},
		event.RebellionBegun{Province: at("Pavia"), InCity: true, Against: 4, Cause: "expense", By: machiavelli.PowerSet(0).With(8)},
		event.Attempted{Power: 8, Victim: 4, Slot: 2, Faces: 3, Roll: 4},
		event.Paralysed{Power: 4, Bank: true},
		event.Revolt{Victim: 4, Province: at("Pavia"), Roll: 2, Limit: 3, Rose: true},
		event.Disaster{What: "famine", Severity: 5, Row: 7, Struck: board.SetOf(at("Pavia"), at("Turin"))},
		event.Disaster{What: "plague", Severity: 2},
		event.Disaster{What: "storm", Severity: 10, Row: 4, Column: 9},
		event.Income{
			Power: 4, Seas: 1, Provinces: 6, Cities: 5, Variable: 4, Total: 16, Treasury: 18,
			Dice: []event.DieIncome{{Row: "milan", Die: 1, Roll: 5, Ducats: 4}},
		},
		event.Disaster{What: "plague", Severity: 8, Seed: at("Pavia"), Radius: 2, Struck: board.SetOf(at("Pavia"))},
		event.FellBack{Unit: army, To: at("Turin")},
		event.Transferred{Unit: fleet, To: board.Place{At: at("Turin")}, Verdict: event.Void, Failure: event.NoWay},
		event.Excommunicated{Pope: 6, Victim: 4, Silenced: 6, Against: both},
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
		`{"kind":"rebellion-ended","province":"Pavia","in-city":false,"in-land":true,"against":"milan","how":"quelled","by":"milan"}`,
		`{"kind":"conquest","country":"milan","by":"venice","from":"milan"}`,
		`{"kind":"loss","country":"milan","by":"milan"}`,
		`{"kind":"elimination","power":"milan"}`,
		`{"kind":"victory","powers":["milan","venice"],"cities":15}`,
		`{"kind":"victory","powers":["milan","venice"],"cities":0,"how":"draw"}`,
		`{"kind":"victory-tied","powers":["milan","venice"],"cities":15,"raised-to":16}`,
		`{"kind":"allowance","power":"milan","cities":3,"units":2}`,
		`{"kind":"starvation","province":"Pavia"}`,
		`{"kind":"loan-collected","power":"milan","ducats":12}`,
		`{"kind":"default","power":"milan","due":12,"seized":5,"returned":2}`,
		`{"kind":"bribe","power":"milan","unit":"A Pavia","to":"venice","by":"venice"}`,
		`{"kind":"bribe","power":"milan","unit":"A Pavia","to":"autonomous","by":"venice"}`,
		`{"kind":"relief","province":"Pavia","by":["milan","venice"]}`,
		`{"kind":"rebellion","province":"Pavia","in-city":true,"in-land":false,"against":"milan","cause":"expense","by":["venice"]}`,
		`{"kind":"assassination","power":"venice","victim":"milan","slot":2,"faces":3,"roll":4,"hit":false}`,
		`{"kind":"paralysed","power":"milan","bank":true}`,
		`{"kind":"revolt","victim":"milan","province":"Pavia","roll":2,"limit":3,"rose":true}`,
		`{"kind":"famine","severity":5,"row":7,"struck":["Pavia","Turin"]}`,
		`{"kind":"plague","severity":2,"struck":[]}`,
		`{"kind":"storm","severity":10,"row":4,"column":9,"struck":[]}`,
		`{"kind":"income","power":"milan","seas":1,"provinces":6,"cities":5,"variable":4,"total":16,"treasury":18,"dice":[{"row":"milan","die":1,"roll":5,"ducats":4}]}`,
		`{"kind":"plague","severity":8,"seed":"Pavia","radius":2,"struck":["Pavia"]}`,
		`{"kind":"fell-back","power":"milan","unit":"A Pavia","to":"Turin"}`,
		`{"kind":"transfer","power":"venice","unit":"F Provence/sc militia","to":"Turin","verdict":"void","failure":"no way"}`,
		`{"kind":"excommunication","pope":"papacy","victim":"milan","silenced":"papacy","against":["milan","venice"]}`,
	}
	if len(list) != len(want) {
		t.Errorf("%d events, want %d", len(list), len(want))
	}
	for i, w := range want {
		if i >= len(list) || string(list[i]) != w {
			t.Errorf("event %d:\n\tgot  %s\n\twant %s", i, list[min(i, len(list)-1)], w)
		}
	}
}

// TestEveryEventIsWritten checks that every event type of the package has a sample above or
// belongs to the list of orders.
func TestEveryEventIsWritten(t *testing.T) {
	set, _ := rules.Preset("")
	start, err := scenario.New("B", "", &set)
	if err != nil {
		t.Fatal(err)
	}
	known := []string{"Ordered", "Refused", "Retreated", "Adjusted", "Expense", "Payment", "Borrowed", "ChitGiven", "Taxed", "ProvinceGiven", "Exchanged"}
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
	for r := event.NoReason + 1; r <= event.Assassinated; r++ {
		if int(r) >= len(reasonNames) || reasonNames[r] == "" || strings.ToLower(reasonNames[r]) != reasonNames[r] {
			t.Errorf("reason %d has no name", r)
		}
	}
}
