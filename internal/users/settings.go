package users

import (
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
)

// BrowserMark returns a mark for a browser in which the owner of an account has
// signed in. It grants no access. The attempts of others do not slow down a
// browser with the mark, which has a few attempts of its own.
func (u *Users) BrowserMark(account string) string { return u.Accounts.BrowserMark(account) }

// CheckPassword returns an error with code "invalid" if a password is too
// short, too long, in the list of common passwords, a sequence on the keyboard,
// or composed of words that are easy to guess. avoid lists further such words:
// the account's name and address.
func (u *Users) CheckPassword(password string, avoid ...string) error {
	return u.Accounts.CheckPassword(password, avoid...)
}

// SessionTime returns the maximum duration of a session.
func (u *Users) SessionTime() time.Duration { return u.Accounts.SessionTime() }

// TellOwners registers f to notify the owners of accounts of changes to
// passwords, addresses, passkeys and keys, in the transaction of the change. No
// such change bypasses it.
func (u *Users) TellOwners(f func(*game.Tx, account.OwnerNews) error) { u.Accounts.TellOwners(f) }
