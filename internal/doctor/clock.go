package doctor

import (
	"context"
	"fmt"
	"os"
	"time"
)

// earliest is a time before the program existed: a clock that shows an earlier time is wrong.
var earliest = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// The differences between clocks above which the doctor warns.
const (
	someDrift  = 2 * time.Second
	muchDrift  = time.Minute
	smallLeap  = 50 * time.Millisecond
	driftWatch = 500 * time.Millisecond
)

// clock checks whether the clock can be trusted: deadlines depend on it.
func (x *examination) clock(ctx context.Context) {
	const check = "clock"
	now := x.Now()
	keep := "Synchronize the clock: install systemd-timesyncd or chrony."
	if now.Before(earliest) {
		x.fail(check, "It shows "+now.UTC().Format(time.RFC3339)+", which cannot be right.", keep)
		return
	}
	if x.path != "" {
		if info, err := os.Stat(x.path); err == nil && info.ModTime().After(now.Add(muchDrift)) {
			x.fail(check, fmt.Sprintf("The database was written %s in the future: the clock was set back.", info.ModTime().Sub(now).Round(time.Second)), keep)
			return
		}
	}
	if leap := x.Drift(ctx); leap.Abs() > smallLeap {
		x.warn(check, fmt.Sprintf("It jumped by %s during this check.", leap.Round(time.Millisecond)), keep+" Make sure that only one program sets it.")
		return
	}
	found := "It is " + now.UTC().Format("2006-01-02 15:04:05") + " UTC"
	yes, known := x.Synchronised()
	switch {
	case known && !yes:
		x.warn(check, found+"; the clock is not synchronized.", keep)
	case known:
		x.ok(check, found+", and the clock is synchronized.")
	default:
		x.ok(check, found+".")
	}
}

// drift measures by how much the clock is adjusted during a short interval.
func drift(ctx context.Context) time.Duration {
	begun := time.Now()
	t := time.NewTimer(driftWatch)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
	ended := time.Now()
	return ended.Round(0).Sub(begun.Round(0)) - ended.Sub(begun)
}
