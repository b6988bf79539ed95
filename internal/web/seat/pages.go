package seat

import (
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
)

// Pages serves the pages of a seat.
type Pages struct {
	*gamepage.Base
}

// New returns the pages of a seat.
func New(b *gamepage.Base) *Pages { return &Pages{Base: b} }

// Routes registers the handlers of the pages of a seat.
func (s *Pages) Routes(mux page.Router) {
	s.HandlePage(mux, "/seat", s.seatPage)
	s.HandleForms(mux, "", map[string]func(*gamepage.Form) (string, error){
		"join": s.join, "watch": s.watch, "takeover": s.takeOver, "wishes": s.setWishes,
		"confirm": s.confirm, "unseat": s.unseat,
	})
	s.HandleForms(mux, "/seat", map[string]func(*gamepage.Form) (string, error){
		"resign": s.resign, "wait": s.setWait, "pass": s.setPass, "vote": s.vote, "agree": s.agree,
		"absence": s.setAbsence, "absence/drop": s.dropAbsence, "successor": s.nominate, "diary": s.addNote, "diary/drop": s.dropNote,
	})
}
