package api

import (
	"testing"
	"time"
)

// SetBeat has servers that are made during a test send signs of life more often.
func SetBeat(t *testing.T, every time.Duration) {
	usual := heartbeat
	heartbeat = every
	t.Cleanup(func() { heartbeat = usual })
}
