package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"podesta/internal/hosting"
	"podesta/internal/schedule"
	"podesta/internal/web/wire"
)

// TestMaster uses everything on the master's page.
func TestMaster(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, players := h.four("preset", "njudge-classic", "approval", "1")
	id := gameID(at)
	watcher := h.guest("Eleonora")
	watcher.post(at+"/watch", nil).has(t, http.StatusOK, "You are now watching this game")
	post := func(verb string, status int, says string, form ...string) *response {
		t.Helper()
		v := url.Values{"revision": {strconv.Itoa(h.revision(id))}}
		for i := 0; i+1 < len(form); i += 2 {
			v.Set(form[i], form[i+1])
		}
		p := master.post(at+"/"+verb, v)
		p.has(t, status, says)
		return p
	}
	post("times", http.StatusUnprocessableEntity, "at least one time")
	post("times", http.StatusUnprocessableEntity, "Deadline:", "deadline", "next blue moon")
	post("times", http.StatusOK, "The times are set", "deadline", "+5d", "grace", "+7d")
	if plan, err := h.judge.Clock.Plan(t.Context(), id); err != nil || !plan.Deadline.Equal(h.dial.Now().Add(5*24*time.Hour)) || !plan.Grace.Equal(h.dial.Now().Add(7*24*time.Hour)) {
		t.Errorf("the deadline is %v, grace ends %v; %v", plan.Deadline, plan.Grace, err)
	}
	post("pause", http.StatusOK, "The game is paused")
	players["Milan"].get(at).has(t, http.StatusOK, "The game is paused", "paused")
	post("resume", http.StatusOK, "The game continues")

	p := post("edit", http.StatusOK, "This would change", "do", "check", "changes", "treasury venice 40", "why", "A dispute")
	if p.value("changes") != "treasury venice 40" || p.value("why") == "" || !strings.Contains(text(p.root), "40 ducats") {
		t.Errorf("the preview: %s", p.brief())
	}
	if n := h.revision(id); n != 2 {
		t.Errorf("looking has made the game's revision %d", n)
	}
	p = post("edit", http.StatusUnprocessableEntity, "Nothing was changed", "do", "edit", "changes", "treasury venice 40\nunit add milan A Atlantis", "why", "A dispute")
	if !strings.Contains(p.value("changes"), "Atlantis") {
		t.Errorf("what was typed is lost: %q", p.value("changes"))
	}
	post("edit", http.StatusUnprocessableEntity, "Say why", "do", "edit", "changes", "treasury venice 40")
	post("edit", http.StatusOK, "The position is corrected", "do", "edit", "changes", "treasury venice 40", "why", "A dispute")
	h.browser().get(at+"/log").has(t, http.StatusOK, "Position corrected", "Reason: A dispute", "40 ducats", "What masters changed")

	post("hostroll", http.StatusUnprocessableEntity, "whole number", "roll", "income milan 1", "value", "many")
	post("hostroll", http.StatusOK, "The roll is set", "roll", "assassination milan 2", "value", "2", "why", "It was promised")
	h.browser().get(at).has(t, http.StatusOK, "assassination milan 2")
	post("predict", http.StatusOK, "With all orders received so far")
	form, _ := players["Milan"].own(at, "A Pavia - Montferrat")
	players["Milan"].post(at+"/orders", form).has(t, http.StatusOK, "Preview my saved orders")
	players["Milan"].post(at+"/predict", nil).has(t, http.StatusOK, "With your saved orders alone", "Pavia")

	master.get(at+"/master").has(t, http.StatusOK, "Undo the start")
	post("unstart", http.StatusUnprocessableEntity, "Tick the box")
	before := h.revision(id)
	post("carryout", http.StatusOK, "The phase is resolved", "sure", "1")
	post("rollback", http.StatusUnprocessableEntity, "Say why", "phase", "1")
	post("rollback", http.StatusOK, "The game is rolled back", "phase", "1", "why", "Wrong map")
	if g, err := h.judge.Base.Game(t.Context(), id); err != nil || g.Number != 1 || g.Revision <= before {
		t.Errorf("taken back: phase %d, revision %d, %v", g.Number, g.Revision, err)
	}
	post("unstart", http.StatusConflict, "has been resolved", "sure", "1")
	h.browser().get(at+"/log").has(t, http.StatusOK, "Rolled back", "Wrong map", "Phases that were rolled back")

	milan := strconv.Itoa(h.seatOf(at, "Milan"))
	post("eject", http.StatusUnprocessableEntity, "Tick the box", "seat", milan)
	post("eject", http.StatusOK, "Everyone is notified", "seat", milan, "sure", "1")
	heir := h.guest("Fiammetta")
	heir.post(at+"/takeover", url.Values{"seat": {milan}}).has(t, http.StatusOK, "The master has been asked")
	master.get(at+"/master").has(t, http.StatusOK, "Fiammetta wants to play Milan")
	post("approve", http.StatusOK, "The seat has a new player", "seat", milan, "approve", "1")
	heir.get(at).has(t, http.StatusOK, "You play Milan")

	p = master.get(at + "/master")
	post("promote", http.StatusOK, "an additional master", "account", p.fields(t, at+"/promote").Get("account"))
	watcher.get(at+"/master").has(t, http.StatusOK, "Corrections")
	p = post("export", http.StatusOK, `"version"`)
	if p.header.Get("Content-Disposition") == "" || p.header.Get("Cache-Control") != "no-store" {
		t.Errorf("the file has the header %v", p.header)
	}
	post("terminate", http.StatusUnprocessableEntity, "Tick the box")
	post("terminate", http.StatusOK, "abandoned", "sure", "1")
	post("resume", http.StatusOK, "The game continues")
}

