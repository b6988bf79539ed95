package order

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
)

// unitOrder reads a unit and its action.
func (p *parser) unitOrder(o *Order) bool {
	if v := p.leading(); v != noVerb {
		return p.led(o, v)
	}
	return p.subject(o) && (p.carriedOn(o) || p.action(o))
}

// subject reads the ordered unit.
func (p *parser) subject(o *Order) bool {
	u, ok := p.unit()
	if !ok {
		return p.unknownSubject()
	}
	o.Unit = u
	return true
}

// unknownSubject records that an order does not begin with a unit.
func (p *parser) unknownSubject() bool {
	p.blanks()
	w, _ := p.word()
	switch a := adjustmentOf(w); {
	case p.bad != p.pos || p.pos == len(p.s):
	case len(w) == 0:
		return p.fail(CodeSource, p.pos, message.New("An order begins with its unit, as in \"{example}\"; leave out \"{text}\".", message.Order("A Milan - Pavia"), written(p.signs(p.pos))))
	case len(w) > 1 && a != noAdjustment && p.c.Step != machiavelli.Adjustments:
		return p.fail(CodeVerb, p.pos, message.New("\"{text}\" is a winter order; expected a unit and what it does in this {step} phase.", quoted(string(w)), p.step()))
	case p.spends(w):
		return p.fail(CodeSource, p.pos, message.New("An expense begins with the number of its slot, 1 to 4: {example}", message.Order("e1: "+string(w)+" ...")))
	case isSpecial(w):
		return p.fail(CodeSource, p.pos, message.New("A special unit is ordered like any other, by its type and place; leave \"{text}\" out.", quoted(string(w))))
	}
	return p.unknownPlace(CodeSource, p.bad, message.New("the place of the unit that the order is for"))
}

// spends reports whether w, the first word of an order, begins an expense. The
// number of the expense is then missing.
func (p *parser) spends(w []byte) bool {
	if p.c.Step == machiavelli.Retreats || p.c.Step == machiavelli.Adjustments {
		return false
	}
	return BeginsExpense(string(w))
}

// step names the step for messages.
func (p *parser) step() message.Step {
	if p.c.Step == 0 {
		return message.Step(machiavelli.Orders)
	}
	return message.Step(p.c.Step)
}

// action reads the action of o.Unit.
func (p *parser) action(o *Order) bool {
	if p.arrow() {
		p.acceptTo()
		if p.typeOnly() {
			return p.convert(o, false)
		}
		return p.advance(o)
	}
	if p.unprocessed() {
		o.Kind, o.Explicit = Hold, true
		return true
	}
	if p.peek() == '0' {
		return p.zero(o)
	}
	serial := o.Unit.Serial != 0
	begin := p.pos
	w, end := p.word()
	if serial {
		if known, ok := p.notation1978(o, w, end); known {
			return ok
		}
	}
	v := verbOf(w)
	if v == noVerb {
		return p.unknownVerb(o, begin)
	}
	p.pos = end
	short := len(w) == 1
	if serial {
		p.skip('-')
	}
	switch v {
	case vHold:
		o.Kind, o.Explicit = Hold, true
		return true
	case vMove:
		p.acceptTo()
		return p.advance(o)
	case vSupport:
		return p.support(o)
	case vConvoy:
		return p.convoy(o)
	case vConvert:
		return p.convert(o, short)
	case vBesiege:
		return p.besiege(o)
	case vLift:
		o.Kind = Lift
		p.accept("the")
		p.acceptOne("siege", "sieges")
		return true
	case vDisband:
		o.Kind = Disband
		return true
	case vTransfer:
		return p.transfer(o)
	case vClear:
		o.Kind = Clear
		return true
	}
	return p.fail(CodeOption, begin, message.New("This game is played without proxies; expected an order for {unit} itself.", p.unitWords(&o.Unit)))
}

