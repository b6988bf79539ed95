package inbox

import (
	"context"
	"strings"
	"unicode"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/mail/command"
	"podesta/internal/mail/letter"
	"podesta/internal/mail/phrase"
	"podesta/internal/ordertext"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/suggest"
)

// readWhole examines a block before any item of it is run. It holds a text for others whose end is
// in doubt, with everything below it. It also finds the line with the sender's signature if their
// name is also a command.
func (s *session) readWhole(ctx context.Context, b *command.Block) error {
	if s.closed != nil || s.l == nil {
		return nil
	}
	lines := strings.Split(letter.Normalise(s.l.Full), "\n")
	s.signed(b, lines)
	for k := range b.Items {
		it := &b.Items[k]
		if _, done := s.early[it]; done {
			continue
		}
		var why message.Message
		var err error
		switch {
		case it.Open:
			why, err = s.ordersIn(ctx, it, lines)
		case it.Near:
			why, err = s.proseAfter(ctx, it, b.Items[k+1:])
		}
		if err != nil {
			return err
		}
		if why.IsZero() {
			if it.Err != nil && it.Err.Code == command.CodeOpen {
				s.holdBack(it, lines, it.End)
			}
			continue
		}
		it.Hold(why)
		s.holdBack(it, lines, b.Items[len(b.Items)-1].End)
		for _, x := range b.Items[k+1:] {
			if _, ignored := x.Command.(command.Ignored); !ignored {
				for n := x.Line; n <= x.End; n++ {
					s.skipped = append(s.skipped, n)
				}
			}
		}
		b.Items = b.Items[:k+1]
		return nil
	}
	return nil
}

// holdBack records that the lines from an item to line end are held, and the first order among
// them.
func (s *session) holdBack(it *command.Item, lines []string, end int) {
	s.doubt = true
	for n := it.Line; n < min(max(it.End, end), len(lines)) && s.unordered == ""; n++ {
		if command.LooksLikeOrder(lines[n]) {
			s.unordered = phrase.OneLine(command.Hide(it.Raw, s.secrets), 60) + ": " + phrase.OneLine(lines[n], 60)
		}
	}
}

// unsettle marks the orders of the seat as not final if new orders are held. It does so by
// submitting an unreadable line that quotes the first held order. The next e-mail without errors
// removes that line.
func (s *session) unsettle(ctx context.Context) error {
	if s.unordered == "" || s.game == nil || s.seat == 0 || s.game.Number == 0 || s.game.Finished || !s.older.IsZero() || s.closed != nil {
		return nil
	}
	_, err := s.o.judge.Clock.SaveOrders(s.w.progress.noting(ctx, nameStep(s.block, "unsettled"), step{}), s.game.ID, s.player(), clock.NewOrders{
		Revision: s.game.Revision, Sections: []ordertext.Section{{Seat: s.seat, Text: s.unordered, Add: true}},
	})
	if err != nil {
		return s.lasting(err)
	}
	s.w.changed = true
	return nil
}

// ordersIn looks for an order that the sender can give in a text whose end is missing. It returns a
// message that names the line, or an empty message if there is none.
func (s *session) ordersIn(ctx context.Context, it *command.Item, lines []string) (message.Message, error) {
	var texts []pendingOrder
	for n := it.Line + 1; n <= min(it.End, len(lines)); n++ {
		if t := letter.Bare(lines[n-1]); t != "" && !strings.HasSuffix(t, ":") {
			texts = append(texts, pendingOrder{item: &command.Item{Line: n, End: n}, text: t})
		}
	}
	orders, _, err := s.orders(ctx, texts)
	if err != nil {
		return message.Message{}, err
	}
	for i, t := range texts {
		if orders[i] || command.LooksLikeOrder(t.text) {
			return message.New("The text has no {end}, and line {n} looks like an order.", message.Order("ENDPRESS"), message.Number(t.item.Line)), nil
		}
	}
	return message.Message{}, nil
}

