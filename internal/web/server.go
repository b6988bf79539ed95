package web

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"podesta/internal/judge"
	"podesta/internal/pubsub"
	"podesta/internal/readtx"
	"podesta/internal/words"
)

// Letters writes the letters that hold secrets. Nothing of it is ever told to
// whoever asked.
type Letters interface {
	// Confirm writes to an address that somebody gave as theirs: the secret proves
	// it. Without a secret the address is an account's already, and its owner is
	// told that somebody asked.
	Confirm(ctx context.Context, m judge.SecretMail, name string) error
	// SignOn writes a link that signs on once; without a secret nobody has the
	// address, and nothing is written.
	SignOn(ctx context.Context, m judge.SecretMail) error
}

// Server answers the judge's pages.
type Server struct {
	judge   *judge.Judge
	log     *slog.Logger
	now     func() time.Time
	letters Letters
	atOnce  bool   // accounts are made without a letter
	name    string // of the judge
	address string // by which people reach it; empty: unknown
	maps    drawings
	boards  stems    // of maps
	films   drawings // of phases, for the script that plays them back

	chronicles chronicles
	lists      *Lists // nil: none are kept
	reliables  reliables
	unread     unreadCounts
	sandboxes  sandboxRoom
	shown      showcase
	once       onces
	work       chan struct{} // slots for what takes long
	streams    *pubsub.Hub   // of open pages
	looks      chan struct{} // slots for what they are told
	beats      beats
	public     publicStates
	languages  []*words.Catalogue
}

// Option is something that the pages have besides the judge.
type Option func(*Server)

// WithLetters lets people make accounts whose address is proved by a letter.
func WithLetters(l Letters) Option {
	return func(s *Server) { s.letters = l }
}

// WithoutLetters lets people make accounts whose address nobody has proved. It
// is for a judge without mail that only its own machine can reach.
func WithoutLetters() Option {
	return func(s *Server) { s.atOnce = true }
}

// WithClock sets the clock of the pages, which is that of the machine otherwise.
func WithClock(c judge.Clock) Option {
	return func(s *Server) { s.now = c.Now }
}

// maxWork is how many predictions are worked out at a time.
const maxWork = 2

// New makes the handler of all pages. The log gets what went wrong in the
// server itself; a nil log is the default one. Without an option that says how
// accounts are made nobody can make one here.
func New(j *judge.Judge, log *slog.Logger, options ...Option) http.Handler {
	if log == nil {
		log = slog.Default()
	}
	s := &Server{judge: j, log: log, now: time.Now, work: make(chan struct{}, maxWork), looks: make(chan struct{}, maxLooks), beats: usualBeats, languages: words.All()}
	for _, o := range options {
		o(s)
	}
	if s.streams == nil {
		s.streams = pubsub.New(j.Follow, log)
	}
	assets() // compressed before anybody asks for them
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.front)
	mux.HandleFunc("GET /games", s.games)
	mux.HandleFunc("GET /scenarios/{id}/{file}", s.startPicture)
	mux.HandleFunc("GET /new", s.newForm)
	mux.HandleFunc("POST /new", s.create)
	mux.HandleFunc("GET /g/{id}", s.game)
	mux.HandleFunc("GET /g/{id}/p/{n}", s.past)
	mux.HandleFunc("GET /g/{id}/map/{file}", s.drawing)
	mux.HandleFunc("GET /g/{id}/state", s.state)
	mux.HandleFunc("GET /g/{id}/live", s.live)
	mux.HandleFunc("GET /g/{id}/table.json", s.tableData)
	mux.HandleFunc("POST /g/{id}/check", s.check)
	mux.HandleFunc("POST /g/{id}/orders", s.saveOrders)
	mux.HandleFunc("POST /g/{id}/ready", s.setReady)
	mux.HandleFunc("GET /g/{id}/dice.json", s.diceBook)
	mux.HandleFunc("POST /g/{id}/name", s.setName)
	mux.HandleFunc("POST /g/{id}/leave", s.leave)
	s.accountRoutes(mux)
	s.playRoutes(mux)
	s.hostRoutes(mux)
	s.learnRoutes(mux)
	s.sandboxRoutes(mux)
	s.storyRoutes(mux)
	s.printRoutes(mux)
	s.legendRoutes(mux)
	mux.HandleFunc("POST /language", s.setLanguage)
	mux.HandleFunc("GET /healthz", healthy)
	mux.HandleFunc("GET /static/{file}", static)
	mux.HandleFunc("/", s.nowhere)
	return s.guard(readtx.Together(j.Together, readtx.Handler(j.Look, apart, mux)))
}

func healthy(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("ok\n"))
}

func (s *Server) nowhere(w http.ResponseWriter, r *http.Request) {
	s.fail(w, r, http.StatusNotFound, "Page not found", "Check the address, or look for the game on the front page.", nil)
}

// apart tells which requests are not answered from one moment: streams, and what
// reads nothing of the judge.
func apart(r *http.Request) bool {
	return strings.HasSuffix(r.URL.Path, "/live") || strings.HasPrefix(r.URL.Path, "/static/") || r.URL.Path == "/healthz"
}
