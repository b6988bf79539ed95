package inbox

import (
	"context"
	"maps"
	"slices"
	"strings"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/mail/command"
	"podesta/internal/mail/letter"
	"podesta/internal/mail/outbox"
	"podesta/internal/mail/phrase"
	"podesta/internal/mail/smtpd"
	"podesta/machiavelli/message"
)

// replies returns the answer to the block, and any other e-mail that it caused.
func (s *session) replies(ctx context.Context) ([]*outbox.Letter, error) {
	var below []*answer // answers to the commands that a master wrote on the player's behalf
	if s.became && s.copyAt >= 0 {
		below = slices.Clone(s.answers[min(s.copyAt, len(s.answers)):])
	}
	m, err := s.reply(ctx, nil)
	if err != nil {
		return nil, err
	}
	out := []*outbox.Letter{m}
	for _, x := range s.extra {
		if x == s.along && m.Tag == "" && slices.Equal(x.To, m.To) {
			m.With(x)
		} else {
			out = append(out, x)
		}
	}
	if s.became && s.copyAt >= 0 {
		player, err := s.playerAt(ctx, s.game, s.seat)
		if err != nil {
			return nil, err
		}
		if player != nil {
			c := *s
			c.answers, c.account, c.became = below, player, false
			c.role = game.Role{Seat: s.seat, Player: true, Account: player.ID}
			c.parts, c.skipped, c.passed, c.charts = nil, nil, nil, nil
			m, err := c.reply(ctx, []string{player.Email})
			if err != nil {
				return nil, err
			}
			by := c.lead(message.New("A master of the game has sent this on your behalf."))
			m.Text, m.Short = by.Lead+"\n\n"+m.Text, ""
			if m.Page != nil {
				m.Page.Blocks = append([]outbox.Block{by}, m.Page.Blocks...)
			}
			out = append(out, m)
		}
	}
	return out, nil
}

// reply returns the answer to the block: the result of each line, the requested texts, the present
// orders, and the remaining time.
func (s *session) reply(ctx context.Context, to []string) (*outbox.Letter, error) {
	var err error
	if to == nil {
		if to, err = s.readers(ctx); err != nil {
			return nil, err
		}
	}
	var blocks []outbox.Block
	if s.w.stale && s.account == nil {
		blocks = append(blocks, s.lead(message.New("The address you wrote to is no longer valid. Answer a newer e-mail, or sign on with your password.")))
	}
	if s.block == 0 && s.l != nil {
		for _, m := range s.unread() {
			blocks = append(blocks, s.lead(m))
		}
	}
	if len(s.answers) == 0 && len(s.parts) == 0 && s.game == nil {
		blocks = append(blocks, s.clueless()...)
	}
	slices.SortStableFunc(s.answers, func(a, b *answer) int { return a.line - b.line })
	blocks = append(blocks, s.answerBlocks()...)
	if missed := s.missed(); !missed.IsZero() {
		blocks = append(blocks, s.lead(missed))
	} else if s.game != nil && len(s.answers) == 0 && len(s.passed[command.Prose])+len(s.passed[command.Greeting]) > 0 {
		blocks = append(blocks, s.paragraph(message.New("Your message contains neither a command nor an order.")))
	}
	if s.l != nil && s.l.Truncated {
		blocks = append(blocks, s.lead(message.New("Your e-mail was too long. Only the beginning was read.")))
	}
	for _, p := range s.parts {
		blocks = append(append(blocks, outbox.Block{Title: s.say(p.title), Part: true}), p.blocks...)
	}
	st := standing{}
	if s.game != nil {
		if st, err = s.report(ctx); err != nil {
			return nil, err
		}
		blocks = append(blocks, st.blocks...)
	}
	title := message.Capital(s.heading(&st))
	head := outbox.BlockText([]outbox.Block{{Title: s.about() + ": " + title, Part: true}}) + "\n"
	blocks = s.fitAll(len(head), blocks)
	short := len(blocks) - min(len(st.blocks), len(blocks))
	m := &outbox.Letter{To: to, Subject: s.subject(st.owes && s.errors > 0), Replied: true, Charts: s.charts}
	m.Text, m.Refused = head+outbox.BlockText(blocks), s.errors > 0
	if short < len(blocks) {
		m.Short = head + outbox.BlockText(blocks[:short])
	}
	if html, err := s.wantsHTML(); err != nil {
		return nil, err
	} else if html {
		m.Page = &outbox.Page{Lang: s.reader().Tag, Game: s.about(), Title: title, Preview: m.Subject, Blocks: blocks, Short: short}
		if s.game != nil {
			m.Page.Links = s.o.out.GameLink(s.game, s.reader())
		}
	}
	if s.first {
		m.Tag = s.w.kept
	}
	if s.l != nil && s.l.MessageID != "" {
		m.InReplyTo = s.l.MessageID
		m.References = append(tail(s.l.References, 20), s.l.MessageID)
	}
	if s.game != nil && s.account != nil && s.role.Takes() {
		m.Game, m.Account, m.Seat, m.Number = s.game.ID, s.account.ID, s.replySeat(), s.game.Number
		if m.InReplyTo == "" {
			m.References = s.o.out.Thread(s.game, s.account.ID, s.game.Number)
		}
	}
	return m, nil
}

