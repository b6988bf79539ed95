package page

import (
	"net/http"
	"strings"

	"podesta/internal/web/wire"
)

// WantsJSON reports whether a request comes from the pages' script, which
// expects JSON and does not navigate.
func WantsJSON(r *http.Request) bool {
	return strings.HasPrefix(r.Header.Get("Accept"), "application/json")
}

// refuseJSON sends a refusal to the script.
func (s *Responder) refuseJSON(w http.ResponseWriter, r *http.Request, status int, x wire.Refusal) {
	c := s.Catalogue(r)
	x.Title, x.Error = c.T(x.Title), c.T(x.Error)
	if status == http.StatusForbidden && s.Visit(r).Account == nil && s.Visit(r).Err == nil {
		x.Code, x.SignIn = wire.SignedOut, Outer(r, "/signin")
	}
	SendJSON(w, status, x)
}

// Part writes a named part of the pages by itself, for a script that inserts
// it.
func (s *Responder) Part(w http.ResponseWriter, r *http.Request, name string, data any) {
	body, err := s.Render(r, partsPage, name, data)
	if err != nil {
		s.log.Error("part of a page cannot be written", "part", name, "error", err)
		http.Error(w, "This part of the page could not be shown because of an error in the judge.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Language", s.Catalogue(r).Tag)
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(inTheme(body, s.theme(r)))
}
