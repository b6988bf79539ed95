package interchange

import (
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
)

// output collects JSON. The methods that begin a member or an element write the
// commas.
type output struct {
	b       []byte
	set     *position.Setting
	hidden  Hidden // parts that are left out of positions
	scratch []byte
}

// comma writes a comma if another member or element precedes.
func (o *output) comma() {
	if n := len(o.b); n > 0 && o.b[n-1] != '{' && o.b[n-1] != '[' && o.b[n-1] != ':' {
		o.b = append(o.b, ',')
	}
}

// member begins a member of an object. Its name must not need escapes.
func (o *output) member(name string) {
	o.comma()
	o.b = append(o.b, '"')
	o.b = append(o.b, name...)
	o.b = append(o.b, '"', ':')
}

// open begins an object or a list, with a comma before it if it is not the
// first.
func (o *output) open(b byte) {
	o.comma()
	o.b = append(o.b, b)
}

func (o *output) close(b byte) { o.b = append(o.b, b) }

// text writes a string.
func (o *output) text(s string) {
	o.comma()
	o.b = appendText(o.b, s)
}

// bytes writes a string that is given as bytes.
func (o *output) bytes(s []byte) {
	o.comma()
	o.b = append(o.b, '"')
	from := len(o.b)
	o.b = append(o.b, s...)
	for _, c := range s {
		if c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			o.b = appendText(o.b[:from-1], string(s))
			return
		}
	}
	o.b = append(o.b, '"')
}

func appendText(dst []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			quoted, _ := json.Marshal(s) // marshalling a string cannot fail
			return append(dst, quoted...)
		}
	}
	dst = append(dst, '"')
	dst = append(dst, s...)
	return append(dst, '"')
}

func (o *output) number(n int) {
	o.comma()
	o.b = strconv.AppendInt(o.b, int64(n), 10)
}

func (o *output) truth(v bool) {
	o.comma()
	o.b = strconv.AppendBool(o.b, v)
}

// textMember writes a member with a string.
func (o *output) textMember(name, value string) {
	o.member(name)
	o.text(value)
}

// power writes a power's id.
func (o *output) power(p machiavelli.Power) { o.text(powerID(o.set, p)) }

func powerID(s *position.Setting, p machiavelli.Power) string {
	if p == machiavelli.Nobody || int(p) >= len(s.Powers) {
		return autonomous
	}
	return s.Powers[p].ID
}

// powers writes a list of powers.
func (o *output) powers(set machiavelli.PowerSet) {
	o.open('[')
	for p := machiavelli.Power(1); int(p) < len(o.set.Powers); p++ {
		if set.Has(p) {
			o.power(p)
		}
	}
	o.close(']')
}

// place writes an area's full name, with its coast.
func (o *output) place(p board.Place) {
	o.comma()
	o.b = append(o.b, '"')
	o.b = appendPlace(o.b, o.set.Board, p)
	o.b = append(o.b, '"')
}

func (o *output) area(id board.ID) { o.place(board.Place{At: id}) }

// areas writes a list of areas in the board's order.
func (o *output) areas(s board.Set) {
	o.open('[')
	for id := s.Next(board.None); id != board.None; id = s.Next(id) {
		o.area(id)
	}
	o.close(']')
}

func appendPlace(dst []byte, b *board.Board, p board.Place) []byte {
	dst = append(dst, b.Areas[p.At].Name...)
	if p.Coast != machiavelli.NoCoast {
		dst = append(dst, '/')
		dst = append(dst, p.Coast.Code()...)
	}
	return dst
}

// unit writes a unit, such as "A Milan professional".
func (o *output) unit(u position.Unit) {
	o.comma()
	o.b = append(o.b, '"')
	o.b = append(o.b, u.Type.Letter()...)
	o.b = append(o.b, ' ')
	o.b = appendPlace(o.b, o.set.Board, u.Place())
	if u.Quality != machiavelli.Ordinary {
		o.b = append(o.b, ' ')
		o.b = append(o.b, u.Quality.String()...)
	}
	o.b = append(o.b, '"')
}

// owned writes the members power and unit of a record.
func (o *output) owned(u position.Unit) {
	o.member("power")
	o.power(u.Owner)
	o.member("unit")
	o.unit(u)
}
