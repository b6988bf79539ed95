package order

import (
	"strconv"
	"strings"
	"unicode"

	"podesta/machiavelli/internal/tongue"
	"podesta/machiavelli/message"
	"podesta/machiavelli/suggest"
)

// The codes of errors that need no position. The other codes belong to package
// legal.
const (
	CodeSource    = "E01" // no such place
	CodeVerb      = "E03" // verb unknown or missing
	CodeTarget    = "E04" // destination or target place unknown
	CodeRoute     = "E07" // convoy route unusable
	CodeConvoy    = "E08" // convoy order malformed
	CodeConvert   = "E10" // conversion malformed
	CodeSiege     = "E11" // siege order malformed
	CodeOption    = "E12" // a proxy order, which only other judges accept
	CodeSlot      = "E13" // expense line not 1 to 4
	CodeExpense   = "E14" // expense or its target unknown
	CodeAmount    = "E15" // amount unreadable
	CodePay       = "E16" // payment malformed
	CodeChit      = "E17" // chit of an unknown power
	CodeLoan      = "E18" // loan without a usable duration
	CodeBuild     = "E22" // build malformed
	CodePower     = "E25" // unknown power
	CodeUnread    = "E26" // text left over, or unreadable
	CodeLegacy    = "W07" // note: an abbreviation or coast was interpreted
	CodeLowAmount = "W04" // note: an amount was ignored
	CodeUnrouted  = "W05" // note: a convoy route is missing
)

// Error explains why an order could not be parsed. Line and Column locate the
// problem. Both are counted from 1, and Column in characters. Message is a full
// sentence that says what is wrong and what was expected; Suggest lists what
// the writer may have meant.
type Error struct {
	Code    string
	Line    int
	Column  int
	Message message.Message
	Suggest []string
}

// Error returns the place, the code and the message on one line.
func (e *Error) Error() string {
	s := "line " + strconv.Itoa(e.Line) + ", column " + strconv.Itoa(e.Column) + ": " + e.Code + " " + e.Message.String()
	if len(e.Suggest) > 0 {
		s += " Did you mean " + orList(e.Suggest) + "?"
	}
	return s
}

// Note is a remark on an accepted order: W07 for an abbreviation that had to be
// interpreted, W04 for an amount that was ignored, W05 for a convoy route that
// this game wants listed.
type Note struct {
	Code    string
	Message message.Message
}

// fail records the first error of an order. It always returns false so that a
// parsing step can end with it. In quiet mode it keeps only the code.
func (p *parser) fail(code string, at int, m message.Message) bool {
	if p.err != nil {
		return false
	}
	p.errAt = at
	if p.quiet {
		p.err = &Error{Code: code}
		return false
	}
	p.err = &Error{Code: code, Line: p.line, Column: p.column(at), Message: m}
	return false
}

// suggest adds the name closest to word, if any is close, to the error just
// recorded.
func (p *parser) suggest(word string, names []string) {
	if p.quiet {
		return
	}
	if n := suggest.Closest(word, names); n != "" {
		p.err.Suggest = []string{n}
	}
}

// unknownPlace records that there is no place at the given position. The
// parameter what describes the place expected, as in "the destination of the
// army in Padua".
func (p *parser) unknownPlace(code string, at int, what message.Message) bool {
	if p.err != nil || p.quiet {
		return p.fail(code, at, message.Message{})
	}
	text := p.unknownText(at)
	if text == "" {
		return p.nothing(code, at, what, message.New("the name or the abbreviation of a place"))
	}
	p.fail(code, at, message.New("I don't know the place \"{text}\", which should be {what}.", written(p.asWritten(at, text)), what))
	p.err.Suggest = p.c.Board.Suggest(text)
	return false
}

// nothing records that a name is missing at the given position.
func (p *parser) nothing(code string, at int, what, expected message.Message) bool {
	if code == CodeExpense {
		expected = message.New("{expected}, as in \"{example}\" or \"{example2}\"", expected,
			message.Order("e1: 12 ducats disband A Bologna"), message.Order("e1: 12 ducats assassinate Milan"))
	}
	if sign := p.signs(at); sign != "" {
		return p.fail(code, at, message.New("\"{text}\" stands where {what} should stand; expected {expected}.", written(sign), what, expected))
	}
	return p.fail(code, at, message.New("The line stops where {what} should stand; expected {expected}.", what, expected))
}

// signs returns the text at a position up to the next letter, comma or space.
func (p *parser) signs(at int) string {
	end := at
	for end < len(p.s) && !isLetter(p.s[end]) && p.s[end] != ' ' && p.s[end] != ',' {
		end++
	}
	return p.s[at:end]
}

// unknownText returns the text at a position that was probably meant as one
// name. It ends at the next separator or verb, or after five words.
func (p *parser) unknownText(at int) string {
	s := p.s[at:]
	if i := strings.IndexAny(s, "-/();,:>="); i >= 0 {
		s = s[:i]
	}
	words := strings.Fields(s)
	for i, w := range words {
		if i == 5 || i > 0 && verbOf([]byte(strings.ToLower(w))) != noVerb {
			return strings.Join(words[:i], " ")
		}
	}
	return strings.Join(words, " ")
}

// asWritten returns a text that unknownText found at a position, with its original accents.
func (p *parser) asWritten(at int, text string) string {
	if p.offs == nil {
		return text
	}
	end := at
	for range strings.Fields(text) {
		end += len(p.s[end:]) - len(strings.TrimLeft(p.s[end:], " "))
		if i := strings.IndexAny(p.s[end:], " -/();,:>="); i >= 0 {
			end += i
		} else {
			end = len(p.s)
		}
	}
	if raw := strings.Join(strings.Fields(p.text(at, end)), " "); tongue.Fold(raw) == text {
		return raw
	}
	return text
}

// written returns a text that the player wrote, for use between quotation marks.
func written(text string) message.Name { return quoted(printable(strings.TrimRight(text, " "))) }

// quoted returns a word that the player wrote, for use between quotation marks.
func quoted(word string) message.Name {
	q := strconv.Quote(word)
	return message.Name(q[1 : len(q)-1])
}

// words returns words of the order language as a list for a message.
func words(w ...string) message.Arg {
	l := message.List{How: message.Or, Of: make([]message.Arg, len(w))}
	for i := range w {
		l.Of[i] = message.Order(w[i])
	}
	return l
}

// The words of the order language that messages list.
var (
	orderWords     = words("hold", "-", "support", "convoy", "convert", "besiege", "lift", "disband")
	typeWords      = words("army", "fleet", "garrison")
	winterWords    = words("build", "remove", "maintain", "waive")
	coastWords     = words("nc", "sc", "ec", "wc")
	listedExpenses = words(expenseNames...)
	listedOptions  = words(optionNames...)
)

// printable shortens text to fit a message and replaces unprintable characters.
func printable(text string) string {
	const most = 40
	var b strings.Builder
	n := 0
	for _, r := range text {
		if n++; n > most {
			b.WriteString("...")
			break
		}
		if !unicode.IsPrint(r) {
			r = '?'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// orList joins names for a sentence, as in "a, b or c".
func orList(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}
