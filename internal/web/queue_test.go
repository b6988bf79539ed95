package web

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"
)

// TestQueue lets people wait in the queue for a live game, and confirm on its page.
func TestQueue(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	work := func() {
		t.Helper()
		for range 3 {
			_, err := h.Queue.WorkQueue(t.Context())
			h.Must(err)
		}
	}
	stranger := h.browser()
	stranger.get("/").has(t, http.StatusOK, "Any game that fits", "Find a game for me")
	stranger.get("/games").has(t, http.StatusOK, "any game that fits")
	stranger.get("/queue").has(t, http.StatusOK, "Sign in to wait for a game")
	stranger.post("/queue", url.Values{"do": {"join"}}).has(t, http.StatusForbidden, "Sign in first")

	var who []*browser
	for _, name := range []string{"Anna", "Bruno", "Carla", "Dora", "Elio"} {
		who = append(who, h.guest(name))
	}
	anna, dora := who[0], who[3]
	wants := func(b *browser) url.Values {
		t.Helper()
		form := b.get("/queue").has(t, http.StatusOK, "The more you accept, the sooner a game begins.").fields(t, "/queue")
		form["do"] = []string{"join"}
		form["pace"], form["edition"] = []string{"evening"}, []string{"battleline-1978-basic"}
		form.Set("least", "4")
		form.Set("most", "4")
		return form
	}
	// Bad input is refused on the page, with what was typed.
	bad := wants(anna)
	bad.Set("reliability", "very")
	if p := anna.post("/queue", bad); p.status != http.StatusUnprocessableEntity || !strings.Contains(p.body, "is not a whole number") || p.value("reliability") != "very" {
		t.Errorf("%d %s", p.status, p.brief())
	}
	bad = wants(anna)
	bad.Del("pace")
	anna.post("/queue", bad).has(t, http.StatusUnprocessableEntity, "Choose at least one edition, one scenario and one pace.")
	bad = wants(anna)
	bad["edition"] = []string{"diplomacy"}
	anna.post("/queue", bad).has(t, http.StatusUnprocessableEntity, "No game fits this")
	anna.post("/queue", url.Values{"do": {"dance"}}).has(t, http.StatusUnprocessableEntity, "This form does nothing")
	anna.post("/queue", url.Values{"do": {"leave"}}).has(t, http.StatusConflict, "You are not in the queue.")

	// The short form on the front page comes first, then the full one.
	anna.post("/queue", anna.get("/").fields(t, "/queue")).has(t, http.StatusOK, "You are in the queue.", "Place 1 of 1")
	anna.get("/").has(t, http.StatusOK, "place 1 of 1.", "You are in the queue")
	anna.post("/queue", wants(anna)).has(t, http.StatusOK, "Saved. You keep your place.", "Closest to beginning: a game for 4 players. 1978 Basic. A live evening. 1 person waits for it.")
	anna.post("/queue", url.Values{"do": {"renew"}}).has(t, http.StatusOK, "Your place is kept for another 7 days.")
	for _, b := range who[1:] {
		h.dial.Advance(time.Minute)
		b.post("/queue", wants(b)).has(t, http.StatusOK, "You are in the queue.")
	}
	who[4].post("/queue", url.Values{"do": {"leave"}}).has(t, http.StatusOK, "You are no longer in the queue.", "What would you accept?")
	who[4].post("/queue", wants(who[4])).has(t, http.StatusOK, "Place 5 of 5")
	work()

	p := anna.get("/inbox").has(t, http.StatusOK, "confirm that you are here, so that the game can begin")
	at := p.link(t, "confirm that you are here, so that the game can begin")
	anna.get(at).has(t, http.StatusOK, "Confirm that you are here", "0 of 4 players have confirmed.", "then you lose your seat", "I am here", "Give my seat to someone else")
	for _, b := range []*browser{who[4], stranger} {
		if p := b.get(at).has(t, http.StatusOK, "0 of 4 players have confirmed."); strings.Contains(p.body, "I am here") {
			t.Error("someone else can confirm")
		}
	}
	who[4].post(at+"/confirm", url.Values{}).has(t, http.StatusForbidden, "You are not part of this game.")
	anna.post(at+"/muster", url.Values{"hours": {"2"}}).has(t, http.StatusForbidden)
	anna.post(at+"/confirm", anna.get(at).fields(t, at+"/confirm")).has(t, http.StatusOK, "You have confirmed. The game begins when everyone has.", "1 of 4 players have confirmed.")
	anna.post(at+"/confirm", url.Values{}).has(t, http.StatusConflict, "You have confirmed already.")
	dora.post(at+"/unseat", dora.get(at).fields(t, at+"/unseat")).has(t, http.StatusOK, "You have left the game.", "1 seat is free.")
	work()
	dora.post(at+"/confirm", url.Values{}).has(t, http.StatusForbidden)
	for _, b := range []*browser{who[1], who[2]} {
		b.post(at+"/confirm", b.get(at).fields(t, at+"/confirm")).has(t, http.StatusOK, "The game begins when everyone has.")
	}
	who[4].post(at+"/confirm", who[4].get(at).fields(t, at+"/confirm")).has(t, http.StatusOK, "You have confirmed, and the game has begun.")
	who[4].post(at+"/confirm", url.Values{}).has(t, http.StatusConflict, "The game has begun already")
}

