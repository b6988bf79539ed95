package pact

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/suggest"
)

// most is the maximum length of a line in bytes.
const most = 400

// Verb is the word with which a proposal begins.
const Verb = "PROPOSE"

// Parse reads a proposal of a power in a phase: "PROPOSE PEACE TO Venice UNTIL fall 1455". The
// verb may be left out, and so may the end, which then follows from the kind. Words of the
// language may be in either case. Errors have a message. Parse does not look at a position; see
// Check.
func Parse(line string, s *position.Setting, from machiavelli.Power, now machiavelli.Phase) (Terms, error) {
	p := parser{s: s, t: Terms{From: from}}
	if len(line) > most || !utf8.ValidString(line) {
		return Terms{}, message.Error(message.New("A proposal is one short line, such as {example}.", example))
	}
	text := strings.Join(strings.Fields(line), " ")
	if w, rest := word(text); strings.EqualFold(w, Verb) {
		text = rest
	}
	if err := p.read(text); err != nil {
		return Terms{}, err
	}
	if p.t.Until.Year == 0 {
		p.t.Until = p.t.usual(now)
	}
	return p.t, nil
}

const example = message.Order("PROPOSE PEACE TO Venice UNTIL fall 1455")

// parser reads the parts of a proposal.
type parser struct {
	s *position.Setting
	t Terms
}

// word splits a text at its first space.
func word(text string) (first, rest string) {
	first, rest, _ = strings.Cut(text, " ")
	return first, rest
}

// last splits a text at the last occurrence of a word of the language.
func last(text, keyword string) (before, after string, ok bool) {
	i := strings.LastIndex(upper(text), " "+keyword+" ")
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(keyword)+2:], true
}

// upper returns a text of the same length with its ASCII letters in upper case.
func upper(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}, text)
}

// cut removes the given words of the language from the beginning of a text.
func cut(text string, keywords ...string) (string, bool) {
	for _, k := range keywords {
		if strings.HasPrefix(upper(text)+" ", k+" ") {
			return strings.TrimSpace(text[len(k):]), true
		}
	}
	return text, false
}

// read reads a whole proposal without its verb.
func (p *parser) read(text string) error {
	text, end, ok := last(text, "UNTIL")
	if ok {
		if err := p.until(end); err != nil {
			return err
		}
	}
	if rest, ok := cut(text, "PAYMENT OF", "PAYMENT"); ok {
		return p.payment(rest)
	}
	text, whom, ok := last(text, "TO")
	if !ok {
		return message.Error(message.New("Write what you propose and to whom, as in {example}.", example))
	}
	if err := p.what(text); err != nil {
		return err
	}
	var err error
	p.t.To, err = p.power(whom)
	return err
}

// payment reads a payment: "9 DUCATS TO Venice FOR PEACE".
func (p *parser) payment(text string) error {
	p.t.Kind = Payment
	sum, rest := word(text)
	n, err := strconv.Atoi(sum)
	if err != nil || n < 1 || n > 999 {
		return message.Error(message.New("Write the number of ducats, as in {example}.", message.Order("PROPOSE PAYMENT OF 9 DUCATS TO Venice FOR PEACE")))
	}
	p.t.Ducats = machiavelli.Ducats(n)
	rest, _ = cut(rest, "DUCATS", "DUCAT", "D")
	rest, ok := cut(rest, "TO")
	if !ok {
		return message.Error(message.New("Write whom you pay, as in {example}.", message.Order("PROPOSE PAYMENT OF 9 DUCATS TO Venice FOR PEACE")))
	}
	if i := strings.Index(upper(rest), " FOR "); i >= 0 {
		if err := p.what(rest[i+len(" FOR "):]); err != nil {
			return err
		}
		if k := p.t.Kind; k == Peace || k == Attack || k == Support {
			p.t.For = k
		} else {
			return message.Error(message.New("A payment can be for PEACE, ATTACK ON or SUPPORT OF."))
		}
		p.t.Kind = Payment
		rest = rest[:i]
	}
	p.t.To, err = p.power(rest)
	return err
}

// what reads what is proposed, without the parties and the end.
func (p *parser) what(text string) error {
	var err error
	if rest, ok := cut(text, "PEACE"); ok {
		p.t.Kind = Peace
		return unread(rest)
	}
	if rest, ok := cut(text, "ALLIANCE"); ok {
		p.t.Kind = Alliance
		if whom, ok := cut(rest, "AGAINST"); ok {
			p.t.Against, err = p.power(whom)
			return err
		}
		return unread(rest)
	}
	if rest, ok := cut(text, "DEMILITARISATION OF", "DEMILITARIZATION OF", "DEMILITARISED", "DEMILITARIZED", "NO UNITS IN"); ok {
		p.t.Kind = Demilitarisation
		p.t.Place, err = p.place(rest)
		return err
	}
	if rest, ok := cut(text, "JOINT ATTACK ON", "ATTACK ON", "ATTACK"); ok {
		p.t.Kind = Attack
		whom, where, in := last(rest, "IN")
		if in {
			if p.t.Place, err = p.place(where); err != nil {
				return err
			}
		}
		p.t.Against, err = p.power(whom)
		return err
	}
	if rest, ok := cut(text, "SUPPORT OF", "SUPPORT FOR", "SUPPORT"); ok {
		p.t.Kind = Support
		return p.unit(rest)
	}
	first, _ := word(text)
	kinds := []string{"PEACE", "ALLIANCE", "DEMILITARISATION OF", "ATTACK ON", "SUPPORT OF", "PAYMENT OF"}
	if near := suggest.Closest(first, kinds); near != "" {
		return message.Error(message.New("There is no proposal {word}. Did you mean {other}?", quoted(first), message.Order(near)))
	}
	return message.Error(message.New("There is no proposal {word}. You can propose {kinds}.", quoted(first), message.Order(strings.Join(kinds, ", "))))
}

