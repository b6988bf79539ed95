// Package table has the pages of games: the table with orders, map, press and log,
// the pages of players and masters, and around it the front page, the lists of games
// and players, and the forms for new games. It stays one package because its pages
// show parts of each other.
package table
