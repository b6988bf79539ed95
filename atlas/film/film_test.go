package film_test

import (
	"bytes"
	"errors"
	"image/gif"
	"image/png"
	"testing"

	"podesta/atlas/film"
	"podesta/machiavelli"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// start returns the first position of a scenario.
func start(t *testing.T) *position.Position {
	t.Helper()
	set, err := rules.Make("battleline-1978-basic", nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.New("A", "A-4", &set)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestGIF checks that a film has a frame for each position, that frames after the first contain
// only the changes, and that a film has no more bytes than allowed.
func TestGIF(t *testing.T) {
	t.Parallel()
	p := start(t)
	at := func(i int) (*position.Position, error) {
		q := p.Clone()
		q.Units = q.Units[:len(q.Units)-min(i, 4)] // the last positions are equal
		return q, nil
	}
	const positions = 7
	whole, err := film.GIF(positions, at, film.Options{Width: 240})
	if err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(bytes.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Image) != 5 || g.Config.Width != 240 {
		t.Fatalf("%d frames, %d wide", len(g.Image), g.Config.Width)
	}
	for i, f := range g.Image[1:] {
		if f.Rect.Dx()*f.Rect.Dy() > g.Config.Width*g.Config.Height/4 {
			t.Errorf("frame %d is %v", i+1, f.Rect)
		}
	}
	if last := g.Delay[len(g.Delay)-1]; last < 300 || g.Delay[0] < 25 {
		t.Errorf("the delays %v", g.Delay)
	}
	small, err := film.GIF(positions, at, film.Options{Width: 240, Most: 1})
	if err != nil {
		t.Fatal(err)
	}
	if s, err := gif.DecodeAll(bytes.NewReader(small)); err != nil || len(s.Image) != 2 {
		t.Errorf("a film that cannot be small enough: %v, %v", s, err)
	}
	broken := errors.New("broken")
	if _, err := film.GIF(2, func(int) (*position.Position, error) { return nil, broken }, film.Options{Width: 240}); !errors.Is(err, broken) {
		t.Error(err)
	}
	if _, err := film.GIF(0, at, film.Options{Width: 240}); err == nil {
		t.Error("a film of nothing")
	}
}

// TestPoster checks that a poster shows the map and below it the places.
func TestPoster(t *testing.T) {
	t.Parallel()
	p := start(t)
	height := func(places []film.Place, title string) int {
		t.Helper()
		body, err := film.Poster(p, title, places, film.Options{Width: 400})
		if err != nil {
			t.Fatal(err)
		}
		c, err := png.DecodeConfig(bytes.NewReader(body))
		if err != nil || c.Width != 400 {
			t.Fatalf("%+v, %v", c, err)
		}
		return c.Height
	}
	milan, _ := p.Setting.Powers.Find("milan")
	venice, _ := p.Setting.Powers.Find("venice")
	row := film.Place{Powers: []machiavelli.Power{milan, venice}, Text: "1. Milan & Venice, 15 cities", Won: true}
	if two, six := height([]film.Place{row, row}, "<The End>"), height([]film.Place{row, row, row, row, row, row}, "A name that is much too long for the picture, and goes on and on"); six-two != 32 {
		t.Errorf("the heights are %d and %d", two, six)
	}
	if height(nil, "") == 0 {
		t.Error("a poster without places")
	}
}
