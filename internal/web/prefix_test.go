package web

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"podesta/internal/web/page"
	"podesta/internal/words"
)

// belowPath is the path of the judge in TestPrefix. The page with the list of games is also called
// /games, and must not be mistaken for the path.
const belowPath = "/games/machiavelli-1.0"

// TestPrefix sends the requests of TestAccess to a judge below a path. No answer may contain an
// address without it, and everything to which pages link must be there.
func TestPrefix(t *testing.T) {
	t.Parallel()
	x := newWorldBelow(t, belowPath, "__Secure-"+page.SessionCookie, words.All())
	x.rehearsal.Forget(true)
	links := map[string]visitor{} // the addresses in pages, with a visitor who saw each
	n := 0
	for _, pattern := range x.all {
		method, path, _ := strings.Cut(pattern, " ")
		address, form, _ := strings.Cut(requests[pattern], " ")
		if pattern == "/" {
			continue
		}
		if address == "" {
			address = path
		}
		accepts := []string{"text/html"}
		if method == http.MethodPost {
			accepts = append(accepts, "application/json")
		}
		for _, v := range x.visitors {
			for _, accept := range accepts {
				n++
				x.fill["{count}"], x.fill["{once}"] = fmt.Sprint(n), fmt.Sprint(pattern, n)
				w := visit(t, x.site, v, method, address, form, x.fill, "Accept", accept)
				for _, link := range prefixed(t, fmt.Sprint(pattern, " by ", v.name), w) {
					if _, known := links[link]; !known {
						links[link] = v
					}
				}
			}
		}
	}
	if len(links) < 300 {
		t.Errorf("only %d links were found", len(links))
	}
	all := slices.Collect(maps.Values(x.fill))
	for link, v := range links {
		path := strings.TrimPrefix(link, belowPath)
		id, inGame := strings.CutPrefix(path, "/g/")
		id, _, _ = strings.Cut(id, "/")
		if forgotten := inGame && !slices.Contains(all, id); forgotten || strings.HasPrefix(path, "/api/") || path == "/u/"+x.cast.Blocked.Name {
			continue
		}
		w := visit(t, x.site, v, http.MethodGet, path, "", nil, "Accept", "text/html")
		prefixed(t, link, w)
		if w.Code >= 400 {
			t.Errorf("%s, linked for %s: %d", link, v.name, w.Code)
		}
	}
}

// prefixed checks that all addresses in an answer begin with the prefix, and returns the addresses
// to which its page leads.
func prefixed(t *testing.T, what string, w *httptest.ResponseRecorder) (links []string) {
	t.Helper()
	if to := w.Result().Header.Get("Location"); !isPrefixed(to) {
		t.Errorf("%s: redirects to %s", what, to)
	}
	for _, c := range w.Result().Cookies() {
		if !isPrefixed(c.Path) || strings.HasPrefix(c.Name, "__Host-") {
			t.Errorf("%s: sets %s", what, c)
		}
	}
	body := w.Body.String()
	for _, found := range absolute.FindAllStringSubmatch(body, -1) {
		if !strings.Contains(what, "/docs/") && !isPrefixed(cmp.Or(found[1], "/")) {
			t.Errorf("%s: %s", what, found[0])
		}
	}
	switch kind, _, _ := strings.Cut(w.Header().Get("Content-Type"), ";"); kind {
	case "text/html":
		return inMarkup(t, what, body)
	case "text/css":
		if at := strings.Index(body, "url(/"); at >= 0 {
			t.Errorf("%s: %.40s", what, body[at:])
		}
	case "application/json", "application/manifest+json", "text/event-stream":
		for line := range strings.Lines(body) {
			var v any
			if json.Unmarshal([]byte(strings.TrimPrefix(line, "data: ")), &v) == nil {
				inJSON(t, what, v)
			}
		}
	}
	return nil
}

// absolute matches an address on the host of the judge, with its path.
var absolute = regexp.MustCompile(`//judge\.example\.org((?:/[^\s"'<]*)?)`)

// isPrefixed reports whether a text is an address of the judge with the prefix, or no address of
// the judge.
func isPrefixed(s string) bool {
	return !strings.HasPrefix(s, "/") || strings.HasPrefix(s, "//") || strings.HasPrefix(s, belowPath+"/")
}

// inMarkup checks the attributes in HTML, and returns the addresses to which it leads. Only what
// a browser sends back is without the prefix.
func inMarkup(t *testing.T, what, body string) (links []string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		for _, a := range n.Attr {
			switch a.Key {
			case "value", "data-present", "data-prefix":
				continue
			case "href", "src", "srcset":
				if to, _, _ := strings.Cut(a.Val, "#"); strings.HasPrefix(to, belowPath) {
					links = append(links, to)
				}
			}
			if !isPrefixed(a.Val) {
				t.Errorf("%s: <%s %s=%q>", what, n.Data, a.Key, a.Val)
			}
		}
	}
	return links
}

// inJSON checks the texts in a value of JSON, which may be HTML.
func inJSON(t *testing.T, what string, v any) {
	t.Helper()
	switch v := v.(type) {
	case string:
		if !isPrefixed(v) {
			t.Errorf("%s: %q", what, v)
		}
		if strings.Contains(v, "</") {
			inMarkup(t, what, v)
		}
	case []any:
		for _, x := range v {
			inJSON(t, what, x)
		}
	case map[string]any:
		for _, x := range v {
			inJSON(t, what, x)
		}
	}
}