// typeOnly reports whether a type of unit comes next with nothing after it. "A Pavia - G", for
// example, is a conversion.
func (p *parser) typeOnly() bool {
	at := p.pos
	defer func() { p.pos = at }()
	p.blanks()
	w, end := p.word()
	if t := typeOf(w); t == machiavelli.NoType || t == machiavelli.Cavalry {
		return false
	}
	if _, _, place := p.c.Board.FindPrefix(p.s[p.pos:]); place {
		return false
	}
	p.pos = end
	return p.done()
}

// unprocessed reads what reports write for a unit without an order.
func (p *parser) unprocessed() bool {
	at := p.pos
	p.skip(',')
	if p.accept("no") && p.accept("order") && p.accept("processed") {
		return true
	}
	p.pos = at
	return false
}

// unknownVerb records an unknown verb.
func (p *parser) unknownVerb(o *Order, at int) bool {
	if p.quiet {
		return p.fail(CodeVerb, at, message.Message{})
	}
	unit := p.unitWords(&o.Unit)
	if at == len(p.s) || p.s[at] == ',' {
		return p.fail(CodeVerb, at, message.New("The order does not say what {unit} should do; expected {expected}.", unit, orderWords))
	}
	p.pos = at
	p.fail(CodeVerb, at, message.New("I don't understand what {unit} should do: \"{text}\"; expected {expected}.", unit, written(p.s[at:]), orderWords))
	_, end := p.word()
	p.suggest(p.s[at:end], verbNames)
	return false
}

// zero reads the 0 that disbands a unit.
func (p *parser) zero(o *Order) bool {
	at := p.pos
	if n, _ := p.number(); n != 0 || p.pos != at+1 || p.pos < len(p.s) && isLetter(p.s[p.pos]) {
		return p.unknownVerb(o, at)
	}
	o.Kind = Disband
	return true
}

// advance reads the destination of an advance. The areas of a route stand
// before the destination or, for a convoy, after the word via.
func (p *parser) advance(o *Order) bool {
	o.Kind = Advance
	for {
		p.blanks()
		at := p.pos
		pl, ok := p.destination(o.Unit.Serial != 0)
		if !ok {
			return p.missingTarget(at, message.New("the destination of {unit}", p.unitWords(&o.Unit)))
		}
		o.To = pl
		if !p.move() && !p.nextLeg(o) {
			break
		}
		if !p.link(o, at, pl.At) {
			return false
		}
	}
	return p.via(o)
}

// nextLeg skips the beginning of the next leg of a convoy that is written as a move of its own,
// as in "A Padua - UA, UA - Istria". This is a comma, the sea again, and the move sign. If
// something else comes next, it reads nothing.
func (p *parser) nextLeg(o *Order) bool {
	if o.Unit.Type == machiavelli.Fleet || o.Unit.Type == machiavelli.Garrison || !p.c.Board.Seas.Has(o.To.At) {
		return false
	}
	at, notes := p.pos, len(p.notes)
	if p.done() && p.pos < len(p.s) {
		p.separators()
		if pl, ok := p.place(); ok && pl.At == o.To.At && p.move() {
			return true
		}
	}
	p.pos, p.notes, p.err = at, p.notes[:notes], nil
	return false
}

// link adds an area to the route.
func (p *parser) link(o *Order, at int, id board.ID) bool {
	if int(o.NVia) == len(o.Via) {
		return p.fail(CodeRoute, at, message.New("The convoy route is too long; expected {n} fleets at most.", message.Number(len(o.Via))))
	}
	o.Via[o.NVia] = id
	o.NVia++
	return true
}

