package web

import (
	"context"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"podesta/internal/web/wire"
)

// TestHostedGame plays a game of eight from the first e-mail to a draw:
// accounts by e-mail, players who join with preferences, orders, a phase that
// is resolved at its deadline, press, a vote.
func TestHostedGame(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	master := h.guest("Cosimo")
	at := master.hosts("name", "Concert of Italy", "choice", "B/B-8", "preset", "njudge-classic", "pace", "daily", "house", "Be kind.\n<b>No</b> bold.")
	h.browser().get("/").has(t, http.StatusOK, "Concert of Italy", "8 players wanted, of 8", "Sign in")
	h.browser().get(at).has(t, http.StatusOK, "0 of 8 seats taken", "Sign in to join", "Be kind.")
	var players []*browser
	for i, letter := range strings.Split("ALFINPTV", "") {
		b := h.guest("Player " + strconv.Itoa(i+1))
		p := b.get(at)
		p.has(t, http.StatusOK, "Join the game", "Venice")
		b.post(at+"/join", url.Values{"wishes": {letter}, "once": {p.value("once")}}).has(t, http.StatusOK, "You have joined")
		players = append(players, b)
	}
	venice := players[7]
	p := venice.get(at)
	p.has(t, http.StatusOK, "You play Venice", "Your orders", "Deadline", "orders are missing", "Player 3")
	if strings.Contains(h.browser().get(at).body, "Your orders") {
		t.Error("a stranger is asked for orders")
	}
	form := url.Values{"revision": {p.value("revision")}, "orders-venice": {"A Vicenza H\nnonsense\nG Venice H"}}
	p = venice.post(at+"/orders", form)
	p.has(t, http.StatusOK, "could not be used", "nonsense", "orders are missing")
	for i, b := range players {
		p := b.get(at)
		name := attr(p.find("box")[0], "data-box")
		var all []string
		for _, u := range p.find("unit") {
			all = append(all, strings.TrimSpace(attr(u, "data-insert"))+" H")
		}
		if len(all) == 0 {
			t.Fatalf("%s has no units: %s", name, p.brief())
		}
		if i < 7 { // one player is late
			b.post(at+"/orders", url.Values{"revision": {p.value("revision")}, "orders-" + name: {strings.Join(all, "\n")}}).has(t, http.StatusOK, "Your orders are saved", "orders in")
		}
	}
	venice.get("/").has(t, http.StatusOK, "Waiting for you", "Concert of Italy", "Venice", "3 units without an order")
	master.get(at+"/master").has(t, http.StatusOK, "No orders yet from Venice", "Player 8")
	plan, err := h.judge.Clock.Plan(context.Background(), gameID(at))
	if err != nil {
		t.Fatal(err)
	}
	h.Forward(plan.Deadline.Add(time.Minute))
	venice.get(at).has(t, http.StatusOK, "You are late")
	h.browser().get(at).has(t, http.StatusOK, "late")
	p = venice.get(at)
	var all []string
	for _, u := range p.find("unit") {
		all = append(all, strings.TrimSpace(attr(u, "data-insert"))+" H")
	}
	late := url.Values{"revision": {p.value("revision")}, "orders-venice": {strings.Join(all, "\n")}}
	// The check does not save a draft here, but the answer contains its result; the button
	// sends it.
	var checked wire.CheckedTexts
	var draft wire.Saved
	venice.asScript(at+"/check", late, http.StatusOK, &checked)
	venice.asScript(at+"/orders", late, http.StatusOK, &draft)
	if !draft.Late || draft.Checked == nil || !reflect.DeepEqual(draft.Checked.Boxes, checked.Boxes) || len(checked.Boxes["venice"].Lines) != len(all) {
		t.Errorf("a late draft: %+v, checked %+v", draft, checked)
	}
	if !strings.Contains(venice.get(at).body, "nonsense") { // a line sent too late does not count among the orders
		t.Error("a late draft is saved")
	}
	venice.post(at+"/orders", late).has(t, http.StatusOK, "are saved")
	h.Forward(plan.Deadline.Add(2 * time.Hour))
	p = venice.get(at)
	p.has(t, http.StatusOK, "Summer 1454", "Spring 1454, orders")
	h.browser().get(at+"/p/1").has(t, http.StatusOK, "holds")
	h.browser().get(at+"/log").has(t, http.StatusOK, "Spring 1454: results", "The game begins")
	reader := h.browser()
	reader.post("/language", url.Values{"language": {"it"}, "next": {"/"}})
	reader.get(at+"/log").has(t, http.StatusOK, "Primavera 1454: risultati", "La partita comincia")

	const secret = "Meet me at the <script>alert(1)</script> bridge."
	p = venice.get(at + "/letters?new=1")
	milan := 0
	for n := range p.root.Descendants() {
		if attr(n, "name") == "to" && n.Parent != nil && strings.TrimSpace(text(n.Parent)) == "Milan" {
			milan, _ = strconv.Atoi(attr(n, "value"))
		}
	}
	if milan == 0 {
		t.Fatal("it is impossible to write to Milan")
	}
	letter := url.Values{"to": {strconv.Itoa(milan)}, "text": {secret}, "once": {p.value("once")}}
	venice.post(at+"/press", letter).has(t, http.StatusOK, "Your message is sent", "bridge.")
	venice.post(at+"/press", letter) // a double click sends it twice
	unread := players[3].get(at+"/letters").has(t, http.StatusOK, "Venice 1 unread")
	if n := len(unread.find("new")); n != 1 {
		t.Errorf("Milan has %d conversations with something new", n)
	}
	talk := unread.link(t, "Venice 1 unread")
	if n := len(players[3].get(talk).find("message")); n != 1 {
		t.Errorf("Milan has %d letters", n)
	}
	if p := players[3].get(at + "/letters"); len(p.find("new")) != 0 {
		t.Errorf("what was read is new still: %s", p.brief())
	}
	if p := players[3].get(talk); strings.Contains(p.body, "<script>alert") || !strings.Contains(text(p.root), secret) {
		t.Errorf("the message is shown as %s", p.brief())
	}
	for name, b := range map[string]*browser{"Naples": players[4], "a stranger": h.browser()} {
		for _, page := range []string{"/letters", "/letters/part", "/letters?" + talk[strings.Index(talk, "?")+1:], "/log", ""} {
			if strings.Contains(b.get(at+page).body, "bridge.") {
				t.Errorf("%s can read a message to Milan on %s", name, page)
			}
		}
	}
	for i, b := range players {
		p := b.get(at + "/seat")
		p.has(t, http.StatusOK, "You have not voted")
		p = b.post(at+"/vote", url.Values{"vote": {"draw"}, "number": {p.value("number")}})
		if i < 7 {
			p.has(t, http.StatusOK, "You vote for a draw")
		} else {
			p.has(t, http.StatusOK, "The game is over")
		}
	}
	h.browser().get(at).has(t, http.StatusOK, "The game is over", "draw")
	for i, b := range players {
		if strings.Contains(h.browser().get(at+"/letters").body, "bridge.") {
			t.Errorf("%d players have agreed, and the messages are public", i)
		}
		p := b.get(at+"/letters").has(t, http.StatusOK, strconv.Itoa(i)+" of 8 do")
		agree := p.fields(t, at+"/openletters")
		agree.Set("agree", "1")
		b.post(at+"/openletters", agree).has(t, http.StatusOK, "You agree that everyone can read the messages")
	}
	p = h.browser().get(at+"/letters").has(t, http.StatusOK, "All players have agreed")
	if !strings.Contains(p.body, "bridge.") {
		t.Errorf("all have agreed, and the message is not public: %s", p.brief())
	}
	if p := h.browser().get("/"); !strings.Contains(text(p.root), "Over") {
		t.Errorf("the front page does not list it: %s", p.brief())
	}
}
