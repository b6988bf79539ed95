package store

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"podesta/internal/game"
)

// handles is the number of distinguishable claims of one job. A job's ID is its number in the table
// times handles, plus the number of its claims modulo handles. Therefore an ID becomes invalid once
// another worker has claimed the job.
const handles = 1000

const jobColumns = "id, kind, name, game, due, tries, claimed, data, failed, coalesce(trace, '')"

func scanJob(row row) (j game.Job, err error) {
	err = row(&j.ID, &j.Kind, &j.Key, &j.Game, moment{&j.Due}, &j.Tries, moment{&j.Claimed}, &j.Data, &j.Failed, &j.Trace)
	if len(j.Data) == 0 {
		j.Data = nil
	}
	j.ID = j.ID*handles + int64(j.Tries)%handles
	return j, err
}

// Enqueue adds a job. It replaces a job with the same kind and key, even if a worker has claimed
// it. A job whose due time is zero does not run until it gets a time. A job that is due soon
// belongs to the trace of the transaction.
func (x *tx) Enqueue(j game.Job) error { return x.EnqueueAll([]game.Job{j}) }

// EnqueueAll adds jobs as Enqueue does, with few statements. If several have the same kind and key,
// only the last is added.
func (x *tx) EnqueueAll(jobs []game.Job) error {
	type key struct{ kind, name string }
	last := map[key]int{}
	for i := range jobs {
		last[key{jobs[i].Kind, jobs[i].Key}] = i
	}
	var keys, rows [][]any
	for i := range jobs {
		if jobs[i].Key != "" && last[key{jobs[i].Kind, jobs[i].Key}] != i {
			continue
		}
		j := &jobs[i]
		data := j.Data
		if data == nil {
			data = []byte{}
		}
		if j.Key != "" {
			keys = append(keys, []any{j.Kind, j.Key})
		}
		rows = append(rows, []any{j.Kind, j.Key, j.Game, j.Due, j.Tries, data, j.Failed, x.traceOf(j)})
	}
	if err := x.several("DELETE FROM job WHERE name <> '' AND (", "kind = ? AND name = ?", " OR ", ")", keys); err != nil {
		return err
	}
	// Another process may have written a key in the meantime.
	return x.several("INSERT INTO job (kind, name, game, due, tries, data, failed, trace) VALUES ", "(?, ?, ?, ?, ?, ?, ?, ?)", ", ",
		` ON CONFLICT (kind, name) WHERE name <> '' DO UPDATE SET id = excluded.id, game = excluded.game, due = excluded.due,
			tries = excluded.tries, claimed = NULL, data = excluded.data, failed = excluded.failed, trace = excluded.trace`, rows)
}

// Claim claims up to n jobs of a kind that are due and unclaimed, the longest
// due first. They belong to the caller until the lease ends; after that others
// can claim them. Tries includes this claim.
func (x *tx) Claim(kind string, now time.Time, lease time.Duration, n int) ([]game.Job, error) {
	if err := x.releaseLost(kind, now); err != nil {
		return nil, err
	}
	return x.claimDue(kind, "", now, lease, n)
}

// releaseLost releases the jobs of a kind whose lease has ended.
func (x *tx) releaseLost(kind string, now time.Time) error {
	_, err := x.exec(`WITH lost AS MATERIALIZED (SELECT id FROM job WHERE kind = ? AND claimed <= ?`+x.d.skipLocked+`)
		UPDATE job SET claimed = NULL WHERE id IN (SELECT id FROM lost)`, kind, now)
	return err
}

// claimDue claims up to n due jobs of a kind that meet a condition, whose arguments are args. The
// condition may be empty.
func (x *tx) claimDue(kind, condition string, now time.Time, lease time.Duration, n int, args ...any) ([]game.Job, error) {
	args = append(append([]any{kind, now}, args...), n, now.Add(lease))
	jobs, err := all(x, scanJob, `WITH due AS MATERIALIZED (SELECT id FROM job WHERE kind = ? AND claimed IS NULL AND due <= ?`+condition+` ORDER BY due, id LIMIT ?`+x.d.skipLocked+`)
		UPDATE job SET claimed = ?, tries = tries + 1 WHERE id IN (SELECT id FROM due) RETURNING `+jobColumns, args...)
	slices.SortFunc(jobs, func(a, b game.Job) int {
		if c := a.Due.Compare(b.Due); c != 0 {
			return c
		}
		return int(a.ID/handles - b.ID/handles)
	})
	return jobs, err
}

