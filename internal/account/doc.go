// Package account holds what people have at the judge: accounts and their
// addresses, passwords, passkeys and tokens, the limits on attempts to sign in,
// and the record of how reliably they play. All of it works within a
// transaction that the caller has opened.
package account
