package gamestate

import (
	"crypto/rand"
	"io"

	"podesta/internal/game"
	"podesta/machiavelli/dice"
)

// DrawFrom sets the source of the IDs of new games and of the seeds of their dice. nil means
// unpredictable randomness, the default. It is for tests that need the same game twice, and must be
// called before the judge is used.
func (b *Base) DrawFrom(source io.Reader) { b.chance = source }

// DrawGame returns a random ID for a new game and a random seed for its dice.
func (b *Base) DrawGame() (id string, seed []byte, err error) {
	source := b.chance
	if source == nil {
		source = rand.Reader
	}
	raw := make([]byte, game.IDBytes+dice.SeedBytes)
	if _, err := io.ReadFull(source, raw); err != nil {
		return "", nil, err
	}
	return game.EncodeID(raw[:game.IDBytes]), raw[game.IDBytes:], nil
}
