package table

import (
	"net/http"
)

// pressPages are the pages of the messages and the log of a game.
type pressPages struct {
	*Base
}

// NewPressPages returns the pages of the messages and the log of a game.
func NewPressPages(b *Base) *pressPages { return &pressPages{Base: b} }

// Routes adds the addresses of the pages of the messages and the log of a game.
func (s *pressPages) Routes(mux *http.ServeMux) {
	s.HandlePage(mux, "/letters", s.lettersPage)
	mux.HandleFunc("GET /g/{id}/letters/part", s.lettersPart)
	mux.HandleFunc("GET /g/{id}/log", s.logPage)
	s.HandleForm(mux, "press", s.say, s.lettersAgain)
	s.HandleForms(mux, "/letters", map[string]func(*tableForm) (string, error){
		"copies": s.setCopies, "openletters": s.openLetters,
	})
}
