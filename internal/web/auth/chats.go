package auth

import (
	"net/http"
	"slices"

	"podesta/internal/game"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// serviceTitle returns the name of a chat service.
func serviceTitle(service string) string { return formatNames[game.HookFormat(service)] }

// invitation says how to connect a chat. It contains a code.
type invitation struct {
	Title, Link, Text string
}

// changeChat creates a code that connects a chat with the account.
func (s *Pages) changeChat(w http.ResponseWriter, r *http.Request) {
	a, ok := s.meForm(w, r)
	if !ok {
		return
	}
	form := r.PostForm
	service := page.Clean(form.Get("service"))
	var err error = game.Refuse(game.Invalid, message.New("The form does not say what to do with the chat."))
	if form.Get("do") == "begin" && slices.Contains(s.chats, service) {
		err = s.invited(w, r, a, service)
	}
	if err != nil {
		s.meAgain(w, r, a, "chats", err)
	}
}

// invited shows the account's page with a new code.
func (s *Pages) invited(w http.ResponseWriter, r *http.Request, a *game.Account, service string) error {
	if err := s.judge.Users.ConfirmOwner(r.Context(), a, s.Visit(r).Token, r.PostForm.Get("current")); err != nil {
		return err
	}
	code, err := s.judge.Users.BeginChat(r.Context(), a.ID)
	if err != nil {
		return err
	}
	pg, err := s.newMePage(r, a)
	if err != nil {
		return err
	}
	link, text := s.invite(r.Context(), service, code)
	pg.Part = "notices"
	pg.Invitation = &invitation{serviceTitle(service), link, text}
	w.Header().Set("Cache-Control", "no-store")
	s.Page(w, r, http.StatusOK, "me", page.Frame{Title: page.Called(s.Catalogue(r), a.Name), Body: pg})
	return nil
}