// via reads "via", "via convoy" or "(via convoy)", or "via" and the areas of the
// fleets.
func (p *parser) via(o *Order) bool {
	begin := p.pos
	open := p.skip('(')
	if !p.acceptOne("via", "by", "through") && (!p.accept("convoyed") || !p.accept("by")) {
		p.pos = begin
		if open && p.skip('(') && p.acceptOne("convoy", "convoyed") && p.skip(')') {
			return p.unlisted(o)
		}
		p.pos = begin
		return true
	}
	p.accept("a")
	p.blanks()
	at := p.pos
	if p.hangs = p.done(); p.acceptOne("convoy", "convoys", "c", "fleet", "sea") || p.hangs || open && p.peek() == ')' {
		if open && !p.skip(')') {
			p.pos = begin
			return true
		}
		return p.unlisted(o)
	}
	if open {
		p.pos = begin
		return true
	}
	for {
		if p.typeWord() != machiavelli.Fleet {
			p.pos = at
		}
		pl, ok := p.place()
		if !ok {
			return p.missingTarget(at, message.New("a fleet's place in the convoy route of {unit}", p.unitWords(&o.Unit)))
		}
		if !p.link(o, at, pl.At) {
			return false
		}
		if !p.arrow() && !p.accept("and") {
			return true
		}
		p.blanks()
		at = p.pos
	}
}

// unlisted records that an advance is by convoy, but that its fleets are not listed.
func (p *parser) unlisted(o *Order) bool {
	o.ViaConvoy = o.NVia == 0
	if o.ViaConvoy && p.c.Explicit {
		p.note(CodeUnrouted, message.New("In this game a convoy lists its fleets, as in \"{example}\".", message.Order("A Otranto - Ionian Sea - Durazzo")))
	}
	return true
}

// destination reads the target place of an order.
func (p *parser) destination(serial bool) (board.Place, bool) {
	if serial {
		return p.place1978()
	}
	return p.place()
}

// missingTarget records that an order lacks a place.
func (p *parser) missingTarget(at int, what message.Message) bool {
	return p.unknownPlace(CodeTarget, at, what)
}

// support reads the supported action.
func (p *parser) support(o *Order) bool {
	o.Kind = Support
	if known, ok := p.supportOf(o); known {
		return ok
	}
	u, ok := p.unit()
	if !ok && o.Unit.Serial != 0 && p.err == nil {
		if pl, found := p.place1978(); found {
			return p.powerThere(o, pl)
		}
	}
	if !ok {
		return p.unknownPlace(CodeTarget, p.bad, message.New("the unit that {unit} should support", p.unitWords(&o.Unit)))
	}
	if u.Type == machiavelli.NoType && u.Nation == machiavelli.Nobody {
		if known, ok := p.spaceSupport(o, u); known {
			return ok
		}
	}
	o.Target = u
	if p.toHold() {
		o.Action, o.Explicit = ToHold, u.Type == machiavelli.NoType
		return true
	}
	if p.move() {
		return p.supportAdvance(o)
	}
	o.Action = ToHold
	w, end := p.word()
	switch verbOf(w) {
	case vHold:
		p.pos = end
		o.Explicit = u.Type == machiavelli.NoType
	case vConvert:
		p.pos = end
		p.accept("to")
		o.Action = ToConvert
		o.ConvertTo = p.unitType()
		return p.convertCoast(o, u.At)
	}
	return true
}

// toHold reads "to hold", "in holding" and the like after a supported unit.
func (p *parser) toHold() bool {
	at := p.pos
	if p.acceptOne("to", "in", "for") && p.acceptOne("hold", "holding", "stand", "standing", "stay", "staying") {
		return true
	}
	p.pos = at
	return false
}

