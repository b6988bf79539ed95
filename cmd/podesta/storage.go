package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"podesta/internal/config"
	"podesta/internal/store"
)

// packTogether is the number of phases that are packed in one transaction. Other
// writes wait for it.
const packTogether = 10

// packer returns a worker function that packs phases stored by earlier versions, as many per call
// as the configuration allows. Once all are packed, a call only reads an index.
func packer(st *store.Store, c config.Storage, log *slog.Logger) func(context.Context) (int, error) {
	total := 0
	return func(ctx context.Context) (int, error) {
		settled, err := st.Settle(ctx, c.Settle.Span())
		if err != nil || !settled {
			return 0, err
		}
		for done := 0; done < c.PackRate; {
			n, err := st.PackSome(ctx, min(packTogether, c.PackRate-done))
			if err != nil {
				return 0, err
			}
			done, total = done+n, total+n
			if n == 0 {
				if total > 0 {
					log.Info("all stored phases are compressed", "phases", total)
					total = 0
				}
				break
			}
		}
		return 0, nil // the pause between rounds limits the rate
	}
}

// The limits of a round of lister. Other writes wait for its transactions.
const (
	facetsTogether = 20  // maximum number of games in one transaction
	facetsInRound  = 200 // maximum number of games in one round
)

// lister returns a worker function that maintains the data behind lists of games: it adds the
// facets of games stored by earlier versions, and counts games. If there is nothing to do, a call
// only reads two indexes.
func lister(st *store.Store) func(context.Context) (int, error) {
	return func(ctx context.Context) (int, error) {
		for done := 0; done < facetsInRound; {
			n, err := st.FacetSome(ctx, facetsTogether)
			if err != nil {
				return 0, err
			}
			if done += n; n == 0 {
				break
			}
		}
		for more := true; more; {
			var err error
			if more, err = st.Tally(ctx); err != nil {
				return 0, err
			}
		}
		return 0, nil // the pause between rounds limits the rate
	}
}

// runStorage prints the sizes of the database. The exit status is 0 on success, 1 if the database
// cannot be read, and 2 if the arguments are wrong.
func runStorage(e env, args []string) int {
	s := newSettings(e, "storage", "",
		"Shows how much disk space the database uses: in total, per phase, and for each table, with its largest columns.",
		"The judge can be running. On a large database the command takes a while, because it reads all of it.")
	vacuum := s.flags.Bool("vacuum", false, "first return unused space in an SQLite file to the disk; a running judge cannot write in the meantime")
	if status, done := s.parse(args); done {
		return status
	}
	if !s.noArguments(e) {
		return 2
	}
	c, _, ok := s.load(e)
	if !ok {
		return 1
	}
	if err := printStorage(e, c, *vacuum); err != nil {
		fmt.Fprintf(e.err, "podesta storage: %v\n", err)
		return 1
	}
	return 0
}

// printStorage prints the sizes, after freeing unused space if requested.
func printStorage(e env, c *config.Config, vacuum bool) (err error) {
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
	if vacuum {
		if err := st.Vacuum(ctx); err != nil {
			return err
		}
	}
	z, err := st.Sizes(ctx)
	if err != nil {
		return err
	}
	phases := int64(max(1, z.Phases))
	fmt.Fprintf(e.out, "%s: %d KB, of which %d KB are unused; %d phases, %d bytes per phase\n", st, z.Total/1024, z.Free/1024, z.Phases, (z.Total-z.Free)/phases)
	if z.Plain > 0 {
		fmt.Fprintf(e.out, "%d phases are not compressed yet (storage.settle, storage.pack_rate)\n", z.Plain)
	}
	fmt.Fprintf(e.out, "\n%-12s %9s %12s %9s  largest columns\n", "table", "rows", "bytes", "per phase")
	for _, t := range z.Tables {
		fmt.Fprintf(e.out, "%-12s %9d %12d %9d ", t.Name, t.Rows, t.Bytes, t.Bytes/phases)
		for _, x := range t.Columns[:min(4, len(t.Columns))] {
			if x.Bytes > 0 {
				fmt.Fprintf(e.out, " %s %d", x.Name, x.Bytes)
			}
		}
		fmt.Fprintln(e.out)
	}
	return nil
}
