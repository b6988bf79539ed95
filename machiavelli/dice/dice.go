// Package dice gives named rolls: the value of a roll depends on the game's
// seed and the roll's own full name (game, campaign, purpose, subject), never
// on how many were thrown before it (SEQ-02), so that a phase that is processed
// again repeats its rolls, and orders that are changed move no other roll.
//
// The seed is the game's secret. Its commitment is made public when the game
// begins and the seed when it ends, so that everybody can work out all rolls
// again: see Commit and Verify.
package dice

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
)

// Dice throws the rolls of one phase and remembers them.
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

// Throw is one roll: its name in the phase, how many dice of how many faces,
// and their sum. Given marks a roll that was not thrown but set by hand.
type Throw struct {
	Name  string `json:"name"`
	Dice  int    `json:"dice"`
	Faces int    `json:"faces"`
	Value int    `json:"value"`
	Given bool   `json:"given,omitempty"`
}

// New makes the dice of a phase. The seed is the game's secret; scope names
// game and campaign (see Scope), so that the same roll in another campaign
// falls otherwise; a roll named in given has the value given there and is not
// thrown; see Err.
func New(seed []byte, scope string, given map[string]int) *Dice {
	return &Dice{seed: seed, scope: scope, given: given, thrown: map[string]int{}}
}

// Scope is the scope of a campaign's rolls: the game's identifier, the campaign
// ("fall 1454"), and a salt with which a game master has asked for fresh dice,
// usually empty. Both steps of a campaign, orders and retreats, share it, so
// that whether somebody must retreat moves no roll of the season's end.
func Scope(game, campaign, salt string) string {
	s := game + "/" + campaign
	if salt != "" {
		s += "/" + salt
	}
	return s
}

// D6 is the sum of n six-sided dice under that name. Equal names give equal
// values.
func (d *Dice) D6(name string, n int) int { return d.roll(name, n, 6) }

// Lot is a number from 1 to n under that name, each as likely as the others:
// one die of n faces.
func (d *Dice) Lot(name string, n int) int { return d.roll(name, 1, n) }

// roll throws n dice of so many faces.
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

// Thrown lists the rolls thrown so far, by name.
func (d *Dice) Thrown() map[string]int { return d.thrown }

// Err is the first roll given by hand whose value no dice can show; it was
// thrown instead.
func (d *Dice) Err() error { return d.err }

// Throws lists the rolls thrown so far, in their order.
func (d *Dice) Throws() []Throw { return d.throws }

// face is one fair die, number i of the roll: HMAC-SHA256 under the seed of
//
//	scope, name, i, try    each of the first two followed by a zero byte,
//	                       i and try as one byte each
//
// taken in 64-bit words from its beginning, big end first; the few words that
// would favour low faces are passed over, and when all are, try is one more.
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
