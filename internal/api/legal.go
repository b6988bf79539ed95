package api

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"podesta/internal/apijson"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/game"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

func (s *Server) legalRoutes() {
	add(s, huma.Operation{
		OperationID: "getLegal", Method: http.MethodGet, Path: "/games/{game}/legal", Tags: []string{tagPlay}, Security: anyone,
		Summary: "The legal orders of a power in the current phase",
		Description: "By unit, and for the power as a whole: builds, loans, payments, expenses with their least sum. Every line can be sent " +
			"unchanged. What a power has to spend is known to its player and to masters; others see what its units could do.",
	}, s.getLegal)
}

type legalInput struct {
	GameInput
	CacheInput
	Power string `query:"power" maxLength:"40" doc:"A power; by default those of the caller"`
	Unit  string `query:"unit" maxLength:"60" doc:"Only this unit: its place, or as positions have it" example:"A Pavia"`
}

type legalOutput struct {
	ETag string `header:"ETag"`
	Body apijson.Legal
}

func (s *Server) getLegal(ctx context.Context, in *legalInput) (*legalOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	if err := t.begun(); err != nil {
		return nil, err
	}
	powers := t.PlayedAt(t.role.Seat)
	if in.Power != "" {
		p, err := t.power(in.Power)
		if err != nil {
			return nil, err
		}
		powers = []machiavelli.Power{p}
	}
	if len(powers) == 0 {
		return nil, invalid(message.New("You play no power here: name the power."))
	}
	tag := s.tag(t, "legal", in.Power, in.Unit)
	if err := in.fresh(tag); err != nil {
		return nil, err
	}
	if t.Finished {
		return nil, problemOf(game.Conflict, message.New("The game is over."))
	}
	ph, err := s.judge.Base.Phase(ctx, t.ID, 0)
	if err != nil {
		return nil, err
	}
	l := lister{t: t, p: t.view.Position(ph.Before, false), only: board.None}
	if in.Unit != "" {
		if l.only, l.city, err = t.place(in.Unit); err != nil {
			return nil, err
		}
	}
	out := &legalOutput{tag, apijson.Legal{Game: t.ID, Number: ph.Number, Phase: ph.Phase.String(), Revision: t.Revision, Powers: []apijson.LegalPower{}}}
	for _, p := range powers {
		out.Body.Powers = append(out.Body.Powers, l.power(p))
	}
	return out, nil
}

// place returns the area that a text names, with or without the letter of a unit. The result city
// reports whether it names a garrison.
func (t *table) place(text string) (at board.ID, city bool, err error) {
	b := t.Setting.Board
	name := strings.TrimSpace(text)
	if kind, rest, ok := strings.Cut(name, " "); ok && slices.Contains([]string{"A", "F", "G", "C", "AC"}, strings.ToUpper(kind)) {
		name, city = strings.TrimSpace(rest), strings.EqualFold(kind, "G")
	}
	name, _, _ = strings.Cut(name, "/")
	m, ok := b.Find(name)
	if !ok {
		return 0, false, invalid(message.New("There is no place of that name on the board."))
	}
	return m.ID, city, nil
}

// lister lists legal orders in one position.
type lister struct {
	t    *table
	p    *position.Position
	find legal.Finder
	only board.ID // limits the orders to the unit in this area; None for all units
	city bool
}

func (l *lister) wanted(u position.Unit) bool {
	return l.only == board.None || u.At == l.only && (!l.city || u.InCity())
}

// lines formats orders.
func (l *lister) lines(orders []order.Order) []string {
	out := make([]string, 0, len(orders))
	for _, o := range orders {
		out = append(out, order.Format(o, l.t.Setting.Board, l.t.Setting.Powers))
	}
	return out
}

// power lists the legal orders of a power.
func (l *lister) power(power machiavelli.Power) apijson.LegalPower {
	t := l.t
	out := apijson.LegalPower{Power: t.Setting.Powers[power].ID, Units: []apijson.UnitOrders{}}
	own := t.role.Master || t.view.Powers.Has(power)
	if t.Rules.Money && t.view.SeesTreasury(power, true) {
		lent, interest := legal.Owed(l.p, power)
		out.Money = &apijson.Money{Treasury: int(l.p.Treasury[power]), Debts: int(lent + interest), Upkeep: int(turn.Upkeep(l.p, power))}
	}
	switch l.p.Phase.Step {
	case machiavelli.Orders:
		l.campaign(power, &out, own)
	case machiavelli.Retreats:
		l.retreats(power, &out)
		if l.only == board.None && own {
			out.Others = l.lines(l.find.Exchanges(l.p, &t.Rules, power, nil))
		}
	case machiavelli.Adjustments:
		l.winter(power, &out)
	}
	return out
}

func (l *lister) unit(u position.Unit, orders []order.Order) apijson.UnitOrders {
	return apijson.UnitOrders{
		Unit: unitName(l.t.Setting, u), Power: l.t.Setting.Powers[u.Owner].ID,
		Orders: l.lines(orders),
	}
}

func (l *lister) campaign(power machiavelli.Power, out *apijson.LegalPower, own bool) {
	r := &l.t.Rules
	moves := l.find.Transfers(l.p, r, power, nil)
	for i, u := range l.p.Units {
		if u.Owner != power || !l.wanted(u) {
			continue
		}
		orders := l.find.OfUnit(l.p, r, i, nil)
		for _, o := range moves {
			if o.Unit.At == u.At && !u.InCity() {
				orders = append(orders, o)
			}
		}
		out.Units = append(out.Units, l.unit(u, orders))
	}
	if l.only != board.None || !own {
		return
	}
	for _, x := range []struct {
		into *[]string
		list []order.Order
	}{
		{&out.Loans, l.find.Loans(l.p, r, power, nil)},
		{&out.Payments, l.find.Payments(l.p, r, power, nil)},
		{&out.Expenses, l.find.Expenses(l.p, r, power, nil)},
		{&out.Others, l.find.Chits(l.p, r, power, nil)},
		{&out.Others, l.find.Permits(l.p, r, power, nil)},
		{&out.Others, l.find.Taxes(l.p, r, power, nil)},
		{&out.Others, l.find.Cessions(l.p, r, power, nil)},
		{&out.Others, l.find.Bans(l.p, r, power, nil)},
		{&out.Others, l.find.Exchanges(l.p, r, power, nil)},
	} {
		*x.into = append(*x.into, l.lines(x.list)...)
	}
}

func (l *lister) retreats(power machiavelli.Power, out *apijson.LegalPower) {
	for i, d := range l.p.Dislodged {
		if d.Unit.Owner == power && l.wanted(d.Unit) {
			out.Units = append(out.Units, l.unit(d.Unit, legal.Retreats(l.p, &l.t.Rules, i, nil)))
		}
	}
}

func (l *lister) winter(power machiavelli.Power, out *apijson.LegalPower) {
	byUnit := map[int][]order.Order{}
	for _, o := range l.find.Winter(l.p, &l.t.Rules, power, nil) {
		switch o.Kind {
		case order.Remove, order.Maintain:
			i := legal.TargetUnit(l.p, o.Unit)
			byUnit[i] = append(byUnit[i], o)
		default:
			if l.only == board.None {
				out.Builds = append(out.Builds, l.lines([]order.Order{o})...)
			}
		}
	}
	for i, u := range l.p.Units {
		if orders, ok := byUnit[i]; ok && l.wanted(u) {
			out.Units = append(out.Units, l.unit(u, orders))
		}
	}
}
