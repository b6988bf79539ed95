package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// fetch gets a page as browsers do, compressed if the server supports it, and returns the
// number of bytes sent.
func (b *browser) fetch(at string) (body string, size int, h http.Header) {
	b.t.Helper()
	r, err := http.NewRequest(http.MethodGet, b.address(at), nil)
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "gzip")
	a, err := b.http.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer a.Body.Close()
	raw, err := io.ReadAll(a.Body)
	if err != nil || a.StatusCode != http.StatusOK {
		b.t.Fatalf("%s: %s: %v", at, a.Status, err)
	}
	text := raw
	if a.Header.Get("Content-Encoding") == "gzip" {
		z, err := gzip.NewReader(bytes.NewReader(raw))
		if err == nil {
			text, err = io.ReadAll(z)
		}
		if err != nil {
			b.t.Fatalf("%s: %v", at, err)
		}
	}
	return string(text), len(raw), a.Header
}

// TestStatic checks that files which pages name are cached forever at the address in the page,
// and revalidated at their plain address.
func TestStatic(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.browser()
	front, _, _ := b.fetch("/")
	found := regexp.MustCompile(`"(/static/[^"]+)"`).FindAllStringSubmatch(front, -1)
	if len(found) < 2 {
		t.Fatalf("the front page names %d files", len(found))
	}
	for _, m := range found {
		body, size, head := b.fetch(m[1])
		if c := head.Get("Cache-Control"); !strings.Contains(c, "immutable") || !strings.Contains(m[1], "?v=") {
			t.Errorf("%s: %q", m[1], c)
		}
		if size > len(body) {
			t.Errorf("%s: %d bytes for %d", m[1], size, len(body))
		}
		plain, _, _ := strings.Cut(m[1], "?")
		same, _, head := b.fetch(plain)
		if c := head.Get("Cache-Control"); same != body || strings.Contains(c, "immutable") {
			t.Errorf("%s: %q", plain, c)
		}
		if _, _, head := b.fetch(plain + "?v=0123456789"); strings.Contains(head.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: another version is cached forever", plain)
		}
	}
}

// TestModulesAreCached checks that all scripts of a page, and the scripts that these
// import, exist at an address that is cached forever. The page must name all of
// them, so that they are loaded at the same time.
func TestModulesAreCached(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.browser()
	imports := regexp.MustCompile(`(?:from|import)"\./([^"]+)"`)
	scripts := regexp.MustCompile(`<(?:script type="module" src|link rel="modulepreload" href)="(/static/[^"]+\.js[^"]*)"`)
	for _, at := range []string{"/", "/sandbox", "/learn", "/rules", "/new", "/signin"} {
		page, _, _ := b.fetch(at)
		named := map[string]bool{}
		for _, m := range scripts.FindAllStringSubmatch(page, -1) {
			if named[m[1]] {
				t.Errorf("%s names %s twice", at, m[1])
			}
			named[m[1]] = true
		}
		if len(named) == 0 || strings.Contains(page, ".js\" defer") {
			t.Errorf("%s: %d modules", at, len(named))
		}
		imported := 0
		for from := range named {
			body, _, head := b.fetch(from)
			if c := head.Get("Cache-Control"); !strings.Contains(c, "immutable") || !strings.HasPrefix(head.Get("Content-Type"), "text/javascript") {
				t.Errorf("%s: %q, %q", from, c, head.Get("Content-Type"))
			}
			for _, m := range imports.FindAllStringSubmatch(body, -1) {
				imported++
				if !named["/static/"+m[1]] {
					t.Errorf("%s does not name %s, which %s imports", at, m[1], from)
				}
			}
		}
		if imported == 0 {
			t.Errorf("%s: no script imports anything", at)
		}
	}
}

