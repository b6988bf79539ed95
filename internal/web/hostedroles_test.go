package web

import (
	"context"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/store"
	"podesta/internal/wiring"
)

// seatOf returns the number of a power's seat; revision returns the revision of the game.
func (h *inn) seatOf(at, power string) int {
	h.t.Helper()
	g, err := h.judge.Base.Game(h.t.Context(), gameID(at))
	if err != nil {
		h.t.Fatal(err)
	}
	for i := range g.Setting.Seats {
		if p := g.Setting.Seats[i]; len(p) == 1 && g.Setting.Powers[p[0]].Name == power {
			return i + 1
		}
	}
	h.t.Fatalf("%s has no player", power)
	return 0
}

// own returns the form with a player's orders, as their page sends it.
func (b *browser) own(at, orders string) (url.Values, string) {
	b.t.Helper()
	p := b.get(at)
	boxes := p.find("box")
	if len(boxes) != 1 {
		b.t.Fatalf("%d boxes for orders: %s", len(boxes), p.brief())
	}
	power := attr(boxes[0], "data-box")
	return url.Values{"revision": {p.value("revision")}, "orders-" + power: {orders}}, power
}

// TestHostedSecrets sends orders, a message and a note, and checks that they are visible to no
// role that they do not concern.
func TestHostedSecrets(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, players := h.four("preset", "njudge-classic", "opt-treasury-visibility", "hidden")
	milan, venice := players["Milan"], players["Venice"]
	watcher, former := h.guest("Eleonora"), players["Naples"]
	watcher.post(at+"/watch", nil).has(t, http.StatusOK, "You are now watching this game")
	form, _ := milan.own(at, "A Pavia - Montferrat\nA Milan - Bergammo")
	milan.post(at+"/orders", form).has(t, http.StatusOK, "Montferrat")
	to := strconv.Itoa(h.seatOf(at, "Venice"))
	milan.post(at+"/press", url.Values{"to": {to}, "text": {"The word is pomegranate."}}).has(t, http.StatusOK, "Your message is sent")
	milan.post(at+"/diary", url.Values{"note": {"Beware of artichokes."}}).has(t, http.StatusOK, "artichokes")
	former.post(at+"/resign", url.Values{}).has(t, http.StatusUnprocessableEntity, "Tick the box")
	former.post(at+"/resign", url.Values{"sure": {"1"}}).has(t, http.StatusOK, "You have left")
	milan.post(at+"/press", url.Values{"to": {strconv.Itoa(h.seatOf(at, "Naples"))}, "text": {"To Naples alone: cardoons."}})
	h.Forward(h.dial.Now().Add(time.Minute)) // later members cannot read what was written before
	heir := h.guest("Fiammetta")
	p := heir.get(at)
	p.has(t, http.StatusOK, "Take over Naples")
	heir.post(at+"/takeover", p.fields(t, at+"/takeover")).has(t, http.StatusOK, "The seat is yours")

	everybody := map[string]*browser{"Venice": venice, "Florence": players["Florence"], "observer": watcher, "former": former, "heir": heir, "stranger": h.browser(), "guest": h.guest("Gaia")}
	pages := []string{"", "?as=" + strconv.Itoa(h.seatOf(at, "Milan")), "/letters", "/log", "/rules", "/seat", "/master", "/settings", "/p/1", "/p/1/steps.json", "/p/1/first.svg", "/film", "/film.json?from=2", "/charts", "/dice.json", "/state"}
	for name, b := range everybody {
		for _, page := range pages {
			body := b.get(at + page).body
			for _, secret := range []string{"Montferrat\n", "Bergammo", "pomegranate", "artichokes", "cardoons"} {
				if strings.Contains(body, secret) && !(name == "Venice" && secret == "pomegranate") {
					t.Errorf("%s finds %q on %s%s", name, secret, at, page)
				}
			}
			if page == "" && name != "heir" && strings.Contains(body, "ducats</b>") && name != "Venice" && name != "Florence" {
				t.Errorf("%s sees a purse", name)
			}
		}
	}
	for name, b := range map[string]*browser{"observer": watcher, "stranger": h.browser()} {
		if rows := b.get(at).find("powers"); !strings.Contains(text(rows[0]), "ducats unknown") {
			t.Errorf("%s sees treasuries that are hidden: %s", name, text(rows[0]))
		}
	}
	master.get(at+"?as="+strconv.Itoa(h.seatOf(at, "Milan"))).has(t, http.StatusOK, "Bergammo", "on the player's behalf")
	master.get(at+"/letters").has(t, http.StatusOK, "pomegranate", "cardoons")
	if !strings.Contains(venice.get(at+"/letters").body, "pomegranate") {
		t.Error("Venice has not received its message")
	}
}

