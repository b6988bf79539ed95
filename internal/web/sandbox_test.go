package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"podesta/internal/sandbox"
	"podesta/internal/web/wire"
	"podesta/machiavelli"
)

// TestSandboxShares checks that a sandbox shows what the powers can expect while it
// comes from a scenario by orders alone, and not for a position that was taken from
// a running game between people or changed by hand.
func TestSandboxShares(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	const shown = "Expected share of the victory"
	b := h.browser()
	p := b.post("/sandbox/new", url.Values{"choice": {"A/A-4"}, "preset": {"battleline-1978-basic"}})
	p.has(t, http.StatusOK, shown, "the opinion of the computer player")
	link := p.url.Query().Get("s")
	p = b.post("/sandbox", url.Values{"s": {link}, "then": {"carry"}})
	p.has(t, http.StatusOK, shown)
	p = b.post("/sandbox", url.Values{"s": {p.url.Query().Get("s")}, "then": {"anew"}})
	if p.has(t, http.StatusOK, "Steps"); strings.Contains(p.body, shown) {
		t.Error("a position without its past has shares")
	}
	at, master, players := h.four()
	for range 2 {
		rev := strconv.Itoa(h.revision(strings.TrimPrefix(at, "/g/")))
		master.post(at+"/carryout", url.Values{"revision": {rev}}).has(t, http.StatusOK)
	}
	for _, b := range players {
		p := b.get(at + "/sandbox")
		if p.has(t, http.StatusOK, "Steps"); strings.Contains(p.body, shown) {
			t.Error("the position of a running game between people has shares")
		}
	}
}

// box returns the link of the sandbox that a page shows.
func (p *response) box() string { return p.url.Query().Get("s") }

// newSandbox begins a sandbox without a script.
func newSandbox(t *testing.T, b *browser, form url.Values) *response {
	t.Helper()
	b.get("/sandbox").has(t, http.StatusOK, "Sandbox", "The Balance of Power", "Or load a case")
	p := b.post("/sandbox/new", form)
	p.has(t, http.StatusOK, "Resolve", "Orders of Milan")
	return p
}

func written(link, then string, orders map[string]string) url.Values {
	v := url.Values{"s": {link}, "written": {"1"}, "then": {then}}
	for id, text := range orders {
		v.Set("orders-"+id, text)
	}
	return v
}

// TestSandbox plays a sandbox without a script: orders for several powers,
// their results and the reasons, on to the next phase, back, a branch, and the
// link opened by another visitor.
func TestSandbox(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.browser()
	p := newSandbox(t, b, url.Values{"choice": {"B/B-8"}, "preset": {"battleline-1978-advanced"}})
	p.has(t, http.StatusOK, "Spring 1454, orders", "1978 Advanced", "There are no orders yet")
	p = b.post("/sandbox", written(p.box(), "look", map[string]string{"milan": "A Cremona - Mantua\nA Nowhere H", "venice": "A Verona - Mantua"}))
	p.has(t, http.StatusOK, "What failed", "A line could not be used", "1 against 1", "went there too", "/rules/battleline-1978-advanced", "A Cremona - Mantua")
	if p.value("orders-venice") != "A Verona - Mantua" {
		t.Errorf("the orders of Venice are lost: %q", p.value("orders-venice"))
	}
	for _, img := range p.find("map") {
		m := b.get(attr(img, "src"))
		if m.status != http.StatusOK || !strings.Contains(m.body, "<svg") {
			t.Errorf("%s: %d", attr(img, "src"), m.status)
		}
	}
	shared := h.browser().get("/sandbox?s=" + p.box())
	shared.has(t, http.StatusOK, "A Verona - Mantua")
	b.get("/sandbox?without=0&s="+p.box()).has(t, http.StatusOK, "Without", "A Cremona - Mantua", "Without it this would happen", "Verona", "Instead of")
	b.get("/sandbox?without=9&s="+p.box()).has(t, http.StatusUnprocessableEntity, "no such order")
	next := b.post("/sandbox", written(p.box(), "carry", map[string]string{"milan": "A Cremona - Mantua"}))
	next.has(t, http.StatusOK, "Summer 1454, orders", "How it stands", "Mantua", "The report as text", "← Back")
	back := b.get("/sandbox?at=0&s=" + next.box())
	back.has(t, http.StatusOK, "Spring 1454, orders", "A Cremona - Mantua")
	other := b.post("/sandbox", written(back.box(), "carry", map[string]string{"milan": "A Pavia - Turin"}))
	other.has(t, http.StatusOK, "Summer 1454, orders", "Or:")
	less := b.post("/sandbox", url.Values{"s": {other.box()}, "then": {"prune 1"}})
	if less.status != http.StatusOK || strings.Contains(less.body, "Or:") {
		t.Errorf("the branch is still there")
	}
	anew := b.post("/sandbox", url.Values{"s": {less.box()}, "then": {"anew"}})
	anew.has(t, http.StatusOK, "Summer 1454, orders")
	if strings.Contains(anew.body, "The report as text") {
		t.Error("what was before is still there")
	}
	rules := b.post("/sandbox", url.Values{"s": {anew.box()}, "then": {"rules"}, "preset": {"battleline-1978-basic"}})
	rules.has(t, http.StatusOK, "1978 Basic", "Summer 1454, orders")
	title := b.post("/sandbox", url.Values{"s": {rules.box()}, "then": {"title"}, "title": {"<b>A siege</b>"}})
	title.has(t, http.StatusOK, "&lt;b&gt;A siege&lt;/b&gt;")
	filled := b.post("/sandbox", written(title.box(), "fill", map[string]string{"milan": "A Turin H"}))
	if filled.value("orders-milan") != "A Turin H" || filled.value("orders-venice") == "" {
		t.Errorf("the computer wrote %q for Milan and %q for Venice", filled.value("orders-milan"), filled.value("orders-venice"))
	}
}

