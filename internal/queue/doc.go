// Package queue implements the queue for games: people say what they would like to play and with
// whom, and the judge creates tables for them, or gives them the last free seats of open games.
package queue
