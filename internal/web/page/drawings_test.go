package page

import (
	"bytes"
	"math/rand/v2"
	"strconv"
	"testing"
)

// TestDrawingsKept checks that the cache keeps what was requested last, and
// that its size stays within the limit.
func TestDrawingsKept(t *testing.T) {
	t.Parallel()
	noise := make([]byte, 10_000)
	rnd := rand.NewChaCha8([32]byte{1})
	_, _ = rnd.Read(noise)
	d := Cache{most: 200_000}
	d.Put("first", noise)
	for i := range 40 {
		noise[0] = byte(i)
		p := d.Put(strconv.Itoa(i), noise)
		if body, err := p.Body(); err != nil || !bytes.Equal(body, noise) {
			t.Fatalf("%d: another body: %v", i, err)
		}
		if _, ok := d.Get("first"); !ok {
			t.Fatalf("%d: what is asked for again and again is gone", i)
		}
	}
	if _, ok := d.Get("0"); ok {
		t.Error("what was not requested is still there")
	}
	if _, ok := d.Get("39"); !ok {
		t.Error("the last one is gone")
	}
	sum := 0
	for _, e := range d.all {
		sum += len(e.Value.(stored).p.gz)
	}
	if sum != d.size || sum > d.most || len(d.all) != d.used.Len() {
		t.Errorf("%d bytes in %d drawings; counted %d in %d", sum, len(d.all), d.size, d.used.Len())
	}
	d.Put("39", []byte("short"))
	if p, _ := d.Get("39"); len(p.gz) > 100 {
		t.Error("a drawing was not replaced")
	}
}
