package env_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli/env"
	"podesta/machiavelli/event"
	"podesta/machiavelli/legal"
)

// TestProblems sends wrong requests. Each gets an error that says what to do,
// and the service still works afterwards.
func TestProblems(t *testing.T) {
	s := env.NewService("test")
	ask(t, s, `{"op":"reset","scenario":"B","seed":1,"legal":["milan"]}`)
	ask(t, s, `{"op":"reset","scenario":"diplomacy","seed":1}`)
	saved := ask(t, s, `{"op":"save","game":1}`)["state"].(string)
	middle := len(saved) / 2
	damaged := saved[:middle] + string('A'+(saved[middle]-'A'+1)%26) + saved[middle+1:]
	for _, x := range []struct{ request, code, message string }{
		{`{"op":"step","game":99}`, "game", "there is no game 99"},
		{`{"op":"step"}`, "game", "names no game"},
		{`{"op":"step","game":-1}`, "request", "game: number -1 is not a whole number from 0"},
		{`{"op":"step","game":1.5}`, "request", "game: number 1.5 is not"},
		{`{"op":"step","game":1e99}`, "request", "game: number 1e99 is not"},
		{`{"op":"stepp","game":1}`, "request", "did you mean step?"},
		{`{"game":1}`, "request", "has no op"},
		{`{"op":"step","game":1,"order":{}}`, "request", `unknown member "order": this request has id, op, game, orders, players, events, observe, legal, form; did you mean orders?`},
		{`{"op":"step","game":1,"orders":{"genoa":[]}}`, "power", `nobody plays "genoa"`},
		{`{"op":"step","game":2,"orders":{"milan":["A Milan H"]}}`, "power", "the powers are austria, england"},
		{`{"op":"step","game":1,"orders":{"milan":[99999999]}}`, "orders", "orders of milan: order 1: there is no action 99999999: this vocabulary has"},
		{`{"op":"step","game":1,"orders":{"milan":[-1]}}`, "request", "order 1 of milan is neither a line in quotation marks nor the number of an action: -1"},
		{`{"op":"step","game":1,"orders":{"milan":[1.5]}}`, "request", "order 1 of milan is neither a line in quotation marks nor the number of an action: 1.5"},
		{`{"op":"step","game":1,"orders":{"florence":[],"milan":["A Milan H",""]}}`, "request", "order 2 of milan is empty: leave it out"},
		{`{"op":"legal","game":1,"power":"milan","buying":["x",1.5]}`, "request", "order 2 is neither a line in quotation marks nor the number of an action: 1.5"},
		{`{"op":"legal","game":"1","power":"milan"}`, "request", "game: a string is not a whole number from 0 in range"},
		{`{"op":"legal","game":1,"power":[]}`, "request", "power: an array is not a text in quotation marks"},
		{`{"op":"step","game":1,"orders":{"milan":[true]}}`, "request", "order 1 of milan is neither a line in quotation marks nor the number of an action: true"},
		{`{"op":"step","game":1,"orders":{"milan":[` + strings.Repeat("0,", 2000) + `0]}}`, "orders", "2001 orders for one power"},
		{`{"op":"step","game":1,"players":{"milan":"hrad"}}`, "request", "did you mean hard?"},
		{`{"op":"step","game":1,"players":{"milan":"hard"},"orders":{"milan":[]}}`, "orders", "milan has orders and a player"},
		{`{"op":"step","game":1,"observe":["rome"]}`, "power", `nobody plays "rome"`},
		{`{"op":"step","game":1,"legal":7}`, "request", "true for all powers, or a list"},
		{`{"op":"step","game":1,"form":"numbers","legal":true}`, "request", "form is lines, actions or both"},
		{`{"op":"reset"}`, "scenario", "names no scenario; there are A, B"},
		{`{"op":"reset","scenario":"Z"}`, "scenario", `no scenario "Z"`},
		{`{"op":"reset","scenario":"B","variant":"B-99"}`, "scenario", "B-99"},
		{`{"op":"reset","scenario":"B","preset":"none"}`, "scenario", "none"},
		{`{"op":"reset","scenario":"B","options":{"plague":"maybe"}}`, "scenario", "plague"},
		{`{"op":"reset","scenario":"B","options":{"plague":true}}`, "request", "not a text in quotation marks"},
		{`{"op":"reset","scenario":"B","years":1001}`, "request", "from 1 to 1000 years, not 1001"},
		{`{"op":"reset","scenario":"B","years":-1}`, "request", "from 1 to 1000 years, not -1"},
		{`{"op":"reset","scenario":"B","years":99999999999999999999}`, "request", "years: number 99999999999999999999 is not a whole number in range"},
		{`{"op":"reset","scenario":"B","seed":[1]}`, "request", "the seed is a text"},
		{`{"op":"reset","scenario":"B","seats":[["milan"],["milan"]]}`, "scenario", "seats"},
		{`{"op":"observe","game":1,"power":"nobody"}`, "power", `nobody plays "nobody"`},
		{`{"op":"legal","game":1}`, "power", "the power is missing; the powers are "},
		{`{"op":"legal","game":1,"power":"milan","buying":["nonsense"]}`, "orders", "buying: nonsense"},
		{`{"op":"restore","state":"` + damaged + `"}`, "state", "damaged"},
		{`{"op":"restore","state":"` + saved[:len(saved)-5] + `"}`, "state", "damaged"},
		{`{"op":"restore","state":"podesta-state-1-"}`, "state", "damaged"},
		{`{"op":"restore","state":"podesta-state-2-` + saved[16:] + `"}`, "state", `the state has version "2", and this program reads version 1`},
		{`{"op":"restore","state":"x"}`, "state", "not a saved state"},
		{`{"op":"restore"}`, "state", "not a saved state"},
		{`{"id":{},"op":"hello"}`, "request", "the id is a text or a number"},
		{`{"id":"` + strings.Repeat("x", 300) + `","op":"hello"}`, "request", "the id has 302 bytes"},
		{`{"op":"hello"} {}`, "request", "after top-level value (byte 16)"},
		{`{"op":"hello"`, "request", "the line ends within a value"},
		{`{"op":hello}`, "request", "not JSON"},
		{`17`, "request", "a request is an object in braces, not a number"},
		{"{\"op\":\"hello\",\"id\":\"\xff\"}", "request", "byte 21 of the line is not UTF-8"},
		{`[` + strings.Repeat(`{},`, 4096) + `{}]`, "limit", "4097 requests in one line"},
		{`[{"op":"hello"}`, "request", "not JSON"},
	} {
		got := ask(t, s, x.request)
		problem, _ := got["error"].(map[string]any)
		if problem == nil || problem["code"] != x.code || !strings.Contains(fmt.Sprint(problem["message"]), x.message) {
			t.Errorf("%.200s:\n got %v\nwant %s: %s", x.request, got["error"], x.code, x.message)
		}
	}
	if got := ask(t, s, `{"id":"still","op":"step","game":1}`); got["phase"] != "summer 1454 orders" || got["id"] != "still" {
		t.Errorf("after all that a step has the answer %v", got)
	}
}

