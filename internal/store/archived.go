package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"

	"podesta/internal/game"
	"podesta/internal/pack"
)

// An object of the archive holds the phases, orders and log of a game as JSON
// (archiveFile), compressed with Zstandard. Its columns are those of the tables,
// except that packed phases are unpacked: next to each other, the phases of a
// game compress better than each by itself.

// archiveFormat and archiveVersion are at the beginning of an object.
const (
	archiveFormat  = "podesta archived game"
	archiveVersion = 1
)

// archiveFile is the content of an object.
type archiveFile struct {
	Format  string          `json:"format"`
	Version int             `json:"version"`
	Game    string          `json:"game"`
	Phases  []archivedPhase `json:"phases"`
	Entries []archivedEntry `json:"entries"`
}

// archivedPhase is a row of phase with its orders. Null is NULL.
type archivedPhase struct {
	Number   int            `json:"number"`
	Phase    string         `json:"phase"`
	Packed   bool           `json:"packed,omitempty"`
	Position string         `json:"position"`
	After    *string        `json:"after,omitempty"`
	Events   *string        `json:"events,omitempty"`
	Throws   *string        `json:"throws,omitempty"`
	Salt     string         `json:"salt,omitempty"`
	Given    *string        `json:"given,omitempty"`
	Engine   *string        `json:"engine,omitempty"`
	Done     *int64         `json:"done,omitempty"`   // microseconds since 1970 UTC
	Orders   map[int]string `json:"orders,omitempty"` // by seat, of a packed phase
	Rows     map[int]string `json:"rows,omitempty"`   // by seat, in the table of orders
}

// archivedEntry is a row of entry.
type archivedEntry struct {
	Seq      int64   `json:"seq"`
	Told     *int64  `json:"told,omitempty"`
	Kind     string  `json:"kind"`
	Phase    string  `json:"phase"`
	Number   int     `json:"number"`
	Seat     int     `json:"seat"`
	Audience string  `json:"audience"`
	Data     *string `json:"data,omitempty"`
}

// archiveRef says where an archived game is. It is stored with the game.
type archiveRef struct {
	Object  string    `json:"object"`
	Sum     string    `json:"sum"` // SHA-256 of the object, in hexadecimal
	Bytes   int64     `json:"bytes"`
	Phases  int       `json:"phases"`
	Entries int       `json:"entries"`
	Moved   time.Time `json:"moved"`
}

// archiveSum returns the checksum of an object.
func archiveSum(object []byte) string {
	sum := sha256.Sum256(object)
	return hex.EncodeToString(sum[:])
}

// archiveEncoder finds repetitions across a whole game.
var archiveEncoder = sync.OnceValue(func() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithWindowSize(8<<20), zstd.WithLowerEncoderMem(true), zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic("the compression of archived games: " + err.Error())
	}
	return e
})

// largestArchived is the limit of a game's size without compression. It protects
// the memory from a damaged object.
const largestArchived = 512 << 20

var archiveDecoder = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(largestArchived))
	if err != nil {
		panic("the compression of archived games: " + err.Error())
	}
	return d
})

// encode returns the object of a game.
func (f *archiveFile) encode() ([]byte, error) {
	var plain bytes.Buffer
	e := json.NewEncoder(&plain)
	e.SetEscapeHTML(false)
	if err := e.Encode(f); err != nil {
		return nil, err
	}
	return archiveEncoder().EncodeAll(plain.Bytes(), nil), nil
}

// errArchiveDamaged is returned for an object that is not what was written.
var errArchiveDamaged = errors.New("the object in the archive is damaged")

// archivedGame is an archived game in memory. It is not changed.
type archivedGame struct {
	file    *archiveFile
	phases  map[int]*archivedPhase
	entries []game.Entry
	size    int64 // approximately, in memory
}

