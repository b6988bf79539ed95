package auth

import (
	"net/http"
	"strings"

	"podesta/internal/account"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/schedule"
	"podesta/internal/web/page"
)

// vacationRow is the time in which the owner of an account is away from all their
// games.
type vacationRow struct {
	From, To page.Due
	Games    []clock.VacationIn
}

// vacation adds the vacation of an account to its page.
func (s *Pages) vacation(r *http.Request, a *game.Account, pg *mePage) error {
	v, err := s.judge.Clock.Vacation(r.Context(), a.ID)
	if err != nil || v == nil {
		return err
	}
	loc := account.Zone(a)
	pg.Vacation = &vacationRow{page.DueIn(v.Start, loc), page.DueIn(v.End, loc), v.Games}
	return nil
}

// changeVacation sets the vacation of an account, or cancels it.
func (s *Pages) changeVacation(w http.ResponseWriter, r *http.Request) {
	a, ok := s.meForm(w, r)
	if !ok {
		return
	}
	to := "/me?done=vacation#vacation"
	var err error
	if r.PostForm.Get("do") == "cancel" {
		to = "/me?done=novacation#vacation"
		err = s.judge.Clock.DropVacation(r.Context(), a.ID)
	} else {
		text := strings.TrimSpace(page.Clean(r.PostForm.Get("from")))
		if until := strings.TrimSpace(page.Clean(r.PostForm.Get("to"))); until != "" {
			text += " to " + until
		}
		var when schedule.Absence
		when, err = schedule.ParseAbsence(text, 0, schedule.DateContext{Now: s.now(), Zone: account.Zone(a), Clock: schedule.NoClock})
		if err != nil {
			err = game.Wrong(err)
		} else {
			_, err = s.judge.Clock.SetVacation(r.Context(), a.ID, when.Start, when.End)
		}
	}
	if err != nil {
		s.meAgain(w, r, a, "vacation", err)
		return
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}
