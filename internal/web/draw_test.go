package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestArrowsAsDrawn checks that orders which a page adds to its map while the visitor types
// look as they do in the drawing, also on phones.
func TestArrowsAsDrawn(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, b := h.game(url.Values{"scenario": {"B"}, "preset": {"battleline-1978-optional"}, "solitaire": {"1"}})
	at := "/g/" + id
	orders := url.Values{"revision": {strconv.Itoa(h.revision(id))}, "orders-milan": {"A Pavia - Montferrat\nF Genoa - LS"}}
	b.post(at+"/orders", orders).has(t, http.StatusOK)
	seen := map[string]bool{}
	for _, small := range []string{"", "&small=1"} {
		var checked struct{ Arrows string }
		if err := json.Unmarshal([]byte(b.post(at+"/check?"+small, orders).body), &checked); err != nil {
			t.Fatal(err)
		}
		drawn := regexp.MustCompile(`(?s)<g id="orders".*?</g>`).FindString(b.get(at + "/map/1.svg?mine=1" + small).body)
		if drawn == "" || len(checked.Arrows) < len(drawn) || checked.Arrows[:len(drawn)] != drawn {
			t.Errorf("%q: the page shows\n%s\nthe drawing has\n%s", small, checked.Arrows, drawn)
		}
		seen[drawn] = true
	}
	if len(seen) != 2 {
		t.Error("the lines are the same on phones")
	}
}

// TestFilmColours checks that films and their style sheets have the requested
// theme.
func TestFilmColours(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, b := h.game(url.Values{"scenario": {"B"}, "preset": {"battleline-1978-optional"}, "solitaire": {"1"}})
	at := "/g/" + id
	b.post(at+"/orders", url.Values{"revision": {strconv.Itoa(h.revision(id))}, "then": {"process"}, "anyway": {"1"}})
	letters := regexp.MustCompile(`href="#b-shield"`)
	for _, small := range []string{"", "&small=1"} {
		body := b.get(at + "/p/1/first.svg?theme=safe" + small).body
		if found := letters.MatchString(body); found != (small == "") {
			t.Errorf("%q: letters on the provinces: %t", small, found)
		}
	}
	b.get(at+"/p/1/first.svg").has(t, http.StatusOK, "pm-light")
	sheet := b.get(at+"/drawing.css?theme=safe").has(t, http.StatusOK, "(max-width: 600px)").body
	if usual := b.get(at+"/drawing.css").has(t, http.StatusOK, "prefers-color-scheme: dark").body; sheet == usual || regexp.MustCompile("prefers-color-scheme").MatchString(sheet) {
		t.Error("the sheet of plain colours is the usual one, or changes by night")
	}
}

// TestMapsForever checks that pages link to maps at addresses that determine the drawing, which
// browsers cache, and that all other addresses of maps work but are not cached.
func TestMapsForever(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, b := h.game(url.Values{"scenario": {"B"}, "preset": {"battleline-1978-optional"}, "solitaire": {"1"}})
	at := "/g/" + id
	b.post(at+"/orders", url.Values{"revision": {strconv.Itoa(h.revision(id))}, "then": {"process"}, "anyway": {"1"}})
	const forever = "public, max-age=31536000, immutable"
	linked := regexp.MustCompile(at + `/(?:map|p/\d+)/[a-z0-9]+\.svg[^"]*`)
	stranger, italian := h.browser(), h.asks("it")
	old := map[string]string{}
	for _, end := range []string{"", "/p/1", "/film"} {
		for name, x := range map[string]*browser{"a stranger": stranger, "an Italian": italian} {
			all := linked.FindAllString(x.get(at+end).body, -1)
			if len(all) == 0 {
				t.Errorf("%s of %s has no map", end, name)
			}
			for _, address := range all {
				address = strings.ReplaceAll(address, "&amp;", "&")
				p := x.get(address).has(t, http.StatusOK, "<svg")
				if got := p.header.Get("Cache-Control"); got != forever || strings.Contains(strings.Join(p.header["Vary"], " "), "Cookie") {
					t.Errorf("%s: %s, %s", address, got, p.header["Vary"])
				}
				// The same address shows the same drawing to every visitor.
				if other := italian.get(address).body; other != p.body {
					t.Errorf("%s differs in another browser", address)
				}
				old[address] = p.body
			}
		}
	}
	same := func(address, want, kept string) {
		t.Helper()
		p := stranger.get(address).has(t, http.StatusOK, want)
		if got := p.header.Get("Cache-Control"); got != kept {
			t.Errorf("%s: %s", address, got)
		}
	}
	same(at+"/map/1.svg?orders=1", "<svg", "no-cache") // an address from an e-mail
	// an address from an older version of the program
	same(at+"/map/2.svg?rev="+strconv.Itoa(h.revision(id)), "<svg", "no-cache")
	// an address with another version of the drawings
	same(at+"/map/2.svg?lang=it&v=00000000&rev="+strconv.Itoa(h.revision(id)), "<svg", "no-cache")
	if got := b.get(at + "/map/2.svg?mine=1&rev=" + strconv.Itoa(h.revision(id))).header.Get("Cache-Control"); got != "private, no-cache" {
		t.Errorf("a map with one's own orders: %s", got)
	}
	b.post(at+"/orders", url.Values{"revision": {strconv.Itoa(h.revision(id))}, "then": {"process"}, "anyway": {"1"}})
	for address := range old {
		same(address, "<svg", "no-cache") // the address is of an earlier revision
	}
}
