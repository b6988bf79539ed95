// Package account implements the commands about people that reach into no game:
// accounts and their addresses, passwords, passkeys and tokens, what people want to be
// notified of, the limits on attempts to sign in, and the record of how reliably they play.
// A method that takes a context is such a command and opens a transaction. The
// functions and methods that take a transaction are for the other rooms of the judge.
package account
