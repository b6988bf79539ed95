package page

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
	"unicode"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/words"
	"podesta/machiavelli/message"
)

// Visit holds what is known about the sender of a request. It is determined once for each
// request.
type Visit struct {
	once    sync.Once
	Account *game.Account
	Token   game.Token
	Err     error

	Read  int // number of messages that were read by the request itself
	Lists int // the number of list changes when the request arrived

	said   sync.Once
	tongue *words.Catalogue
}

type visitKey struct{}

// WithVisit returns a request with an empty Visit and the marks of the browser
// in its context.
func (s *Responder) WithVisit(r *http.Request) *http.Request {
	ctx := account.WithBrowser(r.Context(), browserMarks(r))
	return r.WithContext(context.WithValue(ctx, visitKey{}, &Visit{Lists: s.lists.Changed()}))
}

// VisitOf returns the Visit of a request.
func VisitOf(r *http.Request) *Visit {
	v, ok := r.Context().Value(visitKey{}).(*Visit)
	if !ok {
		v = &Visit{}
	}
	return v
}

// Visit determines the sender of the request.
func (s *Responder) Visit(r *http.Request) *Visit {
	v := VisitOf(r)
	v.once.Do(func() {
		secret := baked(r, SessionCookie)
		if secret == "" {
			return
		}
		a, t, err := s.judge.Users.Authenticate(r.Context(), secret)
		switch {
		case err == nil && t.Kind == game.SessionToken:
			v.Account, v.Token = a, t
		case err != nil && game.ErrorCode(err) != game.Forbidden:
			v.Err = err
		}
	})
	return v
}

// Account returns the signed-in account, or nil for a stranger. It returns an
// error if the account cannot be determined.
func (s *Responder) Account(r *http.Request) (*game.Account, error) {
	v := s.Visit(r)
	return v.Account, v.Err
}

// Member returns the signed-in account. For a visitor who is not signed in, it
// writes the answer and returns false.
func (s *Responder) Member(w http.ResponseWriter, r *http.Request) (*game.Account, bool) {
	a, err := s.Account(r)
	switch {
	case err != nil:
		s.Refuse(w, r, err, Lost(r.PostForm))
		return nil, false
	case a != nil:
		return a, true
	case r.Method == http.MethodGet:
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, signInFor(r.URL.RequestURI()), http.StatusSeeOther)
		return nil, false
	}
	s.Fail(w, r, http.StatusForbidden, "Sign in first", "You are not signed in, so nothing was done. Sign in, then send it again.", Lost(r.PostForm))
	return nil, false
}

// signInFor returns the address of the sign-in page that continues to another
// page.
func signInFor(next string) string { return withNext("/signin", next) }

// Local returns next if it is an address of this server, and otherwise the other address, so
// that no form can redirect to another site.
func Local(next, otherwise string) string {
	if !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") || strings.Contains(next, "\\") || strings.ContainsFunc(next, unicode.IsControl) || len(next) > 500 {
		return otherwise
	}
	// A path that begins with two slashes, even escaped ones, becomes another host when the
	// address is written again.
	u, err := url.Parse(next)
	if err != nil || u.Host != "" || strings.HasPrefix(u.Path, "//") || strings.HasPrefix(u.Path, "/\\") {
		return otherwise
	}
	return next
}

// goalCookie stores the page that a visitor wanted before having to follow a
// link in an e-mail.
const goalCookie = "podesta-goal"

// KeepGoal stores the page that a visitor wants until they follow the link in
// an e-mail.
func KeepGoal(w http.ResponseWriter, r *http.Request, next string) {
	c := &http.Cookie{Name: goalCookie, Path: "/", MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: Scheme(r) == "https"}
	if next = Local(next, ""); next != "" {
		c.Value, c.MaxAge = url.QueryEscape(next), int((72 * time.Hour).Seconds())
	}
	http.SetCookie(w, c)
}

// Goal returns the page that the visitor wanted before the e-mail was sent, or
// the front page.
func Goal(r *http.Request) string {
	if c, err := r.Cookie(goalCookie); err == nil {
		if next, err := url.QueryUnescape(c.Value); err == nil {
			return Local(next, "/")
		}
	}
	return "/"
}

// Greeted returns the address of a page of this server that greets a visitor. how is "welcome"
// for a new account, and "link" for the link in an e-mail.
func Greeted(to, how string) string {
	u, err := url.Parse(to)
	if err != nil {
		return to
	}
	q := u.Query()
	q.Set("hello", how)
	u.RawQuery = q.Encode()
	return u.String()
}

// SignIn begins a session of an account in the visitor's browser and ends any
// previous session.
func (s *Responder) SignIn(w http.ResponseWriter, r *http.Request, h account.Half) error {
	s.DropSession(r)
	whole := s.judge.Users.SessionTime()
	secret, err := s.judge.Users.NewToken(r.Context(), game.Token{Kind: game.SessionToken, Account: h.Account, Label: BrowserName(r), Email: h.Letter, Opened: h.Opened}, whole)
	if err != nil {
		return err
	}
	SetCookie(w, r, SessionCookie, secret, whole)
	s.know(w, r, h.Account)
	s.markSignIn(w, r, h.Account)
	s.takeAlong(r, h.Account)
	KeepGoal(w, r, "") // the visitor goes there now, or elsewhere
	return nil
}

// DropSession ends the session of the visitor's browser, if it has one.
func (s *Responder) DropSession(r *http.Request) {
	if v := s.Visit(r); v.Account != nil {
		if err := s.judge.Users.DropToken(r.Context(), v.Account.ID, v.Token.Hash); err != nil && game.ErrorCode(err) != game.NotFound {
			s.log.Error("a session could not be ended", "error", err)
		}
	}
}

// BrowserName returns a short name of the visitor's browser, by which they
// recognize their sessions.
func BrowserName(r *http.Request) string {
	agent := r.UserAgent()
	name := message.New("a browser").String()
	for _, x := range []struct{ sign, name string }{
		{"Firefox/", "Firefox"}, {"Edg/", "Edge"}, {"OPR/", "Opera"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"},
	} {
		if strings.Contains(agent, x.sign) {
			name = x.name
			break
		}
	}
	for _, x := range []struct{ sign, name string }{
		{"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Windows", "Windows"}, {"Mac OS", "Mac"}, {"Linux", "Linux"},
	} {
		if strings.Contains(agent, x.sign) {
			return name + ", " + x.name
		}
	}
	return name
}

// Zone returns the visitor's time zone, or UTC if it is unknown.
func (s *Responder) Zone(r *http.Request) *time.Location {
	if a := s.Visit(r).Account; a != nil {
		return account.Zone(a)
	}
	return time.UTC
}
