package command

import (
	"strings"

	"podesta/internal/mail/letter"
	"podesta/machiavelli/message"
)

// beginsText reports whether a refused line would have begun a text. If so, the text is refused,
// too.
func (p *parser) beginsText(i int) bool { return beginsText(p.scan(i)) }

func beginsText(s *scanner) bool {
	if s.isHeading() {
		return false
	}
	if s.keyword("PRESS", "BROADCAST", "POSTAL PRESS", "DIARY RECORD") || s.keyword("DIARY") && s.done() {
		return true
	}
	if s.keyword("APPEAL") {
		return s.done()
	}
	return s.keyword("SET") && s.keyword("COMMENT BEGIN", "INFO BEGIN", "INFORMATION BEGIN")
}

// isSignoff reports whether a line is only SIGNOFF, possibly misspelt.
func (p *parser) isSignoff(i int) bool {
	return len(p.plain[i]) < 30 && letter.SessionEnding.Closeness(p.plain[i]) != letter.NoEnd
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

// text reads the lines of a text that begins after line i, and adds them to the item's command c.
// If c is nil, the command was refused, and the text is refused, too. A text that contains a
// password is refused, and a text whose end is in doubt is held. The result skipped holds lines in
// between that are not part of the text.
func (p *parser) text(i int, item *Item, c texted) (skipped []Item) {
	e := p.findTextEnd(i + 1)
	var b strings.Builder
	last := i
	signature := e.line
	if !e.closed {
		signature = p.signature(i+1, e.line)
	}
	quotedEnd := 0
	for j := i + 1; j < e.line; j++ {
		l := p.lines[j]
		if !e.closed && (l.Kind != letter.Own || j >= signature) {
			why := map[letter.Kind]Why{letter.Own: Signature, letter.Quoted: Quotation, letter.Signature: Signature, letter.Armour: Wrapping}[l.Kind]
			if strings.TrimSpace(l.Text) != "" {
				skipped = append(skipped, Item{Line: j + 1, Command: Ignored{why}})
			}
			if why == Signature && LooksLikeOrder(l.Text) && e.held.IsZero() {
				e.held = message.New("Line {n} looks like an order, but is below the mark of a signature.", message.Number(j+1))
			}
			if l.Kind == letter.Quoted && letter.TextEnding.Closeness(strings.TrimLeft(l.Text, "> ")) != letter.NoEnd {
				quotedEnd = j + 1
			}
			continue
		}
		b.WriteString(l.Text)
		b.WriteByte('\n')
		if l.Text != "" {
			last = j
			if quotedEnd > 0 && e.held.IsZero() {
				e.held = message.New("Line {n} ends the text, but is marked as quoted, and more follows.", message.Number(quotedEnd))
			}
		}
	}
	p.at = e.line
	if e.closed {
		p.at, last = e.line+1, e.line
		if before := letter.TextEnding.Before(p.lines[e.line].Text); before != "" {
			b.WriteString(before)
		} else {
			p.afterEnd(e.line)
		}
		p.skipEnds()
	}
	item.Line, item.End = i+1, last+1
	text := trimLines(b.String())
	if !e.closed && e.held.IsZero() {
		e.held = p.commandIn(i+1, min(e.line, signature))
	}
	switch {
	case e.signon || p.holdsSecret(i+1, e.line) || Holds(text, p.hidden):
		if c == nil {
			return skipped
		}
		s := scanner{line: i + 1}
		item.Command = nil
		item.Err = s.fail(CodeSecret, message.New("The text contains your password or a line that looks like SIGNON, so it was neither sent nor saved. Remove that line, and end the text with ENDPRESS."))
	case c == nil:
	case !e.held.IsZero():
		item.End, p.at = max(item.End, e.line), e.line
		item.Hold(e.held)
		return nil
	default:
		item.Command = c.withText(text)
		if _, rules := c.(HouseRules); !e.closed && !(rules && e.line < len(p.lines)) {
			item.Open = true
			item.Notes = append(item.Notes, Note{NoteOpenText, message.New("The text had no ENDPRESS, so everything up to the end of the e-mail, or to SIGNOFF, was taken as part of it.")})
		}
		if e.near {
			item.Near = true
			item.Notes = append(item.Notes, Note{NoteNearEnd, message.New("Line {n} was read as the end of the text. Write {end} next time.", message.Number(e.line+1), message.Order("ENDPRESS"))})
		}
	}
	return skipped
}

// Hold refuses a command with a text whose end is in doubt. The parameter why explains the doubt.
func (i *Item) Hold(why message.Message) {
	i.Command, i.Notes = nil, nil
	i.Err = &Error{Code: CodeOpen, Line: i.Line, Column: max(1, i.Column), Message: message.New("Where does this text end? {why} It was neither sent nor saved, and nothing from this line on was done. Send it all again from here, with {end} on a line of its own after the text.", why, message.Order("ENDPRESS"))}
}

// afterEnd refuses text after ENDPRESS on the same line, unless it is a polite word or a comment.
func (p *parser) afterEnd(i int) {
	s := p.scan(i)
	if !s.keyword("END PRESS", "END BROADCAST", "END POSTAL PRESS", "END POSTAL", "END DIARY", "END COMMENT", "COMMENT END") {
		return
	}
	rest := strings.TrimLeft(s.s[s.pos:], ";.,:!-*_ ")
	if rest == "" || rest[0] == '#' || strings.HasPrefix(rest, "//") || !LooksLikeOrder(rest) && findVerb(&scanner{s: rest}) == nil {
		return
	}
	p.after = append(p.after, Item{Line: i + 1, Column: s.column(), Err: s.fail(CodeUnread, message.New("What follows {end} on its line was not read. Put it on a line of its own.", message.Order("ENDPRESS")))})
}

// skipEnds skips further end markers directly after the first.
func (p *parser) skipEnds() {
	for j := p.at; j < len(p.lines) && p.lines[j].Kind == letter.Own; j++ {
		if p.plain[j] == "" {
			continue
		}
		if letter.TextEnding.Closeness(p.lines[j].Text) == letter.NoEnd || letter.TextEnding.Before(p.lines[j].Text) != "" {
			return
		}
		p.at = j + 1
	}
}

// holdsSecret reports whether one of the lines of a text sets a password, or looks like a misspelt
// SIGNON with a password.
func (p *parser) holdsSecret(from, end int) bool {
	for j := from; j < end; j++ {
		if p.lines[j].Kind != letter.Own {
			continue
		}
		s := p.scan(j)
		if s.keyword("SET") {
			if s.keyword("PASSWORD", "PW") && len(strings.Fields(s.s[s.pos:])) == 1 {
				return true
			}
			continue
		}
		if e := unset(s); e != nil && e.Suggest[0] == "SET PASSWORD" && len(strings.Fields(s.s)) == 2 {
			return true
		}
		if f := strings.Fields(p.plain[j]); len(f) == 3 && !isProse(p.plain[j]) && p.misspelt(j) != nil {
			return true
		}
	}
	return false
}

// commandIn looks for a command in a text whose end is missing. It returns a message that names the
// line, or an empty message if there is none.
func (p *parser) commandIn(from, end int) message.Message {
	for j := from; j < end; j++ {
		if p.lines[j].Kind == letter.Own && isCommand(p.plain[j]) {
			return message.New("The text has no {end}, and line {n} looks like a command.", message.Order("ENDPRESS"), message.Number(j+1))
		}
	}
	return message.Message{}
}

// isCommand reports whether a line is a valid command.
func isCommand(t string) bool {
	s := &scanner{s: t, quiet: true}
	if s.done() {
		return false
	}
	if s.keyword("SET") {
		list, errs := set(s)
		return len(list) > 0 && len(errs) == 0
	}
	if c, notes, known, err := opener(&scanner{s: t}); known && err == nil && notes == nil && (!c.Password.Empty() || c.Create) && !isSentence(t) {
		return true
	}
	if s.keyword("PHASE") {
		_, err := readPhase(s, CodePhase)
		return err == nil && s.done()
	}
	if s.keyword("END PRESS", "END IF", "END PHASE") {
		return s.done()
	}
	v := findVerb(s)
	if v == nil {
		return false
	}
	_, err := v.parse(s)
	return err == nil
}

// maxSignature is the maximum number of lines in a signature.
const maxSignature = 10

// signature returns the line at which a signature begins at the end of a text, before a SIGNOFF. A
// signature is not part of the text. If there is none, signature returns end.
func (p *parser) signature(from, end int) int {
	for j := end - 1; j >= max(from, end-1-maxSignature); j-- {
		if strings.TrimSpace(p.lines[j].Text) == "--" {
			return j
		}
	}
	return end
}

// hasText reports whether a command is followed by a text, for commands whose text is optional.
func hasText(c Command) bool {
	d, ok := c.(Diary)
	return !ok || d.Action == "RECORD"
}

// textEnd is the place where a text ends. It ends before an end marker (closed), before a SIGNOFF
// or another game's SIGNON, or after the last line.
type textEnd struct {
	line   int
	closed bool
	near   bool            // whether that line only resembles an end marker
	signon bool            // whether the closed text contains a SIGNON
	held   message.Message // why the end is in doubt; empty if it is not. If it is, line is the end of the session
}

// findTextEnd returns the end of the text that begins on line from.
func (p *parser) findTextEnd(from int) textEnd {
	if p.ends == nil {
		p.findEnds()
	}
	limit := p.stops[from]
	end, near, next := p.ends[from], p.nears[from], p.begins[from]
	if limit < len(p.lines) && p.isSignon(limit) && end > limit && near > limit {
		// After the SIGNON, either the text continues to its ENDPRESS, or the lines for another
		// game begin, which may contain other texts.
		if j := p.ends[limit]; j < p.offs[limit] && p.begins[limit] > j {
			return textEnd{line: j, closed: true, signon: true}
		}
	}
	end, near, next = min(end, limit), min(near, limit), min(next, limit)
	switch {
	case next < end && next < near:
		return textEnd{line: limit, held: message.New("Line {n} begins the next text before this one ends.", message.Number(next+1))}
	case near < end:
		// There is another end marker that is spelt correctly, with only text before it, so either
		// may be the end.
		if end < limit && p.begins[near+1] > end && p.anyOwn(near+1, end) {
			return textEnd{line: limit, held: message.New("Line {n} looks like its end, and so does line {last}.", message.Number(near+1), message.Number(end+1))}
		}
		return textEnd{line: near, closed: true, near: true}
	case end < limit:
		return textEnd{line: end, closed: true}
	}
	return textEnd{line: limit}
}

// anyOwn reports whether any of the lines is text written by the sender, other than an end marker.
func (p *parser) anyOwn(from, end int) bool {
	for j := from; j < end; j++ {
		if p.lines[j].Kind == letter.Own && p.plain[j] != "" && letter.TextEnding.Closeness(p.lines[j].Text) == letter.NoEnd {
			return true
		}
	}
	return false
}

// findEnds determines for each line the next line (possibly the same line) that is an end marker,
// resembles an end marker, begins a text, ends the session (SIGNOFF or SIGNON), or is SIGNOFF.
func (p *parser) findEnds() {
	n := len(p.lines)
	for _, a := range []*[]int{&p.ends, &p.nears, &p.begins, &p.stops, &p.offs} {
		*a = make([]int, n+1)
		(*a)[n] = n
	}
	for j := n - 1; j >= 0; j-- {
		for _, a := range [][]int{p.ends, p.nears, p.begins, p.stops, p.offs} {
			a[j] = a[j+1]
		}
		if p.lines[j].Kind != letter.Own || p.plain[j] == "" {
			continue
		}
		switch near := letter.TextEnding.Closeness(p.lines[j].Text); {
		case near == letter.ExactEnd:
			p.ends[j] = j
		case near == letter.NearEnd:
			p.nears[j] = j
		case p.isSignoff(j):
			p.stops[j], p.offs[j] = j, j
		case p.isSignon(j):
			p.stops[j] = j
		case p.beginsWell(j):
			p.begins[j] = j
		}
	}
}

// beginsWell reports whether a line is a valid command that begins a text.
func (p *parser) beginsWell(i int) bool {
	if !p.beginsText(i) {
		return false
	}
	s := p.scan(i)
	if s.keyword("SET") {
		return true
	}
	if isSentence(s.s) && len(strings.Fields(s.s)) > 3 {
		return false
	}
	v := findVerb(s)
	if v == nil {
		return false
	}
	c, err := v.parse(s)
	return err == nil && hasText(c)
}

// trimLines removes blank lines at both ends of a text.
func trimLines(text string) string { return strings.Trim(text, "\n") }
