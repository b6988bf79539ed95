package page

import (
	"errors"
	"net/http"
	"strings"

	"podesta/internal/game"
	"podesta/internal/httpserver"
	"podesta/internal/journal"
	"podesta/internal/web/wire"
	"podesta/machiavelli/message"
)

// Typed is text from a refused form: it is shown again, so that nothing is
// lost.
type Typed struct {
	Label Phrase
	Text  string
}

// failure is an error page.
type failure struct {
	Status        int
	Title, Reason string
	Typed         []Typed
	Back          string // address of the game, if there is one
}

// Fail writes an error page or, for a script, a refusal as JSON.
func (s *Responder) Fail(w http.ResponseWriter, r *http.Request, status int, title, reason string, lost []Typed) {
	if WantsJSON(r) {
		s.refuseJSON(w, r, status, wire.Refusal{Title: title, Error: reason})
		return
	}
	f := failure{Status: status, Title: title, Reason: reason, Typed: lost}
	id := r.PathValue("id")
	if strings.HasPrefix(r.URL.Path, "/g/") && id != "" && (status != http.StatusNotFound || r.PathValue("n") != "") {
		f.Back = "/g/" + id
	}
	w.Header().Set("Cache-Control", "no-store")
	s.Page(w, r, status, "error", Frame{Title: title, Body: f})
}

// Statuses maps the judge's error codes to HTTP statuses.
//
//lang:words
var Statuses = map[string]struct {
	Status int
	title  string
}{
	"not_found": {http.StatusNotFound, "Not found"},
	"forbidden": {http.StatusForbidden, "You cannot do this"},
	"stale":     {http.StatusConflict, "The phase has moved on"},
	"invalid":   {http.StatusUnprocessableEntity, "That cannot be done"},
	"conflict":  {http.StatusConflict, "That cannot be done now"},
	"too_large": {http.StatusRequestEntityTooLarge, "The text is too long"},

	game.NotReady:    {http.StatusConflict, "You are not ready"},
	game.TooMany:     {http.StatusTooManyRequests, "Too many attempts"},
	game.Unavailable: {http.StatusServiceUnavailable, "The judge is not available at the moment"},
}

// RetryAfter is the time after which programs may try again, in seconds.
const RetryAfter = "60"

// Refuse writes the error page for an error returned by the judge or, for a script, a refusal as
// JSON. Errors without a code are internal: they are logged, not shown.
func (s *Responder) Refuse(w http.ResponseWriter, r *http.Request, err error, lost []Typed) {
	st, ok := Statuses[game.ErrorCode(err)]
	if !ok {
		s.log.Error("request failed", "path", httpserver.CleanPath(r.URL.Path), "error", err)
		s.Fail(w, r, http.StatusInternalServerError, "Something went wrong", "This is an error in the judge, not yours. It has been logged.", lost)
		return
	}
	x := s.Refusal(r, err)
	if WantsJSON(r) { // the page that sent it still contains what was typed
		if code := game.ErrorCode(err); code == game.Unavailable || code == game.TooMany {
			w.Header().Set("Retry-After", RetryAfter)
		}
		s.refuseJSON(w, r, st.Status, x)
		return
	}
	if code := game.ErrorCode(err); code == game.Unavailable || code == game.TooMany {
		w.Header().Set("Retry-After", RetryAfter)
	}
	s.Fail(w, r, st.Status, x.Title, x.Error, lost)
}

// Refusal returns the heading, the reason and the code of an error for a visitor. If a form was for
// a phase that is not the current one, the reason says whether that phase was resolved, rolled back
// or corrected.
func (s *Responder) Refusal(r *http.Request, err error) wire.Refusal {
	code := game.ErrorCode(err)
	x := wire.Refusal{Title: Statuses[code].title, Error: s.Explain(r, err), Code: code}
	if !errors.Is(err, game.ErrStale) {
		return x
	}
	if e := (*game.Error)(nil); errors.As(err, &e) && e != game.ErrStale { // the error describes a change of the game
		x.Code = wire.Changed
		return x
	}
	x.Code, x.Error = wire.Stale, "The game has moved on: the phase was resolved before this arrived, so it was not accepted."
	id := r.PathValue("id")
	g, e := s.judge.Base.Game(r.Context(), id)
	if e != nil {
		return x
	}
	acts, e := s.judge.Admin.Acts(r.Context(), id, game.Role{})
	if k := len(acts); e == nil && k > 0 && acts[k-1].Revision == g.Revision {
		switch acts[k-1].Topic {
		case journal.TopicRollback:
			return wire.Refusal{Title: "The game was rolled back", Error: "The game was rolled back while this page was open, so this was not accepted. Look at the position and send it again.", Code: wire.Changed}
		case journal.TopicEdit, journal.TopicRules:
			return wire.Refusal{Title: "The game was changed", Error: "The game changed while this page was open, so this was not accepted. Look at the position and send it again.", Code: wire.Changed}
		}
	}
	return x
}

// Explain returns the text of an error for a visitor, in their language and time zone
// if the error has a message.
func (s *Responder) Explain(r *http.Request, err error) string {
	return message.Of(err).In(s.Catalogue(r).Titled(s.Zone(r)))
}
