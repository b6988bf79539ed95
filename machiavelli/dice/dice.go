// Package dice makes named rolls. The value of a roll depends on the game's
// seed and the roll's full name (game, campaign, purpose, subject), never on
// the number of earlier rolls (SEQ-02). So a phase that is resolved again
// repeats its rolls, and changed orders do not change other rolls.
//
// The seed is the game's secret. Its commitment is published when the game
// begins, and the seed when it ends, so that everyone can verify all rolls (see
// Commit and Verify).
package dice

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
)

// Dice makes the rolls of one phase and remembers them.
type Dice struct {
	seed   []byte
	scope  string
	given  map[string]int
	thrown map[string]int
	throws []Throw
	err    error

	mac  hash.Hash
	text []byte
	sum  []byte
}

// Throw is one roll. It holds its name in the phase, the numbers of dice and
// faces, and the sum of the dice. Given says whether the sum was set by hand.
type Throw struct {
	Name  string `json:"name"`
	Dice  int    `json:"dice"`
	Faces int    `json:"faces"`
	Value int    `json:"value"`
	Given bool   `json:"given,omitempty"`
}

// New returns the dice of a phase. The seed is the game's secret. The parameter scope names the
// game and the campaign (see Scope), so that a roll of the same name in another campaign has
// another value. A roll named in the map given has the value given there (see Err).
func New(seed []byte, scope string, given map[string]int) *Dice {
	return &Dice{seed: seed, scope: scope, given: given, thrown: map[string]int{}}
}

// Scope returns the scope of a campaign's rolls. It consists of the game's
// identifier, the campaign, such as "fall 1454", and a salt. The salt is empty
// unless a game master has requested new dice. Orders and retreats of a
// campaign share its scope, so that the existence of retreats does not change
// the rolls at the end of the season.
func Scope(game, campaign, salt string) string {
	s := game + "/" + campaign
	if salt != "" {
		s += "/" + salt
	}
	return s
}

// D6 returns the sum of n six-sided dice for the roll with the given name. Equal names have equal
// values.
func (d *Dice) D6(name string, n int) int { return d.roll(name, n, 6) }

// Lot returns a number from 1 to n for the roll with the given name. All numbers are equally
// likely, as with one die of n faces.
func (d *Dice) Lot(name string, n int) int { return d.roll(name, 1, n) }

// roll rolls n dice with the given number of faces.
func (d *Dice) roll(name string, n, faces int) int {
	if v, ok := d.thrown[name]; ok {
		return v
	}
	v, given := d.given[name]
	if given && (v < n || v > n*faces) {
		if d.err == nil {
			d.err = fmt.Errorf("the roll %q cannot be %d: it is the sum of %d dice with %d faces", name, v, n, faces)
		}
		v, given = 0, false
	}
	if !given {
		for i := range n {
			v += d.face(name, i, uint64(faces))
		}
	}
	d.thrown[name] = v
	d.throws = append(d.throws, Throw{Name: name, Dice: n, Faces: faces, Value: v, Given: given})
	return v
}

// Thrown returns the values of the rolls made so far, keyed by name.
func (d *Dice) Thrown() map[string]int { return d.thrown }

// Err returns an error for the first roll that was given an impossible value by hand. The value
// of the dice was used instead.
func (d *Dice) Err() error { return d.err }

// Throws returns the rolls made so far, in order.
func (d *Dice) Throws() []Throw { return d.throws }

// face rolls the fair die number i of the roll. It computes the HMAC-SHA256, keyed with the seed,
// of
//
//	scope, name, i, try    each of the first two followed by a zero byte,
//	                       i and try as one byte each
//
// and reads it in big-endian 64-bit words from its beginning. The few words that would
// favour low faces are skipped; if every word is skipped, try is increased by one.
func (d *Dice) face(name string, i int, faces uint64) int {
	if d.mac == nil {
		d.mac = hmac.New(sha256.New, d.seed)
	}
	limit := ^uint64(0) - ^uint64(0)%faces
	d.text = append(append(d.text[:0], d.scope...), 0)
	d.text = append(append(d.text, name...), 0, byte(i), 0)
	for {
		d.mac.Reset()
		d.mac.Write(d.text)
		d.sum = d.mac.Sum(d.sum[:0])
		for off := 0; off+8 <= len(d.sum); off += 8 {
			if w := binary.BigEndian.Uint64(d.sum[off:]); w < limit {
				return int(w%faces) + 1
			}
		}
		d.text[len(d.text)-1]++
	}
}
