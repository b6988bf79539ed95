package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"podesta/internal/store"
)

// runBackup copies the judge's database to a file while the judge runs. The
// exit status is 0 if the copy is complete, 1 if it could not be made, 2 if the
// arguments are wrong.
func runBackup(e env, args []string) int {
	s := newSettings(e, "backup", "FILE",
		"Copies the SQLite database to a new file, in one state, while the judge goes on, and checks the copy.",
		"To restore it, stop the judge and put the file in the place of podesta.db. The file named secret in",
		"the data directory belongs to it: keep a copy of that too. For PostgreSQL it says how to use pg_dump.")
	if status, done := s.parse(args); done {
		return status
	}
	if s.flags.NArg() != 1 || s.flags.Arg(0) == "" {
		s.flags.Usage()
		return 2
	}
	c, _, ok := s.load(e)
	if !ok {
		return 1
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	to := s.flags.Arg(0)
	if err := store.Backup(ctx, c.DatabaseURL(), to); err != nil {
		fmt.Fprintf(e.err, "podesta backup: %v\n", err)
		return 1
	}
	info, err := os.Stat(to)
	if err != nil {
		fmt.Fprintf(e.err, "podesta backup: %v\n", err)
		return 1
	}
	fmt.Fprintf(e.out, "%s: %d KB\n", to, (info.Size()+1023)/1024)
	if found, err := store.Inspect(ctx, c.DatabaseURL()); err == nil && found.Archived > 0 {
		fmt.Fprintf(e.out, "%d games are in the archive: copy that too (%s)\n", found.Archived, firstOf(c.Archive.URL, "archive.url is not set"))
	}
	// podesta doctor reads the time of this file.
	if err := os.WriteFile(c.LastBackup(), []byte(to+"\n"), 0o600); err != nil {
		fmt.Fprintf(e.err, "podesta backup: the copy is complete, but podesta doctor will not know of it: %v\n", err)
	}
	return 0
}
