package letter

import (
	"strings"
	"unicode"
)

// Normalise normalises text from any source (an e-mail, a web form, the API) without changing its
// meaning. The result is valid UTF-8 with lines that end in \n, only ordinary spaces (no-break,
// thin and ideographic spaces and tabs are replaced), no invisible characters (byte order marks,
// zero-width characters, soft hyphens, direction marks, control characters), and no trailing
// spaces. The number of lines stays the same, except that form feeds and similar characters become
// line ends. Normalising twice has the same result as once.
func Normalise(text string) string {
	if ordinary(text) {
		return text
	}
	text = strings.ToValidUTF8(text, "\uFFFD")
	text = strings.ReplaceAll(text, "\r\n", "\n")
	var b strings.Builder
	b.Grow(len(text))
	blanks := 0 // spaces not written yet, because they may be trailing
	for i, r := range text {
		switch {
		case isBreak(r):
			b.WriteByte('\n')
			blanks = 0
		case isBlank(r):
			blanks++
		case isInvisible(r) && !joins(text[i:]):
		default:
			for ; blanks > 0; blanks-- {
				b.WriteByte(' ')
			}
			b.WriteRune(r)
		}
	}
	return b.String()
}

// ordinary reports whether a text is printable ASCII without trailing spaces, as most texts
// are.
func ordinary(text string) bool {
	var last byte
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c > '~' || c < ' ' && c != '\n' || c == '\n' && last == ' ' {
			return false
		}
		last = c
	}
	return last != ' '
}

// isBreak reports whether a character ends a line.
func isBreak(r rune) bool {
	switch r {
	case '\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029':
		return true
	}
	return false
}

// isBlank reports whether a character is a space or tab of any width.
func isBlank(r rune) bool {
	return r == ' ' || r == '\t' || r == '\u2800' || r == '\u3164' || unicode.Is(unicode.Zs, r)
}

// isInvisible reports whether a character is invisible.
func isInvisible(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u034f' || r == '\u115f' || r == '\u1160'
}

// joins reports whether a text begins with a joiner, which must not be removed because it affects
// the emoji or the letters of Indian scripts around it.
func joins(s string) bool { return strings.HasPrefix(s, "\u200d") || strings.HasPrefix(s, "\u200c") }

// Plain simplifies a line of commands or orders. In addition to Normalise, every dash becomes "-"
// and every arrow "->", curly quotation marks become straight, fullwidth characters become ordinary
// ones, and joiners are removed. It is not for messages between players, which keep their dashes.
func Plain(line string) string {
	if ordinary(line) {
		return line
	}
	line = Normalise(line)
	var b strings.Builder
	b.Grow(len(line))
	for _, r := range line {
		switch {
		case r < 0x80:
			b.WriteRune(r)
		case isDash(r):
			b.WriteByte('-')
		case isArrow(r):
			b.WriteString("->")
		case r == '\u2018' || r == '\u2019' || r == '\u201a' || r == '\u02bc' || r == '\u00b4':
			b.WriteByte('\'')
		case r == '\u201c' || r == '\u201d' || r == '\u201e' || r == '\u00ab' || r == '\u00bb':
			b.WriteByte('"')
		case r == '\u2026':
			b.WriteString("...")
		case r >= '\uff01' && r <= '\uff5e':
			b.WriteRune(r - 0xfee0)
		case isInvisible(r) || r >= '\ufe00' && r <= '\ufe0f':
		default:
			b.WriteRune(r)
		}
	}
	return Normalise(b.String()) // removed characters may leave trailing spaces
}

// isDash reports whether a character is a dash or minus sign.
func isDash(r rune) bool {
	switch r {
	case '\u2212', '\u2043', '\ufe58', '\ufe63', '\uff0d':
		return true
	}
	return r >= '\u2010' && r <= '\u2015'
}

// isArrow reports whether a character is an arrow that points to the right.
func isArrow(r rune) bool {
	return strings.ContainsRune("→⇒⟶⟹➔➜➝➞➡↦⇨►▶", r)
}
