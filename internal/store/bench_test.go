package store_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/store"
	"podesta/internal/store/pgtest"
	"podesta/internal/store/storetest"
)

// size is roughly the size of a phase's position in JSON, in bytes.
const size = 6 << 10

// BenchmarkStore measures the writes on which the speed of a judge depends. Each is a separate
// transaction, flushed to the disk before it returns.
func BenchmarkStore(b *testing.B) {
	b.Run("SQLite", func(b *testing.B) { benchmark(b, open(b, b.TempDir())) })
	b.Run("PostgreSQL", func(b *testing.B) {
		benchmark(b, open(b, pgtest.Start(b, "fsync=on", "shared_buffers=128MB").URL(b)))
	})
}

func benchmark(b *testing.B, s *store.Store) {
	var last atomic.Int64
	fresh := func(b *testing.B) string {
		id := fmt.Sprintf("g%d", last.Add(1))
		add(b, s, id)
		return id
	}
	position := make([]byte, size)
	for i := range position {
		position[i] = 'x'
	}
	write := func(b *testing.B, f func(*game.Tx) error) {
		if err := storetest.Write(s, f); err != nil {
			b.Fatal(err)
		}
	}
	phase := func(tx *game.Tx, id string, n int) error {
		g, done, next := storetest.Advanced(id)
		g.Revision, g.Number, done.Number, next.Number = n, n+1, n, n+1
		done.After, next.Position = position, position
		if _, err := tx.Games.Game(id); err != nil {
			return err
		}
		if err := tx.Phases.Advance(g, done, &next); err != nil {
			return err
		}
		if _, err := tx.Log.Append(game.Entry{Game: id, At: due, Kind: game.ResultEntry, Data: []byte(`{"phase":1}`)}); err != nil {
			return err
		}
		for range 8 {
			if err := tx.Jobs.Enqueue(game.Job{Kind: "mail", Game: id, Due: due, Data: []byte(`{"entry":1}`)}); err != nil {
				return err
			}
		}
		if err := tx.Jobs.Enqueue(game.Job{Kind: "clock", Key: id, Game: id, Due: due}); err != nil {
			return err
		}
		return tx.Jobs.Notify(id)
	}
	b.Run("orders", func(b *testing.B) {
		id, text := fresh(b), string(position[:500])
		for b.Loop() {
			write(b, func(tx *game.Tx) error { return tx.Phases.SaveOrders(id, 1, 1, 1, text) })
		}
	})
	b.Run("read", func(b *testing.B) {
		id := fresh(b)
		for b.Loop() {
			err := storetest.Read(s, func(tx *game.Tx) error {
				if _, err := tx.Games.Game(id); err != nil {
					return err
				}
				if _, err := tx.Games.Seats(id); err != nil {
					return err
				}
				_, err := tx.Phases.Phase(id, 1)
				return err
			})
			if err != nil {
				b.Fatal(err)
			}
		}
	})
	// A phase with its log entry, eight mails and the next check of the clock.
	b.Run("phase", func(b *testing.B) {
		id, n := fresh(b), 0
		for b.Loop() {
			n++
			write(b, func(tx *game.Tx) error { return phase(tx, id, n) })
		}
	})
	// The same for 20 games in one transaction; the reported time is per phase.
	b.Run("phase-of-20", func(b *testing.B) {
		ids, n := make([]string, 20), 0
		for i := range ids {
			ids[i] = fresh(b)
		}
		for b.Loop() {
			i := n % len(ids)
			if n++; i > 0 {
				continue
			}
			write(b, func(tx *game.Tx) error {
				for _, id := range ids {
					if err := phase(tx, id, n/len(ids)+1); err != nil {
						return err
					}
				}
				return nil
			})
		}
	})
	b.Run("phase-parallel", func(b *testing.B) {
		b.SetParallelism(4)
		b.RunParallel(func(pb *testing.PB) {
			id := fresh(b)
			for n := 1; pb.Next(); n++ {
				write(b, func(tx *game.Tx) error { return phase(tx, id, n) })
			}
		})
	})
	// This adds and claims jobs 50 at a time, and finishes one per iteration.
	b.Run("job", func(b *testing.B) {
		var mine []game.Job
		for b.Loop() {
			if len(mine) == 0 {
				write(b, func(tx *game.Tx) error {
					for range 50 {
						if err := tx.Jobs.Enqueue(game.Job{Kind: "hook", Due: due}); err != nil {
							return err
						}
					}
					var err error
					mine, err = tx.Jobs.Claim("hook", due, time.Minute, 50)
					return err
				})
			}
			write(b, func(tx *game.Tx) error { return tx.Jobs.FinishJob(mine[0].ID) })
			mine = mine[1:]
		}
	})
}
