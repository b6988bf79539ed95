// Package lobby brings games and players together: creating and hosting games,
// joining and leaving them, seats, settings, and the start with its deal of
// powers.
package lobby
