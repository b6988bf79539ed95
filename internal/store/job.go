package store

import (
	"slices"
	"time"

	"podesta/internal/game"
)

// handles is how many claims of one job have different numbers: a job's ID is
// its number in the table times handles, and how often it has been claimed
// modulo handles. So the ID under which a worker claimed a job means nothing
// any more once somebody else has claimed it.
const handles = 1000

const jobColumns = "id, kind, name, game, due, tries, claimed, data, failed"

func scanJob(row row) (j game.Job, err error) {
	err = row(&j.ID, &j.Kind, &j.Key, &j.Game, moment{&j.Due}, &j.Tries, moment{&j.Claimed}, &j.Data, &j.Failed)
	if len(j.Data) == 0 {
		j.Data = nil
	}
	j.ID = j.ID*handles + int64(j.Tries)%handles
	return j, err
}

// Enqueue writes a job. One with the same kind and key is replaced, even if a
// worker has it. A job that is due at the zero time rests until somebody gives
// it a time.
func (x *tx) Enqueue(j game.Job) error {
	if j.Data == nil {
		j.Data = []byte{}
	}
	if j.Key != "" {
		if _, err := x.exec("DELETE FROM job WHERE kind = ? AND name = ? AND name <> ''", j.Kind, j.Key); err != nil {
			return err
		}
	}
	// The key may have been written meanwhile by another process.
	_, err := x.exec(`INSERT INTO job (kind, name, game, due, tries, data, failed) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (kind, name) WHERE name <> '' DO UPDATE SET id = excluded.id, game = excluded.game, due = excluded.due,
			tries = excluded.tries, claimed = NULL, data = excluded.data, failed = excluded.failed`,
		j.Kind, j.Key, j.Game, j.Due, j.Tries, j.Data, j.Failed)
	return err
}

// Claim takes up to n jobs of a kind that are due and that nobody has, the
// longest due first. They are the caller's until the lease ends; whoever claims
// them after that has them then. Tries counts this one.
func (x *tx) Claim(kind string, now time.Time, lease time.Duration, n int) ([]game.Job, error) {
	if _, err := x.exec(`WITH lost AS MATERIALIZED (SELECT id FROM job WHERE kind = ? AND claimed <= ?`+x.d.skipLocked+`)
		UPDATE job SET claimed = NULL WHERE id IN (SELECT id FROM lost)`, kind, now); err != nil {
		return nil, err
	}
	jobs, err := all(x, scanJob, `WITH due AS MATERIALIZED (SELECT id FROM job WHERE kind = ? AND claimed IS NULL AND due <= ? ORDER BY due, id LIMIT ?`+x.d.skipLocked+`)
		UPDATE job SET claimed = ?, tries = tries + 1 WHERE id IN (SELECT id FROM due) RETURNING `+jobColumns, kind, now, n, now.Add(lease))
	slices.SortFunc(jobs, func(a, b game.Job) int {
		if c := a.Due.Compare(b.Due); c != 0 {
			return c
		}
		return int(a.ID/handles - b.ID/handles)
	})
	return jobs, err
}

// HoldJob keeps a claimed job for longer; ErrNoRecord as for FinishJob.
func (x *tx) HoldJob(id int64, until time.Time) error {
	return x.change("UPDATE job SET claimed = ? WHERE id = ? AND tries % ? = ? AND claimed IS NOT NULL", until, id/handles, handles, id%handles)
}

// FinishJob removes a job that is done; ErrNoRecord if somebody else has claimed
// it since, or it was replaced.
func (x *tx) FinishJob(id int64) error {
	return x.change("DELETE FROM job WHERE id = ? AND tries % ? = ?", id/handles, handles, id%handles)
}

// RetryJob gives a job back, to be claimed at a later time, with what went
// wrong; at the zero time it rests. ErrNoRecord as for FinishJob.
func (x *tx) RetryJob(id int64, at time.Time, failed string) error {
	return x.change("UPDATE job SET due = ?, claimed = NULL, failed = ? WHERE id = ? AND tries % ? = ?", at, failed, id/handles, handles, id%handles)
}

// Jobs lists the jobs of a kind (of all kinds where it is empty), the longest
// due first and those that rest last.
func (x *tx) Jobs(kind string, failedOnly bool, limit int) ([]game.Job, error) {
	return all(x, scanJob, "SELECT "+jobColumns+" FROM job WHERE (kind = ? OR ? = '') AND (failed <> '' OR ? = 0) ORDER BY coalesce(due, 9223372036854775807), id LIMIT ?",
		kind, kind, failedOnly, atMost(limit))
}

// NextDue is when a job of a kind can next be claimed; the zero time if there is
// none.
func (x *tx) NextDue(kind string) (time.Time, error) {
	return one(x, func(row row) (t time.Time, err error) { return t, row(moment{&t}) },
		`SELECT min(at) FROM (SELECT min(due) AS at FROM job WHERE kind = ? AND claimed IS NULL
			UNION ALL SELECT min(claimed) FROM job WHERE kind = ?) AS times`, kind, kind)
}

// Notify tells all listeners of a topic, in every process, once the transaction
// is done; nobody if it is not kept.
func (x *tx) Notify(topic string) error { return x.d.notify(x, topic) }
