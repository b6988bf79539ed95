package store_test

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"podesta/internal/archive"
	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/seed"
	"podesta/internal/store"
	"podesta/internal/store/storetest"
)

// TestPackStored packs the games of older versions while packing processes are killed, and compares
// every game byte for byte before and after.
func TestPackStored(t *testing.T) {
	t.Parallel()
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		for _, version := range []int{9, 10, 13} {
			t.Run(fmt.Sprint("version ", version), func(t *testing.T) {
				url := newURL(t)
				if version < 13 {
					rowsOf(t, url, version)
				}
				s := open(t, url)
				j := judge.New(s, clockFunc(func() time.Time { return due }), []byte("secret"))
				if version == 13 {
					// Simulate that processes of an earlier version may be running.
					s.Unsettle(t)
					if _, err := seed.Make(ctx, s, []byte("secret"), seed.Plan{Games: 1, Due: due, Seed: 3}); err != nil {
						t.Fatal(err)
					}
					amended(t, s)
					if n, err := s.PackSome(ctx, 5); n != 0 || err != nil {
						t.Errorf("unsettled, and %d phases were packed, %v", n, err)
					}
				} else if s.Numbered() {
					if done, err := s.Settle(ctx, time.Hour); done || err != nil {
						t.Errorf("settled right after the migration: %t, %v", done, err)
					}
				}
				before := everything(t, s, j)
				was := s.Plain(t)
				if was == 0 || s.Packed(t) != 0 {
					t.Fatalf("%d phases to pack, %d packed", was, s.Packed(t))
				}
				s.Unsettle(t)
				if done, err := s.Settle(ctx, 0); !done || err != nil {
					t.Fatalf("settled: %t, %v", done, err)
				}
				left := was
				for left > 2 {
					kill(t, url, "packing")
					n := s.Plain(t)
					if n >= left {
						t.Fatalf("%d phases of %d are left after a process was killed", n, left)
					}
					left = n
					compare(t, before, everything(t, s, j))
				}
				together(t, s)
				if n := s.Plain(t); n != 0 || s.Packed(t) != was {
					t.Errorf("%d phases are left, %d of %d are packed", n, s.Packed(t), was)
				}
				compare(t, before, everything(t, s, j))
				if version == 13 {
					for _, id := range realGames(t, s) {
						if err := j.Archive.Replay(ctx, id); err != nil {
							t.Errorf("%s: %v", id, err)
						}
					}
				}
			})
		}
	})
}

