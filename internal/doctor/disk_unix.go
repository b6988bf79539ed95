//go:build linux || darwin

package doctor

import "syscall"

// disk returns the free and the total space on the disk of a folder, in bytes.
func disk(folder string) (free, whole uint64, known bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(folder, &s); err != nil {
		return 0, 0, false
	}
	return s.Bavail * uint64(s.Bsize), s.Blocks * uint64(s.Bsize), true
}
