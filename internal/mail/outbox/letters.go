package outbox

import (
	"context"
	"fmt"

	"podesta/internal/account"
	"podesta/internal/game"
)

// Confirm writes to an address that a visitor entered as theirs elsewhere than
// by e-mail: the secret verifies it. Without a secret the address belongs to an
// account already, and its owner is notified of the request.
func (o *Outbox) Confirm(ctx context.Context, to account.SecretMail, name string) error {
	if to.Secret() != "" {
		return o.queue(ctx, o.Proving(&game.Account{Name: name}, to, ConfirmTag))
	}
	a, err := o.judge.AccountByEmail(ctx, to.To())
	if err != nil {
		return err
	}
	m, err := o.Known(ctx, a)
	if err != nil {
		return err
	}
	return o.queue(ctx, m)
}

// SignOn sends a link that signs in once with the secret. Without a secret, for
// an unknown address, it sends nothing.
func (o *Outbox) SignOn(ctx context.Context, to account.SecretMail) error {
	secret := to.Secret()
	if secret == "" {
		return nil
	}
	text := fmt.Sprintf("Someone, probably you, wants to sign on to %s with this address. If it was\nnot you, ignore this letter.\n\n", o.c.Name)
	if o.c.BaseURL != "" {
		text += "To sign on, open this within an hour. It works once:\n\n    " + o.c.BaseURL + "/signin?token=" + secret + "\n\n"
	}
	text += "If you have forgotten your password, answer this letter within an hour, with\nthe line\n\n    SET PASSWORD and a new one\n"
	return o.queue(ctx, &Letter{To: []string{to.To()}, Subject: o.c.Name + ": sign on", Text: text, Tag: LoginTag + secret})
}

// queue queues an e-mail in a transaction of its own.
func (o *Outbox) queue(ctx context.Context, m *Letter) error {
	return o.store.Write(ctx, func(tx game.Tx) error { return Enqueue(tx, m, o.clock.Now()) })
}
