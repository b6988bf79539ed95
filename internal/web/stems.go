package web

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"sync"
)

// stems are what bodies of one kind have in common near their beginning, as
// drawings of one board do: it is compressed once, and of each body only the rest.
type stems struct {
	mu  sync.Mutex
	all map[string]*stem // by kind; a stem is never changed
}

// stem is what bodies of a kind have in common.
type stem struct {
	body  []byte
	flate []byte // compressed, so that more can follow; nil while one body alone is known
}

// The bounds of stems.
const (
	maxStems = 64
	minStem  = 16 << 10 // a shorter one is worth nothing
)

// restSqueezers compress what stands around a stem, as quickly as can be.
var restSqueezers = sync.Pool{New: func() any {
	z, _ := flate.NewWriter(nil, flate.BestSpeed) // fails for other levels only
	return z
}}

// pack compresses a body of a kind. Up to from it is its own.
func (x *stems) pack(kind string, from int, body []byte) *packed {
	s := x.of(kind, body[from:])
	if s == nil {
		return pack(body)
	}
	var b bytes.Buffer
	b.Grow(len(s.flate) + (len(body)-len(s.body))/2)
	b.Write([]byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255}) // the head of gzip: no name, no time
	z := restSqueezers.Get().(*flate.Writer)
	defer restSqueezers.Put(z)
	z.Reset(&b)
	_, _ = z.Write(body[:from]) // memory does not fail
	_ = z.Flush()
	b.Write(s.flate)
	z.Reset(&b)
	_, _ = z.Write(body[from+len(s.body):])
	_ = z.Close()
	end := binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(body))
	b.Write(binary.LittleEndian.AppendUint32(end, uint32(len(body))))
	return &packed{bytes.Clone(b.Bytes()), etag(body)}
}

// of is the stem with which what follows begins; nil if there is none. What the first
// bodies of a kind have in common becomes its stem, which gets shorter with a
// body that has less of it.
func (x *stems) of(kind string, body []byte) *stem {
	x.mu.Lock()
	defer x.mu.Unlock()
	s := x.all[kind]
	switch {
	case s == nil:
		if len(x.all) >= maxStems || x.all == nil {
			x.all = map[string]*stem{}
		}
		x.all[kind] = &stem{body: bytes.Clone(body)}
		return nil
	case s.flate != nil && bytes.HasPrefix(body, s.body):
		return s
	}
	n := 0
	for n < min(len(body), len(s.body)) && body[n] == s.body[n] {
		n++
	}
	s = &stem{body: bytes.Clone(s.body[:n])}
	x.all[kind] = s
	if n < minStem {
		s.body = nil // nothing is in common for ever
		return nil
	}
	s.flate = packStem(s.body)
	return s
}

// packStem compresses a stem thoroughly, so that more can follow.
func packStem(body []byte) []byte {
	var b bytes.Buffer
	z, _ := flate.NewWriter(&b, flate.BestCompression) // fails for other levels only
	_, _ = z.Write(body)                               // memory does not fail
	_ = z.Flush()
	return b.Bytes()
}
