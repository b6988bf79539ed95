package raster

import (
	"container/list"
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"image"
	"image/draw"
	"sync"
)

// partKey identifies a part of a picture by everything that its appearance
// depends on. It is a hash that differs from process to process.
type partKey [16]byte

var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

// hash returns the hash of a text.
func hash(s string) (key partKey) {
	for i, seed := range seeds {
		binary.LittleEndian.PutUint64(key[8*i:], maphash.String(seed, s))
	}
	return key
}

// and returns a key that depends on k and other.
func (k partKey) and(other partKey) partKey {
	return hash(string(append(k[:], other[:]...)))
}

// The limits of the cache concern the bytes of pixels, of which the least
// recently used are dropped, and the number of keys of parts that were drawn
// once.
const (
	mostPixels = 64 << 20
	mostSeen   = 20_000
	smallPart  = 16 << 10 // in bytes; smaller parts are kept the first time they occur
)

// parts caches the parts of pictures. The board below the units is the same in
// all pictures of a game, and drawing it is most of the work. A large part is
// kept when it occurs for the second time.
var parts = struct {
	sync.Mutex
	kept  map[partKey]*list.Element // elements of used, whose values are keptParts
	used  *list.List                // the most recently used first
	seen  map[partKey]bool
	bytes int
}{kept: map[partKey]*list.Element{}, used: list.New(), seen: map[partKey]bool{}}

// keptPart is an element of a picture, the pixels that an outline covers, or the ground of a
// picture.
type keptPart struct {
	key    partKey
	sprite *sprite
	mask   *image.Alpha
	ground *image.RGBA
	size   int // in bytes
}

// partOf returns a cached part. The result ok is false if the cache has no such
// part.
func partOf(key partKey) (part keptPart, ok bool) {
	parts.Lock()
	defer parts.Unlock()
	e := parts.kept[key]
	if e == nil {
		return keptPart{}, false
	}
	parts.used.MoveToFront(e)
	return e.Value.(keptPart), true
}

// worthKeeping records that a part of a given size in bytes was drawn, and reports whether it
// should be cached.
func worthKeeping(key partKey, size int) bool {
	parts.Lock()
	defer parts.Unlock()
	if size < smallPart || parts.seen[key] {
		return parts.kept[key] == nil
	}
	if len(parts.seen) >= mostSeen {
		clear(parts.seen)
	}
	parts.seen[key] = true
	return false
}

// keep adds a part to the cache, unless it is too large.
func keep(part keptPart) {
	parts.Lock()
	defer parts.Unlock()
	if parts.kept[part.key] != nil || part.size > mostPixels/4 {
		return
	}
	parts.kept[part.key] = parts.used.PushFront(part)
	for parts.bytes += part.size; parts.bytes > mostPixels; {
		last := parts.used.Remove(parts.used.Back()).(keptPart)
		delete(parts.kept, last.key)
		parts.bytes -= last.size
	}
}

// long is the minimum length of a path, in bytes, whose pixels are cached, because a province
// changes its colour more often than its shape.
const long = 200

// covered returns the pixels that an element covers, or those that its stroke covers if pen is
// not empty. The function of returns the polygons, and whether all have the same orientation. It
// is called only if the pixels are not cached.
func (p *painter) covered(n *node, m matrix, pen string, of func() ([][]point, bool, error)) (mask *image.Alpha, err error) {
	draw := func() (*image.Alpha, error) {
		polygons, alike, err := of()
		if err != nil {
			return nil, err
		}
		mask, _, ok := p.cover(polygons, alike)
		if !ok {
			mask = image.NewAlpha(image.Rectangle{})
		}
		return mask, nil
	}
	if n.name != "path" || len(n.attr("d")) < long {
		return draw()
	}
	key := hash(fmt.Sprintf("covered %v %v %x %s", m, p.img.Rect, p.clipped, pen)).and(p.sum(n))
	if part, ok := partOf(key); ok {
		return part.mask, nil
	}
	if mask, err = draw(); err == nil && worthKeeping(key, len(mask.Pix)) {
		keep(keptPart{key: key, mask: mask, size: len(mask.Pix)})
	}
	return mask, err
}

// apart calls paint with an empty canvas, and then calls over with the canvas
// and the bounds of what was painted.
func (p *painter) apart(paint func() error, over func(*image.RGBA, image.Rectangle)) error {
	under, was := p.img, p.dirty
	p.img = nil
	for n := len(p.spare) - 1; n >= 0 && p.img == nil; n-- {
		if p.spare[n].Rect == under.Rect { // otherwise the canvas belongs to another picture
			p.img = p.spare[n]
		}
		p.spare = p.spare[:n]
	}
	if p.img == nil {
		p.img = image.NewRGBA(under.Rect)
	}
	p.dirty = image.Rectangle{}
	err := paint()
	made, at := p.img, p.dirty
	p.img, p.dirty = under, was.Union(at)
	if err == nil && !at.Empty() {
		over(made, at)
	}
	draw.Draw(made, at, image.Transparent, image.Point{}, draw.Src)
	p.spare = append(p.spare, made)
	return err
}

// styleSum returns a hash of the style sheet, including the patterns that it
// refers to.
func (d *document) styleSum() partKey {
	if d.styled == nil {
		key := d.withReferred(hash(d.css), references(d.css))
		d.styled = &key
	}
	return *d.styled
}

// sum returns a hash of a node with its content and everything that it refers
// to.
func (d *document) sum(n *node) partKey {
	if !n.summed {
		n.summed = true // so that a reference to itself adds nothing
		n.sum = d.withReferred(hash(n.raw), d.refs[n.from:n.to])
	}
	return n.sum
}

// withReferred adds the hashes of nodes to a hash.
func (d *document) withReferred(key partKey, ids []string) partKey {
	for _, id := range ids {
		if n := d.ids[id]; n != nil {
			key = key.and(d.sum(n))
		}
	}
	return key
}