// TestSandboxCases loads a case and saves it again.
func TestSandboxCases(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	text := `{"id": "A case", "scenario": "B", "phase": "fall 1455 orders", "orders": {"milan": ["A Pavia - Turin"]}, "dice": {"rolls": {"income milan 1": 6}}}`
	p := b.post("/sandbox/load", url.Values{"case": {text}})
	p.has(t, http.StatusOK, "A case", "Fall 1455, orders", "A Pavia - Turin", "income milan 1 6", "set by hand")
	c := b.get("/sandbox/case.json?s=" + p.box())
	var saved struct {
		ID, Phase string
		Orders    map[string][]string
		Dice      struct{ Rolls map[string]int }
	}
	if err := json.Unmarshal([]byte(c.body), &saved); err != nil || saved.Phase != "fall 1455 orders" || len(saved.Orders["milan"]) != 1 || saved.Dice.Rolls["income milan 1"] != 6 {
		t.Errorf("%v: %s", err, c.body)
	}
	thrown := b.post("/sandbox", url.Values{"s": {p.box()}, "written": {"1"}, "then": {"throw"}, "dice": {"income milan 1 = 2"}})
	thrown.has(t, http.StatusOK, "income milan 1 2")
	if thrown.value("seed") == "" {
		t.Error("the dice are not rolled again")
	}
	bad := b.post("/sandbox/load", url.Values{"case": {`{"scenario": "B", "position": {"units": {"milan": ["A Upper Adriatic Sea"]}}}`}})
	bad.has(t, http.StatusUnprocessableEntity, "The case cannot be used", "Upper Adriatic Sea")
	b.post("/sandbox", url.Values{"s": {p.box()}, "written": {"1"}, "dice": {"six"}}).has(t, http.StatusUnprocessableEntity, "sets no die")
}

// TestSandboxEdit edits a position with words, and by clicks as the script
// sends them.
func TestSandboxEdit(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	p := newSandbox(t, b, url.Values{"choice": {"B/B-8"}, "preset": {"njudge-classic"}})
	at := "/sandbox/edit?s=" + p.box()
	b.get(at).has(t, http.StatusOK, "Edit the position", "How to write changes", `value="take"`)
	form := url.Values{"s": {p.box()}, "text": {"unit add milan A Turin"}, "season": {"fall retreats"}, "year": {"1460"}, "treasury-venice": {"99"}, "then": {"take"}}
	form.Set("season", "fall orders")
	bad := b.post("/sandbox/edit", form)
	bad.has(t, http.StatusUnprocessableEntity, "This is not possible", "control province Turin milan")
	form.Set("season", "fall retreats")
	form.Set("text", "unit add milan A Turin\ncontrol both Turin milan")
	form.Set("then", "look")
	b.post("/sandbox/edit", form).has(t, http.StatusOK, "Fall 1460, retreats", "99 ducats", "New: the Milanese army in Turin")
	form.Set("then", "take")
	made := b.post("/sandbox/edit", form)
	made.has(t, http.StatusOK, "Fall 1460, retreats", "99 ducats")
	click := b.post("/sandbox/edit/check", url.Values{"s": {made.box()}, "tool": {"unit"}, "owner": {"france"}, "type": {"F"}, "at": {"prov"}, "text": {"siege Pavia"}})
	var a wire.Edited
	if err := json.Unmarshal([]byte(click.body), &a); err != nil || a.Error == "" || a.Text != "siege Pavia" || a.Map != "" {
		t.Errorf("%v: %s", err, click.body)
	}
	click = b.post("/sandbox/edit/check", url.Values{"s": {made.box()}, "tool": {"unit"}, "owner": {"france"}, "type": {"F"}, "at": {"ua"}})
	a = wire.Edited{}
	if err := json.Unmarshal([]byte(click.body), &a); err != nil || a.Text != "unit add france F Upper Adriatic Sea" || a.Map == "" {
		t.Errorf("%v: %s", err, click.body)
	}
	for _, address := range []string{a.Map, a.Data} {
		if got := b.get(address); got.status != http.StatusOK || !strings.Contains(got.body, "F:ua") {
			t.Errorf("%s: %d", address, got.status)
		}
	}
}

