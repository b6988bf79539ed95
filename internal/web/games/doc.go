// Package games contains the lists of games and players: the front page, the
// list of all games, the inbox of a player, profiles and ratings.
package games