// TestHostedForbidden sends the forms of players and masters with other
// accounts.
func TestHostedForbidden(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, players := h.four()
	milan := players["Milan"]
	seat := strconv.Itoa(h.seatOf(at, "Milan"))
	rev := strconv.Itoa(h.revision(gameID(at)))
	watcher := h.guest("Eleonora")
	watcher.post(at+"/watch", nil).has(t, http.StatusOK)
	verbs := map[string]url.Values{
		"carryout": {"revision": {rev}}, "pause": {}, "start": {}, "eject": {"seat": {seat}, "sure": {"1"}},
		"approve": {"seat": {seat}, "approve": {"1"}}, "promote": {"account": {"x"}}, "terminate": {"sure": {"1"}}, "unstart": {"sure": {"1"}}, "times": {"deadline": {"+36h"}},
		"rollback": {"phase": {"1"}, "revision": {rev}, "why": {"because"}}, "edit": {"changes": {"treasury venice 12"}, "why": {"because"}, "revision": {rev}},
		"hostroll": {"roll": {"famine row"}, "value": {"2"}, "revision": {rev}}, "settings": {"hosting": {"1"}, "pace": {"daily"}}, "options": {"opt-famine": {"off"}},
		"export": {},
	}
	for name, b := range map[string]*browser{"stranger": h.browser(), "guest": h.guest("Gaia"), "player": players["Venice"], "observer": watcher} {
		for _, verb := range slices.Sorted(maps.Keys(verbs)) {
			if p := b.post(at+"/"+verb, verbs[verb]); p.status != http.StatusForbidden {
				t.Errorf("%s of a %s: %d %s", verb, name, p.status, p.brief())
			}
		}
		for _, page := range []string{"/master", "/settings"} {
			if p := b.get(at + page); p.status != http.StatusForbidden && p.url.Path != "/signin" {
				t.Errorf("a %s sees %s: %s", name, page, p.brief())
			}
		}
	}
	form, power := milan.own(at, "A Pavia H")
	for name, b := range map[string]*browser{"stranger": h.browser(), "observer": watcher} {
		b.post(at+"/orders", form).has(t, http.StatusForbidden, "You have no seat here", "A Pavia H")
		for _, verb := range []string{"vote", "diary", "absence", "predict"} {
			if p := b.post(at+"/"+verb, url.Values{"vote": {"draw"}, "note": {"x"}, "from": {"2026-02-01"}}); p.status != http.StatusForbidden {
				t.Errorf("%s of a %s: %d %s", verb, name, p.status, p.brief())
			}
		}
	}
	form.Set("as", seat)
	players["Venice"].post(at+"/orders", form)
	if p := milan.get(at); p.value("orders-"+power) != "" {
		t.Errorf("another player has ordered for Milan: %q", p.value("orders-"+power))
	}
	form.Set("orders-"+power, "A Pavia - Montferrat")
	master.post(at+"/orders", form).has(t, http.StatusOK, "The orders of Milan are saved")
	if p := milan.get(at); p.value("orders-"+power) != "A Pavia - Montferrat" {
		t.Errorf("the master's orders in Milan's stead: %q", p.value("orders-"+power))
	}
	h.browser().post(at+"/press", url.Values{"to": {"all"}, "text": {"I wrote a long letter."}}).has(t, http.StatusForbidden, "Sign in first", "I wrote a long letter.")
	if p := h.browser().get(at + "/seat"); p.url.Path != "/signin" || p.value("next") != at+"/seat" {
		t.Errorf("a stranger is led to %s", p.url)
	}
}

// TestHostedStale sends forms for a past phase.
func TestHostedStale(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, players := h.four()
	milan := players["Milan"]
	form, _ := milan.own(at, "A Pavia - Montferrat")
	vote := milan.get(at + "/seat").value("number")
	p := master.get(at + "/master")
	carry := p.fields(t, at+"/carryout")
	carry.Set("sure", "1")
	master.post(at+"/carryout", carry).has(t, http.StatusOK, "The phase is resolved", "Summer 1385")
	master.post(at+"/carryout", carry).has(t, http.StatusOK, "Summer 1385") // a double click sends it twice
	carry.Del("once")
	master.post(at+"/carryout", carry).has(t, http.StatusConflict, "moved on")
	milan.post(at+"/orders", form).has(t, http.StatusConflict, "moved on", "A Pavia - Montferrat")
	milan.post(at+"/vote", url.Values{"vote": {"draw"}, "number": {vote}}).has(t, http.StatusConflict, "moved on")
	master.post(at+"/rollback", url.Values{"phase": {"1"}, "revision": {form.Get("revision")}, "why": {"A mistake"}}).has(t, http.StatusConflict, "A mistake")
	if g, err := h.judge.Base.Game(t.Context(), gameID(at)); err != nil || g.Number != 2 {
		t.Errorf("the game is at phase %d, %v", g.Number, err)
	}
}

