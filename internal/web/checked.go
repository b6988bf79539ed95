package web

import (
	"net/http"
	"strings"

	"podesta/atlas"
	"podesta/internal/choices"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// checked is the answer for one power's text as it is typed.
type checked struct {
	Lines  []checkedLine `json:"lines"`
	Owes   string        `json:"owes"`
	Report string        `json:"report"` // the verdicts as the page shows them
	Units  string        `json:"units"`  // the units as the page shows them

	Purse *choices.Purse `json:"purse,omitempty"` // nil where there is nothing to count

	Warnings []choices.Warning `json:"warnings,omitempty"`
}

type checkedLine struct {
	Line      int      `json:"line"`
	Column    int      `json:"column"`
	Text      string   `json:"text"`
	OK        bool     `json:"ok"`
	Canonical string   `json:"canonical,omitempty"` // as a click on the page writes it
	Unit      string   `json:"unit,omitempty"`      // key of the unit that the line orders (package choices)
	Say       string   `json:"say,omitempty"`       // the order as a sentence
	Error     string   `json:"error,omitempty"`
	Code      string   `json:"code,omitempty"`
	Suggest   []string `json:"suggest,omitempty"`
	Notes     []string `json:"notes,omitempty"`
}

// check tells what would become of the texts of a form. Nothing is saved.
func (s *Server) check(w http.ResponseWriter, r *http.Request) {
	d, ok := s.sit(w, r)
	if !ok {
		return
	}
	texts := map[int]string{}
	for _, seat := range writes(d.g, d.role, d.seats) {
		if t, ok := seatText(r.PostForm, seat, d.g.Setting.Powers); ok {
			texts[seat.Number] = t
		}
	}
	ph, err := s.table.Current(r.Context(), d.g.ID)
	if err != nil {
		s.refuse(w, r, err, nil)
		return
	}
	boxes, err := s.boxes(r.Context(), d.g, ph.Before, d.role, d.seats, texts)
	if err != nil {
		s.refuse(w, r, err, nil)
		return
	}
	s.sendChecked(w, r, d.g.Revision, boxes)
}

// sendChecked answers with what the texts of order boxes come to.
func (s *Server) sendChecked(w http.ResponseWriter, r *http.Request, revision int, boxes []box) {
	sendJSON(w, http.StatusOK, map[string]any{"revision": revision, "boxes": s.checkedBoxes(r, boxes), "arrows": s.arrows(r, boxes)})
}

// checkedBoxes is what the texts of order boxes come to, by id of the power.
func (s *Server) checkedBoxes(r *http.Request, boxes []box) map[string]checked {
	out := map[string]checked{}
	for _, b := range boxes {
		c := checked{Owes: b.Owes, Lines: []checkedLine{}, Purse: b.Sums, Warnings: b.Warns}
		for _, v := range b.Lines {
			c.Lines = append(c.Lines, checkedLine{v.Line, v.Column, v.Text, v.OK, v.Plain, v.unit, v.say, v.Error, v.Code, v.Suggest, v.Notes})
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

// arrows is the part of the map that shows the orders of the boxes: the element
// of atlas.Overlay. It is empty where there are none to be shown.
func (s *Server) arrows(r *http.Request, boxes []box) string {
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
