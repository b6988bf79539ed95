package page

import (
	"net/http"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/httpserver"
)

// The cookies of a signed-in visitor: the secret of the session, and marks by which the judge
// recognizes the browser after the session has ended (judge.BrowserMark). Over https their
// names begin with __Host-, so that no neighbouring site can set them. Browsers accept such
// names only with the path "/"; a judge below a path uses __Secure-, which pages without https
// cannot set.
const (
	SessionCookie = "podesta-session"
	browserCookie = "podesta-browser"
	signCookie    = "podesta-sign" // a random value, to detect one person in two seats
	hostPrefix    = "__Host-"
	securePrefix  = "__Secure-"
)

// mostMarks is the number of accounts for which a browser has marks.
const mostMarks = 4

// browserTime is how long a browser is recognized. Browsers keep cookies no
// longer than that.
const browserTime = 400 * 24 * time.Hour

// own returns the name under which a cookie is set, which depends on the scheme of the request and
// on whether the judge is below a path.
func own(r *http.Request, name string) string {
	switch {
	case Scheme(r) != "https":
		return name
	case Outer(r, "") != "":
		return securePrefix + name
	}
	return hostPrefix + name
}

// baked returns the value of one of the cookies, or "". Over https it reads only the cookie whose
// name has the prefix, because a neighbouring site can set the other one.
func baked(r *http.Request, name string) string {
	if c, err := r.Cookie(own(r, name)); err == nil {
		return c.Value
	}
	return ""
}

// Cookie returns the value that SetCookie has set, or "".
func Cookie(r *http.Request, name string) string { return baked(r, name) }

// SetCookie sets one of these cookies, or deletes it if the value is empty.
func SetCookie(w http.ResponseWriter, r *http.Request, name, value string, age time.Duration) {
	c := http.Cookie{
		Name: own(r, name), Value: value, Path: "/", MaxAge: int(age.Seconds()),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: Scheme(r) == "https",
	}
	if value == "" {
		c.MaxAge = -1
	}
	http.SetCookie(w, &c)
}

// browserMarks returns the marks by which a browser is recognized.
func browserMarks(r *http.Request) []string {
	all := strings.Split(baked(r, browserCookie), "~")
	return all[:min(len(all), mostMarks)]
}

// know gives a browser the mark of an account that has signed in with it.
func (s *Responder) know(w http.ResponseWriter, r *http.Request, account string) {
	all := []string{s.judge.Users.BrowserMark(account)}
	for _, m := range browserMarks(r) {
		if m != "" && len(all) < mostMarks {
			all = append(all, m)
		}
	}
	SetCookie(w, r, browserCookie, strings.Join(all, "~"), browserTime)
}

// signTime is how long a browser keeps the value of signCookie after signing in.
// The judge keeps its digest for as long.
const signTime = 30 * 24 * time.Hour

// signBytes and signLength are the numbers of random bytes and of characters in the value of
// signCookie.
const (
	signBytes  = 20
	signLength = signBytes * 8 / 5
)

// markSignIn records where an account signs in. If that fails, the visitor is signed
// in anyway.
func (s *Responder) markSignIn(w http.ResponseWriter, r *http.Request, account string) {
	value := baked(r, signCookie)
	if len(value) != signLength {
		value = game.EncodeID(game.RandomBytes(signBytes))
	}
	SetCookie(w, r, signCookie, value, signTime)
	if err := s.judge.Safety.MarkSignIn(r.Context(), account, httpserver.Remote(r), value); err != nil {
		s.log.Error("the mark of a sign-in could not be kept", "error", err)
	}
}
