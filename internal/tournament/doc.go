// Package tournament runs tournaments: people enter, confirm that they will play a round, are
// seated at tables, and play games whose results become standings.
//
// A round goes through four states. First it is called, and players confirm. When the time for
// that has passed, it is seeded: the tables are formed. When it starts, its games begin. It is
// over when all its games are, or when its time is up: games that are still running are then
// scored by their current position. The judge does all of this at the times set for the round;
// the organisers can do it earlier.
package tournament
