package web

import (
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"podesta/internal/judge"
	"podesta/internal/judge/judgetest"
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

// with makes the pages those of a judge with other options.
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
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	p := &response{status: r.StatusCode, body: string(body), url: r.Request.URL, header: r.Header}
	if strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") {
		if p.root, err = html.Parse(strings.NewReader(p.body)); err != nil {
			b.t.Fatal(err)
		}
		for _, fault := range faults(p.body, b.url) {
			b.t.Errorf("%s: %s", p.url, fault)
		}
	}
	return p
}

// void lists elements without an end tag.
var void = strings.Fields("meta link input img br source hr")

// faults lists errors in the markup of a page.
func faults(body, own string) []string {
	var out, stack, labels []string
	ids := map[string]bool{}
	z := html.NewTokenizer(strings.NewReader(body))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		tok := z.Token()
		switch kind {
		case html.StartTagToken:
			if !slices.Contains(void, tok.Data) {
				stack = append(stack, tok.Data)
			}
		case html.EndTagToken:
			if len(stack) == 0 || stack[len(stack)-1] != tok.Data {
				out = append(out, "</"+tok.Data+"> where "+strings.Join(stack, " ")+" are open")
				return out
			}
			stack = stack[:len(stack)-1]
			continue
		}
		hasAlt := false
		for _, a := range tok.Attr {
			switch a.Key {
			case "id":
				if ids[a.Val] {
					out = append(out, "two elements have the id "+a.Val)
				}
				ids[a.Val] = true
			case "for":
				labels = append(labels, a.Val)
			case "alt":
				hasAlt = true
			case "href", "src", "srcset", "action", "formaction":
				// Only a page that says where one goes leads to another site.
				leads := slices.Contains(tok.Attr, html.Attribute{Key: "rel", Val: "noreferrer"})
				if strings.Contains(a.Val, "//") && !strings.HasPrefix(a.Val, own) && !leads && !strings.HasPrefix(a.Val, "webcal"+own[strings.Index(own, "://"):]) {
					out = append(out, "an address outside: "+a.Val)
				}
			case "style", "onclick":
				out = append(out, "the security policy forbids the attribute "+a.Key)
			}
		}
		if tok.Data == "img" && !hasAlt {
			out = append(out, "a picture has no text")
		}
	}
	if len(stack) > 0 {
		out = append(out, "never closed: "+strings.Join(stack, " "))
	}
	for _, l := range labels {
		if !ids[l] {
			out = append(out, "a label is for "+l+", which is not there")
		}
	}
	return out
}

// find lists the elements with the class, in the order of the page.
func (p *response) find(class string) []*html.Node {
	var out []*html.Node
	for n := range p.root.Descendants() {
		if n.Type == html.ElementNode && slices.Contains(strings.Fields(attr(n, "class")), class) {
			out = append(out, n)
		}
	}
	return out
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// text returns the text of an element with single blanks.
func text(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data + " ")
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// value returns the value of the form field of that name.
func (p *response) value(name string) string {
	for n := range p.root.Descendants() {
		if n.Type == html.ElementNode && attr(n, "name") == name {
			if n.Data == "textarea" {
				if n.FirstChild == nil {
					return ""
				}
				return n.FirstChild.Data
			}
			return attr(n, "value")
		}
	}
	return ""
}

// has fails the test unless the page has the status and contains the texts.
func (p *response) has(t *testing.T, status int, texts ...string) *response {
	t.Helper()
	if p.status != status {
		t.Fatalf("%s: status %d, want %d: %s", p.url, p.status, status, p.brief())
	}
	for _, x := range texts {
		if !strings.Contains(p.body, x) && (p.root == nil || !strings.Contains(text(p.root), x)) {
			t.Errorf("%s does not say %q: %s", p.url, x, p.brief())
		}
	}
	return p
}

func (p *response) brief() string {
	s := p.body
	if p.root != nil {
		s = text(p.root)
	}
	return s[:min(len(s), 700)]
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

// seats opens the secret links of a game, one browser each, by power.
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
