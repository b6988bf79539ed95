package api

import (
	"context"
	"net/http"
	"slices"
	"strings"

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

// UnitOrders lists the legal orders of a unit.
type UnitOrders struct {
	Unit   string   `json:"unit" doc:"As positions have it" example:"A Pavia"`
	Power  string   `json:"power"`
	Orders []string `json:"orders"`
}

// Legal lists the legal orders of powers.
type Legal struct {
	Game     string       `json:"game"`
	Number   int          `json:"number" doc:"Of the phase"`
	Phase    string       `json:"phase"`
	Revision int          `json:"revision"`
	Powers   []LegalPower `json:"powers"`
}

// LegalPower lists the legal orders of one power.
type LegalPower struct {
	Power    string       `json:"power"`
	Units    []UnitOrders `json:"units" doc:"By unit: in retreats the dislodged ones, in winter removal and maintenance"`
	Builds   []string     `json:"builds,omitempty" doc:"In winter: units that could be built, and the waiving of a build"`
	Loans    []string     `json:"loans,omitempty" doc:"The largest loan for each duration"`
	Payments []string     `json:"payments,omitempty" doc:"Payments, each of one ducat; any sum will do"`
	Expenses []string     `json:"expenses,omitempty" doc:"Expenses with the number 1 and their least sum, affordable or not"`
	Others   []string     `json:"others,omitempty" doc:"Gifts of chits and provinces, permissions, taxes, bans, and lines of exchanges: of ducats one each, of units any order can follow give or get"`
	Money    *Money       `json:"money,omitempty" doc:"What it has to spend, where the caller may know"`
}

// Money is the money of a power, in ducats.
type Money struct {
	Treasury int `json:"treasury"`
	Debts    int `json:"debts" doc:"What it owes to the bank, with interest"`
	Upkeep   int `json:"upkeep" doc:"What its units cost in winter"`
}

type legalInput struct {
	GameInput
	CacheInput
	Power string `query:"power" maxLength:"40" doc:"A power; by default those of the caller"`
	Unit  string `query:"unit" maxLength:"60" doc:"Only this unit: its place, or as positions have it" example:"A Pavia"`
}

type legalOutput struct {
	ETag string `header:"ETag"`
	Body Legal
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
	out := &legalOutput{tag, Legal{Game: t.ID, Number: ph.Number, Phase: ph.Phase.String(), Revision: t.Revision, Powers: []LegalPower{}}}
	for _, p := range powers {
		out.Body.Powers = append(out.Body.Powers, l.power(p))
	}
	return out, nil
}

// place returns the area that a text names, with or without the letter of a
// unit. city reports whether it names a garrison.
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
	only board.ID // only a unit there; None: all
	city bool
}

func (l *lister) wanted(u position.Unit) bool {
	return l.only == board.None || u.At == l.only && (!l.city || u.InCity())
}

// lines formats orders, without duplicates.
func (l *lister) lines(orders []order.Order) []string {
	out := make([]string, 0, len(orders))
	for _, o := range orders {
		out = append(out, order.Format(o, l.t.Setting.Board, l.t.Setting.Powers))
	}
	return out
}

// power lists the legal orders of a power.
func (l *lister) power(power machiavelli.Power) LegalPower {
	t := l.t
	out := LegalPower{Power: t.Setting.Powers[power].ID, Units: []UnitOrders{}}
	own := t.role.Master || t.view.Powers.Has(power)
	if t.Rules.Money && t.view.SeesTreasury(power, true) {
		lent, interest := legal.Owed(l.p, power)
		out.Money = &Money{int(l.p.Treasury[power]), int(lent + interest), int(turn.Upkeep(l.p, power))}
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

func (l *lister) unit(u position.Unit, orders []order.Order) UnitOrders {
	return UnitOrders{Unit: unitName(l.t.Setting, u), Power: l.t.Setting.Powers[u.Owner].ID, Orders: l.lines(orders)}
}

func (l *lister) campaign(power machiavelli.Power, out *LegalPower, own bool) {
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

func (l *lister) retreats(power machiavelli.Power, out *LegalPower) {
	for i, d := range l.p.Dislodged {
		if d.Unit.Owner == power && l.wanted(d.Unit) {
			out.Units = append(out.Units, l.unit(d.Unit, legal.Retreats(l.p, &l.t.Rules, i, nil)))
		}
	}
}

func (l *lister) winter(power machiavelli.Power, out *LegalPower) {
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