// firstLoad returns the size of what a browser loads when it opens a page for
// the first time: the page, the files that it names, the board's data and the
// drawing, in bytes as sent.
func firstLoad(t *testing.T, b *browser, at string) (total int) {
	t.Helper()
	page, size, _ := b.fetch(at)
	add := func(what string, n int) {
		total += n
		t.Logf("%8d %s", n, what)
	}
	add(at, size)
	seen := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?:href|src|data-table|data-first)="(/[^"]+)"`).FindAllStringSubmatch(page, -1) {
		to := strings.ReplaceAll(m[1], "&amp;", "&")
		wanted := strings.HasPrefix(to, "/static/") || strings.Contains(to, "/map/") || strings.Contains(to, "table.json") || strings.Contains(to, "first.svg") || strings.HasSuffix(to, ".css")
		if wanted && !seen[to] {
			seen[to] = true
			body, n, _ := b.fetch(to)
			add(to, n)
			// The types of the scripts do not allow null.
			if strings.Contains(to, "table.json") && strings.Contains(body, ":null") {
				t.Errorf("%s has a null: %.300s", to, body[strings.Index(body, ":null")-40:])
			}
		}
	}
	for _, must := range []string{"/static/table.js", "/map/", "/table.json"} {
		found := false
		for to := range seen {
			found = found || strings.Contains(to, must)
		}
		if !found {
			t.Errorf("%s: %s is not loaded", at, must)
		}
	}
	return total
}

// mostFirst is the maximum size of the first load of a board, in bytes as sent.
const mostFirst = 300_000

// TestFirstLoad checks that the page of a board is small enough for a slow
// connection: at the beginning, and after three eventful years with money.
func TestFirstLoad(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, b := h.game(url.Values{"scenario": {"B"}, "preset": {"battleline-1978-optional"}, "solitaire": {"1"}})
	check := func(what string, b *browser, at string) {
		t.Helper()
		if n := firstLoad(t, b, at); n > mostFirst {
			t.Errorf("%s: %d bytes, expected at most %d", what, n, mostFirst)
		} else {
			t.Logf("%s: %d bytes", what, n)
		}
	}
	check("a table at its beginning", b, "/g/"+id)
	h.years(id, b, 1457)
	check("a table after three years", b, "/g/"+id)
	check("the same for who watches", h.browser(), "/g/"+id)
}

// TestFirstLoadHosted checks the same limit for a hosted game with messages.
func TestFirstLoadHosted(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, players := h.four("preset", "njudge-classic")
	venice := players["Venice"]
	for i := range 40 {
		to := strconv.Itoa(h.seatOf(at, []string{"Milan", "Florence", "Naples"}[i%3]))
		venice.post(at+"/press", url.Values{"to": {to}, "text": {"Letter " + strconv.Itoa(i) + ". " + strings.Repeat("Let us speak of Ferrara, and of what it costs. ", 8)}}).has(t, http.StatusOK)
	}
	for range 60 {
		g, err := h.judge.Base.Game(t.Context(), gameID(at))
		if err != nil {
			t.Fatal(err)
		}
		if g.Phase.Year >= 1388 || g.Finished {
			break
		}
		for _, b := range players {
			p := b.get(at)
			for _, box := range p.find("box") {
				power := attr(box, "data-box")
				ph, err := h.judge.Base.Current(t.Context(), g.ID)
				if err != nil {
					t.Fatal(err)
				}
				n, _ := g.Setting.Powers.Find(power)
				b.post(at+"/orders", url.Values{"revision": {p.value("revision")}, "orders-" + power: {randomOrders(g, ph, n, rand.New(rand.NewPCG(7, uint64(ph.Number))))}})
			}
		}
		master.post(at+"/carryout", url.Values{"revision": {strconv.Itoa(h.revision(g.ID))}}).has(t, http.StatusOK)
	}
	g, err := h.judge.Base.Game(t.Context(), gameID(at))
	if err != nil {
		t.Fatal(err)
	}
	if g.Phase.Year < 1388 && !g.Finished {
		t.Errorf("the game is only in %s", g.Phase)
	}
	for who, b := range map[string]*browser{"a player": venice, "the master": master} {
		if n := firstLoad(t, b, at); n > mostFirst {
			t.Errorf("%s: %d bytes, expected at most %d", who, n, mostFirst)
		} else {
			t.Logf("%s: %d bytes", who, n)
		}
	}
}
