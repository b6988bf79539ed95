//go:build unix && !linux

package pgtest

import "syscall"

// dieWithParent does nothing where the kernel has no such service.
func dieWithParent(*syscall.SysProcAttr) {}
