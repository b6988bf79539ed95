//go:build soak

package main

import (
	"os"
	"strings"
	"sync"
	"time"
	"unsafe"
)

// clockFile is the environment variable that names a file with this process's clock offset, such
// as 90s. The file may change at any time.
const clockFile = "SOAK_CLOCK"

// rereadClock is the interval at which the file is read again.
const rereadClock = 100 * time.Millisecond

// skewed is a clock with an offset from the machine's clock.
type skewed struct {
	file string

	mu    sync.Mutex
	read  time.Time
	apart time.Duration
}

// Now returns the machine's time with the offset from the file.
func (s *skewed) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if now.Sub(s.read) > rereadClock {
		s.read = now
		data, _ := os.ReadFile(s.file) // without the file, the offset stays the same
		if d, err := time.ParseDuration(strings.TrimSpace(string(data))); err == nil {
			s.apart = d
		}
	}
	return wall(now, s.apart)
}

// parts mirrors the first fields of a time.Time. If the time has a monotonic reading, the second
// field contains it.
type parts struct {
	wall      uint64
	monotonic int64
}

// wall returns a time as shown by a clock that is wrong by d. Its monotonic reading is unchanged,
// as when a machine's clock is set.
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
