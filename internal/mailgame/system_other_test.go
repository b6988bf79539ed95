//go:build !linux

package mailgame

import "os/exec"

// endWithTest does nothing: these tests run Debian's Postfix.
func endWithTest(*exec.Cmd) {}

// runAs does nothing.
func runAs(*exec.Cmd, int, int) {}