// TestFewWants checks that the page of the queue first shows only what most people choose, that
// the rest is open if the player has chosen something there, and that every visitor has one
// primary button.
func TestFewWants(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	anna := h.guest("Anna")
	sees := func(b *browser, open ...string) *response {
		t.Helper()
		p := b.get("/queue")
		if n := len(p.find("button")) - len(p.find("quiet")); n != 1 {
			t.Errorf("%d primary buttons", n)
		}
		var got []string
		for _, d := range p.find("more") {
			if slices.ContainsFunc(d.Attr, func(a html.Attribute) bool { return a.Key == "open" }) {
				got = append(got, strings.Fields(text(d))[0])
			}
		}
		if !slices.Equal(got, open) {
			t.Errorf("open are %q, expected %q", got, open)
		}
		return p
	}
	sees(h.browser())
	plain := sees(anna).fields(t, "/queue")
	plain.Set("do", "join")
	for _, x := range []struct{ field, value string }{{"", ""}, {"least", "4"}, {"most", "5"}, {"scenario", "A"}, {"reliability", "80"}, {"languages", "it"}, {"programs", "1"}} {
		form := maps.Clone(plain)
		var open []string
		if x.field != "" {
			form.Set(x.field, x.value)
			open = []string{"More:"}
		}
		anna.post("/queue", form).has(t, http.StatusOK, "Place 1 of 1")
		sees(anna, open...)
	}
	// The part with an error is open.
	form := maps.Clone(plain)
	form.Del("pace")
	if p := anna.post("/queue", form); strings.Count(p.body, "<details class=\"more\" open>") != 1 {
		t.Error("the form with an error is folded")
	}
}

// TestStillThere answers the question on the start page whether a player in the queue is still
// there.
func TestStillThere(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	anna := h.guest("Anna")
	anna.post("/queue", url.Values{"do": {"join"}, "pace": {"weekly"}}).has(t, http.StatusOK, "You are in the queue.")
	h.dial.Advance(time.Hour)
	_, err := h.Queue.WorkQueue(t.Context())
	h.Must(err)
	anna.get("/queue").has(t, http.StatusOK, "Are you still there?", "I am still here")
	p := anna.get("/").has(t, http.StatusOK, "Are you still there?")
	form := p.fields(t, "/queue")
	form.Set("do", "renew")
	if p := anna.post("/queue", form).has(t, http.StatusOK, "Your place is kept"); strings.Contains(p.body, "Are you still there?") {
		t.Error("the answer is not recorded")
	}
}

// TestMusterOfMaster lets a master see who has not confirmed, give them more time, and begin
// the game anyway.
func TestMusterOfMaster(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	master := h.guest("Cosimo")
	at := master.hosts("name", "The Four", "choice", "A/A-4", "preset", "battleline-1978-basic", "pace", "daily", "muster", "1")
	var who []*browser
	for _, name := range []string{"Ada", "Bice", "Carla", "Dora"} {
		b := h.guest(name)
		b.post(at+"/join", url.Values{}).has(t, http.StatusOK)
		who = append(who, b)
	}
	who[0].post(at+"/confirm", url.Values{}).has(t, http.StatusOK, "You have confirmed.")
	p := master.get(at+"/master").has(t, http.StatusOK, "1 of 4 players have confirmed that they are there.", "Not yet:", "Bice", "Carla", "Dora")
	if strings.Contains(strings.Join(strings.Split(p.body, "Not yet:")[1:], ""), "Ada,") {
		t.Error("who has confirmed is among those who have not")
	}
	form := p.fields(t, at+"/muster")
	master.post(at+"/muster", form).has(t, http.StatusOK, "The time to confirm is extended.")
	form.Set("hours", "0")
	form.Del("once")
	master.post(at+"/muster", form).has(t, http.StatusUnprocessableEntity, "1 minute to 14 days")
	master.post(at+"/start", url.Values{}).has(t, http.StatusConflict, "3 players have not confirmed yet.")
	master.post(at+"/start", url.Values{"force": {"1"}}).has(t, http.StatusOK, "The game begins.")
}
