package table

import (
	"net/http"

	"podesta/internal/web/page"
)

// historyPages are the pages of what has happened in a game.
type historyPages struct {
	*Base
	films      page.Cache // of phases, for the script that plays them
	chronicles chronicles
}

// NewHistoryPages returns the pages of what has happened in a game.
func NewHistoryPages(b *Base) *historyPages { return &historyPages{Base: b} }

// Routes adds the addresses of the pages of what has happened in a game.
func (s *historyPages) Routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /g/{id}/p/{n}", s.past)
	mux.HandleFunc("GET /g/{id}/p/{n}/steps.json", s.stepsData)
	mux.HandleFunc("GET /g/{id}/p/{n}/first.svg", s.firstDrawing)
	mux.HandleFunc("GET /g/{id}/drawing.css", s.drawingStyle)
	mux.HandleFunc("GET /g/{id}/film", s.film)
	mux.HandleFunc("GET /g/{id}/film.json", s.filmData)
	mux.HandleFunc("GET /g/{id}/charts", s.charts)
}