// TestTooLong checks the length of lines.
func TestTooLong(t *testing.T) {
	s := env.NewService("test")
	line := append([]byte(`{"op":"hello"}`), bytes.Repeat([]byte(" "), env.MaxLine)...)
	line = append(line, '1')
	if got := string(s.Answer(nil, line)); !strings.Contains(got, "more than 10000000 bytes") || got != string(env.TooLong(nil)) {
		t.Errorf("a long line has the answer %.200s", got)
	}
	if got := s.Answer(nil, []byte(" \r")); len(got) != 0 {
		t.Errorf("an empty line has the answer %s", got)
	}
}

// TestGamesEnd plays a game to its last year, and checks that the rewards add up.
func TestGamesEnd(t *testing.T) {
	s := env.NewService("test")
	ask(t, s, `{"op":"reset","scenario":"B","seed":7,"years":1}`)
	last := map[string]any{}
	for range 20 {
		last = ask(t, s, `{"op":"step","game":1,"legal":true}`)
		if last["over"] == true {
			break
		}
		for power, reward := range last["rewards"].(map[string]any) {
			if reward != 0.0 || last["done"].(map[string]any)[power] != false {
				t.Fatalf("in the middle of the game %s has the reward %v", power, reward)
			}
		}
	}
	if last["over"] != true || last["end"] != "years" || last["phase"] != "spring 1455 orders" {
		t.Fatalf("after a year: over %v, end %v, %v", last["over"], last["end"], last["phase"])
	}
	sum := 0.0
	for power, reward := range last["rewards"].(map[string]any) {
		sum += reward.(float64)
		if last["done"].(map[string]any)[power] != true {
			t.Errorf("%s is not done", power)
		}
	}
	if sum < 0.999 || sum > 1.001 {
		t.Errorf("the rewards add up to %v", sum)
	}
	if got := last["legal"].(map[string]any)["milan"]; len(got.(map[string]any)) > 0 {
		t.Errorf("after the end Milan has the legal orders %v", got)
	}
	outcome := ask(t, s, `{"op":"outcome","game":1}`)
	if !reflect.DeepEqual(outcome["shares"], last["rewards"]) || outcome["end"] != "years" {
		t.Errorf("the outcome is %v, the rewards were %v", outcome, last["rewards"])
	}
	if got := ask(t, s, `{"op":"step","game":1}`); got["error"].(map[string]any)["code"] != "over" {
		t.Errorf("a step after the end has the answer %v", got)
	}
	ask(t, s, `{"op":"close","game":1}`)
	if got := ask(t, s, `{"op":"outcome","game":1}`); got["error"].(map[string]any)["code"] != "game" {
		t.Errorf("a closed game has the answer %v", got)
	}
}

