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

// At returns the hosted game that an address names and the visitor's role. If they cannot be
// determined, it writes the answer and returns false.
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

// Form is a form sent from a page of a hosted game, with its sender.
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

// Behind returns the address to which a form redirects. The parameter to is relative to the game's
// own address. A form in the master's panel redirects to the panel.
func (f *Form) Behind(to string) string {
	base := "/g/" + f.Game.ID
	if f.Get("back") == "panel" {
		return base + strings.TrimPrefix(to, "/master") + "#panel-master"
	}
	return base + to
}

// Current returns an error if the form is for a phase other than the current one.
func (f *Form) Current() error {
	if n := f.Request.PostForm.Get("number"); n != "" && n != strconv.Itoa(f.Game.Number) {
		return game.ErrStale
	}
	return nil
}

// HandlePage registers a page of a game. The page's address is the game's own followed by path,
// such as "/seat".
func (s *Base) HandlePage(mux page.Router, path string, show http.HandlerFunc) {
	mux.HandleFunc("GET /g/{id}"+path, show)
	s.pages[path] = show
}

// HandleForms registers the forms on one page of a game. The keys of the parameter forms are the
// ends of their addresses. If the sender can correct a refused form, it is shown again on that page
// with what was typed.
func (s *Base) HandleForms(mux page.Router, path string, forms map[string]func(*Form) (to string, err error)) {
	for verb, do := range forms {
		s.forms[verb] = path
		s.HandleForm(mux, verb, do, s.refuseForm)
	}
}

// HandleForm registers a form of a game. Its handler parses the form, determines the sender, runs
// the command once even if the form is sent repeatedly, and redirects to the address that the
// function do returns, which is relative to the game's own. The function again answers a refused
// form.
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

// Redirect answers an accepted form: it redirects the browser, or sends the address to a script.
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

// ReadForm parses a form sent from a page of a game and determines its sender. If that is
// impossible, it writes the answer and returns false.
func (s *Base) ReadForm(w http.ResponseWriter, r *http.Request) (*Form, bool) {
	if !s.Form(w, r) {
		return nil, false
	}
	return s.form(w, r)
}
