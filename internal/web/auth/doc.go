// Package auth contains the pages on which people register, verify an address,
// sign in and manage their account.
package auth
