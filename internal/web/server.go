package web

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/notify/channel"
	"podesta/internal/oidc"
	"podesta/internal/pubsub"
	"podesta/internal/readtx"
	"podesta/internal/web/auth"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/docs"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/games"
	"podesta/internal/web/history"
	"podesta/internal/web/learn"
	"podesta/internal/web/master"
	"podesta/internal/web/page"
	"podesta/internal/web/press"
	"podesta/internal/web/print"
	"podesta/internal/web/rulebook"
	"podesta/internal/web/safety"
	"podesta/internal/web/sandbox"
	"podesta/internal/web/seat"
	"podesta/internal/web/setup"
	"podesta/internal/web/social"
	"podesta/internal/web/table"
	"podesta/internal/web/tournaments"
	"podesta/internal/words"
)

// Warm does work in advance for which the first visitors would otherwise have to wait, possibly for
// seconds: it parses the templates in English, compresses the static files and draws a map.
func Warm() {
	page.Warm(words.English())
	boardpage.Warm(words.English())
}

// settings holds the values of the options.
type settings struct {
	letters   auth.Letters
	atOnce    bool
	now       func() time.Time
	languages []*words.Catalogue
	lists     *games.Lists
	streams   *pubsub.Hub
	name      string
	address   string
	version   string
	ways      map[game.HookFormat]channel.Channel
	pushKey   string
	terms     string
	providers []*oidc.Provider
	chats     []string
	invite    func(ctx context.Context, service, code string) (link, text string)
}

// Option is an optional setting of the pages.
type Option func(*settings)

// WithLetters lets people create accounts whose address is verified by e-mail.
func WithLetters(l auth.Letters) Option {
	return func(s *settings) { s.letters = l }
}

// WithoutLetters lets people create accounts with an unverified address. It is
// for a judge without e-mail that only its own machine can reach.
func WithoutLetters() Option {
	return func(s *settings) { s.atOnce = true }
}

// WithClock sets the clock of the pages; the default is the machine's.
func WithClock(c gamestate.Clock) Option {
	return func(s *settings) { s.now = c.Now }
}

// WithLanguages replaces the languages of the pages. The first is for visitors
// who prefer none of them.
func WithLanguages(all ...*words.Catalogue) Option {
	return func(s *settings) { s.languages = all }
}

// WithLists caches lists of games. Without it they are built for each visitor.
func WithLists(l *games.Lists) Option {
	return func(s *settings) { s.lists = l }
}

// WithStreams sets the hub of open pages, so that a shutdown can end them.
func WithStreams(h *pubsub.Hub) Option {
	return func(s *settings) { s.streams = h }
}

// WithWays sets the channels, other than e-mail, by which people can be notified, and the public
// VAPID key with which browsers subscribe to notifications.
func WithWays(ways map[game.HookFormat]channel.Channel, pushKey string) Option {
	return func(s *settings) { s.ways, s.pushKey = ways, pushKey }
}

// WithSite sets the judge's name and its address, such as
// "https://judge.example.org". Passkeys are bound to it. Without an address
// they work on the judge's own machine, under the name localhost.
func WithSite(name, address string) Option {
	return func(s *settings) { s.name, s.address = name, address }
}

// WithVersion sets the version of podesta that every page shows at its foot.
func WithVersion(version string) Option {
	return func(s *settings) { s.version = version }
}

// WithTerms sets the text of the judge's terms, which the page /terms shows.
func WithTerms(text string) Option {
	return func(s *settings) { s.terms = text }
}

// WithChats lets people connect chats of services with their accounts. invite returns how a
// person uses a code: an address to open, if there is one, and what to write.
func WithChats(services []string, invite func(ctx context.Context, service, code string) (link, text string)) Option {
	return func(s *settings) { s.chats, s.invite = services, invite }
}

// WithProviders lets people sign in with accounts at identity providers.
func WithProviders(all []*oidc.Provider) Option {
	return func(s *settings) { s.providers = all }
}

// New returns the handler of all pages. Internal errors go to log; nil means
// the default one. Without WithLetters or WithoutLetters no accounts can be
// created.
func New(j page.Rooms, log *slog.Logger, options ...Option) http.Handler {
	if log == nil {
		log = slog.Default()
	}
	o := settings{now: time.Now, languages: words.All()}
	for _, set := range options {
		set(&o)
	}
	if o.streams == nil {
		o.streams = pubsub.New(j.Press.Follow, log)
	}
	mux := http.NewServeMux()
	r := routes(mux, j, log, o)
	return r.Guard(j.Slow.Handler(readtx.Together(j.Base.Together, readtx.Handler(j.Base.Snapshot, apart, mux))))
}

// routes registers the handlers of all pages, and returns the responder that they share.
func routes(mux page.Router, j page.Rooms, log *slog.Logger, o settings) *page.Responder {
	r := page.New(page.Options{
		Judge: j, Log: log, Now: o.now, Languages: o.languages, Lists: o.lists, Letters: o.letters != nil, AtOnce: o.atOnce,
		Version: o.version, Terms: strings.TrimSpace(o.terms) != "", Address: o.address,
	})
	b := gamepage.New(r, gamepage.Options{Judge: j, Log: log, Now: o.now})
	lists, past, tools := games.New(b, o.lists), history.New(b), master.New(b)
	accounts := auth.New(r, auth.Options{
		Judge: j, Log: log, Now: o.now, Letters: o.letters, Name: o.name, Address: o.address,
		Ways: o.ways, PushKey: o.pushKey, Providers: o.providers, Chats: o.chats, Invite: o.invite,
	})
	for _, pages := range []interface{ Routes(mux page.Router) }{
		lists, setup.New(b), accounts, safety.New(r, j, o.terms),
		table.New(b, past, tools, o.streams), seat.New(b), press.New(b), past, tools, rulebook.New(b),
		learn.New(b), sandbox.New(b), print.New(b), docs.New(r), tournaments.New(r, j), social.New(b),
	} {
		pages.Routes(mux)
	}
	mux.HandleFunc("POST /language", r.SetLanguage)
	mux.HandleFunc("POST /theme", r.SetTheme)
	mux.HandleFunc("GET /healthz", healthy)
	mux.HandleFunc("GET /static/{file}", page.ServeStatic)
	mux.HandleFunc("GET /sw.js", page.ServeWorker)
	mux.HandleFunc("GET /app.webmanifest", r.ServeManifest)
	mux.HandleFunc("GET /offline", r.ServeOffline)
	mux.HandleFunc("/", r.NotFound)
	return r
}

func healthy(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("ok\n"))
}

// apart reports whether a request must not be answered in one transaction. These are requests for
// streams, for pictures that take seconds, and for anything that needs nothing from the judge, and
// the answers of identity providers, which sign people in.
func apart(r *http.Request) bool {
	return strings.HasSuffix(r.URL.Path, "/live") || strings.HasSuffix(r.URL.Path, "/end.png") || strings.HasSuffix(r.URL.Path, "/end.gif") || strings.HasPrefix(r.URL.Path, "/static/") || strings.HasPrefix(r.URL.Path, "/docs/files/") || strings.HasPrefix(r.URL.Path, oidc.Path) || r.URL.Path == "/healthz" || r.URL.Path == "/sw.js"
}
