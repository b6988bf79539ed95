//go:build !linux

package doctor

// synchronised cannot be found out on this system.
func synchronised() (yes, known bool) { return false, false }
