package store

import (
	"context"
	"time"

	"podesta/internal/game"
)

// Census is a count of the games and jobs in a database.
type Census struct {
	Games    map[game.Status]int
	Accounts int
	Jobs     []JobCount // one count for each kind of job, sorted by kind
}

// JobCount is the number of jobs of a kind.
type JobCount struct {
	Kind string
	All  int
	// Due counts the jobs that are due and unclaimed, and Failed those that have failed at
	// least once.
	Due, Failed int
	Late        time.Duration // time for which the oldest due job has been due
}

// Census counts the games and jobs in the database. now decides which jobs are due.
func (s *Store) Census(ctx context.Context, now time.Time) (Census, error) {
	var out Census
	err := s.Read(ctx, func(t *game.Tx) error {
		x := t.Games.(*tx)
		out = Census{Games: map[game.Status]int{}}
		_, err := all(x, func(row row) (n int, err error) {
			var status game.Status
			err = row(&status, &n)
			out.Games[status] += n
			return n, err
		}, "SELECT status, count(*) FROM game GROUP BY status")
		if err != nil {
			return err
		}
		out.Accounts, err = one(x, func(row row) (n int, err error) { return n, row(&n) }, "SELECT count(*) FROM account")
		if err != nil {
			return err
		}
		out.Jobs, err = all(x, func(row row) (j JobCount, err error) {
			var first time.Time
			err = row(&j.Kind, &j.All, &j.Due, &j.Failed, moment{&first})
			if j.Due > 0 {
				j.Late = now.Sub(first)
			}
			return j, err
		}, `SELECT kind, count(*),
				count(CASE WHEN due <= ? AND (claimed IS NULL OR claimed <= ?) THEN 1 END),
				count(CASE WHEN failed <> '' THEN 1 END),
				min(CASE WHEN due <= ? AND (claimed IS NULL OR claimed <= ?) THEN due END)
			FROM job GROUP BY kind ORDER BY kind`, now, now, now, now)
		return err
	})
	return out, err
}