// TestSandboxCheck sends orders to the check, as the script does.
func TestSandboxCheck(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	p := newSandbox(t, b, url.Values{"choice": {"B/B-8"}, "preset": {"njudge-classic"}})
	got := b.post("/sandbox/check", written(p.box(), "", map[string]string{"milan": "A Pavia - Turin", "venice": ""}))
	var a struct {
		Boxes                     map[string]wire.Checked
		Arrows, Outcome, To, Link string
		Failed                    int
	}
	if err := json.Unmarshal([]byte(got.body), &a); err != nil {
		t.Fatal(err)
	}
	if len(a.Boxes) != 8 || !strings.Contains(a.Arrows, `id="orders"`) || !strings.Contains(a.Outcome, "Turin") || a.Failed != 0 {
		t.Errorf("%+v", a)
	}
	b.get(a.To).has(t, http.StatusOK, "A Pavia - Turin")
	var table struct {
		Step  string
		Hands []struct{ Power string }
	}
	if err := json.Unmarshal([]byte(b.get("/sandbox/table.json?s="+a.Link).body), &table); err != nil || len(table.Hands) != 8 || table.Step != "orders" {
		t.Errorf("%v: %+v", err, table)
	}
	next := b.post("/sandbox", written(a.Link, "carry", map[string]string{"milan": "A Pavia - Turin"}))
	for _, address := range []string{"steps.json", "first.svg", "map.svg?led=1"} {
		join := "?"
		if strings.Contains(address, "?") {
			join = "&"
		}
		if got := b.get("/sandbox/" + address + join + "s=" + next.box()); got.status != http.StatusOK {
			t.Errorf("%s: %d", address, got.status)
		}
		if strings.Contains(address, "?") {
			continue
		}
		if got := b.get("/sandbox/" + address + join + "s=" + a.Link); got.status != http.StatusNotFound {
			t.Errorf("%s of a beginning: %d", address, got.status)
		}
	}
}

// TestSandboxRefuses sends invalid links and texts that are too long.
func TestSandboxRefuses(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	good := newSandbox(t, b, url.Values{"choice": {"B/B-8"}, "preset": {"njudge-classic"}}).box()
	for _, link := range []string{"x", good[:len(good)-2], "1" + strings.Repeat("A", 9000), "1%00<script>alert(1)</script>"} {
		for _, path := range []string{"/sandbox", "/sandbox/edit", "/sandbox/map.svg", "/sandbox/table.json", "/sandbox/case.json", "/sandbox/steps.json", "/sandbox/first.svg"} {
			p := b.get(path + "?s=" + url.QueryEscape(link))
			if p.status != http.StatusUnprocessableEntity || !strings.Contains(p.body, "cannot be read") || strings.Contains(p.body, "<script>alert") {
				t.Errorf("%s with the link %.20q: %d", path, link, p.status)
			}
		}
		for _, path := range []string{"/sandbox", "/sandbox/check", "/sandbox/edit", "/sandbox/edit/check"} {
			b.post(path, url.Values{"s": {link}}).has(t, http.StatusUnprocessableEntity, "cannot be read")
		}
	}
	b.get("/sandbox?at=7&s="+good).has(t, http.StatusUnprocessableEntity, "no such phase")
	b.post("/sandbox/new", url.Values{"choice": {"Z"}, "preset": {"njudge-classic"}}).has(t, http.StatusUnprocessableEntity, "There is no scenario")
	b.post("/sandbox/new", url.Values{"choice": {"B/B-8"}, "preset": {"mine"}}).has(t, http.StatusUnprocessableEntity, "alert")
	b.post("/sandbox/new", url.Values{"choice": {"B/B-99"}, "preset": {"njudge-classic"}}).has(t, http.StatusUnprocessableEntity, "no variant")
	long := b.post("/sandbox", written(good, "look", map[string]string{"milan": strings.Repeat("A Pavia H\n", 1000)}))
	long.has(t, http.StatusUnprocessableEntity, "too long", "A Pavia H")
	random := ""
	for i := range 3000 {
		random += strconv.FormatInt(int64(i*i*7919+i), 36)
	}
	orders := map[string]string{}
	for i, id := range []string{"milan", "venice", "florence", "naples", "papacy"} {
		orders[id] = random[i*2500 : i*2500+2400]
	}
	b.post("/sandbox", written(good, "look", orders)).has(t, http.StatusUnprocessableEntity, "too long for that", random[:50])
	var answer struct{ Problem string }
	if err := json.Unmarshal([]byte(b.post("/sandbox/check", written(good, "", orders)).body), &answer); err != nil || !strings.Contains(answer.Problem, "too long") {
		t.Errorf("%v: %+v", err, answer)
	}
	if len(good) > sandbox.MaxLink {
		t.Errorf("a link of %d characters", len(good))
	}
}

