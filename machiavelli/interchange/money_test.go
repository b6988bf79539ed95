package interchange

import (
	"encoding/json"
	"strings"
	"testing"
)

// bare is a position of the Balance of Power with few owners, for cases with
// money.
const bare = `"provinces":{"milan":["Pavia","Milan","Como"],"venice":["Verona","Padua"],"florence":["Florence","Arezzo"]},
	"cities":{"milan":["Pavia","Milan"],"venice":["Padua"],"florence":["Florence","Arezzo"]},
	"countries":{"milan":["milan"],"venice":["venice"],"florence":["florence"]},
	"eliminated":["austria","france","naples","papacy","turks"],"loans":[],"bankrupt":[],"famine":[],"sieges":[],"rebellions":[]`

func TestMoneyOrders(t *testing.T) {
	for _, c := range []struct{ name, text, member, want string }{
		{"expense lines and what stood against them", `{"scenario":"B","phase":"summer 1454 orders","position":{
			"units":{"milan":["A Milan","A Como"],"venice":["A Trent"],"florence":["A Florence"]},` + bare + `,
			"treasuries":{"milan":10,"venice":19,"florence":30},"chits":{}},
			"orders":{"venice":["E2: 20 buy A Milan","A Milan - Pavia"],"milan":["E1: counter-bribe A Milan","A Milan H"],"florence":["E1: 3 famine relief Arezzo","nonsense"]}}`, "orders", `[
			{"power":"florence","given":"nonsense","kind":"refused","error":"…"},
			{"power":"florence","kind":"expense","order":"E1: 3d, Famine Relief Arezzo","given":"E1: 3 famine relief Arezzo","outcome":"wasted","slot":1,"letter":"a","asked":3,"paid":3,"counted":3,"minimum":3,"reason":"no marker"},
			{"power":"milan","kind":"expense","order":"E1: Counter-Bribe A Milan","given":"E1: counter-bribe A Milan","outcome":"succeeded","slot":1,"letter":"c","asked":3,"paid":3,"counted":3,"minimum":3,"target":{"power":"milan","unit":"A Milan"}},
			{"power":"venice","kind":"expense","order":"E2: 20d, Buy A Milan","given":"E2: 20 buy A Milan","outcome":"wasted","slot":2,"letter":"i","asked":20,"paid":19,"counted":18,"minimum":18,
				"target":{"power":"milan","unit":"A Milan"},"counters":[{"power":"milan","slot":1,"ducats":3}],"reason":"counter-bribed"},
			{"power":"florence","unit":"A Florence","order":"A Florence H","given":"","outcome":"succeeded","dislodged":false},
			{"power":"milan","unit":"A Milan","order":"A Milan H","given":"A Milan H","outcome":"succeeded","dislodged":false},
			{"power":"milan","unit":"A Como","order":"A Como H","given":"","outcome":"succeeded","dislodged":false},
			{"power":"venice","unit":"A Trent","order":"A Trent H","given":"","outcome":"succeeded","dislodged":false}]`},
		{"a unit that is bought acts for its buyer, one that is disbanded not at all", `{"scenario":"B","phase":"summer 1454 orders","rules":{"options":{"bribe-adjacency":"off"}},"position":{
			"units":{"milan":["A Milan","A Como"],"venice":["A Verona"]},` + bare + `,"treasuries":{"venice":40},"chits":{}},
			"orders":{"venice":["E1: 18 buy A Milan","E2: 15 disband A Como","A Milan - Pavia"],"milan":["A Milan H","A Como - Turin"]}}`, "orders", `[
			{"power":"venice","kind":"expense","order":"E1: 18d, Buy A Milan","given":"E1: 18 buy A Milan","outcome":"succeeded","slot":1,"letter":"i","asked":18,"paid":18,"counted":18,"minimum":18,"target":{"power":"milan","unit":"A Milan"}},
			{"power":"venice","kind":"expense","order":"E2: 15d, Disband A Como","given":"E2: 15 disband A Como","outcome":"succeeded","slot":2,"letter":"h","asked":15,"paid":15,"counted":15,"minimum":12,"target":{"power":"milan","unit":"A Como"}},
			{"power":"venice","unit":"A Verona","order":"A Verona H","given":"","outcome":"succeeded","dislodged":false},
			{"power":"venice","unit":"A Milan","order":"A Milan - Pavia","given":"A Milan - Pavia","outcome":"succeeded","dislodged":false},
			{"power":"milan","unit":"A Como","order":"A Como - Turin","given":"A Como - Turin","outcome":"disbanded","dislodged":false}]`},
		{"what the bribes caused", `{"scenario":"B","phase":"summer 1454 orders","rules":{"options":{"bribe-adjacency":"off"}},"position":{
			"units":{"milan":["A Milan","A Como"],"venice":["A Verona"]},` + bare + `,"treasuries":{"venice":40},"chits":{}},
			"orders":{"venice":["E1: 18 buy A Milan","E2: 12 disband A Como"]}}`, "events", `[
			{"kind":"removed","power":"milan","unit":"A Como","reason":"bribe"},
			{"kind":"bribe","power":"milan","unit":"A Milan","to":"venice","by":"venice"},
			{"kind":"control","province":"Milan","city":false,"from":"milan","to":"venice"},
			{"kind":"control","province":"Milan","city":true,"from":"milan","to":"venice"}]`},
		{"payments, loans and chits", `{"scenario":"B","phase":"summer 1454 orders","position":{
			"units":{"milan":["A Milan"]},` + strings.Replace(bare, `"loans":[]`, `"loans":[{"power":"milan","principal":5,"interest":1,"due":"fall 1456"}]`, 1) + `,
			"treasuries":{"milan":7,"venice":3},"chits":{"milan":["venice"]}},
			"orders":{"milan":["pay 9 to bank","pay 5 to venice","borrow 30 for 1 year","give venice chit to florence","give venice chit to florence"],"venice":["pay 2 to milan"]}}`, "orders", `[
			{"power":"milan","kind":"chit","order":"Give Venetian chit to Florence","given":"give venice chit to florence","outcome":"succeeded","to":"florence","victim":"venice"},
			{"power":"milan","kind":"chit","order":"Give Venetian chit to Florence","given":"give venice chit to florence","outcome":"void","to":"florence","victim":"venice","reason":"no chit"},
			{"power":"milan","kind":"payment","order":"Pay 9 ducats to bank","given":"pay 9 to bank","outcome":"succeeded","to":"bank","asked":9,"paid":6},
			{"power":"milan","kind":"payment","order":"Pay 5 ducats to Venice","given":"pay 5 to venice","outcome":"succeeded","to":"venice","asked":5,"paid":1},
			{"power":"venice","kind":"payment","order":"Pay 2 ducats to Milan","given":"pay 2 to milan","outcome":"succeeded","to":"milan","asked":2,"paid":2},
			{"power":"milan","kind":"loan","order":"Borrow 30 ducats for 1 year","given":"borrow 30 for 1 year","outcome":"succeeded","asked":30,"lent":25,"interest":5,"due":"summer 1455"},
			{"power":"milan","unit":"A Milan","order":"A Milan H","given":"","outcome":"succeeded","dislodged":false}]`},
		{"the position afterwards has it all", `{"scenario":"B","phase":"summer 1454 orders","position":{
			"units":{"milan":["A Milan"]},` + bare + `,"treasuries":{"milan":7,"venice":3},"chits":{"milan":["venice"]}},
			"orders":{"milan":["borrow 30 for 2 years","give venice chit to florence"]}}`, "position", `{
			"units":{"milan":["A Milan"]},"provinces":{"milan":["Como","Milan","Pavia"],"venice":["Padua","Verona"],"florence":["Arezzo","Florence"]},
			"cities":{"milan":["Milan","Pavia"],"venice":["Padua"],"florence":["Arezzo","Florence"]},"countries":{"milan":["milan"],"venice":["venice"],"florence":["florence"]},
			"treasuries":{"austria":0,"florence":0,"france":0,"milan":32,"naples":0,"papacy":0,"turks":0,"venice":3},
			"loans":[{"power":"milan","principal":25,"interest":13,"due":"summer 1456"}],"bankrupt":[],"chits":{"florence":["venice"]},
			"sieges":[],"rebellions":[],"famine":[],"eliminated":["austria","france","naples","papacy","turks"]}`},
		{"a winter with money", `{"scenario":"B","phase":"winter 1454 adjustments","position":{
			"units":{"milan":["A Milan","A Como professional"],"venice":["A Verona"]},` + bare + `,"treasuries":{"milan":12,"venice":2},"chits":{}},
			"orders":{"milan":["M A Milan","B G Pavia","B A Milan"]}}`, "orders", `[
			{"power":"milan","given":"B A Milan","kind":"refused","error":"…"},
			{"power":"milan","unit":"A Milan","order":"M A Milan","given":"M A Milan","outcome":"succeeded","cost":3},
			{"power":"milan","unit":"A Como professional","order":"M A Como","given":"","outcome":"succeeded","cost":9},
			{"power":"milan","kind":"build","order":"B G Pavia","given":"B G Pavia","outcome":"void","error":"…"},
			{"power":"venice","unit":"A Verona","order":"R A Verona","given":"","outcome":"disbanded"}]`},
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

// TestOpeningTreasuries checks that if a case has no treasuries, they are those after the opening
// income and the payment for the set-up, with the case's dice (BUILD-20 to BUILD-22).
func TestOpeningTreasuries(t *testing.T) {
	const dice = `"dice":{"rolls":{"income austria 1":6,"income florence 1":1,"income florence 2":2,"income france 1":3,"income milan 1":4,"income naples 1":1,"income papacy 1":1,"income turks 1":5,"income venice 1":1,"income venice 2":1}}`
	for _, c := range []struct{ text, want string }{
		{`{"scenario":"B",` + dice + `}`, `{"austria":2,"florence":3,"france":1,"milan":7,"naples":2,"papacy":3,"turks":5,"venice":8}`},
		{`{"scenario":"B","phase":"spring 1454 orders","position":{"units":{"milan":["A Milan"]}},` + dice + `}`, `{"austria":2,"florence":3,"france":1,"milan":7,"naples":2,"papacy":3,"turks":5,"venice":8}`},
		{`{"scenario":"B","position":{"treasuries":{"milan":1}},` + dice + `}`, `{"austria":0,"florence":0,"france":0,"milan":1,"naples":0,"papacy":0,"turks":0,"venice":0}`},
		{`{"scenario":"B","rules":{"preset":"battleline-1978-basic"}}`, `{"austria":0,"florence":0,"france":0,"milan":0,"naples":0,"papacy":0,"turks":0,"venice":0}`},
	} {
		m, err := adjudicateText(t, c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		var p struct{ Treasuries json.RawMessage }
		if err := json.Unmarshal(m["position"], &p); err != nil {
			t.Fatal(err)
		}
		if string(p.Treasuries) != c.want {
			t.Errorf("%s: treasuries %s, want %s", c.text, p.Treasuries, c.want)
		}
	}
	// Two cases with the same seed have the same opening, and its rolls are listed.
	first, _ := adjudicateText(t, `{"scenario":"B","dice":{"seed":"07"}}`)
	again, _ := adjudicateText(t, `{"scenario":"B","dice":{"seed":"07"}}`)
	other, _ := adjudicateText(t, `{"scenario":"B","dice":{"seed":"08"}}`)
	if string(first["position"]) != string(again["position"]) || string(first["rolls"]) == string(other["rolls"]) {
		t.Error("the opening does not follow the seed")
	}
	if !strings.Contains(string(first["rolls"]), `"income milan 1":`) {
		t.Errorf("rolls %s", first["rolls"])
	}
	// If players must choose which unpaid units to disband, the game begins
	// with that choice.
	m, err := adjudicateText(t, `{"scenario":"A","rules":{"preset":"battleline-1978-advanced"},"dice":{"rolls":{"income naples 1":1}}}`)
	if err != nil || string(m["phase"]) != `"winter 1384 adjustments"` || string(m["next"]) != `"spring 1385 orders"` {
		t.Errorf("phase %s, next %s, %v", m["phase"], m["next"], err)
	}
}

// TestNoDice checks that a case without dice keeps the bank and the assassins of its preset.
func TestNoDice(t *testing.T) {
	for _, c := range []struct {
		options string
		lends   bool
	}{
		{`"dice":"off"`, true}, {`"dice":false,"bank-loans":"off"`, false}, {`"bank-loans":false`, false},
	} {
		m, err := adjudicateText(t, `{"scenario":"B","rules":{"options":{`+c.options+`}},"orders":{"milan":["borrow 5 for 1 year"]}}`)
		if lends := err == nil && strings.Contains(string(m["orders"]), `"kind":"loan"`); lends != c.lends {
			t.Errorf("%s: the bank lends: %v", c.options, lends)
		}
	}
}

// TestBadMoney checks that an error in the money of a case affects only that case.
func TestBadMoney(t *testing.T) {
	for _, c := range []struct{ position, want string }{
		{`{"treasuries":{"milan":-1}}`, `position.treasuries.milan: expected a whole number from 0`},
		{`{"treasuries":{"milan":1.5}}`, `position.treasuries.milan: expected a whole number from 0`},
		{`{"treasuries":{"milan":1e3}}`, `position.treasuries.milan: expected a whole number from 0`},
		{`{"treasuries":{"milan":99999999999999999999}}`, `position.treasuries.milan: expected a whole number from 0 to 1000000000`},
		{`{"treasuries":{"milan":1000000001}}`, `position.treasuries.milan: expected a whole number from 0 to 1000000000`},
		{`{"treasuries":{"milan":"5"}}`, `position.treasuries.milan: expected a number, found a text`},
		{`{"treasuries":{"milan":null}}`, `position.treasuries.milan: expected a number, found null`},
		{`{"treasuries":{"mailand":5}}`, `there is no power "mailand" here`},
		{`{"treasuries":[5]}`, `position.treasuries: expected an object, found a list`},
		{`{"loans":[{"power":"milan","principal":-5,"interest":1,"due":"fall 1456"}]}`, `position.loans.principal: expected a whole number from 0`},
		{`{"loans":[{"power":"milan","principal":5,"interest":0.5,"due":"fall 1456"}]}`, `position.loans.interest: expected a whole number from 0`},
		{`{"loans":[{"power":"mailand","principal":5,"interest":1,"due":"fall 1456"}]}`, `there is no power "mailand" here`},
		{`{"loans":[{"power":"milan","principal":5,"interest":1,"due":"lent 1456"}]}`, `"lent 1456" is not a campaign`},
		{`{"loans":{"milan":5}}`, `position.loans: expected a list, found an object`},
		{`{"chits":{"milan":["venice","mailand"]}}`, `there is no power "mailand" here`},
		{`{"chits":{"milan":"venice"}}`, `position.chits.milan: expected a list, found a text`},
		{`{"chits":{"autonomous":["venice"]}}`, `there is no power "autonomous" here`},
		{`{"bankrupt":"milan"}`, `position.bankrupt: expected a list, found a text`},
		{`{"bankrupt":["mailand"]}`, `there is no power "mailand" here`},
		{`{"rebellions":[{"province":"Lagoon","in":["province"]}]}`, `Lagoon is not a land province`},
		{`{"rebellions":[{"province":"Atlantis","in":["province"]}]}`, `there is no place "Atlantis"`},
		{`{"famine":["Lagoon"]}`, `Lagoon is not a land province`},
		{`{"taxed":["Lagoon"]}`, `Lagoon is not a land province`},
		{`{"opening":"yes"}`, `position.opening: expected true or false, found a text`},
		{`{"transfers":[{"from":"Pavia"}]}`, `a strategic movement needs from and to`},
	} {
		var out strings.Builder
		tally, err := New().Run(strings.NewReader(`{"scenario":"B","position":`+c.position+"}\n"+`{"scenario":"B"}`), &out)
		if err != nil || tally.Cases != 2 || tally.Errors != 1 {
			t.Errorf("%s: %+v, %v", c.position, tally, err)
		}
		var first struct{ Error string }
		line, _, _ := strings.Cut(out.String(), "\n")
		if err := json.Unmarshal([]byte(line), &first); err != nil || !strings.Contains(first.Error, c.want) {
			t.Errorf("%s\n\tgot  %q\n\twant %s", c.position, first.Error, c.want)
		}
	}
	// A line with an invalid sum is refused; it is not an error of the case.
	m, err := adjudicateText(t, `{"scenario":"B","orders":{"milan":["pay -3 to venice","E1: 99999999999 buy A Verona","E1: 2.5 buy A Verona","E7: 9 buy A Verona"]}}`)
	if err != nil || strings.Count(string(m["orders"]), `"kind":"refused"`) != 4 {
		t.Errorf("%v: %s", err, m["orders"])
	}
}

// TestExplainMoney checks the chain of reasons of expenses and of rolls.
func TestExplainMoney(t *testing.T) {
	m, err := adjudicateText(t, `{"scenario":"B","explain":true,"phase":"fall 1454 orders","position":{
		"units":{"milan":["A Milan"],"venice":["A Trent"]},`+bare+`,"treasuries":{"venice":40,"milan":6},"chits":{}},
		"orders":{"venice":["E1: 20 buy A Milan"],"milan":["E1: 6 counter-bribe A Milan"]}}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`{"text":"the unit was counter-bribed by Milan (6 ducats), which leaves 12 of the 18 ducats that it costs","rules":["BRIBE-07"]}`,
		`{"text":"20 ducats were paid","rules":["EXP-04"]}`,
		`{"text":"of these, only 18 count, because money works in full threes","rules":["EXP-06"]}`,
		`{"text":"the price of the Milanese army in Milan is 18 ducats","rules":["BRIBE-01"]}`,
		`{"text":"counter-bribes for the unit: Milan (6 ducats), which leaves 12 ducats","rules":["BRIBE-07"]}`,
	} {
		if !strings.Contains(string(m["orders"]), want) {
			t.Errorf("orders %s\nlack %s", m["orders"], want)
		}
	}
	if want := `"rules":["INC-04","INC-05"]`; !strings.Contains(string(m["events"]), want) {
		t.Errorf("events %s\nlack %s", m["events"], want)
	}
}
