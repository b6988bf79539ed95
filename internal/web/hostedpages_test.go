package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
)

// TestEveryPage opens every page of hosted games, in every state of a game and with every role, and
// checks that all of them have valid markup.
func TestEveryPage(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	master, watcher, stranger, guest := h.guest("Cosimo"), h.guest("Eleonora"), h.browser(), h.guest("Gaia")
	var players []*browser
	for _, name := range []string{"Ada", "Bice", "Carla", "Dora"} {
		players = append(players, h.guest(name))
	}
	at := master.hosts("name", "All of it", "choice", "B/B-4", "preset", "machiavelli-1995", "pace", "daily", "press", "grey/white", "fakes", "default", "postal", "1", "watchall", "1", "preferences", "both", "dias", "")
	look := func(state string) {
		t.Helper()
		for name, b := range map[string]*browser{"master": master, "player": players[0], "observer": watcher, "stranger": stranger, "guest": guest} {
			for _, page := range []string{"", "/letters", "/letters?to=master&c=2", "/letters?c=all&before=3&quote=2", "/letters?c=1-2", "/letters?c=2-m", "/letters?c=m-@x", "/letters?new=1", "/letters/part?c=all", "/seat", "/log", "/log?before=4", "/rules", "/master", "/settings", "?as=1", "/state", "/dice.json", "/p/1", "/map/1.svg"} {
				p := b.get(at + page)
				if p.status >= http.StatusInternalServerError || p.status == http.StatusNotFound && state != "forming" {
					t.Errorf("%s, %s%s as %s: %d %s", state, at, page, name, p.status, p.brief())
				}
			}
			for _, page := range []string{"/", "/games", "/games?status=over&name=x&skip=5", "/me", "/host", "/new", "/signin", "/register"} {
				if p := b.get(page); p.status != http.StatusOK {
					t.Errorf("%s, %s as %s: %d", state, page, name, p.status)
				}
			}
		}
	}
	watcher.post(at+"/watch", nil).has(t, http.StatusOK)
	players[0].post(at+"/join", url.Values{"wishes": {"*"}}).has(t, http.StatusOK, "You have joined", `data-letter="V"`, `data-letter="*"`)
	players[0].post(at+"/wishes", url.Values{"wishes": {"V[IL]"}}).has(t, http.StatusOK, "Your ranking is saved", "V[IL]")
	players[0].post(at+"/wishes", url.Values{"wishes": {"V["}}).has(t, http.StatusUnprocessableEntity, "bracket")
	players[0].post(at+"/press", url.Values{"to": {"master"}, "text": {"When do we begin?"}}).has(t, http.StatusOK, "Your message is sent")
	p := master.get(at+"/letters").has(t, http.StatusOK, "Ada 1 unread", "Ada (no power yet): When do we begin?")
	p = master.get(p.link(t, "Ada 1 unread"))
	letter := p.fields(t, at+"/press")
	letter.Set("text", "Tonight, Ada.")
	master.post(at+"/press", letter).has(t, http.StatusOK, "Your message is sent", "Tonight, Ada.")
	players[0].get(at+"/letters").has(t, http.StatusOK, "Tonight, Ada.", "When do we begin?")
	if strings.Contains(watcher.get(at+"/letters").body, "Tonight") {
		t.Error("an observer can read a master's message to another person")
	}
	look("forming")
	for _, b := range players[1:] {
		b.post(at+"/join", nil).has(t, http.StatusOK, "You have joined")
	}
	players[0].get(at).has(t, http.StatusOK, "You play", "Your orders")
	watcher.post(at+"/copies", url.Values{"on": {"1"}}).has(t, http.StatusOK, "You now get copies")
	players[1].post(at+"/press", url.Values{"to": {"post"}, "text": {"By post."}}).has(t, http.StatusOK, "will be delivered when the phase is over")
	// The recipient can be the sender's own seat or another one; both are valid.
	players[2].post(at+"/press", url.Values{"to": {"1"}, "text": {"Not to all."}})
	look("played")
	master.post(at+"/pause", nil).has(t, http.StatusOK, "The game is paused")
	look("paused")
	master.post(at+"/resume", nil).has(t, http.StatusOK, "The game continues")
	for range 5 {
		master.post(at+"/carryout", url.Values{"revision": {strconv.Itoa(h.revision(gameID(at)))}}).has(t, http.StatusOK, "is resolved")
	}
	guest.get(at+"/letters").has(t, http.StatusOK, "By post.")
	look("after some phases")
	master.post(at+"/terminate", url.Values{"sure": {"1"}}).has(t, http.StatusOK, "abandoned")
	look("abandoned")
	master.post(at+"/resume", nil).has(t, http.StatusOK, "The game continues", "Pause")
	form := players[0].get(at+"/seat").fields(t, at+"/vote")
	form.Set("vote", "concede "+concession(t, players[0].get(at+"/seat")))
	power := form.Get("vote")
	for _, b := range players {
		b.post(at+"/vote", url.Values{"vote": {power}, "number": {form.Get("number")}})
	}
	stranger.get(at).has(t, http.StatusOK, "The game is over", "The others concede the game to")
	look("over")
}

