// Package dice gives named rolls: the value of a roll depends on the game's
// seed and the roll's own name, never on how many were thrown before it
// (SEQ-02), so that a phase that is processed again repeats its rolls.
package dice

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"strconv"
)

// Dice throws the rolls of one phase and remembers them.
type Dice struct {
	seed   []byte
	scope  string
	given  map[string]int
	thrown map[string]int
}

// New makes the dice of a phase. The seed is the game's secret; scope names
// the phase, so that the same roll in another phase falls otherwise; a roll
// named in given has the value given there and is not thrown.
func New(seed []byte, scope string, given map[string]int) *Dice {
	return &Dice{seed: seed, scope: scope, given: given, thrown: map[string]int{}}
}

// D6 is the sum of n six-sided dice under that name. Equal names give equal
// values.
func (d *Dice) D6(name string, n int) int {
	if v, ok := d.given[name]; ok {
		d.thrown[name] = v
		return v
	}
	sum := 0
	for i := range n {
		sum += d.face(name, i)
	}
	d.thrown[name] = sum
	return sum
}

// Thrown lists the rolls thrown so far, by name.
func (d *Dice) Thrown() map[string]int { return d.thrown }

// face is one fair die: HMAC-SHA256 of the roll's full name under the seed,
// taken in 64-bit words, the few words that would favour low faces rejected.
func (d *Dice) face(name string, i int) int {
	const limit = ^uint64(0) - ^uint64(0)%6
	for try := 0; ; try++ {
		mac := hmac.New(sha256.New, d.seed)
		mac.Write([]byte(d.scope + "\x00" + name + "\x00" + strconv.Itoa(i) + "\x00" + strconv.Itoa(try)))
		sum := mac.Sum(nil)
		for off := 0; off+8 <= len(sum); off += 8 {
			if w := binary.BigEndian.Uint64(sum[off:]); w < limit {
				return int(w%6) + 1
			}
		}
	}
}
