package page

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"net/http"
	"strings"
	"sync"

	"podesta/internal/words"
)

// commonParts are the templates that all pages have: the layout and parts of
// pages.
var commonParts = strings.Fields("layout parts panel-* playnow creating mine learnparts sandboxparts editparts masterparts")

// pageNames are the templates of pages.
var pageNames = strings.Fields("front inbox player ratings games new host play past print film charts legend forming table letters seat log rules master settings register signin secret told me error learn learnexercise learngame sandbox sandboxstart sandboxedit")

// Frame is what the layout shows of every page.
type Frame struct {
	Title string
	Game  string // id of the game, for the script
	Body  any
	Live  bool // the page follows the game's current phase
	Rev   int

	Tongue *words.Catalogue // the language of the page
	Here   string           // the page's address, to come back to

	Languages []*words.Catalogue // to choose from

	Unread  int    // letters in all his games that go on
	Who     string // the visitor's name, if he has signed in
	Hello   string // how he is greeted: "welcome", "link"; empty: not at all
	Zone    string // his time zone; empty: the script takes the browser's
	SignIn  string // address at which he can
	SignUp  string // address at which he can make an account; empty where that cannot be done
	NewGame string // address of the form that fits him
}

// Page writes a whole page. It is made in memory first, so that an error of the
// template cannot leave half a page behind.
func (s *Responder) Page(w http.ResponseWriter, r *http.Request, status int, name string, f Frame) {
	f.SignIn, f.NewGame = "/signin", "/new"
	f.Tongue, f.Here = s.Catalogue(r), here(r)
	w.Header().Add("Vary", "Accept-Language, Cookie")
	w.Header().Set("Content-Language", f.Tongue.Tag)
	next := ""
	if strings.HasPrefix(r.URL.Path, "/g/") {
		next = "/g/" + r.PathValue("id")
		f.SignIn = signInFor(next)
	}
	if open, _ := s.AccountsFor(r); open {
		f.SignUp = withNext("/register", next)
	}
	if status != http.StatusServiceUnavailable { // then it cannot be known who sends it
		if a := s.Visit(r).Account; a != nil {
			f.Who, f.Zone, f.NewGame, f.Hello = a.Name, a.Zone, "/host", r.URL.Query().Get("hello")
			f.Unread = s.unreadOf(r, a.ID)
			w.Header().Set("Cache-Control", "no-store")
		}
	}
	f.Title = f.Tongue.Title(f.Title)
	f.Languages = s.languages
	var b bytes.Buffer
	if err := s.Pages(r)[name].ExecuteTemplate(&b, "layout.html", f); err != nil {
		s.log.Error("page cannot be written", "page", name, "error", err)
		http.Error(w, "The page could not be shown because of an error in the judge.", http.StatusInternalServerError)
		return
	}
	if w.Header().Get("Cache-Control") == "" {
		w.Header().Set("Cache-Control", "no-cache")
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if w.Header().Get("Cache-Control") == "no-store" { // secrets do not go into a compressor beside what a visitor chose
		w.WriteHeader(status)
		_, _ = w.Write(b.Bytes())
		return
	}
	Compress(w, r, status, b.Bytes())
}

// Fragment is a named part of the pages by itself.
func (s *Responder) Fragment(r *http.Request, name string, data any) (string, error) {
	var b bytes.Buffer
	err := s.Pages(r)["table"].ExecuteTemplate(&b, name, data)
	return b.String(), err
}

// squeezers are compressors that are used again: one holds most of a megabyte.
// They work fast rather than thoroughly, which costs pages a tenth in size.
var squeezers = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(nil, 4) // fails for other levels only
	return z
}}

// Compress writes a body, compressed where the reader takes that.
func Compress(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	w.Header().Add("Vary", "Accept-Encoding")
	if len(body) > 1400 && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		w.WriteHeader(status)
		z := squeezers.Get().(*gzip.Writer)
		defer squeezers.Put(z)
		z.Reset(w)
		_, _ = z.Write(body)
		_ = z.Close()
		return
	}
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// SendJSON writes a value as JSON.
func SendJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

// DrawnFor is for how long browsers keep a drawing whose address says all that is in
// it: it changes only with the program.
const DrawnFor = "public, max-age=300"

// SendSVG writes a drawing that is the same for everybody.
func SendSVG(w http.ResponseWriter, r *http.Request, body []byte) {
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	h.Set("Content-Type", "image/svg+xml")
	h.Set("Cache-Control", DrawnFor)
	Compress(w, r, http.StatusOK, body)
}
