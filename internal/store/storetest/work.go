package storetest

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"podesta/internal/game"
)

func concurrent(t *testing.T, open func() Store) {
	stores := []Store{open(), open()}
	add(t, stores[0], "first")
	g, done, next := Advanced("first")
	var mu sync.Mutex
	good := 0
	together(t, 8, func(i int) error {
		err := Write(stores[i%2], func(tx *game.Tx) error { return tx.Phases.Advance(g, done, &next) })
		switch {
		case errors.Is(err, game.ErrRevision):
			return nil
		case err == nil:
			mu.Lock()
			good++
			mu.Unlock()
		}
		return err
	})
	if good != 1 {
		t.Errorf("%d of 8 succeeded", good)
	}
}

func inLine(t *testing.T, open func() Store) {
	stores := []Store{open(), open()}
	add(t, stores[0], "first")
	write(t, stores[0], nil, func(tx *game.Tx) error { return tx.Items.Put("first", "count", "", []byte("0")) })
	together(t, 16, func(i int) error {
		return Write(stores[i%2], func(tx *game.Tx) error {
			if i < 8 {
				if err := tx.Games.Lock("first"); err != nil {
					return err
				}
			} else if _, err := tx.Games.Game("first"); err != nil {
				return err
			}
			data, err := tx.Items.Get("first", "count", "")
			if err != nil {
				return err
			}
			n, err := strconv.Atoi(string(data))
			if err != nil {
				return err
			}
			return tx.Items.Put("first", "count", "", []byte(strconv.Itoa(n+1)))
		})
	})
	same(t, string(get(t, stores[1], func(tx *game.Tx) ([]byte, error) { return tx.Items.Get("first", "count", "") })), "16")
}

func crossed(t *testing.T, open func() Store) {
	stores := []Store{open(), open()}
	ids := []string{"first", "other"}
	add(t, stores[0], ids...)
	together(t, 8, func(i int) error {
		return Write(stores[i%2], func(tx *game.Tx) error {
			if err := tx.Games.Lock(ids[i%2]); err != nil {
				return err
			}
			_, err := tx.Log.Append(entry(ids[1-i%2]))
			return err
		})
	})
	for _, id := range ids {
		if list := get(t, stores[0], func(tx *game.Tx) ([]game.Entry, error) { return tx.Log.Entries(id, 0, 0) }); len(list) != 4 {
			t.Errorf("%s: %d entries, want 4", id, len(list))
		}
	}
}

// claim claims jobs and returns them sorted by key.
func claim(t *testing.T, s Store, now time.Time, n int) []game.Job {
	t.Helper()
	var out []game.Job
	write(t, s, nil, func(tx *game.Tx) (err error) {
		out, err = tx.Jobs.Claim("mail", now, time.Minute, n)
		return err
	})
	return out
}

func keys(list []game.Job) string { return each(list, func(j game.Job) string { return j.Key }) }

func next(t *testing.T, s Store, kind string) time.Time {
	t.Helper()
	return get(t, s, func(tx *game.Tx) (time.Time, error) { return tx.Jobs.NextDue(kind) })
}

