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

type ordersOutput struct{ Body apijson.Orders }

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

// whole returns a draft as one text.
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

// ordersOf returns the verdicts on orders, the missing orders, and warnings.
func ordersOf(t *table, seat int, found *clock.Reading) *ordersOutput {
	o := apijson.Orders{
		Game: t.ID, Seat: seat, Number: t.Number, Phase: apijson.PhaseName(t.Phase), Revision: t.Revision, Text: found.Text,
		Verdicts: []apijson.Verdict{}, Passed: []apijson.Passed{}, Missing: []apijson.Missing{}, Warnings: []apijson.Warning{},
	}
	for _, v := range found.Verdicts {
		x := verdictOf(t, v)
		if !x.OK {
			o.Refused++
		}
		o.Verdicts = append(o.Verdicts, x)
	}
	for _, x := range found.Passed {
		o.Passed = append(o.Passed, apijson.Passed(x))
	}
	if !t.Finished {
		o.Missing = t.missing(found.Position, seat, found.Lines)
		o.Warnings = t.warnings(found.Position, seat, found.Lines)
	}
	return &ordersOutput{o}
}

// verdictOf returns the verdict on a line for the caller.
func verdictOf(t *table, v game.Verdict) apijson.Verdict {
	x := apijson.Verdict{
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

// missing returns the orders that the powers of a seat owe in addition to the given lines.
func (t *table) missing(p *position.Position, seat int, lines []turn.Line) []apijson.Missing {
	out := []apijson.Missing{}
	for _, power := range t.PlayedAt(seat) {
		owed := turn.Owes(p, &t.Rules, power, lines)
		if owed.None() {
			continue
		}
		m := apijson.Missing{Power: t.Setting.Powers[power].ID, Builds: owed.Builds, Removals: owed.Removals}
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

// warnings returns a warning for each power of a seat that may be eliminated or lose units with the
// given lines.
func (t *table) warnings(p *position.Position, seat int, lines []turn.Line) []apijson.Warning {
	out := []apijson.Warning{}
	for _, power := range t.PlayedAt(seat) {
		for _, d := range turn.Dangers(p, &t.Rules, power, lines) {
			out = append(out, apijson.Warning{
				Power: t.Setting.Powers[power].ID,
				Text:  d.Say(p.Setting).In(t.to), Grave: d.Grave(p),
			})
		}
	}
	return out
}

// unitName returns a unit in the form that positions use, such as "A Pavia" or "F Provence/sc
// militia".
func unitName(s *position.Setting, u position.Unit) string {
	text := u.Type.Letter() + " " + s.Board.Name(u.Place())
	if q := u.Quality.String(); q != "" {
		text += " " + q
	}
	return text
}
