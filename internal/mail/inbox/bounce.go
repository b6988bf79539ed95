package inbox

import (
	"context"
	"strings"

	"podesta/internal/game"
	"podesta/internal/mail/letter"
	"podesta/internal/mail/outbox"
)

// bounced handles a delivery report, and returns a description of it. A report about an unknown
// e-mail, or about an e-mail that is merely delayed, changes nothing.
func (o *Inbox) bounced(ctx context.Context, raw []byte) (string, error) {
	r := letter.ReadBounce(raw)
	for _, id := range r.IDs {
		if !strings.HasSuffix(id, "@"+o.c.Domain()) {
			continue
		}
		mark, found, err := o.out.SentAs(ctx, id)
		switch {
		case err != nil:
			return "", err
		case !found:
		case !r.Failed:
			return "a report on a letter that is late or was delivered", nil
		default:
			return "a report on a letter that did not arrive: " + id, o.cameBack(ctx, mark, r.Why)
		}
	}
	return "a report on no letter of the judge", nil
}

// cameBack records that an e-mail was returned, if its reader still has the
// address.
func (o *Inbox) cameBack(ctx context.Context, mark outbox.SentMark, why string) error {
	a, err := o.judge.Users.Account(ctx, mark.Account)
	switch {
	case game.ErrorCode(err) == game.NotFound:
		return nil
	case err != nil:
		return err
	case !mark.To(a.Email):
		return nil
	}
	return o.out.Undelivered(ctx, a.ID, a.Email, why)
}

// arrived records that an e-mail came from an address, which proves that it works.
func (o *Inbox) arrived(ctx context.Context, w *sender) {
	if w.account == nil {
		return
	}
	if err := o.judge.Users.Arrives(ctx, w.account.ID, w.from); err != nil {
		o.log.Error("mail", "error", err)
	}
}
