//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"
)

// withDisks returns a round with a small disk, and above it one that can be slowed down. The
// test is skipped where they cannot be mounted.
func withDisks(t *testing.T) *round {
	t.Helper()
	r := &round{folder: t.TempDir(), journal: newJournal(), plan: plan{faults: map[string]bool{"disk": true, "slow": true}}}
	t.Cleanup(func() {
		if err := r.removeDisks(); err != nil {
			t.Error(err)
		}
	})
	if err := errors.Join(r.smallDisk(), r.layer()); err != nil {
		t.Fatal(err)
	}
	if r.disk == "" || r.slow == nil {
		t.Skip("\n*** NO DISKS CAN BE MOUNTED, so faults of disks were not tried: this needs root, and /dev/fuse ***")
	}
	return r
}

// TestFullTwice lets two overlapping faults fill the disk, and checks that it is not an error
// if the second one to end finds nothing to remove.
func TestFullTwice(t *testing.T) {
	t.Parallel()
	r := withDisks(t)
	ctx, end := context.WithCancel(t.Context())
	defer end()
	for range 2 {
		if err := r.fillDisk(ctx); err != nil {
			t.Fatal(err)
		}
	}
	name := filepath.Join(r.slow.folder, "file")
	if err := os.WriteFile(name, make([]byte, 1<<16), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("the disk is not full: %v", err)
	}
	end()
	r.undoing.Wait()
	if err := r.failure(); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(name, make([]byte, 1<<16), 0o600); err != nil {
		t.Error(err)
	}
}

// TestFullAndClosed ends a fault that fills the disk while another one keeps it read-only.
func TestFullAndClosed(t *testing.T) {
	t.Parallel()
	r := withDisks(t)
	ctx, end := context.WithCancel(t.Context())
	defer end()
	if err := r.fillDisk(ctx); err != nil {
		t.Fatal(err)
	}
	r.mounting.Lock()
	if err := r.remount(syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	end()
	time.Sleep(50 * time.Millisecond)
	if err := r.remount(0, fmt.Sprintf("size=%d", diskSize)); err != nil {
		t.Fatal(err)
	}
	r.mounting.Unlock()
	r.undoing.Wait()
	if err := r.failure(); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(r.slow.folder, "file"), nil, 0o600); err != nil {
		t.Error(err)
	}
}

// TestSlowDisk writes to the disk before, while and after it is slow, and checks that it is
// slow until the last of several faults has ended, and that it keeps what was written.
func TestSlowDisk(t *testing.T) {
	t.Parallel()
	r := withDisks(t)
	f, err := os.Create(filepath.Join(r.slow.folder, "file"))
	if err != nil {
		t.Fatal(err)
	}
	const writes = 20
	write := func() time.Duration {
		t.Helper()
		begun := time.Now()
		for range writes {
			if _, err := f.WriteString("a page\n"); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.Sync(); err != nil {
			t.Fatal(err)
		}
		return time.Since(begun)
	}
	fast := func(when string) {
		t.Helper()
		var took []time.Duration
		for range 5 { // the machine may be busy
			took = append(took, write())
		}
		if least := slices.Min(took); least > slowSync/2 {
			t.Errorf("%s the disk takes %s", when, least)
		}
	}
	fast("before")
	one, endOne := context.WithCancel(t.Context())
	two, endTwo := context.WithCancel(t.Context())
	defer endTwo()
	defer endOne()
	for _, ctx := range []context.Context{one, two} {
		if err := r.slowDisk(ctx); err != nil {
			t.Fatal(err)
		}
	}
	for _, when := range []string{"during two faults", "during one"} {
		if took := write(); took < slowSync+writes*slowWrite {
			t.Errorf("%s it takes only %s", when, took)
		}
		endOne()
		time.Sleep(50 * time.Millisecond)
	}
	endTwo()
	r.undoing.Wait()
	if err := r.failure(); err != nil {
		t.Error(err)
	}
	fast("afterwards")
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(filepath.Join(r.disk, "file")); err != nil || len(text) != (5+2+5)*writes*len("a page\n") {
		t.Errorf("%d bytes were written, %v", len(text), err)
	}
}

// TestDiskFaults causes every kind of fault of a judge's disk, one after the other and at the same
// time.
func TestDiskFaults(t *testing.T) {
	t.Parallel()
	r := short(t)
	r.faults["disk"], r.faults["slow"] = true, true
	acts := []func(*round, context.Context) error{
		(*round).slowDisk, (*round).fillDisk, func(r *round, _ context.Context) error { return r.closeDisk() }, (*round).slowDisk, (*round).killOne, (*round).fillDisk,
	}
	r.acts = func() func(*round, context.Context) error {
		if len(acts) == 0 || r.disk == "" {
			return nil
		}
		defer func() { acts = acts[1:] }()
		return acts[0]
	}
	r.enough = func() bool { return len(acts) == 0 || r.disk == "" }
	h, err := r.play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if r.disk == "" || r.slow == nil {
		t.Skip("\n*** NO DISKS CAN BE MOUNTED, so faults of disks were not tried: this needs root, and /dev/fuse ***")
	}
	for _, w := range check(h) {
		t.Error(w)
	}
	confirmed := 0
	for _, o := range h.Ops {
		if o.Outcome == ok {
			confirmed++
		}
	}
	if confirmed < 40 {
		t.Errorf("%d of %d requests were confirmed", confirmed, len(h.Ops))
	}
}
