package web

import (
	"bytes"
	"net/http"
	"strings"
)

// wantsJSON tells whether a request comes from the pages' script, which reads
// answers as JSON and stays where it is.
func wantsJSON(r *http.Request) bool {
	return strings.HasPrefix(r.Header.Get("Accept"), "application/json")
}

// refusal is an answer to the script that something was not done.
type refusal struct {
	Title  string `json:"title"`
	Error  string `json:"error"`
	Code   string `json:"code,omitempty"`   // "signin": the session is over; "stale": the phase has moved on
	SignIn string `json:"signin,omitempty"` // address at which the visitor can sign in
}

// accepted is an answer to the script that a form was taken.
type accepted struct {
	To     string `json:"to"`               // address to which a browser without the script is led
	Notice string `json:"notice,omitempty"` // what it came to
}

// refuseJSON tells the script that something was not done.
func (s *Server) refuseJSON(w http.ResponseWriter, r *http.Request, status int, title, reason string) {
	x := refusal{Title: title, Error: reason}
	switch {
	case status == http.StatusForbidden && s.visit(r).account == nil && s.visit(r).err == nil:
		x.Code, x.SignIn = "signin", "/signin"
	case status == http.StatusConflict:
		x.Code = "stale"
	}
	sendJSON(w, status, x)
}

// part writes a named part of the pages by itself, for a script that puts it in
// its place.
func (s *Server) part(w http.ResponseWriter, r *http.Request, name string, data any) {
	var b bytes.Buffer
	if err := s.pages(r)["table"].ExecuteTemplate(&b, name, data); err != nil {
		s.log.Error("part of a page cannot be written", "part", name, "error", err)
		http.Error(w, "This part of the page could not be written; the fault is the judge's.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Language", s.tongue(r).Tag)
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(b.Bytes())
}
