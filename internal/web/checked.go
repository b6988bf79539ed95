package web

import (
	"net/http"
	"strings"

	"podesta/atlas"
	"podesta/internal/judge"
	"podesta/internal/web/wire"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// check answers with what would become of the texts of a form. Nothing is saved.
func (s *tablePages) check(w http.ResponseWriter, r *http.Request) {
	d, ok := s.sit(w, r)
	if !ok {
		return
	}
	found, err := s.judge.ReadOrders(r.Context(), d.g.ID, d.role, sections(r.PostForm, d.g, d.role)...)
	if err != nil {
		s.refuse(w, r, err, nil)
		return
	}
	s.sendChecked(w, r, d.g.Revision, boxesOf(d.g, found))
}

// sendChecked answers with what the texts of order boxes come to.
func (s *tablePages) sendChecked(w http.ResponseWriter, r *http.Request, revision int, boxes []box) {
	sendJSON(w, http.StatusOK, s.checked(r, revision, boxes))
}

// checked is what the texts of order boxes come to, for the scripts.
func (s *tablePages) checked(r *http.Request, revision int, boxes []box) *wire.CheckedTexts {
	return &wire.CheckedTexts{Revision: revision, Boxes: s.checkedBoxes(r, boxes), Arrows: s.arrows(r, boxes)}
}

// checkedBoxes is what the texts of order boxes come to, by id of the power.
func (s *tablePages) checkedBoxes(r *http.Request, boxes []box) map[string]wire.Checked {
	out := map[string]wire.Checked{}
	for _, b := range boxes {
		c := wire.Checked{Owes: b.Owes, Lines: []wire.CheckedLine{}, Purse: b.Sums, Warnings: b.Warns}
		for _, v := range b.Lines {
			c.Lines = append(c.Lines, wire.CheckedLine{
				Line: v.Line, Column: v.Column, Text: v.Text, OK: v.OK, Canonical: v.Plain, Unit: v.unit, Say: v.say,
				Error: v.Error, Code: v.Code, Suggest: v.Suggest, Notes: notesOf(&v.Verdict),
			})
		}
		var err error
		if c.Report, err = s.fragment(r, "verdicts", b); err == nil {
			c.Units, err = s.fragment(r, "units", b)
		}
		if err != nil {
			s.log.Error("part of a page cannot be written", "error", err)
		}
		s.speak(r, &c)
		out[b.ID] = c
	}
	return out
}

// notesOf are the notes of a line with their codes.
func notesOf(v *judge.Verdict) []wire.Note {
	var out []wire.Note
	for i, say := range v.Notes {
		out = append(out, wire.Note{Code: v.NoteCodes[i], Say: say})
	}
	return out
}

// arrows is the part of the map that shows the orders of the boxes: the element
// of atlas.Overlay. It is empty where there are none to be shown.
func (s *tablePages) arrows(r *http.Request, boxes []box) string {
	var all []order.Order
	var p *position.Position
	for i := range boxes {
		p = boxes[i].position
		all = append(all, boxes[i].drawn...)
	}
	if p == nil {
		return ""
	}
	var b strings.Builder
	if err := atlas.Overlay(&b, p, atlas.Options{Size: look(r.URL.Query()).Size, Orders: all}); err != nil {
		s.log.Error("orders cannot be drawn", "error", err)
		return ""
	}
	return b.String()
}
