package web

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// TestDocumentation reads the documentation: its pages, a search, a picture, a file, and an
// address that does not exist.
func TestDocumentation(t *testing.T) {
	t.Parallel()
	h := newInn(t, WithVersion("9.8.7"))
	stranger := h.browser()
	front := stranger.get("/docs").has(t, http.StatusOK, `<a href="/docs/operators">You run a judge</a>`, `<a href="/docs/index">About podesta</a>`,
		`href="/docs">Documentation</a>`, "podesta 9.8.7", `class="contents"`)
	about := stranger.get("/docs/index").has(t, http.StatusOK, `<h1 id="podesta">podesta</h1>`, `<a href="/docs/index" aria-current="page">About podesta</a>`,
		`src="/docs/files/docs/table.png"`)
	if strings.Contains(front.body+about.body, "<style") || strings.Contains(front.body+about.body, `style="`) {
		t.Error("the page has styles of its own, which browsers refuse")
	}
	stranger.get("/docs/operators").has(t, http.StatusOK, "<title translate=\"no\">For operators</title>", `id="a-judge-with-mail-in-fifteen-minutes"`, `href="/docs/files/dist/podesta.service"`,
		`<a href="/docs/operators" aria-current="page">`)
	stranger.get("/docs/upkeep").has(t, http.StatusOK, `href="/docs/master-tools#moving-a-game"`)
	stranger.get("/docs?q=famine+winter").has(t, http.StatusOK, "found.", `href="/docs/rules#`, `value="famine winter"`)
	stranger.get("/docs?q=%3Cscript%3E").has(t, http.StatusOK, "Nothing found.", `value="&lt;script&gt;"`)
	if p := stranger.get("/docs/files/docs/table.png").has(t, http.StatusOK, "PNG"); p.header.Get("Content-Type") != "image/png" {
		t.Errorf("the picture is %s", p.header.Get("Content-Type"))
	}
	if p := stranger.get("/docs/files/dist/nginx.conf").has(t, http.StatusOK, "proxy_pass"); p.header.Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Errorf("the file is %s", p.header.Get("Content-Type"))
	}
	for _, address := range []string{"/docs/nothing", "/docs/files/docs/nothing.png", "/docs/files/docs/api.md", "/docs/files/", "/docs/files/..%2fgo.mod"} {
		stranger.get(address).has(t, http.StatusNotFound)
	}
	h.asks("it").get("/docs").has(t, http.StatusOK, "La documentazione è in inglese", `href="/docs/masters"`)
	for _, m := range regexp.MustCompile(`href="(/[^"#]*)`).FindAllStringSubmatch(front.body, -1) {
		r, err := stranger.http.Head(stranger.address(m[1])) // documents link to other sites, which pages must not do
		if err != nil {
			t.Fatal(err)
		}
		if r.Body.Close(); r.StatusCode != http.StatusOK {
			t.Errorf("%s: status %d", m[1], r.StatusCode)
		}
	}
	stranger.get("/docs/orders").has(t, http.StatusOK, "On this page", `<li><a href="#writing-orders">Writing orders</a></li>`)
}
