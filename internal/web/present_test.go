package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"podesta/internal/bots"
	"podesta/internal/web/page"
)

// TestGuestGames begins a game as a guest: every page leads back to it, and a player who signs
// up in the same browser keeps it. Only the judge sees the key.
func TestGuestGames(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	h.serveBots()
	b := h.browser()
	if p := b.get("/"); strings.Contains(p.body, "data-present") {
		t.Error("a stranger has games")
	}
	p := b.post("/play", url.Values{"game": {"short"}, "power": {"milan"}})
	p.has(t, http.StatusOK, "Milan")
	for at, status := range map[string]int{"/": http.StatusOK, "/games": http.StatusOK, "/learn": http.StatusOK, "/play": http.StatusOK, "/present": http.StatusOK, "/ratings": http.StatusOK, "/nothing-here": http.StatusNotFound} {
		b.get(at).has(t, status, "Milan against two", "your orders", `class="urgent"`)
	}
	if strings.Contains(b.get("/").body, "key=") {
		t.Error("the page contains the key")
	}
	if p := h.browser().get("/"); strings.Contains(p.body, "data-present") {
		t.Error("others see the game")
	}

	// After signing up in this browser, the account has the game in any browser.
	b.post("/register", url.Values{"name": {"Ada"}, "email": {"ada@example.org"}, "zone": {"UTC"}})
	p = b.get("/verify?token=" + h.mail.Confirmation("ada@example.org"))
	b.post("/verify", url.Values{"token": {p.value("token")}}).has(t, http.StatusOK, "Welcome", "Milan against two")
	all, err := h.judge.BotGames.PlaysOf(t.Context(), h.account("Ada").ID)
	if err != nil || len(all) != 1 {
		t.Errorf("the account has %d games, %v", len(all), err)
	}
	// Another person who signs in here does not take the game away.
	h.guest("Bice").get("/").has(t, http.StatusOK, "Bice")
	if all, err := h.judge.BotGames.PlaysOf(t.Context(), h.account("Ada").ID); err != nil || len(all) != 1 {
		t.Errorf("the account has %d games, %v", len(all), err)
	}
}

// TestFriendsGame creates a game for friends with three fields, and fills it.
func TestFriendsGame(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	b, c := h.guest("Ada"), h.guest("Bice")
	form := b.get("/host").fields(t, "/host")
	form.Set("game", "money")
	form.Set("players-money", "5")
	form.Set("pace", "daily")
	p := b.post("/host", form)
	p.has(t, http.StatusOK, "1 of 5 seats taken", "you play in it", "data-share", "data-fills", "1978 Advanced")
	if strings.Contains(p.body, "Report this game") {
		t.Error("the creator can report the game")
	}
	at := p.url.Path
	c.get(at).has(t, http.StatusOK, "Join the game", "Report this game")
	before := b.get(at + "/state").body
	c.post(at+"/join", url.Values{})
	if after := b.get(at + "/state").body; before == after || !strings.Contains(after, `"filled":"3/5"`) {
		t.Errorf("the page is not told that someone has joined: %s, then %s", before, after)
	}
	b.get(at).has(t, http.StatusOK, "2 of 5 seats taken", "Bice")
	if b.get("/").has(t, http.StatusOK); strings.Contains(b.get("/").body, "waiting for players.") && strings.Contains(b.get("/").body, "One game is waiting") {
		t.Error("the player's own game waits for them")
	}
}

// TestReadyEverywhere asks a player to confirm, and checks that every page says so until they
// have.
func TestReadyEverywhere(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	host := h.guest("Host")
	at := host.hosts("name", "Medici", "choice", "A/A-4", "muster", "1")
	var all []*browser
	for _, name := range []string{"Ada", "Bice", "Carla", "Dora"} {
		b := h.guest(name)
		b.post(at+"/join", url.Values{}).has(t, http.StatusOK)
		all = append(all, b)
	}
	for _, page := range []string{"/", "/queue", "/me", "/games", at, "/present"} {
		all[0].get(page).has(t, http.StatusOK, "your game is ready", "I am here")
	}
	all[0].post(at+"/confirm", url.Values{}).has(t, http.StatusOK, "You have confirmed")
	if p := all[0].get("/queue"); strings.Contains(p.body, "your game is ready") {
		t.Error("the page asks again")
	}
}

