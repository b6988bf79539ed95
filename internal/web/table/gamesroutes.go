package table

import (
	"net/http"
)

// gamesPages are the lists of games and players.
type gamesPages struct {
	*Base
	lists     *Lists // nil: lists are not cached
	reliables reliables
	shown     showcase
}

// NewGamesPages returns the lists of games and players. Without lists they are made for every
// visitor.
func NewGamesPages(b *Base, lists *Lists) *gamesPages { return &gamesPages{Base: b, lists: lists} }

// Routes adds the addresses of the lists of games and players.
func (s *gamesPages) Routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /{$}", s.front)
	mux.HandleFunc("GET /games", s.games)
	mux.HandleFunc("GET /inbox", s.inboxView)
	mux.HandleFunc("GET /u/{name}", s.player)
	mux.HandleFunc("GET /ratings", s.ratings)
}

// ForgetReliable invalidates the table of reliability, because a player no
// longer wants to be listed.
func (s *gamesPages) ForgetReliable() { s.reliables.forget() }
