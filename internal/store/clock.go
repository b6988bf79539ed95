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
	base  time.Time     // the server's time at the last measurement
	at    time.Time     // the machine's time at the last measurement; zero if there was none
	apart time.Duration // difference between the two clocks when they were last compared
	last  time.Time     // the latest time that Now has returned
}

// The limits for comparing the two clocks.
const (
	// MeasureEvery is how often Measure is to be called.
	MeasureEvery = 10 * time.Second
	// mostApart is the maximum difference between the machine's clock and the database's.
	mostApart = 5 * time.Second
	// slowest is the maximum duration of a measurement that may replace another.
	slowest = time.Second
	// settled is the maximum backward correction for which the clock stands still instead of going
	// back.
	settled = 2 * time.Second
)

// NewClock returns the clock of the store. machine is the machine's clock: time.Now except in
// tests. NewClock measures the time once; the error is about this measurement.
func (s *Store) NewClock(ctx context.Context, machine func() time.Time) (*Clock, error) {
	c := &Clock{s: s, machine: machine}
	return c, c.Measure(ctx)
}

// Now returns the time of the database: the last measured time plus the time that has since passed
// on the machine's monotonic clock. After a small backward correction it repeats the latest time
// instead of going back.
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

// Measure compares the machine's clock with the clock of a PostgreSQL server. For SQLite it does
// nothing.
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
	switch { // the smallest difference that is possible, given the duration of the query
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