// concession returns the first power to which a page offers to concede.
func concession(t *testing.T, p *response) string {
	t.Helper()
	for n := range p.root.Descendants() {
		if attr(n, "id") == "concede" {
			return attr(n.FirstChild, "value")[len("concede "):]
		}
	}
	t.Fatalf("no concession is offered: %s", p.brief())
	return ""
}

// TestSameTextInEveryClient checks that the classic report on a page names the game as it does
// in e-mail and the API, with times in the zone of the reader's account.
func TestSameTextInEveryClient(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, players := h.four()
	master.post(at+"/carryout", url.Values{"revision": {strconv.Itoa(h.revision(gameID(at)))}, "sure": {"1"}}).has(t, http.StatusOK, "is resolved")
	players["Milan"].get(at+"/p/1").has(t, http.StatusOK, "(The Four.001)", `data-zone="Europe/Rome"`)
	if p := h.browser().get(at); strings.Contains(p.body, "data-zone") {
		t.Error("a stranger sees an account's time zone")
	}
}

// TestDrawNamesNoWinner checks that the page of a drawn game says so and names
// no winner.
func TestDrawNamesNoWinner(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, _, players := h.four()
	for _, b := range players {
		form := b.get(at+"/seat").fields(t, at+"/vote")
		b.post(at+"/vote", url.Values{"vote": {"draw"}, "number": {form.Get("number")}})
	}
	p := h.browser().get(at)
	p.has(t, http.StatusOK, "The game is over", "ends in a draw")
	if strings.Contains(p.body, "has won") {
		t.Errorf("a draw names winners: %s", p.brief())
	}
}

// TestFormsInPlace sends forms with a mistake: each is shown again on its own
// page, with the reason and with what was typed.
func TestFormsInPlace(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, players := h.four("dias", "")
	milan := players["Milan"]
	for name, c := range map[string]struct {
		who    *browser
		verb   string
		form   url.Values
		says   string
		kept   map[string]string // the typed values of fields
		where  string            // a heading of the page with the form
		status int
	}{
		"resign without the tick":   {milan, "resign", url.Values{}, "Tick", nil, "Leaving", 422},
		"an absence backwards":      {milan, "absence", url.Values{"from": {"2026-03-17"}, "to": {"2026-03-01"}}, "would end before it begins", map[string]string{"from": "2026-03-17", "to": "2026-03-01"}, "Absences", 422},
		"an absence in no calendar": {milan, "absence", url.Values{"from": {"when I like"}, "to": {"<b>"}}, "not part of a date", map[string]string{"from": "when I like", "to": "<b>"}, "Absences", 422},
		"a vote for nothing":        {milan, "vote", url.Values{"vote": {"draw"}}, "names the powers", nil, "Vote", 422},
		"a vote of a phase before":  {milan, "vote", url.Values{"vote": {"draw"}, "among": {"milan"}, "number": {"77"}}, "not accepted", nil, "Vote", 409},
		"a deadline in no calendar": {master, "times", url.Values{"deadline": {"yesterday or so"}}, "not part of a date", map[string]string{"deadline": "yesterday or so"}, "Times", 422},
	} {
		t.Run(name, func(t *testing.T) {
			p := c.who.post(at+"/"+c.verb, c.form)
			alert := ""
			for n := range p.root.Descendants() {
				if n.Data == "p" && strings.Contains(attr(n, "class"), "refused") {
					if alert = text(n); n.Parent.Data != "form" || !strings.HasSuffix(attr(n.Parent, "action"), c.verb) {
						t.Errorf("the reason is in %s of %s", n.Parent.Data, attr(n.Parent, "action"))
					}
				}
			}
			if p.status != c.status || !strings.Contains(alert, c.says) {
				t.Errorf("%d, %q: %s", p.status, alert, p.brief())
			}
			for field, want := range c.kept {
				if got := p.value(field); got != want {
					t.Errorf("%s is %q, want %q", field, got, want)
				}
			}
			if strings.Contains(p.body, "<b>\"") || strings.Contains(text(p.root), "That cannot be done") {
				t.Errorf("a bare page: %s", p.brief())
			}
		})
	}
}

