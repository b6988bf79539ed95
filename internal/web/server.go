package web

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"podesta/internal/judge"
	"podesta/machiavelli/dice"
)

// Table is what the pages need of the judge; *judge.Judge is one.
type Table interface {
	Create(ctx context.Context, g judge.NewGame) (*judge.Game, judge.Keys, error)
	Games(ctx context.Context) ([]*judge.Game, error)
	Game(ctx context.Context, id string) (*judge.Game, error)
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
}

var _ Table = (*judge.Judge)(nil)

// Server answers the judge's pages.
type Server struct {
	table Table
	log   *slog.Logger
	now   func() time.Time
	maps  drawings
}

// New makes the handler of all pages. The log gets what went wrong in the
// server itself; a nil log is the default one.
func New(t Table, log *slog.Logger) http.Handler {
	if log == nil {
		log = slog.Default()
	}
	s := &Server{table: t, log: log, now: time.Now}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.front)
	mux.HandleFunc("GET /new", s.newForm)
	mux.HandleFunc("POST /new", s.create)
	mux.HandleFunc("GET /g/{id}", s.game)
	mux.HandleFunc("GET /g/{id}/p/{n}", s.past)
	mux.HandleFunc("GET /g/{id}/map/{file}", s.drawing)
	mux.HandleFunc("GET /g/{id}/state", s.state)
	mux.HandleFunc("POST /g/{id}/check", s.check)
	mux.HandleFunc("POST /g/{id}/orders", s.saveOrders)
	mux.HandleFunc("POST /g/{id}/ready", s.setReady)
	mux.HandleFunc("POST /g/{id}/process", s.process)
	mux.HandleFunc("POST /g/{id}/deadline", s.setDeadline)
	mux.HandleFunc("POST /g/{id}/roll", s.setRoll)
	mux.HandleFunc("GET /g/{id}/dice.json", s.diceBook)
	mux.HandleFunc("POST /g/{id}/name", s.setName)
	mux.HandleFunc("POST /g/{id}/leave", s.leave)
	mux.HandleFunc("GET /healthz", healthy)
	mux.HandleFunc("GET /static/{file}", static)
	mux.HandleFunc("/", s.nowhere)
	return s.guard(mux)
}

func healthy(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("ok\n"))
}

func (s *Server) nowhere(w http.ResponseWriter, r *http.Request) {
	s.fail(w, r, http.StatusNotFound, "There is no such page", "The address is not one of this judge's. Look at the front page for its games.", nil)
}
