package account

import (
	"context"
	"fmt"
	"slices"
	"time"

	"podesta/internal/game"
)

// RecentSignIn is how long after signing on somebody may change what opens the
// account without giving the password once more.
const RecentSignIn = 15 * time.Minute

// The errors of people who change what opens their account.
var (
	// ErrReauthenticate asks for the password, or a fresh sign-in.
	ErrReauthenticate = &game.Error{Code: game.Forbidden, Message: "This changes who can use your account, so the judge must be sure that it is you. Enter your password, or sign in again and make the change within 15 minutes. Nothing was changed."}
	// ErrCurrent refuses a wrong current password.
	ErrCurrent = &game.Error{Code: game.Forbidden, Message: "The current password is wrong, so nothing was changed. If you have forgotten it, sign out and ask for a link by mail. For 15 minutes after you follow it, you can set a new one."}
)

// Recent reports whether a token is a session that began a short while ago.
func (s *Service) Recent(t game.Token) bool {
	return t.Kind == game.SessionToken && s.now().Sub(t.Created) < RecentSignIn
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
func (s *Service) TellOwners(f func(game.Tx, OwnerNews) error) { s.owners.Store(&f) }

type answeredKey struct{}

// WithAnswered notes in a context to which addresses the door answers what is
// done: they are not written to a second time about it.
func WithAnswered(ctx context.Context, addresses ...string) context.Context {
	return context.WithValue(ctx, answeredKey{}, addresses)
}

// OwnersOf lists the confirmed addresses of an account before a change.
func OwnersOf(tx game.Tx, account string) ([]string, error) {
	all, err := tx.Addresses(account)
	var out []string
	for _, x := range all {
		if x.Verified {
			out = append(out, x.Email)
		}
	}
	return out, err
}

// TellOwner tells the owner of an account what has changed about who can use it.
// to are the addresses from before the change.
func (s *Service) TellOwner(ctx context.Context, tx game.Tx, a *game.Account, to []string, format string, args ...any) error {
	n := OwnerNews{Account: a.ID, Name: a.Name, At: s.now(), What: fmt.Sprintf(format, args...), From: remote(ctx)}
	answered, _ := ctx.Value(answeredKey{}).([]string)
	for _, x := range to {
		if !slices.ContainsFunc(answered, func(y string) bool { return game.SameAddress(x, y) }) {
			n.To = append(n.To, x)
		}
	}
	s.log.Load().Info("account changed", "account", a.ID, "what", n.What, "from", n.From)
	f := s.owners.Load()
	if f == nil || len(n.To) == 0 {
		return nil
	}
	return (*f)(tx, n)
}
