//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// frozenFor is how long a process is frozen: longer than any lease.
const frozenFor = 32 * time.Second

// apart holds the clock differences that processes can have.
var apart = []time.Duration{-90 * time.Second, -3 * time.Second, 3 * time.Second, 90 * time.Second}

// kind is a kind of fault.
type kind struct {
	name   string
	weight int  // relative frequency
	shared bool // whether it applies only to a database that processes share
	do     func(*round, context.Context) error
}

// kinds are the kinds of faults. Those with a weight of zero are not separate actions.
var kinds = []kind{
	{"kill", 60, false, (*round).killOne},
	{"relay", 4, false, (*round).breakRelay},
	{"hooks", 4, false, (*round).breakHooks},
	{"freeze", 2, false, (*round).freezeOne},
	{"clock", 5, false, (*round).setClock},
	{"disk", 4, false, (*round).breakDisk},
	{"slow", 4, false, (*round).slowDisk},
	{"cut", 12, true, (*round).cutOne},
	{"restart", 5, true, (*round).restartDatabase},
	{"failover", 4, true, (*round).failOver},
	{"mail", 0, false, nil}, // clients deliver e-mails twice, and out of order
	{"dst", 0, false, nil},  // rounds begin shortly before the clocks change
}

// kindNames returns the faults that are possible with a kind of database.
func kindNames(database string) (out []string) {
	for _, k := range kinds {
		// With PostgreSQL, the judge uses the clock of the database server.
		alone := k.name == "disk" || k.name == "slow" || k.name == "dst"
		if k.shared && database == "postgres" || !k.shared && (!alone || database == "sqlite") {
			out = append(out, k.name)
		}
	}
	return out
}

// choose chooses one of the run's faults at random, or nil if there is none.
func (r *round) choose() func(*round, context.Context) error {
	all := 0
	for _, k := range kinds {
		if r.faults[k.name] {
			all += k.weight
		}
	}
	if all == 0 {
		return nil
	}
	n := r.rand.IntN(all)
	for _, k := range kinds {
		if !r.faults[k.name] {
			continue
		}
		if n -= k.weight; n < 0 {
			return k.do
		}
	}
	return nil
}

// later undoes a fault after a while, or at the end of the round.
func (r *round) later(ctx context.Context, after time.Duration, undo func() error) {
	r.undoing.Go(func() {
		select {
		case <-ctx.Done():
		case <-time.After(after):
		}
		if err := undo(); err != nil {
			r.fail(err)
		}
	})
}

// fail records an error of the program itself, which ends the run.
func (r *round) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed == nil {
		r.failed = err
	}
}

// failure returns the error that fail has recorded.
func (r *round) failure() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.failed
}

// awake returns a process that is not frozen, or nil if there is none.
func (r *round) awake() *process {
	for _, i := range r.rand.Perm(len(r.processes)) {
		if p := r.processes[i]; !p.frozen.Load() {
			return p
		}
	}
	return nil
}

// killOne kills a process and starts it again.
func (r *round) killOne(context.Context) error {
	p := r.awake()
	if p == nil {
		return nil
	}
	r.journal.fault("kill", p.n)
	r.kills++
	if err := p.kill(); err != nil {
		return err
	}
	return r.revive(p)
}

