package rulebook

import (
	"net/http"

	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/machiavelli/rules"
)

// Pages serves the pages that explain the rules and the maps.
type Pages struct {
	*gamepage.Base
}

// New returns the pages that explain the rules and the maps.
func New(b *gamepage.Base) *Pages { return &Pages{Base: b} }

// Routes registers the handlers of the pages that explain the rules and the maps.
func (s *Pages) Routes(mux page.Router) {
	mux.HandleFunc("GET /g/{id}/rules", s.rulesPage)
	mux.HandleFunc("GET /rules/{preset}", s.presetRules)
	mux.Handle("GET /rules", http.RedirectHandler("/rules/"+rules.DefaultPreset, http.StatusSeeOther))
	mux.HandleFunc("GET /legend", s.legend)
	mux.HandleFunc("GET /legend/signs.svg", s.legendSigns)
}
