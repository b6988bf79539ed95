package page

import (
	"net/http"
	"slices"
	"strings"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// Card shows the visitor's state in a tournament on every page except the pages of games, because
// players look for their next game on whatever page they have open.
type Card struct {
	Text  message.Message
	Link  string
	Asks  bool // whether it waits for an answer
	Plays bool // whether it is about a running game, to which Link leads
	At    Due  // when the round begins or the answer is due
}

// cardsOf returns the cards of a visitor. If they cannot be read it returns none, so that the
// page can still be shown.
func (s *Responder) cardsOf(r *http.Request, a *game.Account) []Card {
	parts, err := s.judge.Tournaments.TournamentParts(r.Context(), a.ID)
	if err != nil {
		return nil
	}
	var out []Card
	for i := range parts {
		p := &parts[i]
		c := Card{Text: p.Say(), Link: p.Link(), Asks: p.Asked, Plays: p.Game != "" && !p.Over && !p.Lost}
		if p.Begins() {
			c.At = DueFrom(p.Starts, s.now(), account.Zone(a))
		}
		out = append(out, c)
	}
	return out
}

// unsaid returns the cards, without cards of running games that the page shows among the visitor's
// games anyway.
func unsaid(cards []Card, shown *Present, here string) []Card {
	path, _, _ := strings.Cut(here, "?")
	return slices.DeleteFunc(cards, func(c Card) bool {
		if !c.Plays {
			return false
		}
		listed := path == "/" || path == "/inbox"
		return listed || shown != nil && slices.ContainsFunc(shown.Games, func(g PresentGame) bool { return g.Href == c.Link })
	})
}
