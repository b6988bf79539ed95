package gamepage

import (
	"log/slog"
	"net/http"
	"time"

	"podesta/internal/judge"
	"podesta/internal/web/page"
)

// Options configures the pages of games.
type Options struct {
	Judge *judge.Judge
	Log   *slog.Logger
	Now   func() time.Time
	Shelf *page.Shelf // nil: no page is kept
}

// Base is what all pages of games share.
type Base struct {
	*page.Responder
	Options
	work    chan struct{} // slots for slow work
	courses courses

	pages map[string]http.HandlerFunc // the pages of a game, by the end of their address
	forms map[string]string           // the page that contains each form, by the end of the form's address
}

// maxWork is the number of previews computed at the same time.
const maxWork = 2

// New returns what the pages of games share.
func New(r *page.Responder, o Options) *Base {
	return &Base{Responder: r, Options: o, work: make(chan struct{}, maxWork), pages: map[string]http.HandlerFunc{}, forms: map[string]string{}}
}

// Slow waits for a slot for slow work. It returns false if the visitor has
// disconnected by then. The caller calls done when the work is done.
func (s *Base) Slow(r *http.Request) (done func(), ok bool) {
	select {
	case s.work <- struct{}{}:
		return func() { <-s.work }, true
	case <-r.Context().Done():
		return nil, false
	}
}
