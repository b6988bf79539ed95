package history

import (
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
)

// Pages serves the pages about what has happened in a game.
type Pages struct {
	*gamepage.Base
	films      page.Cache // films of phases, for the script that plays them
	chronicles chronicles
	souvenirs  *souvenirs
}

// New returns the pages about what has happened in a game.
func New(b *gamepage.Base) *Pages { return &Pages{Base: b, souvenirs: newSouvenirs()} }

// Routes registers the handlers of the pages about what has happened in a game.
func (s *Pages) Routes(mux page.Router) {
	mux.HandleFunc("GET /g/{id}/p/{n}", s.past)
	mux.HandleFunc("GET /g/{id}/p/{n}/steps.json", s.stepsData)
	mux.HandleFunc("GET /g/{id}/p/{n}/first.svg", s.firstDrawing)
	mux.HandleFunc("GET /g/{id}/drawing.css", s.drawingStyle)
	mux.HandleFunc("GET /g/{id}/film", s.film)
	mux.HandleFunc("GET /g/{id}/film.json", s.filmData)
	mux.HandleFunc("GET /g/{id}/charts", s.charts)
	mux.HandleFunc("GET /g/{id}/analysis", s.analysis)
	mux.HandleFunc("GET /g/{id}/end", s.end)
	mux.HandleFunc("GET /g/{id}/end.png", s.souvenir("image/png", "poster", s.drawPoster))
	mux.HandleFunc("GET /g/{id}/end.gif", s.souvenir("image/gif", "film", s.drawFilm))
	s.commentForms(mux)
}
