// Package account manages people's data: accounts and their addresses,
// passwords, passkeys and tokens, the limits on attempts to sign in, and the
// record of how reliably they play. All functions work within a transaction
// that the caller has opened.
package account
