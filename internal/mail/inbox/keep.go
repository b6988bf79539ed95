package inbox

import (
	"context"
	"strings"

	"podesta/internal/game"
	"podesta/internal/mail/command"
	"podesta/internal/mail/letter"
	"podesta/internal/mail/outbox"
	"podesta/machiavelli/message"
)

// keeps reports whether a tag contains a single-use secret that would be wasted, because a password
// that the sender sets with it would be refused. In that case it records the tag and the reason in
// w.
func (o *Inbox) keeps(ctx context.Context, w *sender, tag string, l *letter.Letter) bool {
	for _, prefix := range []string{outbox.ConfirmTag, outbox.MoveTag, outbox.KnownTag, outbox.LoginTag} {
		secret, ok := strings.CutPrefix(tag, prefix)
		if !ok {
			continue
		}
		for _, b := range command.ParseReply(l.Full) {
			if b.Signon != nil {
				continue
			}
			if err := o.unfit(ctx, w, secret, b.Items); err != nil {
				w.kept, w.unfit = tag, err
				return true
			}
		}
	}
	return false
}

// unfit returns an error if a password in the items would be refused for the owner of an unused
// secret.
func (o *Inbox) unfit(ctx context.Context, w *sender, secret string, items []command.Item) error {
	var chosen []string
	for _, it := range items {
		if c, ok := it.Command.(command.SetPassword); ok {
			chosen = append(chosen, c.Password.Reveal())
		}
	}
	if len(chosen) == 0 {
		return nil
	}
	if _, used := w.progress.did(nameStep("secret", secret)); used {
		return nil
	}
	owner, err := o.judge.Base.Whose(ctx, secret)
	if err != nil {
		return nil // an invalid secret is reported when it is used
	}
	a, err := o.judge.Users.Account(ctx, owner)
	if err != nil {
		return nil
	}
	for _, pw := range chosen {
		if err := o.judge.Users.CheckPassword(pw, a.Name, a.Email); err != nil {
			return err
		}
	}
	return nil
}

// errKept is the reason why the rest of a block is ignored if the e-mail's secret was not used.
var errKept = game.Refuse(game.Conflict, message.New("The code in the address has not been used."))

// keep answers a password that was refused before the secret that permits setting it was used.
func (s *session) keep(b *command.Block) {
	for i := range b.Items {
		it := &b.Items[i]
		if _, ok := it.Command.(command.SetPassword); !ok {
			continue
		}
		s.refuse(it, s.w.unfit)
		a := s.answers[len(s.answers)-1]
		a.text = append(a.text, message.New("Nothing has been done, and the code that you got is still valid. Answer this e-mail with {command} and another password.", message.Order("SET PASSWORD")))
		it.Command = command.Ignored{Why: command.Comment}
	}
	s.closed = errKept
}
