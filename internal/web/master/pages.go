package master

import (
	"net/http"

	"podesta/internal/game"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
)

// Pages serves the pages of a game's master.
type Pages struct {
	*gamepage.Base
	// Board returns the page of a game with its board, and the master's panel on
	// it. Package table sets it.
	Board func(r *http.Request, g *game.Game, role game.Role) (board any, panel *View, err error)
}

// New returns the pages of a game's master.
func New(b *gamepage.Base) *Pages { return &Pages{Base: b} }

// Routes registers the handlers of the pages of a game's master.
func (s *Pages) Routes(mux page.Router) {
	s.HandlePage(mux, "/master", s.masterPage)
	s.HandleForms(mux, "/master", map[string]func(*gamepage.Form) (string, error){
		"start": s.start, "muster": s.extendMuster, "pause": s.pause, "resume": s.resume, "times": s.setTimes, "eject": s.eject, "bot": s.setBot, "approve": s.approve,
		"promote": s.promote, "terminate": s.terminate, "unstart": s.unstart, "rollback": s.rollback, "hostroll": s.hostRoll, "carryout": s.carryOut,
	})
	mux.HandleFunc("POST /g/{id}/edit", s.edit)
	mux.HandleFunc("POST /g/{id}/edit/check", s.editCheck)
	mux.HandleFunc("GET /g/{id}/edit/map.svg", s.editMap)
	mux.HandleFunc("POST /g/{id}/predict", s.predict)
	mux.HandleFunc("POST /g/{id}/export", s.export)
}