// TestOrdersOfOthers checks that orders for units of others, and of eliminated powers, are
// refused one by one.
func TestOrdersOfOthers(t *testing.T) {
	s := env.NewService("test")
	ask(t, s, `{"op":"reset","scenario":"diplomacy","seed":1}`)
	got := ask(t, s, `{"op":"step","game":1,"orders":{"austria":["A Paris - Burgundy","A Vienna - Galicia","A Milan - Pavia"]},"events":true}`)
	refused := got["refused"].([]any)
	if len(refused) != 2 || refused[0].(map[string]any)["given"] != "A Paris - Burgundy" {
		t.Errorf("refused were %v", refused)
	}
	if !strings.Contains(fmt.Sprint(got["orders"]), "A Vienna - Galicia") {
		t.Errorf("the orders were %v", got["orders"])
	}
}

// TestEliminatedPower plays until a power is out of the game. It has no legal
// orders, its orders are refused, and it is done.
func TestEliminatedPower(t *testing.T) {
	u := setup(t, env.Scenario{Scenario: "A", Preset: "battleline-1978-basic"})
	rng := rand.New(rand.NewPCG(3, 4))
	var c legal.Choices
	var g *env.Game
	for seed := 0; ; seed++ {
		if seed == 50 {
			t.Fatal("in fifty games nobody was eliminated")
		}
		g = newGame(t, u, fmt.Sprint(seed), 40)
		for g.End() == env.Playing && g.Position.Eliminated == 0 {
			c.List(g.Position, u.Rules, everybody)
			if err := g.Step(pick(rng, &c, nil)); err != nil {
				t.Fatal(err)
			}
		}
		if g.End() == env.Playing {
			break
		}
	}
	state, err := g.Save()
	if err != nil {
		t.Fatal(err)
	}
	s := env.NewService("test")
	ask(t, s, `{"op":"restore","state":"`+state+`"}`)
	id := ""
	for p, info := range u.Setting().Powers {
		if p > 0 && g.Position.Eliminated&(1<<p) != 0 {
			id = info.ID
		}
	}
	if got := ask(t, s, `{"op":"legal","game":1,"power":"`+id+`"}`); len(got["legal"].(map[string]any)) > 0 {
		t.Errorf("%s has the legal orders %v", id, got["legal"])
	}
	got := ask(t, s, `{"op":"step","game":1,"orders":{"`+id+`":["A Milan H"]},"players":{}}`)
	if !strings.Contains(fmt.Sprint(got["refused"]), "is out of the game") || got["done"].(map[string]any)[id] != true {
		t.Errorf("orders of %s have the answer %v", id, got)
	}
}

