package gamestate

import (
	"crypto/rand"
	"io"

	"podesta/internal/game"
	"podesta/machiavelli/dice"
)

// DrawFrom has the IDs of games made from now on, and the seeds of their dice,
// drawn from a source; nil stands for randomness that nobody can guess, which is
// what every judge begins with. It is for tests that play one game twice, and is
// called before the judge is used.
func (b *Base) DrawFrom(source io.Reader) { b.chance = source }

// DrawGame returns the ID of a new game and the seed of its dice.
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
