// Package users is the room for people: the commands of package account, and those that
// reach into games, about profiles, friends, followed games, and erasing a person.
package users
