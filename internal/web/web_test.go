package web

import (
	"context"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"podesta/internal/judge"
	"podesta/internal/judge/judgetest"
	"podesta/internal/web/page/pagetest"
	"podesta/internal/wiring"
)

// house is a judge with its pages and a database of its own.
type house struct {
	*judgetest.House
	t     *testing.T
	judge *judge.Judge
	url   string
}

func open(t *testing.T) *house {
	t.Helper()
	base := judgetest.Open(t, time.Now())
	base.Seeded(1)
	srv := httptest.NewServer(New(wiring.Pages(base.Judge), nil, WithClock(base.Clock)))
	t.Cleanup(srv.Close)
	return &house{base, t, base.Judge, srv.URL}
}

// with replaces the judge behind the pages by one with other options.
func (h *house) with(set func(*judge.Options), options ...Option) {
	h.t.Helper()
	h.With(set)
	srv := httptest.NewServer(New(wiring.Pages(h.Judge), nil, append(options, WithClock(h.Clock))...))
	h.t.Cleanup(srv.Close)
	h.judge, h.url = h.Judge, srv.URL
}

// browser is a visitor with their own cookies.
type browser struct {
	*house
	http *http.Client
}

func (h *house) browser() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		h.t.Fatal(err)
	}
	return &browser{h, &http.Client{Jar: jar}}
}

// response is an answer of the server.
type response struct {
	*pagetest.Page
	status int
	body   string
	root   *html.Node
	url    *url.URL
	header http.Header
}

func (b *browser) get(path string) *response {
	b.t.Helper()
	r, err := b.http.Get(b.address(path))
	if err != nil {
		b.t.Fatal(err)
	}
	return b.read(r)
}

func (b *browser) post(path string, form url.Values) *response {
	b.t.Helper()
	r, err := b.http.PostForm(b.address(path), form)
	if err != nil {
		b.t.Fatal(err)
	}
	return b.read(r)
}

func (b *browser) address(path string) string {
	if strings.HasPrefix(path, "http") {
		return path
	}
	return b.url + path
}

// read reads an answer. It checks the markup of pages.
func (b *browser) read(r *http.Response) *response {
	b.t.Helper()
	p := pagetest.Read(b.t, r, b.url)
	return &response{p, p.Status, p.Body, p.Root, p.URL, p.Header}
}

// Short names for what the tests of this package call.
var (
	faults = pagetest.Faults
	attr   = pagetest.Attr
	text   = pagetest.Text
)

func (p *response) find(class string) []*html.Node { return p.Find(class) }

func (p *response) value(name string) string { return p.Value(name) }

func (p *response) brief() string { return p.Brief() }

func (p *response) has(t *testing.T, status int, texts ...string) *response {
	t.Helper()
	p.Has(t, status, texts...)
	return p
}

// game creates a game through the form and returns its ID and its master's
// browser.
func (h *house) game(form url.Values) (id string, master *browser) {
	h.t.Helper()
	master = h.browser()
	p := master.post("/new", form)
	p.has(h.t, http.StatusOK, "The game is ready")
	return strings.TrimPrefix(p.url.Path, "/g/"), master
}

// seats opens each secret link of a game in a browser of its own, and returns the browsers, keyed
// by power.
func (h *house) seats(id string, master *browser) map[string]*browser {
	h.t.Helper()
	out := map[string]*browser{}
	p := master.get("/g/" + id)
	for _, c := range p.find("links") {
		for n := range c.Descendants() {
			if n.Type != html.ElementNode || n.Data != "input" {
				continue
			}
			power := strings.ToLower(strings.TrimPrefix(attr(n, "aria-label"), "Link of "))
			if power == "master (you)" {
				continue
			}
			b := h.browser()
			q := b.get(attr(n, "value"))
			q.has(h.t, http.StatusOK, "Your orders")
			if q.url.RawQuery != "" {
				h.t.Errorf("the key stays in the address: %s", q.url)
			}
			out[power] = b
		}
	}
	return out
}

// revision returns the current revision of a game.
func (h *house) revision(id string) int {
	h.t.Helper()
	g, err := h.judge.Base.Game(context.Background(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	return g.Revision
}
