package web

import (
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// founded creates a game for four players without a master. It returns the creator, and the players
// who join, whose accounts have the given names.
func (h *inn) founded(name string, players ...string) (host *browser, at string, joined []*browser) {
	h.t.Helper()
	return h.foundedWith(nil, name, players...)
}

// foundedWith is like founded, but with other values in the form.
func (h *inn) foundedWith(settings map[string]string, name string, players ...string) (host *browser, at string, joined []*browser) {
	h.t.Helper()
	host = h.guest("Host of " + name)
	form := host.get("/host").fields(h.t, "/host")
	for k, v := range map[string]string{"name": name, "game": "other", "choice": "A/A-4", "preset": "battleline-1978-basic", "pace": "daily"} {
		form.Set(k, v)
	}
	for k, v := range settings {
		form.Set(k, v)
	}
	p := host.post("/host", form).has(h.t, http.StatusOK, "you play in it")
	at = p.url.Path
	for _, n := range players {
		b := h.guest(n)
		joined = append(joined, b)
		b.post(at+"/join", nil).has(h.t, http.StatusOK)
	}
	return host, at, joined
}

// TestLastPlayerSeesTheBeginning checks that the last player to join learns that the game has
// begun, and that the creator is no longer asked to look for players.
func TestLastPlayerSeesTheBeginning(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	host, at, joined := h.founded("Now", "Anna", "Bice")
	host.get(at+"?done=made").has(t, http.StatusOK, "Send its address to others")
	joined[0].get(at+"?done=joined").has(t, http.StatusOK, "begins when all seats are taken")
	last := h.guest("Carla")
	p := last.post(at+"/join", nil).has(t, http.StatusOK, "All seats are taken, and the game has begun")
	if strings.Contains(p.body, "begins when all seats are taken") {
		t.Error("the last to join reads that the game will begin")
	}
	for _, done := range []string{"made", "hosted"} {
		if p := host.get(at + "?done=" + done); strings.Contains(p.body, "Send its address to others") {
			t.Errorf("?done=%s still asks for players", done)
		}
	}
}

var aMaster = regexp.MustCompile(`(?i)[^.]{0,40}\bmasters?\b[^.]{0,40}`)

// TestNoMasterIsNamed checks that the pages of a game without a master mention
// none, whatever its settings.
func TestNoMasterIsNamed(t *testing.T) {
	t.Parallel()
	for name, settings := range map[string]map[string]string{
		"letters":                nil,
		"no letters":             {"press": "none"},
		"observers are silent":   {"observers": "none"},
		"votes are hidden":       {"hidevotes": "1"},
		"phases wait for orders": {"nmr": ""},
	} {
		t.Run(name, func(t *testing.T) {
			h := newInn(t)
			host, at, _ := h.foundedWith(settings, "Masterless", "Anna", "Bice")
			look := func(who *browser, paths ...string) {
				t.Helper()
				for _, path := range paths {
					p := who.get(at+path).has(t, http.StatusOK)
					said := strings.NewReplacer("This game has no master", "", "The game has no master", "", "Masterless", "").Replace(text(p.root))
					if found := aMaster.FindString(said); found != "" {
						t.Errorf("%s: %q", path, found)
					}
				}
			}
			look(host, "", "/rules")
			h.guest("Carla").post(at+"/join", nil).has(t, http.StatusOK)
			look(host, "", "/letters", "/log", "/seat", "/rules")
			look(h.browser(), "", "/log", "/rules")
			if settings["press"] == "" {
				look(host, "/letters?new=1")
				host.get(at+"/letters?new=1").has(t, http.StatusOK, "Everyone")
			}
			if powers := text(host.get(at).root); strings.Contains(powers, "People .") || strings.Contains(powers, "People.") {
				t.Error("the list of people ends in a lone stop")
			}
		})
	}
}

// TestSeatsTaken checks that a forming game shows how many seats are taken, and that its first
// phase lasts twice as long.
func TestSeatsTaken(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	_, at, _ := h.founded("Counting", "Anna")
	p := h.browser().get(at).has(t, http.StatusOK, "2 of 4 seats taken", "The first phase lasts twice as long")
	if strings.Contains(text(p.root), "Players still missing") {
		t.Error("it counts the players that it needs")
	}
	h.guest("Bice").get("/host").has(t, http.StatusOK, "In a game with messages the first phase lasts twice as long")
}

// TestReliabilityOfNewcomers checks that a game with a minimum reliability
// accepts new players, and says so wherever it mentions the minimum.
func TestReliabilityOfNewcomers(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	master := h.guest("Cosimo")
	form := master.get("/host").fields(t, "/host")
	for k, v := range map[string]string{"name": "Reliable", "game": "other", "choice": "A/A-4", "preset": "battleline-1978-basic", "pace": "daily", "plays": ""} {
		form.Set(k, v)
	}
	at := master.post("/host", form).has(t, http.StatusOK).url.Path
	master.get("/host").has(t, http.StatusOK, "new players can always join")
	form = master.get(at+"/settings").fields(t, at+"/settings")
	form.Set("minreliability", "95")
	master.post(at+"/settings", form).has(t, http.StatusOK, "95%")
	for _, path := range []string{at, at + "/rules"} {
		h.browser().get(path).has(t, http.StatusOK, "Players need a reliability of at least 95%. New players, who have none yet, may join.")
	}
	h.guest("Newcomer").post(at+"/join", nil).has(t, http.StatusOK)
}

// TestGunboatLog checks that the log of a game with hidden players does not
// reveal which powers have a player.
func TestGunboatLog(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	h.serveBots()
	master := h.guest("Cosimo")
	at := master.hosts("name", "Hidden", "choice", "A/A-4", "preset", "battleline-1978-basic", "pace", "daily", "bots", "1", "gunboat", "1")
	h.guest("Anna").post(at+"/join", nil).has(t, http.StatusOK)
	master.post(at+"/start", url.Values{"force": {"1"}}).has(t, http.StatusOK)
	for _, who := range []*browser{h.browser(), master} {
		p := who.get(at+"/log").has(t, http.StatusOK)
		said := text(p.root)
		if strings.Count(said, ": someone") != 1 || strings.Count(said, ": nobody") != 3 || who != master && strings.Contains(said, "Anna") {
			t.Errorf("the log reveals the players: %s", p.brief())
		}
		for _, power := range []string{"Milan", "Venice", "Naples", "Florence"} {
			if strings.Contains(said, power+": someone") && regexp.MustCompile(`Nobody plays [^.]*`+power).MatchString(said) {
				t.Errorf("the log reveals whether %s has a player: %s", power, p.brief())
			}
		}
	}
}

// TestInventedRoll checks that a master cannot set a roll that this phase does
// not make.
func TestInventedRoll(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, master := h.game(url.Values{"choice": {"B/B-8"}, "preset": {"njudge-classic"}})
	form := func(name string) url.Values {
		return url.Values{"revision": {strconv.Itoa(h.revision(id))}, "roll": {name}, "value": {"4"}}
	}
	for _, name := range []string{"luck of the draw", "income genoa 1", "<b>famine</b>", ""} {
		p := master.post("/g/"+id+"/hostroll", form(name))
		if p.status != http.StatusUnprocessableEntity {
			t.Errorf("%q is taken for a roll: %d %s", name, p.status, p.brief())
		}
		if name != "" && strings.Contains(p.body, "<b>famine</b>") {
			t.Error("the name is not escaped")
		}
	}
	if p := master.get("/g/" + id); strings.Contains(text(p.root), "is set to") {
		t.Errorf("a roll is set: %s", p.brief())
	}
}

// TestHostCookies checks that over https the cookies of a session have the
// prefix that prevents neighbouring sites from setting them. A cookie that such
// a site has set under the plain name does not change the session.
func TestHostCookies(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	h.guest("Anna")
	ask := func(proto string, cookies ...*http.Cookie) *http.Response {
		t.Helper()
		h.browser().post("/signin/letter", url.Values{"email": {"anna@example.org"}}).has(t, http.StatusOK)
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.url+"/signin/link", strings.NewReader(url.Values{"token": {h.mail.SignOnSecret("anna@example.org")}}.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if proto != "" {
			r.Header.Set("X-Forwarded-Proto", proto)
		}
		for _, c := range cookies {
			r.AddCookie(c)
		}
		c := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		a, err := c.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { a.Body.Close() })
		return a
	}
	cookie := func(a *http.Response, name string) *http.Cookie {
		for _, c := range a.Cookies() {
			if c.Name == name && c.Value != "" {
				return c
			}
		}
		return nil
	}
	c := cookie(ask("https"), "__Host-podesta-session")
	if c == nil || !c.Secure || !c.HttpOnly || c.Path != "/" || c.Domain != "" {
		t.Fatalf("over https the session is %+v", c)
	}
	if c := cookie(ask(""), "podesta-session"); c == nil || c.Secure {
		t.Errorf("over http the session is %+v", c)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.url+"/me", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-Forwarded-Proto", "https")
	r.AddCookie(&http.Cookie{Name: "podesta-session", Value: "planted"})
	r.AddCookie(c)
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	if a.Request.URL.Path != "/me" || a.StatusCode != http.StatusOK {
		t.Errorf("a planted cookie of the plain name signs out: %s", a.Request.URL)
	}
}
