package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
)

// TestEveryPage opens every page of hosted games, in every state of a game and in
// everybody's eyes: all of them answer, with whole markup.
func TestEveryPage(t *testing.T) {
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
	players[0].post(at+"/wishes", url.Values{"wishes": {"V[IL]"}}).has(t, http.StatusOK, "Your wishes are noted", "V[IL]")
	players[0].post(at+"/wishes", url.Values{"wishes": {"V["}}).has(t, http.StatusUnprocessableEntity, "bracket")
	players[0].post(at+"/press", url.Values{"to": {"master"}, "text": {"When do we begin?"}}).has(t, http.StatusOK, "Your letter is sent")
	p := master.get(at+"/letters").has(t, http.StatusOK, "Ada 1 not read", "Ada (no power yet): When do we begin?")
	p = master.get(p.link(t, "Ada 1 not read"))
	letter := p.fields(t, at+"/press")
	letter.Set("text", "Tonight, Ada.")
	master.post(at+"/press", letter).has(t, http.StatusOK, "Your letter is sent", "Tonight, Ada.")
	players[0].get(at+"/letters").has(t, http.StatusOK, "Tonight, Ada.", "When do we begin?")
	if strings.Contains(watcher.get(at+"/letters").body, "Tonight") {
		t.Error("an observer reads what a master writes to somebody else")
	}
	look("forming")
	for _, b := range players[1:] {
		b.post(at+"/join", nil).has(t, http.StatusOK, "You have joined")
	}
	players[0].get(at).has(t, http.StatusOK, "You play", "Your orders")
	watcher.post(at+"/copies", url.Values{"on": {"1"}}).has(t, http.StatusOK, "You get copies")
	players[1].post(at+"/press", url.Values{"to": {"post"}, "text": {"By post."}}).has(t, http.StatusOK, "goes out when the phase is over")
	players[2].post(at+"/press", url.Values{"to": {"1"}, "text": {"Not to all."}}) // to oneself or another: both are read well
	look("played")
	master.post(at+"/pause", nil).has(t, http.StatusOK, "The game is paused")
	look("paused")
	master.post(at+"/resume", nil).has(t, http.StatusOK, "The game goes on")
	for range 5 {
		master.post(at+"/carryout", url.Values{"revision": {strconv.Itoa(h.revision(gameID(at)))}}).has(t, http.StatusOK, "carried out")
	}
	guest.get(at+"/letters").has(t, http.StatusOK, "By post.")
	look("after some phases")
	master.post(at+"/terminate", url.Values{"sure": {"1"}}).has(t, http.StatusOK, "given up")
	look("given up")
	master.post(at+"/resume", nil).has(t, http.StatusOK, "The game goes on", "Pause")
	form := players[0].get(at+"/seat").fields(t, at+"/vote")
	form.Set("vote", "concede "+concession(t, players[0].get(at+"/seat")))
	power := form.Get("vote")
	for _, b := range players {
		b.post(at+"/vote", url.Values{"vote": {power}, "number": {form.Get("number")}})
	}
	stranger.get(at).has(t, http.StatusOK, "The game is over", "All others concede the game to")
	look("over")
}

// concession is the first power to which a page lets somebody concede.
func concession(t *testing.T, p *page) string {
	t.Helper()
	for n := range p.root.Descendants() {
		if attr(n, "id") == "concede" {
			return attr(n.FirstChild, "value")[len("concede "):]
		}
	}
	t.Fatalf("nobody can be conceded to: %s", p.brief())
	return ""
}

// TestSameTextAtEveryDoor: the classic report of a page names the game as letters
// and the API do, and the page tells times in the zone of the reader's account.
func TestSameTextAtEveryDoor(t *testing.T) {
	h := newInn(t)
	at, master, players := h.four()
	master.post(at+"/carryout", url.Values{"revision": {strconv.Itoa(h.revision(gameID(at)))}, "sure": {"1"}}).has(t, http.StatusOK, "carried out")
	players["Milan"].get(at+"/p/1").has(t, http.StatusOK, "(The Four.001)", `data-zone="Europe/Rome"`)
	if p := h.browser().get(at); strings.Contains(p.body, "data-zone") {
		t.Error("a stranger is given somebody's time zone")
	}
}

// TestDrawNamesNoWinner: the page of a game that ended in a draw says so, and
// nobody has won it.
func TestDrawNamesNoWinner(t *testing.T) {
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
