package smtpd

import "strings"

// result is the result of one check, in an Authentication-Results field.
type result struct {
	method string // lower case, such as "dkim"
	value  string // lower case, such as "pass"
	props  map[string]string
}

// proves returns the proof that a result gives for its domain.
func (r result) proves() Proof {
	switch {
	case r.value != "pass" || r.domain() == "":
	case r.method == "dmarc":
		return Proof{"DMARC"}
	case r.method == "dkim":
		return Proof{"DKIM"}
	case r.method == "spf":
		return Proof{"SPF"}
	}
	return Proof{}
}

// domain returns the domain that was checked, or "" if the result does not state it.
func (r result) domain() string {
	name := map[string]string{"dmarc": "header.from", "dkim": "header.d", "spf": "smtp.mailfrom"}[r.method]
	if _, ok := r.props[name]; !ok && r.method == "dkim" {
		name = "header.i" // the signer can choose its value within its domain
	}
	if _, ok := r.props["smtp.helo"]; ok {
		return "" // the result does not say which of the two names was checked
	}
	d := domainOf(r.props[name])
	if strings.ContainsFunc(d, func(c rune) bool { return c < 0x80 && !isLabel(c) && c != '.' }) {
		return ""
	}
	return d
}

// readResults parses the value of an Authentication-Results field (RFC 8601). Senders control parts
// of it: addresses, reasons for failures, comments. Therefore it is split only between tokens, and
// a field that is not well-formed to the end has no results at all. The server's name is returned
// if it could be read, even if the rest could not.
func readResults(field string) (server string, all []result, ok bool) {
	s := &scanner{rest: field}
	s.space()
	// Mail servers recognize and remove forged fields by this name, so it must be written plainly.
	server = s.run(isWord)
	if next := s.peek(); server == "" || next != ' ' && next != '\t' && next != ';' {
		return "", nil, false
	}
	s.rest = strings.TrimLeft(s.rest, " \t")
	if s.peek() == '(' {
		return "", nil, false
	}
	if version := s.run(isWord); version != "" && version != "1" {
		return server, nil, false
	}
	for s.space(); s.take(';'); s.space() {
		s.space()
		if s.rest == "" && len(all) > 0 {
			break // many servers write a semicolon at the end
		}
		believed := !s.told
		r, is := s.result()
		if !is {
			return server, nil, false
		}
		if !believed {
			r = result{}
		}
		all = append(all, r)
	}
	if s.broken || s.rest != "" || len(all) == 0 {
		return server, nil, false
	}
	return server, all, true
}

// scanner reads the tokens of a field.
type scanner struct {
	rest   string
	broken bool

	// told is true after a comment that seems to repeat data from the sender. Some servers do not
	// escape such data, so that a bracket in it ends the comment and the sender controls the text
	// after it.
	told bool
}

// result reads the result of one check, up to the next semicolon.
func (s *scanner) result() (r result, ok bool) {
	r = result{method: strings.ToLower(s.run(isLabel)), props: map[string]string{}}
	s.space()
	if r.method == "none" && (s.rest == "" || s.peek() == ';') {
		return r, !s.broken
	}
	if s.take('/') {
		s.space()
		if s.run(isLabel) != "1" {
			r.method = "" // an unknown version of the method
		}
		s.space()
	}
	if !s.take('=') {
		return r, false
	}
	s.space()
	r.value = strings.ToLower(s.run(isLabel))
	if r.value == "" {
		return r, false
	}
	for s.space(); s.rest != "" && s.peek() != ';'; s.space() {
		key, value, is := s.property()
		if _, twice := r.props[key]; !is || twice {
			return r, false
		}
		if s.told {
			r.value = "" // it is unclear to what the result applies
		}
		r.props[key] = value
	}
	return r, !s.broken
}

