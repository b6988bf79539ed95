// Package press contains the pages of the messages between players, and of the
// log of a game.
package press
