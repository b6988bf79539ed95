package users

import (
	"context"
	"errors"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
)

// restoredBatch is the number of accounts per transaction of Restored.
const restoredBatch = 50

// Restored is the result of Users.Restored.
type Restored struct {
	Copied   time.Time // when the judge was last running, according to the copy
	Accounts int       // number of accounts whose access was ended
	Games    int       // number of games that got new dice
}

// Restored is called after the database was replaced by an earlier copy of itself. Access that was
// revoked since the copy was made is valid again, and nobody knows which. All access to all
// accounts is therefore ended. Only the addresses remain and, on a judge that sends no e-mail, the
// passkeys and identities of people who could not sign in without them. The owners get an e-mail.
// The reply addresses in all earlier e-mail become invalid, and dice that people may have seen are
// changed. It can be called again.
func (u *Users) Restored(ctx context.Context, letters bool) (Restored, error) {
	var out Restored
	_, at, err := u.marks.LastMark(ctx)
	if err != nil {
		return out, err
	}
	out.Copied = at
	err = u.base.Write(ctx, func(tx *game.Tx) error {
		// A time in the future drops all pending passkey ceremonies.
		if err := tx.Passkeys.DropCeremonies(u.base.Now().Add(24 * time.Hour)); err != nil {
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

// Erased reports whether the data of a person are erased, or never existed.
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

// noteErased records outside the database that an account is erased, so that the erasure can be
// repeated after a restore.
func (u *Users) noteErased(accountID string) error {
	if u.erased == nil {
		return nil
	}
	return u.erased(accountID)
}

// epoch returns the value that Restored has stored for deriving reply addresses, or "".
func epoch(tx *game.Tx) (string, error) {
	data, err := tx.Items.Get("", account.ReplyItem, "")
	if errors.Is(err, game.ErrNoRecord) {
		return "", nil
	}
	return string(data), err
}
