package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"

	"podesta/internal/web/wire"
)

// basicA returns the form for the game that most tests play.
func basicA(extra ...string) url.Values {
	form := url.Values{"name": {"Test"}, "choice": {"A/A-4"}, "preset": {"battleline-1978-basic"}}
	for i := 0; i < len(extra); i += 2 {
		form.Set(extra[i], extra[i+1])
	}
	return form
}

func TestPagesWithoutGame(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.browser()
	b.get("/").has(t, http.StatusOK, "New game")
	b.get("/new").has(t, http.StatusOK, "Edition", "Convoy routes")
	b.get("/healthz").has(t, http.StatusOK, "ok")
	b.get("/static/style.css").has(t, http.StatusOK, "--accent")
	b.get("/static/nothing.css").has(t, http.StatusNotFound)
	b.get("/g/nosuchgame").has(t, http.StatusNotFound, "Not found")
	b.get("/g/nosuchgame?key=x").has(t, http.StatusNotFound)
	b.get("/g/nosuchgame/p/1").has(t, http.StatusNotFound)
	b.get("/g/nosuchgame/map/1.svg").has(t, http.StatusNotFound)
	b.get("/elsewhere").has(t, http.StatusNotFound, "Page not found")
	p := b.get("/")
	if p.header.Get("Content-Security-Policy") == "" || p.header.Get("X-Content-Type-Options") != "nosniff" {
		t.Error("the security headers are missing")
	}
}

