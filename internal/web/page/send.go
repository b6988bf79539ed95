package page

import (
	"compress/gzip"
	"encoding/json"
	"net/http"
	"strings"
	"sync"

	"podesta/internal/httpserver"
	"podesta/internal/words"
	"podesta/machiavelli/message"
)

// commonParts lists the templates of all pages: the layout and parts of pages.
var commonParts = strings.Fields("layout parts present panel-* coach hintparts playnow creating mine learnparts sandboxparts editparts masterparts")

// pageNames lists the templates of pages.
var pageNames = strings.Fields("front inbox queue player ratings games new host play past print film charts legend forming table letters seat log rules master settings invites invitation share embed friends register signin code factor going pending secret told me offline safety report reported reports case audit signs terms privacy docs error learn learnexercise learngame sandbox sandboxstart sandboxedit tournaments tournament tournamentform end analysis hint")

// Frame is the data of the layout.
type Frame struct {
	Title string
	Game  string // id of the game, for the script
	Body  any
	Live  bool // whether the page follows the game's current phase
	Rev   int

	Tongue *words.Catalogue // the language of the page
	Here   string           // the page's own address, to return to

	Languages []*words.Catalogue // the languages to choose from
	Theme     string             // "light" or "dark"; empty to follow the visitor's system

	Present  *Present // the visitor's games; nil if there are none
	Unread   int      // number of unread messages in all the visitor's running games
	Who      string   // the visitor's name, if signed in
	Password bool     // whether the visitor has a password
	Hello    string   // how to greet the visitor: "welcome" or "link"; empty for no greeting
	Reader   string   // a mark of the visitor, if signed in
	Zone     string   // the visitor's time zone; if empty, the script uses the browser's
	SignIn   string   // address for signing in
	SignUp   string   // address for creating an account; empty if that is impossible
	NewGame  string   // address of the form for a new game that suits the visitor
	Version  string   // version of podesta
	Terms    bool     // whether the judge has terms
	Cards    []Card   // cards about the visitor's tournaments

	Preview *Preview // what other sites show for the page's address; may be nil
	Origin  string   // the address of the judge
	Prefix  string   // the path below which the judge is reached; may be empty
}

// Preview is what other sites show with the address of a page (Open Graph). It contains only
// what is public.
type Preview struct {
	Text          message.Message // description in sentences
	Path          string          // path of the page
	Picture       string          // path of the picture; empty if there is none
	Width, Height int             // size of the picture
	Embed         bool            // whether other sites can embed the page (oEmbed)
}

// unwritten logs an error in a template, and answers with status 500.
func (s *Responder) unwritten(w http.ResponseWriter, name string, err error) {
	s.log.Error("page cannot be written", "page", name, "error", err)
	http.Error(w, "The page could not be shown because of an error in the judge.", http.StatusInternalServerError)
}

// framed sets the parts of the layout that do not depend on an account.
func (s *Responder) framed(r *http.Request, f Frame) Frame {
	f.SignIn, f.NewGame = "/signin", "/new"
	f.Tongue, f.Here, f.Theme = s.Catalogue(r), here(r), s.theme(r)
	next := ""
	if strings.HasPrefix(r.URL.Path, "/g/") {
		next = "/g/" + r.PathValue("id")
		f.SignIn = signInFor(next)
	}
	if open, _ := s.AccountsFor(r); open {
		f.SignUp = withNext("/register", next)
	}
	f.Title = f.Tongue.Title(f.Title)
	f.Languages, f.Version, f.Terms, f.Origin, f.Prefix = s.languages, s.version, s.terms, s.Origin(r), Outer(r, "")
	return f
}

// pageHeader sets the headers of all pages.
func pageHeader(w http.ResponseWriter, c *words.Catalogue) {
	w.Header().Add("Vary", "Accept-Language, Cookie")
	w.Header().Set("Content-Language", c.Tag)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
}

// Page writes a whole page with its layout. It is rendered in memory first, so that
// an error in the template cannot leave half a page.
func (s *Responder) Page(w http.ResponseWriter, r *http.Request, status int, name string, f Frame) {
	f = s.framed(r, f)
	pageHeader(w, f.Tongue)
	if status != http.StatusServiceUnavailable { // with that status the visitor is unknown
		if a := s.Visit(r).Account; a != nil {
			f.Who, f.Zone, f.NewGame, f.Hello, f.Password = a.Name, a.Zone, "/host", r.URL.Query().Get("hello"), a.Hash != ""
			f.Unread = s.unreadOf(r, a.ID)
			if f.Game == "" {
				f.Cards = s.cardsOf(r, a)
			}
			f.Reader = readerMark(a)
			w.Header().Set(ReaderHeader, f.Reader)
			w.Header().Set("Cache-Control", "no-store")
		} else {
			w.Header().Set(ReaderHeader, nobody)
		}
		f.Present = s.presentAt(r, f.Here)
		f.Cards = unsaid(f.Cards, f.Present, f.Here)
	}
	text, err := s.Render(r, name, "layout.html", f)
	if err != nil {
		s.unwritten(w, name, err)
		return
	}
	body := inTheme(text, f.Theme)
	if w.Header().Get("Cache-Control") == "" {
		w.Header().Set("Cache-Control", "no-cache")
	}
	// a page with secrets is not compressed, since it also contains what a visitor chose
	if w.Header().Get("Cache-Control") == "no-store" {
		w.WriteHeader(status)
		_, _ = w.Write(body)
		return
	}
	if status == http.StatusOK {
		SendTagged(w, r, body)
		return
	}
	Compress(w, r, status, body)
}

// Fragment renders a named part of the pages.
func (s *Responder) Fragment(r *http.Request, name string, data any) (string, error) {
	text, err := s.Render(r, partsPage, name, data)
	return string(text), err
}

// squeezers holds compressors for reuse, because each needs almost a megabyte. They favour
// speed over size, which makes pages a tenth larger.
var squeezers = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(nil, 4) // an error is only possible for other levels
	return z
}}

// Compress writes a body, compressed if the reader accepts that.
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

// Data sends data that all visitors with the same rights receive. Because it is compressed, it
// must not contain anything that a stranger chose.
func (s *Responder) Data(w http.ResponseWriter, r *http.Request, kind string, body []byte) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "no-store")
	Compress(w, r, http.StatusOK, body)
}

// SendJSON writes a value as JSON.
func SendJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

// DrawnFor is how long browsers cache a drawing whose address determines its content, which
// changes only with the program.
const DrawnFor = "public, max-age=300"

// SendSVG writes a drawing that is the same for all visitors.
func SendSVG(w http.ResponseWriter, r *http.Request, body []byte) {
	h := w.Header()
	h.Set("Content-Security-Policy", httpserver.DrawingPolicy(body))
	h.Set("Content-Type", "image/svg+xml")
	h.Add("Vary", "Accept-Language, Cookie")
	h.Set("Cache-Control", DrawnFor)
	Compress(w, r, http.StatusOK, body)
}

// SendTagged sends a body for one visitor, or 304 if the visitor already has it.
func SendTagged(w http.ResponseWriter, r *http.Request, body []byte) {
	tag := ETag(body)
	w.Header().Set("ETag", tag)
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	Compress(w, r, http.StatusOK, body)
}
