package mail

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"podesta/internal/judge"
	"podesta/internal/mail/letter"
)

// Letters that went out are remembered for some weeks, by their Message-IDs, so
// that a report on one of them is believed: nobody knows the Message-ID but whom
// the letter went to, and the servers on the way. They are items that belong to no
// game, of one kind for each week.
const (
	sentKind  = "sent "
	sentWeeks = 2 // besides the current one
)

// sentMark is such an item. It holds no address, so that nothing is left of
// somebody who is forgotten.
type sentMark struct {
	Account string `json:"account"`
	Address string `json:"address"` // a sum of it
}

// addressSum is a sum of an address.
func addressSum(email string) string {
	sum := sha256.Sum256([]byte("address " + strings.ToLower(email)))
	return hex.EncodeToString(sum[:12])
}

// sentIn is the kind of the items of a week.
func sentIn(t time.Time) string {
	year, week := t.UTC().ISOWeek()
	return fmt.Sprintf("%s%04d-%02d", sentKind, year, week)
}

// remember notes to whom a letter goes.
func (o *Office) remember(ctx context.Context, m *mailing) error {
	if m.Account == "" || m.ID == "" || len(m.To) != 1 {
		return nil
	}
	text, err := json.Marshal(sentMark{m.Account, addressSum(m.To[0])})
	if err != nil {
		return err
	}
	return o.store.Write(ctx, func(tx judge.Tx) error {
		return tx.Put("", sentIn(o.clock.Now()), m.ID, text)
	})
}

// sentAs finds the letter of a Message-ID among those that went out lately.
func (o *Office) sentAs(ctx context.Context, id string) (mark sentMark, found bool, err error) {
	err = o.store.Read(ctx, func(tx judge.Tx) error {
		found = false
		for back := 0; back <= sentWeeks; back++ {
			text, err := tx.Get("", sentIn(o.clock.Now().AddDate(0, 0, -7*back)), id)
			if errors.Is(err, judge.ErrNoRecord) {
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

// bounced takes a report on delivery in, and says what it was. One that is about
// no letter of the judge, and one about a letter that is merely late, changes
// nothing.
func (o *Office) bounced(ctx context.Context, raw []byte) (string, error) {
	r := letter.ReadBounce(raw)
	for _, id := range r.IDs {
		if !strings.HasSuffix(id, "@"+o.c.domain()) {
			continue
		}
		mark, found, err := o.sentAs(ctx, id)
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

// cameBack notes that a letter came back, if its reader still has the address.
func (o *Office) cameBack(ctx context.Context, mark sentMark, why string) error {
	a, err := o.judge.Account(ctx, mark.Account)
	switch {
	case judge.ErrorCode(err) == judge.NotFound:
		return nil
	case err != nil:
		return err
	case addressSum(a.Email) != mark.Address:
		return nil
	}
	return o.undelivered(ctx, a.ID, a.Email, why)
}

// undelivered notes that a letter to an account was refused or came back, and
// tells whoever runs the judge if it is the first.
func (o *Office) undelivered(ctx context.Context, account, email, why string) error {
	first, err := o.judge.Bounced(ctx, account, email, why)
	if err != nil || !first {
		return err
	}
	o.log.Warn("letters do not arrive", "account", account, "address", email, "reason", why)
	if o.c.Keeper == "" || strings.EqualFold(o.c.Keeper, email) {
		return nil
	}
	text := fmt.Sprintf("E-mail to %s is not being delivered.\n", email)
	if why != "" {
		text += wrap("The mail server said: "+oneLine(why, 300), "", "  ", answerWidth) + "\n"
	}
	text += "\n" + wrap("The masters of that player's games have been notified, and the player's pages show it. You get no further letter about this address unless it works again and fails anew. It counts as working again when the player writes from it or gives another one, or when nothing has come back for two weeks. \"podesta mail -failed\" lists all such addresses.", "", "", answerWidth) + "\n"
	return o.queue(ctx, &mailing{To: []string{o.c.Keeper}, Subject: o.c.Name + ": e-mail to a player is not being delivered", Text: text})
}

// arrived notes that somebody has written from his address.
func (o *Office) arrived(ctx context.Context, w *writer) {
	if w.account == nil {
		return
	}
	if err := o.judge.Arrives(ctx, w.account.ID, w.from); err != nil {
		o.log.Error("mail", "error", err)
	}
}

// Bouncing lists the addresses at which letters do not arrive.
func (o *Office) Bouncing(ctx context.Context) ([]judge.Bouncing, error) {
	return o.judge.AllBouncing(ctx)
}
