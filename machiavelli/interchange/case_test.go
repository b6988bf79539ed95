package interchange

import (
	"encoding/json"
	"strings"
	"testing"
)

// adjudicateText runs one case and returns the members of its result.
func adjudicateText(t *testing.T, text string) (map[string]json.RawMessage, error) {
	t.Helper()
	out, err := New().Append(nil, []byte(text), 1)
	m := map[string]json.RawMessage{}
	if e := json.Unmarshal(out, &m); e != nil {
		t.Fatalf("%v in %s", e, out)
	}
	return m, err
}

func TestCaseErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{}`, `a case needs the member scenario`},
		{`{"scenario":"Z"}`, `no scenario "Z"`},
		{`{"scenario":7}`, `scenario: expected a text, found a number`},
		{`{"scenario":"B","variant":"B-99"}`, `no variant "B-99"`},
		{`{"scenario":"B","variant":"B-4","seats":{}}`, `seats: expected a list, found an object`},
		{`{"scenario":"B","variant":"B-4","seats":["milan"]}`, `expected a list, found a text`},
		{`{"scenario":"B","variant":"B-4","seats":[["milan",7]]}`, `expected a text, found a number`},
		{`{"scenario":"B","variant":"B-4","seats":[["milan","venize"]]}`, `there is no power "venize" here; did you mean "venice"?`},
		{`{"scenario":"B","variant":"B-4","seats":[["milan","venice"]]}`, `seats: variant B-4 has 4 players: expected a list of powers for each, found 1`},
		{`{"scenario":"B","variant":"B-4","seats":[["milan","venice"],["milan","papacy"],["naples","turks"],["austria","france"]]}`, `seats: player 2 chooses milan, which is player 1's`},
		{`{"scenario":"B","seats":[["milan","venice"]]}`, `seats: in variant B-8 nobody chooses`},
		{`{"scenario":"B","order":{}}`, `unknown member "order"; did you mean "orders"?`},
		{`{"scenario":"B","rules":{"presets":"x"}}`, `rules: unknown member "presets"; did you mean "preset"?`},
		{`{"scenario":"B","rules":"diplomacy"}`, `rules: expected an object, found a text`},
		{`{"scenario":"B","rules":{"preset":"njudge"}}`, `rules: there is no preset "njudge"`},
		{`{"scenario":"B","rules":{"options":{"plagues":true}}}`, `rules: there is no option "plagues"; did you mean plague?`},
		{`{"scenario":"B","rules":{"options":{"plague":"maybe"}}}`, `rules: option plague has no value "maybe"`},
		{`{"scenario":"B","rules":{"options":{"plague":[]}}}`, `rules.options.plague: expected a text, found a list`},
		{`{"scenario":"B","phase":"spring"}`, `phase "spring": not three words`},
		{`{"scenario":"B","position":7}`, `position: expected an object, found a number`},
		{`{"scenario":"B","position":{"units":{"milan":["A Atlantis"]}}}`, `position.units.milan: there is no place "Atlantis"`},
		{`{"scenario":"B","orders":{"germany":[]}}`, `orders.germany: there is no power "germany" here`},
		{`{"scenario":"B","orders":{"milan":"A Pavia H"}}`, `orders.milan: expected a list, found a text`},
		{`{"scenario":"B","dice":{"seed":"xyz"}}`, `dice.seed: expected hexadecimal digits`},
		{`{"scenario":"B","dice":{"rolls":{"plague row":"7"}}}`, `dice.rolls.plague row: expected a number, found a text`},
		{`{"scenario":"B","dice":{"role":{}}}`, `dice: unknown member "role"`},
		{`{"scenario":"B","explain":"yes"}`, `explain: expected true or false, found a text`},
		{`{"scenario":"B","phase":"fall 1454 orders","dice":{"rolls":{"income milan 1":7}}}`, `"income milan 1" cannot be 7`},
	} {
		m, err := adjudicateText(t, c.text)
		var told string
		if e := json.Unmarshal(m["error"], &told); e != nil || err == nil || !strings.Contains(told, c.want) {
			t.Errorf("%s\n\tgot  %v, %q\n\twant %s", c.text, err, told, c.want)
		}
	}
}

