package gamepage

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"podesta/internal/game"
	"podesta/internal/web/page"
	"podesta/internal/web/wire"
	"podesta/machiavelli/message"
)

// At returns the hosted game that an address names and the visitor's role. If there is none, it
// writes the answer and returns false.
func (s *Base) At(w http.ResponseWriter, r *http.Request) (*game.Game, game.Role, bool) {
	g, err := s.Judge.Base.Game(r.Context(), r.PathValue("id"))
	if err != nil {
		s.Refuse(w, r, err, page.Lost(r.PostForm))
		return nil, game.Role{}, false
	}
	role, err := s.Role(r, g)
	if err != nil {
		s.Refuse(w, r, err, page.Lost(r.PostForm))
		return nil, game.Role{}, false
	}
	return g, role, true
}

// Form is a form of a hosted game.
type Form struct {
	Request *http.Request
	Game    *game.Game
	Role    game.Role
	account *game.Account // nil for the holder of a link
}

// form determines the sender of a form of a game: the holder of one of its
// links, or an account. If there is neither, it writes the answer and returns
// false.
func (s *Base) form(w http.ResponseWriter, r *http.Request) (*Form, bool) {
	g, role, ok := s.At(w, r)
	if !ok {
		return nil, false
	}
	f := &Form{Request: r, Game: g, Role: role}
	if role.Takes() && role.Account == "" {
		return f, true
	}
	f.account, ok = s.Member(w, r)
	return f, ok
}

// sender returns a text that identifies the sender.
func (f *Form) sender() string {
	if f.account == nil {
		return "link " + f.Game.ID + " " + strconv.Itoa(f.Role.Seat)
	}
	return f.account.ID
}

// Player returns the account of the sender, or an error if there is none.
func (f *Form) Player() (string, error) {
	if f.account == nil {
		return "", game.Refuse(game.Conflict, message.New("The seats of this game are held by secret links, not by accounts."))
	}
	return f.account.ID, nil
}

// Get returns a field of the form.
func (f *Form) Get(name string) string { return page.Clean(f.Request.PostForm.Get(name)) }

// Number returns the number in a field of the form, or 0.
func (f *Form) Number(name string) int {
	n, _ := strconv.Atoi(f.Request.PostForm.Get(name))
	return n
}

// Behind returns the address to which a form redirects. to is relative to the game's own
// address. A form of the master's panel redirects to the panel.
func (f *Form) Behind(to string) string {
	base := "/g/" + f.Game.ID
	if f.Get("back") == "panel" {
		return base + strings.TrimPrefix(to, "/master") + "#panel-master"
	}
	return base + to
}

// Current refuses a form for another phase than the current one.
func (f *Form) Current() error {
	if n := f.Request.PostForm.Get("number"); n != "" && n != strconv.Itoa(f.Game.Number) {
		return game.ErrStale
	}
	return nil
}

// HandlePage registers a page of a game. path is the part of the address after the game's own, such
// as "/seat".
func (s *Base) HandlePage(mux page.Router, path string, show http.HandlerFunc) {
	mux.HandleFunc("GET /g/{id}"+path, show)
	s.pages[path] = show
}

// HandleForms registers the forms of a page of a game. A form is refused on this page, with what
// was typed.
func (s *Base) HandleForms(mux page.Router, path string, forms map[string]func(*Form) (to string, err error)) {
	for verb, do := range forms {
		s.forms[verb] = path
		s.HandleForm(mux, verb, do, s.refuseForm)
	}
}

// HandleForm registers a form of a game. Its handler parses the form, determines the sender, runs
// the command once even if the form is sent repeatedly, and redirects to the address that do
// returns, which is relative to the game's own. again answers a refused form.
func (s *Base) HandleForm(mux page.Router, verb string, do func(*Form) (to string, err error), again func(http.ResponseWriter, *Form, error)) {
	mux.HandleFunc("POST /g/{id}/"+verb, func(w http.ResponseWriter, r *http.Request) {
		f, ok := s.ReadForm(w, r)
		if !ok {
			return
		}
		to, ok := s.Once.Do(page.OnceKey(r, f.sender()), func() (string, bool) {
			to, err := do(f)
			if err != nil {
				again(w, f, err)
				return "", false
			}
			return f.Behind(to), true
		})
		if ok {
			s.Redirect(w, r, to)
		}
	})
}

// Redirect redirects after an accepted form.
func (s *Base) Redirect(w http.ResponseWriter, r *http.Request, to string) {
	if page.WantsJSON(r) {
		page.SendJSON(w, http.StatusOK, wire.Accepted{To: page.Outer(r, to), Notice: s.Catalogue(r).T(noticeAt(to))})
		return
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// noticeAt returns the confirmation on the page to which a form redirects.
func noticeAt(to string) string {
	u, err := url.Parse(to)
	if err != nil {
		return ""
	}
	return notices[u.Query().Get("done")]
}

// ReadForm reads a form of the page.
func (s *Base) ReadForm(w http.ResponseWriter, r *http.Request) (*Form, bool) {
	if !s.Form(w, r) {
		return nil, false
	}
	return s.form(w, r)
}
