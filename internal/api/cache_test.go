package api_test

import (
	"net/http"
	"testing"
)

// TestETags repeats requests for unchanged answers.
func TestETags(t *testing.T) {
	t.Parallel()
	h := open(t)
	x := h.host(map[string]string{"treasury-visibility": "hidden"}, map[string]any{"manualProcess": true})
	x.at(x.master).post("/process", map[string]any{"revision": x.revision()}).want(http.StatusOK)
	milan, venice := x.at(x.players["milan"]), x.at(x.players["venice"])
	paths := []string{
		"/position", "/position?phase=1", "/phases", "/phases/0", "/phases/1", "/phases/1?explain=true", "/phases/2", "/phases/1/report",
		"/legal", "/legal?unit=Milan", "/map", "/map?phase=1&orders=true", "/map?theme=dark",
	}
	tags, paths2 := map[string]string{}, map[string]string{}
	for _, path := range paths {
		tag := milan.get(path).want(http.StatusOK).header.Get("ETag")
		if tag == "" || paths2[tag] != "" {
			t.Errorf("%s has the tag %s, as has %q", path, tag, paths2[tag])
		}
		tags[path], paths2[tag] = tag, path
		for _, have := range []string{tag, "W/" + tag, `"other", ` + tag, "*"} {
			a := milan.get(path, "If-None-Match", have).want(http.StatusNotModified)
			if a.header.Get("ETag") != tag {
				t.Errorf("%s: 304 with the tag %s", path, a.header.Get("ETag"))
			}
		}
		milan.get(path, "If-None-Match", `"other"`).want(http.StatusOK)
		if path != "/legal?unit=Milan" { // other callers get another answer
			venice.get(path, "If-None-Match", tag).want(http.StatusOK)
		}
	}
	x.at(x.master).post("/process", map[string]any{"revision": x.revision()}).want(http.StatusOK)
	for _, path := range paths {
		milan.get(path, "If-None-Match", tags[path]).want(http.StatusOK)
	}
	// The map with the caller's own orders can change at any time.
	if tag := milan.get("/map?orders=true").want(http.StatusOK).header.Get("ETag"); tag != "" {
		before := milan.get("/map?orders=true").body
		milan.put("/orders", map[string]any{"text": "A Milan - Cremona", "revision": x.revision()}).want(http.StatusOK)
		a := milan.get("/map?orders=true", "If-None-Match", tag).want(http.StatusOK)
		if string(a.body) == string(before) || a.header.Get("ETag") != "" {
			t.Errorf("orders are not drawn, or with the tag %s", a.header.Get("ETag"))
		}
		if other := venice.get("/map?orders=true").body; string(other) != string(before) {
			t.Error("the orders of Milan are drawn for Venice")
		}
	}
}
