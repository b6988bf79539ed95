package outbox

import (
	"context"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/mail/phrase"
	"podesta/internal/words"
	"podesta/machiavelli/message"
)

// Confirm writes to an address that a visitor entered on the pages or through the API. The secret
// in the e-mail verifies the address. If there is no secret, the address already belongs to an
// account, whose owner is notified of the request. The parameter language is the tag of the
// visitor's language, for an address without an account.
func (o *Outbox) Confirm(ctx context.Context, to account.SecretMail, name, language string) error {
	if to.Secret() != "" {
		return o.queue(ctx, o.Proving(o.visitor(language), name, to, ConfirmTag))
	}
	a, err := o.judge.Users.AccountByEmail(ctx, to.To())
	if err != nil {
		return err
	}
	m, err := o.Known(ctx, a)
	if err != nil {
		return err
	}
	return o.queue(ctx, m)
}

// visitor returns a reader without an account, whose language has the given tag.
func (o *Outbox) visitor(language string) phrase.Reader {
	r := o.reader(nil)
	for _, c := range o.c.Languages {
		if c.Tag == language {
			r.Catalogue = c
		}
	}
	return r
}

// Stranger returns a sender without an account as a reader. The parameter accept is the value of
// the field Accept-Language, which lists the languages that they read.
func (o *Outbox) Stranger(accept string) phrase.Reader {
	r := o.reader(nil)
	r.Catalogue = words.Accepted(accept, o.c.Languages)
	return r
}

// SignOn sends a link that signs in once with the secret. If there is no secret, because the
// address is unknown, it sends nothing.
func (o *Outbox) SignOn(ctx context.Context, to account.SecretMail) error {
	secret := to.Secret()
	if secret == "" {
		return nil
	}
	a, err := o.judge.Users.AccountByEmail(ctx, to.To())
	if err != nil {
		return err
	}
	r, judge := o.reader(a), message.Name(o.c.Name)
	text := prose{to: r}
	text.add(message.New("Someone, probably you, wants to sign in to {judge} with this address. If it was not you, ignore this e-mail.", judge))
	o.explainLink(&text, secret)
	m := text.letter([]string{to.To()}, r.M(message.New("{judge}: sign in", judge)), o.c.Name, message.New("sign in"))
	m.Tag = LoginTag + secret
	return o.queue(ctx, m)
}

// explainLink adds the explanation of how to use a secret that signs in once.
func (o *Outbox) explainLink(text *prose, secret string) {
	if o.c.BaseURL != "" {
		text.add(message.New("To sign in, open this within an hour. It works once:"))
		text.show(o.c.BaseURL + "/signin?token=" + secret)
	}
	text.add(message.New("If you have forgotten your password, answer this e-mail within an hour. Begin your answer with {command} and a new password.", message.Order("SET PASSWORD")))
}

// queue queues an e-mail in a separate transaction.
func (o *Outbox) queue(ctx context.Context, m *Letter) error {
	return o.store.Write(ctx, func(tx *game.Tx) error { return Enqueue(tx, m, o.clock.Now()) })
}
