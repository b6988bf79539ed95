package auth

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/notify/channel"
	"podesta/internal/oidc"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// Letters sends the e-mail that contains secrets. Only its recipient sees the
// content.
type Letters interface {
	// Confirm writes to an address that a visitor entered as theirs: the secret verifies it. If
	// there is no secret, the address already belongs to an account, and its owner is notified of
	// the request. The parameter language is the tag of the visitor's language.
	Confirm(ctx context.Context, m account.SecretMail, name, language string) error
	// SignOn sends a link that signs in once. If there is no secret, the address is unknown,
	// and nothing is sent.
	SignOn(ctx context.Context, m account.SecretMail) error
}

// Options configures the account pages.
type Options struct {
	Judge   page.Rooms
	Log     *slog.Logger
	Now     func() time.Time
	Letters Letters // nil if the judge has no e-mail
	Name    string  // name of the judge
	Address string  // the judge's public address; empty if unknown
	// Ways are the channels, other than e-mail, by which people can be notified.
	Ways    map[game.HookFormat]channel.Channel
	PushKey string // the public VAPID key with which browsers subscribe to notifications
	// Providers are the identity providers with which people can sign in.
	Providers []*oidc.Provider
	// Chats are the chat services in which people can play; Invite returns how a person
	// connects a chat with a code.
	Chats  []string
	Invite func(ctx context.Context, service, code string) (link, text string)
}

// Pages serves the pages on which people register, sign in and manage their account.
type Pages struct {
	*page.Responder
	judge   page.Rooms
	log     *slog.Logger
	now     func() time.Time
	letters Letters
	name    string
	address string
	ways    map[game.HookFormat]channel.Channel
	pushKey string

	providers []*oidc.Provider
	chats     []string
	invite    func(ctx context.Context, service, code string) (link, text string)
}

// New returns the account pages.
func New(r *page.Responder, o Options) *Pages {
	return &Pages{Responder: r, judge: o.Judge, log: o.Log, now: o.Now, letters: o.Letters, name: o.Name, address: o.Address, ways: o.Ways, pushKey: o.PushKey, providers: o.Providers, chats: o.Chats, invite: o.Invite}
}

// Routes registers the handlers of the account pages.
func (s *Pages) Routes(mux page.Router) {
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
	mux.HandleFunc("POST /signin/code", s.signInByCode)
	mux.HandleFunc("POST /signin/with", s.signInWith)
	mux.HandleFunc("GET /signin/with", s.pending)
	mux.HandleFunc("GET "+oidc.Path+"{provider}", s.providerBack)
	mux.HandleFunc("POST /signin/new", s.registerWith)
	mux.HandleFunc("POST /signout", s.signOut)
	mux.HandleFunc("GET /me", s.me)
	mux.HandleFunc("POST /me/erase", s.eraseAccount)
	mux.HandleFunc("GET /erased", s.erased)
	mux.HandleFunc("GET /privacy", s.privacy)
	mux.HandleFunc("POST /me/profile", s.saveProfile)
	mux.HandleFunc("POST /me/notices", s.saveNotices)
	mux.HandleFunc("POST /me/ways", s.addWay)
	mux.HandleFunc("POST /me/ways/drop", s.dropWay)
	mux.HandleFunc("POST /me/push", s.savePush)
	mux.HandleFunc("POST /me/password", s.savePassword)
	mux.HandleFunc("POST /me/address", s.changeAddress)
	mux.HandleFunc("POST /me/chats", s.changeChat)
	mux.HandleFunc("POST /me/identities", s.changeIdentity)
	mux.HandleFunc("POST /me/passkeys", s.changePasskey)
	mux.HandleFunc("POST /me/passkeys/begin", s.passkeyBegin)
	mux.HandleFunc("POST /me/passkeys/finish", s.passkeyFinish)
	mux.HandleFunc("POST /signin/passkey/begin", s.passkeyAsk)
	mux.HandleFunc("POST /signin/passkey/finish", s.passkeySignIn)
	mux.HandleFunc("GET /me/factor", s.factor)
	mux.HandleFunc("POST /me/factor", s.changeFactor)
	mux.HandleFunc("POST /me/tokens", s.makeToken)
	mux.HandleFunc("POST /me/programs", s.changeProgram)
	mux.HandleFunc("POST /me/calendar", s.changeCalendar)
	mux.HandleFunc("POST /me/vacation", s.changeVacation)
	mux.HandleFunc("POST /me/access", s.changeAccess)
}

// registerPage is the form for a new account.
type registerPage struct {
	Name, Email, Zone, Next string
	AtOnce                  bool // accounts are created without e-mail, and therefore with a password
	Closed                  bool // no account can be created here
	Terms                   bool // the judge has terms
	Providers               []page.Choice
	Error                   string
}

func (s *Pages) newRegisterPage(r *http.Request, form url.Values, problem string) registerPage {
	open, atOnce := s.AccountsFor(r)
	return registerPage{
		Name: page.Clean(form.Get("name")), Email: page.Clean(form.Get("email")), Zone: page.Clean(form.Get("zone")), Next: page.Local(form.Get("next"), ""),
		AtOnce: atOnce, Closed: !open, Terms: s.HasTerms(), Providers: s.providerChoices(true), Error: problem,
	}
}

