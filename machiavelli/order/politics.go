package order

import (
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// politics reads orders that concern neither a unit nor an expense. These are permission for a
// bribe, taxes, the gift of a province, excommunication, and votes against it. If the order
// begins with none of these, known is false and nothing is read. The parameter w is the word at
// pos, and end is where it ends.
func (p *parser) politics(o *Order, w []byte, end int) (known, ok bool) {
	switch string(w) {
	case "permit", "permits":
		p.pos = end
		return true, p.permit(o)
	case "tax", "taxes", "force", "forces", "plunder", "plunders":
		p.pos = end
		if w[0] == 'f' {
			p.acceptOne("tax", "taxes", "taxation")
		}
		return true, p.tax(o)
	case "excommunicate", "excommunicates", "silence", "silences":
		p.pos = end
		return true, p.silence(o)
	case "overrule", "overrules":
		p.pos = end
		return true, p.overrule(o)
	}
	return false, false
}

// silence reads the excommunicated power.
func (p *parser) silence(o *Order) bool {
	o.Kind = Silence
	who, ok := p.power()
	if !ok {
		return p.unknownPower(CodePower, message.New("the power to excommunicate"))
	}
	o.Power = who
	return true
}

// permit reads "permit bribe by X on A Milan" or "permit X to bribe A Milan",
// after its verb.
func (p *parser) permit(o *Order) bool {
	o.Kind = Permit
	p.accept("a")
	if p.acceptOne("bribe", "bribes") {
		if !p.acceptOne("by", "of", "from") {
			p.blanks()
			return p.fail(CodePower, p.pos, message.New("Expected \"{word}\" and the power that may bribe, as in \"{example}\".", message.Order("by"), message.Order("permit bribe by Milan on A Padua")))
		}
	}
	who, ok := p.power()
	if !ok {
		return p.unknownPower(CodePower, message.New("the power that may bribe"))
	}
	o.Power = who
	if !p.acceptOne("on", "for") {
		p.accept("to")
		p.acceptOne("bribe", "bribes")
	}
	u, ok := p.unit()
	if !ok {
		return p.unknownPlace(CodeTarget, p.bad, message.New("the unit that may be bribed"))
	}
	o.Target = u
	return true
}

// tax reads the province of a forced taxation.
func (p *parser) tax(o *Order) bool {
	o.Kind = Tax
	p.accept("province")
	p.blanks()
	at := p.pos
	pl, ok := p.place()
	if !ok {
		return p.err == nil && p.unknownPlace(CodeTarget, at, message.New("the province to tax"))
	}
	o.To.At = pl.At
	return true
}

// overrule reads a vote against an excommunication. The excommunicated power
// may be left out; naming the Papacy instead means the same.
func (p *parser) overrule(o *Order) bool {
	o.Kind = Overrule
	p.accept("the")
	if p.acceptOne("excommunication", "ban") {
		p.accept("of")
	}
	if p.done() {
		return true
	}
	who, ok := p.power()
	if !ok {
		return p.unknownPower(CodePower, message.New("the power that is excommunicated"))
	}
	if p.c.Powers[who].ID != "papacy" {
		o.Power = who
	}
	return true
}

// giveProvince reads "Bologna to Milan" after "give province".
func (p *parser) giveProvince(o *Order) bool {
	pl, ok := p.place()
	if !ok {
		return p.unknownPlace(CodeTarget, p.bad, message.New("the province to give"))
	}
	if !p.accept("to") {
		p.blanks()
		return p.fail(CodePay, p.pos, message.New("Expected \"{word}\" and a power here, as in \"{example}\".", message.Order("to"), message.Order("give province Bologna to Milan")))
	}
	who, ok := p.power()
	if !ok {
		return p.unknownPower(CodePay, message.New("the receiver of the province"))
	}
	*o = Order{Kind: GiveProvince, Power: who}
	o.To.At = pl.At
	return true
}

// provinceNext reports whether a place and "to" come next.
func (p *parser) provinceNext() bool {
	begin, bad, notes := p.pos, p.bad, len(p.notes)
	_, ok := p.place()
	ok = ok && p.accept("to")
	p.pos, p.bad, p.notes, p.err = begin, bad, p.notes[:notes], nil
	return ok
}

// transfer reads the destination of a strategic movement.
func (p *parser) transfer(o *Order) bool {
	o.Kind = Transfer
	p.arrow()
	p.acceptTo()
	p.blanks()
	at := p.pos
	pl, ok := p.destination(o.Unit.Serial != 0)
	if !ok {
		return p.missingTarget(at, message.New("the destination of {unit}", p.unitWords(&o.Unit)))
	}
	o.To = pl
	return true
}

// politics writes the orders that the parser's politics reads.
func (f *writer) politics(o *Order) {
	switch o.Kind {
	case Permit:
		f.text("Permit bribe by ")
		f.power(o.Power)
		f.text(" on ")
		f.unit(&o.Target)
	case Tax:
		f.text("Tax ")
		f.place(o.To)
	case GiveProvince:
		f.text("Give province ")
		f.place(o.To)
		f.text(" to ")
		f.power(o.Power)
	case Silence:
		f.text("Excommunicate ")
		f.power(o.Power)
	case Overrule:
		f.text("Overrule")
		if o.Power != machiavelli.Nobody {
			f.text(" ")
			f.power(o.Power)
		}
	}
}
