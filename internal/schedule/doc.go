// Package schedule is the judge's calendar: when a phase ends, what happens on
// the way there, and what the dates mean that people write.
//
// It is pure. It has no clock, no storage and no memory: instants, settings and
// what was done before come in as values, plans and actions go out as values,
// and the same input always gives the same answer. Seats are plain numbers that
// the caller chooses.
//
// A game has one [Timing] for each [Class] of phase. When a phase begins
// [NewPhase] makes its [Plan] out of the timing: the earliest instant of
// processing, the deadline and the end of grace. From then on [Next] says, at
// any instant, what is due (reminders, late notices, civil disorder, processing)
// and when to ask again. All instants are kept in UTC and in whole seconds; the
// days of the week and the times of the day are those of the game's zone, so
// that a deadline at 20:00 stays at 20:00 when the clocks change.
package schedule
