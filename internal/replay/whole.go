package replay

import (
	"podesta/machiavelli/position"
)

// Between returns the changes that turn the drawing of one position into the drawing of another,
// and the units that moved in between. steps are the steps of the phase between the two. Between
// returns an error for a board without a drawing.
func Between(was, is *position.Position, steps []Step, style Style) (Frame, error) {
	var f Frame
	a, err := plain(was, style)
	if err != nil {
		return f, err
	}
	b, err := plain(is, style)
	if err != nil {
		return f, err
	}
	f.Changes = changes(a, b)
	board := is.Setting.Board
	var trips []Walk
	for i := range steps {
		for _, w := range steps[i].Walk {
			known := false
			for k := range trips {
				if trips[k].To == w.From {
					trips[k].To, known = w.To, true
				}
			}
			if !known {
				trips = append(trips, w)
			}
		}
	}
	for _, w := range trips {
		f.Walk = append(f.Walk, [2]string{key(board, w.From), key(board, w.To)})
	}
	for id := range board.Areas {
		if was.Province[id] != is.Province[id] || was.City[id] != is.City[id] {
			f.Areas = append(f.Areas, board.Areas[id].Code)
		}
	}
	return f, nil
}

// plain returns the parsed drawing of a position.
func plain(p *position.Position, style Style) (*node, error) {
	svg, err := draw(p, nil, style)
	if err != nil {
		return nil, err
	}
	return parse(string(svg))
}
