package auth

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/oidc"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// The cookies of a sign-in at an identity provider. Their values are sealed.
const (
	flowCookie    = "podesta-flow"    // kept until the provider sends the visitor back
	pendingCookie = "podesta-pending" // kept until the visitor chooses or creates an account
)

// pendingTime is how long a visitor has to choose an account, during which they may have to
// read an e-mail.
const pendingTime = time.Hour

// flow is a sign-in that is under way at a provider.
type flow struct {
	oidc.Flow
	Provider string
	Next     string
	Link     string // the account that connects the identity; empty if the visitor signs in
}

// pending is a visitor who has signed in at a provider but has no account here.
type pending struct {
	oidc.Person
	Provider string
	Next     string
}

// provider returns an identity provider by its ID, or nil.
func (s *Pages) provider(id string) *oidc.Provider {
	for _, p := range s.providers {
		if p.ID == id {
			return p
		}
	}
	return nil
}

// providerOf returns the name of the provider with an issuer, or the issuer's host if the judge
// no longer has the provider.
func (s *Pages) providerOf(issuer string) string {
	for _, p := range s.providers {
		if p.Issuer == issuer {
			return p.Name
		}
	}
	if u, err := url.Parse(issuer); err == nil && u.Host != "" {
		return u.Host
	}
	return issuer
}

// providerChoices lists the providers, or only those with which anyone can create an account.
func (s *Pages) providerChoices(newAccounts bool) []page.Choice {
	var out []page.Choice
	for _, p := range s.providers {
		if p.NewAccounts || !newAccounts {
			out = append(out, page.Choice{Value: p.ID, Label: p.Name})
		}
	}
	return out
}

// back returns the redirect URI for a provider.
func (s *Pages) back(r *http.Request, p *oidc.Provider) string {
	site := s.address
	if site == "" {
		site = page.Reached(r)
	}
	return strings.TrimSuffix(site, "/") + oidc.Path + p.ID
}

// setSealed keeps a value in a cookie that only the judge can read.
func (s *Pages) setSealed(w http.ResponseWriter, r *http.Request, name string, v any, ttl time.Duration) error {
	text, err := s.judge.Users.Seal(name, v, ttl)
	if err != nil {
		return err
	}
	page.SetCookie(w, r, name, text, ttl)
	return nil
}

// goingPage sends the visitor to a provider. A form cannot be redirected to another
// site, so the page does it.
type goingPage struct {
	Provider, To string
}

// signInWith begins a sign-in at an identity provider.
func (s *Pages) signInWith(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	if err := s.goTo(w, r, r.PostForm.Get("provider"), "", page.Local(r.PostForm.Get("next"), "/")); err != nil {
		s.Again(w, r, err, "signin", "Sign in", s.newSignInPage(r, r.PostForm, s.Explain(r, err)))
	}
}

// goTo sends the visitor to a provider. The parameter link is the account that connects an
// identity; it is empty if the visitor signs in.
func (s *Pages) goTo(w http.ResponseWriter, r *http.Request, provider, link, next string) error {
	p := s.provider(page.Clean(provider))
	if p == nil {
		return game.Refuse(game.NotFound, message.New("This judge does not know that identity provider. Sign in with another of the buttons."))
	}
	f := flow{Flow: oidc.NewFlow(), Provider: p.ID, Next: next, Link: link}
	to, err := p.Begin(r.Context(), f.Flow, s.back(r, p))
	if err != nil {
		return s.unusable(p, err)
	}
	if err := s.judge.Users.BeginIdentity(r.Context(), link, f.State); err != nil {
		return err
	}
	if err := s.setSealed(w, r, flowCookie, f, account.IdentityTime); err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Refresh", "0; url="+to)
	s.Page(w, r, http.StatusOK, "going", page.Frame{Title: "Sign in", Body: goingPage{p.Name, to}})
	return nil
}

// unusable logs what is wrong with a provider or its answer, and returns an error to show the
// visitor.
func (s *Pages) unusable(p *oidc.Provider, err error) error {
	s.log.Warn("a sign-in at an identity provider failed", "provider", p.ID, "error", err)
	name := message.Name(p.Name)
	switch {
	case errors.Is(err, oidc.ErrDown):
		return game.Refuse(game.Unavailable, message.New("{provider} cannot be reached at the moment, or does not answer as it should. Try again later, or sign in in another way.", name))
	case errors.Is(err, oidc.ErrRefused):
		return game.Refuse(game.Forbidden, message.New("{provider} has not signed you in. Try again, or sign in in another way.", name))
	}
	return game.Refuse(game.Forbidden, message.New("The answer of {provider} does not prove who you are: it is too old, or meant for another site. Begin again. If that does not help, tell the operator of the judge.", name))
}

// providerBack handles visitors whom a provider sends back.
func (s *Pages) providerBack(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	err := s.finish(w, r)
	if err != nil {
		s.Refuse(w, r, err, nil)
	}
}

