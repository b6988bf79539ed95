package users

import (
	"io"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
)

// BrowserMark returns a mark for a browser in which the owner of an account has
// signed in. It opens nothing. Whoever shows it is not slowed down by what others
// try, and has a few tries of their own.
func (u *Users) BrowserMark(account string) string { return u.Accounts.BrowserMark(account) }

// CheckPassword says what is wrong with a password that somebody wants to have:
// it is too short or too long, stands in a list of common ones, runs along the
// keyboard, or is made of words that anybody would try. avoid are words that it
// must not be made of: the account's name and address. The error is "invalid".
func (u *Users) CheckPassword(password string, avoid ...string) error {
	return u.Accounts.CheckPassword(password, avoid...)
}

// ReserveAddresses has the judge refuse, as addresses of accounts, those that are
// its own.
func (u *Users) ReserveAddresses(ours func(email string) bool) { u.Accounts.ReserveAddresses(ours) }

// SessionTime returns how long a session lasts at most.
func (u *Users) SessionTime() time.Duration { return u.Accounts.SessionTime() }

// SetCommonPasswords reads a list of passwords that nobody may choose, besides
// those that the program knows: a password a line, or its SHA-1 in hexadecimal
// with anything behind a colon. Lines that begin with # are left out. It returns
// how many it holds.
func (u *Users) SetCommonPasswords(r io.Reader) (int, error) { return u.Accounts.SetCommonPasswords(r) }

// SetSessions sets after how long without use a session ends, and how long it
// lasts at most. The judge looks at both whenever it is used, so that they hold
// for sessions that have begun before.
func (u *Users) SetSessions(idle, whole time.Duration) { u.Accounts.SetSessions(idle, whole) }

// SetZone sets the time zone of people who register without one; UTC if it is
// not called. It must be called before the judge is used. The error is that of a
// zone that does not exist.
func (u *Users) SetZone(name string) error { return u.Accounts.SetZone(name) }

// TellOwners has f write to the owners of accounts about changes of passwords,
// addresses, passkeys and keys, in the transaction of the change. No door can
// make such a change without it.
func (u *Users) TellOwners(f func(game.Tx, account.OwnerNews) error) { u.Accounts.TellOwners(f) }
