//go:build !linux

package doctor

// synchronised returns false, because this system does not provide the information.
func synchronised() (yes, known bool) { return false, false }
