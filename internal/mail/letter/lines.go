package letter

import (
	"regexp"
	"strings"
)

// Kind is the kind of a line in an e-mail.
type Kind uint8

// The kinds of line.
const (
	Own       Kind = iota // the writer's own text
	Quoted                // text of others: marked with ">", or after the header of a quoted e-mail
	Signature             // after the "-- " of a signature, or an advertisement of the mail program
	Armour                // armour of signed e-mail, and encoded files
)

// Line is one line of an e-mail. Number counts all lines from 1.
type Line struct {
	Number int
	Text   string // without trailing spaces
	Kind   Kind
}

// Clean returns a person's own text: normalised, without quotations, signature and armour, and with
// unchanged line breaks. The text may come from any source, such as e-mail or a web form.
func Clean(text string) string {
	var b strings.Builder
	for _, l := range Lines(text) {
		if l.Kind == Own {
			b.WriteString(l.Text)
			b.WriteByte('\n')
		}
	}
	return strings.Trim(b.String(), "\n")
}

// Lines splits a text into lines and classifies each. Lines between PRESS (or another command that
// begins a text) and its ENDPRESS are all Own, because quotations there are intended. A signature
// ends an e-mail, so the delimiter "--" does not count if SIGNON, SIGNOFF or ENDPRESS follow.
func Lines(text string) []Line {
	s := sorter{}
	for i, t := range strings.Split(strings.TrimSuffix(Normalise(text), "\n"), "\n") {
		s.lines = append(s.lines, Line{Number: i + 1, Text: t})
	}
	s.sort()
	return s.lines
}

// sorter classifies the lines of a text.
type sorter struct {
	lines []Line
	ends  []int // for each line the next line that ends a text, or -1; nil if not computed
	nears []int // for each line the next one above any quoted e-mail that resembles an end marker, or -1
	keys  int   // the last line that is SIGNON, SIGNOFF or ENDPRESS; -1 if not computed
}

// The lines that begin and end texts sent through the judge, and sessions.
var (
	textBegins = regexp.MustCompile(`(?i)^\s*(press|broad\s*cast|postal\s*press|diary\s*record|set\s+(comment|info(rmation)?)\s+begin)\b`)
	session    = regexp.MustCompile(`(?i)^\s*(sign\s*(on|off)|log\s*in)\b`)
)

// sort classifies every line.
func (s *sorter) sort() {
	s.keys = -1
	for i := 0; i < len(s.lines); {
		t := strings.TrimSpace(s.lines[i].Text)
		switch {
		case t == "":
			i++
		case textBegins.MatchString(Bare(t)):
			i = s.textEnd(i) + 1
		case s.isQuote(i):
			s.lines[i].Kind = Quoted
			i++
		case isSeparator(t) && s.quotedBelow(i+1): // quoted lines are marked, and a reply may follow
			s.lines[i].Kind = Quoted
			i++
		case isSeparator(t) || s.isHead(i):
			s.rest(s.above(i), Quoted)
			return
		case strings.HasPrefix(t, "-----BEGIN "):
			i = s.armour(i, t)
		case isUuencode(t):
			i = s.encoded(i)
		case isSignatureLine(t) && !s.goesOn(i):
			s.signature(i)
			return
		case isAdvertisement(t):
			s.lines[i].Kind = Signature
			i++
		default:
			n, all := s.attribution(i)
			for k := range n {
				s.lines[i+k].Kind = Quoted
			}
			if n > 0 && all {
				s.rest(i, Quoted)
				return
			}
			i += max(n, 1)
		}
	}
}

// above returns the first line of a quotation whose header is line i, which may be a separator line
// above the header.
func (s *sorter) above(i int) int {
	for j := i - 1; j >= 0 && j >= i-2; j-- {
		t := s.lines[j].Text
		if len(t) >= 5 && strings.Trim(t, "_-=") == "" {
			return j
		}
		if t != "" {
			break
		}
	}
	return i
}

// rest classifies all lines from i on as one kind.
func (s *sorter) rest(i int, k Kind) {
	for ; i < len(s.lines); i++ {
		s.lines[i].Kind = k
	}
}

