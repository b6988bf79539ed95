package inbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-smtp"

	"podesta/internal/game"
	"podesta/internal/mail/command"
	"podesta/internal/mail/letter"
	"podesta/internal/mail/outbox"
	"podesta/internal/mail/smtpd"
	"podesta/internal/trace"
)

// Receive reads a message, runs its commands and queues the answers. If it returns nil,
// everything is stored. After an error other than ErrMessage, the message was not accepted and
// should be delivered again.
func (o *Inbox) Receive(ctx context.Context, r io.Reader, env smtpd.Envelope) (smtpd.Outcome, error) {
	ctx, span := trace.Begin(ctx, trace.Server, "receive e-mail", "")
	defer span.End()
	outcome, err := o.receive(ctx, r, env)
	span.Str("podesta.outcome", string(outcome))
	span.Fail(err)
	switch {
	case err == nil && outcome == smtpd.Answered:
		o.count.MailReceived("taken")
	case err == nil:
		o.count.MailReceived("ignored")
	case errors.Is(err, smtpd.ErrMessage):
		o.count.MailReceived("refused")
	default:
		o.count.MailReceived("deferred")
	}
	return outcome, err
}

func (o *Inbox) receive(ctx context.Context, r io.Reader, env smtpd.Envelope) (smtpd.Outcome, error) {
	l, head, proof, err := o.senders.Read(ctx, r, env)
	if errors.Is(err, letter.ErrHeader) || errors.Is(err, letter.ErrEmpty) || errors.Is(err, smtp.ErrTooLongLine) {
		return "", fmt.Errorf("%w: %w", smtpd.ErrMessage, err)
	}
	if err != nil {
		return "", fmt.Errorf("%w: %w", smtpd.ErrLater, err)
	}
	log := o.log.With("id", l.MessageID, "from", l.From.Address, "size", l.Size)
	if l.Auto.Kind == letter.Bounce {
		why, err := o.bounced(ctx, head)
		if err != nil {
			return "", fmt.Errorf("%w: %w", smtpd.ErrLater, err)
		}
		log.Info("mail dropped", "reason", why)
		return smtpd.Dropped, nil
	}
	if why := o.unwanted(l, env); why != "" {
		log.Info("mail dropped", "reason", why)
		return smtpd.Dropped, nil
	}
	if !o.room(ctx, l, env, proof) {
		log.Warn("mail deferred", "reason", "too many e-mails from one sender")
		return "", fmt.Errorf("%w: too many e-mails from one sender", smtpd.ErrLater)
	}
	p, seen, err := o.take(ctx, l, proof)
	switch {
	case err != nil:
		return "", fmt.Errorf("%w: %w", smtpd.ErrLater, err)
	case seen == seenDone:
		log.Info("mail dropped", "reason", "already answered")
		return smtpd.Duplicate, nil
	case seen == seenBusy:
		return "", fmt.Errorf("%w: it is already being read", smtpd.ErrLater)
	}
	// Completed steps are stored, and the next delivery continues after them.
	end := p.keep()
	ctx, told := o.judge.Base.Collecting(ctx)
	replies, why, err := o.answer(ctx, l, env, proof, p)
	if err == nil {
		err = p.finish(ctx, replies, told, nil)
	} else if e := o.judge.Base.Release(ctx, told); e != nil {
		log.Error("mail", "error", e)
	}
	end()
	if err != nil {
		if e := p.release(context.WithoutCancel(ctx)); e != nil {
			log.Error("mail", "error", e)
		}
		return "", fmt.Errorf("%w: %w", smtpd.ErrLater, err)
	}
	if why != "" {
		log.Warn("mail not answered", "sender", proof.String(), "reason", why)
		return smtpd.Answered, nil
	}
	log.Info("mail answered", "sender", proof.String(), "answers", len(replies))
	return smtpd.Answered, nil
}

// The limits of waiting for another process that is working on the same e-mail. The wait exceeds
// the lease, so that no further delivery is needed if that process was interrupted.
const (
	busyWait = outbox.LeaseTime + 5*time.Second
	busyLook = 500 * time.Millisecond
)

// take takes the lease of an e-mail. If another process has it, take waits for
// the outcome.
func (o *Inbox) take(ctx context.Context, l *letter.Letter, proof smtpd.Proof) (*progress, seenState, error) {
	key, lasting := seenKey(l)
	signed := ""
	if proof.Signed() {
		signed = signedKey(l)
	}
	until := time.Now().Add(busyWait)
	for {
		p, seen, err := o.begin(ctx, key, signed, lasting)
		if err != nil || seen != seenBusy || time.Now().After(until) {
			return p, seen, err
		}
		select {
		case <-ctx.Done():
			return p, seen, ctx.Err()
		case <-time.After(busyLook):
		}
	}
}

