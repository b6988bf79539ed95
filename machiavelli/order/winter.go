package order

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
)

// retreatOrder reads an order for a dislodged unit. It also reads misplaced
// orders of the movement phase so that they can be refused as such.
func (p *parser) retreatOrder(o *Order) bool {
	switch w, end := p.word(); string(w) {
	case "disband", "disbands":
		return p.led(o, p.leading())
	case "retreat", "retreats":
		p.pos = end
		p.skip(':')
	case "exchange", "exchanges":
		p.pos = end
		return p.exchange(o)
	default:
		if p.elsewhere(w, end) {
			return p.fail(CodeVerb, p.pos, message.New("\"{text}\" is not an order for retreats; expected a dislodged unit and where it goes, or {word}.", quoted(string(w)), message.Order("disband")))
		}
	}
	if !p.subject(o) {
		return false
	}
	p.blanks()
	at := p.pos
	switch w, end := p.word(); string(w) {
	case "r", "retreat", "retreats", "rto":
		p.pos = end
		if !p.arrow() {
			p.acceptTo()
		}
		if w, end := p.next(); verbOf(w) == vDisband {
			p.pos = end
			o.Kind = Disband
			return true
		}
		return p.retreat(o)
	}
	if p.carriedOn(o) {
		return true
	}
	if !p.action(o) {
		return false
	}
	switch o.Kind {
	case Advance:
		if o.ByConvoy() {
			return p.fail(CodeRoute, at, message.New("No unit retreats by convoy; expected one neighbouring place."))
		}
		o.Kind = Retreat
	case Convert:
		return p.intoCity(o, at)
	}
	return true
}

// retreat reads the destination of a dislodged unit.
func (p *parser) retreat(o *Order) bool {
	o.Kind = Retreat
	at := p.pos
	pl, ok := p.destination(o.Unit.Serial != 0)
	if !ok {
		return p.missingTarget(at, message.New("the retreat of {unit}", p.unitWords(&o.Unit)))
	}
	o.To = pl
	return true
}

// intoCity turns a conversion into a retreat into the city (RETR-05).
func (p *parser) intoCity(o *Order, at int) bool {
	if o.ConvertTo != machiavelli.NoType && o.ConvertTo != machiavelli.Garrison {
		return p.fail(CodeConvert, at, message.New("A dislodged unit can become a garrison only, no {type}.", message.KindOf(o.ConvertTo, machiavelli.Ordinary)))
	}
	o.Kind, o.ConvertTo = Retreat, machiavelli.Garrison
	o.To = board.Place{At: o.Unit.At}
	return true
}

// winterOrder reads an order of the adjustment phase. Without a verb the unit
// is maintained.
func (p *parser) winterOrder(o *Order) bool {
	w, end := p.word()
	adj := adjustmentOf(w)
	own, begin := adj, p.pos
	if adj == noAdjustment && p.elsewhere(w, end) {
		return p.fail(CodeVerb, begin, message.New("\"{text}\" is not a winter order; expected {expected}.", quoted(string(w)), winterWords))
	}
	p.spoke = inFront
	sign := p.sign
	p.sign = 0
	switch {
	case adj != noAdjustment:
		p.pos = end
		p.headed = p.skip(':')
		p.carry = carried{adj: adj}
	case sign == '+':
		adj = adjBuild
	}
	if adj == adjWaive {
		p.acceptOne("a", "one")
		p.acceptOne("build", "builds")
		o.Kind = Waive
		return true
	}
	p.article()
	q := p.special()
	u, ok := p.unit()
	if !ok {
		return p.unknownPlace(CodeSource, p.bad, message.New("the place of the unit to build, to remove or to maintain"))
	}
	o.Unit = u
	if q == machiavelli.Ordinary {
		q = p.special()
	}
	switch {
	case adj != noAdjustment:
		p.carry = carried{adj: adj, typ: u.Type, quality: q}
	case p.carry.adj != noAdjustment && p.done():
		if adj = p.carry.adj; adj == adjBuild && u.Type == machiavelli.NoType {
			o.Unit.Type, q = p.carry.typ, p.carry.quality
		}
	}
	p.implied = own == noAdjustment && sign != '+'
	switch adj {
	case adjBuild:
		o.Kind, o.Quality = Build, q
		if o.Unit.Type == machiavelli.NoType {
			return p.fail(CodeBuild, begin, message.New("The order does not say what to build in {place}; expected {expected} before the place.", p.area(u.At), typeWords))
		}
	case adjRemove:
		o.Kind = Remove
	default:
		o.Kind = Maintain
		if adj != adjMaintain && !p.verbBehind(o, q) {
			return false
		}
		p.implied = p.implied && p.spoke != behind
		if sign != 0 && p.spoke == unspoken {
			return p.unclearSign(begin)
		}
	}
	return p.cost()
}

