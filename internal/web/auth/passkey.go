package auth

import (
	"net"
	"net/http"
	"net/url"
	"strings"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/web/page"
	"podesta/internal/web/wire"
	"podesta/machiavelli/message"
)

// site returns the judge's address as the visitor's browser sees it, for passkeys. If passkeys do
// not work, the result why says why not and what to do.
func (s *Pages) site(r *http.Request) (site account.Site, why message.Message) {
	site = account.Site{Name: s.name, Origin: page.Scheme(r) + "://" + r.Host}
	if site.Name == "" {
		site.Name = "podesta"
	}
	host := r.Host
	if h, _, err := net.SplitHostPort(r.Host); err == nil {
		host = h
	}
	if s.address != "" {
		u, err := url.Parse(s.address)
		if err != nil {
			return site, message.New("Passkeys do not work here: the judge's own address is not configured correctly.")
		}
		site.Origin = u.Scheme + "://" + u.Host
		if u.Hostname() != host {
			return site, message.New("Passkeys work where the judge is reached by its own name: open {address}.", message.Name(strings.TrimSuffix(s.address, "/")))
		}
	}
	switch {
	case site.Fits() && (s.address != "" || host == "localhost"):
		return site, message.Message{}
	case s.address == "" && page.FromHere(r):
		_, port, _ := net.SplitHostPort(r.Host)
		return site, message.New("Passkeys work on this machine under the name localhost: open {address}.", message.Name("http://"+net.JoinHostPort("localhost", port)))
	}
	return site, message.New("Passkeys work only if the judge is reached by https, under a name that its operator has set (base_url).")
}

// passkeyRow is a passkey on its owner's page.
type passkeyRow struct {
	ID, Name   string
	Made, Used page.Due
	Copied     bool
}

// recent reports whether the visitor has signed in recently.
func (s *Pages) recent(r *http.Request) bool {
	return s.now().Sub(s.Visit(r).Token.Created) < account.RecentSignIn
}

// passkeyFailure reports an error to a script.
func (s *Pages) passkeyFailure(w http.ResponseWriter, r *http.Request, err error) {
	status := http.StatusInternalServerError
	text := "The judge could not do it because of an error of its own."
	if st, ok := page.Statuses[game.ErrorCode(err)]; ok {
		status, text = st.Status, s.Explain(r, err)
	} else {
		s.log.Error("passkey failed", "error", err)
	}
	page.SendJSON(w, status, wire.Refusal{Error: text, Code: game.ErrorCode(err)})
}

// answers parses a form of the passkey script and returns the site, provided that passkeys
// work.
func (s *Pages) answers(w http.ResponseWriter, r *http.Request) (account.Site, bool) {
	if !s.Form(w, r) {
		return account.Site{}, false
	}
	site, why := s.site(r)
	if !why.IsZero() {
		s.passkeyFailure(w, r, game.Refuse(game.Conflict, why))
		return site, false
	}
	return site, true
}

// adds is like answers, but for visitors who add a passkey to their account. It checks that
// they may do so now.
func (s *Pages) adds(w http.ResponseWriter, r *http.Request) (account.Site, *game.Account, bool) {
	site, ok := s.answers(w, r)
	if !ok {
		return site, nil, false
	}
	a, err := s.Account(r)
	switch {
	case err != nil:
	case a == nil:
		err = game.Refuse(game.Forbidden, message.New("You are not signed in. Sign in and try again."))
	default:
		if err = s.judge.Users.ConfirmOwner(r.Context(), a, s.Visit(r).Token, r.PostForm.Get("current")); err == nil {
			return site, a, true
		}
	}
	s.passkeyFailure(w, r, err)
	return site, nil, false
}

func (s *Pages) passkeyBegin(w http.ResponseWriter, r *http.Request) {
	site, a, ok := s.adds(w, r)
	if !ok {
		return
	}
	options, secret, err := s.judge.Users.NewPasskey(r.Context(), site, a.ID)
	if err != nil {
		s.passkeyFailure(w, r, err)
		return
	}
	page.SendJSON(w, http.StatusOK, wire.PasskeyRequest{Options: options, Secret: secret})
}

func (s *Pages) passkeyFinish(w http.ResponseWriter, r *http.Request) {
	site, a, ok := s.adds(w, r)
	if !ok {
		return
	}
	name := page.Clean(r.PostForm.Get("name"))
	if name == "" {
		name = page.BrowserName(r)
	}
	if _, err := s.judge.Users.AddPasskey(r.Context(), site, a.ID, r.PostForm.Get("secret"), name, []byte(r.PostForm.Get("answer"))); err != nil {
		s.passkeyFailure(w, r, err)
		return
	}
	page.SendJSON(w, http.StatusOK, wire.Accepted{To: page.Outer(r, "/me?done=passkey#passkeys")})
}

func (s *Pages) passkeyAsk(w http.ResponseWriter, r *http.Request) {
	site, ok := s.answers(w, r)
	if !ok {
		return
	}
	options, secret, err := s.judge.Users.AskPasskey(r.Context(), site)
	if err != nil {
		s.passkeyFailure(w, r, err)
		return
	}
	page.SendJSON(w, http.StatusOK, wire.PasskeyRequest{Options: options, Secret: secret})
}

func (s *Pages) passkeySignIn(w http.ResponseWriter, r *http.Request) {
	site, ok := s.answers(w, r)
	if !ok {
		return
	}
	a, opened, err := s.judge.Users.SignInByPasskey(r.Context(), site, r.PostForm.Get("secret"), []byte(r.PostForm.Get("answer")))
	if err == nil {
		err = s.SignIn(w, r, account.Half{Account: a.ID, Opened: opened})
	}
	if err != nil {
		s.passkeyFailure(w, r, err)
		return
	}
	page.SendJSON(w, http.StatusOK, wire.Accepted{To: page.Outer(r, page.Local(r.PostForm.Get("next"), "/"))})
}

// changePasskey renames or removes a passkey.
func (s *Pages) changePasskey(w http.ResponseWriter, r *http.Request) {
	a, ok := s.meForm(w, r)
	if !ok {
		return
	}
	id, form := r.PostForm.Get("id"), r.PostForm
	var err error
	to := "/me?done=dropped#passkeys"
	if form.Get("do") == "rename" {
		to, err = "/me?done=profile#passkeys", s.judge.Users.RenamePasskey(r.Context(), a.ID, id, page.Clean(form.Get("name")))
	} else if err = s.judge.Users.ConfirmOwner(r.Context(), a, s.Visit(r).Token, form.Get("current")); err == nil {
		err = s.judge.Users.EndAccess(r.Context(), a.ID, account.AccessPasskey, id, s.letters != nil)
		if game.ErrorCode(err) == game.NotFound {
			err = nil // it has already been removed
		}
	}
	if err != nil {
		s.meAgain(w, r, a, "passkey", err)
		return
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}
