//go:build unix

package program

import (
	"os/exec"
	"syscall"
)

// alone makes a command the first of a group of processes. The programs that it
// starts, such as those of a script, belong to the group, too.
func alone(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// end ends the group of a command that has been started. It ignores that all of
// them may have ended already.
func end(cmd *exec.Cmd) error {
	if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); err != nil && err != syscall.ESRCH {
		return err
	}
	return nil
}
