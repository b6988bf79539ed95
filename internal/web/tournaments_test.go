package web

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"podesta/internal/words"
)

// TestTournamentPages runs a tournament on its pages, from the form that creates it, with
// players who enter, confirm and withdraw, to the standings.
func TestTournamentPages(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	lord := h.guest("Lorenzo")
	h.browser().get("/tournaments").has(t, http.StatusOK, "There are none.")
	form := lord.get("/tournaments/new").fields(t, "/tournaments/new")
	for name, value := range map[string]string{"name": "", "game": "other", "choice": "A/A-4", "preset": "battleline-1978-basic", "scoring": "squares", "pace": "daily", "about": "First line.\n\n<b>Second</b>", "best": "two"} {
		form.Set(name, value)
	}
	lord.post("/tournaments/new", form).has(t, http.StatusUnprocessableEntity, "must be a whole number", "&lt;b&gt;Second&lt;/b&gt;")
	form.Set("best", "2")
	form.Set("name", "!")
	lord.post("/tournaments/new", form).has(t, http.StatusUnprocessableEntity, "needs a letter or a digit")
	form.Set("name", "Spring Cup")
	p := lord.post("/tournaments/new", form)
	p.has(t, http.StatusOK, "only you see", "Announce the tournament", "Squares of cities", "the best 2 rounds count")
	at := p.url.Path
	again := lord.post("/tournaments/new", form) // the button is pressed twice
	if again.url.Path != at {
		t.Errorf("a second tournament at %s", again.url.Path)
	}
	h.browser().get(at).has(t, http.StatusNotFound, "There is no such tournament.")
	do := func(b *browser, what string, more ...string) *response {
		v := url.Values{"do": {what}, "sure": {"1"}}
		for i := 0; i+1 < len(more); i += 2 {
			v.Set(more[i], more[i+1])
		}
		return b.post(at, v)
	}
	do(lord, "announce").has(t, http.StatusOK, "players can enter", "Nobody has entered yet.")
	edit := lord.get(at+"/settings").fields(t, at+"/settings")
	edit.Set("about", "Another text.")
	lord.post(at+"/settings", edit).has(t, http.StatusOK, "Saved.", "Another text.")

	var all []*browser
	for _, name := range []string{"Ada", "Bice", "Carla", "Dora", "Elda"} {
		b := h.guest(name)
		b.get(at).has(t, http.StatusOK, "Enter the tournament")
		do(b, "enter").has(t, http.StatusOK, "You have entered the tournament.")
		all = append(all, b)
	}
	h.browser().get("/tournaments").has(t, http.StatusOK, "Spring Cup", "entry is open")
	do(all[0], "enter").has(t, http.StatusConflict, "You have entered this tournament already.")
	do(all[0], "call").has(t, http.StatusForbidden, "Only an organiser of the tournament can do this.")
	all[0].get(at+"/settings").has(t, http.StatusForbidden, "Only an organiser")
	do(all[0], "nonsense").has(t, http.StatusUnprocessableEntity, "This form does nothing")
	do(lord, "call", "starts", "tomorrow").has(t, http.StatusUnprocessableEntity, "is not a time")
	rome, err := time.LoadLocation("Europe/Rome")
	h.Must(err)
	now := h.Clock.Now().In(rome)
	do(lord, "call", "confirm", now.Add(24*time.Hour).Format("2006-01-02T15:04"), "starts", now.Add(48*time.Hour).Format("2006-01-02T15:04")).has(t, http.StatusOK, "The round is announced.", "Confirmed: 0")
	all[0].get("/inbox").has(t, http.StatusOK, "Will you play in round 1 of Spring Cup?", "Waiting for you")
	until := now.Add(24 * time.Hour).Truncate(time.Minute)
	// every page shows it in the time zone of its reader
	for zone, a := range map[string]*browser{"UTC": all[1], "Europe/Rome": all[2], "Asia/Kolkata": all[3]} {
		loc, err := time.LoadLocation(zone)
		h.Must(err)
		me := a.get("/me").fields(t, "/me/profile")
		me.Set("zone", zone)
		a.post("/me/profile", me).has(t, http.StatusOK, "Say so before "+words.English().Moment(until.In(loc))+".")
		a.get("/inbox").has(t, http.StatusOK, "Say so before "+words.English().Moment(until.In(loc))+".")
	}
	for _, b := range all[:4] {
		do(b, "come").has(t, http.StatusOK, "You have confirmed that you will play.", "You play in the round that begins")
	}
	lacks(t, "the inbox of a player who has answered", all[0].get("/inbox").body, "Will you play")
	all[4].get(at).has(t, http.StatusOK, "Confirm: I will play")
	do(all[4], "decline").has(t, http.StatusOK, "You have said that you will not play")
	do(lord, "seed").has(t, http.StatusOK, "The tables have been formed.", "Table 1", "Players who sit this round out:", `<a href="/u/Elda">Elda</a>`)
	all[0].get("/games").has(t, http.StatusOK, "Spring Cup, round 1, table 1: you are ", "Begins")
	do(lord, "start").has(t, http.StatusOK, "The games of the round begin.", "being played")
	page := all[0].get(at)
	found := strings.Index(page.body, `href="/g/`)
	if found < 0 {
		t.Fatal("no link to the game")
	}
	game := page.body[found+len(`href="`):]
	game = game[:strings.Index(game, `"`)]
	all[0].get(game).has(t, http.StatusOK, `<a href="`+at+`">Tournament</a>`)
	lord.get(at).has(t, http.StatusOK, "who have not finished:", "deadline <time")
	lacks(t, "the page of a player", all[0].get(at).body, "who have not finished:")
	all[0].get(game+"/rules").has(t, http.StatusOK, "This game belongs to a", at)
	do(lord, "endround").has(t, http.StatusOK, "Tournament standings", "Points", "missed")
	all[0].get("/games").has(t, http.StatusOK, "Spring Cup: round 1 is over. You are in place ")
	do(all[4], "leave").has(t, http.StatusOK, "You no longer play in the tournament.")
	do(lord, "end").has(t, http.StatusOK, "The tournament is over.")
	italian := h.browser()
	italian.post("/language", url.Values{"language": {"it"}})
	italian.get(at).has(t, http.StatusOK, "Classifica")

	form.Set("name", "Another")
	form.Del("once")
	draft := lord.post("/tournaments/new", form).url.Path
	p = lord.post(draft, url.Values{"do": {"cancel"}, "sure": {"1"}})
	if p.url.Path != "/tournaments" || strings.Contains(p.body, "Another") {
		t.Errorf("a deleted draft leads to %s", p.url)
	}
}

