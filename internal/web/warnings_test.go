package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"podesta/internal/web/wire"
)

// TestReadyAsks checks that a player who presses Ready is warned of lines that buy nothing, with
// the figures, that the orders are saved, and that the player can continue anyway. It checks this
// also without the script, for a debt that cannot be paid.
func TestReadyAsks(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, master := h.game(classicB())
	milan := h.seats(id, master)["milan"]
	form := url.Values{"revision": {strconv.Itoa(h.revision(id))}, "then": {"ready"}, "orders-milan": {"e1: 999 assassinate France\ne2: 3 counter-bribe A Milan"}}
	var k wire.Saved
	p := milan.script("/g/"+id+"/orders", form)
	if err := json.Unmarshal([]byte(p.body), &k); err != nil || k.Ready {
		t.Fatal(p.status, p.body, err)
	}
	asked := strings.Join(k.Ask, "\n")
	for _, want := range []string{"E1 ", "999 ducats", "E2 will buy nothing: it costs 3 ducats, and there will be 0."} {
		if !strings.Contains(asked, want) {
			t.Errorf("asked %q, without %q", asked, want)
		}
	}
	form.Set("anyway", "1")
	k = wire.Saved{}
	p = milan.script("/g/"+id+"/orders", form)
	if err := json.Unmarshal([]byte(p.body), &k); err != nil || !k.Ready {
		t.Error("not ready, though it was asked for:", p.body, err)
	}
}

// TestDebtWarning follows a loan to its due date: the page warns when it is
// taken and when it cannot be repaid, and asks before Ready.
func TestDebtWarning(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, master := h.game(classicB("opt-famine", "off", "opt-plague", "off"))
	milan := h.seats(id, master)["milan"]
	orders := func(text string) *response {
		return milan.post("/g/"+id+"/orders", url.Values{"revision": {strconv.Itoa(h.revision(id))}, "orders-milan": {text}})
	}
	p := orders("borrow 25 for 1 year\ne1: 40 assassinate France\ne2: 40 assassinate Venice\ne3: 40 assassinate Naples")
	p.has(t, http.StatusOK, "You owe the bank 30 ducats in spring 1455 and will have", "for your units.", "If you cannot repay on time you lose all your ducats and are assassinated.")
	year := func() string {
		g, err := h.judge.Base.Game(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return g.Phase.String()
	}
	for n := 0; n < 12 && !strings.HasPrefix(year(), "spring 1455"); n++ {
		text := ""
		if strings.HasSuffix(year(), "orders") && n > 0 {
			text = "pay 100 to Venice\ne1: 99 assassinate France\ne2: 99 assassinate Naples\ne3: 99 assassinate Turks"
		}
		if n > 0 {
			orders(text)
		}
		master.post("/g/"+id+"/carryout", url.Values{"revision": {strconv.Itoa(h.revision(id))}})
	}
	if !strings.HasPrefix(year(), "spring 1455") {
		t.Fatal(year())
	}
	page := milan.get("/g/" + id)
	if !strings.Contains(page.body, "The bank collects 30 ducats now") {
		t.Fatal("Milan can pay its debt: spend more of its ducats before", page.body)
	}
	rev := strconv.Itoa(h.revision(id))
	milan.post("/g/"+id+"/orders", url.Values{"revision": {rev}, "then": {"ready"}, "orders-milan": {""}}).
		has(t, http.StatusOK, "Read the warnings below", "The bank collects 30 ducats now", "Submit anyway")
}

// TestStaleByScript checks the refusal of a form that a page's script sends for a phase that
// was resolved or rolled back. The code distinguishes the two cases, and the text says what the
// master did and why.
func TestStaleByScript(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, players := h.four()
	milan := players["Milan"]
	refused := func(form url.Values, code string) string {
		t.Helper()
		p := milan.script(at+"/orders", form)
		var x wire.Refusal
		if err := json.Unmarshal([]byte(p.body), &x); err != nil || p.status != http.StatusConflict || x.Code != code {
			t.Errorf("%d, %v, code %q instead of %q: %s", p.status, err, x.Code, code, p.body)
		}
		return x.Error
	}
	spring, _ := milan.own(at, "A Milan H")
	carry := master.get(at+"/master").fields(t, at+"/carryout")
	carry.Set("sure", "1")
	master.post(at+"/carryout", carry).has(t, http.StatusOK, "Summer 1385")
	refused(spring, wire.Stale)
	form, _ := milan.own(at, "A Milan H")
	back := master.get(at+"/master").fields(t, at+"/rollback")
	back.Set("phase", "1")
	back.Set("why", "A convoy was read wrongly")
	master.post(at+"/rollback", back).has(t, http.StatusOK, "The game is rolled back")
	if why := refused(form, wire.Changed); !strings.Contains(why, "A convoy was read wrongly") {
		t.Error(why)
	}
	milan.post(at+"/orders", form).has(t, http.StatusConflict, "A convoy was read wrongly", "A Milan H")
}

// TestUnreadCountNextToInbox checks that the number of unread messages is shown
// next to Inbox on every page until they are read.
func TestUnreadCountNextToInbox(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, _, players := h.four()
	players["Milan"].post(at+"/press", url.Values{"to": {"all"}, "text": {"Friends"}}).has(t, http.StatusOK)
	beside := func() string {
		for n := range players["Venice"].get("/games").root.Descendants() {
			if n.Data == "a" && attr(n, "href") == "/inbox" {
				return strings.Join(strings.Fields(text(n)), " ")
			}
		}
		return ""
	}
	if got := beside(); got != "Inbox 1" {
		t.Errorf("next to the message: %q", got)
	}
	list := players["Venice"].get(at + "/letters")
	players["Venice"].get(list.link(t, "Everyone 1"))
	if got := beside(); got != "Inbox" {
		t.Errorf("when it is read: %q", got)
	}
}

// TestLegendPage checks that the page explains every sign that package atlas
// draws, with pictures in both themes.
func TestLegendPage(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.browser()
	page := b.get("/legend").has(t, http.StatusOK, "White flag", "Stand-off", "Threatened")
	part := b.get("/legend?part=1").has(t, http.StatusOK, "White flag")
	if strings.Contains(part.body, "<html") {
		t.Error("the part is a whole page")
	}
	for _, theme := range []string{"", "?theme=dark"} {
		signs := b.get("/legend/signs.svg" + theme)
		shown := regexp.MustCompile(`signs\.svg#([^"]+)"`).FindAllStringSubmatch(page.body, -1)
		drawn := strings.Count(signs.body, "<view id=")
		if len(shown) < drawn || drawn < 20 {
			t.Errorf("%d signs are shown, %d drawn", len(shown), drawn)
		}
		for _, s := range shown {
			if !strings.Contains(signs.body, `<view id="`+s[1]+`"`) {
				t.Errorf("%s is not drawn", s[1])
			}
		}
	}
}
