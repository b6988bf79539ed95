// Package pack stores the texts of a resolved phase in a few bytes. The parts of a phase are
// joined and compressed with Zstandard, with a dictionary of what all phases have in common.
//
// A packed phase begins with the number of its format. A format never changes: a better
// dictionary, or another order of the parts, gets a new number, and old formats stay readable.
package pack

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Phase holds the parts of a resolved phase that are not stored in columns of their own. A nil
// part differs from an empty one.
type Phase struct {
	Position []byte
	// After is nil if the next phase begins with the position that this one ended with. It is
	// set in the last phase of a game, and if a master has corrected the next position.
	After  []byte
	Events []byte
	Throws []byte
	Orders map[int]string // orders, keyed by seat
}

// form1 is the number of the only format so far: the parts in the order defined by Parts,
// compressed with dictionary 1.
const form1 = 1

// largest is the maximum total size of a phase's parts, in bytes. It protects against damaged
// phases that would fill the memory.
const largest = 64 << 20

// dictionary1 is the concatenation of a few phases from games of all scenarios, half of them from
// the most popular scenario. Of many such dictionaries, it compresses phases of other games best.
// Whole phases save more than twice as much as a dictionary of the same size made of frequent
// texts. Phases packed with it cannot be read without it.
//
//go:embed phase1.dict
var dictionary1 []byte

// dictionaryID is the number of the dictionary within compressed data.
const dictionaryID = 1

// window is the distance within which repetitions are found, including the dictionary in front of
// the phase. It determines the memory use of an encoder.
const window = 256 << 10

// encoders holds encoders that are not in use. An encoder takes up 16 megabytes, so it is kept only
// while phases are packed one after another: the pool frees it at the second garbage collection.
var encoders = sync.Pool{New: func() any {
	e, err := zstd.NewWriter(nil,
		zstd.WithEncoderDictRaw(dictionaryID, dictionary1), zstd.WithEncoderLevel(zstd.SpeedBetterCompression),
		zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(window), zstd.WithLowerEncoderMem(true),
		zstd.WithEncoderCRC(true))
	if err != nil {
		panic("the dictionary of packed phases: " + err.Error())
	}
	return e
}}

var decoder = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderDictRaw(dictionaryID, dictionary1), zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(largest))
	if err != nil {
		panic("the dictionary of packed phases: " + err.Error())
	}
	return d
})

// ErrDamaged is returned for data that Pack did not write.
var ErrDamaged = errors.New("a packed phase is damaged")

// Pack returns the phase in the current format.
func (p *Phase) Pack() []byte {
	e := encoders.Get().(*zstd.Encoder)
	defer encoders.Put(e)
	return e.EncodeAll(p.Parts(), []byte{form1})
}

// Unpack reads a packed phase of any format.
func Unpack(data []byte) (*Phase, error) {
	if len(data) == 0 {
		return nil, fmt.Errorf("%w: it is empty", ErrDamaged)
	}
	if data[0] != form1 {
		return nil, fmt.Errorf("a packed phase has form %d, which this program does not know: a newer podesta has written it, or it is damaged", data[0])
	}
	parts, err := decoder().DecodeAll(data[1:], nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return read(parts)
}

// Parts returns the joined parts of the phase before compression. Each part is preceded by its
// length plus one, or by 0 for nil; the orders, each with its seat, come last.
func (p *Phase) Parts() []byte {
	out := make([]byte, 0, len(p.Position)+len(p.After)+len(p.Events)+len(p.Throws)+1024)
	for _, part := range [][]byte{p.Position, p.After, p.Throws} {
		out = add(out, part)
	}
	out = binary.AppendUvarint(out, uint64(len(p.Orders)))
	for _, seat := range slices.Sorted(maps.Keys(p.Orders)) {
		out = binary.AppendVarint(out, int64(seat))
		out = add(out, []byte(p.Orders[seat]))
	}
	return add(out, p.Events)
}

func add(out, part []byte) []byte {
	if part == nil {
		return binary.AppendUvarint(out, 0)
	}
	return append(binary.AppendUvarint(out, uint64(len(part))+1), part...)
}

// read splits joined parts.
func read(parts []byte) (*Phase, error) {
	r := reader{rest: parts}
	p := &Phase{Position: r.part(), After: r.part(), Throws: r.part()}
	n := r.length()
	if n > uint64(len(r.rest)) {
		r.broken = true
		n = 0
	}
	p.Orders = make(map[int]string, n)
	for range n {
		seat, size := binary.Varint(r.rest)
		r.skip(size)
		p.Orders[int(seat)] = string(r.part())
	}
	p.Events = r.part()
	if r.broken || len(r.rest) > 0 {
		return nil, fmt.Errorf("%w: its parts do not fit", ErrDamaged)
	}
	return p, nil
}

// reader reads joined parts from front to back.
type reader struct {
	rest   []byte
	broken bool
}

func (r *reader) skip(size int) {
	if size <= 0 || size > len(r.rest) {
		r.rest, r.broken = nil, true
		return
	}
	r.rest = r.rest[size:]
}

func (r *reader) length() uint64 {
	n, size := binary.Uvarint(r.rest)
	r.skip(size)
	return n
}

func (r *reader) part() []byte {
	n := r.length()
	if n == 0 {
		return nil
	}
	n--
	if n > uint64(len(r.rest)) {
		r.rest, r.broken = nil, true
		return nil
	}
	out := r.rest[:n:n]
	r.rest = r.rest[n:]
	return out
}