func (s *Pages) finish(w http.ResponseWriter, r *http.Request) error {
	p := s.provider(r.PathValue("provider"))
	if p == nil {
		return game.Refuse(game.NotFound, message.New("This judge does not know that identity provider. Sign in with another of the buttons."))
	}
	var f flow
	err := s.judge.Users.Unseal(flowCookie, page.Cookie(r, flowCookie), &f)
	if err != nil {
		return err
	}
	page.SetCookie(w, r, flowCookie, "", 0)
	if f.Provider != p.ID {
		return account.ErrSealed
	}
	if err := s.judge.Users.TakeIdentityState(r.Context(), f.Link, f.State); err != nil {
		return err
	}
	who, err := p.Finish(r.Context(), f.Flow, s.back(r, p), r.URL.Query())
	if err != nil {
		return s.unusable(p, err)
	}
	if !p.Admits(who.Identity) {
		return game.Refuse(game.Forbidden, message.New("At {provider}, only people with a verified address of {domains} can sign in to this judge.", message.Name(p.Name), message.Name(strings.Join(p.Domains, ", "))))
	}
	if f.Link != "" {
		return s.linkNow(w, r, p, f, who)
	}
	a, moved, err := s.judge.Users.SignInByIdentity(r.Context(), who.Identity)
	if errors.Is(err, account.ErrNoIdentity) {
		if err := s.setSealed(w, r, pendingCookie, pending{who, p.ID, f.Next}, pendingTime); err != nil {
			return err
		}
		http.Redirect(w, r, "/signin/with", http.StatusSeeOther)
		return nil
	}
	if err != nil {
		return err
	}
	if moved {
		f.Next = "/me?done=moved#connected"
	}
	asked, err := s.enter(w, r, account.Half{Account: a.ID, Opened: account.OpenedByIdentity(who.Issuer, who.Subject)}, f.Next)
	if err == nil && !asked {
		http.Redirect(w, r, f.Next, http.StatusSeeOther)
	}
	return err
}

// linkNow connects an identity with the account that requested it.
func (s *Pages) linkNow(w http.ResponseWriter, r *http.Request, p *oidc.Provider, f flow, who oidc.Person) error {
	a, err := s.Account(r)
	if err != nil {
		return err
	}
	if a == nil || a.ID != f.Link {
		return game.Refuse(game.Forbidden, message.New("You have signed out or changed the account meanwhile, so nothing was connected. Begin again on your account's page."))
	}
	if err := s.judge.Users.LinkIdentity(r.Context(), a.ID, p.Name, who.Identity); err != nil {
		return err
	}
	http.Redirect(w, r, "/me?done=linked#connected", http.StatusSeeOther)
	return nil
}

// pendingPage lets a visitor who has signed in at a provider choose an account.
type pendingPage struct {
	Provider, Email string
	Verified        bool   // whether the provider has verified the address
	Known           bool   // whether an account has the address
	Here            string // name of the account that is signed in
	Recent          bool   // whether that account signed in recently
	New             bool   // whether an account can be created with the identity
	Letters         bool
	Terms           bool
	Name, Zone      string
	Error           string
}

// pendingOf returns the visitor's sign-in that waits for an account.
func (s *Pages) pendingOf(r *http.Request) (pending, *oidc.Provider, error) {
	var x pending
	if err := s.judge.Users.Unseal(pendingCookie, page.Cookie(r, pendingCookie), &x); err != nil {
		return x, nil, err
	}
	p := s.provider(x.Provider)
	if p == nil {
		return x, nil, account.ErrSealed
	}
	return x, p, nil
}

func (s *Pages) newPendingPage(r *http.Request, x pending, p *oidc.Provider) (*pendingPage, error) {
	pg := &pendingPage{
		Provider: p.Name, Email: x.Email, Verified: x.Verified, New: p.NewAccounts, Letters: s.letters != nil, Terms: s.HasTerms(), Name: x.Name,
		Recent: s.recent(r),
	}
	a, err := s.Account(r)
	if err != nil {
		return nil, err
	}
	if a != nil {
		pg.Here = a.Name
		return pg, nil
	}
	if !x.Verified { // strangers must not learn which addresses have an account
		return pg, nil
	}
	_, err = s.judge.Users.AccountByEmail(r.Context(), x.Email)
	if pg.Known = err == nil; game.ErrorCode(err) == game.NotFound {
		err = nil
	}
	return pg, err
}

func (s *Pages) pending(w http.ResponseWriter, r *http.Request) {
	x, p, err := s.pendingOf(r)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	pg, err := s.newPendingPage(r, x, p)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	s.Page(w, r, http.StatusOK, "pending", page.Frame{Title: "Choose an account", Body: pg})
}

