package press

import (
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
)

// Pages serves the pages with a game's messages and its log.
type Pages struct {
	*gamepage.Base
}

// New returns the pages with a game's messages and its log.
func New(b *gamepage.Base) *Pages { return &Pages{Base: b} }

// Routes registers the handlers of the pages with a game's messages and its log.
func (s *Pages) Routes(mux page.Router) {
	s.HandlePage(mux, "/letters", s.lettersPage)
	mux.HandleFunc("GET /g/{id}/letters/part", s.lettersPart)
	mux.HandleFunc("GET /g/{id}/log", s.logPage)
	s.HandleForm(mux, "press", s.say, s.lettersAgain)
	s.HandleForm(mux, "propose", s.propose, s.lettersAgain)
	s.HandleForm(mux, "proposal", s.answerProposal, s.lettersAgain)
	s.HandleForms(mux, "/letters", map[string]func(*gamepage.Form) (string, error){
		"copies": s.setCopies, "mute": s.mute, "openletters": s.openLetters,
	})
}