// unread says which parts of the e-mail were not read or were struck out, and whether the text
// could not be read.
func (s *session) unread() []message.Message {
	var out []message.Message
	names := func(list []string) message.List {
		var of []message.Name
		for _, n := range list[:min(len(list), 5)] {
			of = append(of, message.Name(phrase.OneLine(command.Hide(n, s.secrets), 80)))
		}
		return message.ListOf(message.And, of)
	}
	if p := s.l.Problem.Say(); !p.IsZero() {
		out = append(out, p)
	}
	switch {
	case len(s.l.Unread) > 0:
		out = append(out, message.Plural(len(s.l.Unread), "The judge does not read attachments: {names} has no effect. Write orders and commands into the e-mail itself.", "The judge does not read attachments: {names} have no effect. Write orders and commands into the e-mail itself.", names(s.l.Unread)))
	case s.l.Pictures > 0 && len(s.answers) == 0 && s.l.Problem == letter.NoProblem:
		out = append(out, message.New("The judge cannot read pictures. Write orders and commands as text."))
	}
	if len(s.l.Struck) > 0 {
		out = append(out, message.New("Struck out, so without effect: {texts}.", names(s.l.Struck)))
	}
	return out
}

// wantsHTML reports whether the answer also has an HTML form. Chats and readers who want plain text
// get none. A stranger whose address may be forged usually gets none, because HTML would be much
// longer than their e-mail.
func (s *session) wantsHTML() (bool, error) {
	if s.account == nil || s.chat {
		return (!s.forgeable() || s.along != nil) && !s.chat, nil
	}
	wishes, err := account.ReadWishes(s.account)
	return !wishes.Plain, err
}

// about returns the heading above the answer: the game with its phase, or the judge.
func (s *session) about() string {
	if s.game == nil {
		return s.o.c.Name
	}
	return phrase.OneLine(s.game.Name, 40) + ", " + s.say(phrase.PhaseWords(s.game))
}

// heading sums up the answer in a few words.
func (s *session) heading(st *standing) string {
	switch {
	case s.errors > 0 && len(s.answers) > 0:
		wrong := message.Plural(s.errors, "{n} error", "{n} errors")
		if st.owes && st.missing > 0 {
			wrong = message.New("{errors}, {missing}", wrong, message.Plural(st.missing, "{n} order missing", "{n} orders missing"))
		}
		return s.say(wrong)
	case st.owes && st.missing > 0:
		return s.say(message.Plural(st.missing, "{n} order missing", "{n} orders missing"))
	case len(s.parts) == 1:
		return s.say(s.parts[0].title)
	case st.owes && st.complete:
		return s.say(message.New("Your orders are complete"))
	}
	return s.say(message.New("Answer to your e-mail"))
}

// clueless answers an e-mail without any command.
func (s *session) clueless() []outbox.Block {
	if s.chat {
		return []outbox.Block{s.paragraph(message.New("Your message contains no command that the judge understands. {help} shows what you can write.", message.Order("HELP")))}
	}
	info, _ := command.HelpText("")
	out := []outbox.Block{s.paragraph(message.New("Your e-mail contains no command that the judge understands."))}
	return append(append(out, s.inEnglish()...), outbox.TextBlocks(info)...)
}

// answerBlocks returns the answers to the lines of the block: first the refused lines, then the
// others. Answers beyond the allowance are summarised.
func (s *session) answerBlocks() []outbox.Block {
	room := s.room()
	var refused, done outbox.Block
	var wrong, read []int // lines whose answers are left out
	for _, a := range s.answers {
		to, more := &done, &read
		if len(a.errors) > 0 {
			to, more = &refused, &wrong
		}
		if room.lines <= 0 {
			*more = append(*more, a.line)
			continue
		}
		said := s.answerTexts(a)
		room.lines -= len(a.raw) + len(strings.Join(said, "")) + 8*len(said) + 20
		if last := len(to.Lines) - 1; last >= 0 && a.line > 0 && to.Lines[last].Number == a.line && to.Lines[last].Own == a.raw {
			to.Lines[last].Said = append(to.Lines[last].Said, said...)
		} else {
			to.Lines = append(to.Lines, outbox.Line{Number: a.line, Own: a.raw, Refused: len(a.errors) > 0, Said: said})
		}
	}
	out := slices.DeleteFunc([]outbox.Block{refused, done}, func(x outbox.Block) bool { return len(x.Lines) == 0 })
	if len(wrong) > 0 {
		out = append(out, s.paragraph(message.New("These lines were also refused, but the reasons are left out because there are so many: {lines}.", lineList(wrong))))
	}
	if len(s.skipped) > 0 {
		out = append(out, s.paragraph(message.New("Not done, because of the error above: {lines}.", lineList(s.skipped))))
	}
	if len(read) > 0 {
		out = append(out, s.paragraph(message.New("These lines were also read, but their answers are left out because there are so many: {lines}.", lineList(read))))
	}
	return out
}