// together packs all phases from several goroutines at once.
func together(t *testing.T, s *store.Store) {
	t.Helper()
	errs := make(chan error)
	for range 3 {
		go func() {
			for {
				n, err := s.PackSome(ctx, 2)
				if n == 0 || err != nil {
					errs <- err
					return
				}
			}
		}()
	}
	for range 3 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

// amended adds a game in which a master has corrected a position.
func amended(t *testing.T, s *store.Store) {
	t.Helper()
	add(t, s, "first")
	g, done, next := storetest.Advanced("first")
	if err := storetest.Write(s, func(tx *game.Tx) error {
		if err := tx.Phases.SaveOrders("first", 1, 1, 2, "A Roma H\n# ü"); err != nil {
			return err
		}
		if err := tx.Phases.Advance(g, done, &next); err != nil {
			return err
		}
		g.Revision++
		if err := tx.Phases.Amend(g, []byte(`{"corrected":true}`)); err != nil {
			return err
		}
		g.Revision++
		next.After, next.Done = []byte(`{"end":1}`), due
		g.Finished = true
		return tx.Phases.Advance(g, next, nil)
	}); err != nil {
		t.Fatal(err)
	}
}

// everything returns all phases with their orders, and the exported files of all games.
func everything(t *testing.T, s *store.Store, j *judge.Judge) map[string]any {
	t.Helper()
	out := map[string]any{}
	if err := s.Read(ctx, func(tx *game.Tx) error {
		clear(out)
		games, err := tx.Games.Games()
		if err != nil {
			return err
		}
		for _, g := range games {
			for n := 1; n <= g.Number; n++ {
				p, err := tx.Phases.Phase(g.ID, n)
				if err != nil {
					return err
				}
				orders, err := tx.Phases.Orders(g.ID, n)
				if err != nil {
					return err
				}
				out[fmt.Sprintf("%s, phase %d", g.Name, n)] = p
				out[fmt.Sprintf("%s, orders %d", g.Name, n)] = orders
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, id := range realGames(t, s) {
		file, err := j.Archive.Pack(ctx, id, archive.PackOptions{Seed: true})
		if err != nil {
			t.Fatal(err)
		}
		out[id+", file"] = file
	}
	return out
}

// realGames returns the IDs of the games that the judge can open, without the
// samples of the store.
func realGames(t *testing.T, s *store.Store) (ids []string) {
	t.Helper()
	if err := s.Read(ctx, func(tx *game.Tx) (err error) {
		all, err := tx.Games.ListGames(game.GameQuery{Hidden: true})
		ids = all.IDs
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(ids, func(id string) bool { return id == "first" })
}

func compare(t *testing.T, before, after map[string]any) {
	t.Helper()
	if !slices.Equal(slices.Sorted(maps.Keys(before)), slices.Sorted(maps.Keys(after))) {
		t.Errorf("%d records became %d", len(before), len(after))
	}
	for key, was := range before {
		if !reflect.DeepEqual(was, after[key]) {
			t.Errorf("%s: %.200v became %.200v", key, was, after[key])
		}
	}
}

// TestCorrectedPositions checks that a phase keeps the position with which it
// ended when the next one is corrected or rolled back.
func TestCorrectedPositions(t *testing.T) {
	t.Parallel()
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		s := open(t, newURL(t))
		amended(t, s)
		if s.Packed(t) != 2 || s.Plain(t) != 0 {
			t.Fatalf("%d phases are packed, %d are not", s.Packed(t), s.Plain(t))
		}
		phase := func(n int) (p game.PhaseRecord) {
			t.Helper()
			if err := storetest.Read(s, func(tx *game.Tx) (err error) { p, err = tx.Phases.Phase("first", n); return err }); err != nil {
				t.Fatal(err)
			}
			return p
		}
		_, done, next := storetest.Advanced("first")
		if p := phase(1); !bytes.Equal(p.After, done.After) || !bytes.Equal(p.Position, done.Position) {
			t.Errorf("phase 1: %+v", p)
		}
		if p := phase(2); string(p.Position) != `{"corrected":true}` || string(p.After) != `{"end":1}` {
			t.Errorf("phase 2: %+v", p)
		}
		// First the last phase of the game is rolled back, then the whole game.
		write := func(f func(tx *game.Tx, g game.GameRecord) error) {
			t.Helper()
			if err := storetest.Write(s, func(tx *game.Tx) error {
				g, err := tx.Games.Game("first")
				if err != nil {
					return err
				}
				return f(tx, g)
			}); err != nil {
				t.Fatal(err)
			}
		}
		write(func(tx *game.Tx, g game.GameRecord) error { g.Finished = false; return tx.Phases.Revert(g, 2) })
		if p := phase(2); string(p.Position) != `{"corrected":true}` || p.After != nil || !p.Done.IsZero() {
			t.Errorf("phase 2, taken back: %+v", p)
		}
		// Correct the position with which phase 1 ended.
		write(func(tx *game.Tx, g game.GameRecord) error { return tx.Phases.Amend(g, next.Position) })
		if p := phase(1); !bytes.Equal(p.After, done.After) {
			t.Errorf("phase 1: %+v", p)
		}
		write(func(tx *game.Tx, g game.GameRecord) error { return tx.Phases.Revert(g, 1) })
		if p := phase(1); p.After != nil || !bytes.Equal(p.Position, done.Position) {
			t.Errorf("phase 1, taken back: %+v", p)
		}
		if err := storetest.Read(s, func(tx *game.Tx) error {
			orders, err := tx.Phases.Orders("first", 1)
			if !reflect.DeepEqual(orders, map[int]string{2: "A Roma H\n# ü"}) {
				t.Errorf("orders: %v", orders)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	})
}

// TestDamagedPhase checks that the error about a damaged phase names it, and that the others
// stay readable.
func TestDamagedPhase(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	amended(t, s)
	s.Raw(t, "UPDATE phase SET packed = X'0112345678' WHERE number = 2")
	err := storetest.Read(s, func(tx *game.Tx) error { _, err := tx.Phases.Phase("first", 2); return err })
	if err == nil || err.Error()[:len("game first, phase 2: a packed phase is damaged")] != "game first, phase 2: a packed phase is damaged" {
		t.Errorf("the damaged phase: %v", err)
	}
	if err := storetest.Read(s, func(tx *game.Tx) error { _, err := tx.Phases.Orders("first", 2); return err }); err == nil {
		t.Error("its orders were read")
	}
	// The position after phase 1 is stored with it, because the next phase's position was
	// corrected.
	if err := storetest.Read(s, func(tx *game.Tx) error { _, err := tx.Phases.Phase("first", 1); return err }); err != nil {
		t.Error(err)
	}
}