// supportOf reads a support that names the action before the unit: "hold to A Pavia", "move to
// Milan from Pavia", "move from Pavia to Milan", "move of A Pavia to Milan"; or a power's action,
// as in "Venetian action in Padua", which reports write. If none of these comes next, known is
// false and nothing is read.
func (p *parser) supportOf(o *Order) (known, ok bool) {
	at := p.pos
	who, ok := machiavelli.Nobody, p.accept("autonomous")
	if !ok {
		who, ok = p.power()
	}
	if ok && p.acceptOne("action", "actions") && p.accept("in") {
		pl, ok := p.place()
		if !ok {
			return true, p.missingTarget(p.pos, message.New("the destination of the unit supported by {unit}", p.unitWords(&o.Unit)))
		}
		o.Action, o.To, o.Power = PowerThere, pl, who
		return true, true
	}
	p.pos = at
	p.article()
	hold := p.acceptOne("hold", "holding")
	if !hold && !p.acceptOne("move", "moving", "advance", "attack") {
		p.pos = at
		return false, false
	}
	var to board.Place
	switch {
	case hold:
		p.acceptOne("to", "of", "by", "in", "at", "for", "on")
	case p.acceptOne("to", "on", "into"):
		p.blanks()
		begin := p.pos
		if to, ok = p.place(); !ok {
			return true, p.missingTarget(begin, message.New("the destination of the unit supported by {unit}", p.unitWords(&o.Unit)))
		}
		if !p.acceptOne("from", "by", "of") {
			return true, p.fail(CodeTarget, p.pos, message.New("The order does not say which unit {unit} should support into {place}.", p.unitWords(&o.Unit), p.area(to.At)))
		}
	default:
		p.acceptOne("from", "of", "by")
	}
	u, ok := p.unit()
	if !ok {
		return true, p.unknownPlace(CodeTarget, p.bad, message.New("the unit that {unit} should support", p.unitWords(&o.Unit)))
	}
	o.Target = u
	switch {
	case hold:
		o.Action, o.Explicit = ToHold, u.Type == machiavelli.NoType
		return true, true
	case to.At != board.None:
		o.Action, o.To = ToAdvance, to
		return true, true
	case p.move():
		return true, p.supportAdvance(o)
	}
	return true, p.unknownPlace(CodeTarget, p.pos, message.New("the destination of the unit supported by {unit}", p.unitWords(&o.Unit)))
}

// spaceSupport reads a support that names only a place and is for whatever a power does there, as
// in the 1978 notation. The order is such a support if a power follows the place, or if the
// supporting unit has a serial and no action follows. Otherwise known is false and nothing is
// read.
func (p *parser) spaceSupport(o *Order, u Unit) (known, ok bool) {
	pl := u.Place()
	if o.Unit.Serial != 0 && pl.Coast == machiavelli.NoCoast {
		p.lastLetter(&pl)
	}
	at := p.pos
	if _, found := p.powerBehind(); found || p.powerMeant() {
		p.pos = at
		return true, p.powerThere(o, pl)
	}
	p.pos = at
	if o.Unit.Serial == 0 {
		return false, false
	}
	p.blanks()
	w, _ := p.word()
	v := verbOf(w)
	unit := v == vHold || v == vConvert || p.move()
	p.pos = at
	if unit {
		return false, false
	}
	return true, p.powerThere(o, pl)
}

// powerMeant reports whether a parenthesis comes next, so that its content must
// have been meant as a power.
func (p *parser) powerMeant() bool {
	p.blanks()
	if p.peek() == '-' {
		p.pos++
		p.blanks()
	}
	return p.peek() == '('
}

// supportAdvance reads the destination of the supported unit. A convoy route
// may be listed; only its end matters to a support.
func (p *parser) supportAdvance(o *Order) bool {
	o.Action = ToAdvance
	for more := true; more; more = p.move() {
		p.blanks()
		at := p.pos
		pl, ok := p.destination(o.Unit.Serial != 0)
		if !ok {
			return p.missingTarget(at, message.New("the destination of the unit supported by {unit}", p.unitWords(&o.Unit)))
		}
		o.To = pl
	}
	at := p.pos
	open := p.skip('(')
	if !p.acceptOne("via", "by") || !p.accept("convoy") && !p.done() && !open || open && !p.skip(')') {
		p.pos = at
	}
	return true
}

// convoy reads the army that a fleet carries and the army's destination.
func (p *parser) convoy(o *Order) bool {
	o.Kind = Convoy
	u, ok := p.unit()
	if !ok {
		return p.unknownPlace(CodeConvoy, p.bad, message.New("the army that {unit} should carry", p.unitWords(&o.Unit)))
	}
	o.Target = u
	if !p.move() {
		if u.Serial != 0 {
			return true // in the notation of 1978 the army's order names the destination
		}
		return p.fail(CodeConvoy, p.pos, message.New("The convoy order does not say where {unit} goes; expected \"{word}\" and a province.", p.unitWords(&u), message.Order("- ")))
	}
	for more := true; more; more = p.move() {
		p.blanks()
		at := p.pos
		pl, ok := p.destination(o.Unit.Serial != 0)
		if !ok {
			return p.missingTarget(at, message.New("the end of the convoy by {unit}", p.unitWords(&o.Unit)))
		}
		o.To = pl
	}
	return true
}