// openArchived reads the object of a game.
func openArchived(gameID string, ref *archiveRef, object []byte) (*archivedGame, error) {
	if sum := archiveSum(object); sum != ref.Sum {
		return nil, fmt.Errorf("%w: %s has %d bytes with another checksum than the %d that were written", errArchiveDamaged, ref.Object, len(object), ref.Bytes)
	}
	plain, err := archiveDecoder().DecodeAll(object, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", errArchiveDamaged, ref.Object, err)
	}
	a := &archivedGame{file: &archiveFile{}, phases: map[int]*archivedPhase{}, size: 3 * int64(len(plain))}
	if err := json.Unmarshal(plain, a.file); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", errArchiveDamaged, ref.Object, err)
	}
	switch f := a.file; {
	case f.Format != archiveFormat || f.Version < 1 || f.Game != gameID:
		return nil, fmt.Errorf("%w: %s does not hold the game %s", errArchiveDamaged, ref.Object, gameID)
	case f.Version > archiveVersion:
		return nil, fmt.Errorf("%s has version %d, and this program knows %d: a newer podesta has written it", ref.Object, f.Version, archiveVersion)
	}
	for i := range a.file.Phases {
		a.phases[a.file.Phases[i].Number] = &a.file.Phases[i]
	}
	for i := range a.file.Entries {
		e, err := a.file.Entries[i].entry(gameID)
		if err != nil {
			return nil, fmt.Errorf("%w: %s: entry %d: %w", errArchiveDamaged, ref.Object, a.file.Entries[i].Seq, err)
		}
		a.entries = append(a.entries, e)
	}
	return a, nil
}

// optional returns a text, or nil for nil.
func optional(s *string) []byte {
	if s == nil {
		return nil
	}
	return []byte(*s)
}

// column returns a column that may be NULL from a part.
func column(part []byte) *string {
	if part == nil {
		return nil
	}
	s := string(part)
	return &s
}

// instant returns the time of a column.
func instant(micros *int64) time.Time {
	if micros == nil {
		return time.Time{}
	}
	return time.UnixMicro(*micros).UTC()
}

// entry returns the record of a row.
func (r *archivedEntry) entry(gameID string) (game.Entry, error) {
	e := game.Entry{Game: gameID, Seq: r.Seq, At: instant(r.Told), Kind: game.EntryKind(r.Kind), Number: r.Number, From: r.Seat, Data: optional(r.Data)}
	if err := (phase{&e.Phase}).Scan(r.Phase); err != nil {
		return e, err
	}
	return e, json.Unmarshal([]byte(r.Audience), &e.Audience)
}

// record returns the record of a phase, as it is read from the tables.
func (a *archivedGame) record(gameID string, number int) (game.PhaseRecord, error) {
	r := a.phases[number]
	if r == nil {
		return game.PhaseRecord{}, game.ErrNoRecord
	}
	p := game.PhaseRecord{
		Game: gameID, Number: number, Position: []byte(r.Position), After: optional(r.After), Events: optional(r.Events), Salt: r.Salt, Done: instant(r.Done),
	}
	if r.Engine != nil {
		p.Engine = *r.Engine
	}
	if err := (phase{&p.Phase}).Scan(r.Phase); err != nil {
		return p, damagedPhase(gameID, number, err)
	}
	for _, x := range []struct {
		text *string
		into any
	}{{r.Throws, &p.Throws}, {r.Given, &p.Given}} {
		if x.text == nil {
			continue
		}
		if err := json.Unmarshal([]byte(*x.text), x.into); err != nil {
			return p, damagedPhase(gameID, number, err)
		}
	}
	if r.Packed && r.After == nil {
		next := a.phases[number+1]
		if next == nil {
			return p, damagedPhase(gameID, number, errors.New("the next phase is missing, which begins with the position after it"))
		}
		p.After = []byte(next.Position)
	}
	return p, nil
}

// orders returns the orders of a phase by seat.
func (a *archivedGame) orders(number int) map[int]string {
	out := map[int]string{}
	if r := a.phases[number]; r != nil {
		maps.Copy(out, r.Orders)
		maps.Copy(out, r.Rows)
	}
	return out
}

