package web

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"podesta/internal/web/page"
)

// keptPages lists the pages that are kept, by the end of their address.
var keptPages = []string{"", "/table.json", "/log", "/rules", "/letters", "/p/1", "/film", "/charts"}

// processes returns the pages of two more processes on the same database: one that
// keeps rendered pages, and one that keeps none.
func (h *inn) processes() (keeping, plain http.Handler) {
	with := func(bytes int) http.Handler {
		return New(h.Beside().Judge, nil, WithLetters(h.mail), WithClock(h.dial), WithShelf(page.NewShelf(bytes)))
	}
	return with(64 << 20), with(0)
}

// reader is someone who reads pages, in a language.
type reader struct {
	name     string
	cookies  []*http.Cookie
	language string
}

// readerOf returns the person with a browser.
func readerOf(t *testing.T, name string, b *browser, at, language string) reader {
	t.Helper()
	u, err := url.Parse(b.url + at)
	if err != nil {
		t.Fatal(err)
	}
	return reader{name, b.http.Jar.Cookies(u), language}
}

// differing matches what differs between two renderings of the same page: the
// values of forms that are sent once. The number of unread messages in the header
// is counted again only now and then.
var differing = regexp.MustCompile(`name="once" value="[A-Z0-9]+"|<a href="/inbox">[^/]*(</span>)?</a>`)

// reads returns what a reader gets from a process.
func (x reader) reads(h http.Handler, address string) string {
	r := httptest.NewRequest(http.MethodGet, address, nil)
	r.Header.Set("Accept-Language", x.language)
	for _, c := range x.cookies {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	head := w.Header()
	return fmt.Sprint(w.Code, head.Get("Cache-Control"), head.Get("Content-Type"), head.Get("Content-Language"), head.Get("Location"), "\n") +
		differing.ReplaceAllString(w.Body.String(), "-")
}

// TestKeptSecrets shows pages of games with different secrets to all roles, in
// every order of the first reader, and checks that each reader gets exactly what a
// process without kept pages renders for them.
func TestKeptSecrets(t *testing.T) {
	t.Parallel()
	for name, settings := range map[string][]string{
		"everything hidden": {"preset", "njudge-classic", "opt-treasury-visibility", "hidden", "press", "white/grey", "gunboat", "1", "hidevotes", "1"},
		"everything open":   {"preset", "njudge-classic", "press", "white", "watchall", "1", "latecount", "1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newInn(t)
			at, master, players := h.four(settings...)
			milan, venice := players["Milan"], players["Venice"]
			master.post(at+"/carryout", url.Values{"revision": {strconv.Itoa(h.revision(gameID(at)))}})
			watcher, second := h.guest("Eleonora"), h.guest("Gaspara")
			watcher.post(at+"/watch", nil)
			second.post(at+"/watch", nil)
			second.post("/me/profile", url.Values{"name": {"Gaspara"}, "zone": {"Asia/Tokyo"}})
			form, _ := milan.own(at, "A Pavia - Montferrat\nA Milan - Bergammo")
			milan.post(at+"/orders", form).has(t, http.StatusOK, "Montferrat")
			milan.post(at+"/press", url.Values{"to": {strconv.Itoa(h.seatOf(at, "Venice"))}, "text": {"The word is pomegranate."}})
			milan.post(at+"/vote", url.Values{"vote": {"draw"}})
			players["Naples"].post(at+"/resign", url.Values{"sure": {"1"}})

			readers := []reader{{"stranger", nil, "en"}, {"stranger in Italian", nil, "it"}}
			for name, b := range map[string]*browser{
				"master": master, "Milan": milan, "Venice": venice, "former": players["Naples"], "observer": watcher, "another observer": second, "guest": h.guest("Gaia"),
			} {
				readers = append(readers, readerOf(t, name, b, at, "en"))
			}
			_, plain := h.processes()
			want := map[string]string{}
			for _, x := range readers {
				for _, end := range keptPages {
					want[x.name+end] = x.reads(plain, at+end)
				}
			}
			if want["Milan"] == want["Venice"] || want["stranger"] == want["master"] || !strings.Contains(want["Milan"], "Montferrat") || strings.Contains(want["Venice"], "Montferrat\n") {
				t.Fatal("the readers should see different things")
			}
			for first := range readers {
				keeping, _ := h.processes()
				order := slices.Concat(readers[first:], readers[:first], readers)
				pages := keptPages
				if first > 0 {
					pages = keptPages[:2]
				}
				for _, x := range order {
					for _, end := range pages {
						if got := x.reads(keeping, at+end); got != want[x.name+end] {
							t.Fatalf("%s, after %s: another %q:\n%s", x.name, order[0].name, end, difference(got, want[x.name+end]))
						}
					}
				}
			}
		})
	}
}

// difference returns the first lines in which two texts differ.
func difference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("got  %.300s\nwant %.300s", a[i], b[i])
		}
	}
	return fmt.Sprintf("%d and %d lines", len(a), len(b))
}

