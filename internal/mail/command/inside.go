package command

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"podesta/machiavelli/order"

	"podesta/internal/mail/letter"
	"podesta/machiavelli/message"
)

// whole lists the commands that use their whole line unchanged, because ";" and "#" have no special
// meaning in passwords, comments and corrections.
var whole = [][]string{signonWords, createWords, observeWords, {"SET PASSWORD", "SET PW", "SET P", "SET COMMENT", "SET INFO", "SET INFORMATION", "CONFIRM", "EDIT"}}

// inside parses a line of an open block.
func (p *parser) inside(i int) {
	s := p.scan(i)
	if !p.begun && (isSalutation(p.plain[i]) || isAddress(p.plain[i])) || p.isFarewell(i) {
		p.ignore(i, Greeting)
		return
	}
	p.piecemeal = false
	for _, w := range whole {
		probe := *s
		if probe.keyword(w...) {
			p.begun = true
			p.piece(i, s)
			return
		}
	}
	if probe := *s; probe.keyword("REGISTER") && probe.done() {
		p.begun = true
		p.register(i)
		return
	}
	pieces := p.pieces(i)
	if len(pieces) == 0 {
		p.ignore(i, Comment)
		return
	}
	p.begun = true
	for n, piece := range pieces {
		p.piecemeal = n < len(pieces)-1
		p.piece(i, piece)
		if p.piecemeal && (p.at > i+1 || !p.open) { // a text was read, or SIGNOFF
			p.refuse(i, CodeUnread, message.New("The text after the semicolon was not read. Put it on a line of its own."))
			return
		}
	}
}

// commentAt returns the index of a comment, which begins with "#" or "//", or
// -1.
func commentAt(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] == '#' || s[i] == '/' && i+1 < len(s) && s[i+1] == '/' {
			return i
		}
	}
	return -1
}

// piece parses one command or order.
func (p *parser) piece(i int, s *scanner) {
	column := s.at + 1
	c, notes, known, err := p.opener(s)
	if !known && len(strings.Fields(s.s)) > 2 {
		if err = p.misspelt(i); err != nil {
			known = true
		}
	}
	switch {
	case known && err != nil:
		// The following lines were meant for a game other than this block's, so they are ignored.
		p.closeBlock()
		p.open = false
		p.put(Item{Line: i + 1, Column: column, Raw: p.withoutSecret(i), Err: err})
		return
	case known:
		p.begin(i, c, notes)
		return
	}
	s.pos = 0
	if s.isHeading() {
		p.order(i, s)
		return
	}
	p.unpoint(s)
	if s.keyword("SET") {
		p.settings(i, column, s)
		return
	}
	if p.structure(i, s) {
		return
	}
	s.pos = 0
	if v := findVerb(s); v != nil && v.post {
		c, err := v.parse(s)
		switch {
		case err != nil && strings.HasSuffix(s.s, ":") && !p.beginsText(i): // "Orders for Milan:"
			p.order(i, s)
		case err != nil && isChatter(s.s) && !p.beginsText(i):
			p.ignore(i, Prose)
		default:
			p.command(i, p.result(i, column, c, err))
		}
		return
	}
	if e := unset(s); e != nil {
		item := Item{Line: i + 1, Column: column, Err: e}
		if e.Suggest[0] == "SET PASSWORD" {
			item.Raw = firstWord(s.s) + " " + stars
		}
		p.put(item)
		return
	}
	if err := mistyped(s); err != nil {
		p.command(i, Item{Line: i + 1, Column: column, Err: err})
		return
	}
	if strings.EqualFold(strings.Trim(s.s, " .!"), "END") { // END ends an e-mail or a form
		p.ignore(i, Prose)
		return
	}
	p.order(i, s)
}

