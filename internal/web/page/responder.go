package page

import (
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"podesta/internal/admin"
	"podesta/internal/archive"
	"podesta/internal/botgames"
	"podesta/internal/clock"
	"podesta/internal/gamestate"
	"podesta/internal/lobby"
	"podesta/internal/notify"
	"podesta/internal/press"
	"podesta/internal/queue"
	"podesta/internal/ratings"
	"podesta/internal/safety"
	"podesta/internal/slow"
	"podesta/internal/tournament"
	"podesta/internal/users"
	"podesta/internal/words"
)

// Rooms are the parts of the judge that pages use.
type Rooms struct {
	Admin       *admin.Admin
	Archive     *archive.Archive
	Base        *gamestate.Base
	BotGames    *botgames.BotGames
	Clock       *clock.Clockwork
	Hooks       *notify.Queue
	Lobby       *lobby.Lobby
	Press       *press.Press
	Queue       *queue.Queue
	Ratings     *ratings.Ratings
	Safety      *safety.Safety
	Slow        *slow.Queue
	Tournaments *tournament.Tournaments
	Users       *users.Users
}

// Options configures a Responder.
type Options struct {
	Judge     Rooms
	Log       *slog.Logger
	Now       func() time.Time
	Languages []*words.Catalogue // languages of the pages; the first is for visitors who prefer none of them
	Lists     ListChanges
	Letters   bool   // whether accounts are verified by e-mail
	Terms     bool   // whether the judge has terms
	AtOnce    bool   // whether, without e-mail, browsers on the judge's machine can create accounts
	Version   string // version of podesta, for the foot of pages
	Address   string // such as "https://judge.example.org"; if empty, the address of each request
}

// ListChanges counts the changes that invalidate lists of games.
type ListChanges interface {
	// Changed returns the number of changes so far.
	Changed() int
	// Change counts a change.
	Change()
	// Affected reports whether a request may change a list.
	Affected(r *http.Request) bool
}

// Responder answers requests with pages. It determines the visitor and the
// language, and writes pages with their layout, parts of pages and refusals.
// All pages share one.
type Responder struct {
	judge     Rooms
	log       *slog.Logger
	now       func() time.Time
	languages []*words.Catalogue
	lists     ListChanges
	letters   bool
	atOnce    bool
	version   string
	terms     bool
	address   string
	unread    unreadCounts
	Once      onces
	present   func(r *http.Request, here string) (*Present, error) // nil if pages show no games
}

// New returns a responder.
func New(o Options) *Responder {
	return &Responder{judge: o.Judge, log: o.Log, now: o.Now, languages: o.Languages, lists: o.Lists, letters: o.Letters, atOnce: o.AtOnce, version: o.Version, terms: o.Terms, address: strings.TrimSuffix(o.Address, "/")}
}

// ForgetUnread invalidates the count of an account's unread messages.
func (s *Responder) ForgetUnread(account string) { s.unread.forget(account) }

// ClearUnread invalidates the counts of all accounts.
func (s *Responder) ClearUnread() { s.unread.clear() }

// NotFound answers requests for an address without a page.
func (s *Responder) NotFound(w http.ResponseWriter, r *http.Request) {
	s.Fail(w, r, http.StatusNotFound, "Page not found", "Check the address, or look for the game on the front page.", nil)
}

// AccountsFor reports whether the visitor can create an account here, and whether that works
// without e-mail.
func (s *Responder) AccountsFor(r *http.Request) (open, atOnce bool) {
	if s.letters {
		return true, false
	}
	atOnce = s.atOnce && FromHere(r)
	return atOnce, atOnce
}

// FromHere reports whether a request comes from the judge's own machine and has no header that a
// proxy adds.
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

// Origin returns the address of the judge for links that leave it, without a slash at its end: the
// configured address, or else the address that the visitor uses.
func (s *Responder) Origin(r *http.Request) string {
	if s.address != "" {
		return s.address
	}
	return Reached(r)
}

// HasTerms reports whether the judge has terms.
func (s *Responder) HasTerms() bool { return s.terms }
