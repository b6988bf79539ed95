package command

import (
	"strings"
	"unicode/utf8"

	"podesta/internal/mail/letter"
	"podesta/machiavelli/message"
)

// Parse parses the text of an e-mail (letter.Letter.Full, or other input) whose writer has not
// signed on. The parameter powers lists the known names of powers in the games concerned, because a
// power's name may also be a command.
func Parse(text string, powers ...string) []Block { return read(text, false, powers) }

// ParseReply parses a text whose sender and game are known without SIGNON, from the address to
// which it was sent or the page on which it was typed. The first block is open from the start. A
// SIGNON in the text still opens another block.
func ParseReply(text string, powers ...string) []Block { return read(text, true, powers) }

// parser goes through the lines of a text.
type parser struct {
	lines  []letter.Line
	powers []string // names of powers
	plain  []string // the lines in the form for parsing: plain, without spaces around them
	at     int      // index of the next line
	blocks []Block
	open   bool // whether a block is open: after SIGNON and before SIGNOFF
	// confirmed is set after CONFIRM outside of a block.
	confirmed bool
	signed    bool // whether a block has been opened
	begun     bool // whether the open block has contained a command or an order
	last      int  // index of the last line that may be a SIGNON

	phase     *Phase // the PHASE in effect
	badPhase  bool   // whether the PHASE in effect is invalid
	ifs       []*frame
	farewell  int  // number of the line at which the farewell begins, from 1; 0 if there is none
	piecemeal bool // whether the current line contains several commands or orders

	errors, items int
	hidden        []Secret
	full          bool // whether there are more secrets than can be remembered

	ends, nears, begins, stops, offs []int // set by findEnds

	after []Item // errors to add after the current item
}

// read implements Parse and ParseReply.
func read(text string, signed bool, powers []string) []Block {
	p := parser{lines: letter.Lines(text), open: signed, signed: signed, powers: powers}
	over := len(p.lines) - maxLines
	if over > 0 {
		p.lines = p.lines[:maxLines]
	}
	p.plain = make([]string, len(p.lines))
	p.last = -1
	for i, l := range p.lines {
		if l.Kind != letter.Own {
			continue
		}
		p.plain[i] = commandLine(l.Text)
		s := p.scan(i)
		if s.keyword("SIGN ON", "LOG IN") {
			p.last = i
		}
	}
	p.blocks = append(p.blocks, Block{})
	for p.at < len(p.lines) {
		p.line()
	}
	p.closeBlock()
	if over > 0 {
		p.refuse(maxLines, CodeLong, message.New("The e-mail has more than {n} lines. The rest, from this line on, was not read.", message.Number(maxLines)))
	}
	for i := range p.blocks {
		p.finish(p.blocks[i].Items)
	}
	if first := &p.blocks[0]; first.Signon == nil && len(first.Items) == 0 && len(p.blocks) > 1 {
		return p.blocks[1:]
	}
	return p.blocks
}

// plainLine returns a line as plain text, without the stars that mail programs use for bold text.
func plainLine(text string) string {
	s := strings.TrimSpace(letter.Plain(text))
	if n := len(s); n > 2 && s[0] == '*' && s[n-1] == '*' && strings.Count(s, "*") == 2 {
		s = strings.TrimSpace(s[1 : n-1])
	}
	return s
}

// commandLine returns a line as plain text. It also removes a list bullet and emphasis marks around
// the line, if the rest begins like a command. Marks around orders are removed where orders are
// read.
func commandLine(text string) string {
	s := plainLine(text)
	if b := letter.Bare(s); b != s && b != "" && beginsCommand(b) {
		return b
	}
	return s
}

// beginsCommand reports whether a line begins like a command.
func beginsCommand(t string) bool {
	if atAny(t, []string{"SET", "REGISTER", "PHASE", "IF", "ELSE"}) || atAny(t, signonWords) || atAny(t, createWords) || atAny(t, observeWords) {
		return true
	}
	return findVerb(&scanner{s: t}) != nil
}

// scan returns a scanner for a line.
func (p *parser) scan(i int) *scanner {
	t := p.lines[i].Text
	return &scanner{s: p.plain[i], powers: p.powers, line: i + 1, quiet: p.errors > maxErrors, at: utf8.RuneCountInString(t) - utf8.RuneCountInString(strings.TrimLeft(t, " "))}
}

// block returns the block that is being filled.
func (p *parser) block() *Block { return &p.blocks[len(p.blocks)-1] }

// put adds an item to the current block.
func (p *parser) put(i Item) {
	if !p.room(&i) {
		return
	}
	b := p.block()
	b.Items = append(b.Items, i)
}

// putOrder adds an item to the condition or the PHASE in effect, or to the block if neither is in
// effect.
func (p *parser) putOrder(i Item) {
	if !p.room(&i) {
		return
	}
	for k := len(p.ifs) - 1; k >= 0; k-- {
		if f := p.ifs[k]; !f.loose {
			br := &f.Branches[len(f.Branches)-1]
			br.Items = append(br.Items, i)
			return
		}
	}
	if p.phase != nil {
		p.phase.Items = append(p.phase.Items, i)
		return
	}
	b := p.block()
	b.Items = append(b.Items, i)
}

