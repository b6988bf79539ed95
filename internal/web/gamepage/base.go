package gamepage

import (
	"log/slog"
	"net/http"
	"time"

	"podesta/internal/slow"
	"podesta/internal/web/page"
)

// Options configures the pages of games.
type Options struct {
	Judge page.Rooms
	Log   *slog.Logger
	Now   func() time.Time
}

// Base holds what all pages of games share.
type Base struct {
	*page.Responder
	Options
	pages map[string]http.HandlerFunc // page handlers, keyed by the end of the address
	forms map[string]string           // maps the end of a form's address to the page with the form
}

// New returns a Base for the pages of games.
func New(r *page.Responder, o Options) *Base {
	return &Base{Responder: r, Options: o, pages: map[string]http.HandlerFunc{}, forms: map[string]string{}}
}

// Slow waits until the visitor may do slow work (slow.Enter). If that is not possible, it writes
// the answer and returns false. Otherwise the caller must call done when the work is finished.
func (s *Base) Slow(w http.ResponseWriter, r *http.Request) (done func(), ok bool) {
	done, err := slow.Enter(r.Context())
	if err != nil && r.Context().Err() == nil {
		s.Refuse(w, r, err, nil)
	}
	return done, err == nil
}
