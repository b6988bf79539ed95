package opendata

import (
	"math"
	"slices"
	"strings"
	"sync"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
)

// hasher computes the hash of positions that the Python package diplomacy saves
// with them and compares when it checks a game: a Zobrist hash, which is the
// exclusive or of random numbers, one for each fact of the position. The numbers
// come from Python's random module, whose seed depends on the map.
type hasher struct {
	places map[string]int
	powers map[machiavelli.Power]int

	unitType, unit, outType, out, center, home [][]uint64
}

// newHasher returns the hasher of a map. Its places are the areas, and each coast of areas that
// have several coasts.
func newHasher(d *dialect) *hasher {
	var places, centers, powers []string
	b := d.setting.Board
	for i := 1; i < len(b.Areas); i++ {
		at := board.ID(i)
		places = append(places, d.area(at))
		for _, c := range b.Areas[at].Coasts {
			places = append(places, d.place(board.Place{At: at, Coast: c}))
		}
		if b.Cities.Has(at) {
			centers = append(centers, d.area(at))
		}
	}
	for _, x := range d.powers() {
		powers = append(powers, d.power(x))
	}
	slices.Sort(places)
	slices.Sort(centers)
	slices.Sort(powers)
	h := &hasher{places: map[string]int{}, powers: map[machiavelli.Power]int{}}
	for i, name := range places {
		h.places[name] = i
	}
	for _, x := range d.powers() {
		h.powers[x] = slices.Index(powers, d.power(x))
	}
	seed, power := uint32(12345+len(places)), uint32(1)
	for _, c := range []byte(strings.Join(centers, "-")) {
		seed += uint32(c) * power
		power *= 7
	}
	r := newTwister(seed)
	table := func(rows int) [][]uint64 {
		t := make([][]uint64, rows)
		for i := range t {
			t[i] = make([]uint64, len(places))
			for j := range t[i] {
				t[i][j] = r.number()
			}
		}
		return t
	}
	h.unitType, h.unit = table(2), table(len(powers))
	h.outType, h.out = table(2), table(len(powers))
	h.center, h.home = table(len(powers)), table(len(powers))
	return h
}

// hash returns the hash of a position.
func (h *hasher) hash(d *dialect, p *position.Position) uint64 {
	var sum uint64
	add := func(u *position.Unit, kind, owner [][]uint64) {
		row, at := 0, h.places[d.place(u.Place())]
		if u.Type == machiavelli.Fleet {
			row = 1
		}
		sum ^= kind[row][at] ^ owner[h.powers[u.Owner]][at]
	}
	for i := range p.Units {
		add(&p.Units[i], h.unitType, h.unit)
	}
	for i := range p.Dislodged {
		add(&p.Dislodged[i].Unit, h.outType, h.out)
	}
	for _, x := range d.powers() {
		for _, at := range d.centers(p, x) {
			sum ^= h.center[h.powers[x]][h.places[d.area(at)]]
		}
		for _, at := range d.homes(p, x) {
			sum ^= h.home[h.powers[x]][h.places[d.area(at)]]
		}
	}
	return sum
}

// standardHasher returns the hasher of the standard map, which is created once.
var standardHasher = sync.OnceValues(func() (*hasher, error) {
	p, _, err := savedStart()
	if err != nil {
		return nil, err
	}
	return newHasher(newDialect(p.Setting)), nil
})

// twister is the generator of pseudorandom numbers MT19937 of Matsumoto and
// Nishimura, which Python's random module uses.
type twister struct {
	state [624]uint32
	next  int
}

// newTwister returns the generator as Python seeds it with a 32-bit number.
func newTwister(seed uint32) *twister {
	t := &twister{next: len(twister{}.state)}
	s := &t.state
	s[0] = 19650218
	for i := 1; i < len(s); i++ {
		s[i] = 1812433253*(s[i-1]^s[i-1]>>30) + uint32(i)
	}
	i := 1
	step := func() {
		if i++; i == len(s) {
			s[0], i = s[len(s)-1], 1
		}
	}
	for range s {
		s[i] = (s[i] ^ (s[i-1]^s[i-1]>>30)*1664525) + seed
		step()
	}
	for range len(s) - 1 {
		s[i] = (s[i] ^ (s[i-1]^s[i-1]>>30)*1566083941) - uint32(i)
		step()
	}
	s[0] = 1 << 31
	return t
}

// word returns the next 32 bits.
func (t *twister) word() uint32 {
	s := &t.state
	if t.next == len(s) {
		for i := range s {
			y := s[i]&(1<<31) | s[(i+1)%len(s)]&(1<<31-1)
			s[i] = s[(i+397)%len(s)] ^ y>>1
			if y&1 != 0 {
				s[i] ^= 0x9908b0df
			}
		}
		t.next = 0
	}
	y := s[t.next]
	t.next++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// number returns a number from 1 to 2^63-1, as Python's randint does.
func (t *twister) number() uint64 {
	for {
		low, high := uint64(t.word()), uint64(t.word()>>1)
		if n := high<<32 | low; n < math.MaxInt64 {
			return n + 1
		}
	}
}