// unpoint removes the full stops or exclamation marks at the end of a command that is valid only
// without them, unless the command uses its whole line unchanged.
func (p *parser) unpoint(s *scanner) {
	t := strings.TrimRight(s.s, ".! ")
	if t == s.s || t == "" || LooksLikeOrder(t) || isCommand(s.s) {
		return
	}
	for _, w := range whole {
		if (&scanner{s: t}).keyword(w...) {
			return
		}
	}
	if isCommand(t) {
		s.s = t
	}
}

// isChatter reports whether a line that begins with the word of a command, but cannot be read
// as one, is an ordinary sentence. Commands are usually short, or in capitals.
func isChatter(t string) bool {
	n := len(strings.Fields(t))
	word := firstWord(t)
	return (n > 5 || n > 3 && isSentence(t)) && word != strings.ToUpper(word)
}

// mistyped returns an error if a short line that does not look like an order would be a command
// with its first word spelt correctly. Otherwise it returns nil.
func mistyped(s *scanner) *Error {
	word, rest, _ := strings.Cut(s.s, " ")
	word = strings.TrimRight(word, ".,!:")
	if s.quiet || len(word) < 4 || len(strings.Fields(rest)) > 5 || LooksLikeOrder(s.s) {
		return nil
	}
	found := closest(word, firstWords)
	if len(found) == 0 || strings.EqualFold(found[0], word) {
		return nil
	}
	right := strings.TrimRight(strings.TrimSpace(found[0]+" "+rest), ".!")
	if !isCommand(right) {
		return nil
	}
	err := s.fail(CodeSet, message.New("{word} is not a command.", quote(word)))
	err.Suggest = []string{right}
	return err
}

// firstWords lists the first words of commands, except for very short words, and the commands of
// several words, written as one word.
var firstWords = func() []string {
	out := []string{"ENDPRESS", "ENDIF", "ENDPHASE", "PHASE", "SIGNOFF"}
	for i := range verbs {
		for _, w := range verbs[i].words {
			first, _, more := strings.Cut(w, " ")
			if more {
				out = append(out, strings.ReplaceAll(w, " ", ""))
			}
			if len(first) > 3 {
				out = append(out, first)
			}
		}
	}
	return out
}()

// LooksLikeOrder reports whether a line has the form of an order: a unit with a sign, letter or
// verb for its action, or an expense with its number.
func LooksLikeOrder(line string) bool {
	t := letter.Bare(strings.TrimSpace(letter.Plain(line)))
	if numbered.MatchString(t) {
		return true
	}
	f := strings.Fields(strings.ToLower(t))
	if len(f) < 3 || len(f) > 12 || !isUnitWord(f[0]) {
		return false
	}
	for i, w := range f[1:min(len(f), 6)] {
		w = strings.TrimRight(w, ".,;")
		switch {
		case strings.Contains(w, "->"), i > 0 && strings.HasPrefix(w, "-"):
			return true
		case i > 0 && len(w) == 1 && strings.Contains("hscbldtpm", w): //nolint:gocritic // a set of letters
			return true
		case i > 0 && (w == "hold" || w == "holds" || w == "supports" || w == "besiege" || w == "besieges" || w == "convoys" || w == "converts"):
			return true
		case i == 0 && len(w) > 4 && strings.Contains(w[1:len(w)-1], "-"):
			return true
		}
	}
	return false
}

var numbered = regexp.MustCompile(`(?i)^(e|exp|expense) ?[0-9] ?[:.)-] ?\S`)

