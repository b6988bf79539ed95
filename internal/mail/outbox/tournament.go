package outbox

import (
	"errors"

	"podesta/internal/game"
	"podesta/internal/mail/phrase"
	"podesta/internal/tournament"
	"podesta/machiavelli/message"
)

// tellEntrant writes to a person about a tournament. It sends nothing to those who
// receive no e-mail.
func (o *Outbox) tellEntrant(tx *game.Tx, l tournament.Letter) error {
	a, err := tx.Accounts.Account(l.Account)
	if errors.Is(err, game.ErrNoRecord) {
		return nil
	}
	if err != nil || a.Blocked || !a.Verified || a.Email == "" {
		return err
	}
	when, err := o.whenFor(&a, l.Due)
	if err != nil {
		return err
	}
	r := o.reader(&a)
	text := prose{to: r}
	text.add(message.New("Hello {name},", message.Name(a.Name)))
	for _, m := range l.Said {
		text.add(m)
	}
	for i, m := range l.List {
		line := phrase.Wrap(r.M(m), "    ", "      ", phrase.AnswerWidth)
		if i == 0 {
			text.addLines(line)
		} else {
			text.text.WriteString(line + "\n")
		}
	}
	if o.c.BaseURL != "" {
		text.add(message.New("The page of the tournament:"))
		text.show(o.c.BaseURL + "/tournaments/" + l.Tournament)
	}
	return Enqueue(tx, &Letter{To: []string{a.Email}, Subject: r.M(l.Subject), Text: text.String()}, when)
}