// TestTableShowsNews checks that the board's page, its stream and the inbox show public news:
// awaited players, votes, a resignation, a rollback with its reason.
func TestTableShowsNews(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, players := h.four("concessions", "1")
	milan, venice := players["Milan"], players["Venice"]
	everywhere := func(says ...string) {
		t.Helper()
		venice.get(at).has(t, http.StatusOK, says...)
		h.browser().get(at).has(t, http.StatusOK, says...)
		state := venice.get(at + "/state").body
		for _, x := range says {
			if !strings.Contains(state, x) {
				t.Errorf("the stream does not contain %q: %s", x, state)
			}
		}
	}
	everywhere("Waiting for ", "Milan")
	form, _ := milan.own(at, h.holding(at, "Milan"))
	form.Set("then", "ready")
	milan.post(at+"/orders", form).has(t, http.StatusOK)
	if p := venice.get(at); strings.Contains(awaits(p), "Milan") {
		t.Errorf("Milan has ordered but is awaited: %s", awaits(p))
	}
	number := milan.get(at + "/seat").value("number")
	milan.post(at+"/vote", url.Values{"number": {number}, "vote": {"draw"}}).has(t, http.StatusOK, "1 of 4 agree")
	everywhere("A player proposes a draw of all who are left: 1 of 4 agree.")
	venice.get("/inbox").has(t, http.StatusOK, "a draw of all who are left: 1 of 4 agree")
	rev := master.get(at + "/master").value("revision")
	master.post(at+"/carryout", url.Values{"revision": {rev}, "sure": {"1"}}).has(t, http.StatusOK)
	if p := venice.get(at); strings.Contains(p.body, "A player proposes") {
		t.Error("a vote outlives its phase")
	}
	old := venice.get(at).fields(t, at+"/orders")
	rev = master.get(at + "/master").value("revision")
	p := master.post(at+"/rollback", url.Values{"revision": {rev}, "phase": {"1"}})
	if p.has(t, http.StatusUnprocessableEntity, "Say why"); len(p.find("refused")) != 1 {
		t.Errorf("a rollback without a reason is not answered in place: %s", p.brief())
	}
	master.post(at+"/rollback", url.Values{"revision": {rev}, "phase": {"1"}, "why": {"The map was wrong"}}).has(t, http.StatusOK)
	everywhere("The map was wrong")
	venice.get("/inbox").has(t, http.StatusOK, "The map was wrong")
	if p := venice.get(at); strings.Contains(text(p.root), "No phase No phase has been resolved yet yet") {
		t.Error("after a rollback the table says that nothing was carried out")
	}
	for field := range old {
		if strings.HasPrefix(field, "orders") {
			old.Set(field, "A Venice - Padua")
		}
	}
	venice.post(at+"/orders", old).has(t, http.StatusConflict, "rolled back", "A Venice - Padua")
	players["Naples"].post(at+"/resign", url.Values{"sure": {"1"}}).has(t, http.StatusOK)
	everywhere("Naples", "Waiting for someone to take over Naples.")
	if p := venice.get(at); strings.Contains(strings.Replace(awaits(p), "take over Naples", "", 1), "Naples") {
		t.Errorf("Naples has no player, but is awaited: %s", awaits(p))
	}
	master.get(at+"/master").has(t, http.StatusOK, "Nobody plays Naples: no orders.", "No orders yet from ")
	if state := master.get(at + "/state").body; !strings.Contains(state, "Nobody plays Naples: no orders.") {
		t.Errorf("the master's stream does not say that Naples is open: %s", state)
	}
	if state := venice.get(at + "/state").body; strings.Contains(state, "lacks") {
		t.Errorf("a player's stream contains what is for masters: %s", state)
	}
	h.guest("Wanda").get(at).has(t, http.StatusOK, "Take over Naples")
}

// awaits returns the awaited players according to a page.
func awaits(p *response) string {
	for n := range p.root.Descendants() {
		for _, a := range n.Attr {
			if a.Key == "data-awaits" {
				return text(n)
			}
		}
	}
	return ""
}

// holding returns orders for all units of a power to hold.
func (h *inn) holding(at, power string) string {
	h.t.Helper()
	g, err := h.judge.Base.Game(h.t.Context(), gameID(at))
	if err != nil {
		h.t.Fatal(err)
	}
	ph, err := h.judge.Base.Current(h.t.Context(), g.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	owner, _ := g.Setting.Powers.Find(strings.ToLower(power))
	var out strings.Builder
	for _, u := range ph.Before.Units {
		if u.Owner == owner {
			fmt.Fprintf(&out, "%s %s hold\n", u.Type.Letter(), g.Setting.Board.Name(u.Place()))
		}
	}
	return out.String()
}
