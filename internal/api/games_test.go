package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// hosted is a hosted game for four, with all its participants.
type hosted struct {
	*house
	id                        string
	master, watcher, stranger *guest
	players                   map[string]*guest // the players, keyed by power
}

// host creates and begins a hosted game.
func (h *house) host(options map[string]string, hosting map[string]any) *hosted {
	h.t.Helper()
	x := &hosted{house: h, master: h.person("Bianca"), watcher: h.person("Cosimo"), stranger: h.person("Dante"), players: map[string]*guest{}}
	if hosting == nil {
		hosting = map[string]any{}
	}
	if options == nil {
		options = map[string]string{}
	}
	if hosting["listed"] == nil {
		hosting["listed"] = true
	}
	a := x.master.post("/games", map[string]any{"name": "Siena 12", "scenario": "A", "variant": "A-4", "options": options, "hosting": hosting}).want(http.StatusCreated)
	x.id = a.str("id")
	if a.str("status") != "forming" || a.num("missing") != 4 || a.header.Get("Location") != "/api/v1/games/"+x.id {
		h.t.Fatalf("a new game: %s", a.body)
	}
	var guests []*guest
	for _, name := range []string{"Ada", "Bruno", "Carla", "Dino"} {
		g := h.person(name)
		guests = append(guests, g)
		x.at(g).post("/join", nil).want(http.StatusOK)
	}
	x.at(x.watcher).post("/watch", nil).want(http.StatusOK)
	for _, g := range guests {
		for _, p := range x.at(g).get("").at("you.powers").([]any) {
			x.players[p.(string)] = g
		}
	}
	if len(x.players) != 4 {
		h.t.Fatalf("players of %v", x.players)
	}
	return x
}

// part sends requests about a single game.
type part struct {
	*guest
	game string
}

func (x *hosted) at(g *guest) *part { return &part{g, x.id} }

func (p *part) get(path string, headers ...string) *answer {
	p.t.Helper()
	return p.guest.get("/games/"+p.game+path, headers...)
}

func (p *part) post(path string, body any) *answer {
	p.t.Helper()
	return p.guest.post("/games/"+p.game+path, body)
}

func (p *part) put(path string, body any) *answer {
	p.t.Helper()
	return p.guest.put("/games/"+p.game+path, body)
}

// revision returns the revision of the game.
func (x *hosted) revision() int {
	x.t.Helper()
	return x.at(x.master).get("").num("revision")
}

// work runs the jobs that are due.
func (h *house) work() {
	h.t.Helper()
	if _, err := h.judge.Clock.Work(ctx); err != nil {
		h.t.Fatal(err)
	}
}

// TestYear plays a year of a hosted game using only the API: messages, orders, money, winter,
// the log, results.
func TestYear(t *testing.T) {
	t.Parallel()
	h := open(t)
	x := h.host(nil, map[string]any{
		"comment": "A game for four", "timing": map[string]any{
			"moves":    map[string]any{"clock": -1, "min": 0, "next": 24, "grace": 24, "delay": 0, "days": "SMTWTFS"},
			"retreats": map[string]any{"clock": -1, "min": 0, "next": 12, "grace": 12, "delay": 0, "days": "SMTWTFS"},
			"adjusts":  map[string]any{"clock": -1, "min": 0, "next": 12, "grace": 12, "delay": 0, "days": "SMTWTFS"},
		},
	})
	g := x.at(x.master).get("").want(http.StatusOK)
	if g.str("status") != "active" || g.str("phase") == "" || g.str("times.deadline") == "" || g.str("comment") != "A game for four" {
		t.Fatalf("the game has not begun: %s", g.body)
	}
	x.at(x.players["milan"]).post("/press", map[string]any{"to": []string{"venice"}, "text": "Shall we share Lombardy?"}).want(http.StatusNoContent)
	phases := []string{}
	for range 16 {
		g := x.at(x.master).get("")
		if g.at("phase") == nil || strings.HasPrefix(g.str("phase"), "summer 1386") {
			break
		}
		phases = append(phases, g.str("phase"))
		for power, player := range x.players {
			x.order(power, player)
		}
		h.clock.Advance(time.Minute)
		h.work()
		if now := x.at(x.master).get("").num("number"); now == g.num("number") {
			t.Fatalf("%s was not carried out: %s", g.str("phase"), x.at(x.master).get("/log?limit=1000").body)
		}
	}
	if got := strings.Join(phases, ", "); !strings.Contains(got, "spring 1385 orders") || !strings.Contains(got, "winter 1385 adjustments") || !strings.Contains(got, "spring 1386 orders") {
		t.Errorf("phases: %s", got)
	}
	x.history(t, len(phases))
}

// order sends the first legal order of every unit of a power, a loan and a
// payment, and keeps units in winter.
func (x *hosted) order(power string, g *guest) {
	x.t.Helper()
	legal := x.at(g).get("/legal?power=" + power).want(http.StatusOK)
	var l struct {
		Revision int
		Powers   []struct {
			Units                             []struct{ Orders []string }
			Builds, Loans, Payments, Expenses []string
		}
	}
	legal.into(&l)
	var lines []string
	for _, p := range l.Powers {
		for i, u := range p.Units {
			if len(u.Orders) > 0 {
				lines = append(lines, u.Orders[(i*7+len(power))%len(u.Orders)])
			}
		}
		for _, list := range [][]string{p.Loans, p.Payments, p.Builds} {
			if len(list) > 0 {
				lines = append(lines, list[0])
			}
		}
	}
	check := x.at(g).post("/orders/check", map[string]any{"lines": lines}).want(http.StatusOK)
	sent := x.at(g).put("/orders", map[string]any{"lines": lines, "revision": l.Revision}).want(http.StatusOK)
	if check.num("refused") != sent.num("refused") {
		x.t.Errorf("%s: %s\n%s", power, check.body, sent.body)
	}
	for i := range sent.at("verdicts").([]any) {
		v := fmt.Sprintf("verdicts.%d.", i)
		if sent.at(v+"ok") != true && !strings.HasPrefix(sent.str(v+"code"), "E") {
			x.t.Errorf("%s: refused without a code: %s", power, sent.body)
		}
	}
	if got := x.at(g).get("/orders"); got.str("text") != strings.Join(lines, "\n") {
		x.t.Errorf("%s: %s", power, got.body)
	}
}

