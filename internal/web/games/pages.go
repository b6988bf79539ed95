package games

import (
	"podesta/internal/game"
	"podesta/internal/users"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
)

// Pages serves the lists of games and players.
type Pages struct {
	*gamepage.Base
	lists     *Lists // nil if lists are not cached
	rankings  tables[game.Ranking]
	ladders   tables[game.LadderRow]
	reliables table[users.Reliable]
	shown     showcase
}

// New returns the lists of games and players. If lists is nil, they are built for each visitor
// separately.
func New(b *gamepage.Base, lists *Lists) *Pages {
	s := &Pages{Base: b, lists: lists}
	b.FindPresent(s.present)
	if lists != nil {
		lists.tables = s.prepare
	}
	return s
}

// Routes registers the handlers of the lists of games and players.
func (s *Pages) Routes(mux page.Router) {
	mux.HandleFunc("GET /{$}", s.front)
	mux.HandleFunc("GET /games", s.games)
	mux.HandleFunc("GET /inbox", s.inboxView)
	mux.HandleFunc("GET /present", s.ServePresent)
	mux.HandleFunc("GET /queue", s.queueView)
	mux.HandleFunc("POST /queue", s.queueChange)
	mux.HandleFunc("GET /u/{name}", s.player)
	mux.HandleFunc("GET /ratings", s.ratings)
	mux.HandleFunc("GET /calendar/{file}", s.calendar)
}
