//go:build !linux

package doctor

// synchronised returns false: this system does not say.
func synchronised() (yes, known bool) { return false, false }
