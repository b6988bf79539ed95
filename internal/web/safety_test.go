package web

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/judge"
	"podesta/internal/judge/judgetest"
	"podesta/internal/press"
	"podesta/internal/safety"
	"podesta/internal/wiring"
)

// TestMuting mutes a power in a game, checks that it is silent on every page, and ends the
// mute.
func TestMuting(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, _, players := h.four()
	milan, venice := players["Milan"], players["Venice"]
	say := func(text string) *response {
		t.Helper()
		form := venice.get(at+"/letters?new=1").fields(t, at+"/press")
		form.Set("to", venice.get(at+"/letters?new=1").choiceOf(t, "Milan"))
		form.Set("text", text)
		return venice.post(at+"/press", form).has(t, http.StatusOK, text)
	}
	say("You fool!")
	milan.get("/inbox").has(t, http.StatusOK, "1 unread")
	talk := milan.get(at+"/letters").link(t, "Venice")
	p := milan.get(talk).has(t, http.StatusOK, "You fool!", "Mute Venice", "Report")
	form := p.fields(t, at+"/mute")
	form.Set("on", "1")
	p = milan.post(at+"/mute", form).has(t, http.StatusOK, "Muted in this game", "Unmute")
	if strings.Contains(p.body, "You fool!") {
		t.Errorf("the muted message is shown: %s", p.brief())
	}
	say("And a coward!")
	for _, path := range []string{at, at + "/letters", at + "/log", "/inbox", talk} {
		if p := milan.get(path); strings.Contains(p.body, "coward") || strings.Contains(text(p.root), "1 unread") || strings.Contains(text(p.root), "Messages 1") {
			t.Errorf("%s shows a muted message: %s", path, p.brief())
		}
	}
	milan.get("/me/safety").has(t, http.StatusOK, "Muted in one game", "Venice")
	milan.post(at+"/mute", url.Values{"seat": {p.value("seat")}, "on": {""}}).has(t, http.StatusOK, "You read these messages again")
	milan.get(talk).has(t, http.StatusOK, "You fool!", "And a coward!")
}

// TestBlocking blocks a person from their profile, and ends the block on the page about safety.
func TestBlocking(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	anna, bruno := h.guest("Anna"), h.guest("Bruno")
	anna.get("/u/Bruno").has(t, http.StatusOK, "Mute", "Block", "Report")
	if p := anna.get("/u/Anna"); strings.Contains(text(p.root), "Block") {
		t.Error("people can block themselves")
	}
	if p := h.browser().get("/u/Bruno"); strings.Contains(text(p.root), "Block") {
		t.Error("strangers can block people")
	}
	anna.post("/me/safety", url.Values{"do": {"block"}, "name": {"bruno"}}).has(t, http.StatusOK, "Blocked. Nobody is notified.", "Bruno", "Unblock")
	anna.post("/me/safety", url.Values{"do": {"block"}, "name": {"Nobody"}}).has(t, http.StatusNotFound, "no player with the name Nobody")
	anna.post("/me/safety", url.Values{"do": {"block"}, "name": {"Anna"}}).has(t, http.StatusUnprocessableEntity, "cannot mute or block yourself")
	anna.post("/me/safety", url.Values{"do": {"dance"}}).has(t, http.StatusUnprocessableEntity, "does nothing")
	at := anna.hosts("name", "Of Anna")
	bruno.post(at+"/join", nil).has(t, http.StatusForbidden, "not open to you")
	if p := bruno.get("/me/safety"); strings.Contains(text(p.root), "Anna") {
		t.Error("Bruno is told who has blocked him")
	}
	p := anna.get("/me/safety")
	anna.post("/me/safety", url.Values{"do": {"unmute"}, "name": {p.value("name")}}).has(t, http.StatusOK, "You read this person again")
	bruno.post(at+"/join", nil).has(t, http.StatusOK)
	anna.post("/me/safety", url.Values{"do": {"declare"}, "name": {"Bruno"}, "shares": {"1"}}).has(t, http.StatusOK, "Declared", "you share a connection")
}

