package judge

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
func (j *Judge) DrawFrom(source io.Reader) { j.chance = source }

// drawGame draws the ID of a new game and the seed of its dice.
func (j *Judge) drawGame() (id string, seed []byte, err error) {
	source := j.chance
	if source == nil {
		source = rand.Reader
	}
	raw := make([]byte, game.IDBytes+dice.SeedBytes)
	if _, err := io.ReadFull(source, raw); err != nil {
		return "", nil, err
	}
	return game.EncodeID(raw[:game.IDBytes]), raw[game.IDBytes:], nil
}
