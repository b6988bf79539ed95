package sandbox

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"podesta/internal/sandbox"
	"podesta/internal/web/page/pagetest"
	"podesta/internal/web/wire"
)

// box returns the link of the sandbox on a page.
func box(p *pagetest.Page) string { return p.URL.Query().Get("s") }

// newSandbox begins a sandbox without a script.
func newSandbox(t *testing.T, b *pagetest.Site, form url.Values) *pagetest.Page {
	t.Helper()
	b.Get("/sandbox").Has(t, http.StatusOK, "Sandbox", "The Balance of Power", "Or load a case")
	p := b.Post("/sandbox/new", form)
	p.Has(t, http.StatusOK, "Resolve", "Orders of Milan")
	return p
}

func written(link, then string, orders map[string]string) url.Values {
	v := url.Values{"s": {link}, "written": {"1"}, "then": {then}}
	for id, text := range orders {
		v.Set("orders-"+id, text)
	}
	return v
}

// TestSandboxWithoutScript plays a sandbox without a script: orders for several powers,
// their results and the reasons, on to the next phase, back, a branch, and the
// link opened by another visitor.
func TestSandboxWithoutScript(t *testing.T) {
	t.Parallel()
	b := pagetest.Open(t, New)
	p := newSandbox(t, b, url.Values{"choice": {"B/B-8"}, "preset": {"battleline-1978-advanced"}})
	p.Has(t, http.StatusOK, "Spring 1454, orders", "1978 Advanced", "There are no orders yet")
	p = b.Post("/sandbox", written(box(p), "look", map[string]string{"milan": "A Cremona - Mantua\nA Nowhere H", "venice": "A Verona - Mantua"}))
	p.Has(t, http.StatusOK, "What failed", "1 line could not be used", "1 against 1", "went there too", "/rules/battleline-1978-advanced", "A Cremona - Mantua")
	if p.Value("orders-venice") != "A Verona - Mantua" {
		t.Errorf("the orders of Venice are lost: %q", p.Value("orders-venice"))
	}
	for _, img := range p.Find("map") {
		m := b.Get(pagetest.Attr(img, "src"))
		if m.Status != http.StatusOK || !strings.Contains(m.Body, "<svg") {
			t.Errorf("%s: %d", pagetest.Attr(img, "src"), m.Status)
		}
	}
	shared := b.Get("/sandbox?s=" + box(p))
	shared.Has(t, http.StatusOK, "A Verona - Mantua")
	b.Get("/sandbox?without=0&s="+box(p)).Has(t, http.StatusOK, "Without", "A Cremona - Mantua", "Without it this would happen", "Verona", "Instead of")
	b.Get("/sandbox?without=9&s="+box(p)).Has(t, http.StatusUnprocessableEntity, "no such order")
	next := b.Post("/sandbox", written(box(p), "carry", map[string]string{"milan": "A Cremona - Mantua"}))
	next.Has(t, http.StatusOK, "Summer 1454, orders", "Standings now", "Mantua", "The report as text", "← Back")
	back := b.Get("/sandbox?at=0&s=" + box(next))
	back.Has(t, http.StatusOK, "Spring 1454, orders", "A Cremona - Mantua")
	other := b.Post("/sandbox", written(box(back), "carry", map[string]string{"milan": "A Pavia - Turin"}))
	other.Has(t, http.StatusOK, "Summer 1454, orders", "Or:")
	less := b.Post("/sandbox", url.Values{"s": {box(other)}, "then": {"prune 1"}})
	if less.Status != http.StatusOK || strings.Contains(less.Body, "Or:") {
		t.Errorf("the branch is still there")
	}
	anew := b.Post("/sandbox", url.Values{"s": {box(less)}, "then": {"anew"}})
	anew.Has(t, http.StatusOK, "Summer 1454, orders")
	if strings.Contains(anew.Body, "The report as text") {
		t.Error("what was before is still there")
	}
	rules := b.Post("/sandbox", url.Values{"s": {box(anew)}, "then": {"rules"}, "preset": {"battleline-1978-basic"}})
	rules.Has(t, http.StatusOK, "1978 Basic", "Summer 1454, orders")
	title := b.Post("/sandbox", url.Values{"s": {box(rules)}, "then": {"title"}, "title": {"<b>A siege</b>"}})
	title.Has(t, http.StatusOK, "&lt;b&gt;A siege&lt;/b&gt;")
	filled := b.Post("/sandbox", written(box(title), "fill", map[string]string{"milan": "A Turin H"}))
	if filled.Value("orders-milan") != "A Turin H" || filled.Value("orders-venice") == "" {
		t.Errorf("the computer wrote %q for Milan and %q for Venice", filled.Value("orders-milan"), filled.Value("orders-venice"))
	}
}

