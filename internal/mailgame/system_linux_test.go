package mailgame

import (
	"os/exec"
	"syscall"
)

// endWithTest makes the kernel end a program when the thread that started it
// ends.
func endWithTest(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM, Setpgid: true}
}

// runAs makes a program run as another user.
func runAs(c *exec.Cmd, user, group int) {
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(user), Gid: uint32(group)}}
}