// TestSettings changes the settings and the rules of a game, and reads them
// back.
func TestSettings(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	master := h.guest("Cosimo")
	at := master.hosts("name", "Changing", "choice", "A/A-4", "preset", "njudge-classic", "pace", "evening", "press", "grey/white")
	id := gameID(at)
	hosting := func() hosting.Hosting {
		t.Helper()
		x, err := h.judge.Lobby.Hosting(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	if x := hosting(); x.Timing[schedule.Moves].Next != 15*time.Minute || !x.NMR || !x.Press.GreyFirst || !x.Listed || x.Zone != "Europe/Rome" {
		t.Errorf("an evening is run as %+v", x)
	}
	was := hosting()
	form := master.get(at+"/settings").fields(t, at+"/settings")
	master.post(at+"/settings", form).has(t, http.StatusOK, "Nothing has changed")
	for name, value := range map[string]string{"moves-next": "3d", "moves-clock": "20:15", "moves-min": "", "moves-day-0": "none", "moves-day-6": "none", "moves-grace": "36", "retreats-next": "0", "quiet": "1", "house": "First.\r\nSecond.", "comment": "Hello", "allow": "Ada\nbice@example.org", "press": "none"} {
		form.Set(name, value)
	}
	form.Del("nmr")
	master.post(at+"/settings", form).has(t, http.StatusOK, "Everyone is notified", "Moves: at least 3 days; deadlines fall at 20:15, from Monday to Friday; grace of 36 hours (was 15 minutes", "Note: “Time until the deadline” is a whole number of days: with “Time of day”", "Quiet: on", "House rules: changed")
	x := hosting()
	want := schedule.Timing{Clock: 20*60 + 15, Next: 72 * time.Hour, Grace: 36 * time.Hour, Days: "-MTWTF-"}
	if x.Timing[schedule.Moves] != want || x.Timing[schedule.Retreats].Next != 0 || x.NMR || !x.Quiet || x.HouseRules != "First.\nSecond." || len(x.Allow) != 2 || !x.Press.None {
		t.Errorf("it is run as %+v", x)
	}
	if x.Timing[schedule.Adjusts] != was.Timing[schedule.Adjusts] || x.Dias != was.Dias || x.Preferences != was.Preferences {
		t.Errorf("what was left alone has changed: %+v", x)
	}
	for name, c := range map[string]struct{ field, value, says string }{
		"no span":      {"moves-next", "soon", "“Time until the deadline” takes a span of time"},
		"no clock":     {"adjusts-clock", "25:00", "Winters: “Time of day” takes"},
		"no days":      {"moves-day-1", "weekends", "Choose for Monday one of those offered"},
		"no zone":      {"zone", "Italy/Florenz", "no time zone"},
		"no number":    {"minreliability", "much", "whole number"},
		"too long":     {"comment", strings.Repeat("x", 99), "longer than 80"},
		"no such pace": {"pace", "at leisure", "pace is not one"},
	} {
		t.Run(name, func(t *testing.T) {
			bad := url.Values{}
			for k, v := range form {
				bad[k] = v
			}
			bad.Set(c.field, c.value)
			p := master.post(at+"/settings", bad)
			if p.has(t, http.StatusUnprocessableEntity, c.says); p.value("house") == "" || c.field != "pace" && !strings.Contains(c.field, "-day-") && p.value(c.field) != c.value {
				t.Errorf("the form has lost %s: %q", c.field, p.value(c.field))
			}
		})
	}
	days := url.Values{}
	for k, v := range form {
		days[k] = v
	}
	for i := range 7 {
		days.Set("moves-day-"+strconv.Itoa(i), "none")
	}
	master.post(at+"/settings", days).has(t, http.StatusUnprocessableEntity, "Campaigns: No day is left for deadlines. Allow at least one.")
	days.Set("moves-day-2", "noon")
	days.Set("moves-clock", "9:00")
	master.post(at+"/settings", days).has(t, http.StatusUnprocessableEntity, "Campaigns: “Time of day” is before noon, but deadlines fall only from noon on")
	rules := master.get(at+"/settings").fields(t, at+"/options")
	master.post(at+"/options", rules).has(t, http.StatusOK, "Nothing has changed")
	rules.Set("opt-famine", "off")
	master.post(at+"/options", rules).has(t, http.StatusOK, "famine: off")
	h.browser().get(at+"/rules").has(t, http.StatusOK, "First.", "Where this game differs", "Famine", "Moves: at least 3 days; deadlines fall at 20:15")
	rules.Set("opt-famine", "sometimes")
	master.post(at+"/options", rules).has(t, http.StatusUnprocessableEntity, "sometimes")
	guest := h.guest("Carla")
	guest.post(at+"/join", nil).has(t, http.StatusForbidden, "not open to you")
	h.guest("Ada").post(at+"/join", nil).has(t, http.StatusOK, "You have joined")
}

// TestHostRefused sends invalid forms for a new game.
func TestHostRefused(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	if p := h.browser().get("/host"); p.url.Path != "/signin" || p.value("next") != "/host" {
		t.Errorf("a stranger is led to %s", p.url)
	}
	h.browser().post("/host", url.Values{"name": {"x"}}).has(t, http.StatusForbidden, "Sign in first")
	b := h.guest("Cosimo")
	b.hosts("name", "Taken")
	for name, c := range map[string]struct{ field, value, says string }{
		"name taken":  {"name", "TAKEN", "game with the name"},
		"no scenario": {"choice", "Z/Z-9", "scenario"},
		"no edition":  {"preset", "house", "preset"},
		"bad option":  {"opt-famine", "sometimes", "sometimes"},
		"bad zone":    {"zone", "Nowhere", "no time zone"},
		"bad press":   {"fakes", "often", "faked"},
	} {
		t.Run(name, func(t *testing.T) {
			form := b.hostForm("name", "Another", "comment", "Keep <this>", c.field, c.value)
			p := b.post("/host", form)
			if p.status != http.StatusUnprocessableEntity && p.status != http.StatusConflict || !strings.Contains(text(p.root), c.says) || p.value("comment") != "Keep <this>" {
				t.Errorf("%d: %s", p.status, p.brief())
			}
		})
	}
	form := b.hostForm("name", "<script>alert(1)</script>", "comment", "<img src=x>", "house", "</textarea><script>alert(2)</script>")
	p := b.post("/host", form)
	p.has(t, http.StatusOK, "you are its master")
	if q := b.post("/host", form); q.url.Path != p.url.Path { // a double click sends it twice
		t.Errorf("a double click created %s in addition to %s", q.url, p.url)
	}
	for _, page := range []string{p.url.Path, p.url.Path + "/rules", p.url.Path + "/log", p.url.Path + "/settings", "/", "/games", "/me"} {
		q := b.get(page)
		if q.has(t, http.StatusOK); strings.Contains(q.body, "<script>alert") || strings.Contains(q.body, "<img src=x") {
			t.Errorf("%s has a script in it", page)
		}
	}
}

// TestSeatPage sets absences, votes and a diary.
func TestSeatPage(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, _, players := h.four("dias", "", "concessions", "1")
	milan := players["Milan"]
	milan.post(at+"/absence", url.Values{"from": {"2026-02-01"}, "to": {"2026-02-08"}}).has(t, http.StatusOK, "Your absence is recorded", "2026-02-08T22:59:00Z")
	milan.post(at+"/absence", url.Values{"from": {"2026-02-05"}, "to": {"2026-02-06"}}).has(t, http.StatusUnprocessableEntity, "already an absence", "00:00 CET")
	var refusal wire.Refusal // the refusal shows the time in the same zone
	milan.asScript(at+"/absence", url.Values{"from": {"2026-02-05"}, "to": {"2026-02-06"}}, http.StatusUnprocessableEntity, &refusal)
	if !strings.Contains(refusal.Error, "already an absence") || !strings.Contains(refusal.Error, "00:00 CET") {
		t.Errorf("the script is told %q", refusal.Error)
	}
	milan.post(at+"/absence", url.Values{"from": {"2026-03-01"}, "to": {"2026-04-30"}}).has(t, http.StatusOK, "The master has been asked")
	milan.post(at+"/absence/drop", milan.get(at+"/seat").fields(t, at+"/absence/drop")).has(t, http.StatusOK, "The absence is withdrawn")
	p := milan.get(at + "/seat")
	number := p.value("number")
	milan.post(at+"/vote", url.Values{"number": {number}, "vote": {"draw"}}).has(t, http.StatusUnprocessableEntity, "names the powers")
	milan.post(at+"/vote", url.Values{"number": {number}, "vote": {"draw"}, "among": {"milan", "venice"}}).has(t, http.StatusOK, "a draw among Milan and Venice")
	milan.post(at+"/vote", url.Values{"number": {number}, "vote": {"concede milan"}}).has(t, http.StatusUnprocessableEntity, "concede the game to yourself")
	milan.post(at+"/vote", url.Values{"number": {number}, "vote": {"concede venice"}}).has(t, http.StatusOK, "concede the game to Venice")
	milan.post(at+"/vote", url.Values{"number": {number}, "vote": {"none"}}).has(t, http.StatusOK, "You have not voted")
	milan.post(at+"/wait", url.Values{"number": {number}, "wait": {"1"}}).has(t, http.StatusOK, "holding the phase until its deadline")
	milan.post(at+"/wait", url.Values{"number": {number}, "wait": {"0"}}).has(t, http.StatusOK, "You no longer hold")
	milan.post(at+"/diary", url.Values{"note": {"One <b>bold</b> note."}}).has(t, http.StatusOK, "One <b>bold</b> note.")
	milan.post(at+"/diary", url.Values{"note": {"A second one."}})
	drop := milan.get(at+"/seat").fields(t, at+"/diary/drop")
	milan.post(at+"/diary/drop", drop).has(t, http.StatusOK, "The note is deleted", "A second one.")
	milan.post(at+"/diary/drop", drop).has(t, http.StatusConflict, "The diary has changed")
	form, _ := milan.own(at, "A Pavia H")
	form.Set("then", "wait")
	milan.post(at+"/orders", form).has(t, http.StatusOK, "held until the deadline", "You are waiting for the deadline")
	form.Set("then", "ready")
	milan.post(at+"/orders", form).has(t, http.StatusOK, "Your orders are saved", "unless a player waits")
}

// TestLetterRules sends messages that a game's rules do not allow, and checks that they are shown
// again with the reason.
func TestLetterRules(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, players := h.four("press", "white/grey", "fakes", "may")
	milan := players["Milan"]
	venice := strconv.Itoa(h.seatOf(at, "Venice"))
	for name, c := range map[string]struct {
		form url.Values
		says string
	}{
		"to nobody":       {url.Values{"text": {"Hello"}}, "Say who receives it"},
		"to all and some": {url.Values{"text": {"Hello"}, "to": {"all", venice}}, "cannot name some of them"},
		"to a stranger":   {url.Values{"text": {"Hello"}, "to": {"77"}}, "no such seat"},
		"to nonsense":     {url.Values{"text": {"Hello"}, "to": {"x"}}, "not in this game"},
		"no such header":  {url.Values{"text": {"Hello"}, "to": {venice}, "header": {"QQ"}}, "no power Q"},
	} {
		t.Run(name, func(t *testing.T) {
			p := milan.post(at+"/press", c.form)
			if p.status < 400 || !strings.Contains(text(p.root), c.says) || p.value("text") != "Hello" {
				t.Errorf("%d: %s", p.status, p.brief())
			}
		})
	}
	milan.post(at+"/press", url.Values{"text": {"I am nobody."}, "to": {venice}, "colour": {"grey"}, "header": {"all"}}).has(t, http.StatusOK, "readers do not see who wrote it", "Its real recipients: Venice")
	p := players["Venice"].get(at + "/letters?c=all")
	p.has(t, http.StatusOK, "Someone (grey)", "I am nobody.")
	said, toAll, listed := strings.Cut(text(p.root), "Milan Naples Florence") // the powers to write to, in one list
	if !listed || strings.Contains(said+toAll, "Milan") {
		t.Errorf("who wrote the message can be read, or not to whom one can write: %s", p.brief())
	}
	master.post(at+"/press", url.Values{"text": {"Be quick."}, "to": {"all"}}).has(t, http.StatusOK, "Everyone", "The master", "Be quick.")
	players["Naples"].post(at+"/press", url.Values{"text": {"A question."}, "to": {"master"}}).has(t, http.StatusOK, "The master", "You: A question.")
	master.get(at+"/letters").has(t, http.StatusOK, "Naples 1 unread", "A question.", "Between others", "Milan and Venice")
	if strings.Contains(milan.get(at+"/letters").body, "A question.") {
		t.Error("Milan can read a message to the master")
	}
}
