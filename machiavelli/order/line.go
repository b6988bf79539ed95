package order

import (
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// carried holds what the first order in a list passes on to the following ones. This is its verb
// if the verb is in front and, if it builds a unit, the type and the quality.
type carried struct {
	verb    verb       // verb of a campaign or of retreats
	adj     adjustment // verb of winter
	typ     machiavelli.UnitType
	quality machiavelli.Quality
}

// wordPlace says where the verb of a winter order is.
type wordPlace uint8

const (
	nowhere  wordPlace = iota // there is no order yet
	inFront                   // before the unit, or carried over from an earlier order
	unspoken                  // there is no verb
	behind                    // after the unit
)

// marks skips the list markers before the orders of a line, such as "1.", "2)",
// "(3)", "a)", "iv.", "-", "+", "[x]", or an arrow before a unit. It records a
// sign in p.sign.
func (p *parser) marks() {
	for {
		p.blanks()
		at := p.pos
		switch c := p.peek(); {
		case c == '+':
			p.pos++
			if p.sign = c; p.peek() == ' ' {
				p.sign = '-'
			}
		case c == '-':
			p.pos += len(p.s[at:]) - len(strings.TrimLeft(p.s[at:], "-"))
			if !strings.HasPrefix(strings.TrimLeft(p.s[p.pos:], " "), ">") {
				p.sign = c
			} else if p.pos = at; !p.arrow() || !p.typed() {
				p.pos = at
				return
			}
		case !p.mark(c):
			p.pos = at
			return
		}
	}
}

// mark skips a list marker with a number or a letter. The marker begins with
// the character c.
func (p *parser) mark(c byte) bool {
	closing := byte(')')
	switch c {
	case '[':
		closing = ']'
		fallthrough
	case '(':
		p.pos++
		p.blanks()
		if _, digits := p.number(); !digits && isLetter(p.peek()) {
			p.pos++
		}
		return p.skip(closing)
	}
	begin := p.pos
	_, digits := p.number()
	for !digits && p.pos-begin < 5 && strings.IndexByte("ivx", p.peek()|0x20) >= 0 {
		p.pos++ // a Roman numeral
	}
	if p.pos == begin && isLetter(c) {
		p.pos++
	}
	if p.pos == begin || digits && p.pos-begin > 3 {
		return false
	}
	end := p.peek()
	if end != ')' && !(digits && end == '.') && !(end == '.' && p.points(p.pos-begin)) {
		return false
	}
	p.pos++
	if p.peek() == ')' || p.peek() == '-' && digits { // "1.)", "1.-"
		p.pos++
	}
	return p.pos == len(p.s) || !isDigit(p.peek())
}

// points reports whether letters, which end at pos and are followed by a full stop, are a list
// marker and not an abbreviation. This is so if a unit follows, and in winter the marker is not a
// single letter, which could be the verb.
func (p *parser) points(letters int) bool {
	if letters == 1 && p.c.Step == machiavelli.Adjustments || !strings.HasPrefix(p.s[p.pos:], ". ") {
		return false
	}
	at := p.pos
	p.pos++
	unit := p.typed()
	p.pos = at
	return unit
}

// addressed skips the name of a power, with a colon, before the orders of a
// line. It returns the power if it is not the writer's.
func (p *parser) addressed() machiavelli.Power {
	name, _, ok := strings.Cut(p.s[p.pos:], ":")
	if !ok || len(name) > longestName {
		return machiavelli.Nobody
	}
	who, ok := p.c.Powers.Named(name)
	if !ok {
		return machiavelli.Nobody
	}
	p.pos += len(name) + 1
	if who == p.c.Power || p.c.Power == machiavelli.Nobody {
		return machiavelli.Nobody
	}
	return who
}

// longestName is the maximum length of a power's name, including what may surround it.
const longestName = 60

// typed reports whether the order at pos names the type of its unit, before its verb or after
// it.
func (p *parser) typed() bool {
	at, notes, err := p.pos, len(p.notes), p.err
	defer func() { p.pos, p.notes, p.err = at, p.notes[:notes], err }()
	p.blanks()
	for range 3 {
		p.skip('(')
		p.article()
		p.special()
		if p.typeWord() != machiavelli.NoType {
			return true
		}
		_, end := p.word()
		p.pos = end
		p.skip(':')
		p.blanks()
	}
	return false
}

// article skips an article before a unit, as in "the army" or "an army", or the
// words "my" and "our". An A that is not followed by the word of a type is a
// type itself and stays.
func (p *parser) article() {
	at := p.pos
	p.blanks()
	w, end := p.word()
	switch string(w) {
	case "the", "an", "my", "our":
		p.pos = end
		return
	case "a":
		p.pos = end
		p.blanks()
		w, _ := p.word()
		if end := p.pos; len(w) > 2 && (typeOf(w) != machiavelli.NoType || isSpecial(w)) {
			p.pos = end
			return
		}
	}
	p.pos = at
}

// verbAlone reads a line that is only a verb, perhaps with a colon, for the units on the lines
// below, as in "Remove:". It returns the zero value for any other line. It does not change pos.
func (p *parser) verbAlone() (c carried) {
	at := p.pos
	defer func() { p.pos = at }()
	w, end := p.next()
	if len(w) < 3 {
		return c
	}
	switch v := verbOf(w); {
	case p.c.Step == machiavelli.Adjustments:
		c.adj = adjustmentOf(w)
	case v == vHold || v == vDisband:
		c.verb = v
	}
	if c.adj == adjWaive {
		return carried{}
	}
	p.pos = end
	p.skip(':')
	if p.blanks(); p.pos < len(p.s) {
		return carried{}
	}
	return c
}

// carriedHere reports whether the line at pos begins with a unit that takes the verb of a line
// above, rather than with a verb.
func (p *parser) carriedHere() bool {
	if p.carry == (carried{}) {
		return false
	}
	at, notes := p.pos, len(p.notes)
	defer func() { p.pos, p.notes, p.err = at, p.notes[:notes], nil }()
	if w, end := p.next(); p.c.Step == machiavelli.Adjustments && adjustmentOf(w) != noAdjustment && end < len(p.s) {
		return false
	}
	p.article()
	p.special()
	_, ok := p.unit()
	p.special()
	return ok && p.done()
}

// everyone reads an order for all units, or all units of a type, to hold, such as "all units
// hold", "all others hold" or "hold everything". If something else comes next, it reads nothing.
func (p *parser) everyone(o *Order) bool {
	at := p.pos
	all, hold := false, false
	typ := machiavelli.NoType
	for !p.done() {
		if p.skip(':') {
			continue
		}
		w, end := p.word()
		switch string(w) {
		case "all", "every", "everyone", "everything", "everybody", "rest", "others", "other", "remaining", "else",
			"alle", "alles", "anderen", "andere", "ubrigen", "uebrigen", "tutte", "tutti", "altre", "altri", "resto", "todas", "todos", "demas", "otras", "otros":
			all = true
		case "hold", "holds", "h", "stand", "stands", "stay", "stays", "holding",
			"halten", "halt", "haelt", "bleiben", "bleibt", "tengono", "tiene", "fermi", "ferme", "mantienen", "mantiene", "quedan":
			if hold {
				p.pos = at
				return false
			}
			hold = true
		case "armies", "armeen", "eserciti", "ejercitos":
			typ = machiavelli.Army
		case "fleets", "flotten", "flotas":
			typ = machiavelli.Fleet
		case "garrisons":
			typ = machiavelli.Garrison
		case "the", "my", "our", "of", "unit", "units", "them", "please", "just", "put",
			"die", "der", "das", "meine", "einheiten", "stehen", "le", "gli", "il", "mie", "unita", "las", "los", "el", "mis", "unidades", "se":
		default:
			p.pos = at
			return false
		}
		p.pos = end
	}
	if !all || !hold {
		p.pos = at
		return false
	}
	*o = Order{Kind: Hold, Explicit: true, Unit: Unit{Type: typ}}
	p.rest = true
	return true
}

// leading reads and returns the verb in front of a unit or a list of units, as in "Disband A
// Pavia" or "Hold: A Pavia, A Milan". Without such a verb it returns noVerb.
func (p *parser) leading() verb {
	w, end := p.word()
	v := verbOf(w)
	switch {
	case len(w) < 3:
	case v == vHold || v == vDisband || v == vConvert || v == vMove && string(w) != "into":
		p.pos = end
		p.headed = p.skip(':')
		p.carry.verb = v
		return v
	}
	return noVerb
}

// led reads what follows a verb that is in front of its unit.
func (p *parser) led(o *Order, v verb) bool {
	if !p.subject(o) {
		return false
	}
	switch v {
	case vHold:
		o.Kind, o.Explicit = Hold, true
	case vDisband:
		o.Kind = Disband
	case vConvert:
		return p.convert(o, false)
	default:
		if !p.move() {
			return p.unknownVerb(o, p.pos)
		}
		return p.advance(o)
	}
	return true
}

// carriedOn gives a unit without a verb of its own the verb of the list that it is in, if that
// verb is hold or disband.
func (p *parser) carriedOn(o *Order) bool {
	if p.carry.verb != vHold && p.carry.verb != vDisband || !p.done() {
		return false
	}
	o.Kind, o.Explicit = Disband, false
	if p.carry.verb == vHold {
		o.Kind, o.Explicit = Hold, true
	}
	return true
}

// unclearSign refuses a winter unit with only a sign before it, which may be a list marker or mean
// that the unit is built or removed. A plus directly before the unit is clear.
func (p *parser) unclearSign(at int) bool {
	return p.fail(CodeVerb, at, message.New("The sign before the unit may mean several things; expected {expected}.", winterWords))
}
