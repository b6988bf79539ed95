package order

import (
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
)

// Format returns the canonical text of an order, with full names, as in "A
// Cremona S A Milan - Bergamo". Parse reads it back as the same order in the
// same step.
func Format(o Order, b *board.Board, r machiavelli.Roster) string {
	return string(AppendFormat(make([]byte, 0, 64), &o, b, r))
}

// Format returns the canonical text of an order on the context's board.
func (c *Context) Format(o Order) string { return Format(o, c.Board, c.Powers) }

// AppendFormat appends the result of Format to dst.
func AppendFormat(dst []byte, o *Order, b *board.Board, r machiavelli.Roster) []byte {
	f := writer{dst, b, r}
	switch o.Kind {
	case Build:
		f.text("B ")
		if o.Quality != machiavelli.Ordinary {
			f.text(o.Quality.String())
			f.text(" ")
		}
		f.unit(&o.Unit)
	case Remove:
		f.text("R ")
		f.unit(&o.Unit)
	case Maintain:
		f.text("M ")
		f.unit(&o.Unit)
	case Waive:
		f.text("W")
	case Ally, Unally, Expense, Payment, Loan, GiveChit:
		f.money(o)
	case Permit, Tax, GiveProvince, Silence, Overrule:
		f.politics(o)
	case Exchange:
		f.exchange(o)
	case NoKind:
	default:
		f.unit(&o.Unit)
		f.action(o)
	}
	return f.b
}

// FormatPlain returns an order in the words that the lessons and the help on the pages teach:
// "build A Milan" and "F Ionian Sea convoys A Bari - Durazzo", where the canonical text uses
// the old judges' letters. Clicks on the map write this form. Parse reads it back as the same
// order.
func FormatPlain(o Order, b *board.Board, r machiavelli.Roster) string {
	switch o.Kind {
	case Build:
		return "build " + strings.TrimPrefix(Format(o, b, r), "B ")
	case Remove:
		return "remove " + FormatUnit(o.Unit, b, r)
	case Maintain:
		return "maintain " + FormatUnit(o.Unit, b, r)
	case Waive:
		return "waive"
	case Convoy:
		unit := FormatUnit(o.Unit, b, r)
		return unit + " convoys" + strings.TrimPrefix(Format(o, b, r), unit+" T")
	}
	return Format(o, b, r)
}

// FormatUnit returns a unit as the canonical text of an order writes it, such
// as "F Provence/sc".
func FormatUnit(u Unit, b *board.Board, r machiavelli.Roster) string {
	f := writer{make([]byte, 0, 32), b, r}
	f.unit(&u)
	return string(f.b)
}

// writer collects a text.
type writer struct {
	b     []byte
	board *board.Board
	r     machiavelli.Roster
}

func (f *writer) text(s string) { f.b = append(f.b, s...) }

func (f *writer) number(n int) { f.b = strconv.AppendInt(f.b, int64(n), 10) }

// place writes an area and its coast.
func (f *writer) place(p board.Place) {
	f.text(f.board.Areas[p.At].Name)
	f.coast(p.Coast)
}

func (f *writer) coast(c machiavelli.Coast) {
	if c != machiavelli.NoCoast {
		f.text("/")
		f.text(c.Code())
	}
}

// power writes a power's name.
func (f *writer) power(p machiavelli.Power) {
	switch {
	case p == machiavelli.Nobody:
		f.text("autonomous")
	case int(p) < len(f.r):
		f.text(f.r[p].Name)
	}
}

// unit writes a unit with its place or, if it has no place, with its serial.
func (f *writer) unit(u *Unit) {
	if u.At == board.None {
		f.b = appendSerial(f.b, u)
		if u.Nation != machiavelli.Nobody {
			f.text(" (")
			f.power(u.Nation)
			f.text(")")
		}
		return
	}
	if u.Nation != machiavelli.Nobody && int(u.Nation) < len(f.r) {
		f.text(f.r[u.Nation].Adjective)
		f.text(" ")
	}
	if u.Type != machiavelli.NoType {
		f.text(u.Type.Letter())
		f.text(" ")
	}
	f.place(u.Place())
}

// appendSerial appends a unit's serial, such as "A4".
func appendSerial(dst []byte, u *Unit) []byte {
	dst = append(dst, u.Type.Letter()...)
	return strconv.AppendInt(dst, int64(u.Serial), 10)
}

// action writes the action of a unit order, with a space before it.
func (f *writer) action(o *Order) {
	switch o.Kind {
	case Hold:
		f.text(" H")
	case Advance:
		for _, id := range o.Via[:o.NVia] {
			f.text(" - ")
			f.text(f.board.Areas[id].Name)
		}
		f.text(" - ")
		f.place(o.To)
		if o.ViaConvoy {
			f.text(" via convoy")
		}
	case Support:
		f.text(" S ")
		f.support(o)
	case Convoy:
		f.text(" T ")
		f.unit(&o.Target)
		if o.To.At != board.None {
			f.text(" - ")
			f.place(o.To)
		}
	case Convert:
		f.convert(o)
	case Besiege:
		f.text(" B")
	case Lift:
		f.text(" L")
	case Disband:
		f.text(" D")
	case Retreat:
		if o.ConvertTo != machiavelli.NoType {
			f.convert(o)
			return
		}
		f.text(" - ")
		f.place(o.To)
	case Transfer:
		f.text(" transfer ")
		f.place(o.To)
	case Clear:
		f.text(" none")
	}
}

// support writes the supported action.
func (f *writer) support(o *Order) {
	if o.Action == PowerThere {
		f.place(o.To)
		f.text(" (")
		f.power(o.Power)
		f.text(")")
		return
	}
	f.unit(&o.Target)
	switch o.Action {
	case ToAdvance:
		f.text(" - ")
		f.place(o.To)
	case ToConvert:
		f.text(" C")
		if o.ConvertTo != machiavelli.NoType {
			f.text(" ")
			f.text(o.ConvertTo.Letter())
		}
		f.coast(o.To.Coast)
	case ToHold:
		if o.Target.Type == machiavelli.NoType && (o.Explicit || o.Unit.Serial != 0) {
			f.text(" H") // without the H it would read as a support into the space
		}
	}
}

// convert writes a conversion.
func (f *writer) convert(o *Order) {
	f.text(" C")
	if o.ConvertTo == machiavelli.NoType {
		return
	}
	f.text(" ")
	f.text(o.ConvertTo.Letter())
	if o.NewSerial != 0 {
		f.number(int(o.NewSerial))
	}
	if o.Kind == Convert {
		f.coast(o.To.Coast)
	}
}

// ducats writes an amount with its unit.
func (f *writer) ducats(n int32) {
	f.number(int(n))
	f.text(" ducat")
	if n != 1 {
		f.text("s")
	}
}

// money writes orders about money and alliances.
func (f *writer) money(o *Order) {
	switch o.Kind {
	case Ally, Unally:
		between := "Ally "
		if o.Kind == Unally {
			between = "Unally "
		}
		for p := range machiavelli.Power(machiavelli.MaxPowers) {
			if o.Powers.Has(p) {
				f.text(between)
				f.power(p)
				between = ", "
			}
		}
	case Payment:
		f.text("Pay ")
		f.ducats(o.Amount)
		f.text(" to ")
		if o.Bank {
			f.text("bank")
		} else {
			f.power(o.Power)
		}
	case Loan:
		f.text("Borrow ")
		f.ducats(o.Amount)
		f.text(" for ")
		f.number(int(o.Years))
		f.text(" year")
		if o.Years != 1 {
			f.text("s")
		}
	case GiveChit:
		f.text("Give ")
		if int(o.Victim) < len(f.r) {
			f.text(f.r[o.Victim].Adjective)
		}
		f.text(" chit to ")
		f.power(o.Power)
	case Expense:
		f.expense(o)
	}
}

// expense writes an expense, such as "E1: 12d, Disband A Bologna", or "E: 12d,
// Disband A Bologna" if it has no number.
func (f *writer) expense(o *Order) {
	f.text("E")
	if o.Slot != 0 {
		f.number(int(o.Slot))
	}
	f.text(": ")
	if o.HasSum {
		f.number(int(o.Amount))
		f.text("d, ")
	}
	f.text(purposes[o.Expense].written)
	switch o.Expense.Target() {
	case OnNothing:
	case OnRuler:
		f.text(" ")
		f.power(o.Power)
	case OnProvince:
		f.text(" ")
		f.place(o.To)
	default:
		f.text(" ")
		f.unit(&o.Target)
		if o.Expense == BuyUnit && o.NewSerial != 0 {
			f.text(" as ")
			f.text(o.Target.Type.Letter())
			f.number(int(o.NewSerial))
		}
	}
}
