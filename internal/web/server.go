package web

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"podesta/internal/glance"
	"podesta/internal/judge"
	"podesta/internal/live"
	"podesta/internal/web/lang"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
)

// Judge is what the pages need of the judge; *judge.Judge is one.
type Judge interface {
	judge.Desk

	Look(ctx context.Context, f func(context.Context) error) error
	Together(ctx context.Context) (context.Context, func())
	Unsubscribe(ctx context.Context, game, key string) (judge.Unsubscribed, error)
	Passkeys
	People

	Create(ctx context.Context, g judge.NewGame) (*judge.Game, judge.Keys, error)
	Showcased(ctx context.Context) (intro, table string, err error)
	List(ctx context.Context, f judge.Filter) (judge.Page, error)
	Game(ctx context.Context, id string) (*judge.Game, error)
	FindGame(ctx context.Context, name string) (*judge.Game, error)
	Opening(ctx context.Context, id string) ([]event.Event, error)
	Seats(ctx context.Context, id string) ([]judge.Seat, error)
	Keys(ctx context.Context, id string) (judge.Keys, error)
	Role(ctx context.Context, id, key string) (judge.Role, error)
	TakeSeat(ctx context.Context, id string, role judge.Role, name string) error
	Current(ctx context.Context, id string) (*judge.Phase, error)
	Phase(ctx context.Context, id string, number int) (*judge.Phase, error)
	Phases(ctx context.Context, id string) ([]judge.PhaseInfo, error)
	Orders(ctx context.Context, id string, role judge.Role, seat int) (string, error)
	Check(ctx context.Context, id string, role judge.Role, seat int, text string) ([]judge.Verdict, error)
	Submit(ctx context.Context, id string, role judge.Role, seat, revision int, text string) ([]judge.Verdict, error)
	Ready(ctx context.Context, id string, role judge.Role, seat, revision int, ready bool) error
	Process(ctx context.Context, id string, role judge.Role, revision int) (*judge.Phase, error)
	SetDeadline(ctx context.Context, id string, role judge.Role, at time.Time) error
	SetRoll(ctx context.Context, id string, role judge.Role, revision int, name string, value int) error
	DiceBook(ctx context.Context, id string) (*dice.Book, error)

	MayPlay() bool
	Play(ctx context.Context, n judge.NewPlay) (g *judge.Game, key string, seat int, err error)
	PlayState(ctx context.Context, id string) (judge.PlayState, error)
	LeavePlay(ctx context.Context, id string, role judge.Role) error
	BackToPlay(ctx context.Context, id string, role judge.Role) error
	WatchPlay(ctx context.Context, id string, role judge.Role, phases int) error
	KeepPlay(ctx context.Context, id string, role judge.Role, account string) error
	PlaysOf(ctx context.Context, account string) ([]judge.PlayTable, error)

	States(ctx context.Context, game string, role judge.Role) ([]judge.SeatState, error)
	Roster(ctx context.Context, game string, role judge.Role) ([]judge.Person, error)
	Places(ctx context.Context, game string, role judge.Role) (judge.Places, error)
	Votes(ctx context.Context, game string, role judge.Role) ([]judge.VoteCount, error)
	Ballot(ctx context.Context, game string, role judge.Role, seat int) (judge.Ballot, error)
	SetPass(ctx context.Context, game string, role judge.Role, seat int, pass bool) error
	SetNormal(ctx context.Context, game string, role judge.Role) error
	SetCopies(ctx context.Context, game string, role judge.Role, on bool) error
	OpenLetters(ctx context.Context, game string, role judge.Role, agree bool) error
	Openness(ctx context.Context, game string, role judge.Role) (judge.Openness, error)
	Motions(ctx context.Context, game string, role judge.Role) ([]judge.Agreement, error)
	Agree(ctx context.Context, game string, role judge.Role, m judge.Motion, agree bool) error
	Told(ctx context.Context, game string) (int64, error)
	Addresses(ctx context.Context, account string) ([]judge.Address, error)
	Bouncing(ctx context.Context, account string) (*judge.Bouncing, error)
	SetEmail(ctx context.Context, account, email string) error
	SetLanguage(ctx context.Context, account, tag string) error
	RemoveAddress(ctx context.Context, account, email string) error
	Erase(ctx context.Context, account string) error
}

var _ Judge = (*judge.Judge)(nil)

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
	table   Judge
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
	streams    *live.Hub     // of open pages
	looks      chan struct{} // slots for what they are told
	beats      beats
	public     publicStates
	languages  []*lang.Catalogue
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
func New(j Judge, log *slog.Logger, options ...Option) http.Handler {
	if log == nil {
		log = slog.Default()
	}
	s := &Server{table: j, log: log, now: time.Now, work: make(chan struct{}, maxWork), looks: make(chan struct{}, maxLooks), beats: usualBeats, languages: lang.All()}
	for _, o := range options {
		o(s)
	}
	if s.streams == nil {
		s.streams = live.New(j.Follow, log)
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
	return s.guard(glance.Together(j.Together, glance.Handler(j.Look, apart, mux)))
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