// unit reads the unit of a support and its destination: "MY A Padua - Treviso".
func (p *parser) unit(text string) error {
	if rest, ok := cut(text, "YOUR", "YOURS"); ok {
		p.t.Yours, text = true, rest
	} else {
		text, _ = cut(text, "MY")
	}
	o, _, err := order.ParseOne(text, &order.Context{Board: p.s.Board, Powers: p.s.Powers, Power: p.t.From})
	if err != nil {
		u, _, bad := order.ParseUnit(text, &order.Context{Board: p.s.Board, Powers: p.s.Powers, Power: p.t.From})
		if bad != nil || u.At == board.None {
			return message.Error(message.New("Write the unit, and its destination if it moves: {example}. {problem}", message.Order("SUPPORT OF MY A Padua - Treviso"), message.Sentence(err.Message)))
		}
		o = order.Order{Kind: order.Hold, Unit: u}
	}
	if o.Unit.At == board.None || o.Kind != order.Hold && o.Kind != order.Advance {
		return message.Error(message.New("A unit is supported where it stands, or on its way to another place: {example}.", message.Order("SUPPORT OF MY A Padua - Treviso")))
	}
	p.t.Unit = order.Unit{Type: o.Unit.Type, At: o.Unit.At, Coast: o.Unit.Coast}
	if o.Kind == order.Advance {
		p.t.Goal = o.To
	}
	return nil
}

// power reads the full name of a power.
func (p *parser) power(text string) (machiavelli.Power, error) {
	text = strings.TrimRight(strings.TrimSpace(text), ".")
	if x, ok := p.s.Powers.Match(text); ok && !p.s.Absent.Has(p.s.Plays(x)) {
		return p.s.Plays(x), nil
	}
	var names []string
	for x := range p.s.Powers {
		if x > 0 && !p.s.Absent.Has(machiavelli.Power(x)) {
			names = append(names, p.s.Powers[x].Name)
		}
	}
	if near := suggest.Closest(text, names); near != "" {
		return machiavelli.Nobody, message.Error(message.New("There is no power {word} in this game. Did you mean {name}?", quoted(text), message.Name(near)))
	}
	return machiavelli.Nobody, message.Error(message.New("There is no power {word} in this game. Its powers: {names}.", quoted(text), message.Name(strings.Join(names, ", "))))
}

// place reads the full name of an area.
func (p *parser) place(text string) (board.ID, error) {
	if m, ok := p.s.Board.Find(text); ok {
		return m.ID, nil
	}
	if near := p.s.Board.Suggest(text); len(near) > 0 {
		return board.None, message.Error(message.New("There is no place {word}. Did you mean {other}?", quoted(text), message.Name(near[0])))
	}
	return board.None, message.Error(message.New("There is no place {word}.", quoted(text)))
}

// until reads the campaign after UNTIL.
func (p *parser) until(text string) error {
	ph, err := machiavelli.ParsePhase(strings.TrimRight(text, ".") + " orders")
	if err != nil {
		return message.Error(message.New("After UNTIL, write a campaign, such as {example}, not {word}.", message.Order("fall 1455"), quoted(text)))
	}
	p.t.Until = message.Campaign{Season: ph.Season, Year: ph.Year}
	return nil
}

// unread returns an error if a text is not empty.
func unread(text string) error {
	if text == "" {
		return nil
	}
	return message.Error(message.New("The words {word} do not belong there. A proposal looks like this: {example}.", quoted(text), example))
}

// quoted returns a text that a player wrote, shortened, for an error.
func quoted(text string) message.Order {
	if r := []rune(text); len(r) > 40 {
		text = string(r[:40]) + "…"
	}
	return message.Order(strconv.Quote(text))
}

// Format returns the canonical line, which Parse reads as the same terms.
func (t Terms) Format(s *position.Setting) string {
	var b strings.Builder
	b.WriteString(Verb + " ")
	if t.Kind == Payment {
		fmt.Fprintf(&b, "PAYMENT OF %d %s TO %s", t.Ducats, map[bool]string{true: "DUCAT", false: "DUCATS"}[t.Ducats == 1], s.Powers[t.To].Name)
		if t.For != NoKind {
			b.WriteString(" FOR ")
			t.Service().format(&b, s)
		}
	} else {
		t.format(&b, s)
		b.WriteString(" TO " + s.Powers[t.To].Name)
	}
	fmt.Fprintf(&b, " UNTIL %s %d", t.Until.Season, t.Until.Year)
	return b.String()
}

// format writes what is proposed.
func (t Terms) format(b *strings.Builder, s *position.Setting) {
	switch t.Kind {
	case Peace:
		b.WriteString("PEACE")
	case Alliance:
		b.WriteString("ALLIANCE")
		if t.Against != machiavelli.Nobody {
			b.WriteString(" AGAINST " + s.Powers[t.Against].Name)
		}
	case Demilitarisation:
		b.WriteString("DEMILITARISATION OF " + s.Board.Areas[t.Place].Name)
	case Attack:
		b.WriteString("ATTACK ON " + s.Powers[t.Against].Name)
		if t.Place != board.None {
			b.WriteString(" IN " + s.Board.Areas[t.Place].Name)
		}
	case Support:
		b.WriteString("SUPPORT OF " + map[bool]string{true: "YOUR ", false: "MY "}[t.Yours] + order.FormatUnit(t.Unit, s.Board, s.Powers))
		if t.Goal.At != board.None {
			b.WriteString(" - " + s.Board.Name(t.Goal))
		}
	}
}
