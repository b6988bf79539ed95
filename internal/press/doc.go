// Package press delivers messages between players, and shows the log of a game
// to each reader as they may see it.
package press
