package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"podesta/internal/config"
	"podesta/internal/game"
	"podesta/internal/httpserver"
	"podesta/internal/store"
)

// openStore opens the database of the configuration with its archive.
func openStore(c *config.Config, o store.Options) (*store.Store, error) {
	var err error
	if o.Archive, err = c.Archive.Open(); err != nil {
		return nil, err
	}
	o.ArchiveCache = int64(c.Archive.Cache)
	return store.OpenWith(c.DatabaseURL(), o)
}

// archiveReads logs and counts reads from the archive that fail: what is missing or
// damaged there is for the operator, and its readers cannot change it.
type archiveReads struct {
	log   *slog.Logger
	count func()

	mu     sync.Mutex
	logged time.Time
}

// failed counts a failure. It logs one in a minute.
func (a *archiveReads) failed(err error) {
	a.count()
	a.mu.Lock()
	defer a.mu.Unlock()
	if time.Since(a.logged) < time.Minute {
		return
	}
	a.logged = time.Now()
	a.log.Error("a game cannot be read from the archive; podesta archive -check looks at all of them", "error", err)
}

// warnOfArchive logs that games are in an archive that cannot be used.
func warnOfArchive(ctx context.Context, st *store.Store, c *config.Config, log *slog.Logger) {
	a, err := st.Archive(ctx)
	if err != nil {
		return // the database is watched elsewhere
	}
	d, err := c.Archive.Open()
	switch {
	case err == nil && d == nil && a.Games > 0:
		log.Warn("games are in an archive, and archive.url is not set: nobody can read them", "games", a.Games)
		return
	case err == nil && d != nil:
		err = d.Check(ctx)
	}
	if err != nil && ctx.Err() == nil {
		log.Warn("the archive cannot be used; podesta doctor says what to do", "games", a.Games, "error", err)
	}
}

// The pauses of the worker that moves games to the archive: when none is left,
// after a failure, and between two looks for objects that are not needed.
const (
	archiveLook  = 10 * time.Minute
	archiveRetry = time.Minute
	archiveSweep = time.Hour
)

// moving is the work of moving games to the archive in the background.
type moving struct {
	st  *store.Store
	c   config.Archive
	now func() time.Time
	log *slog.Logger

	after      string // the last game that was looked at
	moved      int    // since the first
	rest       time.Time
	sweepAfter time.Time
}

// archiver returns a worker that moves one game in each round, and sometimes
// deletes objects that are not needed. An archive that cannot be reached does
// not make the judge unready: nothing is lost, and it is tried again.
func archiver(st *store.Store, c config.Archive, now func() time.Time, log *slog.Logger) httpserver.Worker {
	m := &moving{st: st, c: c, now: now, log: log}
	every := time.Minute
	if c.Rate > 0 {
		every /= time.Duration(c.Rate)
	}
	return httpserver.Worker{Name: "archive", Every: every, Round: m.round}
}

func (m *moving) round(ctx context.Context) (int, error) {
	now := m.now()
	if now.Before(m.rest) {
		return 0, nil
	}
	err := m.sweep(ctx, now)
	if err == nil && m.c.After > 0 && m.c.Rate > 0 {
		err = m.next(ctx, now)
	}
	if err != nil && ctx.Err() == nil {
		m.rest = now.Add(archiveRetry)
		m.log.Warn("the archive of old games cannot be used", "error", err)
	}
	return 0, nil // the pause between rounds limits the rate
}

// sweep deletes objects that are not needed.
func (m *moving) sweep(ctx context.Context, now time.Time) error {
	if now.Before(m.sweepAfter) {
		return nil
	}
	n, err := m.st.DropDiscarded(ctx, now.Add(-m.c.Keep.Span()), 100)
	if n > 0 {
		m.log.Info("objects deleted from the archive that were not needed", "objects", n)
	}
	if err == nil && n < 100 {
		m.sweepAfter = now.Add(archiveSweep)
	}
	return err
}