// proseAfter looks below the supposed end of a text for a line that seems to belong to the text,
// because it is neither a command nor an order. It returns a message that names the line, or an
// empty message if there is none.
func (s *session) proseAfter(ctx context.Context, it *command.Item, below []command.Item) (message.Message, error) {
	var texts []pendingOrder
below:
	for k := range below {
		x := &below[k]
		switch c := x.Command.(type) {
		case command.Order:
			texts = append(texts, pendingOrder{item: x, text: c.Text})
		case command.Ignored:
			if c.Why == command.Prose {
				texts = append(texts, pendingOrder{item: x, text: x.Raw})
			}
		case command.Press, command.PostalPress, command.Diary, command.HouseRules, command.Appeal, command.Signoff:
			break below
		}
	}
	orders, _, err := s.orders(ctx, texts)
	if err != nil {
		return message.Message{}, err
	}
	for i, t := range texts {
		if !orders[i] && s.isProse(t.text) && !s.isOwnName(t.text) {
			return message.New("Line {n} looks like its end, but more text follows in line {last}.", message.Number(it.End), message.Number(t.item.Line)), nil
		}
	}
	return message.Message{}, nil
}

// orders reports for each line whether it is an order that the sender can give now (able), and
// whether it is ignored because it does not look like an order (passed).
func (s *session) orders(ctx context.Context, lines []pendingOrder) (able, passed []bool, err error) {
	able, passed = make([]bool, len(lines)), make([]bool, len(lines))
	all, spots := lineUp(lines)
	var texts []string
	for _, l := range lines {
		texts = append(texts, l.text)
	}
	if len(texts) == 0 || len(all) > ordertext.MaxText || s.game == nil || s.game.Number == 0 || s.game.Finished || s.seat == 0 && !s.role.Master {
		for i, t := range texts {
			passed[i] = s.isProse(t)
		}
		return able, passed, nil
	}
	if s.seat == 0 {
		seats, err := s.o.judge.Clock.AbleSeats(ctx, s.game.ID, s.role, texts)
		for i, t := range texts {
			able[i] = i < len(seats) && len(seats[i]) > 0
			passed[i] = !able[i] && s.isProse(t)
		}
		return able, passed, s.lasting(err)
	}
	found, err := s.o.judge.Clock.ReadOrders(ctx, s.game.ID, s.player(), ordertext.Section{Seat: s.seat, Text: all})
	if err != nil {
		return able, passed, s.lasting(err)
	}
	for i, t := range texts {
		at, next := spots[i], after(spots, i)
		for _, v := range found.Verdicts {
			able[i] = able[i] || at.holds(v.Line, v.Column, next) && !v.Refused() && v.Canonical != ""
		}
		for _, x := range found.Passed {
			passed[i] = passed[i] || x.Line >= at.first && x.Line <= at.last
		}
		passed[i] = passed[i] || !able[i] && s.isOwnName(letter.Bare(strings.TrimSpace(letter.Plain(t))))
	}
	return able, passed, nil
}

// lasting returns err if it means that the e-mail must be delivered again, and otherwise nil.
func (s *session) lasting(err error) error {
	if err != nil && s.w.later(err) {
		return err
	}
	return nil
}

// withoutProse removes lines that are not orders and do not look like orders: greetings, names, and
// lines that mail programs add. Lines removed between two orders are replaced with an empty line.
func (s *session) withoutProse(ctx context.Context, lines []pendingOrder) ([]pendingOrder, error) {
	if s.game == nil {
		return lines, nil
	}
	for i := range lines {
		if i > 0 && lines[i].item.Line > lines[i-1].item.End+1 {
			lines[i].text = "\n" + lines[i].text
		}
	}
	_, passed, err := s.orders(ctx, lines)
	if err != nil {
		return nil, err
	}
	var out []pendingOrder
	gap := false
	for i, l := range lines {
		if passed[i] {
			s.pass(command.Prose, l.item.Line)
			gap = len(out) > 0
			continue
		}
		if len(out) == 0 {
			l.text = strings.TrimPrefix(l.text, "\n")
		}
		if gap && !strings.HasPrefix(l.text, "\n") {
			l.text = "\n" + l.text
		}
		out, gap = append(out, l), false
	}
	return out, nil
}

