package raster

import (
	"container/list"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"image"
	"image/draw"
	"maps"
	"slices"
	"strings"
	"sync"
)

// partKey identifies a part of a picture by everything that its appearance
// depends on.
type partKey [sha256.Size]byte

// The limits of the cache: bytes of pixels, of which the least recently used
// are dropped, and keys of parts that were drawn once.
const (
	mostPixels = 64 << 20
	mostSeen   = 20_000
	mostParts  = 4 // depth of groups that are cached
)

// parts caches parts drawn before: the board below the units is the same in all
// pictures of a game, and takes most of the work. A part is kept when it occurs
// for the second time, since the arrows of a phase never do.
var parts = struct {
	sync.Mutex
	kept  map[partKey]*list.Element // elements of used; their values are keptParts
	used  *list.List                // most recently used first
	seen  map[partKey]bool
	bytes int
}{kept: map[partKey]*list.Element{}, used: list.New(), seen: map[partKey]bool{}}

// keptPart is what was drawn of a part, or which pixels an outline covers.
type keptPart struct {
	key  partKey
	img  *image.RGBA
	mask *image.Alpha
	size int // in bytes
}

// partOf returns a cached part; ok is false if there is none.
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

// keepPart records that a part of a size in bytes was drawn, and keeps it from
// the second time on.
func keepPart(key partKey, size int, made func() keptPart) {
	parts.Lock()
	defer parts.Unlock()
	if !parts.seen[key] {
		if len(parts.seen) >= mostSeen {
			parts.seen = map[partKey]bool{}
		}
		parts.seen[key] = true
		return
	}
	if parts.kept[key] != nil || size > mostPixels/4 {
		return
	}
	part := made()
	part.key, part.size = key, size
	parts.kept[key] = parts.used.PushFront(part)
	for parts.bytes += size; parts.bytes > mostPixels; {
		last := parts.used.Remove(parts.used.Back()).(keptPart)
		delete(parts.kept, last.key)
		parts.bytes -= last.size
	}
}

// part draws a group separately and blends it over the picture, or uses the
// cached one.
func (p *painter) part(n *node, in look, m matrix, paint func() error) error {
	key := p.key(n, in, m)
	if part, ok := partOf(key); ok {
		blend(p.img, part.img, part.img.Rect)
		p.dirty = p.dirty.Union(part.img.Rect)
		return nil
	}
	return p.apart(paint, func(over *image.RGBA, at image.Rectangle) {
		keepPart(key, 4*at.Dx()*at.Dy(), func() keptPart {
			own := image.NewRGBA(at)
			draw.Draw(own, at, over, at.Min, draw.Src)
			return keptPart{img: own}
		})
		blend(p.img, over, at)
	})
}

// long is the length of a path, in bytes, from which on the pixels that it
// covers are cached: a province changes its colour more often than its shape.
const long = 200

// covered returns the pixels that an element covers here, or its stroke if pen
// is set. of returns its polygons, and whether all have the same orientation; it
// is called if the pixels are not cached.
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
	if n.name != "path" || len(n.attr["d"]) < long {
		return draw()
	}
	h := sha256.New()
	fmt.Fprintf(h, "covered %v %v %q %s ", m, p.img.Rect, p.clipped, pen)
	h.Write([]byte(n.attr["d"]))
	key := partKey(h.Sum(nil))
	if part, ok := partOf(key); ok {
		return part.mask, nil
	}
	if mask, err = draw(); err == nil {
		keepPart(key, len(mask.Pix), func() keptPart { return keptPart{mask: mask} })
	}
	return mask, err
}

// apart draws on an empty canvas and passes on the result with its bounds.
func (p *painter) apart(paint func() error, over func(*image.RGBA, image.Rectangle)) error {
	under, was := p.img, p.dirty
	p.img = nil
	for n := len(p.spare) - 1; n >= 0 && p.img == nil; n-- {
		if p.spare[n].Rect == under.Rect { // else it is of another picture
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

// key returns the key of a node drawn here.
func (p *painter) key(n *node, in look, m matrix) partKey {
	h := sha256.New()
	style, sum := p.styleSum(), p.sum(n, 0)
	h.Write(style[:])
	h.Write(sum[:])
	fmt.Fprintf(h, "%v %v %v %s", in, m, p.img.Rect, p.clipped)
	return partKey(h.Sum(nil))
}

// styleSum returns a hash of the style rules, including the patterns that they
// refer to.
func (d *document) styleSum() partKey {
	if d.styled == nil {
		h := sha256.New()
		for _, class := range slices.Sorted(maps.Keys(d.rules)) {
			fmt.Fprintf(h, "%s%v", class, d.rules[class])
			for _, r := range d.rules[class] {
				d.referred(h.Write, r.value, 0)
			}
		}
		d.styled = (*partKey)(h.Sum(nil))
	}
	return *d.styled
}

// sum returns a hash of a node with its content and everything that it refers
// to.
func (d *document) sum(n *node, depth int) partKey {
	if made, ok := d.sums[n]; ok || depth > mostDepth {
		return made
	}
	h := sha256.New()
	text := func(s string) {
		_ = binary.Write(h, binary.LittleEndian, int64(len(s)))
		h.Write([]byte(s))
	}
	text(n.name)
	text(n.text)
	for _, name := range slices.Sorted(maps.Keys(n.attr)) {
		text(name)
		text(n.attr[name])
		if id, ok := strings.CutPrefix(n.attr[name], "#"); ok && name == "href" {
			d.referred(h.Write, "url(#"+id+")", depth)
		} else {
			d.referred(h.Write, n.attr[name], depth)
		}
	}
	for _, c := range n.children {
		s := d.sum(c, depth+1)
		h.Write(s[:])
	}
	made := partKey(h.Sum(nil))
	d.sums[n] = made
	return made
}

// referred adds the hash of the node to which a value refers.
func (d *document) referred(write func([]byte) (int, error), value string, depth int) {
	_, id, ok := strings.Cut(value, "url(#")
	if !ok {
		return
	}
	id, _, _ = strings.Cut(id, ")")
	if n := d.ids[id]; n != nil {
		s := d.sum(n, depth+1)
		_, _ = write(s[:])
	}
}
