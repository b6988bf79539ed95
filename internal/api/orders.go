package api

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/apijson"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/ordertext"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

func (s *Server) orderRoutes() {
	add(s, huma.Operation{
		OperationID: "getOrders", Method: http.MethodGet, Path: "/games/{game}/orders", Tags: []string{tagPlay},
		Summary: "The orders that a seat has sent for the current phase, with a verdict on each line",
	}, s.getOrders)
	add(s, huma.Operation{
		OperationID: "putOrders", Method: http.MethodPut, Path: "/games/{game}/orders", Tags: []string{tagPlay},
		Summary: "Send orders, which replace those sent before",
		Description: "Good lines stand even if others are refused; every line has a verdict. Name the revision for which the orders are: " +
			"if the game has moved on they are refused with the code stale and nothing is kept. A master of a hosted game may name any seat that a person plays; the player is told.",
	}, s.putOrders)
	add(s, huma.Operation{
		OperationID: "checkOrders", Method: http.MethodPost, Path: "/games/{game}/orders/check", Tags: []string{tagPlay},
		Summary: "Check each line of a draft; nothing is saved",
	}, s.checkOrders)
}

// Verdict is the result of checking one line of orders.
type Verdict struct {
	Line      int      `json:"line" doc:"Of the text, from 1"`
	Column    int      `json:"column"`
	Text      string   `json:"text" doc:"The line as it was written"`
	Power     string   `json:"power,omitempty"`
	OK        bool     `json:"ok" doc:"It was accepted"`
	Canonical string   `json:"canonical,omitempty" doc:"The order as it was understood"`
	Error     string   `json:"error,omitempty" doc:"Why it was refused, and what to do"`
	Code      string   `json:"code,omitempty" doc:"Of the judge's catalogue: E.. for errors, W.. for remarks"`
	Suggest   []string `json:"suggest,omitempty" doc:"What may have been meant"`
	Notes     []string `json:"notes,omitempty" doc:"Remarks on an accepted line"`
	Replaced  bool     `json:"replaced,omitempty" doc:"It was accepted, but a later line takes its place"`
}

// Missing lists the orders that a power still owes.
type Missing struct {
	Power    string   `json:"power"`
	Units    []string `json:"units,omitempty" doc:"Units without an order; in winter, where units are paid, those neither kept nor removed"`
	Retreats []string `json:"retreats,omitempty" doc:"Dislodged units without an order; they are disbanded"`
	Builds   int      `json:"builds,omitempty" doc:"Builds neither ordered nor waived"`
	Removals int      `json:"removals,omitempty" doc:"Removals not named"`
}

// Warning warns a power of something that can end its game or cost it units.
type Warning struct {
	Power string `json:"power"`
	Text  string `json:"text"`
	Grave bool   `json:"grave" doc:"It will happen in this phase unless the orders change"`
}

// Orders are the orders of a seat.
type Orders struct {
	Game     string    `json:"game"`
	Seat     int       `json:"seat"`
	Number   int       `json:"number" doc:"Of the phase"`
	Phase    string    `json:"phase"`
	Revision int       `json:"revision" doc:"That the orders are for"`
	Text     string    `json:"text" doc:"As it was sent"`
	Verdicts []Verdict `json:"verdicts" doc:"One for each order, in the order of the lines"`
	Passed   []Passed  `json:"passed" doc:"Lines that were not read as orders, such as greetings. They have no effect, and do not keep the seat from being ready"`
	Refused  int       `json:"refused" doc:"How many lines were refused"`
	Missing  []Missing `json:"missing" doc:"What the seat still owes, by powers"`
	Warnings []Warning `json:"warnings" doc:"What can end a power's game, or cost it units, with these orders: no home city, a debt to the bank, units that cannot be paid"`
}

// Passed is a line that was not read as an order.
type Passed struct {
	Line int    `json:"line" doc:"In the text, from 1"`
	Text string `json:"text"`
}

type ordersOutput struct{ Body Orders }

func (s *Server) getOrders(ctx context.Context, in *SeatInput) (*ordersOutput, error) {
	t, seat, err := s.ordering(ctx, &in.GameInput, in.Seat)
	if err != nil {
		return nil, err
	}
	found, err := s.judge.Clock.StandingOrders(ctx, t.ID, t.role, seat)
	if err != nil {
		return nil, err
	}
	return ordersOf(t, seat, found), nil
}

// ordering returns the game and seat of a request about orders.
func (s *Server) ordering(ctx context.Context, in *GameInput, named int) (*table, int, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, 0, err
	}
	if err := t.begun(); err != nil {
		return nil, 0, err
	}
	seat, err := t.seat(named)
	if err != nil {
		return nil, 0, err
	}
	return t, seat, t.speaks(seat)
}

// Draft is a text of orders.
type Draft struct {
	Text  string   `json:"text,omitempty" maxLength:"40000" doc:"One order to a line. Where a seat has several powers, a line with a power's name and a colon stands above its orders"`
	Lines []string `json:"lines,omitempty" maxItems:"2000" doc:"The same as a list, instead of text"`
}

