package dice

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
)

// SeedBytes is the length of a game's seed.
const SeedBytes = 32

// Commit returns the commitment to a seed. It is the SHA-256, in hexadecimal,
// of a fixed word, the game's identifier and the seed. It reveals nothing about
// the seed, and nobody can find another seed with the same commitment.
func Commit(game string, seed []byte) string {
	h := sha256.New()
	h.Write([]byte("podesta dice 1\x00" + game + "\x00"))
	h.Write(seed)
	return hex.EncodeToString(h.Sum(nil))
}

// Book is the published record of a game's dice. It contains the commitment and
// every roll and, when the game is over, the seed. Everyone can verify the dice
// with it.
type Book struct {
	Game       string      `json:"game"`
	Commitment string      `json:"commitment"`
	Seed       string      `json:"seed,omitempty"` // hexadecimal; empty until the game is over
	Phases     []BookPhase `json:"phases"`
}

// BookPhase holds the rolls of one phase.
type BookPhase struct {
	Phase    string  `json:"phase"`    // "fall 1454 orders"
	Campaign string  `json:"campaign"` // "fall 1454"
	Salt     string  `json:"salt,omitempty"`
	Throws   []Throw `json:"throws"`
}

// Finding is a roll that Verify found to be wrong or to have been set by hand.
type Finding struct {
	Phase string
	Throw Throw
	Want  int // the value that the seed produces; 0 for a roll set by hand
}

// String describes the finding in words.
func (f Finding) String() string {
	if f.Throw.Given {
		return fmt.Sprintf("%s: %q was set to %d by the game master", f.Phase, f.Throw.Name, f.Throw.Value)
	}
	return fmt.Sprintf("%s: %q is %d, but the seed gives %d", f.Phase, f.Throw.Name, f.Throw.Value, f.Want)
}

// Report is the outcome of Verify.
type Report struct {
	Throws int       // number of rolls that were recomputed
	Wrong  []Finding // rolls that differ
	Set    []Finding // rolls set by hand, which no seed can confirm
}

// Verify recomputes every roll of a book from its seed. It returns an error if
// the book cannot be verified, because it has no seed yet, because the seed
// does not match the commitment, or because a roll is impossible.
func (b *Book) Verify() (Report, error) {
	var r Report
	if b.Seed == "" {
		return r, fmt.Errorf("game %s: the seed is not in the book; it is published when the game is over", b.Game)
	}
	seed, err := hex.DecodeString(b.Seed)
	if err != nil {
		return r, fmt.Errorf("game %s: the seed is not hexadecimal: %w", b.Game, err)
	}
	if subtle.ConstantTimeCompare([]byte(Commit(b.Game, seed)), []byte(b.Commitment)) != 1 {
		return r, fmt.Errorf("game %s: this seed does not belong to the commitment %s", b.Game, b.Commitment)
	}
	for _, p := range b.Phases {
		again := New(seed, Scope(b.Game, p.Campaign, p.Salt), nil)
		for _, t := range p.Throws {
			if t.Dice < 1 || t.Dice > 255 || t.Faces < 1 {
				return r, fmt.Errorf("%s: %q: %d dice of %d faces cannot be thrown", p.Phase, t.Name, t.Dice, t.Faces)
			}
			if t.Given {
				r.Set = append(r.Set, Finding{p.Phase, t, 0})
				continue
			}
			r.Throws++
			if want := again.roll(t.Name, t.Dice, t.Faces); want != t.Value {
				r.Wrong = append(r.Wrong, Finding{p.Phase, t, want})
			}
		}
	}
	return r, nil
}
