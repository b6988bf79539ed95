package film

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"slices"

	"podesta/atlas"
	"podesta/atlas/raster"
	"podesta/machiavelli/position"
)

// Options control how a film or a poster is drawn.
type Options struct {
	Width    int             // in pixels
	Language *atlas.Language // language of the names; nil for English
	// maximum size of a film in bytes, or 0 for no limit; positions are left out until the film
	// fits or has only two of them
	Most int
}

// The times of a film, in hundredths of a second.
const (
	wholeTime = 3000 // time of all positions except the last
	shortest  = 25   // minimum time of a position
	longest   = 90
	finalTime = 400 // time for which the last position is shown
)

// mostFrames is the maximum number of positions in a film. In films of longer games some
// positions are left out.
const mostFrames = 90

// colours is the number of colours of a film, besides the transparent one.
const colours = 255

// GIF returns an animated picture of n positions of a game. The function at returns position
// number i, counted from 0. The last position is shown longer than the others. GIF returns an
// error if at does, or if a position cannot be drawn.
func GIF(n int, at func(i int) (*position.Position, error), o Options) ([]byte, error) {
	if n < 1 {
		return nil, errors.New("a film needs a position")
	}
	shown := spread(n, mostFrames)
	s := &studio{o: o}
	if err := s.mix(shown, at); err != nil {
		return nil, err
	}
	var frames []*image.Paletted
	for _, i := range shown {
		img, err := s.draw(i, at)
		if err != nil {
			return nil, err
		}
		frames = append(frames, s.reduce(img))
	}
	for {
		out, err := s.encode(frames)
		if err != nil || o.Most == 0 || len(out) <= o.Most || len(frames) <= 2 {
			return out, err
		}
		var fewer []*image.Paletted
		for _, i := range spread(len(frames), (len(frames)+1)/2) {
			fewer = append(fewer, frames[i])
		}
		frames = fewer
	}
}

// spread chooses at most the given number of the numbers below n. They are evenly spread and
// include the first and the last.
func spread(n, most int) []int {
	var out []int
	for i := range min(n, most) {
		if n <= most {
			out = append(out, i)
		} else {
			out = append(out, i*(n-1)/(most-1))
		}
	}
	return out
}

// studio draws the frames of a film with the same colours.
type studio struct {
	o       Options
	palette color.Palette // the last colour is transparent
	known   map[[3]uint8]uint8
}

// draw draws a position.
func (s *studio) draw(i int, at func(int) (*position.Position, error)) (*image.RGBA, error) {
	p, err := at(i)
	if err != nil {
		return nil, err
	}
	return drawn(p, s.o)
}

func drawn(p *position.Position, o Options) (*image.RGBA, error) {
	var b bytes.Buffer
	if err := atlas.SVG(&b, p, atlas.Options{Size: atlas.Screen, Language: o.Language}); err != nil {
		return nil, err
	}
	return raster.Draw(b.Bytes(), o.Width)
}

// mix chooses the colours of the film from the colours of the first position, the last position,
// and one position between them.
func (s *studio) mix(shown []int, at func(int) (*position.Position, error)) error {
	var all *image.RGBA
	for k, i := range []int{shown[0], shown[len(shown)/2], shown[len(shown)-1]} {
		img, err := s.draw(i, at)
		if err != nil {
			return err
		}
		h := img.Rect.Dy()
		if all == nil {
			all = image.NewRGBA(image.Rect(0, 0, img.Rect.Dx(), 3*h))
		}
		draw.Draw(all, img.Rect.Add(image.Pt(0, k*h)), img, image.Point{}, draw.Src)
	}
	s.palette = slices.Clone(raster.Reduce(all, colours).Palette)
	for len(s.palette) < colours {
		s.palette = append(s.palette, color.RGBA{A: 255})
	}
	s.palette = append(s.palette, color.RGBA{})
	s.known = map[[3]uint8]uint8{}
	return nil
}

// reduce returns an image in the colours of the film.
func (s *studio) reduce(img *image.RGBA) *image.Paletted {
	out := image.NewPaletted(img.Rect, s.palette)
	opaque := s.palette[:colours]
	for i := range out.Pix {
		c := [3]uint8{img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2]}
		n, ok := s.known[c]
		if !ok {
			n = uint8(opaque.Index(color.RGBA{c[0], c[1], c[2], 255}))
			s.known[c] = n
		}
		out.Pix[i] = n
	}
	return out
}

// encode writes the film. Each frame after the first contains only what differs
// from the frame before.
func (s *studio) encode(frames []*image.Paletted) ([]byte, error) {
	each := min(max(wholeTime/len(frames), shortest), longest)
	first := frames[0]
	g := &gif.GIF{Config: image.Config{ColorModel: s.palette, Width: first.Rect.Dx(), Height: first.Rect.Dy()}}
	for i, f := range frames {
		if i > 0 {
			if f = changed(frames[i-1], f); f == nil {
				g.Delay[len(g.Delay)-1] += each
				continue
			}
		}
		g.Image, g.Delay, g.Disposal = append(g.Image, f), append(g.Delay, each), append(g.Disposal, gif.DisposalNone)
	}
	g.Delay[len(g.Delay)-1] = finalTime
	var b bytes.Buffer
	err := gif.EncodeAll(&b, g)
	return b.Bytes(), err
}

// changed returns the part of is that differs from was, the image before it. Equal pixels in this
// part are transparent. The result is nil if the images are equal.
func changed(was, is *image.Paletted) *image.Paletted {
	var part image.Rectangle
	w := is.Rect.Dx()
	for y := range is.Rect.Dy() {
		a, b := was.Pix[y*was.Stride:y*was.Stride+w], is.Pix[y*is.Stride:y*is.Stride+w]
		if bytes.Equal(a, b) {
			continue
		}
		left, right := 0, w
		for a[left] == b[left] {
			left++
		}
		for a[right-1] == b[right-1] {
			right--
		}
		part = part.Union(image.Rect(left, y, right, y+1))
	}
	if part.Empty() {
		return nil
	}
	out := image.NewPaletted(part, is.Palette)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			i := y*is.Stride + x
			n := is.Pix[i]
			if was.Pix[i] == n {
				n = colours
			}
			out.Pix[(y-part.Min.Y)*out.Stride+x-part.Min.X] = n
		}
	}
	return out
}