func jobs(t *testing.T, open func() Store) {
	s := open()
	same(t, next(t, s, "mail"), time.Time{})
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(
			tx.Jobs.Enqueue(game.Job{Kind: "mail", Key: "late", Due: at.Add(2 * time.Second)}),
			tx.Jobs.Enqueue(game.Job{Kind: "mail", Key: "one", Game: "first", Due: at.Add(time.Second), Data: []byte{0, 255}}),
			tx.Jobs.Enqueue(game.Job{Kind: "mail", Key: "two", Due: at.Add(time.Second)}),
			tx.Jobs.Enqueue(game.Job{Kind: "hook", Key: "other", Due: at}),
			tx.Jobs.Enqueue(game.Job{Kind: "mail", Key: "rests"}))
	})
	same(t, next(t, s, "mail"), at.Add(time.Second))
	same(t, len(claim(t, s, at.Add(time.Second-time.Microsecond), 9)), 0)
	first := claim(t, s, at.Add(time.Second), 1)
	same(t, keys(first), "one")
	got := first[0]
	got.ID = 0
	same(t, got, game.Job{Kind: "mail", Key: "one", Game: "first", Due: at.Add(time.Second), Tries: 1, Claimed: at.Add(time.Second + time.Minute), Data: []byte{0, 255}})
	rest := claim(t, s, at.Add(time.Hour), 9)
	same(t, keys(rest), "one two late") // the lease of the first has ended
	same(t, len(claim(t, s, at.Add(time.Hour), 9)), 0)
	same(t, next(t, s, "mail"), at.Add(time.Hour+time.Minute))

	// Finish one job, retry one later, and leave one without a due time.
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Jobs.FinishJob(rest[0].ID), tx.Jobs.RetryJob(rest[1].ID, at.Add(2*time.Hour), "450 later"), tx.Jobs.RetryJob(rest[2].ID, time.Time{}, "550 no such user"))
	})
	same(t, next(t, s, "mail"), at.Add(2*time.Hour))
	failed := get(t, s, func(tx *game.Tx) ([]game.Job, error) { return tx.Jobs.Jobs("mail", true, 0) })
	same(t, each(failed, func(j game.Job) string { return j.Key + ": " + j.Failed }), "two: 450 later late: 550 no such user")
	same(t, keys(get(t, s, func(tx *game.Tx) ([]game.Job, error) { return tx.Jobs.Jobs("", false, 0) })), "other two late rests")
	same(t, keys(get(t, s, func(tx *game.Tx) ([]game.Job, error) { return tx.Jobs.Jobs("mail", false, 1) })), "two")
	again := claim(t, s, at.Add(2*time.Hour), 9)
	same(t, keys(again), "two")
	same(t, again[0].Tries, 2)
	// An operator can restart a job without a due time.
	write(t, s, nil, func(tx *game.Tx) error { return tx.Jobs.RetryJob(failed[1].ID, at, "") })
	same(t, keys(claim(t, s, at.Add(2*time.Hour), 9)), "late")
	// A failed transaction finishes no job.
	write(t, s, errBroken, func(tx *game.Tx) error { return errors.Join(tx.Jobs.FinishJob(again[0].ID), errBroken) })
	write(t, s, nil, func(tx *game.Tx) error { return tx.Jobs.FinishJob(again[0].ID) })
}

// manyJobs checks that adding and finishing many jobs at once has the same result as one by one.
func manyJobs(t *testing.T, open func() Store) {
	s := open()
	const n = 150
	var all []game.Job
	for i := range n {
		all = append(all, game.Job{Kind: "mail", Key: fmt.Sprint(i), Game: "first", Due: at.Add(time.Duration(i) * time.Second), Data: []byte{byte(i)}})
	}
	write(t, s, nil, func(tx *game.Tx) error { return tx.Jobs.EnqueueAll(nil) })
	write(t, s, nil, func(tx *game.Tx) error { return tx.Jobs.EnqueueAll(all) })
	mine := claim(t, s, at.Add(time.Hour), n+1)
	if len(mine) != n || mine[n-1].Key != fmt.Sprint(n-1) || mine[n-1].Data[0] != n-1 {
		t.Fatalf("%d jobs: %+v", len(mine), mine[n-1:])
	}
	// The first job is replaced. Of two jobs with the same key, the last one counts. Jobs without a
	// key are never replaced.
	write(t, s, nil, func(tx *game.Tx) error {
		return tx.Jobs.EnqueueAll([]game.Job{{Kind: "mail", Key: "0", Data: []byte("a")}, {Kind: "mail", Key: "0", Data: []byte("b")}, {Kind: "mail"}, {Kind: "mail"}, {Kind: "hook", Key: "0"}})
	})
	// Another worker has claimed the second job.
	theirs := claim(t, s, at.Add(3*time.Hour), 2)
	same(t, keys(theirs), "1 2")
	var ids []int64
	for _, j := range mine {
		ids = append(ids, j.ID)
	}
	write(t, s, nil, func(tx *game.Tx) error { return tx.Jobs.FinishJobs(ids) })
	left := get(t, s, func(tx *game.Tx) ([]game.Job, error) { return tx.Jobs.Jobs("mail", false, 0) })
	same(t, each(left, func(j game.Job) string { return j.Key + string(j.Data) }), "1\x01 2\x02 0b  ")
	write(t, s, nil, func(tx *game.Tx) error { return tx.Jobs.FinishJobs([]int64{theirs[0].ID, theirs[1].ID}) })
	same(t, keys(get(t, s, func(tx *game.Tx) ([]game.Job, error) { return tx.Jobs.Jobs("mail", false, 0) })), "0  ")
}

