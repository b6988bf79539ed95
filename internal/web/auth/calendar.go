package auth

import (
	"html/template"
	"net/http"
	"strings"

	"podesta/internal/web/page"
)

// calendarRow is the secret calendar address of an account.
type calendarRow struct{ Made, Used page.Due }

// Webcal returns the address of a new calendar with the scheme webcal, so that a click on it
// subscribes to the calendar.
func (pg *mePage) Webcal() template.URL {
	_, rest, _ := strings.Cut(pg.NewFeed, "://")
	return template.URL("webcal://" + rest) // rest consists of the judge's own host, and a secret of letters and digits
}

// changeCalendar gives the account a new calendar address, which is shown once.
func (s *Pages) changeCalendar(w http.ResponseWriter, r *http.Request) {
	a, ok := s.meForm(w, r)
	if !ok {
		return
	}
	shown := false
	to, ok := s.Once.Do(page.OnceKey(r, a.ID), func() (string, bool) {
		secret, err := "", s.judge.Users.ConfirmOwner(r.Context(), a, s.Visit(r).Token, r.PostForm.Get("current"))
		if err == nil {
			secret, err = s.judge.Users.NewCalendar(r.Context(), a.ID)
		}
		if err != nil {
			s.meAgain(w, r, a, "calendar", err)
			return "", false
		}
		pg, err := s.newMePage(r, a)
		if err != nil {
			s.Refuse(w, r, err, nil)
			return "", false
		}
		pg.NewFeed, shown = page.Reached(r)+"/calendar/"+secret+".ics", true
		w.Header().Set("Cache-Control", "no-store")
		s.Page(w, r, http.StatusOK, "me", page.Frame{Title: page.Called(s.Catalogue(r), a.Name), Body: pg})
		return "/me?done=calendar#calendar", true
	})
	if ok && !shown {
		http.Redirect(w, r, to, http.StatusSeeOther)
	}
}
