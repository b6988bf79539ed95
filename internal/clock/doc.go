// Package clock runs the phases of games. State is a game whose clock is
// looked at: it says who is awaited, reminds players, marks them as late, and
// resolves the phase. Whatever the clock depends on is here, too: orders and
// readiness, votes, absences, orders for later phases.
//
// Deadlines are computed by package schedule, which knows no games. Jobs in the
// store say when each game is looked at next; Work does what is due.
package clock
