package outbox

import (
	"errors"

	"podesta/internal/game"
	"podesta/internal/tournament"
	"podesta/machiavelli/message"
)

// tellEntrant writes to a person about a tournament, unless they receive no e-mail.
func (o *Outbox) tellEntrant(tx *game.Tx, l tournament.Letter) error {
	a, err := tx.Accounts.Account(l.Account)
	if errors.Is(err, game.ErrNoRecord) {
		return nil
	}
	if err != nil || a.Blocked || !a.Verified || a.Email == "" {
		return err
	}
	text := prose{to: o.reader(&a)}
	text.greet(a.Name)
	for _, m := range l.Said {
		text.add(m)
	}
	text.list(false, l.List...)
	if o.c.BaseURL != "" {
		text.add(message.New("The page of the tournament:"))
		text.show(o.c.BaseURL + "/tournaments/" + l.Tournament)
	}
	return o.tell(tx, &a, []string{a.Email}, &text, l.Due, l.Subject, l.Subject)
}
