// Package ratings rates players: the points that a finished game is worth, the rankings based
// on them, and the record of kept deadlines that determines a player's reliability.
package ratings
