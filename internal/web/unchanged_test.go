package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"testing"

	"podesta/internal/wiring"
)

// TestUnchangedPages checks that visitors who are not signed in do not receive a page again
// until it has changed, and that pages of signed-in people are not stored anywhere.
func TestUnchangedPages(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, players := h.four("preset", "njudge-classic", "press", "white")
	site := New(wiring.Pages(h.Beside().Judge), nil, WithLetters(h.mail), WithClock(h.dial))
	read := func(address, tag string, cookies []*http.Cookie) *http.Response {
		r := httptest.NewRequest(http.MethodGet, address, nil)
		r.Header.Set("Accept-Encoding", "gzip")
		r.Header.Set("If-None-Match", tag)
		for _, c := range cookies {
			r.AddCookie(c)
		}
		w := httptest.NewRecorder()
		site.ServeHTTP(w, r)
		return w.Result()
	}
	u, err := url.Parse(h.url + at)
	if err != nil {
		t.Fatal(err)
	}
	milan := players["Milan"].http.Jar.Cookies(u)
	resolve := func() {
		master.post(at+"/carryout", url.Values{"revision": {strconv.Itoa(h.revision(gameID(at)))}})
	}
	tags := map[string]string{}
	pages := []string{"/games", at, at + "/log", at + "/rules", at + "/p/1", at + "/film", at + "/charts"}
	resolve()
	for _, address := range pages {
		first := read(address, "", nil)
		tags[address] = first.Header.Get("ETag")
		if first.StatusCode != http.StatusOK || tags[address] == "" || first.Header.Get("Cache-Control") != "no-cache" || first.Header.Get("Content-Encoding") != "gzip" {
			t.Errorf("%s: %d, %v", address, first.StatusCode, first.Header)
		}
		if again := read(address, tags[address], nil); again.StatusCode != http.StatusNotModified || again.ContentLength > 0 {
			t.Errorf("%s: again %d", address, again.StatusCode)
		}
		mine := read(address, tags[address], milan)
		if mine.StatusCode != http.StatusOK || mine.Header.Get("ETag") != "" || mine.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s, for a player: %d, %v", address, mine.StatusCode, mine.Header)
		}
	}
	resolve()
	if now := read(at, tags[at], nil); now.StatusCode != http.StatusOK || now.Header.Get("ETag") == tags[at] {
		t.Errorf("after a phase: %d", now.StatusCode)
	}
}