// missed lists the lines without effect that look like orders, with the reasons.
func (s *session) missed() message.Message {
	if s.l == nil {
		return message.Message{}
	}
	text := strings.Split(letter.Normalise(s.l.Full), "\n")
	var parts []message.Message
	for _, why := range slices.Sorted(maps.Keys(s.passed)) {
		var lines []int
		for _, n := range s.passed[why] {
			if n >= 1 && n <= len(text) && mayBeMeant(why, text[n-1]) {
				lines = append(lines, n)
			}
		}
		if len(lines) > 0 {
			parts = append(parts, message.New("{lines} ({why})", lineList(lines), reasons[why]))
		}
	}
	if len(parts) == 0 {
		return message.Message{}
	}
	return message.New("These look like orders, but had no effect: {parts}.", message.ListOf(message.Clauses, parts))
}

// mayBeMeant reports whether a line without effect looks like an order that its writer meant. Lines
// in quotations and comments were not meant as orders.
func mayBeMeant(why command.Why, line string) bool {
	switch why {
	case command.Quotation, command.Wrapping, command.Comment:
		return false
	}
	return command.LooksLikeOrder(line)
}

// reasons holds the reasons for which lines have no effect, in words.
var reasons = map[command.Why]message.Message{
	command.BeforeSignon: message.New("before {command}", message.Order("SIGNON")),
	command.AfterSignoff: message.New("after {command}", message.Order("SIGNOFF")),
	command.Greeting:     message.New("greeting"),
	command.Quotation:    message.New("quotation"),
	command.Signature:    message.New("signature"),
	command.Wrapping:     message.New("technical part of the e-mail"),
	command.Comment:      message.New("comment"),
	command.Ruling:       message.New("no words"),
	command.InPhase:      message.New("unreadable line"),
	command.Prose:        message.New("no command and no order"),
}

// paragraph returns a message as a paragraph.
func (s *session) paragraph(m message.Message) outbox.Block {
	return outbox.Block{Paras: []string{s.say(m)}}
}

// lead returns a message as a prominent sentence.
func (s *session) lead(m message.Message) outbox.Block { return outbox.Block{Lead: s.say(m)} }

// inEnglish returns a remark before a text that exists only in English, for readers of other
// languages.
func (s *session) inEnglish() []outbox.Block {
	if s.reader().English() {
		return nil
	}
	x := s.paragraph(message.New("This text is in English."))
	x.Muted = true
	return []outbox.Block{x}
}

// replySeat returns the seat of the reply token in an answer: the account's own seat, not the seat
// on whose behalf a master acts.
func (s *session) replySeat() int {
	if s.became {
		return 0
	}
	return s.role.Seat
}

// tail returns the last n elements of a list.
func tail(list []string, n int) []string {
	if len(list) > n {
		list = list[len(list)-n:]
	}
	return append([]string(nil), list...)
}

// readers returns the addresses of the answer: the account's address, and the sender's address if
// it also belongs to the account. No one else receives the content, whatever From says. A sender
// who has not signed on is answered at the address in From. Reply-To can be forged, so it is used
// only if the sender is verified and both addresses belong to the same organisation.
func (s *session) readers(ctx context.Context) ([]string, error) {
	if s.account == nil {
		if to := s.l.ReplyTo.Address; to != "" && s.w.proven && smtpd.Aligned(s.w.from, to) && !s.o.c.Ours(letter.ReadRecipient(to)) {
			return []string{s.l.ReplyTo.Address}, nil
		}
		return []string{s.w.from}, nil
	}
	out := []string{s.account.Email}
	if game.SameAddress(s.w.from, s.account.Email) {
		return out, nil
	}
	known, err := s.o.judge.Users.Addresses(ctx, s.account.ID)
	for _, k := range known {
		if k.Verified && game.SameAddress(k.Email, s.w.from) {
			out = append(out, k.Email)
		}
	}
	return out, err
}

// answerTexts returns what an answer says, with passwords hidden.
func (s *session) answerTexts(a *answer) []string {
	var out []string
	for i, m := range a.text {
		if slices.Contains(a.errors, i) {
			m = message.New("ERROR: {text}", m)
		}
		text := command.Hide(s.say(m), s.secrets)
		out = append(out, strings.Split(strings.TrimRight(text, "\n"), "\n")...)
	}
	return out
}

// mostRanges is the maximum number of line ranges that are listed.
const mostRanges = 20

// lineList lists lines of an e-mail as ranges.
func lineList(lines []int) message.List {
	var parts []message.Message
	for i := 0; i < len(lines); {
		if len(parts) == mostRanges {
			parts = append(parts, message.Plural(len(lines)-i, "{n} more", "{n} more"))
			break
		}
		k := i
		for k+1 < len(lines) && lines[k+1] <= lines[k]+1 {
			k++
		}
		if lines[i] == lines[k] {
			parts = append(parts, message.New("line {n}", message.Number(lines[i])))
		} else {
			parts = append(parts, message.New("lines {n} to {last}", message.Number(lines[i]), message.Number(lines[k])))
		}
		i = k + 1
	}
	return message.ListOf(message.And, parts)
}
