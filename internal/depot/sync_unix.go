//go:build unix

package depot

import (
	"errors"
	"os"
)

// syncFolder brings the names of files in a folder to the disk.
func syncFolder(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
