package record_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/internal/atrandom"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/record"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

func start(t testing.TB, id, preset string) (*position.Position, *rules.Set) {
	t.Helper()
	set, err := rules.Make(preset, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.New(id, "", &set)
	if err != nil {
		t.Fatal(err)
	}
	return p, &set
}

// TestGamesRoundTrip plays games with random orders, with and without money. It
// writes every position and every event and reads them again. What is read must
// equal what was written, and writing it again must produce the same bytes.
func TestGamesRoundTrip(t *testing.T) {
	plain := []string{"order", "refused", "dislodged", "retreat", "removed", "control", "adjustment"}
	money := append(slices.Clone(plain), "expense", "payment", "loan", "chit", "bribe", "rebellion", "assassination", "income", "default", "paralysed", "revolt")
	every := append(slices.Clone(money), "famine", "plague", "storm", "tax", "province-gift", "excommunication", "transfer")
	for _, g := range []struct {
		scenario, preset string
		options          map[string]string
		phases           int
		want             []string
	}{
		{"A", "battleline-1978-basic", nil, 40, plain},
		{"D", "battleline-1978-basic", nil, 40, plain},
		{"diplomacy", "diplomacy", nil, 40, plain},
		{"B", "njudge-classic", nil, 60, money},
		{"balance-of-power", "njudge-classic", map[string]string{
			"plague": "on", "storms": "on", "cavalry": "on", "autonomous-field-units": "on", "autonomous-orders": "on", "province-trading": "on", "exchanges": "on",
			"forced-taxation": "any-season", "cause-famine": "one-season", "cause-plague": "on", "ransom": "on", "excommunication": "on", "strategic-movement": "on",
			"bribe-adjacency": "own-or-permitted", "bribe-tie": "die-toss", "assassination-chits": "random-draw",
		}, 60, every},
	} {
		t.Run(g.scenario, func(t *testing.T) {
			seen := map[string]int{}
			err := atrandom.Game(g.scenario, atrandom.Rules(g.preset, g.options), g.phases, 1454, func(p *position.Position, _ []turn.Line, res turn.Result) {
				codec := record.New(p.Setting)
				checkPosition(t, codec, p)
				checkEvents(t, codec, res.Events)
				for _, e := range res.Events {
					seen[e.Kind()]++
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, kind := range g.want {
				if seen[kind] == 0 {
					t.Errorf("no event of kind %q came up, so none was tested", kind)
				}
			}
		})
	}
}

func checkPosition(t *testing.T, codec *record.Codec, p *position.Position) {
	t.Helper()
	data, err := codec.Position(p)
	if err != nil {
		t.Fatal(err)
	}
	back, err := codec.ReadPosition(data)
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	again, err := codec.Position(back)
	if err != nil || string(again) != string(data) {
		t.Fatalf("written again it differs (%v)\n%s\n%s", err, data, again)
	}
	if !reflect.DeepEqual(trim(p), trim(back)) {
		t.Fatalf("the position read differs\n%+v\n%+v", trim(p), trim(back))
	}
}

// trim replaces empty lists by nil, because a record does not distinguish them.
func trim(p *position.Position) *position.Position {
	q := p.Clone()
	if len(q.Units) == 0 {
		q.Units = nil
	}
	if len(q.Loans) == 0 {
		q.Loans = nil
	}
	if len(q.Dislodged) == 0 {
		q.Dislodged = nil
	}
	for i := range q.Dislodged {
		if len(q.Dislodged[i].Retreats) == 0 {
			q.Dislodged[i].Retreats = nil
		}
	}
	return q
}

func checkEvents(t *testing.T, codec *record.Codec, events []event.Event) {
	t.Helper()
	data, err := codec.Events(events)
	if err != nil {
		t.Fatal(err)
	}
	back, err := codec.ReadEvents(data)
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	again, err := codec.Events(back)
	if err != nil || string(again) != string(data) {
		t.Fatalf("written again it differs (%v)\n%s\n%s", err, data, again)
	}
	if len(back) != len(events) {
		t.Fatalf("%d events written, %d read", len(events), len(back))
	}
}

// TestEveryFieldKept writes a position in which every field is set, so that a
// field added later cannot be forgotten.
func TestEveryFieldKept(t *testing.T) {
	p, _ := start(t, "B", "njudge-classic")
	venice, milan := p.Setting.Board.Venice, board.ID(1)
	p.Sieges, p.RebelLand, p.RebelCity, p.Famine, p.Contested = board.SetOf(milan), board.SetOf(milan), board.SetOf(venice), board.SetOf(venice), board.SetOf(milan, venice)
	p.RebelAgainst[venice] = 2
	p.Scorched, p.Plague, p.Spared, p.Opening = board.SetOf(venice), board.SetOf(milan), board.SetOf(venice), true
	p.Divided = board.SetOf(milan)
	p.AloneBy[milan] = 2
	p.Taxed, p.TaxedBefore = board.SetOf(milan), board.SetOf(venice)
	p.Infected, p.Guarded = board.SetOf(venice), board.SetOf(milan)
	p.Treasury[3] = 17
	p.Loans = []position.Loan{{Power: 1, Principal: 10, Interest: 2, Season: machiavelli.Summer, Year: 1456}}
	p.Bankrupt, p.Eliminated, p.Victors = 1<<1, 1<<2, 1<<3|1<<4
	p.Chits[1][2] = 1
	p.Dislodged = []position.Dislodged{{
		Unit: position.Unit{Owner: 1, Type: machiavelli.Army, Quality: machiavelli.Professional, Serial: 2, At: milan, Coast: machiavelli.SouthCoast},
		From: venice, Sortie: true, Retreats: []board.Place{{At: venice}, {At: milan, Coast: machiavelli.NorthCoast}}, IntoCity: true, Rank: 3,
	}}
	p.Allies[2] = 1 << 5
	p.Transfers = []position.Transfer{{From: milan, To: board.Place{At: venice, Coast: machiavelli.SouthCoast}}}
	p.RaisedTo = 16
	v := reflect.ValueOf(*p)
	for i := range v.NumField() {
		if v.Field(i).IsZero() {
			t.Errorf("field %s is not set by this test", v.Type().Field(i).Name)
		}
	}
	checkPosition(t, record.New(p.Setting), p)
}

// TestEveryEventKept writes an event of every type with all its parts.
func TestEveryEventKept(t *testing.T) {
	p, _ := start(t, "A", "battleline-1978-basic")
	u := position.Unit{Owner: 1, Type: machiavelli.Fleet, Serial: 1, At: 3, Coast: machiavelli.NorthCoast}
	o := order.Order{Kind: order.Advance, Unit: order.Unit{Type: machiavelli.Army, At: 2}, To: board.Place{At: 4}, NVia: 2, Power: 2, Powers: 1 << 3}
	o.Via[0], o.Via[1] = 5, 6
	result := event.Result{Verdict: event.Bounced, Reason: event.NotNeeded, Strength: 2, Against: 3, Rebels: true, Divided: true, Dislodged: true, DislodgedBy: -1, Eliminated: true}
	result.Culprits.Add(0)
	result.Culprits.Add(position.MaxUnits - 1)
	loan := position.Loan{Power: 1, Principal: 20, Interest: 4, Season: machiavelli.Fall, Year: 1456}
	said := message.New("{power} must wait until {season}", message.Power{ID: "milan", Name: "Milan"}, message.Season(machiavelli.Fall))
	whole := map[string]bool{} // whether some event sets each field of each type
	events := []event.Event{
		event.Ordered{Unit: u, Order: o, Given: "A x − y\n\"", Result: result, Culprits: []position.Unit{u, u}},
		event.Refused{Power: 1, Given: "g", Error: said, Code: "E01"},
		event.Noted{Power: 1, Given: "g", Note: said, Code: "W07"},
		event.Noted{Power: 1, Given: "g", Note: message.Quote("n"), Code: "W07"},
		event.UnitDislodged{Dislodged: position.Dislodged{Unit: u, From: 2, Rank: 1}, By: u},
		event.Retreated{Unit: u, Order: order.Order{Kind: order.Clear}, Given: "g", To: board.Place{At: 3, Coast: machiavelli.SouthCoast}, IntoCity: true, Verdict: event.Disbanded, With: []position.Unit{u}},
		event.Removed{Unit: u, Reason: event.ByStorm},
		event.SiegeBegun{By: u},
		event.SiegeCompleted{By: u, Lost: &u},
		event.SiegeCompleted{By: u},
		event.SiegeLifted{Province: 3},
		event.Control{Province: 3, City: true, From: 1, To: 2},
		event.RebellionEnded{Province: 2, InCity: true, InLand: true, Against: 1, How: "quelled", By: 2},
		event.Conquest{Country: 1, By: 2, From: 3},
		event.Loss{Country: 2, By: 1},
		event.Elimination{Power: 4, Homes: []event.HomeCity{{City: 2, Owner: 1}, {City: 3}}, Fall: true},
		event.Victory{Powers: 1 << 2, Cities: 12},
		event.Victory{Powers: 1 << 2, How: event.ByConcession},
		event.VictoryTied{Powers: 6, Cities: 12, RaisedTo: 13},
		event.Allowance{Power: 1, Cities: 5, Units: 4},
		event.Adjusted{Power: 1, Order: order.Order{Kind: order.Build}, Given: "g", Unit: u, Cost: 6, Verdict: event.Void, Failure: event.CannotBePaid, Error: said},
		event.Attrition{Province: 2},
		event.Payment{Power: 1, To: 2, Bank: true, Order: o, Given: "g", Asked: 9, Paid: 6, Verdict: event.Succeeded, Failure: event.TreasuryEmpty},
		event.Borrowed{Power: 1, Order: o, Given: "g", Asked: 25, Lent: 20, Loan: loan, Verdict: event.Succeeded, Failure: event.LimitReached},
		event.Collected{Power: 1, Ducats: 12},
		event.Defaulted{Power: 1, Due: 12, Seized: 4, Returned: 1},
		event.ChitGiven{Power: 1, To: 2, Victim: 3, Order: o, Given: "g", Verdict: event.Wasted, Failure: event.NoChit},
		event.Expense{
			Power: 1, Slot: 4, Letter: "i", Order: o, Given: "g", Asked: 40, Paid: 39, Counted: 39, Minimum: 36, Countered: 6, Against: 18,
			Target: &u, Rivals: []event.Bid{{Power: 2, Slot: 1, Ducats: 18}}, Counters: []event.Bid{{Power: 3, Slot: 2, Ducats: 6}},
			Verdict: event.Wasted, Failure: event.CounterBribed,
		},
		event.Bribed{Unit: u, To: 2, By: 2},
		event.Relieved{Province: 2, By: 6},
		event.RebellionBegun{Province: 2, InCity: true, InLand: true, Against: 1, Cause: "expense", By: 4},
		event.Attempted{Power: 1, Victim: 2, Slot: 3, Faces: 2, Roll: 5, Hit: true},
		event.Paralysed{Power: 2, Bank: true},
		event.Revolt{Victim: 2, Province: 3, Roll: 1, Limit: 2, Rose: true},
		event.Disaster{What: "famine", Severity: 4, Row: 5, Column: 6, Struck: board.SetOf(2, 3)},
		event.Disaster{What: "plague", Severity: 12, Row: 7, Column: 8, Seed: 2, Radius: 1, Struck: board.SetOf(2)},
		event.Disaster{What: "storm", Struck: board.SetOf(4)},
		event.Income{
			Power: 1, Seas: 1, Provinces: 2, Cities: 3, Variable: 4, Total: 10, Treasury: 12,
			Dice: []event.DieIncome{{Row: "milan", Die: 2, Roll: 6, Ducats: 4}},
		},
		event.FellBack{Unit: u, To: 4},
		event.Transferred{Unit: u, To: board.Place{At: 4, Coast: machiavelli.SouthCoast}, Verdict: event.Void, Failure: event.NoWay},
		event.Excommunicated{Pope: 1, Victim: 2, Silenced: 1, Against: 1<<3 | 1<<4},
		event.Taxed{Power: 1, Province: 2, Order: o, Given: "tax venice", Ducats: 6, Verdict: event.Succeeded, Failure: event.AlreadyThisYear},
		event.ProvinceGiven{Power: 1, To: 2, Province: 2, Order: o, Given: "give", Verdict: event.Void, Failure: event.OutOfGame},
	}
	for _, e := range events {
		v := reflect.ValueOf(e)
		for i := range v.NumField() {
			whole[v.Type().Field(i).Name+" of "+v.Type().Name()] = whole[v.Type().Field(i).Name+" of "+v.Type().Name()] || !v.Field(i).IsZero()
		}
	}
	for field, set := range whole {
		if !set {
			t.Errorf("%s is not set by this test", field)
		}
	}
	codec := record.New(p.Setting)
	data, err := codec.Events(events)
	if err != nil {
		t.Fatal(err)
	}
	back, err := codec.ReadEvents(data)
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	if !reflect.DeepEqual(back, events) {
		t.Errorf("read\n%+v\nwritten\n%+v", back, events)
	}
}

// TestNames checks that kinds of orders, verdicts, kinds of expenses and reasons have names in
// archives, and that the last kinds have the right ones.
func TestNames(t *testing.T) {
	p, _ := start(t, "A", "battleline-1978-basic")
	codec := record.New(p.Setting)
	for kind := order.Hold; kind <= order.Exchange; kind++ {
		data, err := codec.Events([]event.Event{event.Adjusted{Order: order.Order{Kind: kind}}})
		if err != nil {
			t.Errorf("kind of order %d: %v", kind, err)
		} else if kind == order.Exchange && !strings.Contains(string(data), `"kind":"exchange"`) {
			t.Errorf("the last kind of order is written as %s", data)
		}
	}
	for verdict := event.Succeeded; verdict <= event.Wasted; verdict++ {
		if data, err := codec.Events([]event.Event{event.Adjusted{Verdict: verdict}}); err != nil || !strings.Contains(string(data), `"`+verdict.String()+`"`) {
			t.Errorf("verdict %s is written as %s, %v", verdict, data, err)
		}
	}
	for kind := order.FamineRelief; kind <= order.OrderUnit; kind++ {
		data, err := codec.Events([]event.Event{event.Expense{Order: order.Order{Kind: order.Expense, Expense: kind}}})
		if err != nil || kind == order.OrderUnit && !strings.Contains(string(data), `"expense":"order-unit"`) {
			t.Errorf("kind of expense %d is written as %s, %v", kind, data, err)
		}
	}
	for reason := event.StoodOff; reason <= event.Assassinated; reason++ {
		if _, err := codec.Events([]event.Event{event.Ordered{Result: event.Result{Reason: reason}}}); err != nil {
			t.Errorf("reason %d: %v", reason, err)
		}
	}
}

// TestMessagesOfOldRecords reads events from the time when reasons were English text, and
// compares them with today's events.
func TestMessagesOfOldRecords(t *testing.T) {
	p, _ := start(t, "A", "battleline-1978-basic")
	codec := record.New(p.Setting)
	old := []byte(`[{"kind":"refused","given":"g","error":"It cannot be read."},
{"kind":"note","given":"g","note":"read as 5 ducats"},
{"kind":"adjustment","verdict":"void","error":"cannot be paid"}]`)
	events, err := codec.ReadEvents(old)
	if err != nil {
		t.Fatal(err)
	}
	want := []event.Event{
		event.Refused{Given: "g", Error: message.Quote("It cannot be read.")},
		event.Noted{Given: "g", Note: message.Quote("read as 5 ducats")},
		event.Adjusted{Verdict: event.Void, Failure: event.CannotBePaid, Error: message.Quote("cannot be paid")},
	}
	if !reflect.DeepEqual(events, want) {
		t.Errorf("read %+v, want %+v", events, want)
	}
	events[1] = event.Noted{Given: "g", Note: message.New("read as {sum}", message.Ducats(5))}
	today, err := codec.Events(events)
	if err != nil {
		t.Fatal(err)
	}
	if want := `"note":"read as 5 ducats","note-message":{"id":"read as {sum}","args":{"sum":{"ducats":5}}}`; !strings.Contains(string(today), want) {
		t.Errorf("wrote %s, want %s", today, want)
	}
	if !codec.Same(old, today) || !codec.Same(today, old) {
		t.Errorf("%s differs from %s", old, today)
	}
	for _, other := range []string{"[]", "nothing", strings.Replace(string(old), "5 ducats", "6 ducats", 1)} {
		if codec.Same([]byte(other), today) || codec.Same(today, []byte(other)) {
			t.Errorf("%s equals %s", other, today)
		}
	}
}

func TestErrors(t *testing.T) {
	p, _ := start(t, "A", "battleline-1978-basic")
	codec := record.New(p.Setting)
	for _, c := range []struct{ data, want string }{
		{`{`, "EOF"},
		{`[]`, "not an object"},
		{`{"unitz":[]}`, `unknown member "unitz"`},
		{`{"phase":"spring"}`, "phase"},
		{`{"sieges":["nowhere"]}`, `unknown area "nowhere"`},
		{`{"sieges":["mil",""]}`, "an area without a name"},
		{`{"province":{"mil":"turkey"}}`, `unknown power "turkey"`},
		{`{"holder":{"utopia":"milan"}}`, `unknown country "utopia"`},
		{`{"units":[{"type":"elephant"}]}`, "elephant"},
		{`{"units":[{"serial":300}]}`, "not a number in range"},
		{`{"units":[{"serial":-1}]}`, "not a number in range"},
		{`{"dislodged":[{"retreats":["mil/xx"]}]}`, "unknown coast"},
		{`{"units":[{"serial":1e1}]}`, "not a number in range"},
		{`{"units":[{"serial":01}]}`, "not a number in range"},
		{`{"units":[{"serial":-}]}`, "not a number in range"},
		{`{"units":[{"serial":}]}`, "not a number in range"},
		{`{"units":[{"serial":1]}`, "not the end of an object"},
		{`{"units":[{} {}]}`, "not the end of a list"},
		{`{"units":[{}`, "EOF"},
		{`{"units" []}`, "not a colon"},
		{`{"sieges":["mil`, "EOF"},
		{`{"sieges":[1]}`, "not text"},
		{`{"sieges":["m\x"]}`, "invalid character"},
		{`{"opening":1}`, "not true or false"},
		{`{} {}`, "more text"},
	} {
		if _, err := codec.ReadPosition([]byte(c.data)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.data, err, c.want)
		}
	}
	for _, c := range []struct{ data, want string }{
		{`{}`, "stored events"},
		{`[1]`, "stored events: event 0"},
		{`[{"kind":"miracle"}]`, `unknown kind "miracle"`},
		{`[{"kind":"control","country":1}]`, `unknown member "country"`},
		{`[{"country":1,"kind":"control"}]`, `unknown member "country"`},
		{`[{"kind":"control"}`, "EOF"},
		{`[{"kind":"control"}]]`, "more text"},
		{`[{}]`, `unknown kind ""`},
	} {
		if _, err := codec.ReadEvents([]byte(c.data)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.data, err, c.want)
		}
	}
}

// TestOtherWriters checks that the JSON of other programs is accepted, which
// may have spaces, members in another order, and escaped characters.
func TestOtherWriters(t *testing.T) {
	p, _ := start(t, "A", "battleline-1978-basic")
	codec := record.New(p.Setting)
	as, err := codec.ReadEvents([]byte(`[{"kind":"control","province":"mil","from":"milan","to":"venice"}]`))
	if err != nil {
		t.Fatal(err)
	}
	other, err := codec.ReadEvents([]byte(" [\n { \"to\" : \"v\\u0065nice\",\t\"province\":\"mil\", \"from\" :\"milan\" , \"kind\":\"control\" } ] \r\n"))
	if err != nil || !reflect.DeepEqual(as, other) {
		t.Errorf("%+v, %v, want %+v", other, err, as)
	}
	if empty, err := codec.ReadEvents([]byte("[ ]")); err != nil || len(empty) != 0 {
		t.Errorf("%v, %v", empty, err)
	}
}

// FuzzRead checks that any text is either refused or the same when it is
// written after reading.
func FuzzRead(f *testing.F) {
	p, _ := start(f, "B", "battleline-1978-basic")
	codec := record.New(p.Setting)
	first, err := codec.Position(p)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(first)
	f.Add([]byte(`{"sieges":["mil"],"units":[{"serial":1}]}`))
	f.Add([]byte(`{"sieges":[""],"units":[{"serial":1}]}`))
	f.Add([]byte(`{"province":{"":"milan"},"bankrupt":[""],"units":[{"serial":1}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		read, err := codec.ReadPosition(data)
		if err != nil {
			return
		}
		if !json.Valid(data) {
			t.Fatalf("%q was read", data)
		}
		checkPosition(t, codec, read)
	})
}

// BenchmarkRead reads a position and the events of a phase.
func BenchmarkRead(b *testing.B) {
	p, set := start(b, "B", "njudge-classic")
	codec := record.New(p.Setting)
	position, err := codec.Position(p)
	if err != nil {
		b.Fatal(err)
	}
	open, err := turn.Open(p, set, dice.New([]byte("seed"), "test", nil))
	if err != nil {
		b.Fatal(err)
	}
	events, err := codec.Events(open.Events)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("position", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := codec.ReadPosition(position); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("events", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := codec.ReadEvents(events); err != nil {
				b.Fatal(err)
			}
		}
	})
}
