package outbox

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli/message"
)

// sentKind is the prefix of the kinds of items that record sent e-mail by its Message-ID. Sent
// e-mail is remembered for some weeks, so that delivery reports can be trusted: only the recipient
// and the servers on the way know the Message-ID. The items belong to no game, and each week has
// its own kind.
const sentKind = "sent "

// SentMark is the content of the item for a sent e-mail. It contains only a hash of the address, so
// that no personal data remain after an erasure.
type SentMark struct {
	Account string `json:"account"`
	Address string `json:"address"` // a hash of the address
}

// To reports whether the e-mail was sent to an address.
func (m *SentMark) To(email string) bool { return m.Address == addressSum(email) }

// addressSum returns a hash of an address.
func addressSum(email string) string {
	sum := sha256.Sum256([]byte("address " + strings.ToLower(email)))
	return hex.EncodeToString(sum[:12])
}

// sentIn returns the kind of the items for a week.
func sentIn(t time.Time) string {
	year, week := t.UTC().ISOWeek()
	return fmt.Sprintf("%s%04d-%02d", sentKind, year, week)
}

// remember records the recipient of an e-mail.
func (o *Outbox) remember(m *Letter) error {
	if m.remembered || m.Account == "" || m.ID == "" || len(m.To) != 1 {
		return nil
	}
	text, err := json.Marshal(SentMark{m.Account, addressSum(m.To[0])})
	if err != nil {
		return err
	}
	return o.commits.write(func(tx *game.Tx) error {
		return tx.Items.Put("", sentIn(o.clock.Now()), m.ID, text)
	})
}

// SentAs returns the record of the e-mail with a Message-ID, if it was sent recently.
func (o *Outbox) SentAs(ctx context.Context, id string) (mark SentMark, found bool, err error) {
	err = o.store.Read(ctx, func(tx *game.Tx) error {
		found = false
		for back := 0; back <= o.keep.weeks(); back++ {
			text, err := tx.Items.Get("", sentIn(o.clock.Now().AddDate(0, 0, -7*back)), id)
			if errors.Is(err, game.ErrNoRecord) {
				continue
			}
			if err != nil {
				return err
			}
			found = true
			return json.Unmarshal(text, &mark)
		}
		return nil
	})
	return mark, found, err
}

// Undelivered records that an e-mail to an account was refused or returned, and notifies the
// operator, if there is one, of the first such e-mail. A failure of the operator's own address is
// only logged.
func (o *Outbox) Undelivered(ctx context.Context, account, email, why string) error {
	first, err := o.judge.Users.Bounced(ctx, account, email, why)
	if err != nil || !first {
		return err
	}
	o.log.Warn("mail bounced", "account", account, "address", email, "reason", why)
	if o.operator == "" || strings.EqualFold(o.operator, email) {
		return nil
	}
	operator, err := o.judge.Users.AccountByEmail(ctx, o.operator)
	if gone(err) != nil {
		return err
	}
	if err != nil {
		operator = nil
	}
	r := o.reader(operator)
	text := prose{to: r}
	text.add(message.New("E-mail to {address} is not being delivered.", message.Order(email)))
	if why != "" {
		text.add(message.New("The mail server said: {text}", message.Name(phrase.OneLine(why, 300))))
	}
	text.add(message.New("The masters of that player's games have been notified, and the player's pages show it. You get no further e-mail about this address unless it works again and then fails again. It counts as working again when the player writes from it or gives another one, or when nothing has come back for two weeks. {command} lists all such addresses.", message.Order("podesta mail -failed")))
	return o.queue(ctx, text.letter([]string{o.operator}, r.M(message.New("{judge}: e-mail to a player is not being delivered", message.Name(o.c.Name))), o.c.Name, message.New("e-mail to a player is not being delivered")))
}

// Clean deletes records of sent e-mail, and undeliverable e-mail, after their retention time. It
// should be called a few times a day.
func (o *Outbox) Clean(ctx context.Context) error {
	now := o.Now()
	keep := map[string]bool{}
	for back := 0; back <= o.keep.weeks(); back++ {
		keep[sentIn(now.AddDate(0, 0, -7*back))] = true
	}
	if err := DropWeeks(ctx, o.store, sentKind, keep); err != nil || o.keep.Failed <= 0 {
		return err
	}
	for _, kind := range queues {
		err := inBatches(ctx, o.store, func(tx *game.Tx) (int, error) {
			return tx.Jobs.DropGivenUp(kind, now, now.Add(-o.keep.Failed), cleanBatch)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
