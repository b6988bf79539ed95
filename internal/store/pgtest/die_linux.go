package pgtest

import "syscall"

// dieWithParent makes the kernel kill a process when the thread that started it ends.
func dieWithParent(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGQUIT }
