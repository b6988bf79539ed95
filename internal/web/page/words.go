package page

import (
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
)

// UnitName returns a unit as in lists: "Army Pavia".
func UnitName(s *position.Setting, u position.Unit) message.Message {
	return message.New("{unit:title}", report.New(s).UnitOf(u))
}

// UnitText returns a unit as at the beginning of an order: "A Pavia".
func UnitText(s *position.Setting, u position.Unit) string {
	return order.FormatUnit(order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}, s.Board, s.Powers)
}

// Serial returns the unit's number in the notation of 1978, such as "A1", or "" if it has none.
func Serial(u position.Unit) string {
	if u.Serial == 0 {
		return ""
	}
	return u.Type.Letter() + strconv.Itoa(int(u.Serial))
}

// Count returns a number with a noun, such as "1 unit" or "2 units". The parameter one is the
// singular.
func Count(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	if strings.HasSuffix(one, "y") && !strings.HasSuffix(one, "ay") {
		return strconv.Itoa(n) + " " + strings.TrimSuffix(one, "y") + "ies"
	}
	return strconv.Itoa(n) + " " + one + "s"
}

// PhaseTitle returns a phase as a heading, or "" for a game that has not begun.
func PhaseTitle(p machiavelli.Phase) message.Message {
	if p == (machiavelli.Phase{}) {
		return message.Message{}
	}
	return message.New("{phase}", message.Phase(p))
}
