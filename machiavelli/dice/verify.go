package dice

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
)

// SeedBytes is the length of a game's seed.
const SeedBytes = 32

// Commit is the commitment to a seed: the SHA-256 of a fixed word, the game's
// identifier and the seed, in hexadecimal. It tells nothing of the seed, and no
// other seed has it.
func Commit(game string, seed []byte) string {
	h := sha256.New()
	h.Write([]byte("podesta dice 1\x00" + game + "\x00"))
	h.Write(seed)
	return hex.EncodeToString(h.Sum(nil))
}

// Book is the record of a game's dice as it is published: the commitment from
// the beginning on, the seed once the game is over, and every throw. All that
// is needed to check the dice stands in it.
type Book struct {
	Game       string      `json:"game"`
	Commitment string      `json:"commitment"`
	Seed       string      `json:"seed,omitempty"` // hexadecimal; empty while the game goes on
	Phases     []BookPhase `json:"phases"`
}

// BookPhase is what was thrown in one phase.
type BookPhase struct {
	Phase    string  `json:"phase"`    // "fall 1454 orders"
	Campaign string  `json:"campaign"` // "fall 1454"
	Salt     string  `json:"salt,omitempty"`
	Throws   []Throw `json:"throws"`
}

// Finding is what Verify has against a throw, or notes about it.
type Finding struct {
	Phase string
	Throw Throw
	Want  int // what the seed gives; 0 for a roll set by hand
}

// String tells the finding in words.
func (f Finding) String() string {
	if f.Throw.Given {
		return fmt.Sprintf("%s: %q was set to %d by the game master", f.Phase, f.Throw.Name, f.Throw.Value)
	}
	return fmt.Sprintf("%s: %q is %d, but the seed gives %d", f.Phase, f.Throw.Name, f.Throw.Value, f.Want)
}

// Report is the outcome of Verify.
type Report struct {
	Throws int       // how many throws were worked out again
	Wrong  []Finding // throws that differ
	Set    []Finding // throws set by hand, which no seed can confirm
}

// Verify works out every throw of a book again from its seed. It is an error
// if the book cannot be checked: no seed yet, a seed that does not belong to
// the commitment, or a throw that no dice can show.
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