// cost skips the price that reports write after a unit in winter, such as "(3
// ducats)".
func (p *parser) cost() bool {
	at := p.pos
	if p.skip('(') {
		p.blanks()
		if _, ok := p.number(); !ok || !p.ducats() || !p.skip(')') {
			p.pos = at
		}
	}
	return true
}

// verbBehind reads a winter verb after its unit, if there is one, as in "A
// Paris disband" or "A Paris B".
func (p *parser) verbBehind(o *Order, q machiavelli.Quality) bool {
	p.blanks()
	at := p.pos
	p.spoke = behind
	w, end := p.word()
	switch a := adjustmentOf(w); {
	case p.peek() == '0':
		ok := p.zero(o)
		o.Kind = Remove
		return ok
	case a == adjRemove || a == adjMaintain || a == adjBuild && o.Unit.Type != machiavelli.NoType:
		p.pos = end
		switch a {
		case adjRemove:
			o.Kind = Remove
		case adjBuild:
			o.Kind, o.Quality = Build, q
		}
		return true
	case string(w) == "none":
		p.pos = end
		o.Kind = Clear
		return true
	case p.peek() == '-' || verbOf(w) != noVerb:
		return p.fail(CodeVerb, p.pos, message.New("\"{text}\" belongs to a campaign; in winter a unit is built, removed or maintained.", written(p.s[p.pos:])))
	}
	p.pos, p.spoke = at, unspoken
	return true
}

// elsewhere reports whether a line begins like a payment or an expense, which exist only in
// campaigns.
func (p *parser) elsewhere(w []byte, end int) bool {
	switch string(w) {
	case "expense", "exp", "lend", "pay", "pays", "give", "gives", "borrow", "borrows", "ally", "unally", "allow",
		"permit", "tax", "excommunicate", "overrule", "exchange", "exchanges":
		return true
	case "e":
		return end < len(p.s) && (isDigit(p.s[end]) || p.s[end] == ' ')
	}
	return false
}

// isSpecial reports whether a word names a special unit.
func isSpecial(w []byte) bool {
	switch string(w) {
	case "militia", "citizen's", "citizens", "elite", "mercenary", "mercenaries", "professional", "professionals":
		return true
	}
	return false
}

// special reads the quality of a unit, if one is named.
func (p *parser) special() machiavelli.Quality {
	at := p.pos
	p.blanks()
	w, end := p.word()
	p.pos = end
	switch string(w) {
	case "citizen's", "citizens", "citizens'":
		if p.accept("militia") {
			return machiavelli.Militia
		}
	case "militia", "cm":
		return machiavelli.Militia
	case "elite":
		if p.acceptOne("mercenary", "mercenaries") {
			return machiavelli.Mercenary
		}
		if p.acceptOne("professional", "professionals") {
			return machiavelli.Professional
		}
	case "mercenary", "mercenaries", "em":
		return machiavelli.Mercenary
	case "professional", "professionals", "ep":
		return machiavelli.Professional
	}
	p.pos = at
	return machiavelli.Ordinary
}
