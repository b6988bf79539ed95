package users

import (
	"context"
	"errors"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
)

// restoredBatch is the number of accounts in a transaction of Restored.
const restoredBatch = 50

// Restored is what was done after a restore.
type Restored struct {
	Copied   time.Time // when the judge was last running, as the copy says
	Accounts int       // number of accounts whose access was ended
	Games    int       // number of games that got other dice
}

// Restored is called when the database was replaced by an earlier copy of itself: what
// was revoked since is there again, and nobody knows what that is. All access to all
// accounts is ended, except their addresses and, for people who could not sign in
// without them on a judge that sends no e-mail, passkeys and accounts elsewhere. Their
// owners get an e-mail. Addresses for replies in all e-mail that was sent change, and dice
// that people may have seen do not fall again. It can be repeated.
func (u *Users) Restored(ctx context.Context, letters bool) (Restored, error) {
	var out Restored
	_, at, err := u.marks.LastMark(ctx)
	if err != nil {
		return out, err
	}
	out.Copied = at
	err = u.base.Write(ctx, func(tx *game.Tx) error {
		if err := tx.Passkeys.DropCeremonies(u.base.Now().Add(24 * time.Hour)); err != nil { // all of them
			return err
		}
		return tx.Items.Put("", account.ReplyItem, "", []byte(game.NewID()))
	})
	if err != nil {
		return out, err
	}
	for after, more := "", true; more; {
		ended := 0
		err := u.base.Write(ctx, func(tx *game.Tx) error {
			ended = 0
			ids, err := tx.Accounts.AccountIDs(after, restoredBatch)
			if err != nil {
				return err
			}
			for _, id := range ids {
				some, err := u.base.Accounts.Restored(ctx, tx, id, at, letters)
				if err != nil {
					return err
				}
				if some {
					ended++
				}
				after = id
			}
			more = len(ids) == restoredBatch
			return nil
		})
		if err != nil {
			return out, err
		}
		out.Accounts += ended
	}
	out.Games, err = u.admin.FreshenDice(ctx)
	return out, err
}

// Erased reports whether the data of a person are erased, or were never there.
func (u *Users) Erased(ctx context.Context, accountID string) (bool, error) {
	a, err := u.Account(ctx, accountID)
	if game.ErrorCode(err) == game.NotFound {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	return a.Blocked && a.Name == account.FormerPlayer, nil
}

// noteErased keeps outside the database which account is erased, so that it can be
// repeated after a restore.
func (u *Users) noteErased(accountID string) error {
	if u.erased == nil {
		return nil
	}
	return u.erased(accountID)
}

// epoch returns what Restored has stored for the addresses of replies, or nothing.
func epoch(tx *game.Tx) (string, error) {
	data, err := tx.Items.Get("", account.ReplyItem, "")
	if errors.Is(err, game.ErrNoRecord) {
		return "", nil
	}
	return string(data), err
}
