package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"podesta/internal/sandbox"
	"podesta/machiavelli"
)

// TestSandboxShares checks that a sandbox shows what the powers can expect only if it began
// with a scenario and changed only by orders, and not for a position that was taken from a
// running game between people or edited by hand.
func TestSandboxShares(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	const shown = "Expected share of the victory"
	b := h.browser()
	p := b.post("/sandbox/new", url.Values{"choice": {"A/A-4"}, "preset": {"battleline-1978-basic"}})
	p.has(t, http.StatusOK, shown, "the opinion of the computer player")
	link := p.url.Query().Get("s")
	p = b.post("/sandbox", url.Values{"s": {link}, "then": {"carry"}})
	p.has(t, http.StatusOK, shown)
	p = b.post("/sandbox", url.Values{"s": {p.url.Query().Get("s")}, "then": {"anew"}})
	if p.has(t, http.StatusOK, "Steps"); strings.Contains(p.body, shown) {
		t.Error("a position without its past has shares")
	}
	at, master, players := h.four()
	for range 2 {
		rev := strconv.Itoa(h.revision(strings.TrimPrefix(at, "/g/")))
		master.post(at+"/carryout", url.Values{"revision": {rev}}).has(t, http.StatusOK)
	}
	for _, b := range players {
		p := b.get(at + "/sandbox")
		if p.has(t, http.StatusOK, "Steps"); strings.Contains(p.body, shown) {
			t.Error("the position of a running game between people has shares")
		}
	}
}

// box returns the link of the sandbox on a page.
func (p *response) box() string { return p.url.Query().Get("s") }

// TestSandboxOfGame opens phases of games and lessons, and checks that the sandbox does not
// contain what the visitor may not know.
func TestSandboxOfGame(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, master := h.game(url.Values{"choice": {"B/B-8"}, "preset": {"njudge-classic"}, "opt-treasury-visibility": {"hidden"}, "name": {"Secrets"}})
	seats := h.seats(id, master)
	for _, who := range []string{"milan", "venice"} {
		rev := strconv.Itoa(h.revision(id))
		text := map[string]string{"milan": "A Pavia - Turin", "venice": "A Verona - Trent\npay 3 to Turks"}[who]
		seats[who].post("/g/"+id+"/orders", url.Values{"revision": {rev}, "orders-" + who: {text}}).has(t, http.StatusOK)
	}
	at := "/g/" + id + "/sandbox"
	// knows returns the powers whose ducats the sandbox contains, and its orders.
	knows := func(b *browser, path string) (map[string]bool, map[string]string) {
		t.Helper()
		p := b.get(path)
		p.has(t, http.StatusOK, "Sandbox", "Secrets")
		book, err := sandbox.Open(p.box())
		if err != nil {
			t.Fatal(err)
		}
		tree, err := book.Here()
		if err != nil {
			t.Fatal(err)
		}
		pos := tree.Position()
		rich := map[string]bool{}
		for x := machiavelli.Power(1); int(x) < len(pos.Setting.Powers); x++ {
			if pos.Treasury[x] > 0 || pos.Chits[x] != [len(pos.Chits)]uint8{} {
				rich[pos.Setting.Powers[x].ID] = true
			}
		}
		return rich, book.Draft.Orders
	}
	check := func(name string, b *browser, path string, powers int, has, lacks string) {
		t.Helper()
		rich, orders := knows(b, path)
		all := ""
		for who, text := range orders {
			all += who + ": " + text + "\n"
		}
		if len(rich) != powers || !strings.Contains(all, has) || lacks != "" && strings.Contains(all, lacks) {
			t.Errorf("%s: knows the money of %v, and has the orders\n%s", name, rich, all)
		}
	}
	check("Milan", seats["milan"], at, 1, "A Pavia - Turin", "Verona")
	check("a stranger", h.browser(), at, 0, "", "Turin")
	check("the master", master, at, 8, "", "")
	master.post("/g/"+id+"/carryout", url.Values{"revision": {strconv.Itoa(h.revision(id))}}).has(t, http.StatusOK)
	check("Milan, of what is over", seats["milan"], at+"?n=1", 1, "A Verona - Trent", "pay 3")
	check("Venice, of what is over", seats["venice"], at+"?n=1", 1, "pay 3", "")
	check("a stranger, of what is over", h.browser(), at+"?n=1", 0, "A Pavia - Turin", "pay 3")
	check("the master, of what is over", master, at+"?n=1", 8, "pay 3", "")
	check("the Turks, now", seats["turks"], at, 1, "", "pay 3")
	for _, bad := range []string{"?n=0", "?n=3", "?n=x"} {
		h.browser().get(at+bad).has(t, http.StatusNotFound, "There is no such phase")
	}
	h.browser().get("/g/nothing/sandbox").has(t, http.StatusNotFound)
	h.browser().get("/g/"+id+"/p/1").has(t, http.StatusOK, "Open in the sandbox")
	for path, says := range map[string]string{"/learn/first-support": "Orders of", "/learn/game/florence/1": "The introductory game"} {
		h.browser().get(path).has(t, http.StatusOK, "in the sandbox")
		h.browser().get(path+"/sandbox").has(t, http.StatusOK, says, "Resolve")
	}
	own := h.browser().post("/new", url.Values{"library": {ford}, "preset": {"battleline-1978-basic"}, "name": {"Own"}})
	own.has(t, http.StatusOK)
	h.browser().get(own.url.Path+"/sandbox").has(t, http.StatusUnprocessableEntity, "none of the judge")
}

// ford is a custom scenario.
const ford = `
board:
  slug: ford
  areas:
    - {code: mil, name: Milltown, city: fortified 2, army: gra}
    - {code: gra, name: Grange, city: unfortified 1, army: mil}
powers:
  - {id: millers, letter: M}
scenarios:
  - id: ford
    year: 1300
    options: {victory-cities: 2}
    powers:
      - {power: millers, home: mil, units: [A mil]}
`
