package web

import (
	"bytes"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"testing"

	"podesta/atlas"
	"podesta/internal/judge"
)

// TestStems: whatever bodies of a kind have in common, each is whole; from the
// second on what they share is compressed once.
func TestStems(t *testing.T) {
	words := func(seed uint64, n int) []byte {
		rnd := rand.New(rand.NewPCG(seed, 0))
		out := make([]byte, n)
		for i := range out {
			out[i] = "abcdefgh"[rnd.IntN(8)]
		}
		return out
	}
	common := words(1, 3*minStem)
	var x stems
	for i, step := range []struct {
		body []byte
		stem int // how much is in common then; -1: nothing is known
	}{
		{append(bytes.Clone(common), 'x', 'x'), -1},
		{append(bytes.Clone(common), 'y'), 3 * minStem},
		{append(bytes.Clone(common), words(2, 5000)...), 3 * minStem},
		{common, 3 * minStem},
		{append(bytes.Clone(common[:2*minStem]), "zz"...), 2 * minStem},
		{append(bytes.Clone(common), 'y'), 2 * minStem},
		{common[:2*minStem], 2 * minStem},
		{words(3, 100), -1},
		{append(bytes.Clone(common), 'y'), -1},
		{nil, -1},
	} {
		whole := append(words(uint64(10+i), 20*i), step.body...)
		body, err := x.pack("map", 20*i, whole).body()
		if err != nil || !bytes.Equal(body, whole) {
			t.Fatalf("body %d: %d bytes of %d, %v", i, len(body), len(whole), err)
		}
		have := -1
		if s := x.all["map"]; s.flate != nil {
			have = len(s.body)
		}
		if have != step.stem {
			t.Errorf("body %d: a stem of %d, want %d", i, have, step.stem)
		}
	}
	for i := range 2 * maxStems {
		x.pack(string(rune('a'+i)), 0, common)
	}
	if len(x.all) > maxStems {
		t.Errorf("%d stems are kept", len(x.all))
	}
}

// TestMapsShareTheirBoard: maps of different phases are compressed around what
// they have in common, and are no larger for it.
func TestMapsShareTheirBoard(t *testing.T) {
	h := open(t)
	s := &Server{judge: h.judge}
	id, b := h.game(url.Values{"scenario": {"B"}, "preset": {"battleline-1978-optional"}, "solitaire": {"1"}})
	b.post("/g/"+id+"/orders", url.Values{"revision": {strconv.Itoa(h.revision(id))}, "then": {"process"}, "anyway": {"1"}})
	g, err := h.judge.Game(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	o := atlas.Options{Theme: "light", Size: atlas.Screen}
	for n := range 3 {
		body, err := s.draw(httptest.NewRequest(http.MethodGet, "/", nil), g, 1+n%2, false, judge.Role{}, o)
		if err != nil {
			t.Fatal(err)
		}
		p := s.packMap(g, o, body)
		if back, err := p.body(); err != nil || !bytes.Equal(back, body) {
			t.Fatalf("another map: %v", err)
		}
		if whole := pack(body); len(p.gz) > len(whole.gz)*21/20 {
			t.Errorf("%d bytes around the board, %d without it", len(p.gz), len(whole.gz))
		}
	}
	for _, x := range s.boards.all {
		if len(x.body) < 2*minStem || x.flate == nil {
			t.Errorf("maps share %d bytes", len(x.body))
		}
	}
}