// property reads a property with its value, or the reason for a result. Some servers add their own
// properties without a type.
func (s *scanner) property() (key, value string, ok bool) {
	key = strings.ToLower(s.run(isLabel))
	if key == "" {
		return "", "", false
	}
	s.space()
	if s.take('.') {
		s.space()
		property := strings.ToLower(s.run(isLabel))
		if property == "" {
			return "", "", false
		}
		key += "." + property
		s.space()
	}
	if !s.take('=') {
		return "", "", false
	}
	s.space()
	value, ok = s.value()
	return key, value, ok
}

// value reads a value: a word, a quoted string, or an address whose local part
// may be quoted. An empty value is a word.
func (s *scanner) value() (string, bool) {
	if s.peek() != '"' {
		return s.run(isWord), !s.touches()
	}
	text, ok := s.quoted()
	if !ok {
		return "", false
	}
	if s.peek() == '@' {
		text += s.run(isWord)
	} else if strings.Count(text, "@") > 1 {
		return "", false // it is unclear which @ precedes the domain
	}
	return text, !s.touches()
}

// touches reports whether a value is directly followed by a character other than a space, a
// semicolon or the opening bracket of a comment.
func (s *scanner) touches() bool {
	return s.rest != "" && !strings.ContainsRune(" \t;(", rune(s.rest[0]))
}

// quoted reads a quoted string and returns its content.
func (s *scanner) quoted() (string, bool) {
	var b strings.Builder
	for i := 1; i < len(s.rest); i++ {
		switch c := s.rest[i]; c {
		case '"':
			s.rest = s.rest[i+1:]
			return b.String(), true
		case '\\':
			if i++; i < len(s.rest) {
				b.WriteByte(s.rest[i])
			}
		default:
			b.WriteByte(c)
		}
	}
	return "", false
}

// space skips spaces and comments. An invalid comment makes the whole field malformed, so space
// then sets broken and skips the rest.
func (s *scanner) space() {
	for {
		s.rest = strings.TrimLeft(s.rest, " \t")
		if s.peek() != '(' {
			return
		}
		if !s.comment() {
			s.broken, s.rest = true, ""
		}
	}
}

// comment skips a comment, which may contain others. Quotation marks have no meaning in it. But
// servers quote a sender's text there, and not all of them escape brackets in it, so a comment
// is refused if its end depends on that.
func (s *scanner) comment() bool {
	depth, quoted := 0, false
	for i := 0; i < len(s.rest); i++ {
		c := s.rest[i]
		switch {
		case c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case (c == '(' || c == ')') && quoted:
			return false
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				s.told = s.told || strings.Contains(s.rest[:i], ";") && strings.Contains(s.rest[:i], "=")
				s.rest = s.rest[i+1:]
				return true
			}
		}
	}
	return false
}

// peek returns the next byte, or 0 at the end.
func (s *scanner) peek() byte {
	if s.rest == "" {
		return 0
	}
	return s.rest[0]
}

// take skips a character if it comes next, and reports whether it did.
func (s *scanner) take(c byte) bool {
	if s.peek() != c {
		return false
	}
	s.rest = s.rest[1:]
	return true
}

// run reads characters for which of is true.
func (s *scanner) run(of func(rune) bool) string {
	n := strings.IndexFunc(s.rest, func(c rune) bool { return !of(c) })
	if n < 0 {
		n = len(s.rest)
	}
	text := s.rest[:n]
	s.rest = s.rest[n:]
	return text
}

// isLabel reports whether a character can be in a keyword.
func isLabel(c rune) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_'
}

// isWord reports whether a character can be in a value that is not quoted. The standard
// requires quotation marks for some of these, but servers write signatures and network
// addresses without them.
func isWord(c rune) bool {
	return c > ' ' && c != 0x7f && c != '\uFFFD' && !strings.ContainsRune(`()";\,`, c)
}

// plainAddress reports whether an address can be written in a header field, in a comment or between
// quotation marks without escaping, and has the same domain however it is parsed.
func plainAddress(addr string) bool {
	return strings.Count(addr, "@") < 2 && !strings.ContainsFunc(addr, func(c rune) bool { return !isWord(c) || c == '[' || c == ']' || c == ':' })
}