func givenUp(t *testing.T, open func() Store) {
	s := open()
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(
			tx.Jobs.Enqueue(game.Job{Kind: "mail", Key: "a", Due: at, Failed: ""}),
			tx.Jobs.Enqueue(game.Job{Kind: "mail", Key: "b", Failed: "550"}),
			tx.Jobs.Enqueue(game.Job{Kind: "mail", Key: "c", Failed: "550"}),
			tx.Jobs.Enqueue(game.Job{Kind: "mail", Key: "later", Due: at, Failed: "450"}),
			tx.Jobs.Enqueue(game.Job{Kind: "mail", Key: "rests"}),
			tx.Jobs.Enqueue(game.Job{Kind: "post", Key: "other", Failed: "550"}))
	})
	drop := func(now, before time.Time, n, want int) {
		t.Helper()
		write(t, s, nil, func(tx *game.Tx) error {
			got, err := tx.Jobs.DropGivenUp("mail", now, before, n)
			if got != want {
				t.Errorf("%d jobs, not %d", got, want)
			}
			return err
		})
	}
	const day = 24 * time.Hour
	drop(at, at.Add(-3*day), 9, 0)
	write(t, s, nil, func(tx *game.Tx) error { return tx.Jobs.Enqueue(game.Job{Kind: "mail", Key: "newer", Failed: "550"}) })
	drop(at.Add(day), at.Add(-2*day), 9, 0)
	drop(at.Add(3*day), at, 9, 0)
	drop(at.Add(4*day), at.Add(day), 1, 1)
	drop(at.Add(4*day), at.Add(day), 9, 1)
	drop(at.Add(4*day), at.Add(day), 9, 0)
	same(t, keys(get(t, s, func(tx *game.Tx) ([]game.Job, error) { return tx.Jobs.Jobs("", false, 0) })), "a later rests other newer")
	drop(at.Add(5*day), at.Add(2*day), 9, 1)
	same(t, keys(get(t, s, func(tx *game.Tx) ([]game.Job, error) { return tx.Jobs.Jobs("", false, 0) })), "a later rests other")
	// Marks that are no longer needed are removed.
	same(t, len(get(t, s, func(tx *game.Tx) (map[string][]byte, error) { return tx.Items.List("", "job mark") })), 4)
}

func someItems(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first")
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Items.Put("", "old", "1", nil), tx.Items.Put("", "old", "2", nil), tx.Items.Put("", "old", "3", nil), tx.Items.Put("", "new", "1", nil), tx.Items.Put("first", "old", "1", nil))
	})
	for _, want := range []int{2, 1, 0} {
		write(t, s, nil, func(tx *game.Tx) error {
			n, err := tx.Items.DropSome("", "old", 2)
			same(t, n, want)
			return err
		})
	}
	same(t, len(get(t, s, func(tx *game.Tx) (map[string][]byte, error) { return tx.Items.List("", "new") })), 1)
	same(t, len(get(t, s, func(tx *game.Tx) (map[string][]byte, error) { return tx.Items.List("first", "old") })), 1)
}