// TestSandboxOfGame opens phases of a game and of lessons: the sandbox does not
// contain what the visitor may not know.
func TestSandboxOfGame(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, master := h.game(url.Values{"choice": {"B/B-8"}, "preset": {"njudge-classic"}, "opt-treasury-visibility": {"hidden"}, "name": {"Secrets"}})
	seats := h.seats(id, master)
	for _, who := range []string{"milan", "venice"} {
		rev := strconv.Itoa(h.revision(id))
		text := map[string]string{"milan": "A Pavia - Turin", "venice": "A Verona - Trent\npay 3 to Turks"}[who]
		seats[who].post("/g/"+id+"/orders", url.Values{"revision": {rev}, "orders-" + who: {text}}).has(t, http.StatusOK)
	}
	at := "/g/" + id + "/sandbox"
	// knows returns the powers whose ducats a sandbox contains, and its orders.
	knows := func(b *browser, path string) (map[string]bool, map[string]string) {
		t.Helper()
		p := b.get(path)
		p.has(t, http.StatusOK, "Sandbox", "Secrets")
		book, err := sandbox.Open(p.box())
		if err != nil {
			t.Fatal(err)
		}
		tree, err := book.Here()
		if err != nil {
			t.Fatal(err)
		}
		pos := tree.Position()
		rich := map[string]bool{}
		for x := machiavelli.Power(1); int(x) < len(pos.Setting.Powers); x++ {
			if pos.Treasury[x] > 0 || pos.Chits[x] != [len(pos.Chits)]uint8{} {
				rich[pos.Setting.Powers[x].ID] = true
			}
		}
		return rich, book.Draft.Orders
	}
	check := func(name string, b *browser, path string, powers int, has, lacks string) {
		t.Helper()
		rich, orders := knows(b, path)
		all := ""
		for who, text := range orders {
			all += who + ": " + text + "\n"
		}
		if len(rich) != powers || !strings.Contains(all, has) || lacks != "" && strings.Contains(all, lacks) {
			t.Errorf("%s: knows the money of %v, and has the orders\n%s", name, rich, all)
		}
	}
	check("Milan", seats["milan"], at, 1, "A Pavia - Turin", "Verona")
	check("a stranger", h.browser(), at, 0, "", "Turin")
	check("the master", master, at, 8, "", "")
	master.post("/g/"+id+"/carryout", url.Values{"revision": {strconv.Itoa(h.revision(id))}}).has(t, http.StatusOK)
	check("Milan, of what is over", seats["milan"], at+"?n=1", 1, "A Verona - Trent", "pay 3")
	check("Venice, of what is over", seats["venice"], at+"?n=1", 1, "pay 3", "")
	check("a stranger, of what is over", h.browser(), at+"?n=1", 0, "A Pavia - Turin", "pay 3")
	check("the master, of what is over", master, at+"?n=1", 8, "pay 3", "")
	check("the Turks, now", seats["turks"], at, 1, "", "pay 3")
	for _, bad := range []string{"?n=0", "?n=3", "?n=x"} {
		h.browser().get(at+bad).has(t, http.StatusNotFound, "There is no such phase")
	}
	h.browser().get("/g/nothing/sandbox").has(t, http.StatusNotFound)
	h.browser().get("/g/"+id+"/p/1").has(t, http.StatusOK, "Open in the sandbox")
	for path, says := range map[string]string{"/learn/first-support": "Orders of", "/learn/game/florence/1": "The introductory game"} {
		h.browser().get(path).has(t, http.StatusOK, "in the sandbox")
		h.browser().get(path+"/sandbox").has(t, http.StatusOK, says, "Resolve")
	}
	own := h.browser().post("/new", url.Values{"library": {ford}, "preset": {"battleline-1978-basic"}, "name": {"Own"}})
	own.has(t, http.StatusOK)
	h.browser().get(own.url.Path+"/sandbox").has(t, http.StatusUnprocessableEntity, "none of the judge")
}

// ford is a custom scenario.
const ford = `
board:
  slug: ford
  areas:
    - {code: mil, name: Milltown, city: fortified 2, army: gra}
    - {code: gra, name: Grange, city: unfortified 1, army: mil}
powers:
  - {id: millers, letter: M}
scenarios:
  - id: ford
    year: 1300
    options: {victory-cities: 2}
    powers:
      - {power: millers, home: mil, units: [A mil]}
`