// TestSandboxCases loads a case and saves it again.
func TestSandboxCases(t *testing.T) {
	t.Parallel()
	b := pagetest.Open(t, New)
	text := `{"id": "A case", "scenario": "B", "phase": "fall 1455 orders", "orders": {"milan": ["A Pavia - Turin"]}, "dice": {"rolls": {"income milan 1": 6}}}`
	p := b.Post("/sandbox/load", url.Values{"case": {text}})
	p.Has(t, http.StatusOK, "A case", "Fall 1455, orders", "A Pavia - Turin", "income milan 1 6", "set by hand")
	c := b.Get("/sandbox/case.json?s=" + box(p))
	var saved struct {
		ID, Phase string
		Orders    map[string][]string
		Dice      struct{ Rolls map[string]int }
	}
	if err := json.Unmarshal([]byte(c.Body), &saved); err != nil || saved.Phase != "fall 1455 orders" || len(saved.Orders["milan"]) != 1 || saved.Dice.Rolls["income milan 1"] != 6 {
		t.Errorf("%v: %s", err, c.Body)
	}
	thrown := b.Post("/sandbox", url.Values{"s": {box(p)}, "written": {"1"}, "then": {"throw"}, "dice": {"income milan 1 = 2"}})
	thrown.Has(t, http.StatusOK, "income milan 1 2")
	if thrown.Value("seed") == "" {
		t.Error("the dice are not rolled again")
	}
	bad := b.Post("/sandbox/load", url.Values{"case": {`{"scenario": "B", "position": {"units": {"milan": ["A Upper Adriatic Sea"]}}}`}})
	bad.Has(t, http.StatusUnprocessableEntity, "The case cannot be used", "Upper Adriatic Sea")
	b.Post("/sandbox", url.Values{"s": {box(p)}, "written": {"1"}, "dice": {"six"}}).Has(t, http.StatusUnprocessableEntity, "sets no die")
}

// TestSandboxEdit edits a position with words, and by clicks as the script
// sends them.
func TestSandboxEdit(t *testing.T) {
	t.Parallel()
	b := pagetest.Open(t, New)
	p := newSandbox(t, b, url.Values{"choice": {"B/B-8"}, "preset": {"njudge-classic"}})
	at := "/sandbox/edit?s=" + box(p)
	b.Get(at).Has(t, http.StatusOK, "Edit the position", "How to write changes", `value="take"`)
	form := url.Values{"s": {box(p)}, "text": {"unit add milan A Turin"}, "season": {"fall retreats"}, "year": {"1460"}, "treasury-venice": {"99"}, "then": {"take"}}
	form.Set("season", "fall orders")
	bad := b.Post("/sandbox/edit", form)
	bad.Has(t, http.StatusUnprocessableEntity, "This is not possible", "control province Turin milan")
	form.Set("season", "fall retreats")
	form.Set("text", "unit add milan A Turin\ncontrol both Turin milan")
	form.Set("then", "look")
	b.Post("/sandbox/edit", form).Has(t, http.StatusOK, "Fall 1460, retreats", "99 ducats", "New: the Milanese army in Turin")
	form.Set("then", "take")
	made := b.Post("/sandbox/edit", form)
	made.Has(t, http.StatusOK, "Fall 1460, retreats", "99 ducats")
	click := b.Post("/sandbox/edit/check", url.Values{"s": {box(made)}, "tool": {"unit"}, "owner": {"france"}, "type": {"F"}, "at": {"prov"}, "text": {"siege Pavia"}})
	var a wire.Edited
	if err := json.Unmarshal([]byte(click.Body), &a); err != nil || a.Error == "" || a.Text != "siege Pavia" || a.Map != "" {
		t.Errorf("%v: %s", err, click.Body)
	}
	click = b.Post("/sandbox/edit/check", url.Values{"s": {box(made)}, "tool": {"unit"}, "owner": {"france"}, "type": {"F"}, "at": {"ua"}})
	a = wire.Edited{}
	if err := json.Unmarshal([]byte(click.Body), &a); err != nil || a.Text != "unit add france F Upper Adriatic Sea" || a.Map == "" {
		t.Errorf("%v: %s", err, click.Body)
	}
	for _, address := range []string{a.Map, a.Data} {
		if got := b.Get(address); got.Status != http.StatusOK || !strings.Contains(got.Body, "F:ua") {
			t.Errorf("%s: %d", address, got.Status)
		}
	}
}