// room counts an item and sets its missing fields. If there are too many items, the parser stops
// with an error; if there are too many errors, only their places are reported.
func (p *parser) room(i *Item) bool {
	if i.End == 0 {
		i.End = i.Line
	}
	if i.Column == 0 {
		i.Column = 1
	}
	if i.Raw == "" && i.Line <= len(p.lines) {
		i.Raw = p.lines[i.Line-1].Text
	}
	if i.Err != nil {
		if p.errors++; p.errors > maxErrors {
			i.Err.Message, i.Err.Suggest = message.New("This line cannot be read either."), nil
		}
	}
	p.items++
	switch {
	case p.items == maxItems:
		i.Command, i.Err = nil, &Error{Code: CodeLong, Line: i.Line, Column: i.Column, Message: message.New("An e-mail can have at most {n} commands and orders. The rest of it, from this line on, was not read.", message.Number(maxItems))}
		i.End = max(i.End, len(p.lines))
		p.at = len(p.lines)
	case p.items > maxItems:
		return false
	}
	return true
}

// ignore adds a line without effect.
func (p *parser) ignore(i int, why Why) {
	p.putOrder(Item{Line: i + 1, Command: Ignored{why}})
}

// refuse adds an error about a line.
func (p *parser) refuse(i int, code string, m message.Message) {
	s := scanner{line: i + 1}
	p.putOrder(Item{Line: i + 1, Err: s.fail(code, m), Raw: " "})
}

// line parses the next line, together with the following lines that belong to it.
func (p *parser) line() {
	i := p.at
	p.at++
	l := p.lines[i]
	switch l.Kind {
	case letter.Quoted:
		p.skip(i, Quotation)
		return
	case letter.Signature:
		p.skip(i, Signature)
		return
	case letter.Armour:
		p.skip(i, Wrapping)
		return
	}
	t := p.plain[i]
	switch {
	case t == "":
	case t[0] == '#' || strings.HasPrefix(t, "//"):
		p.ignore(i, Comment)
	case strings.IndexFunc(t, isWordRune) < 0 && t[0] != '+' && t[0] != '?':
		p.ignore(i, Ruling)
	case utf8.RuneCountInString(t) > maxLine:
		p.put(Item{Line: i + 1, Raw: firstRunes(l.Text, 40) + "...", Err: (&scanner{line: i + 1}).fail(CodeLong, message.New("The line has more than {n} characters. No command or order needs that many.", message.Number(maxLine)))})
	case p.open:
		p.inside(i)
	default:
		p.outside(i)
	}
}

// skip ignores a line that the sender did not write, unless it is empty.
func (p *parser) skip(i int, why Why) {
	if strings.TrimSpace(p.lines[i].Text) != "" {
		p.ignore(i, why)
	}
}

func firstRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// result returns an item for the result of a command's parser.
func (p *parser) result(i, column int, c Command, err *Error) Item {
	item := Item{Line: i + 1, Column: column, Command: c, Err: err}
	if err != nil {
		item.Command = nil
	}
	switch c.(type) {
	case SetPassword, Confirm:
		p.secret(Secrets([]Block{{Items: []Item{item}}})...)
		item.Raw = c.String()
	case Obsolete:
		if !p.scan(i).keyword("SET") { // operators' SET lines on older judges ended with a password
			item.Raw = p.withoutSecret(i)
		}
	case nil:
		if p.scan(i).keyword("CONFIRM") {
			item.Raw = "CONFIRM " + stars
		}
	}
	return item
}

// begin opens a block.
func (p *parser) begin(i int, c Signon, notes []Note) {
	p.closeBlock()
	if len(p.blocks) > maxBlocks {
		p.put(Item{Line: i + 1, End: len(p.lines), Raw: p.withoutSecret(i), Err: p.scan(i).fail(CodeLong, message.New("An e-mail can have at most {n} sessions. This one and the rest of the e-mail were not read.", message.Number(maxBlocks)))})
		p.at = len(p.lines)
		return
	}
	p.secret(c.Password)
	p.open, p.signed, p.begun, p.farewell = true, true, false, 0
	p.blocks = append(p.blocks, Block{Signon: &c})
	p.put(Item{Line: i + 1, Raw: c.String(), Command: c, Notes: notes})
}

// closeBlock closes the open block and its open structures.
func (p *parser) closeBlock() {
	p.closeIfs()
	p.phase, p.badPhase = nil, false
}

// register parses a registration form.
func (p *parser) register(i int) {
	var f form
	end := i + 1
	for p.at < len(p.lines) {
		l := p.lines[p.at]
		t := p.plain[p.at]
		if l.Kind != letter.Own {
			break
		}
		if t == "" {
			p.at++
			continue
		}
		s := p.scan(p.at)
		if s.keyword("END", "END REGISTER", "END REGISTRATION") && s.done() {
			p.at++
			end = p.at
			break
		}
		if !isField(t) {
			break
		}
		f.field(t)
		p.at++
		end = p.at
	}
	p.at = end
	p.secret(f.c.Password)
	item := Item{Line: i + 1, End: end, Command: f.c}
	if len(f.c.Email) == 0 {
		err := p.scan(i).fail(CodeMissing, message.New("The form needs a line {line} with your address, and ends with END.", message.Order(`"Email: ..."`)))
		item.Command, item.Err = nil, err
	}
	p.put(item)
}
