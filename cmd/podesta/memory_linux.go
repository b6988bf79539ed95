package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"syscall"
)

// forgetProgram lets the system forget which parts of the program's file are in use. Parts that are
// still needed are found again in the system's cache when they are next read. Parts that only the
// start needed, about half, no longer count as memory of the judge.
func forgetProgram() {
	report, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		return // without /proc the judge runs as well
	}
	var from, to uintptr // bounds of the current mapping if a file backs it, else 0
	lines := bufio.NewScanner(bytes.NewReader(report))
	for lines.Scan() {
		l := lines.Text()
		var begin, end uintptr
		var access, offset, device string
		var inode uint64
		if n, _ := fmt.Sscanf(l, "%x-%x %s %s %s %d", &begin, &end, &access, &offset, &device, &inode); n == 6 {
			if from, to = begin, end; inode == 0 || access != "r-xp" && access != "r--p" {
				from, to = 0, 0
			}
			continue
		}
		// A changed page is not in the file.
		var changed int
		if n, _ := fmt.Sscanf(l, "Anonymous: %d kB", &changed); n == 0 || changed > 0 || from == to {
			continue
		}
		_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, from, to-from, syscall.MADV_DONTNEED) // advice can be ignored
	}
}