func keyedJobs(t *testing.T, open func() Store) {
	stores := []Store{open(), open()}
	for i, key := range []string{"first", "first", "", "", "other"} {
		write(t, stores[0], nil, func(tx *game.Tx) error {
			return tx.Jobs.Enqueue(game.Job{Kind: "mail", Key: key, Due: at.Add(-time.Duration(i) * time.Second), Data: []byte(strconv.Itoa(i))})
		})
	}
	got := claim(t, stores[0], at, 9)
	same(t, each(got, func(j game.Job) string { return string(j.Data) }), "4 3 2 1")
	// If a job is replaced while a worker has claimed it, the worker does not finish the new
	// one.
	i := slices.IndexFunc(got, func(j game.Job) bool { return j.Key == "first" })
	write(t, stores[1], nil, func(tx *game.Tx) error {
		return tx.Jobs.Enqueue(game.Job{Kind: "mail", Key: "first", Due: at, Data: []byte("new")})
	})
	write(t, stores[0], game.ErrNoRecord, func(tx *game.Tx) error { return tx.Jobs.FinishJob(got[i].ID) })
	same(t, each(claim(t, stores[0], at, 9), func(j game.Job) string { return string(j.Data) }), "new")
	// If many workers write one key at the same time, one job remains.
	together(t, 8, func(i int) error {
		return Write(stores[i%2], func(tx *game.Tx) error { return tx.Jobs.Enqueue(game.Job{Kind: "hook", Key: "x", Due: at}) })
	})
	same(t, keys(get(t, stores[0], func(tx *game.Tx) ([]game.Job, error) { return tx.Jobs.Jobs("hook", false, 0) })), "x")
}

func lostLease(t *testing.T, open func() Store) {
	slow, quick := open(), open()
	write(t, slow, nil, func(tx *game.Tx) error { return tx.Jobs.Enqueue(game.Job{Kind: "mail", Key: "x", Due: at}) })
	mine := claim(t, slow, at, 1)[0]
	same(t, len(claim(t, quick, at.Add(time.Minute-time.Microsecond), 1)), 0)
	write(t, slow, nil, func(tx *game.Tx) error { return tx.Jobs.HoldJob(mine.ID, at.Add(2*time.Minute)) })
	same(t, len(claim(t, quick, at.Add(2*time.Minute-time.Microsecond), 1)), 0)
	theirs := claim(t, quick, at.Add(2*time.Minute), 1)[0]
	same(t, theirs.Tries, 2)
	write(t, slow, game.ErrNoRecord, func(tx *game.Tx) error { return tx.Jobs.HoldJob(mine.ID, at.Add(time.Hour)) })
	write(t, slow, game.ErrNoRecord, func(tx *game.Tx) error { return tx.Jobs.FinishJob(mine.ID) })
	write(t, slow, game.ErrNoRecord, func(tx *game.Tx) error { return tx.Jobs.RetryJob(mine.ID, at, "x") })
	write(t, quick, nil, func(tx *game.Tx) error { return tx.Jobs.FinishJob(theirs.ID) })
	same(t, len(get(t, slow, func(tx *game.Tx) ([]game.Job, error) { return tx.Jobs.Jobs("", false, 0) })), 0)
}

func manyWorkers(t *testing.T, open func() Store) {
	stores := []Store{open(), open()}
	const n = 60
	write(t, stores[0], nil, func(tx *game.Tx) error {
		for i := range n {
			if err := tx.Jobs.Enqueue(game.Job{Kind: "mail", Due: at, Data: []byte(number(i))}); err != nil {
				return err
			}
		}
		return nil
	})
	var mu sync.Mutex
	seen := map[string]int{}
	together(t, 6, func(i int) error {
		for {
			var mine []game.Job
			err := Write(stores[i%2], func(tx *game.Tx) (err error) {
				mine, err = tx.Jobs.Claim("mail", at, time.Minute, 7)
				return err
			})
			if err != nil || len(mine) == 0 {
				return err
			}
			mu.Lock()
			for _, j := range mine {
				seen[string(j.Data)]++
			}
			mu.Unlock()
		}
	})
	if len(seen) != n || slices.Max(slices.Collect(maps.Values(seen))) != 1 {
		t.Errorf("%d jobs were claimed, some more than once: %v", len(seen), seen)
	}
}