// textEnd returns the line that ends the text begun on line i. If there is none, it returns i, and
// the following lines are classified like the rest of the e-mail. A SIGNON in between means that
// the end is missing. A line that only resembles an end marker counts if it is not below the header
// of a quoted e-mail.
func (s *sorter) textEnd(i int) int {
	if s.ends == nil {
		n := len(s.lines)
		s.ends, s.nears = make([]int, n+1), make([]int, n+1)
		s.ends[n], s.nears[n] = -1, -1
		for j := n - 1; j >= 0; j-- {
			s.ends[j], s.nears[j] = s.ends[j+1], s.nears[j+1]
			switch t := s.lines[j].Text; {
			case session.MatchString(t):
				s.ends[j], s.nears[j] = -1, -1
			case isSeparator(strings.TrimSpace(t)) || s.isHead(j):
				s.nears[j] = -1
			default:
				switch TextEnding.Closeness(t) {
				case ExactEnd:
					s.ends[j] = j
				case NearEnd:
					s.nears[j] = j
				}
			}
		}
	}
	end, near := s.ends[i+1], s.nears[i+1]
	if near >= 0 && (end < 0 || near < end) {
		return near
	}
	return max(i, end)
}

// goesOn reports whether commands that no signature would contain follow line i.
func (s *sorter) goesOn(i int) bool {
	if s.keys < 0 {
		s.keys = 0
		for j, l := range s.lines {
			if isSeparator(strings.TrimSpace(l.Text)) || s.isHead(j) {
				break
			}
			if session.MatchString(l.Text) || TextEnding.Closeness(l.Text) == ExactEnd {
				s.keys = j
			}
		}
	}
	return s.keys > i
}

// signature marks a signature, and a quotation after it.
func (s *sorter) signature(i int) {
	for ; i < len(s.lines); i++ {
		t := strings.TrimSpace(s.lines[i].Text)
		if isSeparator(t) || s.isHead(i) {
			s.rest(i, Quoted)
			return
		}
		s.lines[i].Kind = Signature
		if s.isQuote(i) {
			s.lines[i].Kind = Quoted
		}
	}
}

// isSignatureLine reports whether a line is the delimiter above a signature. Phones turn two
// hyphens into a single dash.
func isSignatureLine(t string) bool { return t == "--" || t == "\u2014" || t == "\u2013" }

// isQuote reports whether line i is marked as quoted. A single line that begins with ">From " is
// not, because mailbox files change "From " at the beginning of a line in this way; isQuote removes
// its ">".
func (s *sorter) isQuote(i int) bool {
	t := strings.TrimLeft(s.lines[i].Text, " ")
	if !strings.HasPrefix(t, ">") {
		return false
	}
	if strings.HasPrefix(s.lines[i].Text, ">From ") && !s.quoted(i-1) && !s.quoted(i+1) {
		s.lines[i].Text = s.lines[i].Text[1:]
		return false
	}
	return true
}

func (s *sorter) quoted(i int) bool {
	return i >= 0 && i < len(s.lines) && strings.HasPrefix(strings.TrimLeft(s.lines[i].Text, " "), ">")
}

// armour marks the armour of signed or encrypted e-mail from line i on, and returns the line at
// which to continue. Signed text is classified like other text.
func (s *sorter) armour(i int, t string) int {
	s.lines[i].Kind = Armour
	if t == "-----BEGIN PGP SIGNED MESSAGE-----" {
		for i++; i < len(s.lines) && s.lines[i].Text != ""; i++ { // skips "Hash: ..."
			s.lines[i].Kind = Armour
		}
		for j := i; j < len(s.lines) && s.lines[j].Text != "-----BEGIN PGP SIGNATURE-----"; j++ {
			s.lines[j].Text = strings.TrimPrefix(s.lines[j].Text, "- ")
		}
		return i
	}
	end := strings.Replace(t, "BEGIN", "END", 1)
	for i++; i < len(s.lines); i++ {
		s.lines[i].Kind = Armour
		if s.lines[i].Text == end {
			return i + 1
		}
	}
	return i
}

// isUuencode reports whether a line begins a uuencoded file.
func isUuencode(t string) bool {
	return strings.HasPrefix(t, "begin ") && uuencode.MatchString(t)
}

var uuencode = regexp.MustCompile(`^begin [0-7]{3,4} \S`)

// encoded marks a uuencoded file, and returns the line at which to continue. A file without the
// line "end" is not marked.
func (s *sorter) encoded(i int) int {
	for j := i + 1; j < len(s.lines) && len(s.lines[j].Text) < 90; j++ {
		if s.lines[j].Text == "end" {
			for k := i; k <= j; k++ {
				s.lines[k].Kind = Armour
			}
			return j + 1
		}
		if t := s.lines[j].Text; t != "" && t[0] > '`' {
			break
		}
	}
	return i + 1
}
