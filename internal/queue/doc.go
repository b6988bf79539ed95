// Package queue implements the queue for any game that fits: people say what they
// would like to play and with whom, and the judge makes tables of them, or gives
// them the last free seats of open games.
package queue
