package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html/atom"
)

// TestAnotherSeat opens the link of another seat in a browser that has a seat. The page says
// so. Forms on a page of the earlier seat are refused, and change nothing for either seat.
func TestAnotherSeat(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, master := h.game(basicA())
	seats := h.seats(id, master)
	rev := strconv.Itoa(h.revision(id))
	milan, venice := seats["milan"], seats["venice"]
	old := milan.get("/g/" + id)
	mine := old.value("mine")
	if mine == "" || mine == venice.get("/g/"+id).value("mine") {
		t.Fatalf("the page of Milan is for %q", mine)
	}
	link := ""
	for _, part := range strings.Split(master.get("/g/"+id).body, `"`) {
		if strings.Contains(part, "/g/"+id+"?key=") {
			u, err := url.Parse(part)
			if err != nil {
				t.Fatal(err)
			}
			b := h.browser()
			if b.get(u.RequestURI()).has(t, http.StatusOK).value("orders-venice") != "" || strings.Contains(b.get("/g/"+id).body, `id="orders-venice"`) {
				link = u.RequestURI()
			}
		}
	}
	milan.get(link).has(t, http.StatusOK, "You have another seat here now", "Venice")
	if p := milan.get(link); strings.Contains(p.body, "You have another seat") {
		t.Error("the same link again is told as another seat")
	}
	for path, form := range map[string]url.Values{
		"orders": {"revision": {rev}, "orders-milan": {"A Pavia H"}, "then": {"ready"}, "anyway": {"1"}},
		"ready":  {"revision": {rev}, "ready": {"1"}},
		"name":   {"name": {"Lucrezia"}},
		"press":  {"to": {"florence"}, "text": {"From Milan"}},
		"leave":  {},
	} {
		form.Set("mine", mine)
		milan.post("/g/"+id+"/"+path, form).has(t, http.StatusForbidden, "not for the seat")
	}
	if p := master.get("/g/" + id); strings.Contains(text(p.root), "Venice ready") || strings.Contains(p.body, "Lucrezia") {
		t.Error("the page of Milan has acted for Venice")
	}
	// A form on the seat's own page is accepted.
	form := url.Values{"revision": {rev}, "orders-venice": {"A Verona H"}, "mine": {milan.get("/g/" + id).value("mine")}}
	milan.post("/g/"+id+"/orders", form).has(t, http.StatusOK, "A Verona H")
}

// TestMasterInSeat opens a seat's link in the browser of the master. The page links back to the
// master's page, which links to the seat, until the visitor leaves both.
func TestMasterInSeat(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, b := h.game(basicA())
	follow := func(p *response, words string) *response {
		t.Helper()
		for a := range p.root.Descendants() {
			if a.DataAtom == atom.A && text(a) == words {
				return b.get(attr(a, "href"))
			}
		}
		t.Fatalf("no link %q on %s", words, p.brief())
		return nil
	}
	seat := ""
	for a := range b.get("/g/" + id).root.Descendants() {
		if v := attr(a, "value"); attr(a, "aria-label") == "Link of Florence" {
			seat = v[strings.Index(v, "/g/"):]
		}
	}
	p := b.get(seat).has(t, http.StatusOK, "You have another seat here now", "You are also the master of this game")
	p = follow(p, "Continue as master").has(t, http.StatusOK, "You are the master here", "You also play Florence here")
	follow(p, "Continue as Florence").has(t, http.StatusOK, "You play Florence", "You are also the master of this game")
	p = b.get("/g/" + id)
	b.post("/g/"+id+"/leave", url.Values{"mine": {p.value("mine")}})
	if p := b.get("/g/" + id); strings.Contains(p.body, "key=") || strings.Contains(text(p.root), "You are also") {
		t.Error("a key is left")
	}
}