// list lists the phases in order.
func (a *archivedGame) list() ([]game.PhaseInfo, error) {
	var out []game.PhaseInfo
	for i := range a.file.Phases {
		p := game.PhaseInfo{Number: a.file.Phases[i].Number}
		if err := (phase{&p.Phase}).Scan(a.file.Phases[i].Phase); err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// after returns the entries that follow one.
func (a *archivedGame) after(seq int64, limit int) []game.Entry {
	i, _ := slices.BinarySearchFunc(a.entries, seq+1, func(e game.Entry, seq int64) int { return int(e.Seq - seq) })
	list := a.entries[i:]
	if limit > 0 && len(list) > limit {
		list = list[:limit]
	}
	return copies(list)
}

// letters returns the last press entries before one, oldest first.
func (a *archivedGame) letters(before int64, limit int) []game.Entry {
	var out []game.Entry
	for i := len(a.entries) - 1; i >= 0 && (limit <= 0 || len(out) < limit); i-- {
		if e := a.entries[i]; e.Kind == game.PressEntry && (before <= 0 || e.Seq < before) {
			out = append(out, e)
		}
	}
	slices.Reverse(out)
	return copies(out)
}

// end returns the number of the last entry.
func (a *archivedGame) end() int64 {
	if len(a.entries) == 0 {
		return 0
	}
	return a.entries[len(a.entries)-1].Seq
}

// copies returns entries that their reader may change.
func copies(list []game.Entry) []game.Entry {
	if len(list) == 0 {
		return nil
	}
	out := slices.Clone(list)
	for i := range out {
		out[i].Data = bytes.Clone(out[i].Data)
		out[i].Audience.Seats = slices.Clone(out[i].Audience.Seats)
	}
	return out
}

// readArchiveFile reads the rows of a game that an object will hold.
func (x *tx) readArchiveFile(gameID string) (*archiveFile, error) {
	f := &archiveFile{Format: archiveFormat, Version: archiveVersion, Game: gameID}
	var err error
	f.Phases, err = all(x, func(row row) (p archivedPhase, err error) {
		var position, packed []byte
		if err := row(&p.Number, &p.Phase, &position, &p.After, &p.Events, &p.Throws, &p.Salt, &p.Given, &p.Engine, &p.Done, &packed); err != nil {
			return p, err
		}
		p.Position = string(position)
		if packed == nil {
			return p, nil
		}
		parts, err := pack.Unpack(packed)
		if err != nil {
			return p, damagedPhase(gameID, p.Number, err)
		}
		p.Packed, p.Position, p.After, p.Events, p.Throws, p.Orders = true, string(parts.Position), column(parts.After), column(parts.Events), column(parts.Throws), parts.Orders
		return p, nil
	}, "SELECT number, phase, position, after, events, throws, salt, given, engine, done, packed FROM phase WHERE game = ? ORDER BY number", gameID)
	if err != nil {
		return nil, err
	}
	type order struct {
		number, seat int
		text         string
	}
	orders, err := all(x, func(row row) (o order, err error) { return o, row(&o.number, &o.seat, &o.text) },
		"SELECT number, seat, text FROM orders WHERE game = ? ORDER BY number, seat", gameID)
	if err != nil {
		return nil, err
	}
	for _, o := range orders {
		i := slices.IndexFunc(f.Phases, func(p archivedPhase) bool { return p.Number == o.number })
		if i < 0 {
			return nil, damagedPhase(gameID, o.number, errors.New("it has orders but is missing"))
		}
		if f.Phases[i].Rows == nil {
			f.Phases[i].Rows = map[int]string{}
		}
		f.Phases[i].Rows[o.seat] = o.text
	}
	f.Entries, err = all(x, func(row row) (e archivedEntry, err error) {
		return e, row(&e.Seq, &e.Told, &e.Kind, &e.Phase, &e.Number, &e.Seat, &e.Audience, &e.Data)
	}, "SELECT seq, told, kind, phase, number, seat, audience, data FROM entry WHERE game = ? ORDER BY seq", gameID)
	return f, err
}

// writeArchiveFile writes the rows that an object holds to the tables.
func (x *tx) writeArchiveFile(f *archiveFile) error {
	for i := range f.Phases {
		p := &f.Phases[i]
		var err error
		if p.Packed {
			parts := pack.Phase{Position: []byte(p.Position), After: optional(p.After), Events: optional(p.Events), Throws: optional(p.Throws), Orders: p.Orders}
			err = x.insert("phase", "game, number, phase, position, salt, given, engine, done, packed",
				f.Game, p.Number, p.Phase, "", p.Salt, p.Given, p.Engine, p.Done, parts.Pack())
		} else {
			err = x.insert("phase", "game, number, phase, position, after, events, throws, salt, given, engine, done",
				f.Game, p.Number, p.Phase, p.Position, p.After, p.Events, p.Throws, p.Salt, p.Given, p.Engine, p.Done)
		}
		if err != nil {
			return fmt.Errorf("phase %s: %w", strconv.Itoa(p.Number), err)
		}
		for seat, text := range p.Rows {
			if err := x.insert("orders", "game, number, seat, text", f.Game, p.Number, seat, text); err != nil {
				return err
			}
		}
	}
	for i := range f.Entries {
		e := &f.Entries[i]
		if err := x.insert("entry", entryColumns, f.Game, e.Seq, e.Told, e.Kind, e.Phase, e.Number, e.Seat, e.Audience, e.Data); err != nil {
			return err
		}
	}
	return nil
}
