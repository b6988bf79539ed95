package order

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
)

// moneyOrder reads an expense, a payment, a loan, a chit or an alliance; known
// is false, and nothing has moved, where the order begins with none of them.
func (p *parser) moneyOrder(o *Order) (known, ok bool) {
	begin := p.pos
	w, end := p.word()
	if len(w) == 0 {
		return false, false
	}
	switch string(w) {
	case "e", "exp", "expense", "expenses":
		p.pos = end
		p.blanks()
		if c := p.peek(); len(w) == 1 && !isDigit(c) && c != ':' {
			p.pos = begin
			return false, false
		}
		return true, p.expense(o)
	case "pay", "pays", "give", "gives", "loan", "loans":
		p.pos = end
		return true, p.payment(o)
	case "borrow", "borrows":
		p.pos = end
		return true, p.loan(o)
	case "ally", "allies", "alliance", "allow", "allows":
		p.pos = end
		o.Kind = Ally
		return true, p.alliance(o)
	case "unally", "unallies", "unalliance":
		p.pos = end
		o.Kind = Unally
		return true, p.alliance(o)
	case "not", "don't", "dont":
		p.pos = end
		if p.acceptOne("ally", "allies", "alliance", "allow") {
			o.Kind = Unally
			return true, p.alliance(o)
		}
		p.pos = begin
		return false, false
	}
	return p.politics(o, w, end)
}

// sum is an amount of ducats as it was written.
type sum struct {
	amount int32
	given  bool // a number stands there
}

// largest is the largest amount that is read.
const largest = 100_000

// sumAt reads an amount: numbers joined by plus and minus signs, each with a
// word for ducats behind it or without. given is false where none stands
// there. It fails where a term is missing, or where a sign follows the short
// word for ducats at once: "3d+3" could be the start of anything.
func (p *parser) sumAt() (s sum, ok bool) {
	for {
		at := p.pos
		p.blanks()
		begin, sign, signed := p.pos, int32(1), false
		if c := p.peek(); c == '+' || c == '-' {
			signed = true
			if c == '-' {
				sign = -1
			}
			p.pos++
			p.blanks()
		} else if s.given {
			p.pos = at
			return s, true
		}
		n, found := p.number()
		switch {
		case p.fraction(found):
			return s, p.fail(CodeAmount, begin, "Ducats come whole; %q is no amount.", printable(p.amountText(begin)))
		case !found && signed:
			return s, p.fail(CodeAmount, begin, "A number should follow the sign in this amount.")
		case !found:
			p.pos = at
			return s, true
		case n > largest:
			return s, p.fail(CodeAmount, begin, "The amount is too large; expected no more than %d ducats.", largest)
		}
		s.given = true
		s.amount += sign * n
		if s.amount > largest || s.amount < -largest {
			return s, p.fail(CodeAmount, begin, "The amount is too large; expected no more than %d ducats.", largest)
		}
		if !p.ducats() {
			return s, false
		}
	}
}

// fraction reports whether what follows makes the number at pos a fraction, as
// in "3.5", "3,5", "1/2" or "½".
func (p *parser) fraction(digits bool) bool {
	rest := p.s[p.pos:]
	if digits && len(rest) > 1 && isDigit(rest[1]) && (rest[0] == '.' || rest[0] == ',' || rest[0] == '/') {
		return true
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return unicode.Is(unicode.No, r)
}

// amountText is the amount at a position as it was written, up to a blank.
func (p *parser) amountText(at int) string {
	text, _, _ := strings.Cut(p.s[at:], " ")
	return text
}

// ducats moves over "d", "ducat" or "ducats" behind a number.
func (p *parser) ducats() bool {
	at := p.pos
	p.blanks()
	w, end := p.word()
	switch string(w) {
	case "d", "ducat", "ducats":
		if end < len(p.s) && (p.s[end] == '+' || p.s[end] == '-') {
			return p.fail(CodeAmount, end, "A blank is missing between %q and the sign in this amount.", string(w))
		}
		p.pos = end
	default:
		p.pos = at
	}
	return true
}

// expense reads an expense line behind its first word.
func (p *parser) expense(o *Order) bool {
	o.Kind = Expense
	p.blanks()
	at := p.pos
	n, ok := p.number()
	if !ok || n < 1 || n > 4 {
		return p.fail(CodeSlot, at, "Expense lines are numbered 1 to 4; expected one of these numbers here, as in \"expense 1: 12 ducats disband A Bologna\".")
	}
	o.Slot = uint8(n)
	p.skip(':')
	p.commas()
	if known, ok := p.expense1978(o); known {
		return ok
	}
	first := p.pos
	s, ok := p.sumAt()
	if !ok {
		return false
	}
	p.commas()
	if !p.expenseBody(o) {
		// "12 d bol": the d that was taken for ducats may be the verb.
		if p.err == nil || p.err.Code != CodeExpense || !p.retryWithoutDucats(o, first) {
			return false
		}
		s.given = true
	}
	if !p.trailingSum(&s) {
		return false
	}
	if o.Expense != Delete {
		p.setSum(o, s)
	}
	return true
}

// commas moves over commas and the blanks between them.
func (p *parser) commas() {
	for p.skip(',') {
	}
	p.blanks()
}

// setSum keeps an amount in the order. A negative one counts as none.
func (p *parser) setSum(o *Order, s sum) {
	if s.given && s.amount < 0 {
		p.note(CodeLowAmount, "A negative amount counts as none; the usual price is paid.")
		return
	}
	o.HasSum = s.given
	if s.given {
		o.Amount = s.amount
	}
}

// trailingSum reads an amount behind the expense, if none stood before it.
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
		return p.fail(CodeAmount, begin, "The amount stands here twice; expected it before the expense or behind it.")
	}
	*s = t
	return true
}

