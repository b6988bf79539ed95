//go:build !linux

package main

// forgetProgram does nothing on systems that decide by themselves.
func forgetProgram() {}
