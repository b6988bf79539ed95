// Package schedule is the judge's calendar. It determines when a phase ends,
// what happens before that, and what the dates in commands mean.
//
// It is pure: it has no clock, no storage and no state. Instants, settings and earlier actions
// are arguments; plans and actions are results; the same input always gives the same result.
// Seats are numbers chosen by the caller.
//
// A game has one [Timing] for each [Class] of phase. When a phase begins, [NewPhase] computes its
// [Plan] from the timing: the earliest time of resolution, the deadline and the end of the grace
// period. From then on [Next] returns, for any instant, what is due (reminders, late notices,
// civil disorder, resolution) and when to call it again. All instants are in UTC and in whole
// seconds. Days of the week and times of day are in the game's zone, so that a deadline at 20:00
// stays at 20:00 when the clocks change.
package schedule
