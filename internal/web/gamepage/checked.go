package gamepage

import (
	"net/http"
	"strings"

	"podesta/atlas"
	"podesta/internal/game"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/page"
	"podesta/internal/web/wire"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// SendChecked sends the results of checking the texts of order boxes.
func (s *Base) SendChecked(w http.ResponseWriter, r *http.Request, revision int, boxes []boardpage.OrderForm) {
	page.SendJSON(w, http.StatusOK, s.Checked(r, revision, boxes))
}

// Checked returns the results of checking the texts of order boxes, for the scripts.
func (s *Base) Checked(r *http.Request, revision int, boxes []boardpage.OrderForm) *wire.CheckedTexts {
	return &wire.CheckedTexts{Revision: revision, Boxes: s.CheckedBoxes(r, boxes), Arrows: s.arrows(r, boxes)}
}

// CheckedBoxes returns the results of checking the texts of order boxes, keyed by power ID.
func (s *Base) CheckedBoxes(r *http.Request, boxes []boardpage.OrderForm) map[string]wire.Checked {
	out := map[string]wire.Checked{}
	l := s.Catalogue(r)
	for _, b := range boxes {
		c := wire.Checked{Owes: b.Owes, Lines: []wire.CheckedLine{}, Purse: b.Sums, Warnings: b.Warns}
		for _, v := range b.Lines {
			c.Lines = append(c.Lines, wire.CheckedLine{
				Line: v.Line, Column: v.Column, Text: v.Text, OK: v.OK, Canonical: v.Plain, Unit: v.Unit, Say: v.Say,
				Error: v.Error.In(l), Code: v.Code, Suggest: v.Suggest, Notes: notesOf(l, &v.Verdict),
			})
		}
		var err error
		if c.Report, err = s.Fragment(r, "verdicts", b); err == nil {
			c.Units, err = s.Fragment(r, "units", b)
		}
		if err != nil {
			s.Log.Error("part of a page cannot be written", "error", err)
		}
		out[b.ID] = c
	}
	return out
}

// notesOf returns the notes of a line with their codes.
func notesOf(l message.Language, v *game.Verdict) []wire.Note {
	var out []wire.Note
	for _, n := range v.Notes {
		out = append(out, wire.Note{Code: n.Code, Say: n.Message.In(l)})
	}
	return out
}

// arrows returns the part of the map that shows the orders of the boxes: the element that
// atlas.Overlay returns. It is empty if there are no orders to show.
func (s *Base) arrows(r *http.Request, boxes []boardpage.OrderForm) string {
	var all []order.Order
	var p *position.Position
	for i := range boxes {
		p = boxes[i].Position
		all = append(all, boxes[i].Drawn...)
	}
	if p == nil {
		return ""
	}
	var b strings.Builder
	if err := atlas.Overlay(&b, p, atlas.Options{Size: boardpage.Style(r.URL.Query(), nil).Size, Orders: all}); err != nil {
		s.Log.Error("cannot draw orders", "error", err)
		return ""
	}
	return b.String()
}

// OwnOrders returns the visitor's saved orders for the current phase that
// count.
func (s *Base) OwnOrders(r *http.Request, g *game.Game, role game.Role) ([]order.Order, error) {
	if len(g.Writes(role)) == 0 {
		return nil, nil
	}
	found, err := s.Judge.Clock.ReadOrders(r.Context(), g.ID, role)
	if err != nil {
		return nil, err
	}
	var out []order.Order
	standing := found.Standing()
	for _, p := range found.Powers {
		out = append(out, standing[p.Power]...)
	}
	return out, nil
}
