package gather

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// script gathers the texts of a script: every string that looks like a text, because scripts
// translate what they show without marking it. The gaps in a template literal are numbered: `${n}
// of ${all}` becomes "{1} of {2}".
func script(f *found, ref, src string) error {
	s := scanner{src: src, take: func(text, before string) {
		text = strings.TrimSpace(text)
		if inGap.MatchString(text) && isText(text) && !tagged.MatchString(before) && !attribute.MatchString(before) {
			f.bad = append(f.bad, fmt.Sprintf("%s: a text with gaps goes through t: t`%s`", ref, text))
		}
		if said.MatchString(before) && twoOrMore.MatchString(text) || tagged.MatchString(before) && twoOrMore.MatchString(text) || isText(text) && !attribute.MatchString(before) {
			f.add(ref, text, "")
		}
	}}
	s.code("")
	return nil
}

var (
	// attribute matches the code before strings that are not texts: classes, roles, comparisons.
	attribute = regexp.MustCompile(`(?:\b(class|className|role|type|rel|kind|autocomplete)\s*[:=]\s*(\w+ \? )?|[=!]== |\b(closest|matches|one|all|querySelector|querySelectorAll|from|import|add|remove|toggle|contains|tell|on|addEventListener|getAttribute|setAttribute|case)\(?\s?(<[^>]*>)?\(?)$`)
	// tagged and said match the code before strings that are always texts.
	tagged    = regexp.MustCompile(`\b(t|say)$`)
	said      = regexp.MustCompile(`\b(t|say)\((\w+ \? )?$`)
	twoOrMore = regexp.MustCompile(`\pL{2}`)
	keyNames  = regexp.MustCompile(`^(Enter|Escape|Arrow\w+|Home|End|Tab|Backspace|Delete|Page\w+|Control|Shift|POST|GET|Accept|Content-Type|[A-Z])$`)
	// technical matches strings that are styles, drawings, keys of elements, or orders.
	technical = regexp.MustCompile(`^\(.*[:-]|\dpx|translate\(|ease-|^M[\d{]|^[A-Z]+-\d+$|^[A-Z][a-z]+[A-Z]|\bbutton\b|^(card|loan|pay|drop|instead|change|kind|show|take|sum|keep|site|special|stepper|spend|target|clash|treasury|podesta-\w+|build|keep all|give province|no drawing at)( \{\d\}| bad| dear| won)*$|^E\{1\}: None$|^(Borrow|Pay) (0 ducats|\{1\}) |^Exchange with \{1\}: |^plainbutton`)
	inGap     = regexp.MustCompile(`\{\d\}`)
)

func isText(s string) bool {
	words := inGap.ReplaceAllString(s, "")
	if !twoOrMore.MatchString(words) || strings.ContainsAny(words, `<>{}[]#=_@\|$*^~`) || keyNames.MatchString(s) {
		return false
	}
	if strings.HasPrefix(s, "/") || strings.HasPrefix(s, ".") || strings.HasPrefix(s, "data-") || strings.HasPrefix(s, "application/") {
		return false
	}
	if technical.MatchString(s) {
		return false
	}
	first := rune(strings.TrimLeft(words, " (")[0])
	return unicode.IsUpper(first) || strings.Contains(words, " ") && !strings.Contains(words, "--")
}

// scanner finds the texts in a script.
type scanner struct {
	src  string
	at   int
	take func(text, before string)
}

// code scans code up to a closing bracket, or to the end.
func (s *scanner) code(until string) {
	depth := 0
	// The last character that is not a space determines whether a slash begins a regular
	// expression or is a division.
	last := byte('(')
	for s.at < len(s.src) {
		c := s.src[s.at]
		rest := s.src[s.at:]
		switch {
		case strings.HasPrefix(rest, "//"):
			s.to("\n")
			continue
		case strings.HasPrefix(rest, "/*"):
			s.to("*/")
			continue
		case c == '\'' || c == '"':
			before := s.src[max(0, s.at-60):s.at]
			s.take(s.quoted(c), before)
			last = c
			continue
		case c == '`':
			before := s.src[max(0, s.at-60):s.at]
			s.take(s.template(), before)
			last = c
			continue
		case c == '/' && strings.IndexByte("(=,:[!&|?{};+\n", last) >= 0:
			s.pattern()
			last = '/'
			continue
		case c == '{':
			depth++
		case c == '}':
			if depth == 0 && until == "}" {
				return
			}
			depth--
		}
		if c != ' ' && c != '\t' && c != '\n' {
			last = c
		}
		s.at++
	}
}

func (s *scanner) to(end string) {
	if i := strings.Index(s.src[s.at:], end); i >= 0 {
		s.at += i + len(end)
		return
	}
	s.at = len(s.src)
}

func (s *scanner) quoted(q byte) string {
	from := s.at
	for s.at++; s.at < len(s.src) && s.src[s.at] != q; s.at++ {
		if s.src[s.at] == '\\' {
			s.at++
		}
	}
	s.at = min(s.at+1, len(s.src))
	return bare(s.src[from:s.at])
}

// template scans a template literal. Strings in its gaps are texts, too.
func (s *scanner) template() string {
	var out strings.Builder
	n := 0
	for s.at++; s.at < len(s.src); {
		switch {
		case s.src[s.at] == '`':
			s.at++
			return out.String()
		case s.src[s.at] == '\\' && s.at+1 < len(s.src):
			out.WriteString(bare("'" + s.src[s.at:s.at+2] + "'"))
			s.at += 2
		case strings.HasPrefix(s.src[s.at:], "${"):
			s.at += 2
			s.code("}")
			s.at++
			n++
			out.WriteString("{" + strconv.Itoa(n) + "}")
		default:
			out.WriteByte(s.src[s.at])
			s.at++
		}
	}
	return out.String()
}

func (s *scanner) pattern() {
	class := false
	for s.at++; s.at < len(s.src); s.at++ {
		switch c := s.src[s.at]; {
		case c == '\\':
			s.at++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			s.at++
			return
		case c == '\n':
			return
		}
	}
}

var escapes = regexp.MustCompile(`\\(u[0-9a-fA-F]{4}|.)`)

// bare removes the quotes of a string.
func bare(q string) string {
	if len(q) < 2 {
		return ""
	}
	return escapes.ReplaceAllStringFunc(q[1:len(q)-1], func(e string) string {
		switch e[1] {
		case 'n':
			return "\n"
		case 'u':
			n, _ := strconv.ParseUint(e[2:], 16, 32)
			return string(rune(n))
		}
		return e[1:]
	})
}
