package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"podesta/internal/config"
	"podesta/machiavelli/rating"
)

// runRatings recomputes the ratings from all finished games. The exit status is 0 on success, 1 if
// the database or the table of points cannot be used, and 2 if the arguments are wrong.
func runRatings(e env, args []string) int {
	s := newSettings(e, "ratings", "",
		"Recalculates what every finished game counts for its players, in their profiles and in the table of ratings.",
		"Run it after you have changed points_file or imported a finished game. The judge can be running, and it does no",
		"harm to run the command again.")
	if status, done := s.parse(args); done {
		return status
	}
	if s.flags.NArg() != 0 {
		s.flags.Usage()
		return 2
	}
	c, _, ok := s.load(e)
	if !ok {
		return 1
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := rerate(ctx, e, c); err != nil {
		fmt.Fprintf(e.err, "podesta ratings: %v\n", err)
		return 1
	}
	return 0
}

func rerate(ctx context.Context, e env, c *config.Config) error {
	j, done, err := openJudge(c)
	if err != nil {
		return err
	}
	defer done()
	over, counted, err := j.Ratings.Rerate(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(e.out, "%d games are over; %d of them count\n", over, counted)
	return nil
}

// pointsTable returns the judge's table of rating points.
func pointsTable(c *config.Config) (rating.Table, error) {
	if c.PointsFile == "" {
		return rating.Handed(), nil
	}
	text, err := os.ReadFile(c.PointsFile)
	if err != nil {
		return nil, fmt.Errorf("points_file: %w", err)
	}
	t, err := rating.Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("points_file: %s: %w", c.PointsFile, err)
	}
	return t, nil
}
