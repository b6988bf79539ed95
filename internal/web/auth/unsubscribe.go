package auth

import (
	"net/http"

	"podesta/internal/web/page"
)

// unsubscribeForm asks for a click, because programs that scan links must not
// unsubscribe anyone.
func (s *Pages) unsubscribeForm(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	s.Page(w, r, http.StatusOK, "secret", page.Frame{Title: "Stop e-mail", Body: secretPage{
		Title: "Stop e-mail", Text: "This stops e-mail about the game. If you take part in it, results, messages to you and notices that you are late still come.",
		Action: r.URL.Path, Button: "Stop e-mail",
	}})
}

// unsubscribe stops an observer's e-mail about a game, or a player's optional e-mail. It does not
// ask again, because mail programs send the form with one click and without cookies (RFC 8058).
func (s *Pages) unsubscribe(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	done, err := s.judge.Users.Unsubscribe(r.Context(), r.PathValue("game"), r.PathValue("key"))
	switch {
	case err != nil:
		s.Refuse(w, r, err, nil)
	case done.Left:
		s.Tell(w, r, "No more e-mail", "You no longer observe the game and get no more e-mail about it.", "/", "The front page")
	default:
		s.Tell(w, r, "Less e-mail", "You get no more reminders, notices that a game is waiting, or broadcasts of games you do not play in. Results, messages to you and notices that you are late still come, because you take part in the game.", "/me", "Your e-mail")
	}
}
