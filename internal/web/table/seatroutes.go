package table

import (
	"net/http"
)

// seatPages are the pages of a seat.
type seatPages struct {
	*Base
}

// NewSeatPages returns the pages of a seat.
func NewSeatPages(b *Base) *seatPages { return &seatPages{Base: b} }

// Routes adds the addresses of the pages of a seat.
func (s *seatPages) Routes(mux *http.ServeMux) {
	s.HandlePage(mux, "/seat", s.seatPage)
	s.HandleForms(mux, "", map[string]func(*tableForm) (string, error){
		"join": s.join, "watch": s.watch, "takeover": s.takeOver, "wishes": s.setWishes,
	})
	s.HandleForms(mux, "/seat", map[string]func(*tableForm) (string, error){
		"resign": s.resign, "wait": s.setWait, "pass": s.setPass, "vote": s.vote, "agree": s.agree,
		"absence": s.setAbsence, "absence/drop": s.dropAbsence, "diary": s.addNote, "diary/drop": s.dropNote,
	})
}