// TestReporting follows a report from the link next to a message to the decision, which takes
// four clicks, and checks what both people see.
func TestReporting(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, _, players := h.four()
	milan, venice := players["Milan"], players["Venice"]
	form := venice.get(at+"/letters?new=1").fields(t, at+"/press")
	form.Set("to", venice.get(at+"/letters?new=1").choiceOf(t, "Milan"))
	form.Set("text", "You fool!")
	venice.post(at+"/press", form).has(t, http.StatusOK, "You fool!")
	p := milan.get(milan.get(at+"/letters").link(t, "Venice"))
	p = milan.get(p.link(t, "Report")).has(t, http.StatusOK, "You report a message in", "Nobody else learns")
	form = p.fields(t, "/report")
	form.Del("reason")
	form.Set("note", "He insults me.")
	milan.post("/report", form).has(t, http.StatusUnprocessableEntity, "Choose why", "He insults me.")
	form.Set("reason", "harassment")
	milan.post("/report", form).has(t, http.StatusOK, "Reported")
	milan.post("/report", form).has(t, http.StatusConflict, "reported this already")
	bad := url.Values{"game": form["game"], "letter": {"x"}, "reason": {"spam"}}
	milan.post("/report", bad).has(t, http.StatusNotFound, "no such message")

	venice.get("/operator/reports").has(t, http.StatusForbidden, "for the operators")
	op := h.guest("Podestaria")
	h.Must(h.Users.SetOperator(t.Context(), op.account().ID, true))
	op.get("/me").has(t, http.StatusOK, "Reports of players 1")
	p = op.get("/operator/reports").has(t, http.StatusOK, "a message in", "insults, threatens")                         // the first click
	p = op.get(p.link(t, "a message in")).has(t, http.StatusOK, "You fool!", "He insults me.", "This look is recorded") // the second
	to := p.url.Path
	op.post(to, url.Values{"verdict": {"suspend"}, "days": {"0"}, "why": {"No insults."}}).has(t, http.StatusUnprocessableEntity, "from 1 to 365 days", "No insults.")
	p = op.post(to, url.Values{"verdict": {"warn"}, "why": {"No insults."}}).has(t, http.StatusOK, "will read this", "You fool!", "An operator has warned you", "No insults.") // the third
	// nothing has taken effect yet
	op.get(to).has(t, http.StatusOK, "Dismiss the report")
	op.post(to, sure(p.fields(t, to))).has(t, http.StatusOK, "No report waits", "has warned the person") // the fourth
	op.get("/operator/audit").has(t, http.StatusOK, "looked at the evidence of a report", "warned a person")
	op.get("/operator/games/"+strings.TrimPrefix(at, "/g/")).has(t, http.StatusOK, "signs, not proofs")

	milan.get("/me/safety").has(t, http.StatusOK, "a message in", "An operator has warned the person")
	venice.get("/me").has(t, http.StatusOK, "An operator has warned you")
	form = venice.get(at+"/letters?new=1").fields(t, at+"/press")
	form.Set("to", venice.get(at+"/letters?new=1").choiceOf(t, "Milan"))
	form.Set("text", "Again!")
	venice.post(at+"/press", form).has(t, http.StatusForbidden, "has warned you")
	p = venice.get("/me/safety").has(t, http.StatusOK, "No insults.", "I have read the warning")
	if strings.Contains(text(p.root), "Of Milan") {
		t.Error("the person learns who has reported them")
	}
	venice.post("/me/safety", url.Values{"do": {"acknowledge"}}).has(t, http.StatusOK, "You have acknowledged the warning")
	venice.post(at+"/press", form).has(t, http.StatusOK, "Again!")
}

// TestReportGameAndName checks the links with which games and names are reported.
func TestReportGameAndName(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	anna, bruno := h.guest("Anna"), h.guest("Bruno")
	at := anna.hosts("name", "A rude name")
	p := bruno.get(bruno.get(at).link(t, "Report this game")).has(t, http.StatusOK, "something in A rude name", "The name or the description of the game")
	form := p.fields(t, "/report")
	form.Set("whom", "game")
	form.Set("reason", "hatred")
	bruno.post("/report", form).has(t, http.StatusOK, "Reported")
	p = bruno.get(bruno.get("/u/Anna").link(t, "Report")).has(t, http.StatusOK, "the name Anna")
	form = p.fields(t, "/report")
	form.Set("reason", "hatred")
	bruno.post("/report", form).has(t, http.StatusOK, "Reported")
	bruno.get(at+"/rules").link(t, "Report this game")
	if p := h.browser().get(at); strings.Contains(text(p.root), "Report this game") {
		t.Error("strangers can report")
	}
	if p := h.browser().get("/report?name=Anna"); p.url.Path != "/signin" {
		t.Errorf("a stranger is at %s", p.url)
	}
}

// TestOwnDataPage downloads the data of a person.
func TestOwnDataPage(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	anna := h.guest("Anna")
	p := anna.get("/me")
	if got := p.link(t, "Download my data"); got != "/me/data.json" {
		t.Errorf("the link leads to %s", got)
	}
	r, err := anna.http.Get(anna.url + "/me/data.json")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	var data safety.OwnData
	if err := json.NewDecoder(r.Body).Decode(&data); err != nil || data.Account.Name != "Anna" {
		t.Errorf("the file is %+v, %v", data, err)
	}
	if got := r.Header.Get("Content-Disposition"); !strings.HasPrefix(got, "attachment") {
		t.Errorf("the file is %q", got)
	}
}

