package setup

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/scoring"
	"podesta/internal/tournament"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// tournamentPage is the form for a tournament.
type tournamentPage struct {
	hostPage
	ID      string // ID of an existing tournament
	About   string
	Systems []page.Choice
	Best    string
	Smaller bool
}

func newTournamentPage(id string, form url.Values, problem string) tournamentPage {
	pg := tournamentPage{hostPage: newHostPage(form, problem), ID: id, About: page.Clean(form.Get("about")), Best: page.Clean(form.Get("best")), Smaller: form.Get("smaller") != ""}
	// In a tournament, players must be shown.
	hidden := func(sw switchForm) bool { return sw.Field == "gunboat" }
	pg.Host.Rest = slices.DeleteFunc(pg.Host.Rest, hidden)
	for i := range pg.Host.Groups {
		pg.Host.Groups[i].Switches = slices.DeleteFunc(pg.Host.Groups[i].Switches, hidden)
	}
	for i := range scoring.Systems {
		s := &scoring.Systems[i]
		pg.Systems = append(pg.Systems, page.Choice{Value: s.Name, Label: s.Title, Doc: s.Doc, Chosen: form.Get("scoring") == s.Name})
	}
	return pg
}

// tournamentTitles holds the titles of the form. The key says whether the tournament is new.
//
//lang:words
var tournamentTitles = map[bool]string{true: "New tournament", false: "Settings of the tournament"}

func (s *Pages) tournamentForm(w http.ResponseWriter, r *http.Request) {
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
	for name, value := range map[string]string{"choice": firstChoice, "preset": FirstPreset, "scoring": scoring.Systems[0].Name} {
		form.Set(name, value)
	}
	s.Page(w, r, http.StatusOK, "tournamentform", page.Frame{Title: tournamentTitles[true], Body: newTournamentPage("", form, "")})
}

// tournamentNew creates a tournament as a draft.
func (s *Pages) tournamentNew(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	to, ok := s.Once.Do(page.OnceKey(r, a.ID), func() (string, bool) {
		id := ""
		t, odd, err := readTournament(r.PostForm)
		if err == nil && len(odd) == 0 {
			id, err = s.Judge.Tournaments.NewTournament(r.Context(), a.ID, t)
		}
		if err != nil || len(odd) > 0 {
			s.tournamentAgain(w, r, "", odd, err)
			return "", false
		}
		return "/tournaments/" + id + "?done=made", true
	})
	if ok {
		http.Redirect(w, r, to, http.StatusSeeOther)
	}
}

// tournamentAgain shows the form again, with the error or the unusual choices to confirm.
func (s *Pages) tournamentAgain(w http.ResponseWriter, r *http.Request, id string, odd []message.Message, err error) {
	title := tournamentTitles[id == ""]
	if err != nil {
		pg := newTournamentPage(id, r.PostForm, s.Explain(r, err))
		pg.Whole = true
		s.Again(w, r, err, "tournamentform", title, pg)
		return
	}
	pg := newTournamentPage(id, r.PostForm, "")
	pg.Odd, pg.Whole = odd, true
	s.Page(w, r, http.StatusUnprocessableEntity, "tournamentform", page.Frame{Title: title, Body: pg})
}

// readTournament parses the form for a tournament. The result odd lists unusual choices that must
// be confirmed first.
func readTournament(v url.Values) (t tournament.Settings, odd []message.Message, err error) {
	form := url.Values{}
	for k, x := range v {
		if k != "pace" && k != "solitaire" { // fields with another meaning in games played by links
			form[k] = x
		}
	}
	n, problem := ReadNew(form)
	if !problem.IsZero() {
		return t, nil, game.Refuse(game.Invalid, problem)
	}
	t = tournament.Settings{Name: page.Clean(v.Get("name")), About: page.Clean(v.Get("about")), Scoring: v.Get("scoring"), Smaller: v.Get("smaller") != "", Games: n}
	t.Games.Name = ""
	if text := strings.TrimSpace(v.Get("best")); text != "" {
		if t.Best, err = strconv.Atoi(text); err != nil {
			return t, nil, invalid(message.New("The number of rounds that count must be a whole number. Leave it empty if all count."))
		}
	}
	h := hosting.Default()
	if t.Hosting, err = readHosting(v, h); err != nil {
		return t, nil, err
	}
	return t, oddities(&n, &t.Hosting, v), nil
}

func (s *Pages) tournamentSettings(w http.ResponseWriter, r *http.Request) {
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	id := r.PathValue("id")
	t, err := s.Judge.Tournaments.SettingsOf(r.Context(), id, a.ID)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	form := hostingValues(t.Hosting, ownPace)
	for name, value := range map[string]string{
		"choice": t.Games.Scenario + "/" + t.Games.Variant, "preset": t.Games.Preset, "library": t.Games.Library,
		"scoring": t.Scoring, "name": t.Name, "about": t.About,
	} {
		form.Set(name, value)
	}
	if t.Best > 0 {
		form.Set("best", strconv.Itoa(t.Best))
	}
	if t.Smaller {
		form.Set("smaller", "1")
	}
	for name, value := range t.Games.Options {
		form.Set("opt-"+name, value)
	}
	pg := newTournamentPage(id, form, "")
	pg.Whole = true
	s.Page(w, r, http.StatusOK, "tournamentform", page.Frame{Title: tournamentTitles[false], Body: pg})
}

// tournamentSave changes the settings of a tournament.
func (s *Pages) tournamentSave(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	id := r.PathValue("id")
	t, odd, err := readTournament(r.PostForm)
	if err == nil && len(odd) == 0 {
		err = s.Judge.Tournaments.ChangeTournament(r.Context(), id, a.ID, t)
	}
	if err != nil || len(odd) > 0 {
		s.tournamentAgain(w, r, id, odd, err)
		return
	}
	http.Redirect(w, r, "/tournaments/"+id+"?done=saved", http.StatusSeeOther)
}