// convert reads the type that a unit converts to, if the order names it. A
// fleet's "c" followed by a unit is a convoy, as many players write it.
func (p *parser) convert(o *Order, short bool) bool {
	p.blanks()
	if p.peek() == '0' {
		return p.zero(o)
	}
	begin := p.pos
	fleet := o.Unit.Type == machiavelli.Fleet || o.Unit.Type == machiavelli.NoType
	if short && fleet {
		notes := len(p.notes)
		if u, ok := p.unit(); ok && u.Serial == 0 {
			p.pos = begin
			p.notes = p.notes[:notes]
			p.note(CodeLegacy, message.New("{text} read as {meaning}.", message.Order("c"), message.Order("convoy")))
			return p.convoy(o)
		}
		p.pos = begin
	}
	o.Kind = Convert
	p.accept("to")
	p.acceptOne("a", "an") // in "convert to an army"; an A that is a type is read again below
	o.ConvertTo = p.unitType()
	if o.ConvertTo == machiavelli.NoType {
		p.pos = begin
		p.accept("to")
		o.ConvertTo = p.unitType()
	}
	if o.ConvertTo == machiavelli.NoType && !p.done() {
		if short && fleet {
			return p.fail(CodeConvoy, p.pos, message.New("Here \"{word}\" may mean {meanings}, but \"{text}\" is neither a unit type nor a unit; expected {expected}, or the army to carry.",
				message.Order("c"), words("convert", "convoy"), written(p.s[p.pos:]), typeWords))
		}
		return p.fail(CodeConvert, p.pos, message.New("A unit cannot be converted to \"{text}\"; expected {expected}.", written(p.s[p.pos:]), typeWords))
	}
	if n, ok := p.number(); ok {
		if n < 1 || n > 99 {
			return p.fail(CodeConvert, begin, message.New("Units are numbered from 1 to 99."))
		}
		o.NewSerial = uint8(n)
	}
	return p.convertCoast(o, o.Unit.At)
}

// unitType reads a unit type, if there is one.
func (p *parser) unitType() machiavelli.UnitType {
	at := p.pos
	t := p.typeWord()
	if t == machiavelli.NoType {
		p.pos = at
	}
	return t
}

// convertCoast reads the coast at which a fleet leaves the city of an area.
func (p *parser) convertCoast(o *Order, at board.ID) bool {
	if at == board.None {
		return true
	}
	pl := board.Place{At: at}
	if !p.coast(&pl, false) {
		return false
	}
	if pl.Coast != machiavelli.NoCoast {
		o.To = pl
	}
	return true
}

// besiege reads the target of a siege. It is redundant, because it can only be
// the garrison, the rebels, the city or fortress, or the name of the unit's own
// province.
func (p *parser) besiege(o *Order) bool {
	o.Kind = Besiege
	at := p.pos
	p.accept("the")
	p.accept("autonomous")
	if p.acceptOne("garrison", "rebellion", "rebels", "city", "fortress", "g") {
		return true
	}
	if _, ok := p.power(); ok && p.acceptOne("garrison", "g") {
		return true
	}
	p.pos = at
	p.blanks()
	begin := p.pos
	pl, ok := p.place()
	switch {
	case !ok:
		return p.err == nil // anything that is not a place is left over and reported as unread
	case o.Unit.At != board.None && pl.At != o.Unit.At:
		return p.fail(CodeSiege, begin, message.New("A unit besieges the city of its own province; {unit} is in {place} and cannot besiege {to}.", p.unitWords(&o.Unit), p.area(o.Unit.At), p.area(pl.At)))
	}
	return true
}