// retryWithoutDucats reads "12 d bol" with d as the verb disband.
func (p *parser) retryWithoutDucats(o *Order, first int) bool {
	at, err := p.pos, p.err
	p.pos, p.err = first, nil
	n, found := p.number()
	p.blanks()
	if w, end := p.word(); found && string(w) == "d" {
		slot := o.Slot
		*o = Order{Kind: Expense, Slot: slot, Expense: DisbandUnit}
		p.pos = end
		if n <= largest && p.expenseTarget(o) {
			o.Amount = n
			return true
		}
	}
	p.pos, p.err = at, err
	return false
}

// expenseBody reads what the money buys, and for what.
func (p *parser) expenseBody(o *Order) bool {
	p.blanks()
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
		if more == "bribe" && p.peek() == '-' {
			p.pos++
		}
		p.accept(more)
	}
	if kind == ToAutonomous && !p.toAutonomous(first) {
		return p.unknownExpense(at)
	}
	o.Expense = kind
	return p.expenseTarget(o)
}

// otherExpense looks whether the word behind the first makes it another
// expense: to cause plague is no rebellion.
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

// unknownExpense reports what stands where an expense should.
func (p *parser) unknownExpense(at int) bool {
	if p.quiet {
		return p.fail(CodeExpense, at, "unknown expense")
	}
	if at == len(p.s) {
		return p.fail(CodeExpense, at, "The line does not say what the money is for; expected %s.", orList(expenseNames))
	}
	text := p.unknownText(at)
	p.fail(CodeExpense, at, "I don't know the expense %q; expected %s.", printable(text), orList(expenseNames))
	word, _, _ := strings.Cut(text, " ")
	p.suggest(word, expenseNames)
	return false
}

