//go:build soak

package main

import (
	"os"
	"strings"
	"sync"
	"time"
	"unsafe"
)

// clockFile is the environment variable with the name of a file that contains the difference
// between this process's clock and that of the machine, such as 90s. The file may change at any
// time.
const clockFile = "SOAK_CLOCK"

// rereadClock is how often the file is read.
const rereadClock = 100 * time.Millisecond

// skewed is a clock that differs from that of the machine.
type skewed struct {
	file string

	mu    sync.Mutex
	read  time.Time
	apart time.Duration
}

// Now returns the time.
func (s *skewed) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if now.Sub(s.read) > rereadClock {
		s.read = now
		data, _ := os.ReadFile(s.file) // if the file is missing or being written, the difference does not change
		if d, err := time.ParseDuration(strings.TrimSpace(string(data))); err == nil {
			s.apart = d
		}
	}
	return wall(now, s.apart)
}

// parts are the first fields of a time.Time. If it has a monotonic reading, the second field is
// that reading.
type parts struct {
	wall      uint64
	monotonic int64
}

// wall returns a time as shown by a clock that is wrong by d. Its monotonic reading is
// unchanged, as when the clock of a machine is set.
func wall(t time.Time, d time.Duration) time.Time {
	moved := t.Add(d)
	(*parts)(unsafe.Pointer(&moved)).monotonic = (*parts)(unsafe.Pointer(&t)).monotonic
	if moved.Sub(t) != 0 || moved.Round(0).Sub(t.Round(0)) != d {
		panic("time.Time has changed: adapt parts")
	}
	return moved
}

func init() {
	hooksNear = true
	if file := os.Getenv(clockFile); file != "" {
		machineTime = (&skewed{file: file}).Now
	}
}
