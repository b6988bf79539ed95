package setup

import (
	"net/http"
	"net/url"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// hostPage is the form for a new hosted game.
type hostPage struct {
	NewPage
	Host  hostForm
	Plays bool // whether the creator of the game plays in it, so that it has no master
	Once  string
}

func newHostPage(form url.Values, problem string) hostPage {
	pg := hostPage{NewPage: NewGamePage(form, problem), Host: newHostForm(form), Plays: form.Get("plays") != "", Once: page.NewOnce()}
	if form.Get(page.OnceField) != "" { // the form was sent before
		pg.Once = page.Clean(form.Get(page.OnceField))
	}
	return pg
}

func (s *Pages) hostNewForm(w http.ResponseWriter, r *http.Request) {
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	h := hosting.Default()
	if a.Zone != "" {
		h.Zone = a.Zone
	}
	form := hostingValues(h, "usual")
	form.Set("choice", firstChoice)
	form.Set("preset", FirstPreset)
	form.Set("name", s.unusedName(r.Context()))
	form.Set("plays", "1")
	for k, v := range r.URL.Query() {
		form[k] = v
	}
	pg := newHostPage(form, "")
	pg.Whole = len(r.URL.Query()) > 0
	s.Page(w, r, http.StatusOK, "host", page.Frame{Title: "New game", Body: pg})
}

// hostNew creates a hosted game. The visitor becomes its master, or one of its
// players.
func (s *Pages) hostNew(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	to, ok := s.Once.Do(page.OnceKey(r, a.ID), func() (string, bool) {
		g, odd, err := s.hostGame(r, a)
		if len(odd) > 0 {
			pg := newHostPage(r.PostForm, "")
			pg.Odd, pg.Whole = odd, true
			s.Page(w, r, http.StatusUnprocessableEntity, "host", page.Frame{Title: "New game", Body: pg})
			return "", false
		}
		if err != nil {
			pg := newHostPage(r.PostForm, s.Explain(r, err))
			pg.Whole = true
			s.Again(w, r, err, "host", "New game", pg)
			return "", false
		}
		if r.PostForm.Get("plays") != "" {
			return "/g/" + g.ID + "?done=made", true
		}
		return "/g/" + g.ID + "?done=hosted", true
	})
	if ok {
		http.Redirect(w, r, to, http.StatusSeeOther)
	}
}

// hostGame creates the game that a form describes, or returns in odd the unusual choices that must
// be confirmed first.
func (s *Pages) hostGame(r *http.Request, a *game.Account) (g *game.Game, odd []message.Message, err error) {
	form := url.Values{}
	for k, v := range r.PostForm {
		if k != "pace" && k != "solitaire" { // these fields have another meaning in games played by links
			form[k] = v
		}
	}
	n, problem := ReadNew(form)
	if !problem.IsZero() {
		return nil, nil, game.Refuse(game.Invalid, problem)
	}
	if n.Name == "" {
		return nil, nil, game.Refuse(game.Invalid, message.New("Give the game a name by which players can find it."))
	}
	h := hosting.Default()
	h.Listed = true
	if h, err = readHosting(r.PostForm, h); err != nil {
		return nil, nil, err
	}
	n.Plays, n.Wishes = r.PostForm.Get("plays") != "", r.PostForm.Get("wishes")
	if odd = oddities(&n, &h, r.PostForm); len(odd) > 0 {
		return nil, odd, nil
	}
	g, err = s.Judge.Lobby.Host(r.Context(), a.ID, n, h)
	return g, nil, err
}
