package order

import (
	"slices"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
)

// place reads the name of an area with an optional coast. If there is none, it reads nothing, and
// bad is where the name should have begun.
func (p *parser) place() (pl board.Place, ok bool) {
	at := p.pos
	p.blanks()
	begin := p.pos
	m, n, ok := p.c.Board.FindPrefix(p.s[p.pos:])
	if !ok {
		return p.abbreviated(at)
	}
	p.pos += n
	pl.At = m.ID
	if m.Legacy {
		p.note(CodeLegacy, message.New("{text} read as {meaning}.", message.Name(p.s[begin:p.pos]), p.area(m.ID)))
	}
	return pl, p.coast(&pl, false)
}

// abbreviated reads an unambiguous beginning of a place's name (BOARD-16). On failure pos
// becomes at.
func (p *parser) abbreviated(at int) (pl board.Place, ok bool) {
	begin := p.pos
	_, end := p.word()
	id, ok := p.c.Board.Abbreviated(p.s[begin:end])
	if ok { // "ProveN" is Provence with its coast (1978)
		m, _ := p.c.Board.Find(p.s[begin : end-1])
		ok = !hasCoast(p.c.Board, m.ID, coastLetter(p.s[end-1]))
	}
	if !ok {
		p.pos, p.bad = at, begin
		return pl, false
	}
	p.pos = end
	pl.At = id
	return pl, p.coast(&pl, false)
}

// coast reads an optional coast after a place, such as "/nc", "(nc)", "/north
// coast" or "nc". It fails for an unfinished or unknown coast, or one that the
// place lacks. A place with one shore needs no coast; one that is written there
// is dropped with a note. If short is set, or after a slash or parenthesis, the
// first letter suffices.
func (p *parser) coast(pl *board.Place, short bool) bool {
	at := p.pos
	p.blanks()
	begin := p.pos
	open := p.peek()
	if open == '/' || open == '(' {
		p.pos++
		p.blanks()
		short = true
	}
	if open == '-' && p.pos == at && hyphenCoast(p.s[p.pos+1:]) && p.c.Board.TwoCoast.Has(pl.At) {
		p.pos++
	}
	w, end := p.word()
	c := coastOf(w, short && p.c.Board.TwoCoast.Has(pl.At))
	if len(w) == 1 && strings.HasPrefix(strings.ToLower(p.s[end:]), ".c") && p.c.Board.TwoCoast.Has(pl.At) { // "s.c."
		letter := w[0]
		if _, e := p.wordAt(end + 1); e == end+2 {
			c, end = coastLetter(letter), e
		}
	}
	if c == machiavelli.NoCoast {
		if c = coastWord(w); c != machiavelli.NoCoast {
			p.pos = end
			if p.accept("coast") || hasCoast(p.c.Board, pl.At, c) {
				end = p.pos
			} else {
				c = machiavelli.NoCoast
			}
		} else if ph, ok := p.phrase(coastPhrases); ok {
			c, end = ph.coast, p.pos
		}
	}
	if c == machiavelli.NoCoast {
		p.pos = at
		if open == '/' {
			return p.fail(CodeTarget, begin, message.New("\"{text}\" is not a coast; expected {expected} after {place}.", written(p.unknownText(begin+1)), coastWords, p.area(pl.At)))
		}
		return true // the parenthesis may contain a power
	}
	p.pos = end
	if open == '(' && !p.skip(')') {
		return p.fail(CodeTarget, p.pos, message.New("A closing parenthesis is missing after the coast of {place}.", p.area(pl.At)))
	}
	area := &p.c.Board.Areas[pl.At]
	if len(area.Coasts) == 0 {
		p.note(CodeLegacy, message.New("{place} has no two coasts; the {coast} is left out.", p.area(pl.At), message.CoastOf(c)))
		return true
	}
	for _, k := range area.Coasts {
		if k == c {
			pl.Coast = c
			return true
		}
	}
	return p.fail(CodeTarget, begin, message.New("{place} has no {coast}; it has {coasts:the}.", p.area(pl.At), message.CoastOf(c), coastList(area.Coasts)))
}

// hyphenCoast reports whether a text begins with the letters of a coast, such as "SC" in
// "Pro-SC".
func hyphenCoast(s string) bool {
	if len(s) < 2 || len(s) > 2 && (isLetter(s[2]) || isDigit(s[2])) {
		return false
	}
	return coastOf([]byte{s[0] | 0x20, s[1] | 0x20}, false) != machiavelli.NoCoast
}

// coastList names coasts for a message.
func coastList(coasts []machiavelli.Coast) message.List {
	l := message.List{How: message.And}
	for _, c := range coasts {
		l.Of = append(l.Of, message.CoastOf(c))
	}
	return l
}

