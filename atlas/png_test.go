package atlas

import (
	"bytes"
	"image/png"
	"testing"

	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
)

// TestPNG draws boards as pixels, and checks that they have the requested size, are the same
// each time, and small enough for e-mail.
func TestPNG(t *testing.T) {
	b, err := board.Get("italy-1995", true)
	if err != nil {
		t.Fatal(err)
	}
	empty := &position.Position{Setting: &position.Setting{Board: b, Title: b.Title}}
	for _, c := range []struct {
		p     *position.Position
		o     Options
		width int
	}{
		{fixture(t, "italy-1978", "specimen"), Options{Legend: true}, 960},
		{fixture(t, "italy-1978", "specimen"), Options{Width: 480, Theme: "dark"}, 480},
		{empty, Options{Width: 300}, 300},
	} {
		var one, two bytes.Buffer
		for _, w := range []*bytes.Buffer{&one, &two} {
			if err := PNG(w, c.p, c.o); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(one.Bytes(), two.Bytes()) {
			t.Error("two pictures of the same are different")
		}
		if one.Len() > 160_000 {
			t.Errorf("%d bytes", one.Len())
		}
		img, err := png.Decode(&one)
		if err != nil {
			t.Fatal(err)
		}
		if img.Bounds().Dx() != c.width {
			t.Errorf("%v, not %d", img.Bounds(), c.width)
		}
		colours := map[[3]uint32]bool{}
		for y := 0; y < img.Bounds().Dy(); y += 3 {
			for x := 0; x < img.Bounds().Dx(); x += 3 {
				r, g, b, _ := img.At(x, y).RGBA()
				colours[[3]uint32{r, g, b}] = true
			}
		}
		if len(colours) < 10 {
			t.Errorf("%d colours only", len(colours))
		}
	}
	if err := PNG(new(bytes.Buffer), empty, Options{Width: 5}); err == nil {
		t.Error("a picture of five pixels")
	}
}