// TestKeptChanges changes a game and its people through one process, and checks
// that another process shows each change at once, in every role. Time changes pages
// too.
func TestKeptChanges(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, players := h.four("preset", "njudge-classic", "press", "white", "latecount", "1")
	milan, venice := players["Milan"], players["Venice"]
	watcher := h.guest("Eleonora")
	watcher.post(at+"/watch", nil)
	readers := []reader{{"stranger", nil, "en"}}
	for name, b := range map[string]*browser{"master": master, "Milan": milan, "Venice": venice, "observer": watcher, "guest": h.guest("Gaia")} {
		readers = append(readers, readerOf(t, name, b, at, "en"))
	}
	keeping, plain := h.processes()
	pages := []string{"", "/table.json", "/log"}
	last := map[string]string{}
	check := func(after string) (changed int) {
		t.Helper()
		_, fresh := h.processes()
		for _, x := range readers { // the lines of one's games are kept, too
			if got, want := x.reads(keeping, "/inbox"), x.reads(fresh, "/inbox"); got != want {
				t.Errorf("after %s, the inbox of %s differs:\n%s", after, x.name, difference(got, want))
			}
		}
		for range 2 {
			for _, x := range readers {
				for _, end := range pages {
					got := x.reads(keeping, at+end)
					if want := x.reads(plain, at+end); got != want {
						t.Errorf("after %s, %s sees another %q:\n%s", after, x.name, end, difference(got, want))
					}
					if got != last[x.name+end] {
						changed++
					}
					last[x.name+end] = got
				}
			}
		}
		return changed
	}
	one, two := h.seatOf(at, "Milan"), h.seatOf(at, "Venice")
	talk := fmt.Sprintf("/letters?c=%d-%d", min(one, two), max(one, two))
	check("the start")
	form, _ := milan.own(at, "A Milan - Pavia")
	to := strconv.Itoa(two)
	for _, c := range []struct {
		name string
		do   func()
	}{
		{"orders", func() { milan.post(at+"/orders", form).has(t, http.StatusOK, "saved") }},
		{"a message", func() {
			milan.post(at+"/press", url.Values{"to": {to}, "text": {"The word is pomegranate."}}).has(t, http.StatusOK, "Your message is sent")
		}},
		{"reading it", func() {
			venice.get(at+talk).has(t, http.StatusOK, "pomegranate")
		}},
		{"a vote", func() { milan.post(at+"/vote", url.Values{"vote": {"draw"}}).has(t, http.StatusOK) }},
		{"a player's new name", func() {
			milan.post("/me/profile", url.Values{"name": {"Isabella"}, "zone": {"Europe/Rome"}}).has(t, http.StatusOK, "Isabella")
		}},
		{"an hour", func() { h.Forward(h.dial.Now().Add(time.Hour)) }},
		{"the deadline", func() { h.Forward(h.dial.Now().Add(23 * time.Hour)) }},
		{"the master's act", func() {
			master.post(at+"/carryout", url.Values{"revision": {strconv.Itoa(h.revision(gameID(at)))}})
		}},
		{"a player who leaves", func() { venice.post(at+"/resign", url.Values{"sure": {"1"}}).has(t, http.StatusOK, "You have left") }},
	} {
		c.do()
		if check(c.name) == 0 {
			t.Errorf("after %s, nobody sees a difference", c.name)
		}
	}
}

// TestKeptHits checks that a page is rendered once for all who may see the same,
// and that a shelf stays within its size.
func TestKeptHits(t *testing.T) {
	t.Parallel()
	const shelfOf = 400 << 10
	h := newInn(t)
	at, master, players := h.four()
	shelf := page.NewShelf(shelfOf)
	pages := New(h.Beside().Judge, nil, WithLetters(h.mail), WithClock(h.dial), WithShelf(shelf))
	milan, guest, other := readerOf(t, "Milan", players["Milan"], at, "en"), readerOf(t, "guest", h.guest("Gaia"), at, "en"), readerOf(t, "other", h.guest("Olimpia"), at, "en")
	for i, x := range []struct {
		reader
		hits int64
	}{
		{reader{"stranger", nil, "en"}, 0},
		{reader{"another stranger", nil, "en"}, 1},
		{reader{"in Italian", nil, "it"}, 1},
		{guest, 1},
		{other, 2},
		{milan, 2},
		{milan, 3},
		{readerOf(t, "master", master, at, "en"), 3},
		{guest, 4},
	} {
		x.reads(pages, at)
		if got := shelf.Stats(); got.Hits != x.hits || got.Hits+got.Misses != int64(i+1) || got.Left != 0 {
			t.Errorf("after %s: %+v", x.name, got)
		}
	}
	for _, x := range slices.Sorted(maps.Keys(players)) {
		for _, end := range keptPages {
			readerOf(t, x, players[x], at, "en").reads(pages, at+end)
		}
	}
	if got := shelf.Stats(); got.Bytes > shelfOf || got.Bytes < shelfOf/2 || got.Misses < 2*int64(got.Entries) {
		t.Errorf("a shelf of %d bytes: %+v", shelfOf, got)
	}

	// A stranger who has the page does not get it again.
	r := httptest.NewRequest(http.MethodGet, at, nil)
	r.Header.Set("Accept-Encoding", "gzip")
	w := httptest.NewRecorder()
	pages.ServeHTTP(w, r)
	tag := w.Header().Get("ETag")
	r.Header.Set("If-None-Match", tag)
	again := httptest.NewRecorder()
	pages.ServeHTTP(again, r)
	if w.Code != http.StatusOK || tag == "" || w.Header().Get("Content-Encoding") != "gzip" || again.Code != http.StatusNotModified || again.Body.Len() > 0 {
		t.Errorf("%d, tag %s, then %d", w.Code, tag, again.Code)
	}
}