// inTurn checks that the jobs of one game do not delay the jobs of other games, and that each job
// is claimed once.
func inTurn(t *testing.T, open func() Store) {
	s := open()
	write(t, s, nil, func(tx *game.Tx) error {
		for i, name := range strings.Repeat("a", 20) + "bbbdc" {
			j := game.Job{Kind: "mail", Game: string(name), Due: at.Add(time.Duration(i)), Data: []byte(number(i))}
			if err := tx.Jobs.Enqueue(j); err != nil {
				return err
			}
		}
		return errors.Join(
			tx.Jobs.Enqueue(game.Job{Kind: "mail", Due: at, Data: []byte("no game")}),
			tx.Jobs.Enqueue(game.Job{Kind: "hook", Game: "a", Due: at, Data: []byte("other kind")}),
			tx.Jobs.Enqueue(game.Job{Kind: "mail", Game: "aa", Due: at.Add(time.Hour), Data: []byte("not yet")}))
	})
	seen := map[string]bool{}
	take := func(after string, n, each int) (games, last string) {
		write(t, s, nil, func(tx *game.Tx) error {
			jobs, stopped, err := tx.Jobs.ClaimInTurn("mail", after, at.Add(time.Minute), time.Minute, n, each)
			last = stopped
			for _, j := range jobs {
				if seen[string(j.Data)] {
					t.Errorf("%s was claimed twice", j.Data)
				}
				seen[string(j.Data)] = true
				games += j.Game
			}
			return err
		})
		return games, last
	}
	for _, c := range []struct {
		after       string
		n, each     int
		games, last string
	}{
		{"", 4, 2, "aabb", "b"},
		{"b", 5, 2, "cdaab", "b"},
		{"b", 9, 3, "aaa", "a"},
		{"a", 4, 9, "aaaa", "a"},
		{"zzz", 99, 4, "aaaa", "a"},
		{"a", 99, 99, "aaaaa", "a"},
		{"a", 9, 9, "", "a"},
	} {
		if games, last := take(c.after, c.n, c.each); games != c.games || last != c.last {
			t.Errorf("%d after %q, %d of each: %q up to %q, want %q up to %q", c.n, c.after, c.each, games, last, c.games, c.last)
		}
	}
	if len(seen) != 25 {
		t.Errorf("%d of 25 jobs were claimed", len(seen))
	}
}

// exactlyOnce has two processes with three workers each resolve games. Every second time, a worker
// is slow and loses its lease before it is done. The test checks that each game is resolved exactly
// once.
func exactlyOnce(t *testing.T, open func() Store) {
	stores := []Store{open(), open()}
	const n = 12
	for i := range n {
		add(t, stores[0], number(i))
		write(t, stores[0], nil, func(tx *game.Tx) error {
			return tx.Jobs.Enqueue(game.Job{Kind: "clock", Key: number(i), Game: number(i), Due: at})
		})
	}
	var mu sync.Mutex
	processed := map[string]int{}
	work := func(s Store, now time.Time) (done bool, err error) {
		var mine []game.Job
		if err := Write(s, func(tx *game.Tx) (err error) {
			mine, err = tx.Jobs.Claim("clock", now, time.Minute, 2)
			return err
		}); err != nil || len(mine) == 0 {
			return true, err
		}
		for _, j := range mine {
			err := Write(s, func(tx *game.Tx) error {
				r, err := tx.Games.Game(j.Game)
				if err != nil {
					return err
				}
				if r.Number == 1 {
					g, done, next := Advanced(j.Game)
					if err := tx.Phases.Advance(g, done, &next); err != nil {
						return err
					}
					if _, err := tx.Log.Append(entry(j.Game)); err != nil {
						return err
					}
					if err := tx.Jobs.Enqueue(game.Job{Kind: "mail", Game: j.Game, Due: at}); err != nil {
						return err
					}
				}
				return tx.Jobs.FinishJob(j.ID)
			})
			if errors.Is(err, game.ErrNoRecord) {
				continue
			}
			if err != nil {
				return true, err
			}
			mu.Lock()
			processed[j.Game]++
			mu.Unlock()
		}
		return false, nil
	}
	together(t, 6, func(i int) error {
		for round := 0; ; round++ {
			done, err := work(stores[i%2], at.Add(time.Duration(round%2)*time.Hour))
			if done && round%2 == 1 || err != nil {
				return err
			}
		}
	})
	if len(processed) != n {
		t.Errorf("%d of %d games were processed", len(processed), n)
	}
	for i := range n {
		if list := get(t, stores[0], func(tx *game.Tx) ([]game.Entry, error) { return tx.Log.Entries(number(i), 0, 0) }); len(list) != 1 {
			t.Errorf("%s was told %d times", number(i), len(list))
		}
	}
	same(t, len(get(t, stores[0], func(tx *game.Tx) ([]game.Job, error) { return tx.Jobs.Jobs("", false, 0) })), n)
}
