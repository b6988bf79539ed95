package web

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"podesta/internal/judge"
)

// Letters sends the letters that hold secrets. Whoever asked for one never sees what
// is in it.
type Letters interface {
	// Confirm writes to an address that somebody gave as theirs: the secret proves
	// it. Without a secret the address belongs to an account already, and its owner is
	// told that somebody asked.
	Confirm(ctx context.Context, m judge.SecretMail, name string) error
	// SignOn sends a link that signs on once. Without a secret nobody has the address,
	// and nothing is sent.
	SignOn(ctx context.Context, m judge.SecretMail) error
}

// authOptions are what the account pages work with.
type authOptions struct {
	Judge   *judge.Judge
	Log     *slog.Logger
	Now     func() time.Time
	Letters Letters // nil: the judge has no mail
	Name    string  // of the judge
	Address string  // by which people reach it; empty: unknown
	Forget  func()  // drops what is kept of players who no longer want to be listed
}

// authPages are the pages on which people register, sign in and manage their account.
type authPages struct {
	*Responder
	judge   *judge.Judge
	log     *slog.Logger
	now     func() time.Time
	letters Letters
	name    string
	address string
	forget  func()
}

// newAuthPages returns the account pages.
func newAuthPages(r *Responder, o authOptions) *authPages {
	return &authPages{Responder: r, judge: o.Judge, log: o.Log, now: o.Now, letters: o.Letters, name: o.Name, address: o.Address, forget: o.Forget}
}

// Routes adds the addresses of the account pages.
func (s *authPages) Routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /register", s.registerForm)
	mux.HandleFunc("POST /register", s.register)
	mux.HandleFunc("GET /verify", s.verifyForm)
	mux.HandleFunc("POST /verify", s.verify)
	mux.HandleFunc("GET /unsubscribe/{game}/{key}", s.unsubscribeForm)
	mux.HandleFunc("POST /unsubscribe/{game}/{key}", s.unsubscribe)
	mux.HandleFunc("GET /signin", s.signInForm)
	mux.HandleFunc("POST /signin", s.signInByPassword)
	mux.HandleFunc("POST /signin/letter", s.askLetter)
	mux.HandleFunc("POST /signin/link", s.signInByLink)
	mux.HandleFunc("POST /signout", s.signOut)
	mux.HandleFunc("GET /me", s.me)
	mux.HandleFunc("POST /me/private", s.savePrivate)
	mux.HandleFunc("POST /me/erase", s.eraseAccount)
	mux.HandleFunc("GET /erased", s.erased)
	mux.HandleFunc("POST /me/profile", s.saveProfile)
	mux.HandleFunc("POST /me/letters", s.saveLetters)
	mux.HandleFunc("POST /me/password", s.savePassword)
	mux.HandleFunc("POST /me/address", s.changeAddress)
	mux.HandleFunc("POST /me/passkeys", s.changePasskey)
	mux.HandleFunc("POST /me/passkeys/begin", s.passkeyBegin)
	mux.HandleFunc("POST /me/passkeys/finish", s.passkeyFinish)
	mux.HandleFunc("POST /signin/passkey/begin", s.passkeyAsk)
	mux.HandleFunc("POST /signin/passkey/finish", s.passkeySignIn)
	mux.HandleFunc("POST /me/tokens", s.makeToken)
	mux.HandleFunc("POST /me/tokens/drop", s.dropToken)
}

// registerPage is the form for a new account.
type registerPage struct {
	Name, Email, Zone, Next string
	AtOnce                  bool // without a letter, and so with a password
	Closed                  bool // nobody can make an account here
	Error                   string
}

func (s *authPages) newRegisterPage(r *http.Request, form url.Values, problem string) registerPage {
	open, atOnce := s.accountsFor(r)
	return registerPage{
		Name: clean(form.Get("name")), Email: clean(form.Get("email")), Zone: clean(form.Get("zone")), Next: local(form.Get("next"), ""),
		AtOnce: atOnce, Closed: !open, Error: problem,
	}
}

func (s *authPages) registerForm(w http.ResponseWriter, r *http.Request) {
	s.page(w, r, http.StatusOK, "register", frame{Title: "Create an account", Body: s.newRegisterPage(r, r.URL.Query(), "")})
}

