package judge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// RecentSignIn is how long after signing on somebody may change what opens the
// account without giving the password once more.
const RecentSignIn = 15 * time.Minute

var (
	errReauthenticate = &Error{Code: Forbidden, Message: "This changes who can use your account, so the judge must be sure that it is you. Enter your password, or sign in again and make the change within 15 minutes. Nothing was changed."}
	errCurrent        = &Error{Code: Forbidden, Message: "The current password is wrong, so nothing was changed. If you have forgotten it, sign out and ask for a link by mail. For 15 minutes after you follow it, you can set a new one."}
)

// ConfirmOwner reports by a nil error that whoever uses a token may change what
// opens the account: the token is a session that began within RecentSignIn, or
// the password is right. A session that somebody has got hold of is not enough.
func (j *Judge) ConfirmOwner(ctx context.Context, a *Account, t Token, password string) error {
	switch {
	case j.recent(t):
		return nil
	case t.Kind != SessionToken || a.Hash == "" || password == "":
		return errReauthenticate
	}
	return j.confirmPassword(ctx, a, t, password)
}

// ConfirmPasswordChange reports by a nil error that whoever uses a session may
// set another password: the current one is right, the account has none and the
// session is a recent one, or a letter has opened the session a short while ago.
func (j *Judge) ConfirmPasswordChange(ctx context.Context, a *Account, t Token, current string) error {
	if a.Hash == "" || t.Email != "" && j.recent(t) {
		return j.ConfirmOwner(ctx, a, t, "")
	}
	return j.confirmPassword(ctx, a, t, current)
}

// recent reports whether a token is a session that began a short while ago.
func (j *Judge) recent(t Token) bool {
	return t.Kind == SessionToken && j.now().Sub(t.Created) < RecentSignIn
}

// confirmPassword checks the password of somebody who is signed on already:
// strangers who guess do not keep the owner from it.
func (j *Judge) confirmPassword(ctx context.Context, a *Account, t Token, password string) error {
	_, err := j.SignIn(WithKnown(ctx, "session "+t.Hash), a.Email, password)
	if ErrorCode(err) == Forbidden && !errors.Is(err, errBlocked) {
		err = errCurrent
	}
	return err
}

// OwnerNews is something that changed about who can use an account, for its
// owner.
type OwnerNews struct {
	Account string
	Name    string
	At      time.Time
	What    string   // "The password was changed."
	From    string   // where on the network it was asked for; empty: unknown
	To      []string // the account's confirmed addresses as they were before, but those that are answered anyhow
}

// TellOwners has f write to the owners of accounts about changes of passwords,
// addresses, passkeys and keys, in the transaction of the change. No door can
// make such a change without it.
func (j *Judge) TellOwners(f func(Tx, OwnerNews) error) { j.owners.Store(&f) }

type answeredKey struct{}

// WithAnswered notes in a context to which addresses the door answers what is
// done: they are not written to a second time about it.
func WithAnswered(ctx context.Context, addresses ...string) context.Context {
	return context.WithValue(ctx, answeredKey{}, addresses)
}

// ownersOf lists the confirmed addresses of an account before a change.
func ownersOf(tx Tx, account string) ([]string, error) {
	all, err := tx.Addresses(account)
	var out []string
	for _, x := range all {
		if x.Verified {
			out = append(out, x.Email)
		}
	}
	return out, err
}

// tellOwner tells the owner of an account what has changed about who can use it.
// to are the addresses from before the change.
func (j *Judge) tellOwner(ctx context.Context, tx Tx, a *Account, to []string, format string, args ...any) error {
	n := OwnerNews{Account: a.ID, Name: a.Name, At: j.now(), What: fmt.Sprintf(format, args...), From: remote(ctx)}
	answered, _ := ctx.Value(answeredKey{}).([]string)
	for _, x := range to {
		if !slices.ContainsFunc(answered, func(y string) bool { return SameAddress(x, y) }) {
			n.To = append(n.To, x)
		}
	}
	j.log.Load().Info("account changed", "account", a.ID, "what", n.What, "from", n.From)
	f := j.owners.Load()
	if f == nil || len(n.To) == 0 {
		return nil
	}
	return (*f)(tx, n)
}