// command adds a command, with the text that follows it if the command takes one. Conditions
// contain only orders; PHASE also allows WAIT.
func (p *parser) command(i int, item Item) {
	var also []Item
	switch c, ok := item.Command.(texted); {
	case ok && hasText(item.Command):
		also = p.text(i, &item, c)
	case item.Err == nil:
	case p.beginsText(i) && letter.TextEnding.Before(p.plain[i]) == "", len(item.Err.Suggest) > 0 && item.Err.Code == CodeSet && beginsText(&scanner{s: item.Err.Suggest[0]}):
		also = p.text(i, &item, nil)
	}
	defer func() { // remarks about left-out lines come after the command
		for _, x := range append(also, p.after...) {
			p.put(x)
		}
		p.after = nil
	}()
	if item.Err == nil {
		switch c := item.Command.(type) {
		case Signoff:
			p.closeIfs()
			p.phase, p.badPhase = nil, false
			p.put(item)
			p.open = false
			return
		case Given:
			if _, waits := c.Switched("set wait", "wait"); waits && len(p.ifs) == 0 && p.phase != nil {
				p.putOrder(item)
				return
			}
		}
		if len(p.ifs) > 0 {
			s := scanner{line: i + 1, at: item.Column - 1}
			item.Err = s.fail(CodePlace, message.New("Only orders can stand between IF and ENDIF, so this was not done. Put it above the IF or below the ENDIF."))
			item.Command = nil
			p.putOrder(item)
			return
		}
	}
	p.put(item)
}

// settings parses the settings after SET.
func (p *parser) settings(i, column int, s *scanner) {
	list, errs := set(s)
	// A line that ends with a comma continues in the next one if that line is indented and begins
	// with a setting.
	for !p.piecemeal && len(errs) == 0 && p.at < len(p.lines) && strings.HasSuffix(strings.TrimRight(s.s, " "), ",") && strings.HasPrefix(p.lines[p.at].Text, " ") && p.lines[p.at].Kind == letter.Own {
		next := p.scan(p.at)
		probe := *next
		if findSetting(&probe) == nil {
			break
		}
		var more []Command
		more, errs = set(next)
		list = append(list, more...)
		s = next
		p.at++
	}
	end, hide := p.at, looksSecret(s.s)
	for _, c := range list {
		item := p.result(i, column, c, nil)
		item.End = end
		if _, password := c.(SetPassword); hide && !password {
			item.Raw = "SET " + stars
		}
		p.command(i, item)
	}
	for _, err := range errs {
		item := Item{Line: i + 1, Column: column, End: end, Err: err}
		if hide {
			item.Raw = "SET " + stars
			if err.Code == CodeUnknown {
				err.Message = message.New("SET does not know a word in this line, which seems to contain a password. It was ignored.")
			}
		}
		p.command(i, item)
	}
}

// looksSecret reports whether a line may contain a password because it contains PASSWORD or a
// similar word.
func looksSecret(line string) bool {
	for _, f := range strings.Fields(line) {
		if len(f) > 4 && len(closest(f, []string{"PASSWORD", "PASSWD", "PASSWORT"})) > 0 {
			return true
		}
		switch strings.ToUpper(f) {
		case "PW", "P", "PASS", "PWD":
			return true
		}
	}
	return false
}

func firstWord(s string) string {
	w, _, _ := strings.Cut(s, " ")
	return w
}

// unset returns an error for a setting that was written without SET.
func unset(s *scanner) *Error {
	for _, w := range unsetWords {
		if match(s.s, 0, w) < 0 {
			continue
		}
		return settingWithoutSet(s, w)
	}
	if f := strings.Fields(s.s); len(f) == 2 && looksSecret(f[0]) && len(f[0]) > 1 {
		return settingWithoutSet(s, "PASSWORD")
	}
	return nil
}

func settingWithoutSet(s *scanner, words string) *Error {
	err := s.fail(CodeSet, message.New("This is not an order. Settings begin with SET."))
	err.Suggest = []string{"SET " + words}
	return err
}

// unsetWords are settings that people write without SET. No order begins with these words.
var unsetWords = []string{
	"NO WAIT", "WAIT", "NO DRAW", "DRAW", "NO CONCEDE", "CONCEDE", "PASSWORD", "ADDRESS", "PREFERENCES", "PREFERENCE", "NO ABSENCE", "ABSENCE",
	"HOLIDAYS", "HOLIDAY", "VACATIONS", "VACATION", "DEADLINE", "GRACE", "NO NMR", "NMR", "NO DIAS", "DIAS", "COMMENT", "ALL PRESS", "NORMAL PRESS",
}

