package page

import (
	"log/slog"
	"net"
	"net/http"
	"time"

	"podesta/internal/judge"
	"podesta/internal/words"
)

// Options are what a Responder works with.
type Options struct {
	Judge     *judge.Judge
	Log       *slog.Logger
	Now       func() time.Time
	Languages []*words.Catalogue // the first is that of visitors who want none of them
	Lists     ListChanges
	Letters   bool // accounts are confirmed by a letter
	AtOnce    bool // without letters, browsers on the judge's machine can make accounts
}

// ListChanges counts the changes that make lists of games stale.
type ListChanges interface {
	// Changed returns how many changes there were.
	Changed() int
	// Change counts one.
	Change()
	// Affected reports whether a request may be such a change.
	Affected(r *http.Request) bool
}

// Responder answers requests with pages. It finds out who asks and in which language,
// and writes pages with the layout around them, parts of pages and refusals. All
// pages share one.
type Responder struct {
	judge     *judge.Judge
	log       *slog.Logger
	now       func() time.Time
	languages []*words.Catalogue
	lists     ListChanges
	letters   bool
	atOnce    bool
	unread    unreadCounts
	Once      onces
}

// New returns a responder.
func New(o Options) *Responder {
	assets() // compress them before the first request
	return &Responder{judge: o.Judge, log: o.Log, now: o.Now, languages: o.Languages, lists: o.Lists, letters: o.Letters, atOnce: o.AtOnce}
}

// ForgetUnread has the unread letters of an account counted anew.
func (s *Responder) ForgetUnread(account string) { s.unread.forget(account) }

// ClearUnread has the unread letters of all accounts counted anew.
func (s *Responder) ClearUnread() { s.unread.clear() }

// NotFound answers requests for an address without a page.
func (s *Responder) NotFound(w http.ResponseWriter, r *http.Request) {
	s.Fail(w, r, http.StatusNotFound, "Page not found", "Check the address, or look for the game on the front page.", nil)
}

// AccountsFor reports whether whoever sends the request can make an account here,
// and whether at once, without a letter.
func (s *Responder) AccountsFor(r *http.Request) (open, atOnce bool) {
	if s.letters {
		return true, false
	}
	atOnce = s.atOnce && FromHere(r)
	return atOnce, atOnce
}

// FromHere reports whether a request comes from the judge's own machine, and was
// passed on by nobody who says so.
func FromHere(r *http.Request) bool {
	for _, h := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via"} {
		if r.Header.Get(h) != "" {
			return false
		}
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return false
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
