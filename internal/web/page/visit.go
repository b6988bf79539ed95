package page

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"podesta/internal/judge"
	"podesta/internal/words"
)

// Visit is what a request has found out about who sends it, once.
type Visit struct {
	once    sync.Once
	Account *judge.Account
	Token   judge.Token
	Err     error

	Read  int // letters that the request itself has read
	Lists int // how often people had changed what lists say when it came

	said   sync.Once
	tongue *words.Catalogue
}

type visitKey struct{}

// WithVisit returns a request with a place for what is found out about its sender, and
// notes by which marks the browser is known.
func (s *Responder) WithVisit(r *http.Request) *http.Request {
	ctx := judge.WithBrowser(r.Context(), browserMarks(r))
	return r.WithContext(context.WithValue(ctx, visitKey{}, &Visit{Lists: s.lists.Changed()}))
}

// VisitOf is the place of a request for what is found out about its sender.
func VisitOf(r *http.Request) *Visit {
	v, ok := r.Context().Value(visitKey{}).(*Visit)
	if !ok {
		v = &Visit{}
	}
	return v
}

// Visit finds out who sends the request.
func (s *Responder) Visit(r *http.Request) *Visit {
	v := VisitOf(r)
	v.once.Do(func() {
		secret := baked(r, SessionCookie)
		if secret == "" {
			return
		}
		a, t, err := s.judge.Authenticate(r.Context(), secret)
		switch {
		case err == nil && t.Kind == judge.SessionToken:
			v.Account, v.Token = a, t
		case err != nil && judge.ErrorCode(err) != judge.Forbidden:
			v.Err = err
		}
	})
	return v
}

// Account is the account that has signed in; nil for a stranger. The error is for
// when that cannot be found out.
func (s *Responder) Account(r *http.Request) (*judge.Account, error) {
	v := s.Visit(r)
	return v.Account, v.Err
}

// Member is the account that sends the request. It reports false, with the
// answer written, for somebody who has not signed in.
func (s *Responder) Member(w http.ResponseWriter, r *http.Request) (*judge.Account, bool) {
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

// signInFor is the address of the sign-in page that leads on to another one.
func signInFor(next string) string { return withNext("/signin", next) }

// Local is an address of this server to go on to, or the other one given: no
// form can lead to another site.
func Local(next, otherwise string) string {
	if !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") || strings.ContainsAny(next, "\\\r\n\t") || len(next) > 500 {
		return otherwise
	}
	return next
}

// goalCookie keeps where somebody was going who has to follow a letter first.
const goalCookie = "podesta-goal"

// KeepGoal keeps, until a letter is followed, where somebody was going.
func KeepGoal(w http.ResponseWriter, r *http.Request, next string) {
	c := &http.Cookie{Name: goalCookie, Path: "/", MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: Scheme(r) == "https"}
	if next = Local(next, ""); next != "" {
		c.Value, c.MaxAge = url.QueryEscape(next), int((72 * time.Hour).Seconds())
	}
	http.SetCookie(w, c)
}

// Goal is where the visitor was going before he was sent a letter; the front page
// where nothing is known.
func Goal(r *http.Request) string {
	if c, err := r.Cookie(goalCookie); err == nil {
		if next, err := url.QueryUnescape(c.Value); err == nil {
			return Local(next, "/")
		}
	}
	return "/"
}

// Greeted is a page of this server with a line at its top that greets who has
// just come: for a new account "welcome", for who came by a letter's link "link".
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

// SignIn begins a session of an account in the visitor's browser. What session
// it had before ends. letter is the address whose letter has opened it; empty for
// any other session.
func (s *Responder) SignIn(w http.ResponseWriter, r *http.Request, account, letter string) error {
	s.DropSession(r)
	whole := s.judge.SessionTime()
	secret, err := s.judge.NewToken(r.Context(), judge.Token{Kind: judge.SessionToken, Account: account, Label: BrowserName(r), Email: letter}, whole)
	if err != nil {
		return err
	}
	SetCookie(w, r, SessionCookie, secret, whole)
	s.know(w, r, account)
	KeepGoal(w, r, "") // he goes there now, or somewhere else
	return nil
}

// DropSession ends the session of the visitor's browser, if it has one.
func (s *Responder) DropSession(r *http.Request) {
	if v := s.Visit(r); v.Account != nil {
		if err := s.judge.DropToken(r.Context(), v.Account.ID, v.Token.Hash); err != nil && judge.ErrorCode(err) != judge.NotFound {
			s.log.Error("a session could not be ended", "error", err)
		}
	}
}

// BrowserName is what the visitor's browser calls itself, in a few words, so
// that he knows his sessions apart.
func BrowserName(r *http.Request) string {
	agent := r.UserAgent()
	name := "a browser"
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

// Zone is the time zone of the visitor; UTC where nothing is known.
func (s *Responder) Zone(r *http.Request) *time.Location {
	if a := s.Visit(r).Account; a != nil {
		return ZoneOf(a)
	}
	return time.UTC
}
