package store

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Clock returns the time that all processes with the same database share: on
// PostgreSQL the time of its server, measured regularly, and on SQLite the time
// of the machine.
type Clock struct {
	s       *Store
	machine func() time.Time

	mu    sync.Mutex
	base  time.Time     // the server's time when the machine's clock showed at
	at    time.Time     // zero if it was not measured
	apart time.Duration // minimum difference by which the machine's clock was ahead
	last  time.Time     // the last time returned
}

// The bounds of measuring.
const (
	// MeasureEvery is how often Measure is to be called.
	MeasureEvery = 10 * time.Second
	// mostApart is how far the machine's clock may differ from the database's.
	mostApart = 5 * time.Second
	// slowest is the maximum duration of a measurement that may replace another.
	slowest = time.Second
	// settled is the maximum difference between measurements for which the clock stands still
	// rather than go back.
	settled = 2 * time.Second
)

// NewClock returns the clock of the store for a machine. machine is time.Now
// except in tests. The error is that of the first measurement.
func (s *Store) NewClock(ctx context.Context, machine func() time.Time) (*Clock, error) {
	c := &Clock{s: s, machine: machine}
	return c, c.Measure(ctx)
}

// Now returns the time of the database: its time at the last measurement, and the
// time that has passed since by the machine's monotonic clock. After a small
// correction backwards it repeats the latest time instead of going back.
func (c *Clock) Now() time.Time {
	now := c.machine()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at.IsZero() {
		return now
	}
	// The machine's monotonic clock ignores changes of its wall clock.
	now = c.base.Add(now.Sub(c.at))
	if back := c.last.Sub(now); back > 0 && back < settled {
		return c.last
	}
	c.last = now
	return now
}

// Measure compares the machine's clock with that of the database.
func (c *Clock) Measure(ctx context.Context) error {
	if !c.s.d.numbered {
		return nil
	}
	before := c.machine()
	var micros int64
	err := c.s.read.QueryRowContext(ctx, "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint").Scan(&micros)
	if err != nil {
		return c.s.d.plain(err)
	}
	took := c.machine().Sub(before)
	theirs := time.UnixMicro(micros).UTC()
	c.mu.Lock()
	defer c.mu.Unlock()
	if took > slowest && !c.at.IsZero() {
		return nil
	}
	c.base, c.at = theirs, before.Add(took/2)
	c.apart = c.at.Round(0).Sub(theirs)
	switch { // the duration of the query itself does not count
	case c.apart > 0:
		c.apart = max(0, c.apart-took/2)
	default:
		c.apart = min(0, c.apart+took/2)
	}
	return nil
}

// Check returns an error while the machine's clock differs too much from the
// database's. It cannot say which of the two is right.
func (c *Clock) Check(context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.apart.Abs() <= mostApart {
		return nil
	}
	where := "ahead of"
	if c.apart < 0 {
		where = "behind"
	}
	return fmt.Errorf("the clock of this machine is %s %s that of the database: nothing is processed here until both are right; install systemd-timesyncd or chrony on both machines", c.apart.Abs().Round(time.Second), where)
}