// room counts an e-mail and reports whether its sender may write now. Because senders can be
// forged, e-mail from verified senders and e-mail to an address that only its owner knows are
// counted separately.
func (o *Inbox) room(ctx context.Context, l *letter.Letter, env smtpd.Envelope, p smtpd.Proof) bool {
	now := o.clock.Now()
	if may := o.mayWrite(writer(l.From.Address, p.OK()), now); may || p.OK() {
		return may
	}
	for _, tag := range o.tags(l, env) {
		if !tokenForm.MatchString(tag) {
			continue
		}
		if a, t, err := o.judge.Users.Authenticate(ctx, tag); err == nil && t.Kind == game.ReplyToken {
			return o.mayWrite("account "+a.ID, now)
		}
	}
	return false
}

// mayWrite counts an e-mail from a sender and reports whether it may be processed now.
func (o *Inbox) mayWrite(sender string, now time.Time) bool {
	return o.limits.Take(sender, 1, now) == 0
}

// writer returns the key under which e-mail from an address is counted. E-mail with a forged
// address does not count for the verified owner of the address.
func writer(address string, proven bool) string {
	if proven {
		return "proven " + strings.ToLower(address)
	}
	return strings.ToLower(address)
}

// unwanted returns the reason why an e-mail is not answered, or "".
func (o *Inbox) unwanted(l *letter.Letter, env smtpd.Envelope) string {
	switch {
	case l.Auto.Kind != letter.Person:
		return fmt.Sprintf("%s (%s)", l.Auto.Kind, l.Auto.Why)
	case l.From.Address == "":
		return "no sender"
	case o.c.Ours(letter.ReadRecipient(l.From.Address)):
		return "written by the judge"
	case env.Remote != nil && env.From == "":
		return "no sender on the envelope"
	}
	return ""
}

// answer runs the commands of an e-mail that have not been run yet, and returns the answers. If
// there are no answers because the sender has already received too many, the result why says so.
func (o *Inbox) answer(ctx context.Context, l *letter.Letter, env smtpd.Envelope, proof smtpd.Proof, p *progress) (out []*outbox.Letter, why string, err error) {
	w, err := o.sender(ctx, l, env, proof, p)
	if err != nil {
		return nil, "", err
	}
	w.own, w.strange = ofMember, ofStranger
	if w.account == nil && !w.proven && o.strangers.Take("", ofStranger.all, o.clock.Now()) > 0 {
		w.strange = ofCrowd
	}
	o.arrived(ctx, w)
	blocks := o.blocks(ctx, l, w)
	secrets := command.Secrets(blocks)
	use := usefulness{writer: writer(w.from, w.proven)}
	for i := range blocks {
		s := &session{o: o, l: l, w: w, block: i, secrets: secrets}
		if i == 0 {
			s.first = true
		}
		if err := s.run(ctx, &blocks[i]); err != nil {
			return nil, "", err
		}
		use.count(s)
		if s.silent() && len(blocks) > 1 {
			continue
		}
		more, err := s.replies(ctx)
		if err != nil {
			return nil, "", err
		}
		out = append(out, more...)
	}
	if why := o.budgets.exceeded(use, o.clock.Now()); why != "" {
		return nil, why, nil
	}
	return joined(out), "", nil
}

// blocks parses an e-mail. It passes on the names of powers in players' own scenarios, which may be
// equal to commands or look like letters of other powers.
func (o *Inbox) blocks(ctx context.Context, l *letter.Letter, w *sender) []command.Block {
	parse := command.Parse
	if w.game != "" || w.greets() {
		parse = command.ParseReply
	}
	blocks := parse(l.Full)
	var powers []string
	add := func(g *game.Game, err error) {
		if err != nil {
			return
		}
		for _, p := range g.Setting.Powers[1:] {
			if !command.KnowsPower(p.Name) {
				powers = append(powers, p.Name)
			}
		}
	}
	if w.game != "" {
		add(o.judge.Base.Game(ctx, w.game))
	}
	for i := range blocks {
		if c := blocks[i].Signon; c != nil && !c.Create && c.Game != "" {
			add(o.judge.Base.FindGame(ctx, c.Game))
		}
	}
	if len(powers) == 0 {
		return blocks
	}
	return parse(l.Full, powers...)
}

// joined combines answers to the same addresses into one e-mail, unless they are for different
// games or seats.
func joined(replies []*outbox.Letter) []*outbox.Letter {
	var out []*outbox.Letter
	for _, m := range replies {
		at := slices.IndexFunc(out, func(x *outbox.Letter) bool {
			same := slices.Equal(x.To, m.To) && x.Replied && m.Replied && x.Tag == "" && m.Tag == ""
			return same && (x.Game == m.Game && x.Account == m.Account && x.Seat == m.Seat || x.Game == "" || m.Game == "")
		})
		if at < 0 {
			out = append(out, m)
			continue
		}
		first, second := out[at], m
		both := *second
		if second.Game == "" {
			both = *first
		}
		both.Text = strings.TrimRight(first.Text, "\n") + "\n\n" + second.Text
		both.Short, both.Refused = "", first.Refused || second.Refused
		if first.Page != nil && second.Page != nil {
			page := *both.Page
			page.Blocks = slices.Concat(first.Page.Blocks, []outbox.Block{{Title: second.Page.Game + ": " + second.Page.Title, Part: true}}, second.Page.Blocks)
			page.Title = first.Page.Title
			both.Page = &page
		}
		out[at] = &both
	}
	return out
}
