package doctor

import "syscall"

// unsynchronised is the return value of adjtimex(2) if the clock is not synchronised
// (TIME_ERROR).
const unsynchronised = 5

// synchronised asks the kernel whether its clock is synchronised.
func synchronised() (yes, known bool) {
	var t syscall.Timex
	state, err := syscall.Adjtimex(&t)
	return state != unsynchronised, err == nil
}
