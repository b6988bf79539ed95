// Package users has the commands about people: accounts, addresses, signing in,
// tokens, profiles, and erasing a person. Package account does the work that
// needs no game.
package users
