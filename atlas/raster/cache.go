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

type keptPart struct {
	key partKey
	img *image.RGBA
}

// partOf returns a cached part, or nil.
func partOf(key partKey) *image.RGBA {
	parts.Lock()
	defer parts.Unlock()
	e := parts.kept[key]
	if e == nil {
		return nil
	}
	parts.used.MoveToFront(e)
	return e.Value.(keptPart).img
}

// keepPart records that a part was drawn, and keeps it from the second time on.
func keepPart(key partKey, img *image.RGBA, at image.Rectangle) {
	parts.Lock()
	defer parts.Unlock()
	if !parts.seen[key] {
		if len(parts.seen) >= mostSeen {
			parts.seen = map[partKey]bool{}
		}
		parts.seen[key] = true
		return
	}
	size := 4 * at.Dx() * at.Dy()
	if parts.kept[key] != nil || size > mostPixels/4 {
		return
	}
	own := image.NewRGBA(at)
	draw.Draw(own, at, img, at.Min, draw.Src)
	parts.kept[key] = parts.used.PushFront(keptPart{key, own})
	for parts.bytes += size; parts.bytes > mostPixels; {
		last := parts.used.Remove(parts.used.Back()).(keptPart)
		delete(parts.kept, last.key)
		parts.bytes -= len(last.img.Pix)
	}
}

// part draws a group separately and blends it over the picture, or uses the
// cached one.
func (p *painter) part(n *node, in look, m matrix, paint func() error) error {
	key := p.key(n, in, m)
	if img := partOf(key); img != nil {
		draw.Draw(p.img, img.Rect, img, img.Rect.Min, draw.Over)
		p.dirty = p.dirty.Union(img.Rect)
		return nil
	}
	return p.apart(paint, func(over *image.RGBA, at image.Rectangle) {
		keepPart(key, over, at)
		draw.Draw(p.img, at, over, at.Min, draw.Over)
	})
}

// apart draws on an empty canvas and passes on the result with its bounds.
func (p *painter) apart(paint func() error, over func(*image.RGBA, image.Rectangle)) error {
	under, was := p.img, p.dirty
	if n := len(p.spare); n > 0 {
		p.img, p.spare = p.spare[n-1], p.spare[:n-1]
	} else {
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
