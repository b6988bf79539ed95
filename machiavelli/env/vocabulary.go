package env

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// VocabularyVersion is the version of the algorithm that builds vocabularies. It is increased
// when the actions change for any board and rules.
const VocabularyVersion = 1

// paymentSums are the sums, in ducats, for which there are payments among the actions. Loans have
// an action for every sum.
var paymentSums = []int{1, 2, 3, 6, 9, 12, 18, 24}

// spot is where a unit stands: in an area, or in its city.
type spot struct {
	at   board.ID
	city bool
}

// spotOf returns where the unit in an order stands.
func spotOf(u *order.Unit) spot { return spot{u.At, u.Type == machiavelli.Garrison} }

// entry is an action: an order without what follows from the position, namely
// the types of field units, their coasts, and the route of a convoy. Retreats
// share the entries of advances and conversions.
type entry struct {
	kind    order.Kind
	action  order.Action
	expense order.ExpenseKind
	convert machiavelli.UnitType // the type after a conversion; for a build, the type of the unit
	quality machiavelli.Quality
	unit    spot
	target  spot
	to      board.Place
	middle  board.ID // province in the middle of a ride of cavalry over two provinces
	convoy  bool
	power   machiavelli.Power
	victim  machiavelli.Power
	bank    bool
	years   uint8
	amount  uint8 // the sum of a payment or loan
}

// Vocabulary numbers the actions of a board with a set of rules, from 0. The
// same board, powers and rules have the same vocabulary in every game and on
// every machine. It is immutable and may be shared.
type Vocabulary struct {
	texts    []string
	entries  []entry
	index    map[entry]int32
	explicit bool
	board    *board.Board
	powers   machiavelli.Roster
}

// NewVocabulary returns the vocabulary of games with a setting and rules. It
// depends on the board, the powers and the rules only.
func NewVocabulary(s *position.Setting, r *rules.Set) *Vocabulary {
	b := vocabularyBuilder{
		v: &Vocabulary{index: map[entry]int32{}, explicit: r.ConvoyRoute == rules.RouteExplicit, board: s.Board, powers: s.Powers},
		b: s.Board, r: r, powers: s.Powers,
	}
	b.all()
	return b.v
}

// Len returns the number of actions.
func (v *Vocabulary) Len() int { return len(v.texts) }

// Text returns an action as text: an order line in which field units have no letter, since only
// one can stand in an area, and expenses have neither number nor sum. With explicit routes,
// "Pisa - ... - Naples" means the convoy by the route in the lists of legal orders; it is not
// an order line.
func (v *Vocabulary) Text(action int) string { return v.texts[action] }

// Texts returns the actions in their order. The caller must not modify the result.
func (v *Vocabulary) Texts() []string { return v.texts }

// Digest returns a hash of the vocabulary: 16 hexadecimal digits.
func (v *Vocabulary) Digest() string {
	h := sha256.Sum256([]byte(strings.Join(v.texts, "\n")))
	return hex.EncodeToString(h[:8])
}

// Number returns the number of the action for a bound order, or -1 if it can be
// given only as a line. All orders that legal.Choices lists have an action. The
// sum and the number of an expense do not matter.
func (v *Vocabulary) Number(o *order.Order) int {
	e, ok := v.entryOf(o)
	if !ok {
		return -1
	}
	if i, ok := v.index[e]; ok {
		return int(i)
	}
	return -1
}

// entryOf returns the entry of an order.
func (v *Vocabulary) entryOf(o *order.Order) (e entry, ok bool) {
	e.kind = o.Kind
	switch o.Kind {
	case order.Hold, order.Besiege, order.Lift, order.Disband, order.Remove, order.Maintain:
		e.unit = spotOf(&o.Unit)
	case order.Advance:
		e.unit, e.to = spotOf(&o.Unit), o.To
		switch {
		case o.Rides(v.board):
			e.middle = o.Via[0]
		case o.ByConvoy():
			e.convoy = true
		}
	case order.Retreat:
		e.unit = spotOf(&o.Unit)
		if o.ConvertTo != machiavelli.NoType {
			e.kind, e.convert = order.Convert, o.ConvertTo
		} else {
			e.kind, e.to = order.Advance, o.To
		}
	case order.Transfer:
		e.unit, e.to = spotOf(&o.Unit), o.To
	case order.Convert:
		e.unit, e.convert, e.to.Coast = spotOf(&o.Unit), o.ConvertTo, o.To.Coast
	case order.Support:
		e.unit, e.action = spotOf(&o.Unit), o.Action
		switch o.Action {
		case order.PowerThere:
			e.to.At, e.power = o.To.At, o.Power
		case order.ToAdvance:
			e.target, e.to = spotOf(&o.Target), o.To
		default:
			e.target = spotOf(&o.Target)
		}
	case order.Convoy:
		e.unit, e.target, e.to.At = spotOf(&o.Unit), spotOf(&o.Target), o.To.At
	case order.Build:
		e.unit.at, e.convert, e.quality, e.to.Coast = o.Unit.At, o.Unit.Type, o.Quality, o.Unit.Coast
	case order.Waive, order.Overrule:
	default:
		return e, e.money(o)
	}
	return e, true
}