// revive starts a process. While its database is down, it cannot start.
func (r *round) revive(p *process) (err error) {
	for range 20 {
		if err = p.start(); err == nil || r.cluster == nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// freezeOne stops a process for longer than its leases.
func (r *round) freezeOne(ctx context.Context) error {
	p := r.awake()
	if p == nil {
		return nil
	}
	r.journal.fault("freeze", p.n)
	p.frozen.Store(true)
	if err := p.freeze(); err != nil {
		return err
	}
	r.later(ctx, frozenFor, func() error {
		defer p.frozen.Store(false)
		r.journal.fault("thaw", p.n)
		return p.thaw()
	})
	return nil
}

// breakRelay makes the relay refuse all e-mail, refuse connections, respond slowly, or close
// connections after it has accepted an e-mail.
func (r *round) breakRelay(ctx context.Context) error {
	x := r.relay
	switch r.rand.IntN(4) {
	case 0:
		r.journal.fault("relay-busy", 0)
		x.busy.Store(true)
		r.later(ctx, 3*time.Second, func() error { x.busy.Store(false); return nil })
	case 1:
		r.journal.fault("relay-dead", 0)
		x.close()
		r.later(ctx, 3*time.Second, x.open)
	case 2:
		r.journal.fault("relay-slow", 0)
		x.slow.Store(int64(time.Second))
		r.later(ctx, 5*time.Second, func() error { x.slow.Store(0); return nil })
	default:
		r.journal.fault("relay-drops", 0)
		x.drops.Store(true)
		r.later(ctx, 3*time.Second, func() error { x.drops.Store(false); return nil })
	}
	return nil
}

// breakHooks lets the receiver of webhooks fail for a moment.
func (r *round) breakHooks(ctx context.Context) error {
	r.journal.fault("hooks-dead", 0)
	r.receiver.dead.Store(true)
	r.later(ctx, 2*time.Second, func() error { r.receiver.dead.Store(false); return nil })
	return nil
}

// cutOne cuts the connections of a process to the database, sometimes for a
// moment.
func (r *round) cutOne(ctx context.Context) error {
	i := r.rand.IntN(len(r.proxies))
	r.journal.fault("cut", i+1)
	x := r.proxies[i]
	switch r.rand.IntN(3) {
	case 0:
		x.cut(false)
		return nil
	case 1: // nothing arrives, but there is no error
		x.stall(true)
		r.later(ctx, 8*time.Second, func() error { x.stall(false); return nil })
		return nil
	}
	x.cut(true)
	r.later(ctx, 2*time.Second, func() error { x.cut(false); return nil })
	return nil
}

// restartDatabase ends PostgreSQL without a clean shutdown and starts it again.
func (r *round) restartDatabase(ctx context.Context) error {
	r.journal.fault("restart", 0)
	return r.cluster.restart(ctx)
}

// failOver stops the primary and promotes the standby. Clients are directed to the new primary
// when it accepts writes.
func (r *round) failOver(ctx context.Context) error {
	r.journal.fault("failover", 0)
	for _, x := range r.proxies {
		x.cut(true)
	}
	return r.cluster.promote(ctx, func() {
		for _, x := range r.proxies {
			x.cut(false)
		}
	})
}

// clockChanges are moments at which the clocks of Rome change, in spring and in fall.
var clockChanges = []time.Time{time.Date(2027, time.March, 28, 1, 0, 0, 0, time.UTC), time.Date(2027, time.October, 31, 1, 0, 0, 0, time.UTC)}

// startClocks sets the time at which a round begins, for the judge and the clients: the
// present, or half a minute before a clock change.
func (r *round) startClocks() {
	if n := r.number % (len(clockChanges) + 1); r.faults["dst"] && n > 0 {
		r.apart = time.Until(clockChanges[n-1].Add(-30 * time.Second)).Round(time.Second)
		r.journal.fault("dst", 0)
	}
}

// now returns the time that the judge's clocks should show.
func (r *round) now() time.Time { return time.Now().Add(r.apart) }

// tell sets the clock of a process.
func (r *round) tell(p *process, wrong time.Duration) error {
	return os.WriteFile(p.clockFile(), []byte((r.apart + wrong).String()), 0o600)
}

// diskSize is the size of the small disk for SQLite.
const diskSize = 64 << 20

// smallDisk mounts a disk for the database, or returns an error that explains why it cannot.
func (r *round) smallDisk() error {
	r.disk = filepath.Join(r.folder, "disk")
	if err := os.Mkdir(r.disk, 0o700); err != nil {
		return err
	}
	if err := syscall.Mount("tmpfs", r.disk, "tmpfs", 0, fmt.Sprintf("size=%d", diskSize)); err != nil {
		r.say("THE DISK IS NEITHER BROKEN NOR SLOW: a small disk cannot be mounted (%v), which needs root, and in a container the capability SYS_ADMIN", err)
		r.faults = maps.Clone(r.faults)
		delete(r.faults, "disk")
		delete(r.faults, "slow")
		r.disk = ""
	}
	return nil
}

// breakDisk fills the disk of the database for a while, or makes it read-only
// while the judge is started.
func (r *round) breakDisk(ctx context.Context) error {
	switch {
	case r.disk == "":
		return nil
	case r.rand.IntN(2) == 0:
		return r.fillDisk(ctx)
	}
	return r.closeDisk()
}

// fillDisk fills the disk of the database for a while.
func (r *round) fillDisk(ctx context.Context) error {
	r.journal.fault("disk-full", 0)
	ballast := filepath.Join(r.disk, "ballast")
	if err := fill(ballast); err != nil {
		return err
	}
	r.later(ctx, 4*time.Second, func() error {
		r.mounting.Lock() // nothing can be removed while the disk is read-only
		defer r.mounting.Unlock()
		// another fault, which began before this one ended, has already removed it
		if err := os.Remove(ballast); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	})
	return nil
}

// closeDisk makes the disk of the database read-only while the judge is started.
func (r *round) closeDisk() error {
	p := r.awake()
	if p == nil {
		return nil
	}
	r.journal.fault("disk-readonly", p.n)
	r.kills++
	if err := p.kill(); err != nil {
		return err
	}
	if err := r.startOnClosedDisk(p); err != nil {
		return err
	}
	return r.revive(p)
}

// startOnClosedDisk tries to start a process while the disk of the database is read-only, and kills
// it if it starts.
func (r *round) startOnClosedDisk(p *process) error {
	r.mounting.Lock()
	defer r.mounting.Unlock()
	if err := r.remount(syscall.MS_RDONLY, ""); err != nil {
		return err
	}
	// It may refuse to start, or start and refuse to store anything.
	started := p.start() == nil
	if started {
		time.Sleep(2 * time.Second)
		if err := p.kill(); err != nil {
			return err
		}
	}
	return r.remount(0, fmt.Sprintf("size=%d", diskSize))
}

// remount changes how the small disk is mounted. Files that a killed process had open on a disk
// above it are closed only a moment later.
func (r *round) remount(flags uintptr, data string) error {
	err := syscall.EBUSY
	for begun := time.Now(); errors.Is(err, syscall.EBUSY) && time.Since(begun) < listenTime; time.Sleep(10 * time.Millisecond) {
		if e := syscall.Mount("tmpfs", r.disk, "tmpfs", syscall.MS_REMOUNT|flags, data); e == nil {
			return nil
		} else if !errors.As(e, &err) {
			return e
		}
	}
	return fmt.Errorf("remount: %w", err)
}

// fill writes a file until the disk is full.
func fill(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	for size := 1 << 20; size >= 512; {
		if _, err = f.Write(make([]byte, size)); err != nil {
			size /= 2
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		return errors.Join(err, f.Close())
	}
	return f.Close()
}

// setClock gives a process a wrong clock for some seconds.
func (r *round) setClock(ctx context.Context) error {
	p := r.processes[r.rand.IntN(len(r.processes))]
	d := apart[r.rand.IntN(len(apart))]
	r.journal.fault(fmt.Sprintf("clock%+ds", int(d.Seconds())), p.n)
	if err := r.tell(p, d); err != nil {
		return err
	}
	r.later(ctx, 15*time.Second, func() error { return r.tell(p, 0) })
	return nil
}
