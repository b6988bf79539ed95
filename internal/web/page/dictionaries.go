package page

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"sync"
)

// Dictionaries holds compression dictionaries. Bodies of one kind, such as drawings of one
// board, share a long part near their beginning: it is compressed once, so that only the rest
// of each body has to be compressed.
type Dictionaries struct {
	mu  sync.Mutex
	all map[string]*dictionary // the dictionary of each kind; dictionaries are immutable
}

// dictionary is the part that bodies of a kind share.
type dictionary struct {
	body  []byte
	flate []byte // compressed so that more can follow; nil while only one body is known
}

// The limits of dictionaries.
const (
	maxDictionaries = 64
	minDictionary   = 16 << 10 // shorter ones are useless
)

// restSqueezers holds the fastest compressors, for the content around a dictionary.
var restSqueezers = sync.Pool{New: func() any {
	z, _ := flate.NewWriter(nil, flate.BestSpeed) // an error is only possible for other levels
	return z
}}

// Pack compresses a body of a kind. The bytes before the index from are not shared with other
// bodies.
func (x *Dictionaries) Pack(kind string, from int, body []byte) *Packed {
	s := x.of(kind, body[from:])
	if s == nil {
		return Pack(body)
	}
	var b bytes.Buffer
	b.Grow(len(s.flate) + (len(body)-len(s.body))/2)
	b.Write([]byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255}) // the header of gzip, without name and time
	z := restSqueezers.Get().(*flate.Writer)
	defer restSqueezers.Put(z)
	z.Reset(&b)
	_, _ = z.Write(body[:from]) // writing to memory cannot fail
	_ = z.Flush()
	b.Write(s.flate)
	z.Reset(&b)
	_, _ = z.Write(body[from+len(s.body):])
	_ = z.Close()
	end := binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(body))
	b.Write(binary.LittleEndian.AppendUint32(end, uint32(len(body))))
	return packed(b.Bytes(), body)
}

// of returns the dictionary with which body begins, or nil. The common part of the first bodies of
// a kind becomes its dictionary. A body that begins with only a part of it shortens it.
func (x *Dictionaries) of(kind string, body []byte) *dictionary {
	x.mu.Lock()
	defer x.mu.Unlock()
	s := x.all[kind]
	switch {
	case s == nil:
		if len(x.all) >= maxDictionaries || x.all == nil {
			x.all = map[string]*dictionary{}
		}
		x.all[kind] = &dictionary{body: bytes.Clone(body)}
		return nil
	case s.flate != nil && bytes.HasPrefix(body, s.body):
		return s
	}
	n := 0
	for n < min(len(body), len(s.body)) && body[n] == s.body[n] {
		n++
	}
	s = &dictionary{body: bytes.Clone(s.body[:n])}
	x.all[kind] = s
	if n < minDictionary {
		s.body = nil // frees the memory of the body
		return nil
	}
	s.flate = packDictionary(s.body)
	return s
}

// packDictionary compresses a dictionary thoroughly, so that more can follow.
func packDictionary(body []byte) []byte {
	var b bytes.Buffer
	z, _ := flate.NewWriter(&b, flate.BestCompression) // an error is only possible for other levels
	_, _ = z.Write(body)                               // writing to memory cannot fail
	_ = z.Flush()
	return b.Bytes()
}

// Shared returns the lengths of dictionaries, keyed by kind, with 0 for a kind whose dictionary is
// not compressed yet.
func (x *Dictionaries) Shared() map[string]int {
	x.mu.Lock()
	defer x.mu.Unlock()
	out := map[string]int{}
	for kind, s := range x.all {
		if s.flate == nil {
			out[kind] = 0
			continue
		}
		out[kind] = len(s.body)
	}
	return out
}