func (s *Pages) registerForm(w http.ResponseWriter, r *http.Request) {
	s.Page(w, r, http.StatusOK, "register", page.Frame{Title: "Create an account", Body: s.newRegisterPage(r, r.URL.Query(), "")})
}

// register creates an account. If the judge sends e-mail, the account is valid once its owner
// follows the link in an e-mail, and the answer is the same for an address that already has an
// account.
func (s *Pages) register(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	form := r.PostForm
	open, atOnce := s.AccountsFor(r)
	if !open {
		s.Page(w, r, http.StatusForbidden, "register", page.Frame{Title: "Create an account", Body: s.newRegisterPage(r, form, "")})
		return
	}
	var err error
	if atOnce {
		err = s.registerAtOnce(w, r)
	} else {
		err = s.registerByLetter(r)
	}
	if err != nil {
		s.Again(w, r, err, "register", "Create an account", s.newRegisterPage(r, form, s.Explain(r, err)))
		return
	}
	if atOnce {
		http.Redirect(w, r, page.Greeted(page.Local(form.Get("next"), "/"), "welcome"), http.StatusSeeOther)
		return
	}
	page.KeepGoal(w, r, form.Get("next"))
	s.Tell(w, r, "Check your e-mail", "To check that the address is yours, the judge has sent an e-mail to it. Open the link in it, or simply reply. The link works for three days. If nothing arrives, look in your spam folder, or sign up again.", "/", "Front page")
}

func (s *Pages) registerByLetter(r *http.Request) error {
	a, secret, err := s.judge.Users.Register(r.Context(), page.Clean(r.PostForm.Get("name")), page.Clean(r.PostForm.Get("email")), page.Clean(r.PostForm.Get("zone")))
	if err != nil {
		return err
	}
	language := s.Catalogue(r).Tag
	if secret.Secret() != "" { // without a secret the account may belong to someone else
		if err := s.judge.Users.SetLanguage(r.Context(), a.ID, language); err != nil {
			return err
		}
	}
	return s.letters.Confirm(r.Context(), secret, a.Name, language)
}

// registerAtOnce creates an account without verifying its address, and signs it
// in.
func (s *Pages) registerAtOnce(w http.ResponseWriter, r *http.Request) error {
	name, email, password := page.Clean(r.PostForm.Get("name")), page.Clean(r.PostForm.Get("email")), r.PostForm.Get("password")
	if err := s.judge.Users.CheckPassword(password, name, email); err != nil {
		return err
	}
	_, secret, err := s.judge.Users.Register(r.Context(), name, email, page.Clean(r.PostForm.Get("zone")))
	if err != nil {
		return err
	}
	if secret.Secret() == "" {
		return game.Refuse(game.Conflict, message.New("There is already an account with this address. If it is yours, sign in."))
	}
	a, err := s.judge.Users.Verify(r.Context(), secret.Secret())
	if err != nil {
		return err
	}
	if err := s.judge.Users.SetPassword(r.Context(), a.ID, password); err != nil {
		return err
	}
	return s.SignIn(w, r, account.Half{Account: a.ID})
}

// secretPage asks for a click before the secret in an e-mail is used up, because programs that scan
// links must not use it.
type secretPage struct {
	Title, Text, Action, Button, Token, Next string
}

func (s *Pages) verifyForm(w http.ResponseWriter, r *http.Request) {
	token := strings.TrimSpace(page.Clean(r.URL.Query().Get("token")))
	if token == "" {
		s.Fail(w, r, http.StatusNotFound, "The link is incomplete", "Copy the whole link from the e-mail; it may have been split across two lines.", nil)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	s.Page(w, r, http.StatusOK, "secret", page.Frame{Title: "Confirm your address", Body: secretPage{
		Title: "Confirm your address", Text: "Confirm that the address to which this e-mail was sent is yours.",
		Action: "/verify", Button: "Confirm this address", Token: token,
	}})
}

// verify verifies an address. It signs in a new account, but not an existing one, because
// someone else may have entered the address.
func (s *Pages) verify(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	a, err := s.judge.Users.Verify(r.Context(), page.Clean(r.PostForm.Get("token")))
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	if v := s.Visit(r); v.Account != nil && v.Account.ID == a.ID {
		http.Redirect(w, r, "/me?done=address", http.StatusSeeOther)
		return
	}
	all, err := s.judge.Users.Addresses(r.Context(), a.ID)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	if len(all) > 1 || a.Hash != "" {
		s.Tell(w, r, "The address is confirmed", "It now belongs to your account.", "/signin", "Sign in")
		return
	}
	if err := s.SignIn(w, r, account.Half{Account: a.ID, Letter: a.Email}); err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	http.Redirect(w, r, page.Greeted(page.Goal(r), "welcome"), http.StatusSeeOther)
}
