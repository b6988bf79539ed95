package doctor

import "syscall"

// unsynchronised is what the kernel answers if nothing keeps its clock right
// (TIME_ERROR in adjtimex(2)).
const unsynchronised = 5

// synchronised asks the kernel whether its clock is kept right.
func synchronised() (yes, known bool) {
	var t syscall.Timex
	state, err := syscall.Adjtimex(&t)
	return state != unsynchronised, err == nil
}
