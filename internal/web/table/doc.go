// Package table contains the page on which a game is played: the board with its
// map and orders, how they are saved, and the stream of news for open pages.
package table
