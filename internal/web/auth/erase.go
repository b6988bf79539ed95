package auth

import (
	"net/http"

	"podesta/internal/game"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// eraseAccount erases the visitor's account after they have proved their
// identity and confirmed.
func (s *Pages) eraseAccount(w http.ResponseWriter, r *http.Request) {
	a, ok := s.meForm(w, r)
	if !ok {
		return
	}
	err := s.means(r, a)
	if err == nil {
		err = s.judge.Users.Erase(r.Context(), a.ID)
	}
	if err != nil {
		s.meAgain(w, r, a, "erase", err)
		return
	}
	s.dropCookie(w, r)
	http.Redirect(w, r, "/erased", http.StatusSeeOther)
}

// means checks that the owner really wants to erase the account: they ticked the box, and know the
// password or, if the account has none, signed in recently.
func (s *Pages) means(r *http.Request, a *game.Account) error {
	if r.PostForm.Get("sure") == "" {
		return game.Refuse(game.Invalid, message.New("Nothing was erased: tick the box to confirm."))
	}
	if a.Hash == "" {
		if !s.recent(r) {
			return game.Refuse(game.Forbidden, message.New("Nothing was erased, because you signed in more than 15 minutes ago. Sign out, sign in again, and then erase the account."))
		}
		return nil
	}
	_, err := s.judge.Users.SignIn(r.Context(), a.Email, r.PostForm.Get("password"))
	if game.ErrorCode(err) == game.Forbidden {
		return game.Refuse(game.Forbidden, message.New("The password is wrong, so nothing was erased. If you have forgotten it, sign out and have a link sent by e-mail; then you can set a new one."))
	}
	return err
}

func (s *Pages) erased(w http.ResponseWriter, r *http.Request) {
	s.Tell(w, r, "Your account is erased", "The judge has erased your data. Your orders and messages stay in the games, as those of a former player.", "/", "The front page")
}

// privacy says what the judge stores about people, and who sees it.
func (s *Pages) privacy(w http.ResponseWriter, r *http.Request) {
	a, err := s.Account(r)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	s.Page(w, r, http.StatusOK, "privacy", page.Frame{Title: "Your data", Body: a != nil})
}
