package order

import (
	"slices"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// expense reads an expense after its first word.
func (p *parser) expense(o *Order) bool {
	o.Kind = Expense
	at := p.pos
	if n, ok := p.number(); ok && n >= 1 && n <= 4 {
		o.Slot = uint8(n)
	} else if ok || p.peek() != ':' {
		return p.fail(CodeSlot, at, message.New("Expense lines are numbered 1 to 4; expected one of these numbers here, as in \"{example}\", or no number but a colon, \"{example2}\", for the next one that is free.", message.Order("expense 1: 12 ducats disband A Bologna"), message.Order("expense: ...")))
	}
	if !p.skip(':') && o.Slot != 0 {
		p.numberEnd()
	}
	p.commas()
	if letter := p.letter1978(); letter != 0 {
		return p.expense1978(o, letter)
	}
	first := p.pos
	s, ok := p.sumAt()
	if !ok {
		return false
	}
	p.commas()
	if s.given && (p.skip('-') || p.skip(':')) { // "E1 - 18d - buy A Pavia"
		p.blanks()
	}
	if !p.expenseBody(o) {
		// "12 d bol": the d read as ducats may be the verb.
		if p.err.Code != CodeExpense || !p.retryWithoutDucats(o, first) {
			return false
		}
	}
	if !p.trailingSum(&s) {
		return false
	}
	if o.Expense != Delete {
		p.setSum(o, s)
	}
	return true
}

// numberEnd skips what may follow the number of an expense instead of a colon, as in "E1)" and
// "E1 - 18d". A dash without a space after it is not skipped, because it is the sign of what
// follows.
func (p *parser) numberEnd() {
	at := p.pos
	switch {
	case p.skip(')') || p.skip('='):
	case p.skip('-') && p.peek() == ' ':
	default:
		p.pos = at
	}
}

// setSum stores an amount in the order. A negative amount is ignored.
func (p *parser) setSum(o *Order, s sum) {
	if s.given && s.amount < 0 {
		p.note(CodeLowAmount, message.New("A negative amount counts as none; the usual price is paid."))
		return
	}
	o.HasSum = s.given
	if s.given {
		o.Amount = s.amount
	}
}

// trailingSum reads an amount after the expense, if there is one. It fails if there was one
// before the expense, too.
func (p *parser) trailingSum(s *sum) bool {
	at := p.pos
	p.skip(',')
	p.blanks()
	if c := p.peek(); !isDigit(c) && c != '+' && c != '-' {
		p.pos = at
		return true
	}
	begin := p.pos
	t, ok := p.sumAt()
	if !ok {
		return false
	}
	if s.given {
		return p.fail(CodeAmount, begin, message.New("The amount is here twice; expected it once, before the expense or after it."))
	}
	*s = t
	return true
}

// retryWithoutDucats reads "12 d bol" with d as the verb disband.
func (p *parser) retryWithoutDucats(o *Order, first int) bool {
	at, err := p.pos, p.err
	p.pos, p.err = first, nil
	_, found := p.number()
	if found && p.accept("d") {
		slot := o.Slot
		*o = Order{Kind: Expense, Slot: slot, Expense: DisbandUnit}
		if p.expenseTarget(o) {
			return true
		}
	}
	p.pos, p.err = at, err
	return false
}

// expenseBody reads the kind of expense and its target.
func (p *parser) expenseBody(o *Order) bool {
	at := p.pos
	w, end := p.word()
	kind, more := expenseVerb(w)
	if kind == NoExpense {
		return p.unknownExpense(at)
	}
	first := string(w)
	p.pos = end
	if other := p.otherExpense(first); other != NoExpense {
		kind = other
	} else if more != "" {
		if p.peek() == '-' { // "counter-bribe"
			p.pos++
		}
		p.accept(more)
	}
	if kind == ToAutonomous && !p.toAutonomous(first) {
		return p.unknownExpense(at)
	}
	o.Expense = kind
	if !p.expenseTarget(o) {
		return false
	}
	if t := wordType(first); kind == ToAutonomous && o.Target.Type == machiavelli.NoType {
		o.Target.Type = t
	}
	return kind != OrderUnit || p.unitOnly(o)
}

// wordType returns the type of unit in "army to autonomous" and the like.
func wordType(word string) machiavelli.UnitType {
	switch word {
	case "army":
		return machiavelli.Army
	case "fleet":
		return machiavelli.Fleet
	}
	return machiavelli.NoType
}

// unitOnly refuses an order written after the unit whose order is to be bought, because the order
// must be on a line of its own.
func (p *parser) unitOnly(o *Order) bool {
	at := p.pos
	p.blanks()
	c, begin := p.peek(), p.pos
	if arrow := p.arrow() || p.skip('-'); arrow {
		p.blanks()
		c = p.peek()
	} else if c|0x20 < 'a' || c|0x20 > 'z' {
		p.pos = at
		return true
	}
	p.pos = at
	if isDigit(c) || c == 0 {
		return true
	}
	unit := strings.TrimSpace(p.s[:begin])
	return p.fail(CodeExpense, begin, message.New("This expense names only the unit; write what the unit is to do as an order of its own, as in \"{example}\" and \"{example2}\".", message.Order(unit), message.Order("A Mantua - Modena")))
}

// otherExpense returns the expense that the first two words name together,
// because "cause plague", for example, is not a rebellion. It returns NoExpense
// for other words.
func (p *parser) otherExpense(first string) ExpenseKind {
	switch first {
	case "cause", "causes":
		if p.accept("famine") {
			return CauseFamine
		}
		if p.accept("plague") {
			return CausePlague
		}
	case "relieve", "relieves":
		if p.accept("plague") {
			return RelievePlague
		}
	}
	return NoExpense
}

// unknownExpense records an unknown expense.
func (p *parser) unknownExpense(at int) bool {
	if at == len(p.s) {
		return p.fail(CodeExpense, at, message.New("The line does not say what the money is for; expected {expected}.", listedExpenses))
	}
	text := p.unknownText(at)
	p.fail(CodeExpense, at, message.New("I don't know the expense \"{text}\"; expected {expected}, or, in games with an option for it, {options}.", written(text), listedExpenses, listedOptions))
	word, _, _ := strings.Cut(text, " ")
	p.suggest(word, slices.Concat(expenseNames, optionNames))
	return false
}

// toAutonomous reads what follows the first word of an expense such as
// "garrison to autonomous", "army to autonomous", "to a", "gta" or "g".
func (p *parser) toAutonomous(first string) bool {
	switch first {
	case "garrison", "army", "fleet", "cavalry", "unit":
		p.blanks()
		if w, _ := p.word(); string(w) != "to" {
			return false
		}
		p.accept("to")
		return p.acceptOne("autonomous", "a")
	case "to":
		return p.acceptOne("autonomous", "a")
	}
	return true
}

// expenseTarget reads the province, unit or power that the money is for.
func (p *parser) expenseTarget(o *Order) bool {
	p.blanks()
	at := p.pos
	switch o.Expense.Target() {
	case OnNothing:
		return true
	case OnProvince:
		p.accept("in")
		pl, ok := p.place()
		if !ok {
			return p.err == nil && p.unknownPlace(CodeExpense, at, message.New("the province of the expense"))
		}
		o.To.At = pl.At
		return true
	case OnRuler:
		who, ok := p.power()
		if !ok {
			return p.unknownPower(CodeExpense, message.New("the ruler to assassinate"))
		}
		o.Power = who
		return true
	}
	p.accept("autonomous")
	u, ok := p.unit()
	if !ok {
		return p.err == nil && p.unknownPlace(CodeExpense, max(at, p.bad), message.New("the unit of the expense"))
	}
	o.Target = u
	if o.Expense == BuyUnit && p.accept("as") {
		return p.newSerial(o)
	}
	return true
}

// newSerial reads the new serial of a bought unit ("A7"). Its letter must match
// the type of the unit.
func (p *parser) newSerial(o *Order) bool {
	p.blanks()
	at := p.pos
	u, ok := p.unit()
	switch {
	case !ok || u.Serial == 0 || u.Nation != machiavelli.Nobody:
		return p.fail(CodeExpense, at, message.New("A bought unit takes a number of yours; expected one such as {example}.", message.Order("A7")))
	case o.Target.Type != machiavelli.NoType && o.Target.Type != u.Type:
		return p.fail(CodeExpense, at, message.New("A unit that is bought keeps its type; expected {letter} and a number.", message.Order(o.Target.Type.Letter())))
	}
	o.NewSerial = u.Serial
	if o.Target.Serial == 0 {
		o.Target.Type = u.Type
	}
	return true
}

// letter1978 reads the letter from A to L and the dash that begin an expense in the form of the
// 1978 rulebook. Without them it returns 0 and reads nothing.
func (p *parser) letter1978() byte {
	begin := p.pos
	w, end := p.word()
	if len(w) != 1 || end == len(p.s) || p.s[end] != '-' || expenseLetter(w[0]) == NoExpense {
		return 0
	}
	letter := w[0]
	p.pos = end + 1
	if p.arrow() {
		p.pos = begin
		return 0
	}
	return letter
}

// expense1978 reads the rest of an expense in the form of the 1978 rulebook,
// which joins letter, object and ducats by dashes, as in "C-A4(Fl)-6d". A
// bought unit may have a new number, as in "I-Pisto-A7-21d". Without ducats the
// line is ambiguous ("E1: A Milan" is an assassination), so a note states how
// it was read.
func (p *parser) expense1978(o *Order, letter byte) bool {
	o.Kind, o.Expense = Expense, expenseLetter(letter)
	if o.Expense == Assassinate {
		begin := p.pos
		who, ok := p.powerBehind()
		if !ok {
			p.pos = begin
			if who, ok = p.power(); !ok {
				return p.unknownPower(CodeExpense, message.New("the ruler to assassinate"))
			}
		}
		o.Power = who
	} else if !p.expenseTarget(o) {
		return false
	}
	if o.Target.Type == machiavelli.NoType && isGarrisonLetter(letter) {
		o.Target.Type = machiavelli.Garrison
	}
	if o.Expense == BuyUnit && p.serialNext() {
		p.skip('-')
		if !p.newSerial(o) {
			return false
		}
	}
	p.skip('-')
	s, ok := p.sumAt()
	if !ok {
		return false
	}
	p.setSum(o, s)
	if other, _ := expenseVerb([]byte{letter | 0x20}); !s.given && other != NoExpense && other != o.Expense {
		p.note(CodeLegacy, message.New("{text} read as {meaning}.", message.Order(strings.ToUpper(string(letter))+"-"), message.Order(o.Expense.String())))
	}
	return true
}

// serialNext reports whether a dash and a unit with a number come next, as in
// "-A7".
func (p *parser) serialNext() bool {
	at := p.pos
	defer func() { p.pos = at }()
	if !p.skip('-') {
		return false
	}
	p.blanks()
	w, end := p.word()
	return letterType(w) != machiavelli.NoType && end < len(p.s) && isDigit(p.s[end])
}

// unnumbered1978 reads an expense as the 1978 rulebook prints it, without a
// number, as in "H-Arezz-12d". The ducats at its end distinguish it from an
// order for a unit.
func (p *parser) unnumbered1978(o *Order) (known, ok bool) {
	rest, _, _ := strings.Cut(p.s[p.pos:], ",")
	if !endsInDucats(rest) {
		return false, false
	}
	letter := p.letter1978()
	return letter != 0, letter != 0 && p.expense1978(o, letter)
}

// endsInDucats reports whether a text ends with a dash and an amount, as in
// "-12d".
func endsInDucats(text string) bool {
	text = strings.ToLower(strings.TrimRight(text, " \t."))
	for _, word := range [...]string{"ducats", "ducat", "d"} {
		if short, ok := strings.CutSuffix(text, word); ok {
			text = strings.TrimRight(short, " \t")
			break
		}
	}
	number := strings.TrimRight(text, "0123456789")
	return number != text && strings.HasSuffix(strings.TrimRight(number, " \t"), "-")
}
