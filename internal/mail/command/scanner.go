package command

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"podesta/machiavelli/message"
)

// scanner reads the words of a line or a part of a line. The field pos is the current position in
// s, in bytes; the field at is the position of s in its line, in characters.
type scanner struct {
	s     string
	pos   int
	line  int
	at    int
	quiet bool // whether to make no suggestions, because there are too many errors

	powers []string // names of powers that are not in the built-in scenarios
}

// power skips the name of a power and returns it, or returns "" if no such name follows.
func (s *scanner) power() string {
	found := ""
	for _, n := range s.powers {
		if len(n) > len(found) && match(s.s, s.pos, strings.ToUpper(n)) >= 0 {
			found = n
		}
	}
	if found != "" {
		s.pos = match(s.s, s.pos, strings.ToUpper(found))
	}
	return strings.ToUpper(found)
}

// isHeading reports whether the line is a heading: the name of a power and a colon.
func (s *scanner) isHeading() bool {
	at := s.pos
	defer func() { s.pos = at }()
	s.pos = 0
	return s.power() != "" && strings.TrimSpace(s.s[s.pos:]) == ":"
}

// blanks skips spaces.
func (s *scanner) blanks() {
	for s.pos < len(s.s) && s.s[s.pos] == ' ' {
		s.pos++
	}
}

// separators skips spaces and commas.
func (s *scanner) separators() {
	for s.pos < len(s.s) && (s.s[s.pos] == ' ' || s.s[s.pos] == ',') {
		s.pos++
	}
}

// done reports whether only spaces remain.
func (s *scanner) done() bool {
	s.blanks()
	return s.pos == len(s.s)
}

// keyword skips the first pattern that matches at the current position, and the spaces after it. It
// reports whether one matches. A pattern is one or more words; spaces between them are optional,
// and hyphens are also allowed. The comparison ignores case, and the last word must be complete.
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

// match returns the position after a pattern that matches at pos, or -1 if the pattern does not
// match there.
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

// word returns the next word, up to a space, or "" at the end.
func (s *scanner) word() string {
	s.blanks()
	from := s.pos
	for s.pos < len(s.s) && s.s[s.pos] != ' ' {
		s.pos++
	}
	return s.s[from:s.pos]
}

// item returns the next word, up to a space or a comma.
func (s *scanner) item() string {
	s.separators()
	from := s.pos
	for s.pos < len(s.s) && s.s[s.pos] != ' ' && s.s[s.pos] != ',' {
		s.pos++
	}
	return s.s[from:s.pos]
}

// peek returns the next word without skipping it.
func (s *scanner) peek() string {
	at := s.pos
	w := s.word()
	s.pos = at
	return w
}

// rest skips the rest of the text and returns it without spaces around it.
func (s *scanner) rest() string {
	s.blanks()
	r := strings.TrimRight(s.s[s.pos:], " ")
	s.pos = len(s.s)
	return r
}

// column returns the column of the current position, in characters from 1.
func (s *scanner) column() int { return s.at + utf8.RuneCountInString(s.s[:s.pos]) + 1 }

// fail returns an error at the current position.
func (s *scanner) fail(code string, m message.Message) *Error {
	return &Error{Code: code, Line: s.line, Column: s.column(), Message: m}
}

// closest returns the candidate that a misspelt word may have meant, or nil.
func (s *scanner) closest(word string, candidates []string) []string {
	if s.quiet {
		return nil
	}
	return closest(word, candidates)
}

// missing returns an error with an example, which says that something is missing.
func (s *scanner) missing(what message.Message, example message.Order) *Error {
	return s.fail(CodeMissing, message.New("Something is missing here: {what}. For example: {example}", what, example))
}

// end returns nil at the end of the line, and otherwise an error about the text that is left over
// after a command.
func (s *scanner) end(command message.Order) *Error { return s.endAfter(command) }

// endAfter is like end, but after something other than a command.
func (s *scanner) endAfter(what message.Arg) *Error {
	if s.done() {
		return nil
	}
	return s.fail(CodeUnread, message.New("Nothing was expected after {what}, but there is {rest}.", what, quote(s.s[s.pos:])))
}

// number reads a whole number from least to most.
func (s *scanner) number(command message.Order, least, most int) (int, *Error) {
	s.separators()
	at := s.pos
	w := s.item()
	n, err := strconv.Atoi(w)
	if w == "" {
		return 0, s.fail(CodeMissing, message.New("A number is missing after {command}.", command))
	}
	if err != nil || n < least || n > most {
		s.pos = at
		return 0, s.fail(CodeNumber, message.New("{command} takes a whole number from {least} to {most}, not {word}.", command, message.Number(least), message.Number(most), quote(w)))
	}
	return n, nil
}

// quote returns a part of a line in quotation marks, shortened for a message.
func quote(text string) message.Name {
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
	return message.Name(`"` + b.String() + `"`)
}