// registerWith creates an account for a visitor who has signed in at a provider. If the
// provider has not verified the address, an e-mail verifies it before the two are connected.
func (s *Pages) registerWith(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	x, p, err := s.pendingOf(r)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	err = s.registerPending(w, r, x, p)
	if err == nil {
		return
	}
	pg, broken := s.newPendingPage(r, x, p)
	if broken != nil {
		s.Refuse(w, r, broken, nil)
		return
	}
	pg.Name, pg.Zone, pg.Error = page.Clean(r.PostForm.Get("name")), page.Clean(r.PostForm.Get("zone")), s.Explain(r, err)
	s.Again(w, r, err, "pending", "Choose an account", pg)
}

func (s *Pages) registerPending(w http.ResponseWriter, r *http.Request, x pending, p *oidc.Provider) error {
	if !p.NewAccounts {
		return game.Refuse(game.Forbidden, message.New("With {provider} you can sign in to an existing account, but not create a new one.", message.Name(p.Name)))
	}
	if !x.Verified {
		if s.letters == nil {
			return game.Refuse(game.Forbidden, message.New("{provider} has not verified your address, and this judge has no e-mail to do it. Have it verified there first.", message.Name(p.Name)))
		}
		if err := s.registerByLetter(r); err != nil {
			return err
		}
		page.KeepGoal(w, r, "/signin/with")
		s.Tell(w, r, "Check your e-mail", "To check that the address is yours, the judge has sent an e-mail to it. Open the link in it in this browser; then connect the two accounts.", "/", "Front page")
		return nil
	}
	a, err := s.judge.Users.RegisterByIdentity(r.Context(), page.Clean(r.PostForm.Get("name")), page.Clean(r.PostForm.Get("zone")), p.Name, x.Identity)
	if err != nil {
		return err
	}
	if err := s.judge.Users.SetLanguage(r.Context(), a.ID, s.Catalogue(r).Tag); err != nil {
		return err
	}
	if err := s.SignIn(w, r, account.Half{Account: a.ID, Opened: account.OpenedByIdentity(x.Issuer, x.Subject)}); err != nil {
		return err
	}
	page.SetCookie(w, r, pendingCookie, "", 0)
	http.Redirect(w, r, page.Greeted(page.Local(x.Next, "/"), "welcome"), http.StatusSeeOther)
	return nil
}

// identityRow is an identity on its owner's page.
type identityRow struct {
	Provider, Issuer, Subject, Email string
	Made, Used                       page.Due
	New                              bool // whether the provider has verified an address that the account does not have
}

// identities adds the identities of an account to its page.
func (s *Pages) identities(r *http.Request, a *game.Account, pg *mePage) error {
	all, err := s.judge.Users.Identities(r.Context(), a.ID)
	if err != nil {
		return err
	}
	loc := account.Zone(a)
	for _, x := range all {
		row := identityRow{Provider: s.providerOf(x.Issuer), Issuer: x.Issuer, Subject: x.Subject, Email: x.Email, Made: page.DueIn(x.Created, loc), Used: page.DueIn(x.Used, loc), New: x.Verified}
		for _, have := range pg.Addresses {
			row.New = row.New && !(have.Verified && game.SameAddress(have.Email, x.Email))
		}
		pg.Connected = append(pg.Connected, row)
	}
	pg.Providers = s.providerChoices(false)
	return nil
}

// changeIdentity connects an account with an identity at a provider, or disconnects the two.
func (s *Pages) changeIdentity(w http.ResponseWriter, r *http.Request) {
	a, ok := s.meForm(w, r)
	if !ok {
		return
	}
	form := r.PostForm
	err := s.judge.Users.ConfirmOwner(r.Context(), a, s.Visit(r).Token, form.Get("current"))
	to := ""
	switch do := form.Get("do"); {
	case err != nil:
	case do == "begin":
		err = s.goTo(w, r, form.Get("provider"), a.ID, "/me")
	case do == "take":
		to, err = s.takePending(w, r, a)
	case do == "drop":
		issuer := page.Clean(form.Get("issuer"))
		to, err = "/me?done=unlinked#connected", s.judge.Users.UnlinkIdentity(r.Context(), a.ID, s.providerOf(issuer), issuer, page.Clean(form.Get("subject")), s.letters != nil)
	default:
		err = game.Refuse(game.Invalid, message.New("The form does not say what to do with the connection."))
	}
	switch {
	case err != nil:
		s.meAgain(w, r, a, "connected", err)
	case to != "":
		http.Redirect(w, r, to, http.StatusSeeOther)
	}
}

// takePending connects the visitor's account with the identity with which they have just signed
// in at a provider, and returns the address to go to.
func (s *Pages) takePending(w http.ResponseWriter, r *http.Request, a *game.Account) (string, error) {
	x, p, err := s.pendingOf(r)
	if err == nil {
		err = s.judge.Users.LinkIdentity(r.Context(), a.ID, p.Name, x.Identity)
	}
	if err != nil {
		return "", err
	}
	page.SetCookie(w, r, pendingCookie, "", 0)
	return "/me?done=linked#connected", nil
}