// unit reads a unit: an optional type and a place, optionally after the power that owns it
// ("Venetian A Padua"); or a serial ("A4"), which the power may follow in parentheses
// ("A4-(Fr)"). On failure it reads nothing, and bad is where a name should have begun.
func (p *parser) unit() (u Unit, ok bool) {
	at := p.pos
	p.blanks()
	if p.peek() == '(' {
		return p.enclosed()
	}
	p.article()
	p.blanks()
	begin := p.pos
	w, end := p.word()
	if t := typeOf(w); t != machiavelli.NoType {
		if letterType(w) != machiavelli.NoType && end < len(p.s) && isDigit(p.s[end]) {
			if u, ok = p.serialUnit(t, end); !ok {
				p.pos, p.bad = at, begin
			}
			return u, ok
		}
	}
	if string(w) == "armored" {
		p.pos = end
		if p.accept("cavalry") {
			return p.placed(machiavelli.ArmouredCavalry, at)
		}
		p.pos = begin
	}
	if t := p.typeWord(); t != machiavelli.NoType {
		return p.placed(t, at)
	}
	if u, ok = p.nationUnit(end); ok || p.err != nil {
		return u, ok
	}
	p.pos = begin
	pl, ok := p.place()
	if !ok {
		p.pos = at
		return u, false
	}
	return Unit{At: pl.At, Coast: pl.Coast}, true
}

// placed reads the place of a unit whose type ends at pos. On failure pos becomes at.
func (p *parser) placed(t machiavelli.UnitType, at int) (u Unit, ok bool) {
	pl, ok := p.place()
	if !ok && p.err == nil {
		p.pos = at
	}
	return Unit{Type: t, At: pl.At, Coast: pl.Coast}, ok
}

// enclosed reads a unit in parentheses, as programs write it, such as "(FRA AMY
// BUR)".
func (p *parser) enclosed() (u Unit, ok bool) {
	at := p.pos
	p.pos++
	p.blanks()
	begin := p.pos
	p.bad = at
	if p.peek() != '(' {
		u, ok = p.unit()
		if ok && u.Type != machiavelli.NoType && u.At != board.None && p.skip(')') {
			return u, true
		}
	}
	if p.err == nil {
		p.pos, p.bad = at, at
	} else {
		p.pos = begin
	}
	return Unit{}, false
}

// serialUnit reads the number of a unit whose type letter ends at a position,
// and the power after it.
func (p *parser) serialUnit(t machiavelli.UnitType, at int) (u Unit, ok bool) {
	p.pos = at
	n, _ := p.number()
	if n < 1 || n > 99 || p.pos < len(p.s) && isLetter(p.s[p.pos]) {
		return u, false
	}
	u = Unit{Type: t, Serial: uint8(n)}
	end := p.pos
	if who, ok := p.powerBehind(); ok {
		u.Nation = who
	} else {
		p.pos = end
	}
	return u, true
}

// nationUnit reads "Venetian A Padua", whose first word ends at a position. A
// type must follow that word; otherwise the word is a place, not a power.
func (p *parser) nationUnit(end int) (u Unit, ok bool) {
	begin := p.pos
	p.pos = end
	p.blanks()
	if p.pos == end {
		p.pos = begin
		return u, false
	}
	t := p.typeWord()
	typed := p.pos
	p.pos = begin
	if t == machiavelli.NoType {
		return u, false
	}
	who, ok := machiavelli.Nobody, p.accept("autonomous")
	if !ok {
		who, ok = p.power()
	}
	if !ok || p.pos != end {
		return u, false
	}
	p.pos = typed
	if u, ok = p.placed(t, begin); ok {
		u.Nation = who
	}
	return u, ok
}

// power reads a power. The text may have its name, adjective or ID, another of
// its names in full, or at least two letters with which one of them begins. If
// the letters fit several powers, the first in the roster is meant.
func (p *parser) power() (who machiavelli.Power, ok bool) {
	at := p.pos
	p.blanks()
	if p.accept("the") {
		p.blanks()
	}
	rest := p.s[p.pos:]
	if who, n := p.fullName(rest, 2); n > 0 {
		p.pos += n
		return who, true
	}
	longest := 0
	for i := 1; i < len(p.c.Powers); i++ {
		info := &p.c.Powers[i]
		for _, name := range [...]string{info.Name, info.Adjective, info.ID} {
			if n := len(name); n > longest && n <= len(rest) && strings.EqualFold(rest[:n], name) &&
				(n == len(rest) || !isLetter(rest[n]) && !isDigit(rest[n])) {
				who, longest = machiavelli.Power(i), n
			}
		}
	}
	if longest > 0 {
		p.pos += longest
		return who, true
	}
	_, end := p.word()
	if end-p.pos >= 2 {
		if who, ok = p.powerPrefix(p.s[p.pos:end]); ok {
			p.pos = end
			return who, true
		}
	}
	if who, n := p.fullName(rest, 1); n > 0 {
		p.pos += n
		return who, true
	}
	p.bad = p.pos
	p.pos = at
	return machiavelli.Nobody, false
}