func TestCaseDefaults(t *testing.T) {
	m, err := adjudicateText(t, `{"scenario":"diplomacy"}`)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"id": `"1"`, "phase": `"spring 1901 orders"`, "next": `"fall 1901 orders"`, "dislodged": `[]`, "removed": `[]`, "rolls": `{}`,
	} {
		if string(m[name]) != want {
			t.Errorf("%s is %s, want %s", name, m[name], want)
		}
	}
	var orders []struct{ Power, Unit, Order, Given, Outcome string }
	if err := json.Unmarshal(m["orders"], &orders); err != nil || len(orders) != 22 {
		t.Errorf("%d orders, %v; every unit has one", len(orders), err)
	}
	for _, o := range orders {
		if o.Outcome != "succeeded" || o.Given != "" || o.Order != o.Unit+" H" {
			t.Errorf("without orders: %+v", o)
		}
	}
	m, err = adjudicateText(t, `{"scenario":"b","id":"x","variant":null,"rules":null,"phase":null,"position":null,"orders":null,"dice":null,"explain":null}`)
	if err != nil || string(m["next"]) != `"summer 1454 orders"` {
		t.Errorf("null does not count as missing: %s, %v", m["next"], err)
	}
}

// TestResults compares the results of small cases, member by member.
func TestResults(t *testing.T) {
	for _, c := range []struct{ name, text, member, want string }{
		{"a move and a bounce", `{"scenario":"B","position":{"units":{"milan":["A Pavia"],"venice":["A Como"]}},
			"orders":{"milan":["a pav-tur"],"venice":["A Como - Turin"]}}`, "orders", `[
			{"power":"milan","unit":"A Pavia","order":"A Pavia - Turin","given":"a pav-tur","outcome":"bounced","dislodged":false},
			{"power":"venice","unit":"A Como","order":"A Como - Turin","given":"A Como - Turin","outcome":"bounced","dislodged":false}]`},
		{"lines that count for nothing", `{"scenario":"B","position":{"units":{"milan":["A Pavia"]}},
			"orders":{"milan":["A Pavia - Tunis","A Pavya H","ally venice"]}}`, "orders", `[
			{"power":"milan","given":"A Pavia - Tunis","kind":"refused","error":"…"},
			{"power":"milan","given":"A Pavya H","kind":"refused","error":"…"},
			{"power":"milan","unit":"A Pavia","order":"A Pavia H","given":"","outcome":"succeeded","dislodged":false},
			{"power":"milan","kind":"ally","order":"Ally Venice","given":"ally venice","outcome":"succeeded"}]`},
		{"a unit that must retreat", `{"scenario":"B","position":{"units":{"milan":["A Pavia","A Milan"],"venice":["A Como"]}},
			"orders":{"milan":["A Pavia - Como","A Milan S A Pavia - Como"]}}`, "dislodged", `[
			{"power":"venice","unit":"A Como","from":"Pavia","retreats":["Turin","Tyrolea"]}]`},
		{"and the phase that follows", `{"scenario":"B","position":{"units":{"milan":["A Pavia","A Milan"],"venice":["A Como"]}},
			"orders":{"milan":["A Pavia - Como","A Milan S A Pavia - Como"]}}`, "next", `"spring 1454 retreats"`},
		{"a unit without a retreat", `{"scenario":"B","position":{"units":{"milan":["A Pavia","A Milan","A Turin","A Tyrolea"],"venice":["A Como"]}},
			"orders":{"milan":["A Pavia - Como","A Milan S A Pavia - Como"]}}`, "removed", `[
			{"power":"venice","unit":"A Como","reason":"no retreat"}]`},
		{"a retreat and one without an order", `{"scenario":"B","phase":"spring 1454 retreats",
			"position":{"units":{"milan":["A Como"]},"dislodged":[{"power":"venice","unit":"A Como","from":"Pavia"},{"power":"florence","unit":"A Pisa","retreats":["Siena"]}]},
			"orders":{"venice":["A Como - Turin"]}}`, "orders", `[
			{"power":"venice","unit":"A Como","order":"A Como - Turin","given":"A Como - Turin","outcome":"succeeded","dislodged":true},
			{"power":"florence","unit":"A Pisa","order":"A Pisa H","given":"","outcome":"disbanded","dislodged":true}]`},
		{"a winter counted in cities", `{"scenario":"diplomacy","phase":"winter 1901 adjustments",
			"position":{"units":{"france":["A Paris","F Brest","A Picardy"],"italy":["A Rome"]},"cities":{"france":["Paris","Brest"],"italy":["Rome","Naples"]},"provinces":{"france":["Paris","Brest"],"italy":["Rome","Naples"]}},
			"orders":{"france":["Remove A Picardy"],"italy":["Build F Naples"]}}`, "orders", `[
			{"power":"france","unit":"A Picardy","order":"R A Picardy","given":"Remove A Picardy","outcome":"disbanded"},
			{"power":"italy","kind":"build","order":"B F Naples","given":"Build F Naples","outcome":"succeeded"},
			{"power":"france","unit":"A Paris","order":"M A Paris","given":"","outcome":"succeeded"},
			{"power":"france","unit":"F Brest","order":"M F Brest","given":"","outcome":"succeeded"},
			{"power":"italy","unit":"A Rome","order":"M A Rome","given":"","outcome":"succeeded"}]`},
		{"a removal by default", `{"scenario":"diplomacy","phase":"winter 1901 adjustments",
			"position":{"units":{"france":["A Paris","A Picardy"]},"cities":{"france":["Paris"]},"provinces":{"france":["Paris"]}}}`, "removed", `[
			{"power":"france","unit":"A Picardy","reason":"removed by default"}]`},
		{"control", `{"scenario":"B","position":{"units":{"milan":["A Pavia"]},"provinces":{},"cities":{},"countries":{"milan":["milan"]},
			"eliminated":["austria","florence","france","naples","papacy","turks","venice"]},
			"orders":{"milan":["A Pavia - Turin"]}}`, "events", `[
			{"kind":"control","province":"Pavia","city":false,"from":"autonomous","to":"milan"},
			{"kind":"control","province":"Pavia","city":true,"from":"autonomous","to":"milan"},
			{"kind":"control","province":"Turin","city":false,"from":"autonomous","to":"milan"},
			{"kind":"control","province":"Turin","city":true,"from":"autonomous","to":"milan"}]`},
		{"treasuries, chits, loans and famine go on", `{"scenario":"B","phase":"summer 1454 orders","position":{"units":{"milan":["A Pavia"]},"provinces":{"milan":["Pavia"]},"cities":{"milan":["Pavia"]},
			"countries":{"milan":["milan"]},"treasuries":{"milan":7,"venice":3},"chits":{"milan":["venice","venice"]},"famine":["Turin"],
			"loans":[{"power":"milan","principal":5,"interest":1,"due":"fall 1455"}],"bankrupt":["venice"],"rebellions":[{"province":"Pavia","in":["province"],"against":"milan"}],
			"eliminated":["austria","florence","france","naples","papacy","turks","venice"]}}`, "position", `{
			"units":{"milan":["A Pavia"]},"provinces":{"milan":["Pavia"]},"cities":{"milan":["Pavia"]},"countries":{"milan":["milan"]},
			"treasuries":{"austria":0,"florence":0,"france":0,"milan":7,"naples":0,"papacy":0,"turks":0,"venice":3},
			"loans":[{"power":"milan","principal":5,"interest":1,"due":"fall 1455"}],"bankrupt":["venice"],"chits":{"milan":["venice","venice"]},
			"sieges":[],"rebellions":[{"province":"Pavia","in":["province"],"against":"milan"}],"famine":["Turin"],
			"eliminated":["austria","florence","france","naples","papacy","turks","venice"]}`},
	} {
		m, err := adjudicateText(t, c.text)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got, want := compact(t, m[c.member]), compact(t, []byte(c.want)); got != want {
			t.Errorf("%s:\n\tgot  %s\n\twant %s", c.name, got, want)
		}
	}
}

