//go:build unix && !linux

package pgtest

import "syscall"

// dieWithParent does nothing because the kernel offers no such service.
func dieWithParent(*syscall.SysProcAttr) {}