// register makes an account. Where the judge writes letters it begins to be one
// when the letter is followed; the answer is the same for an address that is
// known already.
func (s *authPages) register(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) {
		return
	}
	form := r.PostForm
	open, atOnce := s.accountsFor(r)
	if !open {
		s.page(w, r, http.StatusForbidden, "register", frame{Title: "Create an account", Body: s.newRegisterPage(r, form, "")})
		return
	}
	var err error
	if atOnce {
		err = s.registerAtOnce(w, r)
	} else {
		err = s.registerByLetter(r)
	}
	if err != nil {
		s.again(w, r, err, "register", "Create an account", s.newRegisterPage(r, form, explain(err)))
		return
	}
	if atOnce {
		http.Redirect(w, r, greeted(local(form.Get("next"), "/"), "welcome"), http.StatusSeeOther)
		return
	}
	keepGoal(w, r, form.Get("next"))
	s.tell(w, r, "Check your e-mail", "To check that the address is yours, the judge has sent an e-mail to it. Open the link in it, or simply reply. The link works for three days. If nothing arrives, look in your spam folder, or sign up again.", "/", "Front page")
}

func (s *authPages) registerByLetter(r *http.Request) error {
	a, secret, err := s.judge.Register(r.Context(), clean(r.PostForm.Get("name")), clean(r.PostForm.Get("email")), clean(r.PostForm.Get("zone")))
	if err != nil {
		return err
	}
	return s.letters.Confirm(r.Context(), secret, a.Name)
}

// registerAtOnce makes an account whose address nobody has proved, and signs it
// in.
func (s *authPages) registerAtOnce(w http.ResponseWriter, r *http.Request) error {
	name, email, password := clean(r.PostForm.Get("name")), clean(r.PostForm.Get("email")), r.PostForm.Get("password")
	if err := s.judge.CheckPassword(password, name, email); err != nil {
		return err
	}
	_, secret, err := s.judge.Register(r.Context(), name, email, clean(r.PostForm.Get("zone")))
	if err != nil {
		return err
	}
	if secret.Secret() == "" {
		return &judge.Error{Code: judge.Conflict, Message: "There is already an account with this address. If it is yours, sign in."}
	}
	a, err := s.judge.Verify(r.Context(), secret.Secret())
	if err != nil {
		return err
	}
	if err := s.judge.SetPassword(r.Context(), a.ID, password); err != nil {
		return err
	}
	return s.signIn(w, r, a.ID, "")
}

// secretPage asks for a click before the secret of a letter is used up: programs
// that look at what links lead to must not do it.
type secretPage struct {
	Title, Text, Action, Button, Token, Next string
}

func (s *authPages) verifyForm(w http.ResponseWriter, r *http.Request) {
	token := strings.TrimSpace(clean(r.URL.Query().Get("token")))
	if token == "" {
		s.fail(w, r, http.StatusNotFound, "The link is incomplete", "Copy the whole link from the e-mail; it may have been split across two lines.", nil)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	s.page(w, r, http.StatusOK, "secret", frame{Title: "Confirm your address", Body: secretPage{
		Title: "Confirm your address", Text: "Confirm that the address to which this e-mail was sent is yours.",
		Action: "/verify", Button: "Confirm this address", Token: token,
	}})
}

// verify proves an address. A new account is signed in by it; one that has been
// there before is not, since the address may have been given by somebody else.
func (s *authPages) verify(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) {
		return
	}
	a, err := s.judge.Verify(r.Context(), clean(r.PostForm.Get("token")))
	if err != nil {
		s.refuse(w, r, err, nil)
		return
	}
	if v := s.visit(r); v.account != nil && v.account.ID == a.ID {
		http.Redirect(w, r, "/me?done=address", http.StatusSeeOther)
		return
	}
	all, err := s.judge.Addresses(r.Context(), a.ID)
	if err != nil {
		s.refuse(w, r, err, nil)
		return
	}
	if len(all) > 1 || a.Hash != "" {
		s.tell(w, r, "The address is confirmed", "It now belongs to your account.", "/signin", "Sign in")
		return
	}
	if err := s.signIn(w, r, a.ID, a.Email); err != nil {
		s.refuse(w, r, err, nil)
		return
	}
	http.Redirect(w, r, greeted(goal(r), "welcome"), http.StatusSeeOther)
}
