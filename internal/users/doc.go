// Package users contains the commands about people: accounts, addresses,
// signing in, tokens, profiles, and erasing a person. Package account
// implements what needs no game.
package users
