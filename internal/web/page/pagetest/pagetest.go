// Package pagetest serves the pages of one package, without a judge, and reads pages as a
// browser does.
package pagetest

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/internal/words"
)

// Site serves pages to visitors who are not signed in.
type Site struct {
	Language string // the language that the visitor prefers

	t   *testing.T
	url string
}

// Open serves pages that need no part of the judge.
func Open[P interface{ Routes(mux page.Router) }](t *testing.T, pages func(*gamepage.Base) P) *Site {
	t.Helper()
	r := page.New(page.Options{Log: slog.Default(), Now: time.Now, Languages: words.All(), Lists: noLists{}})
	mux := http.NewServeMux()
	pages(gamepage.New(r, gamepage.Options{Log: slog.Default(), Now: time.Now})).Routes(mux)
	srv := httptest.NewServer(r.Guard(mux))
	t.Cleanup(srv.Close)
	return &Site{t: t, url: srv.URL}
}

// noLists stands for the lists of games, and has none.
type noLists struct{}

func (noLists) Changed() int                { return 0 }
func (noLists) Change()                     {}
func (noLists) Affected(*http.Request) bool { return false }

// Get opens a page.
func (s *Site) Get(path string) *Page {
	s.t.Helper()
	return s.ask(http.MethodGet, path, nil)
}

// Post sends a form.
func (s *Site) Post(path string, form url.Values) *Page {
	s.t.Helper()
	return s.ask(http.MethodPost, path, form)
}

func (s *Site) ask(method, path string, form url.Values) *Page {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, strings.NewReader(form.Encode()))
	if err != nil {
		s.t.Fatal(err)
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	r.Header.Set("Accept-Language", s.Language)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	return Read(s.t, answer, s.url)
}

// Page is an answer of the server.
type Page struct {
	Status int
	Body   string
	Root   *html.Node // for a page: its root
	URL    *url.URL
	Header http.Header
}

// Read reads an answer of the server with that address. It checks the markup of pages.
func Read(t testing.TB, r *http.Response, own string) *Page {
	t.Helper()
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	p := &Page{Status: r.StatusCode, Body: string(body), URL: r.Request.URL, Header: r.Header}
	if strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") {
		if p.Root, err = html.Parse(strings.NewReader(p.Body)); err != nil {
			t.Fatal(err)
		}
		for _, fault := range Faults(p.Body, own) {
			t.Errorf("%s: %s", p.URL, fault)
		}
	}
	return p
}

// void lists elements without an end tag.
var void = strings.Fields("meta link input img br source hr")

// Faults lists errors in the markup of a page.
func Faults(body, own string) []string {
	var stack []string
	m := markup{own: own, ids: map[string]bool{}}
	for z := html.NewTokenizer(strings.NewReader(body)); ; {
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
				return append(m.faults, "</"+tok.Data+"> where "+strings.Join(stack, " ")+" are open")
			}
			stack = stack[:len(stack)-1]
			continue
		}
		m.element(&tok)
	}
	if len(stack) > 0 {
		m.faults = append(m.faults, "never closed: "+strings.Join(stack, " "))
	}
	for _, l := range m.labels {
		if !m.ids[l] {
			m.faults = append(m.faults, "a label is for "+l+", which is not there")
		}
	}
	return m.faults
}

// markup is what Faults has seen of a page.
type markup struct {
	own            string // the server's own address
	faults, labels []string
	ids            map[string]bool
}

// element checks the attributes of an element.
func (m *markup) element(tok *html.Token) {
	hasAlt := false
	for _, a := range tok.Attr {
		switch a.Key {
		case "id":
			if m.ids[a.Val] {
				m.faults = append(m.faults, "two elements have the id "+a.Val)
			}
			m.ids[a.Val] = true
		case "for":
			m.labels = append(m.labels, a.Val)
		case "alt":
			hasAlt = true
		case "href", "src", "srcset", "action", "formaction":
			// Links to other sites are allowed only on pages that say where they lead.
			leads := slices.Contains(tok.Attr, html.Attribute{Key: "rel", Val: "noreferrer"})
			feed := "webcal" + m.own[strings.Index(m.own, "://"):]
			if strings.Contains(a.Val, "//") && !strings.HasPrefix(a.Val, m.own) && !leads && !strings.HasPrefix(a.Val, feed) {
				m.faults = append(m.faults, "an address outside: "+a.Val)
			}
		case "style", "onclick":
			m.faults = append(m.faults, "the security policy forbids the attribute "+a.Key)
		}
	}
	if tok.Data == "img" && !hasAlt {
		m.faults = append(m.faults, "a picture has no text")
	}
}

// Find lists the elements with the class, in the order of the page.
func (p *Page) Find(class string) []*html.Node {
	var out []*html.Node
	for n := range p.Root.Descendants() {
		if n.Type == html.ElementNode && slices.Contains(strings.Fields(Attr(n, "class")), class) {
			out = append(out, n)
		}
	}
	return out
}

// Attr returns the value of an attribute, or "".
func Attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// Text returns the text of an element, with single spaces between the words.
func Text(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data + " ")
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// Value returns the value of the form field of that name.
func (p *Page) Value(name string) string {
	for n := range p.Root.Descendants() {
		if n.Type == html.ElementNode && Attr(n, "name") == name {
			if n.Data == "textarea" {
				if n.FirstChild == nil {
					return ""
				}
				return n.FirstChild.Data
			}
			return Attr(n, "value")
		}
	}
	return ""
}

// Has fails the test unless the page has the status and contains the texts.
func (p *Page) Has(t testing.TB, status int, texts ...string) *Page {
	t.Helper()
	if p.Status != status {
		t.Fatalf("%s: status %d, want %d: %s", p.URL, p.Status, status, p.Brief())
	}
	for _, x := range texts {
		if !strings.Contains(p.Body, x) && (p.Root == nil || !strings.Contains(Text(p.Root), x)) {
			t.Errorf("%s does not say %q: %s", p.URL, x, p.Brief())
		}
	}
	return p
}

// Brief returns the beginning of the text.
func (p *Page) Brief() string {
	s := p.Body
	if p.Root != nil {
		s = Text(p.Root)
	}
	return s[:min(len(s), 700)]
}