// history checks what everyone sees of the phases.
func (x *hosted) history(t *testing.T, phases int) {
	t.Helper()
	list := x.at(x.public()).get("/phases").want(http.StatusOK)
	if n := len(list.at("items").([]any)); n != phases+1 {
		t.Errorf("%d phases listed, %d played", n, phases)
	}
	milan, venice, florence := x.players["milan"], x.players["venice"], x.players["florence"]
	for n := 0; n <= phases+1; n++ {
		a := x.at(x.public()).get(fmt.Sprintf("/phases/%d?explain=true", n)).want(http.StatusOK)
		if n > 0 && n <= phases {
			if a.str("done") == "" || len(a.at("orders").([]any)) == 0 {
				t.Errorf("phase %d: %s", n, a.body)
			}
			if r := x.at(milan).get(fmt.Sprintf("/phases/%d/report", n)).want(http.StatusOK); r.str("headline") == "" || r.str("classic") == "" {
				t.Errorf("phase %d: %s", n, r.body)
			}
		}
		if a.at("sent") != nil {
			t.Errorf("phase %d: the public sees the orders sent: %s", n, a.body)
		}
	}
	if a := x.at(milan).get("/phases/1"); len(a.at("sent").([]any)) != 1 {
		t.Errorf("Milan sees the orders sent: %s", a.body)
	}
	results := 0
	log := x.at(venice).get("/log?limit=1000").want(http.StatusOK)
	press := false
	for i := range log.at("items").([]any) {
		e := fmt.Sprintf("items.%d.", i)
		switch log.str(e + "kind") {
		case "result":
			results++
		case "press":
			press = press || log.str(e+"press.text") == "Shall we share Lombardy?" && log.str(e+"powers.0") == "milan"
		}
	}
	if results != phases || !press {
		t.Errorf("%d results in the log, and the message %t", results, press)
	}
	if text := string(x.at(florence).get("/log?limit=1000").body); strings.Contains(text, "Lombardy") {
		t.Error("Florence can read the message to Venice")
	}
	if text := string(x.at(x.master).get("/log?limit=1000").body); !strings.Contains(text, "Lombardy") {
		t.Error("the master cannot read the message")
	}
	page := x.at(venice).get("/log?limit=2").want(http.StatusOK)
	if page.str("next") == "" || page.num("last") == 0 {
		t.Errorf("a page of the log: %s", page.body)
	}
	if err := x.judge.Archive.Replay(ctx, x.id); err != nil {
		t.Error(err)
	}
}

// TestPagesOfGames follows the pages of the list of games in both directions, while a game is
// created.
func TestPagesOfGames(t *testing.T) {
	t.Parallel()
	h := open(t)
	master := h.person("Bianca")
	found := func(name string) {
		t.Helper()
		master.post("/games", map[string]any{"name": name, "scenario": "A", "hosting": map[string]any{"listed": true}}).want(http.StatusCreated)
	}
	var want []string
	for i := range 5 {
		name := fmt.Sprintf("Siena %d", i+1)
		found(name)
		want = append([]string{name}, want...)
	}
	names := func(a *answer) (out []string) {
		t.Helper()
		var list struct{ Items []struct{ Name string } }
		a.want(http.StatusOK).into(&list)
		for _, g := range list.Items {
			out = append(out, g.Name)
		}
		return out
	}
	h.person("Dante").get("/games?limit=2").want(http.StatusOK)
	for _, filter := range []string{"", "&name=siena", "&status=forming", "&mine=true", "&mine=true&name=IEN"} {
		var got, back []string
		page := master.get("/games?limit=2" + filter)
		if page.num("total") != 5 || page.str("previous") != "" {
			t.Errorf("%s: the first page: %s", filter, page.body)
		}
		for {
			got = append(got, names(page)...)
			if page.str("next") == "" {
				break
			}
			page = master.get(strings.TrimPrefix(page.str("next"), "/api/v1"))
		}
		for len(back) < 3 {
			back = append(names(page), back...)
			page = master.get(strings.TrimPrefix(page.str("previous"), "/api/v1"))
		}
		if strings.Join(got, ",") != strings.Join(want, ",") || strings.Join(back, ",") != strings.Join(want[2:], ",") {
			t.Errorf("%s: forth %v, back %v, want %v", filter, got, back, want)
		}
	}
	// A new game shifts pages that use skip, but not those that use next.
	second := master.get("/games?limit=2").str("next")
	found("Lucca")
	if got := names(master.get(strings.TrimPrefix(second, "/api/v1"))); strings.Join(got, ",") != strings.Join(want[2:4], ",") {
		t.Errorf("after a new game, the second page is %v", got)
	}
	for _, q := range []string{"after=x", "before=1.2", "after=a.b.c&skip=1", "after=a.1.c&before=a.1.c", "after=!.1.c"} {
		master.get("/games?"+q).want(http.StatusUnprocessableEntity, "invalid")
	}
}
