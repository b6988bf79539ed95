// Package clock runs the phases of games. Course is a game whose clock is being checked: it
// determines who is awaited, reminds players, marks them as late, and resolves the phase. The
// package also contains everything on which the clock depends: orders and readiness, votes,
// absences, and orders for later phases.
//
// Deadlines are computed by package schedule, which does not know games. Jobs in the store say
// when each game is checked next; Work performs what is due.
package clock
