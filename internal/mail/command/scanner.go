package command

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// scanner reads the words of one line, or of a piece of it. It moves through s
// from pos on; at is where s begins in its line, in characters.
type scanner struct {
	s     string
	pos   int
	line  int
	at    int
	quiet bool // there are too many errors for suggestions
}

// blanks moves over blanks.
func (s *scanner) blanks() {
	for s.pos < len(s.s) && s.s[s.pos] == ' ' {
		s.pos++
	}
}

// separators moves over blanks and commas.
func (s *scanner) separators() {
	for s.pos < len(s.s) && (s.s[s.pos] == ' ' || s.s[s.pos] == ',') {
		s.pos++
	}
}

// done reports whether nothing but blanks is left.
func (s *scanner) done() bool {
	s.blanks()
	return s.pos == len(s.s)
}

// keyword moves over the first of the patterns that stands here, and over the
// blanks behind it. A pattern is one or more words; between them blanks are
// optional, and a hyphen does as well. Letters are compared without case, and
// the last word must end there.
func (s *scanner) keyword(patterns ...string) bool {
	s.blanks()
	for _, p := range patterns {
		if end := match(s.s, s.pos, p); end >= 0 {
			s.pos = end
			s.blanks()
			return true
		}
	}
	return false
}

// match is where a pattern that begins at pos ends, -1 if it does not stand
// there.
func match(s string, pos int, pattern string) int {
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		if c == ' ' {
			for pos < len(s) && s[pos] == ' ' {
				pos++
			}
			if isAlnum(pattern[i+1]) && pos+1 < len(s) && (s[pos] == '-' || s[pos] == '_') && s[pos+1] != ' ' {
				pos++
			}
			continue
		}
		if pos == len(s) || upper(s[pos]) != c {
			return -1
		}
		pos++
	}
	if r, _ := utf8.DecodeRuneInString(s[pos:]); pos < len(s) && (unicode.IsLetter(r) || unicode.IsDigit(r)) && isAlnum(pattern[len(pattern)-1]) {
		return -1
	}
	return pos
}

func upper(c byte) byte {
	if 'a' <= c && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

func isAlnum(c byte) bool {
	c = upper(c)
	return 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// word is the next word, up to a blank; "" at the end.
func (s *scanner) word() string {
	s.blanks()
	from := s.pos
	for s.pos < len(s.s) && s.s[s.pos] != ' ' {
		s.pos++
	}
	return s.s[from:s.pos]
}

// item is the next word, up to a blank or a comma.
func (s *scanner) item() string {
	s.separators()
	from := s.pos
	for s.pos < len(s.s) && s.s[s.pos] != ' ' && s.s[s.pos] != ',' {
		s.pos++
	}
	return s.s[from:s.pos]
}

// peek is the next word without moving over it.
func (s *scanner) peek() string {
	at := s.pos
	w := s.word()
	s.pos = at
	return w
}

// rest is everything that is left.
func (s *scanner) rest() string {
	s.blanks()
	r := strings.TrimRight(s.s[s.pos:], " ")
	s.pos = len(s.s)
	return r
}

// column is the column of the current position, in characters from 1.
func (s *scanner) column() int { return s.at + utf8.RuneCountInString(s.s[:s.pos]) + 1 }

// fail makes an error at the current position.
func (s *scanner) fail(code, format string, args ...any) *Error {
	return &Error{Code: code, Line: s.line, Column: s.column(), Message: fmt.Sprintf(format, args...)}
}

// closest is what may have been meant by a word.
func (s *scanner) closest(word string, candidates []string) []string {
	if s.quiet {
		return nil
	}
	return closest(word, candidates)
}

// missing is the error that something should follow.
func (s *scanner) missing(what, example string) *Error {
	if second := strings.TrimLeft(what, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"); len(what)-len(second) == 1 {
		what = strings.ToLower(what[:1]) + second // a sentence's first word, not a word of the language
	}
	return s.fail(CodeMissing, "Something is missing here: %s. For example: %s", what, example)
}

// end is nil if the line ends here, the error that something is left over
// otherwise.
func (s *scanner) end(after string) *Error {
	if s.done() {
		return nil
	}
	return s.fail(CodeUnread, "Nothing was expected after %s, but there is %s.", after, quote(s.s[s.pos:]))
}

// number reads a whole number from least to most.
func (s *scanner) number(what string, least, most int) (int, *Error) {
	s.separators()
	at := s.pos
	w := s.item()
	n, err := strconv.Atoi(w)
	if w == "" {
		return 0, s.fail(CodeMissing, "A number is missing after %s.", what)
	}
	if err != nil || n < least || n > most {
		s.pos = at
		return 0, s.fail(CodeNumber, "%s takes a whole number from %d to %d, not %s.", what, least, most, quote(w))
	}
	return n, nil
}

// quote puts a piece of a line in quotation marks, cut to a length that fits a
// message.
func quote(text string) string {
	const most = 40
	var b strings.Builder
	n := 0
	for _, r := range strings.TrimSpace(text) {
		if n++; n > most {
			b.WriteString("...")
			break
		}
		if !unicode.IsPrint(r) || r == '"' {
			r = '\''
		}
		b.WriteRune(r)
	}
	return `"` + b.String() + `"`
}