// order adds an order, joined with the parts of its line that a mail program moved to the next
// lines.
func (p *parser) order(i int, s *scanner) {
	s.pos = 0
	item := Item{Line: i + 1, Column: s.at + 1}
	why := p.refusal()
	text := strings.TrimSpace(s.s)
	if bare := letter.Bare(text); bare != text && LooksLikeOrder(bare) {
		text = bare
	}
	for !p.piecemeal && p.at < len(p.lines) && p.continues(text) {
		next := p.plain[p.at]
		if c := commentAt(next); c >= 0 {
			next = strings.TrimRight(next[:c], " ")
		}
		text += " " + next
		p.at++
		item.End = p.at
		item.Notes = []Note{{NoteJoined, message.New("The next line is not an order by itself, so it was read as part of this one.")}}
	}
	item.Command = Order{text}
	if !why.IsZero() {
		item.Command, item.Notes, item.Err = nil, nil, s.fail(CodePhase, why)
	}
	p.putOrder(item)
}

// isCut reports whether an order is incomplete: it ends with the type of a unit, or with a sign or
// word that must be followed by a place or a unit.
func isCut(order string) bool {
	f := strings.Fields(strings.ToLower(order))
	if len(f) < 3 {
		return false
	}
	end := f[len(f)-1]
	return isUnitWord(end) || end == "-" || end == "->" || end == "to" || end == "s" || end == "supports"
}

// continues reports whether the next line seems to be the rest of an order that a mail program
// broke. Unless the order is obviously incomplete, the line must begin with a space and contain no
// verb.
func (p *parser) continues(order string) bool {
	l := p.lines[p.at]
	t := p.plain[p.at]
	cut := isCut(order)
	if l.Kind != letter.Own || !strings.HasPrefix(l.Text, " ") && !cut || t == "" || strings.ContainsAny(t, ";#") || utf8.RuneCountInString(order)+len(t) > maxLine {
		return false
	}
	arrow := strings.HasPrefix(t, "->") || strings.HasPrefix(t, "- ")
	if arrow {
		t = strings.TrimLeft(t, "-> ")
	}
	f := strings.Fields(strings.ToLower(t))
	if len(f) == 0 || len(f) > 8 {
		return false
	}
	for _, w := range f {
		if isOrderVerb(w) && !cut {
			return false
		}
	}
	if cut && isUnitWord(f[0]) {
		return false
	}
	probe := scanner{s: t}
	if findVerb(&probe) != nil || unset(&scanner{s: t}) != nil || match(t, 0, "SET") >= 0 || p.isStructure(t) || expense.MatchString(t) || isSalutation(t) || farewell.MatchString(t) {
		return false
	}
	if _, _, known, _ := opener(&scanner{s: t}); known {
		return false
	}
	o := strings.Fields(strings.ToLower(order))
	end := o[len(o)-1]
	if isOrderVerb(end) || isUnitWord(end) || strings.HasSuffix(end, "-") || end == "to" || end == "," {
		return true
	}
	return !isUnitWord(f[0])
}

var expense = regexp.MustCompile(`(?i)^(e|exp|expense) *[0-9]`)

// isOrderVerb reports whether a word, in lower case, is a verb of the order language, contains an
// arrow or a hyphen that means a move, or consists only of punctuation.
func isOrderVerb(w string) bool {
	if strings.Contains(w, "->") || strings.Contains(w, "-") && len(w) > 1 && w[0] != '-' && !strings.HasSuffix(w, "-") {
		return true
	}
	return IsOrderWord(w) || strings.Trim(w, ".,:-") == ""
}

