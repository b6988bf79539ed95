// Package table contains the pages of games: the board with orders, map, press
// and log, the pages of players and masters, and in addition the front page,
// the lists of games and players, and the forms for new games. It stays one
// package because its pages show parts of each other.
package table
