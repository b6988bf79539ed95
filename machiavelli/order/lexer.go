package order

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/internal/tongue"
	"podesta/machiavelli/message"
)

// parser reads the orders of one line one after the other. The line is plain
// text in which unusual dashes, arrows and spaces have been normalised. The
// field pos moves through s and never passes its end, where the order's own
// piece ends.
type parser struct {
	c     *Context
	raw   string  // the original line
	s     string  // the normalised line up to the end of the piece
	offs  []int32 // maps a byte of s to a byte of raw; nil if s is raw
	pos   int
	line  int
	quiet bool // whether errors are only counted and not described

	notes []Note
	err   *Error
	errAt int // position of the error
	bad   int // position at which the latest place, unit or power that failed to parse began
	buf   [longestWord]byte

	sign  byte    // the sign before the orders of the line: + directly before a unit, - for any other, or 0
	carry carried // what the previous orders of the line carry over to the next ones
	rest  bool    // whether the order is for all units without another order

	hangs   bool      // whether the order ends with "via" or "by", so that its route is missing
	headed  bool      // whether a colon follows the verb of the line, as after a heading
	implied bool      // whether the winter order has no verb of its own
	spoke   wordPlace // where the latest winter order of the line had its verb
}

// longestWord is the number of letters of a word that are compared.
const longestWord = 24

// rawOffset returns the byte offset in the original line for a position in s.
func (p *parser) rawOffset(at int) int {
	if p.offs == nil {
		return at
	}
	if at < len(p.offs) {
		return int(p.offs[at])
	}
	return len(p.raw)
}

// text returns part of the line as written.
func (p *parser) text(from, to int) string {
	return strings.TrimFunc(p.raw[p.rawOffset(from):p.rawOffset(to)], func(r rune) bool { return unicode.IsSpace(r) || isOrnament(r) })
}

// column returns the column, in characters from 1, of a position in s.
func (p *parser) column(at int) int {
	return utf8.RuneCountInString(p.raw[:p.rawOffset(at)]) + 1
}

// plain reports whether a line consists of printable ASCII only, without the
// characters that normalise replaces.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' || isOrnament(rune(s[i])) {
			return false
		}
	}
	return true
}

// isOrnament reports whether a character, such as a quotation mark, an asterisk or a bullet, only
// emphasises the text around it.
func isOrnament(r rune) bool {
	switch r {
	case '"', '*', '_', '`', '“', '”', '„', '‟', '«', '»', '‹', '›', '‚', '′', '″', '·', '•', '‣', '▪', '▫', '◦', '●', '○', '■', '□', '◾', '◽', '♦', '∙', '⁃', '‧', '∘':
		return true
	}
	return false
}

// isPicture reports whether a character is a picture, such as an emoji, which has no meaning.
// Arrows that do not point right are not pictures: an order with one is not understood.
func isPicture(r rune) bool {
	switch {
	case r >= 0x2190 && r <= 0x21ff, r >= 0x2794 && r <= 0x27bf, r >= 0x2900 && r <= 0x297f, r >= 0x2b00 && r <= 0x2bff, r >= 0x1f800 && r <= 0x1f8ff:
		return false
	case r >= 0x2460 && r <= 0x2473: // numbers in circles
		return true
	}
	return unicode.Is(unicode.So, r) || unicode.Is(unicode.Sk, r) || r >= 0x1f000 && r <= 0x1faff
}

// normalise replaces unusual dashes, arrows, spaces and quotes, takes the accents off letters,
// and drops invisible characters and ornaments. offs maps each byte of s to its byte in the
// line.
func normalise(line string) (s string, offs []int32) {
	b := make([]byte, 0, len(line)+8)
	put := func(at int, text string) {
		for i := 0; i < len(text); i++ {
			b = append(b, text[i])
			offs = append(offs, int32(at))
		}
	}
	letter := false // whether the character before is a letter
	for i, r := range line {
		switch {
		case isDash(r):
			put(i, "-")
		case isArrow(r):
			put(i, "->")
		case (r == '`' || r == '′') && letter && letterNext(line[i+utf8.RuneLen(r):]) || r != '′' && tongue.Apostrophe(r):
			put(i, "'")
		case r >= '\uff01' && r <= '\uff5e':
			put(i, string(r-0xfee0))
		case r == 0x20e3: // the frame around a digit in an emoji
			put(i, ".")
		case unicode.Is(unicode.Cf, r):
		case unicode.IsSpace(r) || unicode.IsControl(r) || isOrnament(r) || isPicture(r):
			put(i, " ")
		default:
			put(i, tongue.Letter(r))
		}
		letter = unicode.IsLetter(r)
	}
	return string(b), offs
}

// letterNext reports whether a text begins with a letter.
func letterNext(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r)
}

// isDash reports whether r is a dash or a minus sign.
func isDash(r rune) bool {
	switch r {
	case '\u2212', '\u2043', '\ufe58', '\ufe63', '\uff0d':
		return true
	}
	return r >= '\u2010' && r <= '\u2015'
}

// isArrow reports whether r is an arrow that points right.
func isArrow(r rune) bool {
	switch r {
	case '→', '⇒', '⟶', '⟹', '⟼', '⟾', '⇢', '⇾', '⇉', '⇝', '↝', '↠', '↣', '↦', '⇨', '►', '▶', '▸', '▷', '▹', '▻', '⭢', '⮕', '⮊', '⮞',
		'➔', '➙', '➛', '➜', '➝', '➞', '➟', '➠', '➡', '➢', '➣', '➤', '➥', '➦', '➧', '➨', '➩', '➪', '➫', '➬', '➭', '➮', '➯', '➱', '➲', '➵', '➸', '➺', '➻', '➼', '➽', '➾',
		'🠂', '🠆', '🠊', '🠒', '🠖', '🠚', '🠞', '🠢', '🠦', '🠪', '🠺', '🡂', '🡆', '🡒', '🡢', '🡪', '🡲', '🡺', '🢂':
		return true
	}
	return false
}

