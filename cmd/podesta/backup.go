package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"podesta/internal/store"
)

// runBackup copies the judge's database to a file while the judge runs. The exit status is 0 if the
// copy is complete, 1 if it could not be made, and 2 if the arguments are wrong.
func runBackup(e env, args []string) int {
	s := newSettings(e, "backup", "FILE",
		"Copies the SQLite database to a new file, and checks the copy. The judge can be running: the copy shows the",
		"database at one moment. Keep a copy of the file secret in the data folder as well; the database needs it.",
		"To restore the copy, stop the judge and replace podesta.db with it. For PostgreSQL, the command explains how to use pg_dump.")
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
	// podesta doctor reads the time of this file.
	if err := os.WriteFile(c.LastBackup(), []byte(to+"\n"), 0o600); err != nil {
		fmt.Fprintf(e.err, "podesta backup: the copy is complete, but podesta doctor will not notice it: %v\n", err)
	}
	return 0
}