// IsOrderWord reports whether a word, in lower case, is a verb of the order
// language or a letter that stands for one.
func IsOrderWord(w string) bool {
	switch strings.Trim(w, ".,:-") {
	case "h", "hold", "holds", "stand", "stands", "m", "move", "moves", "s", "support", "supports", "t", "convoy", "convoys", "transport", "transports",
		"c", "convert", "converts", "conversion", "b", "besiege", "besieges", "siege", "sieges", "beseige", "beseiges", "seige", "seiges",
		"l", "ls", "lift", "lifts", "disband", "disbands", "d", "p", "proxy", "e", "exp", "expense", "pay", "give", "loan", "borrow", "ally", "allies",
		"alliance", "unally", "allow", "build", "builds", "remove", "removes", "r", "debuild", "maintain", "maintains", "waive", "none", "clear",
		"exchange", "exchanges":
		return true
	}
	return order.BeginsExpense(w)
}

// IsUnitWord reports whether a word, in lower case, names a type of unit.
func IsUnitWord(w string) bool { return isUnitWord(w) }

func isUnitWord(w string) bool {
	switch w {
	case "a", "army", "f", "fleet", "g", "garrison":
		return true
	}
	return false
}

// salutation matches the line with which people usually begin an e-mail.
var salutation = regexp.MustCompile(`(?i)^(hi|hello|hallo|hey|dear|ciao|salve|bonjour|hola|greetings|good (morning|evening|day|afternoon)|buongiorno|buonasera|guten (tag|morgen|abend))\b[^0-9;>-]*[,!.]?$`)

// isSalutation reports whether a line is a salutation.
func isSalutation(t string) bool { return len(strings.Fields(t)) <= 5 && salutation.MatchString(t) }

// address matches a line that may consist of only the addressee's name.
var address = regexp.MustCompile(`^[^0-9;:>-]{2,40},$`)

// isAddress reports whether a line consists of only the addressee's name, such as "Judge,".
func isAddress(t string) bool {
	f := strings.Fields(strings.ToLower(strings.TrimRight(t, ",")))
	if len(f) > 3 || !address.MatchString(t) || beginsCommand(t) && !strings.EqualFold(t, "friends,") {
		return false
	}
	for _, w := range f {
		if isUnitWord(w) || isOrderVerb(w) {
			return false
		}
	}
	return true
}

// farewell matches a farewell in one or more languages.
var farewell = regexp.MustCompile(`(?i)^(` + parting + `)( *[/|,] *(` + parting + `))*[,.!]*$`)

const parting = `((many |with )?thanks|thank you|thx|cheers|((with )?(best|kind|kindest|warm|many) )?regards|(with )?(all the |very )?best( wishes)?|(yours )?sincerely|` +
	`yours( truly| ever| faithfully)?|your humble servant|take care|bye|ciao|cordialement|cordialmente|(cordiali )?saluti|grazie|merci|mfg|` +
	`(viele |liebe |beste |mit (freundlichen|besten|herzlichen) )?(grüße|grüßen|gruesse|gruessen|gruß))( (in advance|again|a lot|judge|all|everybody))?`

// IsFarewell reports whether a line is a farewell.
func IsFarewell(line string) bool { return farewell.MatchString(plainLine(line)) }

// isFarewell reports whether a farewell has begun above line i or begins there. After a farewell
// there may only be a few short lines, such as a name.
func (p *parser) isFarewell(i int) bool {
	if p.farewell > 0 {
		return true
	}
	if !farewell.MatchString(p.plain[i]) {
		return false
	}
	n := 0
	for j := i + 1; j < len(p.lines); j++ {
		t := p.plain[j]
		if t == "" || p.lines[j].Kind != letter.Own {
			continue
		}
		if n++; n > 3 || len(strings.Fields(t)) > 5 || strings.ContainsAny(t, "0123456789") {
			return false
		}
		for _, w := range strings.Fields(strings.ToLower(t)) {
			if isOrderVerb(w) || isUnitWord(w) {
				return false
			}
		}
		probe := scanner{s: t}
		if findVerb(&probe) != nil || match(t, 0, "SET") >= 0 {
			return false
		}
	}
	p.farewell = i + 1
	return true
}
