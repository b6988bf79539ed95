package table

import (
	"net/http"

	"podesta/machiavelli/rules"
)

// rulebookPages are the pages that explain the rules and the maps.
type rulebookPages struct {
	*Base
}

// NewRulebookPages returns the pages that explain the rules and the maps.
func NewRulebookPages(b *Base) *rulebookPages { return &rulebookPages{Base: b} }

// Routes adds the addresses of the pages that explain the rules and the maps.
func (s *rulebookPages) Routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /g/{id}/rules", s.rulesPage)
	mux.HandleFunc("GET /rules/{preset}", s.presetRules)
	mux.Handle("GET /rules", http.RedirectHandler("/rules/"+rules.DefaultPreset, http.StatusSeeOther))
	mux.HandleFunc("GET /legend", s.legend)
	mux.HandleFunc("GET /legend/signs.svg", s.legendSigns)
}
