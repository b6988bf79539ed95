package setup

import (
	"context"
	"math/rand/v2"

	"podesta/internal/game"
)

// gameNames are names for new games: people of the time in which it is set.
var gameNames = []string{
	"Alberti", "Alfonso", "Alviano", "Aretino", "Ariosto", "Bandello", "Barbarigo", "Beatrice", "Bembo", "Bentivoglio",
	"Bianca", "Boiardo", "Borgia", "Bramante", "Brunelleschi", "Caterina", "Carmagnola", "Castiglione", "Cellini", "Clarice",
	"Colleoni", "Colonna", "Cosimo", "Donatello", "Doria", "Federigo", "Ferrante", "Ficino", "Filarete", "Foscari",
	"Ghiberti", "Giuliano", "Gonzaga", "Guicciardini", "Isabella", "Isotta", "Landino", "Lorenzo", "Lucrezia", "Ludovico",
	"Malatesta", "Manfredi", "Mantegna", "Masaccio", "Mocenigo", "Montefeltro", "Orsini", "Pazzi", "Piccinino", "Pico",
	"Poliziano", "Salutati", "Sannazaro", "Savonarola", "Sforza", "Simonetta", "Soderini", "Strozzi", "Trivulzio", "Visconti",
}

// unusedName returns a name that no game has, or "" if a few attempts find
// none.
func (s *Pages) unusedName(ctx context.Context) string {
	for range 5 {
		name := gameNames[rand.IntN(len(gameNames))]
		if _, err := s.Judge.Base.FindGame(ctx, name); game.ErrorCode(err) == game.NotFound {
			return name
		}
	}
	return ""
}