// money fills in the entry of an order that is not for a unit of the power, and reports whether
// the order can have an entry.
func (e *entry) money(o *order.Order) bool {
	switch o.Kind {
	case order.Expense:
		e.expense = o.Expense
		switch o.Expense.Target() {
		case order.OnProvince:
			e.to.At = o.To.At
		case order.OnUnit:
			e.target = spotOf(&o.Target)
		case order.OnRuler:
			e.power = o.Power
		default:
			return false
		}
	case order.Payment:
		e.power, e.bank = o.Power, o.Bank
		return e.sum(o.Amount)
	case order.Loan:
		e.years = o.Years
		return e.sum(o.Amount)
	case order.GiveChit:
		e.victim, e.power = o.Victim, o.Power
	case order.Permit:
		e.power, e.target = o.Power, spotOf(&o.Target)
	case order.Tax:
		e.to.At = o.To.At
	case order.GiveProvince:
		e.to.At, e.power = o.To.At, o.Power
	case order.Silence:
		e.power = o.Power
	case order.Ally:
		for p := range machiavelli.Power(machiavelli.MaxPowers) {
			if o.Powers.Has(p) {
				e.power = p
				return o.Powers == machiavelli.PowerSet(0).With(p)
			}
		}
		return false
	default:
		return false
	}
	return true
}

// sum fills in an amount, and reports whether an entry can hold it.
func (e *entry) sum(n int32) bool {
	e.amount = uint8(n)
	return n >= 0 && n < 1<<8
}

// Order returns an action as an order for the phase of p: with the types of the units that
// stand there, and the route of a voyage if routes are explicit. It does not check the order;
// for example, the units may not exist. f finds routes. ok is false if the vocabulary has no
// such action.
func (v *Vocabulary) Order(action int, p *position.Position, r *rules.Set, f *legal.Finder) (o order.Order, ok bool) {
	if action < 0 || action >= len(v.entries) {
		return o, false
	}
	e := &v.entries[action]
	o = e.order()
	if o.Kind != order.Build {
		o.Unit = standing(p, e.unit)
	}
	if e.target.at != board.None {
		o.Target = standing(p, e.target)
		o.Explicit = o.Explicit && o.Target.Type == machiavelli.NoType
	}
	switch {
	case p.Phase.Step == machiavelli.Retreats && o.Kind == order.Advance:
		o.Kind = order.Retreat
	case p.Phase.Step == machiavelli.Retreats && o.Kind == order.Convert:
		o.Kind, o.To = order.Retreat, board.Place{At: e.unit.at}
	case e.convoy && v.explicit && p.Phase.Step == machiavelli.Orders:
		o = v.voyage(o, p, r, f)
	}
	return o, true
}

// voyage returns an advance by convoy with its route added. If there is no route, the advance
// is unchanged, and will be refused.
func (v *Vocabulary) voyage(o order.Order, p *position.Position, r *rules.Set, f *legal.Finder) order.Order {
	i := p.Field(o.Unit.At)
	if i < 0 {
		return o
	}
	for _, x := range f.OfUnit(p, r, i, nil) {
		if x.Kind == order.Advance && x.NVia > 0 && x.To == o.To && !x.Rides(v.board) {
			return x
		}
	}
	return o
}

// standing returns the unit in a spot as an order names it. In retreats, it returns the dislodged
// unit. If there is no unit, only the place is filled in.
func standing(p *position.Position, s spot) order.Unit {
	u := order.Unit{At: s.at}
	if s.city {
		u.Type = machiavelli.Garrison
	}
	if s.at == board.None {
		return u
	}
	if p.Phase.Step == machiavelli.Retreats {
		for i := range p.Dislodged {
			if x := &p.Dislodged[i].Unit; x.At == s.at && x.InCity() == s.city {
				return order.Unit{Type: x.Type, Serial: x.Serial, At: x.At, Coast: x.Coast}
			}
		}
		return u
	}
	i := p.Field(s.at)
	if s.city {
		i = p.Garrison(s.at)
	}
	if i >= 0 {
		x := &p.Units[i]
		u = order.Unit{Type: x.Type, Serial: x.Serial, At: x.At, Coast: x.Coast}
	}
	return u
}

// order returns the order of an entry as far as it does not depend on a
// position.
func (e *entry) order() order.Order {
	o := order.Order{
		Kind: e.kind, Action: e.action, Expense: e.expense, ConvertTo: e.convert, Power: e.power, Victim: e.victim,
		Unit: unitAt(e.unit), To: e.to, Bank: e.bank, Years: e.years, Amount: int32(e.amount), ViaConvoy: e.convoy,
	}
	if e.target.at != board.None {
		o.Target = unitAt(e.target)
	}
	switch e.kind {
	case order.Hold:
		o.Explicit = true
	case order.Support:
		o.Explicit = e.action == order.ToHold
	case order.Advance:
		if e.middle != board.None {
			o.NVia, o.Via[0] = 1, e.middle
		}
	case order.Convert:
		if e.to.Coast != machiavelli.NoCoast {
			o.To.At = e.unit.at
		}
	case order.Build:
		o.Unit.Type, o.Unit.Coast, o.Quality = e.convert, e.to.Coast, e.quality
		o.ConvertTo, o.To = machiavelli.NoType, board.Place{}
	case order.Ally:
		o.Powers, o.Power = machiavelli.PowerSet(0).With(e.power), machiavelli.Nobody
	}
	return o
}

// unitAt names the unit in a spot: a garrison, or the field unit without its
// type.
func unitAt(s spot) order.Unit {
	u := order.Unit{At: s.at}
	if s.city {
		u.Type = machiavelli.Garrison
	}
	return u
}