// fullName returns the power that the next words name in full, and the length of the name. The
// name has at least the given number of words and at most three.
func (p *parser) fullName(rest string, least int) (who machiavelli.Power, length int) {
	end := 0
	for n := 1; n <= 3; n++ {
		for end < len(rest) && (isLetter(rest[end]) || rest[end] == '\'') {
			end++
		}
		if n >= least {
			if w, ok := p.c.Powers.Named(rest[:end]); ok {
				who, length = w, end
			}
		}
		if end == len(rest) || rest[end] != ' ' && rest[end] != '-' || end+1 == len(rest) || !isLetter(rest[end+1]) {
			break
		}
		end++
	}
	return who, length
}

// powerPrefix returns the power that has a name with the given beginning.
func (p *parser) powerPrefix(text string) (machiavelli.Power, bool) {
	begins := func(name string) bool {
		return len(text) <= len(name) && strings.EqualFold(name[:len(text)], text)
	}
	for i := 1; i < len(p.c.Powers); i++ {
		info := &p.c.Powers[i]
		if begins(info.Name) || begins(info.Adjective) || begins(info.ID) {
			return machiavelli.Power(i), true
		}
	}
	for i := 1; i < len(p.c.Powers); i++ {
		if slices.ContainsFunc(p.c.Powers.Nicknames(machiavelli.Power(i)), begins) {
			return machiavelli.Power(i), true
		}
	}
	return machiavelli.Nobody, false
}

// unknownPower records that there is no power at the position p.bad.
func (p *parser) unknownPower(code string, what message.Message) bool {
	text := p.unknownText(p.bad)
	if text == "" {
		return p.nothing(code, p.bad, what, message.New("the name of a power"))
	}
	text, _, _ = strings.Cut(text, " ")
	p.fail(code, p.bad, message.New("I don't know the power \"{text}\", which should be {what}; expected {expected}.", written(text), what, p.powerList()))
	var names []string
	for _, info := range p.c.Powers[min(1, len(p.c.Powers)):] {
		names = append(names, info.Name)
	}
	p.suggest(text, names)
	return false
}

// powerList names the powers of the game.
func (p *parser) powerList() message.Arg {
	var names []string
	for i := 1; i < len(p.c.Powers); i++ {
		names = append(names, p.c.Powers[i].Name)
	}
	if len(names) == 0 {
		return message.New("the name of a power")
	}
	return words(names...)
}

// powerBehind reads a power in parentheses, "(France)" or "(Fr)", its letter "(F)", or an initial
// that only one power has "(M)". The 1978 notation may put a dash before the parenthesis. The
// word autonomous stands for Nobody.
func (p *parser) powerBehind() (who machiavelli.Power, ok bool) {
	at := p.pos
	p.blanks()
	if p.peek() == '-' {
		p.pos++
		p.blanks()
	}
	if p.peek() != '(' {
		return machiavelli.Nobody, false
	}
	p.pos++
	p.blanks()
	begin := p.pos
	w, end := p.word()
	switch {
	case string(w) == "autonomous":
		p.pos, ok = end, true
	case len(w) == 1:
		if who, ok = p.c.Powers.ByLetter(w[0]); !ok {
			who, ok = p.c.Powers.ByInitial(w[0])
		}
		if ok {
			p.pos = end
		}
	default:
		who, ok = p.power()
	}
	if !ok || !p.skip(')') {
		p.pos, p.bad = at, begin
		return machiavelli.Nobody, false
	}
	return who, true
}

// ParseUnit parses a unit outside an order, as positions list them: "A Pavia",
// "F Provence/sc", "A Milan professional" or "professional A Milan".
func ParseUnit(text string, c *Context) (u Unit, q machiavelli.Quality, err *Error) {
	text = strings.ToValidUTF8(text, "?")
	p := parser{c: c, raw: text, s: text, line: 1}
	if !plain(text) {
		p.s, p.offs = normalise(text)
	}
	q = p.special()
	u, ok := p.unit()
	switch {
	case ok:
		if q == machiavelli.Ordinary {
			q = p.special()
		}
		if p.blanks(); p.pos < len(p.s) {
			p.fail(CodeUnread, p.pos, message.New("The unit is read up to here, but not \"{text}\" behind it.", written(p.s[p.pos:])))
		}
	case p.err == nil:
		p.unknownPlace(CodeSource, p.bad, message.New("the place of a unit"))
	}
	if p.err != nil {
		return Unit{}, machiavelli.Ordinary, p.err
	}
	return u, q, nil
}
