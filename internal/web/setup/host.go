package setup

import (
	"net/http"
	"net/url"
	"strconv"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
	"podesta/machiavelli/scenario"
)

// hostPage is the form for a new hosted game.
type hostPage struct {
	NewPage
	Host  hostForm
	Plays bool // the creator of the game plays in it, and it has no master
	Once  string

	Numbers []page.Choice // of players of a game for friends
	Speeds  []page.Choice // its paces
	Whole   bool          // the form with everything was sent: it is not folded
}

// A game for friends is the Balance of Power, with one of two editions.
const (
	friendsScenario = "B"
	friendsNumber   = 5
	friendsPace     = "usual"
	moneyPreset     = "battleline-1978-advanced"
)

// friendsVariants returns the variants of a game for friends, by the number of players:
// each leads one power, if there is such a variant.
func friendsVariants() map[int]scenario.VariantInfo {
	out := map[int]scenario.VariantInfo{}
	sc, _ := scenario.Find(friendsScenario)
	for _, v := range sc.Variants {
		if old, ok := out[v.Players]; !ok || len(old.Powers) != old.Players && len(v.Powers) == v.Players {
			out[v.Players] = v
		}
	}
	return out
}

// friendsForm fills in the form of a game for friends: its creator plays in it, and the
// others find it by its address.
func friendsForm(given url.Values, zone, name string) url.Values {
	h := hosting.Default()
	if zone != "" {
		h.Zone = zone
	}
	form := hostingValues(h, given.Get("pace"))
	n, _ := strconv.Atoi(given.Get("players")) // for any other number there is no variant
	form.Set("choice", friendsScenario+"/"+friendsVariants()[n].ID)
	form.Set("preset", FirstPreset)
	if given.Get("money") != "" {
		form.Set("preset", moneyPreset)
	}
	form.Set("name", name)
	form.Set("plays", "1")
	form.Set("meant", "1") // there is nothing unusual to choose
	form.Set(page.OnceField, given.Get(page.OnceField))
	return form
}

// hostFriends creates a game for friends.
func (s *Pages) hostFriends(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	r.PostForm = friendsForm(r.PostForm, a.Zone, s.unusedName(r.Context()))
	s.hostFor(w, r, a)
}

func newHostPage(form url.Values, problem string) hostPage {
	pg := hostPage{NewPage: NewGamePage(form, problem), Host: newHostForm(form), Plays: form.Get("plays") != "", Once: page.NewOnce()}
	if form.Get(page.OnceField) != "" { // the form was sent before
		pg.Once = page.Clean(form.Get(page.OnceField))
	}
	for n, all := 8, friendsVariants(); n >= 2; n-- {
		if _, ok := all[n]; ok {
			pg.Numbers = append(pg.Numbers, page.Choice{Value: strconv.Itoa(n), Label: strconv.Itoa(n), Chosen: n == friendsNumber})
		}
	}
	for _, p := range hosting.Paces {
		pg.Speeds = append(pg.Speeds, page.Choice{Value: p.Name, Label: p.Label, Doc: p.Doc, Chosen: p.Name == friendsPace})
	}
	return pg
}

func (s *Pages) hostNewForm(w http.ResponseWriter, r *http.Request) {
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	h := hosting.Default()
	h.Listed = true
	if a.Zone != "" {
		h.Zone = a.Zone
	}
	form := hostingValues(h, "usual")
	form.Set("choice", "B/B-8")
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
	s.hostFor(w, r, a)
}

// hostFor creates the game of a form for an account.
func (s *Pages) hostFor(w http.ResponseWriter, r *http.Request, a *game.Account) {
	to, ok := s.Once.Do(page.OnceKey(r, a.ID), func() (string, bool) {
		g, odd, err := s.hostGame(r, a)
		if len(odd) > 0 {
			pg := newHostPage(r.PostForm, "")
			pg.Odd, pg.Whole = odd, true
			s.Page(w, r, http.StatusUnprocessableEntity, "host", page.Frame{Title: "New game", Body: pg})
			return "", false
		}
		if err != nil {
			pg := newHostPage(r.PostForm, page.Explain(s.Catalogue(r), err))
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

// hostGame creates the game of a form. odd lists unusual choices that must be
// confirmed first.
func (s *Pages) hostGame(r *http.Request, a *game.Account) (g *game.Game, odd []message.Message, err error) {
	form := url.Values{}
	for k, v := range r.PostForm {
		if k != "pace" && k != "solitaire" { // they have another meaning in a game that is played by links
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
	g, err = s.Judge.Host(r.Context(), a.ID, n, h)
	return g, nil, err
}
