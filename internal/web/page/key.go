package page

import (
	"net/http"
	"time"

	"podesta/internal/judge"
)

// CookieName is the cookie that keeps a visitor's key of one game.
func CookieName(id string) string { return "podesta-" + id }

// KeepKey sets the cookie of a game's key. It is sent back for that game's
// addresses only.
func KeepKey(w http.ResponseWriter, r *http.Request, id, key string) {
	http.SetCookie(w, &http.Cookie{
		Name: CookieName(id), Value: key, Path: "/g/" + id,
		MaxAge: int((400 * 24 * time.Hour).Seconds()), HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: Scheme(r) == "https",
	})
}

// ForgetKey takes the cookie of a game away.
func ForgetKey(w http.ResponseWriter, id string) {
	http.SetCookie(w, &http.Cookie{Name: CookieName(id), Path: "/g/" + id, MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteLaxMode})
}

// Scheme is how the visitor reached the server, also through a proxy.
func Scheme(r *http.Request) string {
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		return "https"
	}
	return "http"
}

// Role is what the sender of a request may do in a game: by the key in their
// cookie where seats are held by links, or else by their account; the zero role
// for somebody who only watches. The error is for when that cannot be found out.
func (s *Responder) Role(r *http.Request, g *judge.Game) (judge.Role, error) {
	if g.Hosting.Links {
		if role, err := s.keyRole(r, g.ID); err != nil || role.Takes() {
			return role, err
		}
	}
	a, err := s.Account(r)
	if err != nil || a == nil {
		return judge.Role{}, err
	}
	return s.judge.RoleOf(r.Context(), g.ID, a.ID)
}

// keyRole is the role of a cookie's key. One that is no longer good counts as
// none.
func (s *Responder) keyRole(r *http.Request, id string) (judge.Role, error) {
	c, err := r.Cookie(CookieName(id))
	if err != nil || c.Value == "" {
		return judge.Role{}, nil
	}
	role, err := s.judge.Role(r.Context(), id, c.Value)
	if code := judge.ErrorCode(err); code == judge.Forbidden || code == judge.NotFound {
		return judge.Role{}, nil
	}
	return role, err
}

// OnlyWatches reports whether the role may only watch.
func OnlyWatches(role judge.Role) bool { return !role.Master && role.Seat == 0 }