// TestSecrets compares the requests for a seat in two games that differ in what
// it must not know. They must be equal.
func TestSecrets(t *testing.T) {
	u := setup(t, env.Scenario{Scenario: "B", Options: map[string]string{"treasury-visibility": "hidden"}})
	milan, _ := u.Setting().Powers.Find("milan")
	venice, _ := u.Setting().Powers.Find("venice")
	rng := rand.New(rand.NewPCG(5, 6))
	g := newGame(t, u, "secrets", 10)
	var c legal.Choices
	v := u.Vocabulary()
	for phase := range 30 {
		if g.End() != env.Playing {
			break
		}
		told := func() string {
			scene := g.Scene()
			return string(scene.AppendRequest(nil, 1, "game", milan, &c, v))
		}
		before := told()
		p := g.Position
		richer := p.Clone()
		richer.Treasury[venice] += 50
		richer.Chits[venice][milan]++
		g.Position = richer
		if after := told(); after != before {
			t.Fatalf("phase %d: Milan is told\n%s\nand, if Venice is richer,\n%s", phase, before, after)
		}
		g.Position = p
		c.List(p, u.Rules, everybody)
		if err := g.Step(pick(rng, &c, nil)); err != nil {
			t.Fatal(err)
		}
	}
	scene := g.Scene()
	if seen := string(scene.AppendObservation(nil, venice)); !strings.Contains(seen, `"treasuries":{"venice":`) {
		t.Errorf("Venice does not see its own treasury: %s", seen)
	}
}

