package users

import (
	"io"
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

// ReserveAddresses makes the judge refuse its own addresses as addresses of
// accounts.
func (u *Users) ReserveAddresses(ours func(email string) bool) { u.Accounts.ReserveAddresses(ours) }

// SessionTime returns the maximum duration of a session.
func (u *Users) SessionTime() time.Duration { return u.Accounts.SessionTime() }

// SetCommonPasswords reads a list of passwords that are refused, in addition to
// those that the program knows. Each line has a password, or its SHA-1 in
// hexadecimal, optionally followed by a colon and anything else. Lines that
// begin with # are ignored. It returns the number of passwords.
func (u *Users) SetCommonPasswords(r io.Reader) (int, error) { return u.Accounts.SetCommonPasswords(r) }

// SetFactorNeed sets who must have a second factor.
func (u *Users) SetFactorNeed(need account.FactorNeed) { u.Accounts.SetFactorNeed(need) }

// SetSessions sets the time without use after which a session ends, and its
// maximum duration. Both are checked whenever a session is used, and so apply
// to existing sessions.
func (u *Users) SetSessions(idle, whole time.Duration) { u.Accounts.SetSessions(idle, whole) }

// SetZone sets the time zone of people who register without one. The default is
// UTC. It must be called before the judge is used. It returns an error for an
// unknown zone.
func (u *Users) SetZone(name string) error { return u.Accounts.SetZone(name) }

// TellOwners registers f to notify the owners of accounts of changes to
// passwords, addresses, passkeys and keys, in the transaction of the change. No
// such change bypasses it.
func (u *Users) TellOwners(f func(game.Tx, account.OwnerNews) error) { u.Accounts.TellOwners(f) }
