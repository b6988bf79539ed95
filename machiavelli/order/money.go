package order

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"podesta/machiavelli/message"
)

// moneyOrder reads an expense, a payment, a loan, a chit, an exchange, an alliance or one of the
// orders that politics reads. If the order begins with none of these, known is false and nothing
// is read.
func (p *parser) moneyOrder(o *Order) (known, ok bool) {
	begin := p.pos
	w, end := p.word()
	if known, ok = p.unnumbered1978(o); known {
		return known, ok
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
	case "pay", "pays", "give", "gives":
		p.pos = end
		return true, p.payment(o)
	case "borrow", "borrows":
		p.pos = end
		return true, p.loan(o)
	case "loan", "loans", "lend", "lends":
		return true, p.lend(o, string(w), end)
	case "exchange", "exchanges":
		p.pos = end
		return true, p.exchange(o)
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

// sum is an amount of ducats as written.
type sum struct {
	amount int32
	given  bool // whether there is a number
}

// largest is the largest amount accepted.
const largest = 100_000

// sumAt reads an amount. It consists of numbers joined by plus and minus signs,
// and a word for ducats may follow each number. The result given is false if
// there is no amount. It fails if a term is missing, or if a sign directly
// follows the short word for ducats: the rest of "3d+3" could mean anything.
func (p *parser) sumAt() (s sum, ok bool) {
	for {
		p.blanks()
		begin, sign, signed := p.pos, int32(1), false
		if c := p.peek(); c == '+' || c == '-' {
			if c == '-' && s.given && wordBehind(p.s[p.pos+1:]) {
				return s, true
			}
			signed = true
			if c == '-' {
				sign = -1
			}
			p.pos++
			p.blanks()
		} else if s.given {
			return s, true
		}
		n, found := p.number()
		switch {
		case p.fraction(found):
			return s, p.fail(CodeAmount, begin, message.New("Ducats are whole numbers; \"{text}\" is not an amount.", written(p.amountText(begin))))
		case !found && signed:
			return s, p.fail(CodeAmount, begin, message.New("A number should follow the sign in this amount."))
		case !found:
			return s, true
		case n > largest:
			return s, p.fail(CodeAmount, begin, message.New("The amount is too large; expected no more than {n} ducats.", message.Number(largest)))
		}
		s.given = true
		s.amount += sign * n
		if s.amount > largest || s.amount < -largest {
			return s, p.fail(CodeAmount, begin, message.New("The amount is too large; expected no more than {n} ducats.", message.Number(largest)))
		}
		if !p.ducats() {
			return s, false
		}
	}
}

// wordBehind reports whether a word follows after spaces: "18d - buy" is not a subtraction.
func wordBehind(s string) bool {
	t := strings.TrimLeft(s, " ")
	return t != s && t != "" && isLetter(t[0])
}

// fraction reports whether the number before pos continues as a fraction, as in
// "3.5", "3,5" or "1/2", or whether a character such as "½" comes next. The
// parameter digits says whether there was a number.
func (p *parser) fraction(digits bool) bool {
	rest := p.s[p.pos:]
	if digits && len(rest) > 1 && isDigit(rest[1]) && (rest[0] == '.' || rest[0] == ',' || rest[0] == '/') {
		return true
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return unicode.Is(unicode.No, r)
}

// amountText returns the amount at a position as written, up to a space.
func (p *parser) amountText(at int) string {
	text, _, _ := strings.Cut(p.s[at:], " ")
	return text
}

// ducats skips "d", "ducat" or "ducats" after a number.
func (p *parser) ducats() bool {
	for _, word := range [...]string{"d", "ducat", "ducats"} {
		if p.accept(word) {
			if c := p.peek(); c == '+' || c == '-' {
				return p.fail(CodeAmount, p.pos, message.New("A space is missing between \"{text}\" and the sign in this amount.", message.Order(word)))
			}
			break
		}
	}
	return true
}

// commas skips commas and the spaces between them.
func (p *parser) commas() {
	for p.skip(',') {
	}
}

// payment reads a payment, or the gift of a chit or a province, after its verb.
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
		return p.fail(CodeAmount, at, message.New("A payment cannot be negative; expected 0 or more."))
	}
	o.Amount = s.amount
	if !p.accept("to") && !p.powerNext() {
		return p.fail(CodePay, p.pos, message.New("Expected \"{word}\" and the bank or a power, as in \"{example}\".", message.Order("to"), message.Order("pay 14 ducats to bank")))
	}
	p.accept("the")
	if p.accept("bank") {
		o.Bank = true
		return true
	}
	who, ok := p.power()
	if !ok {
		return p.unknownPower(CodePay, message.New("the receiver of the payment"))
	}
	o.Power = who
	return true
}

// chit reads what follows the verb of a gift without an amount. This is a chit,
// as in "Turkish assassination chit to Naples", a province, or a payment whose
// amount comes last.
func (p *parser) chit(o *Order, at int) bool {
	if p.accept("proxy") {
		return p.fail(CodeOption, at, message.New("This game is played without proxies."))
	}
	if p.accept("bank") {
		return p.fail(CodePay, at, message.New("Expected an amount and \"{word}\" before the receiver, as in \"{example}\".", message.Order("to"), message.Order("pay 14 ducats to bank")))
	}
	if p.accept("province") {
		return p.giveProvince(o)
	}
	o.Kind = GiveChit
	who, ok := p.power()
	if !ok {
		if p.provinceNext() {
			return p.giveProvince(o)
		}
		return p.unknownPower(CodeChit, message.New("the power of the chit to give"))
	}
	if p.blanks(); isDigit(p.peek()) { // "pay Venice 6"
		*o = Order{Kind: Payment, Power: who}
		return p.sumBehind(o)
	}
	o.Victim = who
	p.accept("assassination")
	p.acceptOne("chit", "counter")
	if !p.accept("to") {
		p.blanks()
		return p.fail(CodePay, p.pos, message.New("Expected \"{word}\" and a power here, as in \"{example}\" or \"{example2}\".", message.Order("to"), message.Order("pay 6 to Milan"), message.Order("give Turkey to Naples")))
	}
	if who, ok = p.power(); !ok {
		return p.unknownPower(CodePay, message.New("the receiver of the chit"))
	}
	o.Power = who
	p.accept("chit")
	return true
}

// powerNext reports whether a power comes next, or the bank.
func (p *parser) powerNext() bool {
	at, bad := p.pos, p.bad
	p.accept("the")
	ok := p.accept("bank")
	if !ok {
		_, ok = p.power()
	}
	p.pos, p.bad = at, bad
	return ok
}

// sumBehind reads the amount of a payment after its receiver.
func (p *parser) sumBehind(o *Order) bool {
	s, ok := p.sumAt()
	o.Amount = s.amount
	return ok
}

// loan reads a loan after its verb.
func (p *parser) loan(o *Order) bool {
	o.Kind = Loan
	p.blanks()
	at := p.pos
	s, ok := p.sumAt()
	switch {
	case !ok:
		return false
	case !s.given:
		return p.fail(CodeAmount, at, message.New("Expected the amount to borrow, as in \"{example}\".", message.Order("borrow 10 ducats for 1 year")))
	case s.amount < 0:
		return p.fail(CodeAmount, at, message.New("A loan cannot be negative; expected 0 or more."))
	}
	o.Amount = s.amount
	if p.accept("from") {
		p.accept("the")
		p.accept("bank")
	}
	for p.acceptOne("for", "at") || p.skip('@') {
	}
	p.blanks()
	at = p.pos
	if p.done() {
		return p.fail(CodeLoan, p.pos, message.New("The duration of the loan is missing; expected for 1 year (at 20%) or for 2 years (at 50%)."))
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
		p.falling()
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
	return p.fail(CodeLoan, at, message.New("The bank does not lend for this time; expected for 1 year (at 20%) or for 2 years (at 50%)."))
}

// lend reads an order that begins with the word "loan" or "lend", which ends at position end. The
// order is a loan from the bank, or money for another power. Only the bank lends money, so the
// latter is a gift, and a note says so.
func (p *parser) lend(o *Order, word string, end int) bool {
	p.pos = end
	if _, ok := p.sumAt(); !ok {
		return false
	}
	gift := p.accept("to") || p.powerNext()
	p.pos = end
	if !gift {
		return p.loan(o)
	}
	if !p.payment(o) {
		return false
	}
	if o.Kind == Payment && !o.Bank {
		p.note(CodeLegacy, message.New("{text} read as {meaning}: only the bank lends money, and what a power gets is a gift.", message.Order(word), message.Order("pay")))
	}
	return true
}

// throughStraits skips the words "to use straits", which reports write after the powers that may
// pass.
func (p *parser) throughStraits() bool {
	at := p.pos
	if p.accept("to") && p.accept("use") {
		p.accept("the")
		if p.acceptOne("straits", "strait") && p.done() {
			return true
		}
	}
	p.pos = at
	return false
}

// falling skips what reports write after a loan, such as ", 6d due in Spring of
// 1455".
func (p *parser) falling() {
	at := p.pos
	if p.skip(',') {
		p.blanks()
		if _, ok := p.number(); ok && p.ducats() && p.accept("due") && p.accept("in") {
			for p.acceptOne("spring", "summer", "fall", "autumn", "winter", "of") {
			}
			p.blanks()
			if _, ok := p.number(); ok && p.done() {
				return
			}
		}
	}
	p.pos = at
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
		if o.Powers != 0 && (p.pos == len(p.s) || p.throughStraits()) {
			return true
		}
		who, ok := p.power()
		if !ok && o.Powers != 0 && p.s[before] == ',' {
			p.pos = before // another order may follow the comma
			return true
		}
		if !ok {
			return p.unknownPower(CodePower, message.New("a power to let through the straits"))
		}
		o.Powers = o.Powers.With(who)
	}
}