// compact returns JSON without optional spaces, and with "…" in place of the texts of errors.
func compact(t *testing.T, text []byte) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	if list, ok := v.([]any); ok {
		for _, x := range list {
			if m, ok := x.(map[string]any); ok && m["error"] != nil {
				m["error"] = "…"
			}
		}
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestExplain(t *testing.T) {
	const text = `{"scenario":"B","explain":true,"position":{"units":{"milan":["A Pavia","A Milan"],"venice":["A Como","A Cremona"]}},
		"orders":{"milan":["A Pavia - Como","A Milan S A Pavia - Como"],"venice":["A Como H","A Cremona - Milan"]}}`
	m, err := adjudicateText(t, text)
	if err != nil {
		t.Fatal(err)
	}
	type reason struct {
		Power, Unit, Reason, Text string
		Strength, Against         *int
		By                        []struct{ Power, Unit string }
	}
	var orders []struct {
		Unit, Outcome string
		Why           []reason
	}
	if err := json.Unmarshal(m["orders"], &orders); err != nil {
		t.Fatal(err)
	}
	for _, o := range orders {
		if o.Unit != "A Pavia" {
			continue
		}
		if o.Outcome != "bounced" || len(o.Why) != 2 {
			t.Fatalf("the move bounces, for its support is cut: %+v", o)
		}
		own, support := o.Why[0], o.Why[1]
		if own.Reason != "held-off" || own.Text == "" || own.Strength == nil || *own.Strength != 1 || *own.Against != 1 || own.By[0].Unit != "A Como" {
			t.Errorf("the order's own reason: %+v", own)
		}
		if support.Unit != "A Milan" || support.Reason != "support-cut" || support.By[0].Unit != "A Cremona" {
			t.Errorf("the support's reason: %+v", support)
		}
	}
	m, err = adjudicateText(t, strings.Replace(text, `"explain":true,`, "", 1))
	if err != nil || strings.Contains(string(m["orders"]), `"why"`) {
		t.Errorf("reasons without a request for them: %v", err)
	}
}

// TestSerialNotation gives orders in the notation of 1978, which writes the serial and then the
// order.
func TestSerialNotation(t *testing.T) {
	m, err := adjudicateText(t, `{"scenario":"B","rules":{"preset":"battleline-1978-basic"},
		"position":{"units":{"milan":["A Pavia","A Como"]},"serials":{"milan":{"A7":"Como"}}},"orders":{"milan":["A1 A-Turin","A7 S-Turin"]}}`)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(m["position"]), `"serials":{"milan":{"A1":"Turin","A7":"Como"}}`) {
		t.Errorf("position %s", m["position"])
	}
	if strings.Contains(string(m["orders"]), "refused") {
		t.Errorf("orders %s", m["orders"])
	}
}

func TestGroundsAreKeptAndDropped(t *testing.T) {
	a := New()
	for n := 1; n <= 2*maxGrounds; n++ {
		text := `{"scenario":"B","rules":{"options":{"victory-cities":` + string(json.Number(rune('0'+n%10))) + `}}}`
		if n%10 == 0 {
			text = `{"scenario":"B","rules":{"options":{"victory-cities":` + strings.Repeat(" ", n) + `15}}}`
		}
		for range 2 {
			if out, err := a.Append(nil, []byte(text), n); err != nil {
				t.Fatalf("%s: %s", text, out)
			}
		}
	}
	if len(a.grounds) == 0 || len(a.grounds) > maxGrounds {
		t.Errorf("%d grounds are kept", len(a.grounds))
	}
}