// ClaimInTurn claims jobs as Claim does, but limits the jobs of each game to the number each. Games
// take turns in the order of their IDs: the first turn goes to the game that follows the ID after,
// and the last game is followed by the first one. ClaimInTurn returns the last game whose turn it
// was.
func (x *tx) ClaimInTurn(kind, after string, now time.Time, lease time.Duration, n, each int) (jobs []game.Job, last string, err error) {
	if err := x.releaseLost(kind, now); err != nil {
		return nil, after, err
	}
	first, last := after, after
	for again := false; len(jobs) < n; {
		// The index on kind, game and due leads directly to the next game, however many jobs the
		// games have.
		next, err := one(x, func(row row) (game string, err error) { return game, row(&game) },
			"SELECT game FROM job WHERE kind = ? AND claimed IS NULL AND game > ? AND due <= ? ORDER BY game LIMIT 1", kind, last, now)
		if err != nil && !errors.Is(err, game.ErrNoRecord) {
			return jobs, last, err
		}
		if again && (err != nil || next > first) {
			break
		}
		if err != nil {
			again, last = true, ""
			continue
		}
		some, err := x.claimDue(kind, " AND game = ?", now, lease, min(each, n-len(jobs)), next)
		if err != nil {
			return jobs, last, err
		}
		jobs, last = append(jobs, some...), next
	}
	if len(jobs) == 0 {
		last = after
	}
	return jobs, last, nil
}

// HoldJob extends the claim on a job. It returns ErrNoRecord in the same cases as FinishJob.
func (x *tx) HoldJob(id int64, until time.Time) error {
	return x.change("UPDATE job SET claimed = ? WHERE id = ? AND tries % ? = ? AND claimed IS NOT NULL", until, id/handles, handles, id%handles)
}

// FinishJob removes a finished job. It returns ErrNoRecord if another worker
// has claimed the job since, or if it was replaced.
func (x *tx) FinishJob(id int64) error {
	return x.change("DELETE FROM job WHERE id = ? AND tries % ? = ?", id/handles, handles, id%handles)
}

// FinishJobs removes finished jobs. It ignores jobs that another worker has claimed since, or that
// were replaced.
func (x *tx) FinishJobs(ids []int64) error {
	var rows [][]any
	for _, id := range ids {
		rows = append(rows, []any{id / handles, handles, id % handles})
	}
	return x.several("DELETE FROM job WHERE ", "id = ? AND tries % ? = ?", " OR ", "", rows)
}

// RetryJob releases a job so that it can be claimed again at a later time, and records the failure.
// If the time is zero, the job does not run again by itself. It returns ErrNoRecord in the same
// cases as FinishJob.
func (x *tx) RetryJob(id int64, at time.Time, failed string) error {
	return x.change("UPDATE job SET due = ?, claimed = NULL, failed = ? WHERE id = ? AND tries % ? = ?", at, failed, id/handles, handles, id%handles)
}

// jobMark is the kind of the items that hold the number of the newest job on a day, keyed by day.
// They are needed because jobs do not record when they were queued.
const jobMark = "job mark"

// DropGivenUp removes up to n jobs of a kind that have failed, have no due time, and were queued
// before a given day, and returns their number. It must be called every day with the current time,
// because a job counts as queued on the day of the first call after it was queued.
func (x *tx) DropGivenUp(kind string, now, before time.Time, n int) (int, error) {
	marks, err := x.List("", jobMark)
	if err != nil {
		return 0, err
	}
	today, limit, newest := now.UTC().Format(time.DateOnly), before.UTC().Format(time.DateOnly), ""
	for day := range marks {
		if day < limit && day > newest {
			newest = day
		}
	}
	// Only the latest mark before the given day is needed, so earlier ones are removed.
	for day := range marks {
		if day < newest {
			if err := x.Drop("", jobMark, day); err != nil {
				return 0, err
			}
		}
	}
	if _, ok := marks[today]; !ok {
		last, err := one(x, func(row row) (id int64, err error) { return id, row(&id) }, "SELECT coalesce(max(id), 0) FROM job")
		if err != nil {
			return 0, err
		}
		if err := x.Put("", jobMark, today, []byte(strconv.FormatInt(last, 10))); err != nil {
			return 0, err
		}
	}
	if newest == "" {
		return 0, nil
	}
	last, err := strconv.ParseInt(string(marks[newest]), 10, 64)
	if err != nil {
		return 0, err
	}
	dropped, err := x.exec("DELETE FROM job WHERE id IN (SELECT id FROM job WHERE kind = ? AND due IS NULL AND claimed IS NULL AND failed <> '' AND id <= ? ORDER BY id LIMIT ?)", kind, last, n)
	return int(dropped), err
}

// Jobs lists the jobs of a kind, or of all kinds if it is empty, sorted by due time. Jobs without a
// due time come last.
func (x *tx) Jobs(kind string, failedOnly bool, limit int) ([]game.Job, error) {
	return all(x, scanJob, "SELECT "+jobColumns+" FROM job WHERE (kind = ? OR ? = '') AND (failed <> '' OR ? = 0) ORDER BY coalesce(due, 9223372036854775807), id LIMIT ?",
		kind, kind, failedOnly, atMost(limit))
}

// NextDue returns the time at which a job of a kind can next be claimed, or the
// zero time if there is none.
func (x *tx) NextDue(kind string) (time.Time, error) {
	return one(x, func(row row) (t time.Time, err error) { return t, row(moment{&t}) },
		`SELECT min(at) FROM (SELECT min(due) AS at FROM job WHERE kind = ? AND claimed IS NULL
			UNION ALL SELECT min(claimed) FROM job WHERE kind = ?) AS times`, kind, kind)
}

// Notify announces a topic to all listeners in every process after the
// transaction is committed.
func (x *tx) Notify(topic string) error { return x.d.notify(x, topic) }
