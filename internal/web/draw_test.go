package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"testing"
)

// TestArrowsAsDrawn checks that the orders that a page adds to its map while
// the visitor writes look as in the drawing, on phones, too.
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