// TestCloneAndRestore checks that a copy and a restored game continue like the original with
// the same orders; a copy with another seed has other dice.
func TestCloneAndRestore(t *testing.T) {
	s := env.NewService("test")
	ask(t, s, `{"op":"reset","scenario":"B","seed":11}`)
	for range 6 {
		ask(t, s, `{"op":"step","game":1,"players":{"milan":"random","venice":"random"}}`)
	}
	state := ask(t, s, `{"op":"save","game":1}`)["state"].(string)
	ask(t, s, `{"op":"clone","game":1}`)
	ask(t, s, `{"op":"clone","game":1,"seed":12}`)
	ask(t, s, `{"op":"restore","state":"`+state+`"}`)
	truth := func(game int) string {
		x := ask(t, s, fmt.Sprintf(`{"op":"observe","game":%d}`, game))["observation"].(map[string]any)
		text, err := json.Marshal([]any{x["phase"], x["position"]})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	differs := false
	for range 8 {
		for game := 1; game <= 4; game++ {
			ask(t, s, fmt.Sprintf(`{"op":"step","game":%d,"orders":{}}`, game))
		}
		if truth(2) != truth(1) || truth(4) != truth(1) {
			t.Fatalf("the copies differ:\n%s\n%s\n%s", truth(1), truth(2), truth(4))
		}
		differs = differs || truth(3) != truth(1)
	}
	if !differs {
		t.Error("with another seed the dice are the same")
	}
	if again := ask(t, s, `{"op":"save","game":4}`)["state"]; again != ask(t, s, `{"op":"save","game":1}`)["state"] {
		t.Error("the restored game has another state")
	}
}

// TestForgedState checks that a state with a correct checksum but an impossible position is
// refused.
func TestForgedState(t *testing.T) {
	g := newGame(t, setup(t, env.Scenario{Scenario: "B"}), "1", 10)
	g.Position = g.Position.Clone()
	g.Position.Units = append(g.Position.Units, g.Position.Units[0])
	state, err := g.Save()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := env.Restore(state); err == nil || !strings.Contains(err.Error(), "the position of the state is impossible: ") {
		t.Errorf("restored with %v", err)
	}
}

// TestPlayerRequest reads the request for a player program and gives its legal
// orders back, as lines and as actions.
func TestPlayerRequest(t *testing.T) {
	u := setup(t, env.Scenario{Scenario: "B"})
	g := newGame(t, u, "1", 10)
	scene := g.Scene()
	venice, _ := u.Setting().Powers.Find("venice")
	var c legal.Choices
	var request struct {
		env.Request
		Legal struct {
			Units []struct {
				Orders  []string
				Actions []int
			}
		}
	}
	if err := json.Unmarshal(scene.AppendRequest(nil, 7, "4", venice, &c, u.Vocabulary()), &request); err != nil {
		t.Fatal(err)
	}
	if request.Op != env.OpDecide || request.ID != 7 || request.Game != "4" || request.Power != "venice" || len(request.Observation) == 0 {
		t.Errorf("the request is %+v", request)
	}
	answer := env.Answer{ID: 7}
	for i, unit := range request.Legal.Units {
		if i%2 == 0 {
			answer.Orders = append(answer.Orders, env.Choice{Line: unit.Orders[len(unit.Orders)-1]})
		} else {
			answer.Orders = append(answer.Orders, env.Choice{Action: unit.Actions[len(unit.Actions)-1]})
		}
	}
	text, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	read, err := env.ReadAnswer(text, 7)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := scene.Lines(venice, read.Orders, u.Vocabulary())
	if err != nil || len(lines) != len(request.Legal.Units) {
		t.Fatalf("%d lines for %d units, %v", len(lines), len(request.Legal.Units), err)
	}
	if err := g.Step(lines); err != nil {
		t.Fatal(err)
	}
	_, events := g.Last()
	for _, e := range events {
		if e, refused := e.(event.Refused); refused {
			t.Errorf("%s is refused: %s", e.Given, e.Error)
		}
	}
	if _, err := scene.Lines(venice, []env.Choice{{Action: 1}}, nil); err == nil || !strings.Contains(err.Error(), "send lines") {
		t.Errorf("an action without a vocabulary: %v", err)
	}
}

// TestActionsAreOrders resolves the same phase twice, with the orders given as lines and as
// actions.
func TestActionsAreOrders(t *testing.T) {
	for _, scenario := range []string{"B", "diplomacy"} {
		s := env.NewService("test")
		ask(t, s, `{"op":"reset","scenario":"`+scenario+`","seed":1,"legal":true}`)
		ask(t, s, `{"op":"clone","game":1}`)
		legal := ask(t, s, `{"op":"clone","game":1,"legal":true}`)["legal"].(map[string]any)
		lines, actions := map[string][]any{}, map[string][]any{}
		for n, power := range slices.Sorted(maps.Keys(legal)) {
			for i, group := range legal[power].(map[string]any)["units"].([]any) {
				orders := group.(map[string]any)["orders"].([]any)
				k := (7*n + 3*i) % len(orders)
				lines[power] = append(lines[power], orders[k])
				actions[power] = append(actions[power], group.(map[string]any)["actions"].([]any)[k])
			}
		}
		step := func(game int, orders map[string][]any) any {
			text, err := json.Marshal(orders)
			if err != nil {
				t.Fatal(err)
			}
			got := ask(t, s, fmt.Sprintf(`{"op":"step","game":%d,"orders":%s}`, game, text))
			if got["refused"] != nil {
				t.Errorf("refused: %v", got["refused"])
			}
			return ask(t, s, fmt.Sprintf(`{"op":"observe","game":%d}`, game))["observation"].(map[string]any)["position"]
		}
		if a, b := step(1, lines), step(2, actions); !reflect.DeepEqual(a, b) {
			t.Errorf("%s: by lines\n%v\nby actions\n%v", scenario, a, b)
		}
	}
}

// TestOrdersForBoughtUnit lists the orders for a unit that a power buys.
func TestOrdersForBoughtUnit(t *testing.T) {
	s := env.NewService("test")
	ask(t, s, `{"op":"reset","scenario":"B","seed":1,"legal":["milan"]}`)
	money := ask(t, s, `{"op":"legal","game":1,"power":"milan"}`)["legal"].(map[string]any)["money"].(map[string]any)["orders"].([]any)
	i := slices.IndexFunc(money, func(x any) bool { return strings.Contains(x.(string), "Buy") })
	if i < 0 {
		t.Fatalf("Milan can buy nothing: %v", money)
	}
	text, _ := json.Marshal(money[i])
	got := ask(t, s, `{"op":"legal","game":1,"power":"milan","form":"lines","buying":[`+string(text)+`]}`)
	units := got["bought"].(map[string]any)["units"].([]any)
	if len(units) != 1 || len(units[0].(map[string]any)["orders"].([]any)) < 2 {
		t.Errorf("for %s the orders are %v", text, units)
	}
}

// TestBatchOfRequests answers a list of requests in order, including wrong ones.
func TestBatchOfRequests(t *testing.T) {
	s := env.NewService("test")
	line := s.Answer(nil, []byte(`[{"id":1,"op":"reset","scenario":"A","seed":1},{"id":"two","op":"nothing"},{"id":3,"op":"step","game":1}]`))
	var got []map[string]any
	if err := json.Unmarshal(line, &got); err != nil {
		t.Fatal(err)
	}
	if len(got) != 3 || got[0]["game"] != 1.0 || got[1]["id"] != "two" || got[1]["error"] == nil || got[2]["phase"] == nil {
		t.Errorf("%s", line)
	}
}

// TestAnswerOfPlayer reads answers of player programs.
func TestAnswerOfPlayer(t *testing.T) {
	for _, x := range []struct{ line, want string }{
		{`{"id":4,"orders":["A Milan H",17]}`, ""},
		{`{"id":5,"orders":[]}`, "the answer is to request 5, not to 4: repeat the id of the request"},
		{`{"id":4,"orders":[null]}`, "order 1 is neither a line in quotation marks nor the number of an action: null"},
		{`{"id":4,"order":[]}`, "did you mean orders?"},
		{`hello`, "not JSON"},
		{``, "the line ends within a value"},
		{"{\"id\":4,\"orders\":[\"\xc3\"]}", "is not UTF-8"},
		{strings.Repeat(" ", env.MaxLine+1), "more than"},
	} {
		a, err := env.ReadAnswer([]byte(x.line), 4)
		switch {
		case x.want == "" && (err != nil || len(a.Orders) != 2 || a.Orders[0].Line != "A Milan H" || a.Orders[1].Action != 17):
			t.Errorf("%s: %v, %v", x.line, a, err)
		case x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)):
			t.Errorf("%.50s: %v, want %s", x.line, err, x.want)
		}
	}
}

// FuzzAnswer sends anything to a service with a game. It must answer with JSON.
func FuzzAnswer(f *testing.F) {
	state, err := newGame(f, setup(f, env.Scenario{Scenario: "A", Preset: "battleline-1978-basic"}), "1", 10).Save()
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{
		`{"op":"hello"}`, `{"id":1,"op":"step","game":1,"orders":{"milan":[1,"A Milan H"]},"legal":true}`, `[{"op":"close","game":1}]`,
		`{"op":"legal","game":1,"power":"milan","buying":["E: buy G Bologna"]}`, `{"op":"restore","state":"podesta-state-1-AAAA"}`,
		`{"op":"reset","scenario":"B","options":{"plague":"off"},"seats":[["milan"]],"seed":1,"years":3}`,
	} {
		f.Add([]byte(seed))
	}
	s := env.NewService("test") // so that the vocabulary is built only once
	f.Fuzz(func(t *testing.T, line []byte) {
		s.Answer(nil, []byte(`{"op":"restore","state":"`+state+`"}`))
		for _, part := range bytes.Split(s.Answer(nil, line), []byte("\n")) {
			if len(part) > 0 && !json.Valid(part) {
				t.Fatalf("%s", part)
			}
		}
	})
}
