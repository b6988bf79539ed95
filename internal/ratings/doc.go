// Package ratings rates players: the points that a finished game is worth, the
// rankings made of them, and the record of deadlines that makes a player
// reliable.
package ratings
