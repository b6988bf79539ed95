package docs

import (
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"podesta"
	"podesta/internal/handbook"
	"podesta/internal/web/page"
)

// Pages shows the documentation.
type Pages struct{ *page.Responder }

// New returns the pages of the documentation.
func New(r *page.Responder) *Pages { return &Pages{r} }

// Routes registers the handlers of the documentation.
func (s *Pages) Routes(mux page.Router) {
	mux.HandleFunc("GET /docs", s.front)
	mux.Handle("GET /help", http.RedirectHandler("/docs", http.StatusSeeOther)) // an address that people guess
	mux.HandleFunc("GET /docs/{name}", s.document)
	mux.HandleFunc("GET /docs/files/{file...}", s.file)
}

// book returns the documentation. It is rendered when it is first needed, and the same for
// everyone.
var book = sync.OnceValues(func() (*handbook.Book, error) {
	return handbook.New(podesta.Documents, handbook.Addresses{
		Page: func(name string) string { return "/docs/" + name },
		File: func(path string) string { return "/docs/files/" + path },
	})
})

// docsView is what the template shows: a page, or the result of a search.
type docsView struct {
	Chapters []handbook.Chapter
	Foreign  bool // whether the page is not in English, unlike the documents
	Page     *handbook.Page
	Find     string
	Hits     []handbook.Hit
}

// front lists the documents by reader or, if the query has words, the sections that contain
// them.
func (s *Pages) front(w http.ResponseWriter, r *http.Request) {
	b, err := book()
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	f := page.Frame{Title: "Documentation", Body: docsView{Chapters: b.Chapters, Foreign: s.Catalogue(r).Tag != "en"}}
	if find := strings.TrimSpace(r.URL.Query().Get("q")); find != "" {
		f = page.Frame{Title: "Search the documentation", Body: docsView{Chapters: b.Chapters, Find: find, Hits: b.Search(find)}}
	}
	s.Page(w, r, http.StatusOK, "docs", f)
}

// document shows a page.
func (s *Pages) document(w http.ResponseWriter, r *http.Request) {
	b, err := book()
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	name := r.PathValue("name")
	p := b.Page(name)
	if p == nil {
		s.NotFound(w, r)
		return
	}
	if p.Address != r.URL.Path {
		http.Redirect(w, r, p.Address, http.StatusMovedPermanently)
		return
	}
	s.show(w, r, b, p)
}

func (s *Pages) show(w http.ResponseWriter, r *http.Request, b *handbook.Book, p *handbook.Page) {
	s.Page(w, r, http.StatusOK, "docs", page.Frame{Title: p.Title, Body: docsView{Chapters: b.Chapters, Page: p}})
}

// file sends a picture, or a file to which a page links, as text.
func (s *Pages) file(w http.ResponseWriter, r *http.Request) {
	b, err := book()
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	name := r.PathValue("file")
	if !slices.Contains(b.Files, name) {
		s.NotFound(w, r)
		return
	}
	body, err := podesta.Documents.ReadFile(name)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	kind := "text/plain; charset=utf-8"
	if path.Ext(name) == ".png" {
		kind = "image/png"
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "public, max-age=3600")
	page.SendTagged(w, r, body)
}