func TestNewGameRefused(t *testing.T) {
	t.Parallel()
	h := open(t)
	for name, c := range map[string]struct {
		form url.Values
		says string
	}{
		"no scenario":    {basicA("choice", "Z/Z-9"), "scenario"},
		"no variant":     {basicA("choice", "A/A-99"), "variant"},
		"no edition":     {basicA("preset", "house-rules"), "preset"},
		"no such option": {basicA("opt-dragons", "on"), "dragons"},
		"bad value":      {basicA("opt-convoy-route", "scenic"), "scenic"},
		"bad pace":       {basicA("pace", "soon"), "pace"},
		"long name":      {basicA("name", strings.Repeat("x", 90)), "too long"},
		"bad name":       {basicA("name", "a\x01b"), "printed"},
	} {
		t.Run(name, func(t *testing.T) {
			p := h.browser().post("/new", c.form)
			p.has(t, http.StatusUnprocessableEntity, c.says)
			if got := p.value("name"); len(p.find("alert")) != 1 || got != c.form.Get("name") && name != "bad name" {
				t.Errorf("the form has lost the name: %q", got)
			}
		})
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, master := h.game(basicA())
	h.browser().get("/g/"+id+"?key=wrong").has(t, http.StatusForbidden, "does not work")
	rev := strconv.Itoa(h.revision(id))
	visitor := h.browser()
	for _, path := range []string{"orders", "check", "ready", "carryout", "times", "name"} {
		visitor.post("/g/"+id+"/"+path, url.Values{"revision": {rev}, "orders": {"A1 H"}}).has(t, http.StatusForbidden)
	}
	visitor.post("/g/"+id+"/orders", url.Values{"orders-milan": {"A Pavia H"}}).has(t, http.StatusForbidden, "A Pavia H")
	if p := visitor.get("/g/" + id); strings.Contains(p.body, "?key=") || strings.Contains(p.body, "Resolve now") {
		t.Error("a visitor sees what is the master's")
	}
	seats := h.seats(id, master)
	seats["milan"].post("/g/"+id+"/carryout", url.Values{"revision": {rev}}).has(t, http.StatusForbidden)
	if p := seats["milan"].get("/g/" + id); strings.Contains(p.body, "?key=") || p.value("orders-venice") != "" {
		t.Error("a seat sees what is not its own")
	}
	seats["milan"].post("/g/"+id+"/name", url.Values{"name": {"Lucrezia"}}).has(t, http.StatusOK, "Lucrezia")
	visitor.get("/g/"+id).has(t, http.StatusOK, "Lucrezia")
	master.post("/g/"+id+"/times", url.Values{"deadline": {"+24h"}}).has(t, http.StatusOK, "Deadline")
	master.post("/g/"+id+"/times", url.Values{"deadline": {"soonish"}}).has(t, http.StatusUnprocessableEntity)
	master.post("/g/"+id+"/times", url.Values{"none": {"1"}}).has(t, http.StatusOK, "There is no deadline")
	seats["milan"].post("/g/"+id+"/leave", nil).has(t, http.StatusOK)
	if p := seats["milan"].get("/g/" + id); strings.Contains(p.body, "Your orders") {
		t.Error("the seat was not left")
	}
	req, err := http.NewRequest(http.MethodPost, h.url+"/g/"+id+"/carryout", strings.NewReader("revision="+rev))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Sec-Fetch-Site", "cross-site")
	r, err := master.http.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	master.read(r).has(t, http.StatusForbidden, "another site")
}

func TestOrdersRefusedInPlace(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, master := h.game(basicA())
	milan := h.seats(id, master)["milan"]
	rev := strconv.Itoa(h.revision(id))
	const orders = "A Pavia - Montferrat\nA Pavla - Savoy\n\xff\xfe A Milan H\nA Cremona - Mantua\nA Venice H\nA Pavia H"
	p := milan.post("/g/"+id+"/orders", url.Values{"revision": {rev}, "orders-milan": {orders}, "then": {"ready"}})
	p.has(t, http.StatusOK, "Pavia", "could not be used", "Submit anyway", "Did you mean")
	if n := len(p.find("bad")); n != 2 { // invalid bytes before an order are ignored
		t.Errorf("%d lines are refused, want 2", n)
	}
	if saved := p.value("orders-milan"); !strings.Contains(saved, "A Pavla - Savoy") || !strings.Contains(saved, "A Cremona - Mantua") {
		t.Errorf("the typed text is missing: %q", saved)
	}
	p.has(t, http.StatusOK, "holds", "advances to Mantua")
	p = milan.post("/g/"+id+"/check", url.Values{"revision": {rev}, "orders-milan": {"A Pavia H\nA Cremna H"}})
	p.has(t, http.StatusOK)
	var answer struct {
		Boxes map[string]wire.Checked `json:"boxes"`
	}
	if err := json.Unmarshal([]byte(p.body), &answer); err != nil {
		t.Fatal(err)
	}
	lines := answer.Boxes["milan"].Lines
	if len(lines) != 2 || !lines[0].OK || lines[0].Canonical == "" || lines[1].OK || lines[1].Line != 2 || lines[1].Error == "" {
		t.Errorf("checked: %+v", lines)
	}
	if milan.get("/g/"+id).value("orders-milan") == "A Pavia H\nA Cremna H" {
		t.Error("checking has saved the text")
	}
	p = milan.post("/g/"+id+"/orders", url.Values{"revision": {rev}, "orders-milan": {orders}, "then": {"ready"}, "anyway": {"1"}})
	p.has(t, http.StatusOK, "You are ready")
	milan.post("/g/"+id+"/ready", url.Values{"revision": {rev}, "ready": {"0"}}).has(t, http.StatusOK, "Save and mark as ready")
}

func TestTooMuch(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, master := h.game(basicA())
	milan := h.seats(id, master)["milan"]
	for _, path := range []string{"/g/" + id + "/orders", "/g/" + id + "/check", "/new"} {
		p := milan.post(path, url.Values{"orders-milan": {strings.Repeat("garbage ", 10<<20/8)}})
		p.has(t, http.StatusRequestEntityTooLarge, "text is too long")
	}
	p := milan.post("/g/"+id+"/orders", url.Values{"revision": {strconv.Itoa(h.revision(id))}, "orders-milan": {strings.Repeat("A Pavia H\n", 5000)}})
	if p.status != http.StatusOK && p.status != http.StatusRequestEntityTooLarge {
		t.Errorf("5,000 lines: status %d: %s", p.status, p.brief())
	}
}

func TestStale(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, master := h.game(basicA())
	milan := h.seats(id, master)["milan"]
	rev := strconv.Itoa(h.revision(id))
	var wait sync.WaitGroup
	statuses := make([]int, 2)
	for i := range statuses {
		wait.Go(func() {
			r, err := master.http.PostForm(h.url+"/g/"+id+"/carryout", url.Values{"revision": {rev}})
			if err != nil {
				t.Error(err)
				return
			}
			r.Body.Close()
			statuses[i] = r.StatusCode
		})
	}
	wait.Wait()
	if statuses[0]+statuses[1] != http.StatusOK+http.StatusConflict {
		t.Errorf("two requests to process at once: %v", statuses)
	}
	milan.post("/g/"+id+"/orders", url.Values{"revision": {rev}, "orders-milan": {"A Pavia - Montferrat"}}).
		has(t, http.StatusConflict, "moved on", "A Pavia - Montferrat", "Open the game")
	milan.post("/g/"+id+"/ready", url.Values{"revision": {rev}, "ready": {"1"}}).has(t, http.StatusConflict)
	milan.get("/g/"+id).has(t, http.StatusOK, "Summer 1385")
	milan.get("/g/"+id+"/p/2").has(t, http.StatusOK, "Summer 1385")
	milan.get("/g/"+id+"/p/99").has(t, http.StatusNotFound)
	milan.get("/g/"+id+"/p/x").has(t, http.StatusNotFound)
}

func TestSeatOfSeveralPowers(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, master := h.game(basicA("choice", "B/B-4", "opt-several-powers", "separate"))
	var several *browser
	for name, b := range h.seats(id, master) {
		if strings.Contains(name, " and ") {
			several = b
		}
	}
	if several == nil {
		t.Fatal("no seat has several powers")
	}
	p := several.get("/g/" + id)
	form := url.Values{"revision": {p.value("revision")}}
	boxes := p.find("box")
	if len(boxes) < 2 {
		t.Fatalf("%d boxes", len(boxes))
	}
	for _, b := range boxes {
		for n := range b.Descendants() {
			if u := attr(n, "data-insert"); u != "" && attr(n, "class") == "unit" {
				form.Set("orders-"+attr(b, "data-box"), strings.TrimSpace(u)+" H\nA Nowhere H")
				break
			}
		}
	}
	p = several.post("/g/"+id+"/orders", form)
	p.has(t, http.StatusOK, "Saved")
	for _, b := range boxes {
		power := attr(b, "data-box")
		if got := p.value("orders-" + power); got != form.Get("orders-"+power) {
			t.Errorf("%s: %q is shown for %q", power, got, form.Get("orders-"+power))
		}
	}
	if ok, bad := len(p.find("ok")), len(p.find("bad")); ok != len(boxes) || bad != len(boxes) {
		t.Errorf("%d lines accepted and %d refused in %d boxes", ok, bad, len(boxes))
	}
	for _, n := range p.find("where") {
		if !strings.Contains(text(n), "line 2") {
			t.Errorf("a refused line is %q", text(n))
		}
	}
}
