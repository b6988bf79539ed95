package setup

import (
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
)

// Pages serves the forms for new games, and for the settings of a game.
type Pages struct {
	*gamepage.Base
	pictures page.Cache // pictures of the start positions of scenarios
}

// New returns the forms for new games, and for the settings of a game.
func New(b *gamepage.Base) *Pages { return &Pages{Base: b} }

// Routes registers the handlers of the forms for new games, and for the settings of a game.
func (s *Pages) Routes(mux page.Router) {
	mux.HandleFunc("GET /new", s.newForm)
	mux.HandleFunc("POST /new", s.create)
	mux.HandleFunc("GET /host", s.hostNewForm)
	mux.HandleFunc("POST /host", s.hostNew)
	mux.HandleFunc("GET /tournaments/new", s.tournamentForm)
	mux.HandleFunc("POST /tournaments/new", s.tournamentNew)
	mux.HandleFunc("GET /tournaments/{id}/settings", s.tournamentSettings)
	mux.HandleFunc("POST /tournaments/{id}/settings", s.tournamentSave)
	mux.HandleFunc("GET /play", s.playPage)
	mux.HandleFunc("POST /play", s.playBegin)
	mux.HandleFunc("GET /scenarios/{id}/{file}", s.startPicture)
	mux.HandleFunc("GET /g/{id}/settings", s.settingsPage)
	mux.HandleFunc("POST /g/{id}/settings", s.saveSettings)
	mux.HandleFunc("POST /g/{id}/options", s.saveOptions)
}
