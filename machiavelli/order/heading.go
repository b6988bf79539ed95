package order

import (
	"strings"
	"unicode"

	"podesta/machiavelli"
	"podesta/machiavelli/internal/tongue"
	"podesta/machiavelli/suggest"
)

// Heading says whether a line is a heading for the lines below it, and of which kind.
type Heading uint8

// The kinds of headings.
const (
	NoHeading  Heading = iota // an order, prose, or nothing
	NamesPower                // a power's name; the orders below are for that power
	// a power's name and a colon before an order, which apply to that order and those below it
	Prefix
	UnknownHead // the line may name a power, but it is unclear which
)

// ReadHeading returns what a line says about the lines below it, and the power that it names. A
// heading is a line with the name of a power, with or without signs around it and words such as
// "orders" or "spring 1454" next to it, such as "Milan:", "PAPACY", "## Papacy", "[Papal States]"
// or "Papacy - spring:". Before a colon, the beginning of the name or its letter suffices. The
// result plain is true if the line consists of the name alone.
func (c *Context) ReadHeading(line string) (h Heading, power machiavelli.Power, plain bool) {
	text := strings.TrimSpace(line)
	if hash := strings.TrimLeft(text, "#"); hash != text { // a heading in Markdown, or a comment
		power, ok := c.Powers.Named(strings.Trim(undecorated(hash), " :"))
		if !ok || strings.TrimSpace(hash) == "" {
			return NoHeading, machiavelli.Nobody, false
		}
		return NamesPower, power, true
	}
	if i := strings.IndexByte(text, '#'); i >= 0 {
		text = strings.TrimSpace(text[:i])
	}
	if text == "" || len(text) > 4*longestName || strings.Contains(text, "://") {
		return NoHeading, machiavelli.Nobody, false
	}
	p := parser{c: c, raw: text, s: text}
	if i := commentAt(text); i < len(text) {
		p.s = text[:i]
	}
	p.s, _ = normalise(p.s)
	p.marks()
	text = undecorated(p.s[p.pos:])
	name, behind, found := strings.Cut(text, ":")
	colon := found && strings.Trim(behind, " :;,.-=~)]}") == ""
	switch {
	case !found:
		name = text
	case !colon:
		return c.prefix(name, text)
	}
	if !colon && c.isName(name) {
		return NoHeading, machiavelli.Nobody, false
	}
	bare := strings.Trim(name, " .,;:-=/()[]{}<>~!|\\")
	if power, ok := c.Powers.Named(bare); ok && bare != "" {
		if !colon && bare == strings.TrimSpace(text) && c.orderly(bare) {
			return NoHeading, machiavelli.Nobody, false
		}
		return NamesPower, power, true
	}
	if len(name) > longestName {
		return NoHeading, machiavelli.Nobody, false
	}
	core, verbs := core(bare)
	if power, ok := c.Powers.Named(core); ok && core != "" && (colon || !verbs && !c.readable(text)) {
		return NamesPower, power, false
	}
	switch {
	case core == "" && colon, !c.doubtful(text, core, colon):
		return NoHeading, machiavelli.Nobody, false
	case colon && len(bare) == 1:
		if power, ok := c.Powers.ByLetter(bare[0]); ok {
			return NamesPower, power, true
		}
	case colon:
		if power, ok := c.Powers.Match(bare); ok {
			return NamesPower, power, true
		}
	}
	return UnknownHead, machiavelli.Nobody, false
}

// prefix reads the name of a power and a colon before an order.
func (c *Context) prefix(name, text string) (Heading, machiavelli.Power, bool) {
	power, ok := c.Powers.Named(strings.Trim(name, " .,;-=()[]{}<>"))
	if !ok || len(name) > longestName {
		return NoHeading, machiavelli.Nobody, false
	}
	if own := *c; own.Power != power {
		own.Power = power
		return prefixOf(&own, text, power)
	}
	return prefixOf(c, text, power)
}

func prefixOf(c *Context, text string, power machiavelli.Power) (Heading, machiavelli.Power, bool) {
	for _, l := range Parse(text, c) {
		if l.Err == nil || !l.Prose {
			return Prefix, power, false
		}
	}
	return NoHeading, machiavelli.Nobody, false
}

// undecorated returns a text without the signs that may stand around a heading.
func undecorated(text string) string {
	text = strings.TrimSpace(text)
	for {
		t := strings.TrimSpace(strings.TrimFunc(text, func(r rune) bool { return strings.ContainsRune("=~-[]{}<>|", r) || isOrnament(r) }))
		if strings.HasPrefix(t, "(") && strings.HasSuffix(t, ")") {
			t = t[1 : len(t)-1]
		}
		if t == text {
			return t
		}
		text = t
	}
}

// core returns the words of a heading other than those that only say that orders follow, and
// whether some of the omitted words are verbs of orders.
func core(text string) (rest string, verbs bool) {
	var out []string
	for _, w := range strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '\''
	}) {
		if k := tongue.Key(w); k == "" || Filler(k) || courtesies[k] {
			verbs = verbs || strongVerbs[k]
			continue
		}
		out = append(out, w)
	}
	return strings.Join(out, " "), verbs
}

// isName reports whether a text is one of the sender's names.
func (c *Context) isName(text string) bool {
	k := tongue.Key(text)
	for _, name := range c.Sender {
		if full := tongue.Key(name); k != "" && (full == k || strings.HasPrefix(full, k+" ") || strings.HasSuffix(full, " "+k)) {
			return true
		}
	}
	return false
}

// orderly reports whether a name alone may be an order. In winter, a place's name alone is an
// order to maintain the unit there.
func (c *Context) orderly(name string) bool {
	_, place := c.Board.Find(name)
	return place && c.Step == machiavelli.Adjustments
}

// readable reports whether a text is an order.
func (c *Context) readable(text string) bool {
	for _, l := range Parse(text, c) {
		if l.Err != nil && !l.Rest {
			return false
		}
	}
	return true
}

// doubtful reports whether a line that is not a clear heading may be meant as one. It must not be
// an order, and must end with a colon, or be short and contain or resemble the name of a power.
func (c *Context) doubtful(text, core string, colon bool) bool {
	words := strings.Fields(core)
	if len(words) == 0 || c.readable(text) {
		return false
	}
	p := parser{c: c, raw: text, s: text}
	if p.verbAlone() != (carried{}) || strongVerbs[tongue.Key(words[0])] || amount(text) {
		return false
	}
	if colon {
		return true
	}
	if len(words) > 3 || strings.Contains(text, "->") || len(words[0]) < 2 {
		return false
	}
	var names []string
	for i := 1; i < len(c.Powers); i++ {
		names = append(names, c.Powers.Names(machiavelli.Power(i))...)
	}
	for _, w := range words {
		if _, ok := c.Powers.Named(w); ok && len(words) < 3 {
			return true
		}
		if len(w) > 4 && suggest.Closest(w, names) != "" {
			if _, place := c.Board.Find(w); !place {
				return true
			}
		}
	}
	return false
}
