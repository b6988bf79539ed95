//go:build unix

package main

import (
	"os"
	"path/filepath"
	"syscall"
)

// groupOfFolder gives a file the group of its folder, if this user may do that.
func groupOfFolder(path string) error {
	info, err := os.Stat(filepath.Dir(path))
	if err != nil {
		return err
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && os.Geteuid() == 0 {
		return os.Chown(path, -1, int(stat.Gid))
	}
	return nil
}
