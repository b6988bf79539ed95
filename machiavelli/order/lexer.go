package order

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"podesta/machiavelli"
)

// parser reads one order after the other out of one line. The line is plain
// text in which odd dashes, arrows and blanks have been made ordinary; pos
// moves through it and never passes the end of s, which is the end of the
// order's own piece.
type parser struct {
	c     *Context
	raw   string  // the line as it was written
	s     string  // the line as it is read, up to the end of the piece
	offs  []int32 // byte of s -> byte of raw; nil where s is raw
	pos   int
	line  int
	quiet bool // errors are counted, not described

	notes []Note
	err   *Error
	bad   int // where the latest place, unit or power that failed to parse began
	buf   [24]byte
}

// rawOffset is the byte of the line as written at a position of s.
func (p *parser) rawOffset(at int) int {
	if p.offs == nil {
		return at
	}
	if at < len(p.offs) {
		return int(p.offs[at])
	}
	return len(p.raw)
}

// text is a part of the line as it was written.
func (p *parser) text(from, to int) string {
	return strings.TrimSpace(p.raw[p.rawOffset(from):p.rawOffset(to)])
}

// column is the column, in characters from 1, of a position of s.
func (p *parser) column(at int) int {
	return utf8.RuneCountInString(p.raw[:p.rawOffset(at)]) + 1
}

// plain reports whether a line is made of printable ASCII only.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// normalise makes dashes, arrows, blanks and quotes ordinary and drops
// invisible characters; offs gives the byte of the line for each byte made.
func normalise(line string) (s string, offs []int32) {
	b := make([]byte, 0, len(line)+8)
	put := func(at int, text string) {
		for i := 0; i < len(text); i++ {
			b = append(b, text[i])
			offs = append(offs, int32(at))
		}
	}
	for i, r := range line {
		switch {
		case isDash(r):
			put(i, "-")
		case isArrow(r):
			put(i, "->")
		case r == '\u2018' || r == '\u2019' || r == '\u02bc' || r == '\u00b4':
			put(i, "'")
		case r >= '\uff01' && r <= '\uff5e':
			put(i, string(r-0xfee0))
		case unicode.Is(unicode.Cf, r):
		case unicode.IsSpace(r) || unicode.IsControl(r):
			put(i, " ")
		default:
			put(i, string(r))
		}
	}
	return string(b), offs
}

// isDash reports whether r is one of the dashes and minus signs of Unicode.
func isDash(r rune) bool {
	switch r {
	case '\u2212', '\u2043', '\ufe58', '\ufe63', '\uff0d':
		return true
	}
	return r >= '\u2010' && r <= '\u2015'
}

// isArrow reports whether r is one of the arrows that point to the right.
func isArrow(r rune) bool {
	switch r {
	case '→', '⇒', '⟶', '⟹', '➔', '➜', '➝', '➞', '➡', '↦', '⇨', '►', '▶':
		return true
	}
	return false
}

// blanks moves over blanks. A full stop counts as one, since abbreviations
// may end with it.
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

// done moves over blanks and reports whether the piece ends there, or at a
// comma that may separate it from another order.
func (p *parser) done() bool {
	p.blanks()
	return p.pos == len(p.s) || p.s[p.pos] == ','
}

// peek is the character at pos, 0 at the end.
func (p *parser) peek() byte {
	if p.pos < len(p.s) {
		return p.s[p.pos]
	}
	return 0
}

// skip moves over the character c if it is next, after blanks.
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

// word gives the word at pos in lower case, and where it ends, without moving.
// A word is made of letters and apostrophes. It is valid until the next call;
// one that is longer than any word of the language comes out cut off.
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

// accept moves over the word if it is next, after blanks.
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

// acceptOne is accept for the first of several words that fits.
func (p *parser) acceptOne(words ...string) bool {
	for _, w := range words {
		if p.accept(w) {
			return true
		}
	}
	return false
}

// number reads digits at pos; ok is false where there is none. Beyond the
// largest amount it stops growing.
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

// arrow moves over a MOVE sign: a dash, an arrow of dashes or of equals signs.
func (p *parser) arrow() bool {
	p.blanks()
	rest := p.s[p.pos:]
	behind := strings.TrimLeft(rest, "-=")
	shaft := rest[:len(rest)-len(behind)]
	if strings.HasPrefix(behind, ">") {
		p.pos += len(shaft) + 1
		return true
	}
	if !strings.HasSuffix(shaft, "-") {
		return false
	}
	p.pos += len(shaft)
	return true
}

// move moves over a MOVE sign or word, with the "to" that may follow it.
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
}

// note records a remark on the order being read.
func (p *parser) note(code, message string) {
	if !p.quiet {
		p.notes = append(p.notes, Note{Code: code, Message: message})
	}
}

// unitWords names a unit in a message: "the army in Padua".
func (p *parser) unitWords(u *Unit) string {
	kind := "unit"
	if u.Type != machiavelli.NoType {
		kind = u.Type.String()
	}
	if u.At == 0 {
		var b strings.Builder
		b.WriteString("unit ")
		b.Write(appendSerial(nil, u))
		return b.String()
	}
	return "the " + kind + " in " + p.c.Board.Areas[u.At].Name
}
