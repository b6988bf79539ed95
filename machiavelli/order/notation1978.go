package order

import (
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
)

// The 1978 rulebook writes a unit's order after its serial, with a dash between the letter of
// the order and its object: "A1 A-Montf", "F2 S-Bolog", "A3 S-Arezz-(A)", "F1 T-A4-(Fr)", "G1
// F3". The same letters are used for verbs and types, so the forms below take precedence over
// those of the judge.

// notation1978 reads the forms that only this notation has: A for advance, and
// a new serial for a conversion. The parameter w is the word at pos, and end is
// where it ends.
func (p *parser) notation1978(o *Order, w []byte, end int) (known, ok bool) {
	t := letterType(w)
	if t == machiavelli.NoType {
		return false, false
	}
	if end < len(p.s) && isDigit(p.s[end]) {
		begin := p.pos
		p.pos = end
		n, _ := p.number()
		if n < 1 || n > 99 {
			return true, p.fail(CodeConvert, begin, message.New("Units are numbered from 1 to 99; expected a new unit such as {example}.", message.Order("F5")))
		}
		o.Kind, o.ConvertTo, o.NewSerial = Convert, t, uint8(n)
		return true, true
	}
	if t == machiavelli.Army {
		p.pos = end
		p.skip('-')
		return true, p.advance(o)
	}
	return false, false
}

// place1978 reads a place in this notation. The place is written as elsewhere,
// but its coast may be a single letter at the end, as in "CroatN" and "Prove
// S".
func (p *parser) place1978() (board.Place, bool) {
	if pl, ok := p.place(); ok {
		if pl.Coast == machiavelli.NoCoast {
			p.lastLetter(&pl)
		}
		return pl, true
	}
	p.blanks()
	_, end := p.word()
	if end > p.pos {
		c := coastLetter(p.s[end-1])
		if m, _ := p.c.Board.Find(p.s[p.pos : end-1]); hasCoast(p.c.Board, m.ID, c) {
			p.pos = end
			return board.Place{At: m.ID, Coast: c}, true
		}
	}
	return board.Place{}, false
}

// lastLetter reads a coast's letter that stands alone after its place.
func (p *parser) lastLetter(pl *board.Place) {
	at := p.pos
	p.blanks()
	w, end := p.word()
	if len(w) == 1 {
		if c := coastLetter(w[0]); hasCoast(p.c.Board, pl.At, c) {
			pl.Coast = c
			p.pos = end
			return
		}
	}
	p.pos = at
}

// hasCoast reports whether c is one of the coasts of an area that has several.
func hasCoast(b *board.Board, id board.ID, c machiavelli.Coast) bool {
	for _, k := range b.Areas[id].Coasts {
		if k == c {
			return true
		}
	}
	return false
}

// powerThere reads the rest of a support into a space (SUPP-04). This is the
// power whose unit is supported; by default it is the writer's own.
func (p *parser) powerThere(o *Order, pl board.Place) bool {
	o.Action, o.To, o.Power = PowerThere, pl, p.c.Power
	if who, ok := p.powerBehind(); ok {
		o.Power = who
		return true
	}
	bad := p.bad
	if p.powerMeant() {
		text, _, _ := strings.Cut(p.s[bad:], ")")
		return p.fail(CodePower, bad, message.New("I don't know the power \"{text}\" that is to be supported in {place}; expected {expected}.", written(strings.TrimSpace(text)), p.area(pl.At), p.powerList()))
	}
	return true
}
