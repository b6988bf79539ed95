package inbox

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

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
	out := append([]*outbox.Letter{m}, s.extra...)
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
			m.Text = c.say(message.New("A master of the game has sent this on your behalf.")) + "\n\n" + m.Text
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
	var b strings.Builder
	if s.w.stale && s.account == nil {
		s.paragraph(&b, message.New("The address you wrote to is no longer valid. Answer a newer e-mail, or sign on with your password."))
		b.WriteString("\n")
	}
	if s.block == 0 && s.l != nil {
		for _, m := range s.unread() {
			s.paragraph(&b, m)
			b.WriteString("\n")
		}
	}
	b.WriteString(s.header(ctx))
	if len(s.answers) == 0 && len(s.parts) == 0 && s.game == nil {
		info, _ := command.HelpText("")
		b.WriteString("\n")
		if s.chat {
			s.paragraph(&b, message.New("Your message contains no command that the judge understands. {help} shows what you can write.", message.Order("HELP")))
		} else {
			s.paragraph(&b, message.New("Your e-mail contains no command that the judge understands."))
			b.WriteString("\n" + s.inEnglish(info))
		}
	}
	slices.SortStableFunc(s.answers, func(a, b *answer) int { return a.line - b.line })
	s.answerLines(&b)
	if len(s.skipped) > 0 {
		b.WriteString("\n")
		s.paragraph(&b, message.New("Not done, because of the error above: {lines}.", lineList(s.skipped)))
	}
	if len(s.passed) > 0 {
		b.WriteString("\n" + phrase.Wrap(s.say(s.withoutEffect()), "", "  ", phrase.AnswerWidth) + "\n")
	}
	if s.l != nil && s.l.Truncated {
		b.WriteString("\n")
		s.paragraph(&b, message.New("Your e-mail was too long. Only the beginning was read."))
	}
	for _, p := range s.parts {
		title := s.say(p.title)
		fmt.Fprintf(&b, "\n%s\n%s\n%s\n", title, strings.Repeat("-", len([]rune(title))), strings.TrimRight(p.text, "\n"))
	}
	flag := false
	if s.game != nil {
		text, owes, err := s.report(ctx)
		if err != nil {
			return nil, err
		}
		b.WriteString(text)
		flag = owes && s.errors > 0
	}
	m := &outbox.Letter{To: to, Subject: s.subject(flag), Text: s.fitAll(b.String()), Replied: true, Charts: s.charts}
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

// unread lists the parts of the e-mail that were not read.
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

// answerLines writes the answers to the lines of the block. Answers beyond the allowance are
// summarised.
func (s *session) answerLines(b *strings.Builder) {
	room := s.room()
	for i, a := range s.answers {
		if room.lines <= 0 {
			var done, wrong []int
			for _, a := range s.answers[i:] {
				if len(a.errors) > 0 {
					wrong = append(wrong, a.line)
				} else {
					done = append(done, a.line)
				}
			}
			b.WriteString("\n")
			if len(wrong) > 0 {
				s.paragraph(b, message.New("These lines were also refused, but the reasons are left out because there are so many: {lines}.", lineList(wrong)))
			}
			if len(done) > 0 {
				s.paragraph(b, message.New("These lines were also read, but their answers are left out because there are so many: {lines}.", lineList(done)))
			}
			return
		}
		text := "\n" + s.answerText(a)
		room.lines -= len(text)
		b.WriteString(text)
	}
}

// withoutEffect lists the lines without effect, with the reasons.
func (s *session) withoutEffect() message.Message {
	var parts []message.Message
	for _, why := range slices.Sorted(maps.Keys(s.passed)) {
		parts = append(parts, message.New("{lines} ({why})", lineList(s.joined(why)), reasons[why]))
	}
	return message.New("Without effect: {parts}.", message.ListOf(message.Clauses, parts))
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

// paragraph writes a message on separate lines.
func (s *session) paragraph(b *strings.Builder, m message.Message) {
	b.WriteString(phrase.Wrap(s.say(m), "", "", phrase.AnswerWidth) + "\n")
}

// inEnglish adds a remark before a text that exists only in English, for readers of other
// languages.
func (s *session) inEnglish(text string) string {
	r := s.reader()
	if r.English() {
		return text
	}
	var b strings.Builder
	s.paragraph(&b, message.New("This text is in English."))
	return b.String() + "\n" + text
}

// joined returns the lines without effect for a reason, including the empty
// ones between them.
func (s *session) joined(why command.Why) []int {
	other := map[int]bool{}
	for _, a := range s.answers {
		for n := a.line; n <= a.end; n++ {
			other[n] = true
		}
	}
	for _, n := range s.skipped {
		other[n] = true
	}
	for w, lines := range s.passed {
		for _, n := range lines {
			other[n] = other[n] || w != why
		}
	}
	var out []int
	for i, n := range s.passed[why] {
		if i > 0 {
			var gap []int
			for k := s.passed[why][i-1] + 1; k < n && !other[k]; k++ {
				gap = append(gap, k)
			}
			if len(gap) == n-s.passed[why][i-1]-1 {
				out = append(out, gap...)
			}
		}
		out = append(out, n)
	}
	return out
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
// who has not signed on is answered only at the address in From, because Reply-To can be forged.
// Reply-To is used only if it belongs to the same organisation as a verified sender.
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

// header returns the lines above the answer, with the game and its deadline.
func (s *session) header(ctx context.Context) string {
	if s.game == nil {
		return ":: " + s.o.c.Name + "\n"
	}
	return gameHeader(s.game, s.o.deadline(ctx, s.game), s.reader())
}

// answerText returns an answer as it appears in an e-mail, with passwords hidden.
func (s *session) answerText(a *answer) string {
	var b strings.Builder
	n := "    "
	if a.line > 0 {
		n = fmt.Sprintf("%3d ", a.line)
	}
	b.WriteString(n + "> " + a.raw + "\n")
	for i, m := range a.text {
		if slices.Contains(a.errors, i) {
			m = message.New("ERROR: {text}", m)
		}
		for line := range strings.SplitSeq(strings.TrimRight(command.Hide(s.say(m), s.secrets), "\n"), "\n") {
			b.WriteString(phrase.Wrap(line, "      ", "      ", phrase.AnswerWidth) + "\n")
		}
	}
	return b.String()
}

// mostRanges is the maximum number of ranges of lines that are listed.
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