// isProse reports whether a line that is not an order does not look like one either.
func (s *session) isProse(text string) bool {
	t := letter.Bare(strings.TrimSpace(letter.Plain(text)))
	if s.isOwnName(t) {
		return true
	}
	if command.LooksLikeOrder(t) || strings.Contains(t, "->") {
		return false
	}
	heading := strings.HasSuffix(t, ":")
	words := strings.FieldsFunc(strings.ToLower(letter.Unaccented(t)), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' })
	var places, verbs, units, others, numbers int
	for i, w := range words {
		switch {
		case !strings.ContainsFunc(w, unicode.IsLetter):
			numbers++
		case heading && s.isPower(w):
			return false
		case command.IsUnitWord(w) && len(w) > 1:
			units++
		case len(w) > 1 && command.IsOrderWord(w) && w != "to":
			verbs++
		case s.isPlace(w):
			places++
			if i == 1 && command.IsUnitWord(words[0]) {
				return false
			}
		case len(w) > 1 || !command.IsOrderWord(w) && !command.IsUnitWord(w):
			others++
		}
	}
	switch {
	case places+verbs+units == 0:
		// a single word in capitals, in which people write commands
		lonely := len(words) == 1 && len(words[0]) > 3 && t == strings.ToUpper(t)
		return others > 0 && !lonely || numbers > 0
	case len(words) > 0 && command.IsOrderWord(words[0]) && len(words[0]) > 1 && places+units+numbers > 0:
		return false
	}
	return others > places+verbs+units
}

// isPower reports whether a word, in lower case, names a power of the game.
func (s *session) isPower(w string) bool {
	if len(w) < 2 {
		return false
	}
	p, ok := s.game.Setting.Powers.Match(w)
	return ok && p != machiavelli.Nobody
}

// isPlace reports whether a word, in lower case, is the name of a place, possibly misspelt. Short
// forms do not count, because many are also ordinary words.
func (s *session) isPlace(w string) bool {
	if len(w) < 4 {
		return false
	}
	if _, ok := s.game.Setting.Board.Find(w); ok {
		return true
	}
	if len(w) < 5 {
		return false
	}
	for i := range s.game.Setting.Board.Areas {
		name := strings.ToLower(letter.Unaccented(s.game.Setting.Board.Areas[i].Name))
		if suggest.Distance(w, name, 2) < 2 {
			return true
		}
	}
	return false
}

// isOwnName reports whether a line consists of the sender's name, like a signature.
func (s *session) isOwnName(line string) bool {
	words := nameWords(line)
	if len(words) == 0 || len(words) > 5 || strings.ContainsFunc(line, unicode.IsDigit) || strings.HasSuffix(line, ":") {
		return false
	}
	own := map[string]bool{}
	add := func(name string) {
		for _, w := range nameWords(name) {
			own[w] = true
		}
	}
	if s.account != nil {
		add(s.account.Name)
	}
	if s.w != nil {
		local, _, _ := strings.Cut(s.w.from, "@")
		add(local)
	}
	add(s.l.From.Name)
	for _, w := range words {
		if !own[w] {
			return false
		}
	}
	return true
}

// nameWords returns the words of a name, in lower case.
func nameWords(name string) []string {
	return strings.FieldsFunc(strings.ToLower(letter.Unaccented(name)), func(r rune) bool { return !unicode.IsLetter(r) })
}

// signed finds a command that is only the sender's name as a signature below their text.
func (s *session) signed(b *command.Block, lines []string) {
	before := false
	for k := range b.Items {
		it := &b.Items[k]
		switch it.Command.(type) {
		case command.Ignored, command.Signon:
			continue
		case command.Order:
			before = true
			continue
		}
		own := before && it.Line > 1 && it.Line == it.End && it.Line <= len(lines) && s.isOwnName(lines[it.Line-1]) && (strings.TrimSpace(lines[it.Line-2]) == "" || command.IsFarewell(lines[it.Line-2]))
		before = true
		if !own || s.anyBelow(b.Items[k+1:]) {
			continue
		}
		if it.Err == nil {
			a := s.put(it)
			a.text = append(a.text, message.New("This is your name, so it was not read as a command."))
		}
		it.Command, it.Err, it.Notes = command.Ignored{Why: command.Comment}, nil, nil
	}
}

// anyBelow reports whether there is a command or an order among items.
func (s *session) anyBelow(items []command.Item) bool {
	for _, it := range items {
		switch it.Command.(type) {
		case command.Ignored, command.Signoff:
		default:
			return true
		}
	}
	return false
}

// errDoubt is the answer to commands that delete orders if part of the e-mail is held.
var errDoubt = game.Refuse(game.Conflict, message.New("Not done, because a part of your e-mail below this line was held. Your orders stay as they were."))
