package command

import (
	"strings"

	"podesta/internal/mail/letter"
	"podesta/machiavelli/message"
)

// beginsText reports whether a refused line would have begun a text, which is
// then refused, too.
func (p *parser) beginsText(i int) bool {
	s := p.scan(i)
	if s.keyword("PRESS", "BROADCAST", "POSTAL PRESS", "DIARY RECORD") {
		return true
	}
	return s.keyword("SET") && s.keyword("COMMENT BEGIN", "INFO BEGIN", "INFORMATION BEGIN")
}

// isTextEnd reports whether a line ends a text.
func (p *parser) isTextEnd(i int) bool {
	s := p.scan(i)
	return s.keyword("END PRESS", "END BROADCAST", "END POSTAL PRESS", "END POSTAL", "END DIARY", "END COMMENT", "COMMENT END") && s.done()
}

// isSignoff reports whether a line is only SIGNOFF.
func (p *parser) isSignoff(i int) bool {
	s := p.scan(i)
	return s.keyword("SIGN OFF") && s.done()
}

// isSignon reports whether a line consists of a SIGNON with its password.
func (p *parser) isSignon(i int) bool {
	s := p.scan(i)
	if !s.keyword("SIGN ON", "LOG IN") || len(strings.Fields(s.s[s.pos:])) != 2 {
		return false
	}
	_, _, err := signon(s)
	return err == nil
}

// text reads the lines of a text that begins after line i, and adds them to the
// item's command c. If c is nil, the command was refused, and the text is
// refused, too. A text that contains a password is refused. It returns lines in
// between that are not part of the text.
func (p *parser) text(i int, item *Item, c texted) (skipped []Item) {
	end, closed, signon := p.findTextEnd(i + 1)
	var b strings.Builder
	last := i
	signature := end
	if !closed {
		signature = p.signature(i+1, end)
	}
	for j := i + 1; j < end; j++ {
		l := p.lines[j]
		if !closed && (l.Kind != letter.Own || j >= signature) {
			why := map[letter.Kind]Why{letter.Own: Signature, letter.Quoted: Quotation, letter.Signature: Signature, letter.Armour: Wrapping}[l.Kind]
			if strings.TrimSpace(l.Text) != "" {
				skipped = append(skipped, Item{Line: j + 1, Command: Ignored{why}})
			}
			continue
		}
		b.WriteString(l.Text)
		b.WriteByte('\n')
		if l.Text != "" {
			last = j
		}
	}
	p.at = end
	if closed {
		p.at, last = end+1, end
	}
	item.Line, item.End = i+1, last+1
	text := trimLines(b.String())
	switch {
	case c == nil:
	case signon || Holds(text, p.hidden):
		s := scanner{line: i + 1}
		item.Command = nil
		item.Err = s.fail(CodeSecret, message.New("The text contains your password or a line that looks like SIGNON, so it was neither sent nor saved. Remove that line, and end the text with ENDPRESS."))
	default:
		item.Command = c.withText(text)
		if _, rules := c.(HouseRules); !closed && !(rules && end < len(p.lines)) {
			item.Notes = append(item.Notes, Note{NoteOpenText, message.New("The text had no ENDPRESS, so everything up to the end of the letter, or to SIGNOFF, was taken as part of it.")})
		}
	}
	return skipped
}

// maxSignature is the maximum number of lines of a signature.
const maxSignature = 10

// signature returns the line at which a signature begins at the end of a text,
// before a SIGNOFF, because it is not part of the text. Without one it returns
// end.
func (p *parser) signature(from, end int) int {
	for j := end - 1; j >= max(from, end-1-maxSignature); j-- {
		if strings.TrimSpace(p.lines[j].Text) == "--" {
			return j
		}
	}
	return end
}

// hasText reports whether a command with an optional text has one here.
func hasText(c Command) bool {
	d, ok := c.(Diary)
	return !ok || d.Action == "RECORD"
}

// findTextEnd returns the line at which a text that begins on line from ends:
// its ENDPRESS (closed), SIGNOFF, the SIGNON of another game, or the end. If a
// closed text contains a SIGNON, signon is set.
func (p *parser) findTextEnd(from int) (end int, closed, signon bool) {
	if p.ends == nil {
		p.findEnds()
	}
	if end = p.ends[from]; end == len(p.lines) || !p.isSignon(end) {
		return end, end < len(p.lines) && p.isTextEnd(end), false
	}
	// After the SIGNON, either the text continues to its ENDPRESS, or another
	// game begins, perhaps with texts of its own.
	if j := p.closes[end]; j < len(p.lines) && p.isTextEnd(j) && p.begins[end] > j {
		return j, true, true
	}
	return end, false, false
}

// findEnds determines for each line the next at which a text can end, the next
// other than SIGNON that ends one, and the next that begins one, including the
// line itself.
func (p *parser) findEnds() {
	n := len(p.lines)
	p.ends, p.closes, p.begins = make([]int, n+1), make([]int, n+1), make([]int, n+1)
	p.ends[n], p.closes[n], p.begins[n] = n, n, n
	for j := n - 1; j >= 0; j-- {
		p.ends[j], p.closes[j], p.begins[j] = p.ends[j+1], p.closes[j+1], p.begins[j+1]
		if p.lines[j].Kind != letter.Own {
			continue
		}
		switch {
		case p.isTextEnd(j) || p.isSignoff(j):
			p.ends[j], p.closes[j] = j, j
		case p.isSignon(j):
			p.ends[j] = j
		case p.beginsText(j):
			p.begins[j] = j
		}
	}
}

// trimLines removes blank lines at both ends of a text.
func trimLines(text string) string { return strings.Trim(text, "\n") }