// TestCookieless plays with a browser that keeps no cookies: the key stays in the
// address of all pages of the game, also after forms.
func TestCookieless(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.serveBots()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	ask := func(method, at, from string, form url.Values) *http.Response {
		t.Helper()
		r := httptest.NewRequest(method, h.url+at, strings.NewReader(form.Encode()))
		r.RequestURI = ""
		r.Header.Set("Accept", "text/html")
		if from != "" {
			r.Header.Set("Referer", h.url+from)
		}
		if form != nil {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		w, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = w.Body.Close() }()
		return w
	}
	to := ask(http.MethodPost, "/play", "", url.Values{"game": {"short"}, "power": {"milan"}}).Header.Get("Location")
	w := ask(http.MethodGet, to, "", nil)
	again := w.Header.Get("Location")
	if w.StatusCode != http.StatusSeeOther || !strings.Contains(again, "key=") {
		t.Fatalf("%d to %s", w.StatusCode, again)
	}
	if w = ask(http.MethodGet, again, "", nil); w.StatusCode != http.StatusOK {
		t.Fatalf("the page with the key: %d", w.StatusCode)
	}
	game, _, _ := strings.Cut(again, "?")
	w = ask(http.MethodGet, game+"/letters", again, nil)
	if loc := w.Header.Get("Location"); !strings.HasPrefix(loc, game+"/letters?key=") {
		t.Errorf("another page of the game: %d to %q", w.StatusCode, loc)
	}
	w = ask(http.MethodPost, game+"/play", again, url.Values{"do": {"leave"}, "sure": {"1"}})
	if w.StatusCode != http.StatusSeeOther {
		t.Errorf("a form of the page: %d", w.StatusCode)
	}
	if w = ask(http.MethodPost, game+"/play", "/g/other?key=x", url.Values{"do": {"back"}}); w.StatusCode == http.StatusSeeOther {
		t.Error("the key of another page opens the game")
	}
}

// TestKeysOfBrowser checks which cookies are recognised as keys of games.
func TestKeysOfBrowser(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	for _, c := range [][2]string{{"podesta-language", "it"}, {"podesta-session", "x"}, {"podesta-abcdefgh", "k1"}, {"podesta-abcdefgh", "k2"}, {"podesta-short", "x"}, {"other", "x"}} {
		r.AddCookie(&http.Cookie{Name: c[0], Value: c[1]})
	}
	if keys := page.Keys(r); len(keys) != 1 || keys[0] != (page.GameKey{Game: "abcdefgh", Key: "k1"}) {
		t.Errorf("keys: %v", keys)
	}
}

// TestExhibition lets the judge's computer players play for visitors: a phase every few minutes
// while someone watches, in a game that is in no list.
func TestExhibition(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	room := &bots.Room{Judge: h.judge.BotGames}
	work := func() {
		t.Helper()
		if _, err := h.judge.BotGames.ExhibitWork(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	work()
	if id, _ := h.judge.BotGames.Exhibition(); id != "" {
		t.Fatal("computer players play although nobody looks")
	}
	h.browser().get("/").has(t, http.StatusOK)
	work()
	b := h.browser()
	p := b.get("/").has(t, http.StatusOK, "Computer players at play", "being played")
	id, number := h.judge.BotGames.Exhibition()
	if !strings.Contains(p.body, "/g/"+id+"/map/") {
		t.Error("the front page shows no map of the game")
	}
	b.get("/g/"+id).has(t, http.StatusOK, "La mandragola")
	if p := b.get("/games"); strings.Contains(p.body, id) {
		t.Error("the game is in the list")
	}
	phases := number
	for range 3 {
		h.Clock.Advance(3 * time.Minute)
		b.get("/")
		work()
		for n := 0; ; n++ {
			if n == 50 {
				t.Fatal("the game does not go on")
			}
			if _, now := h.judge.BotGames.Exhibition(); now > phases {
				phases = now
				break
			}
			h.Clock.Advance(2 * time.Second) // the time that computer players wait while they are watched
			if _, err := h.judge.Clock.Work(t.Context()); err != nil {
				t.Fatal(err)
			}
			if _, err := room.Round(t.Context()); err != nil {
				t.Fatal(err)
			}
			work()
		}
	}
	h.Clock.Advance(time.Hour)
	work()
	if st, err := h.judge.BotGames.PlayState(t.Context(), id); err != nil || st.Going {
		t.Errorf("the game goes on without visitors: %+v, %v", st, err)
	}
}
