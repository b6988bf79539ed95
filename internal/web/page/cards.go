package page

import (
	"net/http"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// Card says on every page, except those of games, where the visitor stands in a
// tournament: players look for their table whatever page they have open.
type Card struct {
	Text message.Message
	Link string
	Asks bool // waits for an answer
	At   Due  // when the round begins or the answer is due
}

// cardsOf returns the cards of a visitor. It must not fail a page: without an
// answer there are none.
func (s *Responder) cardsOf(r *http.Request, a *game.Account) []Card {
	parts, err := s.judge.Tournaments.TournamentParts(r.Context(), a.ID)
	if err != nil {
		return nil
	}
	var out []Card
	for i := range parts {
		p := &parts[i]
		c := Card{Text: p.Say(), Link: p.Link(), Asks: p.Asked}
		if p.Begins() {
			c.At = DueFrom(p.Starts, s.now(), account.Zone(a))
		}
		out = append(out, c)
	}
	return out
}
