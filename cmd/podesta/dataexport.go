package main

import (
	"bufio"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"podesta/internal/archive"
	"podesta/internal/config"
	"podesta/internal/store"
	"podesta/machiavelli/opendata"
)

// dataExport writes the open data of a judge.
func dataExport(e env, args []string) int {
	s := newSettings(e, "data export", "",
		"Writes the finished public games of the judge as open data, one game in each line, while the judge is running.",
		"A game is written only if everyone who played in it agrees: people choose that on their account's page.",
		"Names are replaced, and letters are left out. The command says how many games were left out, and why.")
	from := s.flags.String("from", "", "only games that ended on this `DATE` or later, such as 2027-01-31")
	to := s.flags.String("to", "", "only games that ended on this `DATE` or earlier")
	name := s.flags.String("o", "", "write to this new `FILE` instead of the standard output")
	form := formFlag(s.flags)
	if status, done := s.parse(args); done {
		return status
	}
	if !s.noArguments(e) {
		return 2
	}
	var o archive.OpenData
	err := errors.Join(readDay("from", *from, &o.From), readDay("to", *to, &o.To))
	if !o.To.IsZero() {
		o.To = o.To.AddDate(0, 0, 1)
	}
	if err == nil && !o.To.IsZero() && !o.From.Before(o.To) {
		err = errors.New("-from is later than -to")
	}
	if err != nil {
		fmt.Fprintf(e.err, "podesta data export: %v\n", err)
		return 2
	}
	c, _, ok := s.load(e)
	if !ok {
		return 1
	}
	if err := exportData(e, c, o, *form, *name); err != nil {
		fmt.Fprintf(e.err, "podesta data export: %v\n", err)
		return 1
	}
	return 0
}

// readDay reads the date in a flag. If the flag is empty, day is unchanged.
func readDay(flag, text string, day *time.Time) error {
	if text == "" {
		return nil
	}
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return fmt.Errorf("-%s: expected a date such as 2027-01-31, not %q", flag, text)
	}
	*day = t
	return nil
}

// exportData writes the open data of the judge's database, in the given format, to a new file or
// to the standard output.
func exportData(e env, c *config.Config, o archive.OpenData, form dataForm, name string) (err error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if found, err := store.Inspect(ctx, c.DatabaseURL()); errors.Is(err, store.ErrNoDatabase) {
		return fmt.Errorf("%s: %w", found.Name, err)
	}
	secret, err := judgeSecret(c)
	if err != nil {
		return err
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("podesta open data names"))
	o.Secret = mac.Sum(nil)
	j, done, err := openJudge(c)
	if err != nil {
		return err
	}
	defer done()
	var out io.Writer = e.out
	if name != "" {
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		out = f
	}
	w := bufio.NewWriterSize(out, 1<<20)
	games, others, line := 0, 0, []byte(nil)
	withheld, err := j.Archive.EachOpen(ctx, o, func(g *opendata.Game) error {
		var err error
		if line, err = form.append(line[:0], g); errors.Is(err, opendata.ErrNotDiplomacy) {
			others++
			return nil
		}
		if err != nil {
			return err
		}
		games++
		_, err = w.Write(line)
		return err
	})
	if err = errors.Join(err, w.Flush()); err != nil {
		return err
	}
	fmt.Fprintf(e.err, "%s written\n", count(games, "game"))
	if others > 0 {
		fmt.Fprintf(e.err, "%s left out: not standard Diplomacy\n", count(others, "game"))
	}
	for _, why := range slices.Sorted(maps.Keys(withheld)) {
		fmt.Fprintf(e.err, "%s left out: %s\n", count(withheld[why], "game"), why)
	}
	return nil
}