// TestSandboxCheck sends orders to the check, as the script does.
func TestSandboxCheck(t *testing.T) {
	t.Parallel()
	b := pagetest.Open(t, New)
	p := newSandbox(t, b, url.Values{"choice": {"B/B-8"}, "preset": {"njudge-classic"}})
	got := b.Post("/sandbox/check", written(box(p), "", map[string]string{"milan": "A Pavia - Turin", "venice": ""}))
	var a struct {
		Boxes                     map[string]wire.Checked
		Arrows, Outcome, To, Link string
		Failed                    int
	}
	if err := json.Unmarshal([]byte(got.Body), &a); err != nil {
		t.Fatal(err)
	}
	if len(a.Boxes) != 8 || !strings.Contains(a.Arrows, `id="orders"`) || !strings.Contains(a.Outcome, "Turin") || a.Failed != 0 {
		t.Errorf("%+v", a)
	}
	b.Get(a.To).Has(t, http.StatusOK, "A Pavia - Turin")
	var table struct {
		Step  string
		Hands []struct{ Power string }
	}
	if err := json.Unmarshal([]byte(b.Get("/sandbox/table.json?s="+a.Link).Body), &table); err != nil || len(table.Hands) != 8 || table.Step != "orders" {
		t.Errorf("%v: %+v", err, table)
	}
	next := b.Post("/sandbox", written(a.Link, "carry", map[string]string{"milan": "A Pavia - Turin"}))
	for _, address := range []string{"steps.json", "first.svg", "map.svg?led=1"} {
		join := "?"
		if strings.Contains(address, "?") {
			join = "&"
		}
		if got := b.Get("/sandbox/" + address + join + "s=" + box(next)); got.Status != http.StatusOK {
			t.Errorf("%s: %d", address, got.Status)
		}
		if strings.Contains(address, "?") {
			continue
		}
		if got := b.Get("/sandbox/" + address + join + "s=" + a.Link); got.Status != http.StatusNotFound {
			t.Errorf("%s of a beginning: %d", address, got.Status)
		}
	}
}

// TestSandboxRefuses sends invalid links and texts that are too long.
func TestSandboxRefuses(t *testing.T) {
	t.Parallel()
	b := pagetest.Open(t, New)
	good := box(newSandbox(t, b, url.Values{"choice": {"B/B-8"}, "preset": {"njudge-classic"}}))
	for _, link := range []string{"x", good[:len(good)-2], "1" + strings.Repeat("A", 9000), "1%00<script>alert(1)</script>"} {
		for _, path := range []string{"/sandbox", "/sandbox/edit", "/sandbox/map.svg", "/sandbox/table.json", "/sandbox/case.json", "/sandbox/steps.json", "/sandbox/first.svg"} {
			p := b.Get(path + "?s=" + url.QueryEscape(link))
			if p.Status != http.StatusUnprocessableEntity || !strings.Contains(p.Body, "cannot be read") || strings.Contains(p.Body, "<script>alert") {
				t.Errorf("%s with the link %.20q: %d", path, link, p.Status)
			}
		}
		for _, path := range []string{"/sandbox", "/sandbox/check", "/sandbox/edit", "/sandbox/edit/check"} {
			b.Post(path, url.Values{"s": {link}}).Has(t, http.StatusUnprocessableEntity, "cannot be read")
		}
	}
	b.Get("/sandbox?at=7&s="+good).Has(t, http.StatusUnprocessableEntity, "no such phase")
	b.Post("/sandbox/new", url.Values{"choice": {"Z"}, "preset": {"njudge-classic"}}).Has(t, http.StatusUnprocessableEntity, "There is no scenario")
	b.Post("/sandbox/new", url.Values{"choice": {"B/B-8"}, "preset": {"mine"}}).Has(t, http.StatusUnprocessableEntity, "alert")
	b.Post("/sandbox/new", url.Values{"choice": {"B/B-99"}, "preset": {"njudge-classic"}}).Has(t, http.StatusUnprocessableEntity, "no variant")
	long := b.Post("/sandbox", written(good, "look", map[string]string{"milan": strings.Repeat("A Pavia H\n", 1000)}))
	long.Has(t, http.StatusUnprocessableEntity, "too long", "A Pavia H")
	random := ""
	for i := range 3000 {
		random += strconv.FormatInt(int64(i*i*7919+i), 36)
	}
	orders := map[string]string{}
	for i, id := range []string{"milan", "venice", "florence", "naples", "papacy"} {
		orders[id] = random[i*2500 : i*2500+2400]
	}
	b.Post("/sandbox", written(good, "look", orders)).Has(t, http.StatusUnprocessableEntity, "too long for that", random[:50])
	var answer struct{ Problem string }
	if err := json.Unmarshal([]byte(b.Post("/sandbox/check", written(good, "", orders)).Body), &answer); err != nil || !strings.Contains(answer.Problem, "too long") {
		t.Errorf("%v: %+v", err, answer)
	}
	if len(good) > sandbox.MaxLink {
		t.Errorf("a link of %d characters", len(good))
	}
}
