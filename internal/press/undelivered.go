package press

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
)

// undeliveredItem is the kind of the items that record when masters were notified that e-mail does
// not reach an account, keyed by account.
const undeliveredItem = "undelivered"

// undeliveredTime is the minimum time between two such notices.
const undeliveredTime = 7 * 24 * time.Hour

// Undelivered notifies a game's masters, at most once a week, that e-mails to a
// member were permanently refused. A master is not notified about their own
// address, since that e-mail would be refused too. It ignores accounts that are
// not members.
func (p *Press) Undelivered(ctx context.Context, gameID, account string) error {
	return p.base.Write(ctx, func(tx *game.Tx) error {
		g, err := p.base.Load(tx, gameID)
		if errors.Is(err, game.ErrNoGame) {
			return nil
		}
		if err != nil {
			return err
		}
		members, err := tx.Members.Members(gameID)
		if err != nil {
			return err
		}
		at := -1
		for i, m := range members {
			if m.Account != account || !m.Left.IsZero() {
				continue
			}
			if m.Kind == game.Master {
				return nil
			}
			if at < 0 || m.Kind == game.Player {
				at = i
			}
		}
		if at < 0 {
			return nil
		}
		text, err := tx.Items.Get(gameID, undeliveredItem, account)
		var told time.Time
		switch {
		case errors.Is(err, game.ErrNoRecord):
		case err != nil:
			return err
		default:
			if err := json.Unmarshal(text, &told); err != nil {
				return g.WrapError(err)
			}
		}
		if !told.IsZero() && g.At.Sub(told) < undeliveredTime {
			return nil
		}
		if text, err = json.Marshal(g.At); err != nil {
			return err
		}
		if err := tx.Items.Put(gameID, undeliveredItem, account, text); err != nil {
			return err
		}
		what, n := message.New("E-mail to an observer is not being delivered."), journal.Notice{Topic: journal.TopicUndelivered}
		if m := members[at]; m.Kind == game.Player && m.Seat > 0 {
			what, n.Seats = message.New("E-mail to {powers} is not being delivered.", g.Called(m.Seat)), []int{m.Seat}
		} else if m.Kind == game.Player {
			what = message.New("E-mail to a player is not being delivered.")
		}
		if a, err := tx.Accounts.Account(account); err == nil {
			n.Who = a.Name
		}
		n.Said = gamestate.Sentences(what, message.New("The mail server refuses the address. The game's pages still show everything, and the operator of the judge can see the e-mails in the list of failures."))
		return gamestate.Notice(tx, g, journal.MastersOnly, n)
	})
}
