// Package auth has the pages on which people register, confirm an address, sign in
// and manage their account.
package auth