// toAutonomous reads the rest of "garrison to autonomous", "to autonomous",
// "to a", "gta", "g", of which the first word has been read.
func (p *parser) toAutonomous(first string) bool {
	switch first {
	case "garrison":
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
	switch o.Expense {
	case Delete:
		return true
	case FamineRelief, Pacify, Rebellion, CauseFamine, CausePlague, RelievePlague:
		p.accept("in")
		pl, ok := p.place()
		if !ok {
			return p.err == nil && p.unknownPlace(CodeExpense, at, "the province of the expense")
		}
		o.To.At = pl.At
		return true
	case Assassinate:
		who, ok := p.power()
		if !ok {
			return p.unknownPower(CodeExpense, "the ruler to assassinate")
		}
		o.Power = who
		return true
	}
	p.accept("autonomous")
	u, ok := p.unit()
	if !ok {
		return p.err == nil && p.unknownPlace(CodeExpense, max(at, p.bad), "the unit of the expense")
	}
	o.Target = u
	return true
}

// expense1978 reads the 1978 rulebook's form, a letter from A to L, the object
// and the ducats, joined by dashes: "C-A4(Fl)-6d". The serial that a bought
// unit is to bear ("I-Pisto-A7-21d") is read and left out.
func (p *parser) expense1978(o *Order) (known, ok bool) {
	begin := p.pos
	w, end := p.word()
	if len(w) != 1 || end == len(p.s) || p.s[end] != '-' || expenseLetter(w[0]) == NoExpense {
		return false, false
	}
	letter := w[0]
	kind := expenseLetter(letter)
	o.Expense = kind
	p.pos = end + 1
	if p.arrow() {
		p.pos = begin
		return false, false
	}
	if kind == Assassinate {
		p.pos-- // powerBehind takes the dash
		who, ok := p.powerBehind()
		if !ok {
			p.pos = end + 1
			if who, ok = p.power(); !ok {
				return true, p.unknownPower(CodeExpense, "the ruler to assassinate")
			}
		}
		o.Power = who
	} else if !p.expenseTarget(o) {
		return true, false
	}
	if o.Target.At != board.None && o.Target.Type == machiavelli.NoType && isGarrisonLetter(letter) {
		o.Target.Type = machiavelli.Garrison
	}
	if p.peek() == '-' && kind == BuyUnit {
		at := p.pos
		p.pos++
		if _, ok := p.unit(); !ok {
			p.pos = at
		}
	}
	if p.done() {
		return true, p.err == nil
	}
	if p.peek() == '-' {
		p.pos++
	}
	s, ok := p.sumAt()
	if !ok {
		return true, false
	}
	p.setSum(o, s)
	return true, true
}

// payment reads a payment or the gift of a chit behind its verb.
func (p *parser) payment(o *Order) bool {
	o.Kind = Payment
	p.blanks()
	at := p.pos
	s, ok := p.sumAt()
	if !ok {
		return false
	}
	if !s.given {
		return p.chit(o, at)
	}
	if s.amount < 0 {
		return p.fail(CodeAmount, at, "A payment cannot be negative; expected 0 or more.")
	}
	o.Amount = s.amount
	if !p.accept("to") {
		p.blanks()
		return p.fail(CodePay, p.pos, "Expected \"to\" and the bank or a power, as in \"pay 14 ducats to bank\".")
	}
	p.accept("the")
	if p.accept("bank") {
		o.Bank = true
		return true
	}
	who, ok := p.power()
	if !ok {
		return p.unknownPower(CodePay, "the receiver of the payment")
	}
	o.Power = who
	return true
}

// chit reads "Turkish assassination chit to Naples".
func (p *parser) chit(o *Order, at int) bool {
	if p.accept("proxy") {
		return p.fail(CodeOption, at, "This game is played without proxies.")
	}
	if p.accept("bank") {
		return p.fail(CodePay, at, "Expected an amount and \"to\" before the receiver, as in \"pay 14 ducats to bank\".")
	}
	if p.accept("province") {
		_, ok := p.giveProvince(o, true)
		return ok
	}
	o.Kind = GiveChit
	who, ok := p.power()
	if !ok {
		bad := p.bad
		if known, ok := p.giveProvince(o, false); known {
			return ok
		}
		p.bad = bad
		return p.unknownPower(CodeChit, "the power of the chit to give")
	}
	o.Victim = who
	p.accept("assassination")
	p.acceptOne("chit", "counter")
	if !p.accept("to") {
		p.blanks()
		return p.fail(CodePay, p.pos, "Expected \"to\" and a power here, as in \"pay 6 to Milan\" or \"give Turkey to Naples\".")
	}
	if who, ok = p.power(); !ok {
		return p.unknownPower(CodePay, "the receiver of the chit")
	}
	o.Power = who
	p.accept("chit")
	return true
}

// loan reads a loan behind its verb.
func (p *parser) loan(o *Order) bool {
	o.Kind = Loan
	p.blanks()
	at := p.pos
	s, ok := p.sumAt()
	switch {
	case !ok:
		return false
	case !s.given:
		return p.fail(CodeAmount, at, "Expected the amount to borrow, as in \"borrow 10 ducats for 1 year\".")
	case s.amount < 0:
		return p.fail(CodeAmount, at, "A loan cannot be negative; expected 0 or more.")
	}
	o.Amount = s.amount
	for p.acceptOne("for", "at") {
	}
	p.blanks()
	at = p.pos
	const expected = "expected for 1 year (at 20%%) or for 2 years (at 50%%)"
	if p.done() {
		return p.fail(CodeLoan, p.pos, "The duration of the loan is missing; "+expected+".")
	}
	n, digits := p.number()
	if !digits {
		if p.accept("one") {
			n = 1
		} else if p.accept("two") {
			n = 2
		}
	}
	switch n {
	case 1, 2:
		o.Years = uint8(n)
		p.acceptOne("year", "years")
		return true
	case 20, 50:
		o.Years = 1
		if n == 50 {
			o.Years = 2
		}
		if !p.skip('%') {
			p.acceptOne("percent", "per")
		}
		return true
	}
	return p.fail(CodeLoan, at, "The bank does not lend for this time; "+expected+".")
}

// alliance reads the powers of an ally or unally order.
func (p *parser) alliance(o *Order) bool {
	for {
		before := p.pos
		p.commas()
		p.accept("and")
		p.skip('&')
		p.accept("with")
		p.blanks()
		if o.Powers != 0 && p.pos == len(p.s) {
			return true
		}
		who, ok := p.power()
		if !ok && o.Powers != 0 && p.s[before] == ',' {
			p.pos = before // another order may follow the comma
			return true
		}
		if !ok {
			return p.unknownPower(CodePower, "a power to let through the straits")
		}
		o.Powers = o.Powers.With(who)
	}
}
