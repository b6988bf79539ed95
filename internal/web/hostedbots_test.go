package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
)

// TestMasterBots fills empty seats with computer players as a master, removes one and assigns
// another kind. Everyone sees that they are computer players, and a person takes over the seat
// of one.
func TestMasterBots(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	h.serveBots()
	master := h.guest("Cosimo")
	at := master.hosts("name", "The Four", "choice", "A/A-4", "preset", "battleline-1978-basic", "pace", "daily", "bots", "1", "gunboat", "1")
	ada := h.guest("Ada")
	ada.post(at+"/join", nil).has(t, http.StatusOK)
	master.get(at+"/master").has(t, http.StatusOK, "with computer players in empty seats")
	ada.post(at+"/start", url.Values{"bots": {"1"}}).has(t, http.StatusForbidden)
	master.post(at+"/start", url.Values{"bots": {"1"}, "level": {"genius"}}).has(t, http.StatusUnprocessableEntity, "There is no computer player")
	master.post(at+"/start", url.Values{"bots": {"1"}}).has(t, http.StatusOK)
	if n := strings.Count(text(h.browser().get(at).root), "Hard (computer)"); n < 3 {
		t.Errorf("a stranger reads of %d computer players", n)
	}
	id := gameID(at)
	seats, err := h.judge.Base.Seats(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	seat := ""
	for _, s := range seats {
		if s.Bot != "" {
			seat = string(rune('0' + s.Number))
		}
	}
	master.get(at+"/master").has(t, http.StatusOK, "from the computer player")
	ada.post(at+"/bot", url.Values{"seat": {seat}, "bot": {"none"}}).has(t, http.StatusForbidden)
	master.post(at+"/bot", url.Values{"seat": {seat}, "bot": {"none"}}).has(t, http.StatusOK, "to a computer player")
	master.post(at+"/bot", url.Values{"seat": {seat}, "bot": {"random"}}).has(t, http.StatusOK, "Random (computer)")
	for _, x := range seats {
		if x.Bot != "" {
			master.post(at+"/bot", url.Values{"seat": {strconv.Itoa(x.Number)}, "bot": {"none"}}).has(t, http.StatusOK)
		}
	}
	all := master.get(at+"/master").has(t, http.StatusOK, "All empty seats to computer players")
	if all.has(t, http.StatusOK, "to a computer player"); strings.Contains(text(all.root), "(computer)") {
		t.Error("computer players that were taken away still play")
	}
	all = master.post(at+"/bot", url.Values{"seat": {"all"}, "bot": {"random"}}).has(t, http.StatusOK)
	if n := strings.Count(text(all.root), "Random (computer)"); n < 3 {
		t.Errorf("%d of the empty seats were given to computer players", n)
	}
	bice := h.guest("Bice")
	bice.get(at).has(t, http.StatusOK, "Take over")
	bice.post(at+"/takeover", url.Values{"seat": {seat}}).has(t, http.StatusOK, "The seat is yours")
}

// TestLevelOfBots checks that the creator of a game chooses the strength of its
// computer players, as a master and as a player.
func TestLevelOfBots(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	h.serveBots()
	for _, level := range []string{"easy", "even", "hard"} {
		master := h.guest("Master " + level)
		at := master.hosts("name", "The "+level, "choice", "A/A-4", "preset", "battleline-1978-basic", "pace", "daily", "bots", "1")
		h.guest("Guest "+level).post(at+"/join", nil).has(t, http.StatusOK)
		host := h.guest("Host " + level)
		made := host.get("/host").fields(t, "/host")
		for k, v := range map[string]string{"name": "Own " + level, "game": "other", "choice": "A/A-4", "preset": "battleline-1978-basic", "pace": "daily", "bots": "1"} {
			made.Set(k, v)
		}
		own := host.post("/host", made).has(t, http.StatusOK, "you play in it").url.Path
		for page, who := range map[string]*browser{at + "/master": master, own: host} {
			game := strings.TrimSuffix(page, "/master")
			form := who.get(page).fields(t, game+"/start")
			if form.Get("level") != "even" {
				t.Errorf("%s proposes %q", page, form.Get("level"))
			}
			form.Set("bots", "1")
			form.Set("level", level)
			who.post(game+"/start", form).has(t, http.StatusOK)
			seats, err := h.judge.Base.Seats(t.Context(), gameID(game))
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for _, s := range seats {
				if s.Bot == level {
					n++
				}
			}
			if n != 3 {
				t.Errorf("%s: %d computer players are %s: %+v", page, n, level, seats)
			}
		}
	}
}
