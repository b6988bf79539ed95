package pgtest

import "syscall"

// dieWithParent has the kernel end a process when the thread that starts it
// ends.
func dieWithParent(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGQUIT }
