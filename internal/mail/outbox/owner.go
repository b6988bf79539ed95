package outbox

import (
	"fmt"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/mail/phrase"
)

// tellOwner writes to the owner of an account that its credentials have
// changed, and what to do if it was another person.
func (o *Outbox) tellOwner(tx game.Tx, n account.OwnerNews) error {
	from := ""
	if n.From != "" {
		from = ", from " + phrase.OneLine(n.From, 60)
	}
	text := fmt.Sprintf("Hello %s,\n\nsomething has changed about your account at %s:\n\n%s\n\nWhen: %s%s.\n\nIf it was you, there is nothing to do.\n\n",
		n.Name, o.c.Name, phrase.Wrap(n.What, "    ", "    ", 76), n.At.UTC().Format("2 January 2006, 15:04 UTC"), from)
	return Enqueue(tx, &Letter{To: n.To, Subject: o.c.Name + ": your account has changed", Text: text + o.Rescue()}, o.clock.Now())
}

// Rescue explains what to do if another person has gained access to an account.
func (o *Outbox) Rescue() string {
	if o.c.BaseURL == "" {
		return "If it was not you, someone else is using your account. Send a letter to\n" + o.c.Address +
			"\nwith the line SET PASSWORD and a new password, and write to whoever runs the\njudge.\n"
	}
	return "If it was not you, someone else is using your account. Do this at once:\n\n" +
		"  1. Have a link sent to you at " + o.c.BaseURL + "/signin and follow it.\n" +
		"  2. On " + o.c.BaseURL + "/me set another password, and tick\n     that the keys of programs are taken back. All browsers are signed out.\n" +
		"  3. On the same page remove addresses and passkeys that are not yours.\n\n" +
		"If no link comes to any of your addresses, write to whoever runs the judge.\n"
}
