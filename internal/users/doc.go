// Package users combines the commands of package account with commands about people that involve
// games: profiles, friends, followed games, and erasing a person.
package users