// TestSignInMarks checks that signing in on the pages records the network and the browser, and
// that two people who use one browser are found.
func TestSignInMarks(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, _, who := h.Playing("Cosimo", nil)
	op := h.Person("Podestaria")
	h.Must(h.Users.SetOperator(t.Context(), op.ID, true))
	const password = "quattro stagioni di guerra"
	site := New(wiring.Pages(h.Judge), nil)
	var cookies []*http.Cookie
	for _, a := range who[:2] {
		h.Must(h.Users.SetPassword(t.Context(), a.ID, password))
		r := httptest.NewRequest(http.MethodPost, "/signin", strings.NewReader(url.Values{"email": {a.Email}, "password": {password}}.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.RemoteAddr = "192.0.2.7:1234"
		for _, c := range cookies {
			r.AddCookie(c)
		}
		w := httptest.NewRecorder()
		site.ServeHTTP(w, r)
		if w.Code != http.StatusSeeOther {
			t.Fatalf("signing in: %d %s", w.Code, w.Body)
		}
		cookies = w.Result().Cookies()
	}
	_, signs, err := h.Safety.Signs(t.Context(), op.ID, g.ID)
	h.Must(err)
	if len(signs) != 2 || signs[0].Weight != safety.Strong || signs[1].Weight != safety.Moderate {
		t.Errorf("signs: %+v", signs)
	}
}

// TestPageOfTerms checks the page of the terms and its links, with and without terms.
func TestPageOfTerms(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	get := func(site http.Handler, path string) (int, string) {
		w := httptest.NewRecorder()
		site.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		return w.Code, w.Body.String()
	}
	with := New(wiring.Pages(h.Judge), nil, WithLetters(&judgetest.Letters{}), WithTerms("Welcome <here>.\nAll of you.\n\n# Rules\n\n- Be kind.\n- Be\n  patient.\n\nThe end."))
	code, body := get(with, "/terms")
	for _, want := range []string{"<p>Welcome &lt;here&gt;. All of you.</p>", "<h2>Rules</h2>", "<li>Be kind.</li><li>Be patient.</li>", "<p>The end.</p>"} {
		if code != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%d, without %s: %s", code, want, body)
		}
	}
	for path, n := range map[string]int{"/": 1, "/register": 2} {
		if _, body := get(with, path); strings.Count(body, `href="/terms"`) != n {
			t.Errorf("%s has %d links to the terms, want %d", path, strings.Count(body, `href="/terms"`), n)
		}
	}
	without := New(wiring.Pages(h.Judge), nil, WithLetters(&judgetest.Letters{}))
	if code, body := get(without, "/terms"); code != http.StatusNotFound || !strings.Contains(body, "has not written any terms") {
		t.Errorf("without terms: %d %s", code, body)
	}
	for _, path := range []string{"/", "/register"} {
		if _, body := get(without, path); strings.Contains(body, "/terms") {
			t.Errorf("%s has a link to terms that do not exist", path)
		}
	}
}

// TestOperatorFactor checks that operators need a second factor where the judge
// demands it.
func TestOperatorFactor(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	op := h.guest("Podestaria")
	h.Must(h.Users.SetOperator(t.Context(), op.account().ID, true))
	h.with(func(o *judge.Options) { o.People.SecondFactor = account.FactorOperators })
	for _, path := range []string{"/operator/reports", "/operator/audit"} {
		op.get(path).has(t, http.StatusForbidden, "second factor")
	}
	op.get("/me").has(t, http.StatusOK, "Reports of players")
}

// TestMutedKept checks that cached pages of a reader change when the reader mutes someone in
// all games.
func TestMutedKept(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, _, players := h.four()
	milan, venice := players["Milan"], players["Venice"]
	id := strings.TrimPrefix(at, "/g/")
	role := h.Part(id, venice.account())
	to := journal.OnlySeats(h.Part(id, milan.account()).Seat)
	h.Must(h.Press.Say(t.Context(), id, role, role.Seat, press.NewMessage{To: to, Text: "You fool!"}))
	for range 2 {
		milan.get(at+"/letters").has(t, http.StatusOK, "You fool!")
	}
	h.Must(h.Safety.MutePerson(t.Context(), milan.account().ID, venice.account().Name, false))
	if p := milan.get(at + "/letters"); strings.Contains(p.body, "You fool!") {
		t.Error("a page shows a muted message")
	}
	h.Must(h.Safety.UnmutePerson(t.Context(), milan.account().ID, venice.account().Name))
	milan.get(at+"/letters").has(t, http.StatusOK, "You fool!")
}

// account returns the account that is signed in.
func (b *browser) account() *game.Account {
	b.t.Helper()
	p := b.get("/me")
	a, err := b.Users.AccountByEmail(b.t.Context(), judgetest.Email(p.value("name")))
	if err != nil {
		b.t.Fatal(err)
	}
	return a
}

// sure presses the button that confirms a form.
func sure(form url.Values) url.Values {
	form.Set("sure", "1")
	return form
}
