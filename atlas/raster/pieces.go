package raster

import (
	"fmt"
	"image"
)

// place holds what the elements of a group have in common.
type place struct {
	look  look
	m     matrix
	cuts  []clipKey // the clip paths around it
	depth int

	clipped, key partKey
}

// piece is an element that is drawn separately, so that it can be cached.
type piece struct {
	*place
	n   *node
	key partKey
}

// within returns a place with its key.
func (p *painter) within(s *place) *place {
	s.key = hash(fmt.Sprintf("%#v %v %v %x", s.look, s.m, p.img.Rect, s.clipped)).and(p.styleSum())
	return s
}

// split adds the pieces of a group, from the lowest to the uppermost.
func (p *painter) split(to []piece, group *node, s *place) []piece {
	for _, n := range group.children {
		if !n.visible() {
			continue
		}
		if n.isList() {
			if l := p.of(n, s.look); l.opacity >= 1 {
				to = p.split(to, n, p.inside(n, l, s))
				continue
			}
		}
		to = append(to, piece{s, n, s.key.and(p.sum(n))})
	}
	return to
}

// inside returns the place of the elements inside the group n, which has the
// look l.
func (p *painter) inside(n *node, l look, s *place) *place {
	in := &place{look: l, m: s.m, cuts: s.cuts, clipped: s.clipped, depth: s.depth + 1}
	if t := n.attr("transform"); t != "" {
		in.m = in.m.then(readTransform(t))
	}
	if id, ok := n.cutTo(); ok {
		cut := clipKey{id, in.m}
		in.cuts, in.clipped = append(in.cuts[:len(in.cuts):len(in.cuts)], cut), p.cutKey(in.clipped, cut)
	}
	return p.within(in)
}

// many is the number of elements from which on a group can be a list.
const many = 8

// isList reports whether the elements of a group probably change independently
// of each other. This is so if the group has many groups, such as the
// provinces, or many elements without a path, such as the badges, or if its
// only element is such a list.
func (n *node) isList() bool {
	if n.name != "g" {
		return false
	}
	if len(n.children) == 1 {
		return n.children[0].isList()
	}
	groups, paths := 0, 0
	for _, c := range n.children {
		switch c.name {
		case "g":
			groups++
		case "path":
			paths++
		}
	}
	return groups >= many || paths == 0 && len(n.children) >= many
}

// The ground of a picture consists of its lowest pieces, as long as each of
// them covers a large part of the picture, such as the paper, the sea and the
// land. The ground is cached as a whole.
const (
	mostGround  = 16 // number of pieces
	groundShare = 4  // each piece covers at least a fourth of the picture
)

// pieces draws the pieces of a picture.
func (p *painter) pieces(all []piece) error {
	var keys [mostGround]partKey
	var ground *image.RGBA
	known := 0
	key := partKey{}
	for i := range min(len(all), mostGround) {
		key = key.and(all[i].key)
		keys[i] = key
		if part, ok := partOf(key); ok {
			known, ground = i+1, part.ground
		}
	}
	if ground != nil {
		copy(p.img.Pix, ground.Pix)
	} else {
		clear(p.img.Pix)
	}
	low := ground == nil
	for i := known; i < len(all); i++ {
		s, err := p.sprite(&all[i])
		if err != nil {
			return err
		}
		if low && (i == mostGround || groundShare*area(s.rect) < area(p.img.Rect)) {
			low = false
			if i > 0 && worthKeeping(keys[i-1], len(p.img.Pix)) {
				own := image.NewRGBA(p.img.Rect)
				copy(own.Pix, p.img.Pix)
				keep(keptPart{key: keys[i-1], ground: own, size: len(own.Pix)})
			}
		}
		s.draw(p.img)
	}
	return nil
}

func area(r image.Rectangle) int { return r.Dx() * r.Dy() }

// sprite returns the pixels of a piece. It draws the piece if the cache does
// not have it.
func (p *painter) sprite(c *piece) (*sprite, error) {
	if part, ok := partOf(c.key); ok {
		return part.sprite, nil
	}
	defer func() { p.clip, p.clipped = nil, partKey{} }()
	for _, cut := range c.cuts {
		if err := p.cutTo(cut, c.depth); err != nil {
			return nil, err
		}
	}
	s := &sprite{}
	err := p.apart(func() error { return p.node(c.n, c.look, c.m, c.depth+1) }, func(over *image.RGBA, at image.Rectangle) {
		s = spriteOf(over, at)
	})
	if err == nil && worthKeeping(c.key, s.size()) {
		keep(keptPart{key: c.key, sprite: s, size: s.size()})
	}
	return s, err
}
