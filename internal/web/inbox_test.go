package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// TestInbox checks that a player sees what is missing in all their games, in the order in which
// it is due, and nothing about other players.
func TestInbox(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	_, master, _ := h.four("name", "Slow", "pace", "weekly")
	late := master.hosts("name", "Quick", "choice", "A/A-4", "preset", "battleline-1978-basic", "pace", "daily")
	ada := h.browser()
	ada.post("/signin", url.Values{}) // this does not sign in
	if p := ada.get("/inbox"); p.url.Path != "/signin" {
		t.Errorf("a stranger is shown %s", p.url)
	}
	ada = h.guest("Eva")
	ada.get("/inbox").has(t, http.StatusOK, "Nothing is waiting for you", "You are not in a game yet")
	ada.post(late+"/join", url.Values{}).has(t, http.StatusOK)
	for _, name := range []string{"Fia", "Gaia", "Ida"} {
		h.guest(name).post(late+"/join", url.Values{}).has(t, http.StatusOK)
	}
	ada.get("/inbox").has(t, http.StatusOK, "Waiting for you", "Quick", "units without an order")
	if p := ada.get("/inbox"); strings.Contains(p.body, "Slow") {
		t.Error("a game of other players is in the inbox")
	}
	p := master.get("/inbox")
	p.has(t, http.StatusOK, "Nothing is waiting for you", "Slow", "Quick")
	if strings.Index(p.body, "Quick") > strings.Index(p.body, "Slow") {
		t.Error("the order is not by deadline")
	}
	ada.post(late+"/press", url.Values{"to": {"all"}, "text": {"Friends"}}).has(t, http.StatusOK)
	if p := ada.get("/inbox"); strings.Contains(p.body, "unread") {
		t.Error("the player's own message is unread")
	}
}
