package auth

import (
	"net/http"
	"net/url"
	"strings"

	"podesta/internal/account"
	"podesta/internal/web/page"
)

// signInPage is the form to sign in.
type signInPage struct {
	Email, Next string
	Letters     bool        // whether a link can be sent by e-mail
	Accounts    bool        // whether an account can be created here
	NoPasskeys  page.Phrase // why passkeys do not work here; empty if they do
	Providers   []page.Choice
	Error       string
}

func (s *Pages) newSignInPage(r *http.Request, form url.Values, problem string) signInPage {
	open, _ := s.AccountsFor(r)
	_, why := s.site(r)
	return signInPage{
		NoPasskeys: page.Say(why), Providers: s.providerChoices(false),
		Email: page.Clean(form.Get("email")), Next: page.Local(form.Get("next"), ""), Letters: s.letters != nil,
		Accounts: open, Error: problem,
	}
}

func (s *Pages) signInForm(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if token := strings.TrimSpace(page.Clean(q.Get("token"))); token != "" {
		w.Header().Set("Cache-Control", "no-store")
		s.Page(w, r, http.StatusOK, "secret", page.Frame{Title: "Sign in", Body: secretPage{
			Title: "Sign in", Text: "The link from your e-mail works once.", Action: "/signin/link", Button: "Sign in", Token: token, Next: page.Local(q.Get("next"), ""),
		}})
		return
	}
	if s.Visit(r).Account != nil && q.Get("again") == "" {
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, page.Local(q.Get("next"), "/me"), http.StatusSeeOther)
		return
	}
	s.Page(w, r, http.StatusOK, "signin", page.Frame{Title: "Sign in", Body: s.newSignInPage(r, q, "")})
}

func (s *Pages) signInByPassword(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	a, err := s.judge.Users.SignIn(r.Context(), page.Clean(r.PostForm.Get("email")), r.PostForm.Get("password"))
	asked := false
	if err == nil {
		asked, err = s.enter(w, r, account.Half{Account: a.ID}, page.Local(r.PostForm.Get("next"), "/"))
	}
	switch {
	case err != nil:
		s.Again(w, r, err, "signin", "Sign in", s.newSignInPage(r, r.PostForm, s.Explain(r, err)))
	case !asked:
		http.Redirect(w, r, page.Local(r.PostForm.Get("next"), "/"), http.StatusSeeOther)
	}
}

// enter signs in an account after its owner has entered a password or followed a link. If the
// account has a second factor, it writes the page that asks for a code instead, and returns
// true.
func (s *Pages) enter(w http.ResponseWriter, r *http.Request, h account.Half, next string) (asked bool, err error) {
	half, err := s.judge.Users.SecondStep(r.Context(), h)
	if err != nil {
		return false, err
	}
	if half == "" {
		return false, s.SignIn(w, r, h)
	}
	w.Header().Set("Cache-Control", "no-store")
	s.Page(w, r, http.StatusOK, "code", page.Frame{Title: "Second factor", Body: codePage{Half: half, Next: next}})
	return true, nil
}

// codePage asks for a code of the second factor.
type codePage struct {
	Half, Next string
	Error      string
}

func (s *Pages) signInByCode(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	next := page.Local(r.PostForm.Get("next"), "/")
	h, again, err := s.judge.Users.FinishSignIn(r.Context(), r.PostForm.Get("half"), page.Clean(r.PostForm.Get("code")))
	if err == nil {
		err = s.SignIn(w, r, h)
	}
	switch {
	case err != nil && again != "":
		s.Again(w, r, err, "code", "Second factor", codePage{Half: again, Next: next, Error: s.Explain(r, err)})
	case err != nil:
		s.Again(w, r, err, "signin", "Sign in", s.newSignInPage(r, r.PostForm, s.Explain(r, err)))
	default:
		http.Redirect(w, r, next, http.StatusSeeOther)
	}
}

// askLetter sends a link that signs in once. The answer does not reveal whether
// the address is known.
func (s *Pages) askLetter(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	if s.letters == nil {
		s.Fail(w, r, http.StatusForbidden, "This judge sends no e-mail", "Sign in with your password, or ask the operator of the judge for a link.", nil)
		return
	}
	link, err := s.judge.Users.LoginLink(r.Context(), page.Clean(r.PostForm.Get("email")))
	if err == nil {
		err = s.letters.SignOn(r.Context(), link)
	}
	if err != nil {
		s.Again(w, r, err, "signin", "Sign in", s.newSignInPage(r, r.PostForm, s.Explain(r, err)))
		return
	}
	page.KeepGoal(w, r, r.PostForm.Get("next"))
	s.Tell(w, r, "Check your e-mail", "If there is an account with this address, an e-mail with a link is on its way to it. The link works once, and for an hour.", "/", "Front page")
}

func (s *Pages) signInByLink(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	a, letter, err := s.judge.Users.UseLink(r.Context(), page.Clean(r.PostForm.Get("token")))
	next := page.Greeted(page.Local(r.PostForm.Get("next"), page.Goal(r)), "link")
	asked := false
	if err == nil {
		asked, err = s.enter(w, r, account.Half{Account: a.ID, Letter: letter}, next)
	}
	switch {
	case err != nil:
		s.Refuse(w, r, err, nil)
	case !asked:
		http.Redirect(w, r, next, http.StatusSeeOther)
	}
}

// signOut ends the session of this browser.
func (s *Pages) signOut(w http.ResponseWriter, r *http.Request) {
	s.DropSession(r)
	s.dropCookie(w, r)
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// dropCookie deletes the session cookie of a browser.
func (s *Pages) dropCookie(w http.ResponseWriter, r *http.Request) {
	page.SetCookie(w, r, page.SessionCookie, "", 0)
}
