package replay

import (
	"bytes"
	"strconv"

	"podesta/atlas"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
)

// Film is a phase as a page shows it: a first drawing, and the changes in each step.
type Film struct {
	First  []byte  // the first drawing, as SVG
	Frames []Frame // one for each step
}

// Style determines the appearance of a film's drawings.
type Style struct {
	Theme string // one of atlas.Themes; empty for light
	Size  atlas.Size
	// Language is the language of the names; English if nil.
	Language *atlas.Language
}

// options returns the options for a film's drawings: all elements have names, so that a page can
// find them, and the page provides the style sheet.
func (l Style) options() atlas.Options {
	return atlas.Options{Theme: l.Theme, Size: l.Size, Legend: true, Interactive: true, NoStyle: true, Language: l.Language}
}

// Shoot draws the steps of a phase that began with the position before. events holds all its
// events. The last frame is exactly the drawing of the last step's position. Shoot returns an
// error for a board without a drawing.
func Shoot(before *position.Position, events []event.Event, steps []Step, style Style) (*Film, error) {
	anchors, err := atlas.Anchors(before.Setting.Board)
	if err != nil {
		return nil, err
	}
	first, err := First(before, events, style)
	if err != nil {
		return nil, err
	}
	film := &Film{First: first}
	was, err := parse(string(first))
	if err != nil {
		return nil, err
	}
	for i := range steps {
		s := &steps[i]
		svg, err := draw(s.Position, s.Drawn, style)
		if err != nil {
			return nil, err
		}
		is, err := parse(string(svg))
		if err != nil {
			return nil, err
		}
		f := s.frame(anchors)
		f.Changes = changes(was, is)
		film.Frames = append(film.Frames, f)
		was = is
	}
	return film, nil
}

// First returns the first drawing of a phase's film: the position before the phase, with the
// results of the units' orders. Changes to provinces are drawn later. For a position alone,
// events is empty.
func First(before *position.Position, events []event.Event, style Style) ([]byte, error) {
	var drawn []event.Event
	for _, e := range events {
		switch e.(type) {
		case event.Ordered, event.Retreated:
			drawn = append(drawn, e)
		}
	}
	return draw(before, drawn, style)
}

func draw(p *position.Position, drawn []event.Event, style Style) ([]byte, error) {
	o := style.options()
	o.Results = drawn
	var b bytes.Buffer
	err := atlas.SVG(&b, p, o)
	return b.Bytes(), err
}

// frame returns the frame of a step, without its text and its changes to the drawing.
func (s *Step) frame(anchors []atlas.Anchor) Frame {
	b := s.Position.Setting.Board
	code := func(id board.ID) string { return b.Areas[id].Code }
	var f Frame
	for _, id := range s.Areas {
		f.Areas = append(f.Areas, code(id))
	}
	for _, w := range s.Walk {
		f.Walk = append(f.Walk, [2]string{key(b, w.From), key(b, w.To)})
	}
	for _, u := range s.Shake {
		f.Shake = append(f.Shake, key(b, u))
	}
	for _, id := range s.Ring {
		f.Ring = append(f.Ring, code(id))
	}
	for _, c := range s.Clash {
		m := Mark{At: anchors[c.At-1].Unit, Won: c.Won}
		if c.Against > 0 {
			m.Text = strconv.Itoa(int(c.Strength)) + ":" + strconv.Itoa(int(c.Against))
		}
		f.Clash = append(f.Clash, m)
	}
	return f
}

// key returns the name of a unit's element in the drawing, such as "A:pav".
func key(b *board.Board, u position.Unit) string {
	return u.Type.Letter() + ":" + b.Areas[u.At].Code
}
