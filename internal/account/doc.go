// Package account implements the commands about people that do not involve a game: accounts and
// their addresses, passwords, passkeys and tokens, notification preferences, the limits on
// attempts to sign in, and the record of how reliably people play. A method that takes a
// context is such a command and opens a transaction. The functions and methods that take a
// transaction are for the other parts of the judge.
package account
