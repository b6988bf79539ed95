package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"podesta/internal/store"
)

// runBackup copies the judge's database to a file while the judge goes on. The
// exit status is 0 if the copy is whole, 1 if it could not be made, 2 if the
// arguments are wrong.
func runBackup(e env, args []string) int {
	fs := flag.NewFlagSet("backup", flag.ContinueOnError)
	fs.SetOutput(e.err)
	data := fs.String("data", setting("PODESTA_DATA", "./data"), "`directory` of the database (PODESTA_DATA)")
	database := fs.String("database", setting("PODESTA_DATABASE", ""), "`URL` of the database, if it is not in that directory (PODESTA_DATABASE)")
	fs.Usage = func() {
		fmt.Fprintln(e.err, "usage: podesta backup [FLAGS] FILE")
		fmt.Fprintln(e.err, "Copies the SQLite database to a new file, in one state, while the judge goes on, and checks the copy.")
		fmt.Fprintln(e.err, "To restore it, stop the judge, put the file in the place of podesta.db and remove podesta.db-wal and")
		fmt.Fprintln(e.err, "podesta.db-shm, if they are there. The file named secret in the data directory belongs to it: keep a")
		fmt.Fprintln(e.err, "copy of that too. For PostgreSQL it says how to use pg_dump.")
		fs.PrintDefaults()
	}
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	if fs.NArg() != 1 || fs.Arg(0) == "" {
		fs.Usage()
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	from, to := *database, fs.Arg(0)
	if from == "" {
		from = *data
	}
	if err := store.Backup(ctx, from, to); err != nil {
		fmt.Fprintf(e.err, "podesta backup: %v\n", err)
		return 1
	}
	info, err := os.Stat(to)
	if err != nil {
		fmt.Fprintf(e.err, "podesta backup: %v\n", err)
		return 1
	}
	fmt.Fprintf(e.out, "%s: %d KB\n", to, (info.Size()+1023)/1024)
	return 0
}
