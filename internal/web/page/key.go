package page

import (
	"net/http"
	"time"

	"podesta/internal/game"
)

// CookieName returns the name of the cookie with a visitor's key of a game.
func CookieName(id string) string { return "podesta-" + id }

// KeepKey sets the cookie with a game's key. Browsers send it only to that
// game's addresses.
func KeepKey(w http.ResponseWriter, r *http.Request, id, key string) {
	http.SetCookie(w, &http.Cookie{
		Name: CookieName(id), Value: key, Path: "/g/" + id,
		MaxAge: int((400 * 24 * time.Hour).Seconds()), HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: Scheme(r) == "https",
	})
}

// ForgetKey deletes the cookie of a game.
func ForgetKey(w http.ResponseWriter, r *http.Request, id string) {
	http.SetCookie(w, &http.Cookie{Name: CookieName(id), Path: "/g/" + id, MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: Scheme(r) == "https"})
}

// Scheme returns the scheme with which the visitor reached the server or its
// proxy.
func Scheme(r *http.Request) string {
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		return "https"
	}
	return "http"
}

// Role returns the role of a visitor in a game: by the key in their cookie if
// seats are held by links, or else by their account. A visitor who may only
// watch has the zero role. It returns an error if the role cannot be
// determined.
func (s *Responder) Role(r *http.Request, g *game.Game) (game.Role, error) {
	if v := VisitOf(r); v.role != nil && v.roleIn == g.ID {
		return *v.role, nil
	}
	if g.Hosting.Links {
		if role, err := s.keyRole(r, g.ID); err != nil || role.Takes() {
			return role, err
		}
	}
	a, err := s.Account(r)
	if err != nil || a == nil {
		return game.Role{}, err
	}
	return s.judge.RoleOf(r.Context(), g.ID, a.ID)
}

// keyRole returns the role of a cookie's key. It ignores an invalid key.
func (s *Responder) keyRole(r *http.Request, id string) (game.Role, error) {
	c, err := r.Cookie(CookieName(id))
	if err != nil || c.Value == "" {
		return game.Role{}, nil
	}
	role, err := s.judge.Role(r.Context(), id, c.Value)
	if code := game.ErrorCode(err); code == game.Forbidden || code == game.NotFound {
		return game.Role{}, nil
	}
	return role, err
}

// OnlyWatches reports whether the role may only watch.
func OnlyWatches(role game.Role) bool { return !role.Master && role.Seat == 0 }