// TestUnlisted checks that a game is not in the public list.
func TestUnlisted(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	master, other := h.guest("Cosimo"), h.guest("Ada")
	at := master.hosts("name", "Hidden Garden", "listed", "")
	for _, page := range []string{"/", "/games", "/games?status=forming", "/games?name=garden"} {
		for name, b := range map[string]*browser{"stranger": h.browser(), "guest": other} {
			if strings.Contains(b.get(page).body, "Hidden Garden") {
				t.Errorf("a %s finds it on %s", name, page)
			}
		}
		if !strings.Contains(master.get(page).body, "Hidden Garden") {
			t.Errorf("its master does not find it on %s", page)
		}
	}
	other.get("/g/hidden garden").has(t, http.StatusOK, "Join the game")
	other.post(at+"/join", nil).has(t, http.StatusOK, "You have joined")
	other.get("/").has(t, http.StatusOK, "Hidden Garden")
}

// TestGunboat searches for names in a game whose players are hidden.
func TestGunboat(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, players := h.four("gunboat", "1")
	master.get(at).has(t, http.StatusOK, "Ada", "Dora")
	milan := players["Milan"]
	milan.post(at+"/press", url.Values{"to": {"all"}, "text": {"Who am I?"}}).has(t, http.StatusOK, "Your message is sent")
	for name, b := range map[string]*browser{"stranger": h.browser(), "player": milan} {
		for _, page := range []string{"", "/letters", "/log", "/rules"} {
			p := b.get(at + page)
			known := 0
			for _, who := range []string{"Ada", "Bice", "Carla", "Dora"} {
				if strings.Contains(text(p.root), " "+who+" ") {
					known++
				}
			}
			if most := map[string]int{"stranger": 0, "player": 2}[name]; known > most || name == "stranger" && known > 0 {
				t.Errorf("a %s sees %d names on %s: %s", name, known, page, text(p.root))
			}
		}
	}
}

// away is a store whose database can become unreachable, either for writes only or completely.
type away struct {
	*store.Store
	reads, writes atomic.Bool
}

func (a *away) Read(ctx context.Context, f func(*game.Tx) error) error {
	if a.reads.Load() {
		return game.ErrUnavailable
	}
	return a.Store.Read(ctx, f)
}

func (a *away) Write(ctx context.Context, f func(*game.Tx) error) error {
	if a.reads.Load() || a.writes.Load() {
		return game.ErrUnavailable
	}
	return a.Store.Write(ctx, f)
}

// TestDatabaseAway sends forms while the database is unreachable, and checks that the answer
// says so and contains what was typed.
func TestDatabaseAway(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	weak := &away{Store: h.Store}
	h.Over(weak)
	j := h.Judge
	srv := httptest.NewServer(New(wiring.Pages(j), nil, WithLetters(h.mail), WithClock(h.dial)))
	defer srv.Close()
	h.house = &house{h.House, t, j, srv.URL}
	at, master, players := h.four()
	milan := players["Milan"]
	orders, _ := milan.own(at, "A Pavia - Montferrat")
	letter := url.Values{"to": {"all"}, "text": {"A letter of great length."}, "once": {"click"}}
	hosted := master.hostForm("name", "Another", "house", "Rules that took an hour to write.")
	check := func(b *browser, path string, form url.Values, says string) {
		t.Helper()
		p := b.post(path, form)
		p.has(t, http.StatusServiceUnavailable, says)
		if p.header.Get("Retry-After") == "" {
			t.Errorf("%s: the answer does not say when to try again", path)
		}
	}
	weak.writes.Store(true)
	check(milan, at+"/orders", orders, "A Pavia - Montferrat")
	check(milan, at+"/press", letter, "A letter of great length.")
	check(master, "/host", hosted, "Rules that took an hour to write.")
	weak.reads.Store(true)
	check(milan, at+"/orders", orders, "A Pavia - Montferrat")
	check(milan, at+"/press", letter, "A letter of great length.")
	check(master, "/host", hosted, "Rules that took an hour to write.")
	if p := milan.get("/"); p.status != http.StatusServiceUnavailable {
		t.Errorf("the front page: %d", p.status)
	}
	weak.reads.Store(false)
	weak.writes.Store(false)
	milan.post(at+"/press", letter).has(t, http.StatusOK, "Your message is sent")
	milan.post(at+"/orders", orders).has(t, http.StatusOK, "Your orders are saved")
}