// TestTournamentAsksFirst presses every button whose action cannot be undone. The page must say
// what will happen, and nothing may happen until that is confirmed.
func TestTournamentAsksFirst(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	lord := h.guest("Lorenzo")
	form := lord.get("/tournaments/new").fields(t, "/tournaments/new")
	for name, value := range map[string]string{"name": "Spring Cup", "game": "other", "choice": "A/A-4", "preset": "battleline-1978-basic", "scoring": "squares", "pace": "evening"} {
		form.Set(name, value)
	}
	if _, offers := form["gunboat"]; offers {
		t.Error("the form offers hidden players")
	}
	at := lord.post("/tournaments/new", form).url.Path
	press := func(b *browser, sure bool, what string, more ...string) *response {
		v := url.Values{"do": {what}}
		for i := 0; i+1 < len(more); i += 2 {
			v.Set(more[i], more[i+1])
		}
		if sure {
			v.Set("sure", "1")
		}
		return b.post(at, v)
	}
	once := regexp.MustCompile(`name="once" value="(\w+)"`) // the value differs on each page
	look := func() string { return once.ReplaceAllString(lord.get(at).body, "") }
	asked := func(b *browser, what, says string, more ...string) {
		t.Helper()
		before := look()
		press(b, false, what, more...).has(t, http.StatusOK, says, "No, go back")
		if after := look(); after != before {
			t.Errorf("%s has an effect without a confirmation", what)
		}
	}
	asked(lord, "cancel", "The draft of Spring Cup is deleted.")
	press(lord, false, "announce").has(t, http.StatusOK, "players can enter", "campaigns 15 min", "Messages")
	people := map[string]*browser{}
	for _, name := range []string{"Ada", "Bice", "Carla", "Dora", "Elda"} {
		people[name] = h.guest(name)
		press(lord, false, "add", "name", name).has(t, http.StatusOK, "The player has been entered")
	}
	press(lord, false, "add", "name", "Ada").has(t, http.StatusConflict, "has entered this tournament already")
	press(people["Ada"], false, "add", "name", "Lorenzo").has(t, http.StatusForbidden, "Only an organiser")
	asked(people["Elda"], "leave", "You no longer play in Spring Cup.")
	asked(lord, "remove", "Elda no longer plays", "name", "Elda")
	asked(lord, "cancel", "Spring Cup ends without a result")
	rome, err := time.LoadLocation("Europe/Rome")
	h.Must(err)
	now := h.Clock.Now().In(rome)
	press(lord, false, "call", "all", "1", "confirm", now.Add(time.Hour).Format("2006-01-02T15:04"), "starts", now.Add(2*time.Hour).Format("2006-01-02T15:04")).has(t, http.StatusOK, "The round is announced.")
	asked(lord, "cancelround", "Round 1 is cancelled")
	asked(lord, "start", "begin now, and not at the time")
	press(lord, false, "seed").has(t, http.StatusOK, "The tables have been formed.")
	asked(lord, "seed", "All tables of round 1 are formed again.")
	body := lord.get(at).body
	out := body[strings.Index(body, "Players with a bye: "):]
	out = out[strings.Index(out, `">`)+2 : strings.Index(out, "</a>")]
	in := "Ada"
	if out == in {
		in = "Bice"
	}
	asked(lord, "replace", `<option value="`+out+`">`, "name", in)
	asked(lord, "replace", in+" loses the seat in round 1 to another player", "name", in)
	asked(people[in], "decline", "Your seat in round 1 goes to another player at once")
	asked(people[in], "leave", "Your seat in round 1 goes to another player")
	press(lord, false, "extend").has(t, http.StatusConflict, "The games of the round have not begun")
	press(lord, true, "start").has(t, http.StatusOK, "The games of the round begin.")
	press(people[in], false, "extend").has(t, http.StatusForbidden, "Only an organiser")
	game := lord.get(at).body
	game = game[strings.Index(game, `href="/g/`)+len(`href="/g/`):]
	game = game[:strings.Index(game, `"`)]
	due := func() time.Time {
		plan, err := h.Judge.Clock.Plan(t.Context(), game)
		h.Must(err)
		return plan.Deadline
	}
	was := due()
	extend := url.Values{"do": {"extend"}, "once": {once.FindStringSubmatch(lord.get(at).body)[1]}}
	for range 2 { // the button is pressed twice
		lord.post(at, extend).has(t, http.StatusOK, "Extended by 5 minutes: table 1.", "Extend all tables by 5 minutes")
	}
	if got := due().Sub(was); got != 5*time.Minute {
		t.Errorf("pressed twice, the button has extended the deadline by %s", got)
	}
	asked(lord, "endround", "1 game of round 1 is still being played.")
	press(lord, true, "endround").has(t, http.StatusOK, "Tournament standings", "50")
	asked(lord, "end", "The standings of Spring Cup become final.")
}
