package page

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestStems checks that each body is complete, whatever it shares with others,
// and that from the second body on the shared part is compressed once.
func TestStems(t *testing.T) {
	t.Parallel()
	words := func(seed uint64, n int) []byte {
		rnd := rand.New(rand.NewPCG(seed, 0))
		out := make([]byte, n)
		for i := range out {
			out[i] = "abcdefgh"[rnd.IntN(8)]
		}
		return out
	}
	common := words(1, 3*minDictionary)
	var x Dictionaries
	for i, step := range []struct {
		body       []byte
		dictionary int // the expected length of the shared part; -1 if unknown
	}{
		{append(bytes.Clone(common), 'x', 'x'), -1},
		{append(bytes.Clone(common), 'y'), 3 * minDictionary},
		{append(bytes.Clone(common), words(2, 5000)...), 3 * minDictionary},
		{common, 3 * minDictionary},
		{append(bytes.Clone(common[:2*minDictionary]), "zz"...), 2 * minDictionary},
		{append(bytes.Clone(common), 'y'), 2 * minDictionary},
		{common[:2*minDictionary], 2 * minDictionary},
		{words(3, 100), -1},
		{append(bytes.Clone(common), 'y'), -1},
		{nil, -1},
	} {
		whole := append(words(uint64(10+i), 20*i), step.body...)
		body, err := x.Pack("map", 20*i, whole).Body()
		if err != nil || !bytes.Equal(body, whole) {
			t.Fatalf("body %d: %d bytes of %d, %v", i, len(body), len(whole), err)
		}
		have := -1
		if s := x.all["map"]; s.flate != nil {
			have = len(s.body)
		}
		if have != step.dictionary {
			t.Errorf("body %d: a dictionary of %d, want %d", i, have, step.dictionary)
		}
	}
	for i := range 2 * maxDictionaries {
		x.Pack(string(rune('a'+i)), 0, common)
	}
	if len(x.all) > maxDictionaries {
		t.Errorf("there are %d dictionaries", len(x.all))
	}
}