// whole returns the text of a draft.
func (d *Draft) whole() (string, error) {
	if d.Text != "" && len(d.Lines) > 0 {
		return "", invalid(message.New("Send text or lines, not both."))
	}
	if d.Text != "" {
		return d.Text, nil
	}
	for _, l := range d.Lines {
		if strings.ContainsAny(l, "\r\n") {
			return "", invalid(message.New("A line of orders has a line break in it."))
		}
	}
	return strings.Join(d.Lines, "\n"), nil
}

type putOrdersInput struct {
	SeatInput
	Body struct {
		Draft
		Revision int `json:"revision" minimum:"1" doc:"Of the game, for which the orders are"`
	}
}

func (s *Server) putOrders(ctx context.Context, in *putOrdersInput) (*ordersOutput, error) {
	t, seat, err := s.ordering(ctx, &in.GameInput, in.Seat)
	if err != nil {
		return nil, err
	}
	text, err := in.Body.whole()
	if err != nil {
		return nil, err
	}
	receipt, err := s.judge.Clock.SaveOrders(ctx, t.ID, t.role, clock.NewOrders{
		Revision: in.Body.Revision, Sections: []ordertext.Section{{Seat: seat, Text: text}},
	})
	if err != nil {
		return nil, err
	}
	return ordersOf(t, seat, &receipt.Reading), nil
}

type checkInput struct {
	SeatInput
	Body Draft
}

func (s *Server) checkOrders(ctx context.Context, in *checkInput) (*ordersOutput, error) {
	t, seat, err := s.ordering(ctx, &in.GameInput, in.Seat)
	if err != nil {
		return nil, err
	}
	text, err := in.Body.whole()
	if err != nil {
		return nil, err
	}
	found, err := s.judge.Clock.ReadOrders(ctx, t.ID, t.role, ordertext.Section{Seat: seat, Text: text})
	if err != nil {
		return nil, err
	}
	return ordersOf(t, seat, found), nil
}

// ordersOf returns the verdicts on orders, and what is missing.
func ordersOf(t *table, seat int, found *clock.Reading) *ordersOutput {
	o := Orders{
		Game: t.ID, Seat: seat, Number: t.Number, Phase: apijson.PhaseName(t.Phase), Revision: t.Revision, Text: found.Text,
		Verdicts: []Verdict{}, Passed: []Passed{}, Missing: []Missing{}, Warnings: []Warning{},
	}
	for _, v := range found.Verdicts {
		x := verdictOf(t, v)
		if !x.OK {
			o.Refused++
		}
		o.Verdicts = append(o.Verdicts, x)
	}
	for _, x := range found.Passed {
		o.Passed = append(o.Passed, Passed(x))
	}
	if !t.Finished {
		o.Missing = t.missing(found.Position, seat, found.Lines)
		o.Warnings = t.warnings(found.Position, seat, found.Lines)
	}
	return &ordersOutput{o}
}

// verdictOf returns the verdict on a line for the caller.
func verdictOf(t *table, v game.Verdict) Verdict {
	x := Verdict{
		Line: v.Line, Column: v.Column, Text: v.Text, OK: !v.Refused(), Canonical: v.Canonical, Error: v.Error.In(t.to), Code: v.Code,
		Suggest: v.Suggest, Replaced: v.Replaced,
	}
	for _, n := range v.Notes {
		x.Notes = append(x.Notes, n.Message.In(t.to))
	}
	if v.Power != machiavelli.Nobody {
		x.Power = t.Setting.Powers[v.Power].ID
	}
	return x
}

// missing returns what the powers of a seat still owe with those lines.
func (t *table) missing(p *position.Position, seat int, lines []turn.Line) []Missing {
	out := []Missing{}
	for _, power := range t.PlayedAt(seat) {
		owed := turn.Owes(p, &t.Rules, power, lines)
		if owed.None() {
			continue
		}
		m := Missing{Power: t.Setting.Powers[power].ID, Builds: owed.Builds, Removals: owed.Removals}
		for _, i := range owed.Units {
			m.Units = append(m.Units, unitName(t.Setting, p.Units[i]))
		}
		for _, i := range owed.Retreats {
			m.Retreats = append(m.Retreats, unitName(t.Setting, p.Dislodged[i].Unit))
		}
		out = append(out, m)
	}
	return out
}

// warnings returns warnings of what can end the game of a seat's powers, or
// cost them units, with those lines.
func (t *table) warnings(p *position.Position, seat int, lines []turn.Line) []Warning {
	out := []Warning{}
	for _, power := range t.PlayedAt(seat) {
		for _, d := range turn.Dangers(p, &t.Rules, power, lines) {
			out = append(out, Warning{t.Setting.Powers[power].ID, d.Say(p.Setting).In(t.to), d.Grave(p)})
		}
	}
	return out
}

// unitName returns a unit as in positions: "A Pavia", "F Provence/sc militia".
func unitName(s *position.Setting, u position.Unit) string {
	text := u.Type.Letter() + " " + s.Board.Name(u.Place())
	if q := u.Quality.String(); q != "" {
		text += " " + q
	}
	return text
}
