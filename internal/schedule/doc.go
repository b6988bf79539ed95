// Package schedule is the judge's calendar. It determines when a phase ends,
// what happens before that, and what the dates in commands mean.
//
// It is pure: it has no clock, no storage and no state. Instants, settings and
// earlier actions are arguments; plans and actions are results; the same input
// always has the same result. Seats are numbers that the caller chooses.
//
// A game has one [Timing] for each [Class] of phase. When a phase begins,
// [NewPhase] computes its [Plan] from the timing: the earliest instant of
// processing, the deadline and the end of grace. From then on [Next] returns,
// for any instant, what is due (reminders, late notices, civil disorder,
// processing) and when to call it again. All instants are in UTC and in whole
// seconds. Days of the week and times of day are those of the game's zone, so
// that a deadline at 20:00 stays at 20:00 when the clocks change.
package schedule