// blanks skips spaces. A full stop counts as a space, since abbreviations may
// end with one.
func (p *parser) blanks() {
	for p.pos < len(p.s) {
		switch p.s[p.pos] {
		case ' ', '.':
			p.pos++
		default:
			return
		}
	}
}

// done skips spaces and reports whether the piece ends there, or at a comma or
// the like that may separate it from another order.
func (p *parser) done() bool {
	p.blanks()
	if p.pos < len(p.s) && p.s[p.pos] == '!' && strings.Trim(p.s[p.pos:], "! ") == "" {
		p.pos = len(p.s)
	}
	if p.pos == len(p.s) || p.s[p.pos] == ',' || p.s[p.pos] == '&' {
		return true
	}
	w, _ := p.word()
	return string(w) == "and"
}

// separators skips what separates the orders of a line.
func (p *parser) separators() {
	for p.blanks(); p.peek() == ',' || p.peek() == '&' || p.accept("and"); p.blanks() {
		if p.peek() == ',' || p.peek() == '&' {
			p.pos++
		}
	}
}

// peek returns the character at pos, or 0 at the end.
func (p *parser) peek() byte {
	if p.pos < len(p.s) {
		return p.s[p.pos]
	}
	return 0
}

// skip skips spaces and the character c, and reports whether it was there.
func (p *parser) skip(c byte) bool {
	p.blanks()
	if p.peek() != c {
		return false
	}
	p.pos++
	return true
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= utf8.RuneSelf }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// word returns the word at pos in lower case, and where it ends, without
// moving. A word consists of letters and apostrophes. It is valid until the
// next call; a word longer than any in the language is truncated.
func (p *parser) word() (w []byte, end int) {
	end = p.pos
	for end < len(p.s) {
		c := p.s[end]
		if !isLetter(c) && c != '\'' {
			break
		}
		if n := end - p.pos; n < len(p.buf) {
			p.buf[n] = c | 0x20
		}
		end++
	}
	return p.buf[:min(end-p.pos, len(p.buf))], end
}

// wordAt does the same as word at another position.
func (p *parser) wordAt(at int) (w []byte, end int) {
	was := p.pos
	p.pos = at
	w, end = p.word()
	p.pos = was
	return w, end
}

// next skips spaces and returns the word at pos.
func (p *parser) next() (w []byte, end int) {
	p.blanks()
	return p.word()
}

// accept skips spaces and the word, and reports whether it was there.
func (p *parser) accept(word string) bool {
	at := p.pos
	p.blanks()
	if w, end := p.word(); string(w) == word {
		p.pos = end
		return true
	}
	p.pos = at
	return false
}

// acceptOne does the same as accept for the first of the words that comes next.
func (p *parser) acceptOne(words ...string) bool {
	for _, w := range words {
		if p.accept(w) {
			return true
		}
	}
	return false
}

// number reads digits at pos. The result ok is false if there are none. It caps values at the
// largest amount.
func (p *parser) number() (n int32, ok bool) {
	for p.pos < len(p.s) && isDigit(p.s[p.pos]) {
		ok = true
		if n <= largest {
			n = n*10 + int32(p.s[p.pos]-'0')
		}
		p.pos++
	}
	return n, ok
}

// arrow skips a move sign and reports whether there was one. It may be a series
// of dashes, a single equals sign, or an arrow, which ends with ">" and may
// begin with dashes, equals signs or nothing.
func (p *parser) arrow() bool {
	p.blanks()
	rest := p.s[p.pos:]
	behind := strings.TrimLeft(rest, "-=")
	shaft := rest[:len(rest)-len(behind)]
	head := strings.TrimLeft(strings.TrimLeft(behind, " "), ">")
	if strings.HasPrefix(behind, ">") || shaft != "" && strings.HasPrefix(strings.TrimLeft(behind, " "), ">") {
		p.pos += len(rest) - len(head)
		return true
	}
	if !strings.HasSuffix(shaft, "-") && shaft != "=" {
		return false
	}
	p.pos += len(shaft)
	return true
}

// move skips a move sign or word, and a "to" after it, and reports whether
// there was one.
func (p *parser) move() bool {
	if p.arrow() {
		p.acceptTo()
		return true
	}
	if w, end := p.word(); verbOf(w) == vMove {
		p.pos = end
		p.acceptTo()
		return true
	}
	return false
}

func (p *parser) acceptTo() {
	if !p.accept("to") {
		p.accept("into")
	}
	p.accept("the")
}

// note records a remark on the order being read.
func (p *parser) note(code string, m message.Message) {
	if !p.quiet {
		p.notes = append(p.notes, Note{Code: code, Message: m})
	}
}

// unitWords names a unit for a message, as in "the army in Padua".
func (p *parser) unitWords(u *Unit) message.Arg {
	if u.At == 0 {
		return message.New("{type} {serial}", message.KindOf(machiavelli.NoType, machiavelli.Ordinary), message.Order(appendSerial(nil, u)))
	}
	return message.Somewhere{Type: message.KindOf(u.Type, machiavelli.Ordinary), At: p.area(u.At)}
}

// area names an area in a message. Like orders and tables, messages about the text of an order
// use names without an article.
func (p *parser) area(at board.ID) message.Place {
	return message.Place{Name: p.c.Board.Areas[at].Name}
}
