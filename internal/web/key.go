package web

import (
	"net/http"
	"time"

	"podesta/internal/judge"
)

// cookieName is the cookie that keeps a visitor's key of one game.
func cookieName(id string) string { return "podesta-" + id }

// keep gives the visitor the cookie of a game. It is sent back for that game's
// addresses only.
func keep(w http.ResponseWriter, r *http.Request, id, key string) {
	http.SetCookie(w, &http.Cookie{
		Name: cookieName(id), Value: key, Path: "/g/" + id,
		MaxAge: int((400 * 24 * time.Hour).Seconds()), HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: scheme(r) == "https",
	})
}

// forget takes the cookie of a game away.
func forget(w http.ResponseWriter, id string) {
	http.SetCookie(w, &http.Cookie{Name: cookieName(id), Path: "/g/" + id, MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteLaxMode})
}

// scheme is how the visitor reached the server, also through a proxy.
func scheme(r *http.Request) string {
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		return "https"
	}
	return "http"
}

// visitor is who the request comes from at that table, as the cookie says; the
// zero role for somebody who only watches. A key that is no longer good counts
// as none.
func (s *Server) visitor(r *http.Request, id string) judge.Role {
	c, err := r.Cookie(cookieName(id))
	if err != nil || c.Value == "" {
		return judge.Role{}
	}
	role, err := s.table.Role(r.Context(), id, c.Value)
	if err != nil {
		return judge.Role{}
	}
	return role
}

// nobody reports whether the role may only watch.
func nobody(role judge.Role) bool { return !role.Master && role.Seat == 0 }
