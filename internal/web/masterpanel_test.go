package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"podesta/internal/web/wire"
)

// asScript sends a form as the pages' script does.
func (b *browser) asScript(to string, form url.Values, status int, answer any) {
	b.t.Helper()
	r, err := http.NewRequest(http.MethodPost, b.url+to, strings.NewReader(form.Encode()))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "application/json")
	resp, err := b.http.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != status {
		b.t.Errorf("%s: %d, want %d", to, resp.StatusCode, status)
	}
	if err := json.NewDecoder(resp.Body).Decode(answer); err != nil {
		b.t.Errorf("%s: %v", to, err)
	}
}

// TestMasterPanel checks that a master has all tools next to the map, that no
// one else has any, and that the panel's forms redirect back to it.
func TestMasterPanel(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, players := h.four("preset", "njudge-classic", "bots", "1")
	id := gameID(at)
	watcher := h.guest("Eleonora")
	watcher.post(at+"/watch", nil).has(t, http.StatusOK)
	tools := []string{"times", "carryout", "predict", "pause", "edit", "hostroll", "wait", "absence", "eject", "promote", "export", "terminate", "unstart"}
	p := master.get(at)
	for _, tool := range tools {
		if !strings.Contains(p.body, `action="`+at+"/"+tool) {
			t.Errorf("the panel has no form for %s", tool)
		}
		if !strings.Contains(master.get(at+"/master").body, `action="`+at+"/"+tool) {
			t.Errorf("the page has no form for %s", tool)
		}
	}
	p.has(t, http.StatusOK, "No orders yet from", "Correct the position", "Settings and rules")
	for who, b := range map[string]*browser{"a player": players["Milan"], "an observer": watcher, "a stranger": h.browser()} {
		p := b.get(at)
		if p.has(t, http.StatusOK); strings.Contains(p.body, "panel-master") || strings.Contains(p.body, "/carryout") || strings.Contains(p.body, "data-correct") {
			t.Errorf("%s has a master's tools", who)
		}
		b.get(at+"/edit/map.svg?rev=1&changes=treasury+venice+12").has(t, http.StatusForbidden)
	}
	var refused wire.Refusal
	players["Milan"].asScript(at+"/edit/check", url.Values{"revision": {"1"}, "changes": {"treasury venice 12"}}, http.StatusForbidden, &refused)

	deadline := func() time.Time {
		t.Helper()
		plan, err := h.judge.Clock.Plan(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return plan.Deadline
	}
	was := deadline()
	form := p.fields(t, at+"/times")
	form.Set("later", "48h")
	q := master.post(at+"/times", form)
	if q.has(t, http.StatusOK, "The times are set"); q.url.Path != at {
		t.Errorf("the panel's form has led to %s", q.url)
	}
	if got := deadline(); !got.Equal(was.Add(48 * time.Hour)) {
		t.Errorf("the deadline was extended from %v to %v", was, got)
	}
	master.post(at+"/times", form) // sending the same form again does not extend it further
	if got := deadline(); !got.Equal(was.Add(48 * time.Hour)) {
		t.Errorf("the deadline was extended twice: %v", got)
	}
	form.Set("later", "a while")
	master.post(at+"/times", form).has(t, http.StatusUnprocessableEntity, "by how much")

	var done wire.Accepted
	master.asScript(at+"/pause", url.Values{"back": {"panel"}}, http.StatusOK, &done)
	if done.To != at+"?done=pause#panel-master" || done.Notice == "" {
		t.Errorf("the script receives %+v", done)
	}
	master.post(at+"/resume", url.Values{"back": {"panel"}}).has(t, http.StatusOK, "The game continues")
	var told struct{ HTML string }
	if master.asScript(at+"/predict", url.Values{"back": {"panel"}}, http.StatusOK, &told); !strings.Contains(told.HTML, "Preview of") {
		t.Errorf("predicted: %s", told.HTML)
	}

	// On a player's behalf a master can set a long absence, which players cannot, and a hold.
	milan := strconv.Itoa(h.seatOf(at, "Milan"))
	long := url.Values{"from": {"2026-03-01"}, "to": {"2026-04-30"}, "back": {"panel"}, "seat": {milan}}
	// refused for the player's own seat
	players["Venice"].post(at+"/absence", long).has(t, http.StatusOK, "The master has been asked")
	master.post(at+"/absence", long).has(t, http.StatusOK, "The absence is recorded", "Milan is away")
	master.post(at+"/absence/drop", master.get(at).fields(t, at+"/absence/drop")).has(t, http.StatusOK, "withdrawn")
	master.post(at+"/wait", url.Values{"seat": {milan}, "wait": {"1"}, "back": {"panel"}}).has(t, http.StatusOK, "Held until the deadline by Milan")
	master.post(at+"/wait", url.Values{"seat": {milan}, "wait": {"0"}, "back": {"panel"}}).has(t, http.StatusOK, "no longer held")
}

// TestMasterCorrects corrects a position as the panel does: by clicks, which
// the judge turns into statements, and by fields for the treasuries.
func TestMasterCorrects(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, _ := h.four("preset", "njudge-classic", "opt-treasury-visibility", "hidden")
	rev := strconv.Itoa(h.revision(gameID(at)))
	ask := func(status int, form ...string) (a wire.Edited) {
		t.Helper()
		v := url.Values{"revision": {rev}}
		for i := 0; i+1 < len(form); i += 2 {
			v.Set(form[i], form[i+1])
		}
		master.asScript(at+"/edit/check", v, status, &a)
		return a
	}
	a := ask(http.StatusOK, "tool", "unit", "type", "A", "owner", "milan", "at", "tur")
	if !strings.Contains(a.Text, "unit add milan A Turin") || !strings.Contains(a.Seen, "army in Turin") || a.Table == nil || strconv.Itoa(a.Table.Revision) != rev {
		t.Errorf("a click returns %+v", a)
	}
	if drawn := master.get(a.Map); drawn.status != http.StatusOK || !strings.Contains(drawn.body, `A:tur`) {
		t.Errorf("%s: %d", a.Map, drawn.status)
	}
	b := ask(http.StatusOK, "changes", a.Text, "treasury-venice", "99")
	if !strings.HasSuffix(b.Text, "treasury venice 99") || !strings.Contains(b.Seen, "99 ducats") || !strings.Contains(b.Seen, "What all players will read") {
		t.Errorf("a treasury returns %+v", b)
	}
	if bad := ask(http.StatusOK, "changes", "unit add milan A Turin"); bad.Map != "" || !strings.Contains(bad.Seen, `data-mend="control `) {
		t.Errorf("an impossible statement returns %+v", bad)
	}
	if long := ask(http.StatusOK, "changes", strings.Repeat("treasury venice 99\n", 400)); long.Map != "" || long.Error == "" || !strings.Contains(long.Seen, "99 ducats") {
		t.Errorf("many corrections return %q, %q", long.Map, long.Error)
	}
	var stale wire.Refusal
	master.asScript(at+"/edit/check", url.Values{"revision": {"77"}, "changes": {a.Text}}, http.StatusConflict, &stale)

	// Without the script, the form is shown again together with the board.
	p := master.post(at+"/edit", url.Values{"revision": {rev}, "changes": {a.Text}, "treasury-venice": {"99"}, "do": {"check"}, "back": {"panel"}})
	if p.has(t, http.StatusOK, "This would change", "99 ducats"); !strings.HasSuffix(p.value("changes"), "treasury venice 99") || !strings.Contains(p.body, "data-table") {
		t.Errorf("the panel is shown again with %q", p.value("changes"))
	}
	p = master.post(at+"/edit", url.Values{"revision": {rev}, "changes": {"unit add milan A Turin"}, "why": {"A slip"}, "do": {"edit"}, "back": {"panel"}})
	p.has(t, http.StatusUnprocessableEntity, "Nothing was changed", "This is not possible")
	var done wire.Accepted
	master.asScript(at+"/edit", url.Values{"revision": {rev}, "changes": {b.Text}, "why": {"A slip"}, "do": {"edit"}, "back": {"panel"}}, http.StatusOK, &done)
	if done.To != at+"?done=edit#panel-master" {
		t.Errorf("the correction leads to %s", done.To)
	}
	h.browser().get(at+"/log").has(t, http.StatusOK, "A slip", "army in Turin")
}

// TestMotionsPage checks that in a game without a master players can pause by
// agreement of all, on the page of their seats, and that a game with a master
// does not offer this.
func TestMotionsPage(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	maker := h.guest("Cosimo")
	form := maker.hostForm("name", "Ours", "choice", "A/A-4", "preset", "battleline-1978-basic", "pace", "daily")
	form.Set("plays", "1")
	at := maker.post("/host", form).has(t, http.StatusOK).url.Path
	players := []*browser{maker}
	for _, name := range []string{"Ada", "Bice", "Carla"} {
		b := h.guest(name)
		b.post(at+"/join", nil).has(t, http.StatusOK)
		players = append(players, b)
	}
	p := maker.get(at + "/seat")
	p.has(t, http.StatusOK, "By agreement of all", "Pause the game")
	if strings.Contains(p.body, "Roll back the last phase") {
		t.Error("the first phase can be taken back")
	}
	yes := url.Values{"number": {p.value("number")}, "motion": {"pause"}, "agree": {"1"}}
	maker.post(at+"/agree", yes).has(t, http.StatusOK, "Your agreement is recorded", "1 of 4 agree", "I no longer agree")
	players[1].get(at+"/log").has(t, http.StatusOK, "A player proposes to pause")
	maker.post(at+"/agree", url.Values{"number": {p.value("number")}, "motion": {"pause"}, "agree": {"0"}}).has(t, http.StatusOK, "You no longer agree to it")
	for i, b := range players {
		says := "Your agreement is recorded"
		if i == len(players)-1 {
			says = "it is done"
		}
		b.post(at+"/agree", yes).has(t, http.StatusOK, says)
	}
	maker.get(at).has(t, http.StatusOK, "The game is paused", "Resume the game")
	maker.post(at+"/resume", nil).has(t, http.StatusOK, "The game continues")

	ruled := h.guest("Lorenzo").hosts("name", "Ruled", "choice", "A/A-4", "preset", "battleline-1978-basic", "pace", "daily")
	for _, b := range players {
		b.post(ruled+"/join", nil).has(t, http.StatusOK)
	}
	own := players[1]
	if p = own.get(ruled + "/seat"); strings.Contains(p.body, "Pause the game, until") || strings.Contains(p.body, "The game has no master") {
		t.Error("a game with a master has the motions of games without one")
	}
	p.has(t, http.StatusOK, "By agreement of all", "Ask for more time")
	own.post(ruled+"/agree", url.Values{"number": {p.value("number")}, "motion": {"time"}, "agree": {"1"}}).has(t, http.StatusOK, "Your agreement is recorded")
	players[2].get(ruled+"/seat").has(t, http.StatusOK, "1 of 4 agree: ", " agrees.", "I agree")
	players[2].get(ruled+"/log").has(t, http.StatusOK, " for more time")
	own.post(ruled+"/agree", url.Values{"motion": {"pause"}, "agree": {"1"}}).has(t, http.StatusForbidden, "has a master")
}
