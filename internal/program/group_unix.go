//go:build unix

package program

import (
	"os/exec"
	"syscall"
)

// alone makes a command run in a new process group. The group also contains the programs that it
// starts, such as those of a script.
func alone(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// end kills the process group of a command that has been started. It is not an error if its
// processes have already ended.
func end(cmd *exec.Cmd) error {
	if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); err != nil && err != syscall.ESRCH {
		return err
	}
	return nil
}
