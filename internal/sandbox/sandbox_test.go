package sandbox

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/interchange"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/whatif"
)

func begin(t *testing.T, id, preset string) *Book {
	t.Helper()
	b, err := Begin(id, "", preset, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func here(t *testing.T, b *Book) *Tree {
	t.Helper()
	x, err := b.Here()
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// again returns the book after a round trip through its link.
func again(t *testing.T, b *Book) *Book {
	t.Helper()
	link, err := b.Link()
	if err != nil {
		t.Fatal(err)
	}
	c, err := Open(link)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// stands returns the position of a book, with its phase.
func stands(t *testing.T, b *Book) string {
	t.Helper()
	p := here(t, b).Position()
	return p.Phase.String() + " " + string(interchange.AppendPosition(nil, p))
}

// botOrders lets computer players write the orders of all powers.
func botOrders(t *testing.T, b *Book) Given {
	t.Helper()
	x := here(t, b)
	p := x.Position()
	player, err := bot.New("random")
	if err != nil {
		t.Fatal(err)
	}
	g := Given{Orders: map[string]string{}}
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		for _, l := range player.Decide(bot.Look(p, x.Rules, bot.Alone(p, power), "s"), power) {
			g.Orders[p.Setting.Powers[power].ID] += l.Text + "\n"
		}
	}
	return g
}

// TestEveryScenario begins every scenario, and one of them with every possible edition, plays
// two years, and makes a round trip through a link after each phase.
func TestEveryScenario(t *testing.T) {
	for _, info := range scenario.List() {
		for i, preset := range rules.Presets() {
			if i > 0 && info.ID != "B" {
				continue
			}
			b, err := Begin(info.ID, "", preset.ID, nil)
			if err != nil {
				t.Logf("%s by %s: %v", info.ID, preset.ID, err)
				continue
			}
			longest := 0
			for range 8 {
				if here(t, b).Over() {
					break
				}
				if b, err = b.Write(botOrders(t, b)); err != nil {
					t.Fatal(err)
				}
				if b, err = b.Next(); err != nil {
					t.Fatal(err)
				}
				link, err := b.Link()
				if err != nil {
					t.Fatalf("%s by %s: after %d phases: %v", info.ID, preset.ID, len(b.Nodes), err)
				}
				longest = max(longest, len(link))
				if is := again(t, b); stands(t, is) != stands(t, b) {
					t.Fatalf("%s by %s: the link leads elsewhere", info.ID, preset.ID)
				}
			}
			made, err := here(t, b).Anew()
			if err != nil {
				t.Fatal(err)
			}
			if stands(t, again(t, made)) != stands(t, b) {
				t.Errorf("%s by %s: begun again it is another position:\n%s\n%s", info.ID, preset.ID, stands(t, again(t, made)), stands(t, b))
			}
			link, _ := made.Link()
			t.Logf("%s by %s: %d phases %d characters; the last alone %d", info.ID, preset.ID, len(b.Nodes), longest, len(link))
		}
	}
}

// TestBranches goes back, gives other orders, and removes a branch.
func TestBranches(t *testing.T) {
	b := begin(t, "B", "")
	go1 := Given{Orders: map[string]string{"milan": "A Pavia - Montferrat\n\n", "venice": " \n"}}
	b, _ = b.Write(go1)
	if got := b.Draft.Orders; len(got) != 1 || got["milan"] != "A Pavia - Montferrat" {
		t.Errorf("written: %q", got)
	}
	one, err := b.Next()
	if err != nil {
		t.Fatal(err)
	}
	two, err := one.Next() // summer
	if err != nil {
		t.Fatal(err)
	}
	back := two.Stand(0, 1)
	if back.Draft.Orders["milan"] != "A Pavia - Montferrat" {
		t.Errorf("back at the beginning the orders are %q", back.Draft.Orders)
	}
	if same, err := back.Next(); err != nil || same.At != 1 || len(same.Nodes) != 3 {
		t.Errorf("the same orders again: node %d of %d, %v", same.At, len(same.Nodes), err)
	}
	other, _ := back.Write(Given{Orders: map[string]string{"milan": "A Pavia - Turin"}})
	other, err = other.Next()
	if err != nil || other.At != 3 || other.Nodes[3].From != 0 {
		t.Fatalf("other orders: %+v, %v", other, err)
	}
	at := func(b *Book, code string) bool {
		p := here(t, b).Position()
		m, _ := p.Setting.Board.Find(code)
		return p.Field(m.ID) >= 0
	}
	if !at(one, "Montferrat") || at(other, "Montferrat") || !at(other, "Turin") {
		t.Error("the branches are not what was ordered")
	}
	less, err := other.Prune(1)
	if err != nil || len(less.Nodes) != 2 || less.At != 1 || !at(less, "Turin") {
		t.Errorf("without the first branch: %+v, %v", less, err)
	}
	if less, err = two.Prune(1); err != nil || less.At != 0 || len(less.Nodes) != 1 {
		t.Errorf("without the branch looked at: %+v, %v", less, err)
	}
	if _, err := two.Prune(0); err == nil {
		t.Error("the beginning was taken out")
	}
	broken := other.Clone()
	broken.Nodes[1].By = &Given{Orders: go1.Orders, Seed: "zz"}
	x, err := broken.All()
	if err != nil || x.Moment[1].Err == nil || x.Moment[2].Err == nil || x.Position() == nil {
		t.Errorf("a branch that cannot be worked out takes others with it: %v", err)
	}
	full := begin(t, "A", "battleline-1978-basic")
	for i := range 2 * MaxNodes {
		if full, err = full.Write(Given{Seed: strings.Repeat("a", 2*(i%30+1))}); err != nil {
			t.Fatal(err)
		}
		if full, err = full.Next(); err != nil {
			break
		}
		full = full.Stand(0, 0)
	}
	if len(full.Nodes) > MaxNodes {
		t.Errorf("%d phases", len(full.Nodes))
	}
}

// TestCases reads and writes the interchange format.
func TestCases(t *testing.T) {
	for _, c := range []struct{ name, text, problem string }{
		{"the least", `{"scenario":"B"}`, ""},
		{"orders and dice", `{"id":"x","scenario":"B","rules":{"preset":"battleline-1978-advanced","options":{"famine":true}},"phase":"fall 1455 orders","orders":{"milan":["A Pavia - Turin","nonsense"]},"dice":{"seed":"00ff","rolls":{"income milan 1":2}}}`, ""},
		{"retreats", `{"scenario":"B","phase":"spring 1454 retreats","position":{"dislodged":[{"power":"milan","unit":"A Turin","from":"Pavia"}]}}`, ""},
		{"a list of one", `[{"scenario":"A"}]`, ""},
		{"Diplomacy", `{"scenario":"diplomacy","orders":{"france":["A Paris - Burgundy"]}}`, ""},
		{"nothing", " ", "Paste a case first."},
		{"no JSON", "A Pavia - Turin", "This is not a case in JSON"},
		{"no scenario", "{}", "needs the member scenario"},
		{"no such scenario", `{"scenario":"Z"}`, "cannot be used"},
		{"an impossible position", `{"scenario":"B","position":{"units":{"milan":["A Upper Adriatic Sea"]}}}`, "cannot be used"},
		{"two", `[{"scenario":"A"},{"scenario":"B"}]`, "cannot be used"},
		{"too long", strings.Repeat(" ", MaxCase) + "{}", "longer than 128 KB"},
		{"too many orders", `{"scenario":"B","orders":{"milan":[` + strings.Repeat(`"A Pavia H",`, 1000) + `"A Pavia H"]}}`, "too long"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, err := Load(c.text)
			if c.problem != "" {
				if err == nil || !strings.Contains(err.Error(), c.problem) {
					t.Fatalf("error %v, want %q", err, c.problem)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			x := here(t, again(t, b))
			text := x.Case()
			second, err := Load(string(text))
			if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			if string(here(t, second).Case()) != string(text) {
				t.Errorf("read again it is\n%s\nnot\n%s", here(t, second).Case(), text)
			}
			o, err := x.Draft()
			if err != nil {
				t.Fatal(err)
			}
			compact, _ := json.Marshal(json.RawMessage(text))
			line, err := interchange.New().Append(nil, compact, 1)
			if err != nil {
				t.Fatal(err)
			}
			var result struct{ Position json.RawMessage }
			if err := json.Unmarshal(line, &result); err != nil {
				t.Fatal(err)
			}
			if mine := string(interchange.AppendPosition(nil, o.Next)); mine != string(result.Position) {
				t.Errorf("the engine's own result of the case differs:\n%s\n%s", mine, result.Position)
			}
		})
	}
}

// TestFromGame begins with a position of a game that contains only what a reader may know of it.
func TestFromGame(t *testing.T) {
	b, err := Begin("B", "", "njudge-classic", map[string]string{"treasury-visibility": "hidden"})
	if err != nil {
		t.Fatal(err)
	}
	b, _ = b.Write(botOrders(t, b))
	next, err := b.Next()
	if err != nil {
		t.Fatal(err)
	}
	x := here(t, next)
	milan, _ := x.Start.Setting.Powers.Find("milan")
	eyes := report.For(milan)
	seen := report.Seen(x.Came().Events, eyes, x.Rules)
	before := report.Known(x.Came().Before, eyes, x.Rules)
	made, err := From(before, x.Rules, "A game", Disclosed(before, seen, nil))
	if err != nil {
		t.Fatal(err)
	}
	p := here(t, again(t, made)).Position()
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		if secret := x.Came().Before.Treasury[power]; power != milan && p.Treasury[power] != 0 && secret != 0 {
			t.Errorf("%s has %d ducats", p.Setting.Powers[power].ID, p.Treasury[power])
		}
	}
	if made.Draft.Orders["milan"] == "" {
		t.Error("the orders of the phase are missing")
	}
}

// TestHostileLinks checks that every invalid link causes an error that can be
// shown.
func TestHostileLinks(t *testing.T) {
	good, err := begin(t, "B", "").Link()
	if err != nil {
		t.Fatal(err)
	}
	pack := func(text string) string {
		link, err := packed([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return link
	}
	for name, link := range map[string]string{
		"empty":             "",
		"no form":           "A",
		"another form":      "2" + good[1:],
		"cut off":           good[:len(good)-3],
		"too long":          "1" + strings.Repeat("A", MaxLink),
		"no base64":         "1!!!!",
		"a bomb":            pack(strings.Repeat(" ", 10<<20)),
		"no JSON":           pack("hello"),
		"two values":        pack(`{"s":"B","r":"njudge-classic","n":[{}]} {}`),
		"other members":     pack(`{"s":"B","r":"njudge-classic","n":[{}],"x":1}`),
		"no nodes":          pack(`{"s":"B","r":"njudge-classic"}`),
		"nowhere":           pack(`{"s":"B","r":"njudge-classic","n":[{}],"a":1}`),
		"before the first":  pack(`{"s":"B","r":"njudge-classic","n":[{}],"a":-1}`),
		"a ring":            pack(`{"s":"B","r":"njudge-classic","n":[{},{"f":2,"b":{}},{"f":1,"b":{}}],"a":1}`),
		"a node of nothing": pack(`{"s":"B","r":"njudge-classic","n":[{},{}],"a":1}`),
		"no such scenario":  pack(`{"s":"Z","r":"njudge-classic","n":[{}]}`),
		"no such preset":    pack(`{"s":"B","r":"mine","n":[{}]}`),
		"no such players":   pack(`{"s":"B","v":"B-4","r":"njudge-classic","c":[["milan"]],"n":[{}]}`),
		"no choice":         pack(`{"s":"B","r":"njudge-classic","c":[["milan","venice"]],"n":[{}]}`),
		"no such power":     pack(`{"s":"B","v":"B-4","r":"njudge-classic","c":[["x","y"],["z","u"],["v","w"],["a","b"]],"n":[{}]}`),
		"no such option":    pack(`{"s":"B","r":"njudge-classic","o":{"x":"y"},"n":[{}]}`),
		"a bad position":    pack(`{"s":"B","r":"njudge-classic","n":[{"h":"spring 1454 orders","p":{"units":7}}]}`),
		"no phase":          pack(`{"s":"B","r":"njudge-classic","n":[{"h":"monday","p":{}}]}`),
		"a bad seed":        pack(`{"s":"B","r":"njudge-classic","n":[{}],"w":{"e":"xyz"}}`),
		"a bad die":         pack(`{"s":"B","r":"njudge-classic","n":[{"h":"fall 1454 orders","p":{}},{"b":{"d":{"famine severity":77}}}],"a":1}`),
		"after victory":     pack(`{"s":"B","r":"njudge-classic","n":[{"h":"spring 1454 orders","p":{"victors":["milan"]}},{"b":{}}],"a":1}`),
	} {
		t.Run(name, func(t *testing.T) {
			b, err := Open(link)
			if err == nil {
				_, err = b.Here()
			}
			var told *Error
			if !errors.As(err, &told) {
				t.Errorf("error %v", err)
			}
		})
	}
}

// TestWithout tests the description of an order's effect.
func TestWithout(t *testing.T) {
	b := begin(t, "B", "battleline-1978-advanced")
	b, err := b.Write(Given{Orders: map[string]string{"milan": "A Cremona - Mantua\nA Nonsense H", "venice": "A Verona - Mantua\nA Padua H"}})
	if err != nil {
		t.Fatal(err)
	}
	x := here(t, b)
	for _, c := range []struct {
		line          int
		with, without string // words in the description; "" if it must be empty
	}{
		{0, "bounce", "Verona"},
		{2, "bounce", "Cremona"},
		{3, "", ""},
	} {
		d, err := x.Without(c.line)
		if err != nil {
			t.Fatal(err)
		}
		for _, y := range []struct {
			facts []whatif.Fact
			want  string
		}{{d.With, c.with}, {d.Without, c.without}} {
			all := ""
			for _, f := range y.facts {
				all += f.Message.String() + "\n"
			}
			if y.want == "" && all != "" || !strings.Contains(all, y.want) {
				t.Errorf("%s: got %q, want %q", d.Line.Text, all, y.want)
			}
		}
	}
	for _, n := range []int{-1, 1, 4} {
		if _, err := x.Without(n); err == nil {
			t.Errorf("there is a line %d", n)
		}
	}
}
