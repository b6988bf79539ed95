//go:build !unix

package program

import (
	"errors"
	"os"
	"os/exec"
)

func alone(*exec.Cmd) {}

// end kills the process of a command that has been started.
func end(cmd *exec.Cmd) error {
	if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}