// next moves the next game.
func (m *moving) next(ctx context.Context, now time.Time) error {
	ids, err := m.st.Ended(ctx, now.Add(-m.c.After.Span()), m.after, 1)
	if err != nil {
		return err
	}
	if len(ids) == 0 {
		if m.moved > 0 {
			m.log.Info("games that have ended were moved to the archive", "games", m.moved)
		}
		m.after, m.moved, m.rest = "", 0, now.Add(archiveLook)
		return nil
	}
	size, err := m.st.ArchiveGame(ctx, ids[0])
	switch {
	case errors.Is(err, store.ErrUnsettled):
		m.rest = now.Add(archiveRetry)
		return nil
	case passedBy(err):
		m.after = ids[0] // another process was faster, or the game has changed
		return nil
	case err != nil:
		return fmt.Errorf("game %s: %w", ids[0], err)
	}
	m.after, m.moved = ids[0], m.moved+1
	m.log.Debug("moved to the archive", "game", ids[0], "bytes", size)
	return nil
}

// passedBy reports whether a game was not moved because it has changed.
func passedBy(err error) bool {
	return errors.Is(err, store.ErrArchived) || errors.Is(err, store.ErrMoving) || errors.Is(err, store.ErrNotEnded) || errors.Is(err, game.ErrNoRecord)
}

// runArchive shows the archive, moves games there or back, or checks it. The
// exit status is 0, 1 if something fails or is wrong with the archive, 2 if the
// arguments are wrong.
func runArchive(e env, args []string) int {
	s := newSettings(e, "archive", "[GAME]",
		"Shows what is in the archive of finished games (archive.url), and how many more games could be moved there.",
		"Games can be moved while the judge is running, and look the same to readers. You can interrupt the command at any time.")
	move := s.flags.Bool("move", false, "move GAME to the archive; without GAME, move all games that have ended and in which nothing has happened for as long as archive.after says")
	back := s.flags.Bool("return", false, "bring GAME back into the database")
	check := s.flags.Bool("check", false, "read every object in the archive, and check that it is unchanged")
	if status, done := s.parse(args); done {
		return status
	}
	name := s.flags.Arg(0)
	do, fits := showArchive, name == ""
	switch {
	case *move && !*back && !*check && name == "":
		do, fits = moveAll, true
	case *move && !*back && !*check:
		do, fits = moveOne(name), true
	case *back && !*move && !*check:
		do, fits = returnOne(name), name != ""
	case *check && !*move && !*back:
		do = checkArchive
	case *move || *back || *check:
		fits = false
	}
	if !fits || s.flags.NArg() > 1 {
		s.flags.Usage()
		return 2
	}
	c, _, ok := s.load(e)
	if !ok {
		return 1
	}
	if err := inArchive(e, c, do); err != nil {
		fmt.Fprintf(e.err, "podesta archive: %v\n", err)
		return 1
	}
	return 0
}

// archiving is what podesta archive does with the store.
type archiving func(ctx context.Context, e env, c *config.Config, st *store.Store) error

// inArchive runs do with the database, which must exist.
func inArchive(e env, c *config.Config, do archiving) (err error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if found, err := store.Inspect(ctx, c.DatabaseURL()); errors.Is(err, store.ErrNoDatabase) {
		return fmt.Errorf("%s: %w", found.Name, err)
	}
	st, err := openStore(c, store.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	return do(ctx, e, c, st)
}

// showArchive prints what is in the archive.
func showArchive(ctx context.Context, e env, c *config.Config, st *store.Store) error {
	a, err := st.Archive(ctx)
	if err != nil {
		return err
	}
	place := a.Place
	if place == "" {
		place = "there is no archive: archive.url is not set"
	}
	fmt.Fprintln(e.out, place)
	if d, err := c.Archive.Open(); err != nil {
		return err
	} else if d != nil {
		if err := d.Check(ctx); err != nil {
			return fmt.Errorf("the archive cannot be used; run podesta doctor to see what to do: %w", err)
		}
	}
	games := max(1, a.Games)
	fmt.Fprintf(e.out, "%s in the archive: %d KB, %d bytes per game; %s and %s\n", count(a.Games, "game"), (a.Bytes+1023)/1024, a.Bytes/int64(games), count(a.Phases, "phase"), count(a.Entries, "log entry"))
	fmt.Fprintf(e.out, "%s in the database", count(a.Ended, "finished game"))
	if after := c.Archive.After.Span(); after > 0 {
		due, err := st.Ended(ctx, time.Now().Add(-after), "", 0)
		if err != nil {
			return err
		}
		fmt.Fprintf(e.out, ", %d of which ended longer ago than archive.after (%v)", len(due), after)
	}
	fmt.Fprintln(e.out)
	if a.Discarded > 0 {
		fmt.Fprintf(e.out, "%s no longer needed, to be deleted after archive.keep (%v)\n", count(a.Discarded, "object"), c.Archive.Keep.Span())
	}
	return nil
}

// moveAll moves all games that ended long enough ago.
func moveAll(ctx context.Context, e env, c *config.Config, st *store.Store) error {
	if c.Archive.After <= 0 {
		return errors.New("set how long ago games must have ended: set archive.after, or add a flag such as -archive.after 365d")
	}
	before := time.Now().Add(-c.Archive.After.Span())
	var games int
	var bytes int64
	for after := ""; ; {
		ids, err := st.Ended(ctx, before, after, 100)
		for _, id := range ids {
			if err != nil {
				break
			}
			var size int64
			switch size, err = st.ArchiveGame(ctx, id); {
			case err == nil:
				games, bytes = games+1, bytes+size
			case passedBy(err):
				err = nil
			default:
				err = fmt.Errorf("game %s: %w", id, err)
			}
			after = id
		}
		if err != nil || len(ids) == 0 {
			fmt.Fprintf(e.out, "%s moved to the archive, %d KB\n", count(games, "game"), (bytes+1023)/1024)
			return err
		}
	}
}

// moveOne returns the work of moving a game to the archive.
func moveOne(name string) archiving {
	return func(ctx context.Context, e env, c *config.Config, st *store.Store) error {
		g, err := gameNamed(ctx, c, st, name)
		if err != nil {
			return err
		}
		size, err := st.ArchiveGame(ctx, g.ID)
		if err != nil {
			return fmt.Errorf("%s: %w", g.Name, err)
		}
		fmt.Fprintf(e.out, "%s is now in the archive: %d bytes\n", g.Name, size)
		return nil
	}
}

// returnOne returns the work of bringing a game back.
func returnOne(name string) archiving {
	return func(ctx context.Context, e env, c *config.Config, st *store.Store) error {
		g, err := gameNamed(ctx, c, st, name)
		if err != nil {
			return err
		}
		if err := st.ReturnGame(ctx, g.ID); err != nil {
			return fmt.Errorf("%s: %w", g.Name, err)
		}
		fmt.Fprintf(e.out, "%s is back in the database\n", g.Name)
		return nil
	}
}

// gameNamed finds a game by its ID or name.
func gameNamed(ctx context.Context, c *config.Config, st *store.Store, name string) (*game.Game, error) {
	secret, err := judgeSecret(c)
	if err != nil {
		return nil, err
	}
	clock, err := st.NewClock(ctx, time.Now)
	if err != nil {
		return nil, err
	}
	j, err := configuredJudge(c, st, clock, secret)
	if err != nil {
		return nil, err
	}
	g, err := j.FindGame(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return g, nil
}

// checkArchive reads every object of the archive.
func checkArchive(ctx context.Context, e env, _ *config.Config, st *store.Store) error {
	bad := 0
	sound, err := st.CheckArchive(ctx, func(f store.ArchiveFault) {
		if f.Game == "" {
			fmt.Fprintf(e.out, "%s: no game uses this object. Delete it, unless you may want to restore a copy of the database that is older than this one.\n", f.Object)
			return
		}
		bad++
		fmt.Fprintf(e.out, "game %s: %v\n", f.Game, f.Err)
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(e.out, "games in the archive: %d intact, %d damaged or missing\n", sound, bad)
	if bad > 0 {
		return errors.New("restore these objects from a copy of the archive")
	}
	return nil
}
