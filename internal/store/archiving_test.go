package store_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"podesta/internal/depot"
	"podesta/internal/depot/depottest"
	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/seed"
	"podesta/internal/store"
	"podesta/internal/store/storetest"
)

// brittle is a depot that fails when told to.
type brittle struct {
	depot.Depot
	mu   sync.Mutex
	hook func(what, name string) error // called before each operation
	gets int
}

func (b *brittle) before(what, name string) error {
	b.mu.Lock()
	f := b.hook
	if what == "get" {
		b.gets++
	}
	b.mu.Unlock()
	if f == nil {
		return nil
	}
	return f(what, name)
}

func (b *brittle) fail(f func(what, name string) error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.hook = f
}

func (b *brittle) Put(ctx context.Context, name string, data []byte) error {
	if err := b.before("put", name); err != nil {
		return err
	}
	if err := b.Depot.Put(ctx, name, data); err != nil {
		return err
	}
	return b.before("put done", name)
}

func (b *brittle) Get(ctx context.Context, name string) ([]byte, error) {
	if err := b.before("get", name); err != nil {
		return nil, err
	}
	data, err := b.Depot.Get(ctx, name)
	return data, errors.Join(err, b.before("get done", name))
}

func (b *brittle) Delete(ctx context.Context, name string) error {
	if err := b.before("delete", name); err != nil {
		return err
	}
	return b.Depot.Delete(ctx, name)
}

// openArchiveTold opens a store with an archive, and returns the failed reads that it
// reports.
func openArchiveTold(t *testing.T, url string, d depot.Depot) (*store.Store, *[]error) {
	t.Helper()
	var told []error
	return openArchiveWith(t, url, store.Options{Archive: d, ArchiveFailed: func(err error) { told = append(told, err) }}), &told
}

// openArchive opens a store with an archive.
func openArchive(t *testing.T, url string, d depot.Depot, cache int64) *store.Store {
	t.Helper()
	return openArchiveWith(t, url, store.Options{Archive: d, ArchiveCache: cache})
}

func openArchiveWith(t *testing.T, url string, o store.Options) *store.Store {
	t.Helper()
	s, err := store.OpenWith(url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	urls.Store(s, url)
	return s
}

// urls holds the URLs of stores.
var urls sync.Map

// urlOf returns the URL of a store that openArchive has opened.
func urlOf(s *store.Store) string {
	url, _ := urls.Load(s)
	return url.(string)
}

// cloudDepot is a depot in a stand-in for object storage.
func cloudDepot(t *testing.T, c *depottest.Cloud) depot.Depot {
	t.Helper()
	d, err := depot.NewS3(depot.S3{Endpoint: c.URL(), Region: depottest.Region, Bucket: depottest.Bucket, Prefix: "podesta", KeyID: depottest.KeyID, Key: depottest.Key})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// ended returns a store with games that have ended, and everything that is read
// of them.
func ended(t *testing.T, url string, d depot.Depot, games int) (*store.Store, *judge.Judge, []string) {
	t.Helper()
	s := openArchive(t, url, d, 0)
	j := judge.New(s, clockFunc(func() time.Time { return due }), []byte("secret"))
	if _, err := seed.Make(ctx, s, []byte("secret"), seed.Plan{Games: games, Due: due, Seed: 3}); err != nil {
		t.Fatal(err)
	}
	amended(t, s)
	var ids []string
	if err := s.Write(ctx, func(tx game.Tx) error {
		list, err := tx.Games()
		if err != nil {
			return err
		}
		ids = nil
		for i, g := range list {
			ids = append(ids, g.ID)
			// Some are won, some end in the middle of a phase.
			g.Status, g.Finished, g.Showcase = []game.Status{game.Over, game.Terminated}[i%2], true, false
			if err := tx.SaveGame(g); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return s, j, ids
}

// whole returns everything that is read of all games, with their logs.
func whole(t *testing.T, s *store.Store, j *judge.Judge) map[string]any {
	t.Helper()
	out := everything(t, s, j)
	if err := s.Read(ctx, func(tx game.Tx) error {
		games, err := tx.Games()
		if err != nil {
			return err
		}
		for _, g := range games {
			if err := logOf(tx, g.ID, out); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

// logOf reads what is stored of a game's log in all ways.
func logOf(tx game.Tx, id string, out map[string]any) error {
	end, err := tx.LogEnd(id)
	if err != nil {
		return err
	}
	out[id+", end"] = end
	for _, x := range []struct {
		after int64
		limit int
	}{{0, 0}, {0, 3}, {2, 2}, {end - 1, 5}, {end, 5}, {end + 5, 1}} {
		if out[fmt.Sprint(id, ", entries ", x)], err = tx.Entries(id, x.after, x.limit); err != nil {
			return err
		}
		if out[fmt.Sprint(id, ", letters ", x)], err = tx.Letters(id, x.after, x.limit); err != nil {
			return err
		}
	}
	if out[id+", phases"], err = tx.Phases(id); err != nil {
		return err
	}
	_, err = tx.Phase(id, 999)
	out[id+", no phase"] = errors.Is(err, game.ErrNoRecord)
	out[id+", no orders"], err = tx.Orders(id, 999)
	return err
}

// rows returns the number of rows that the archive takes over.
func rows(t *testing.T, s *store.Store) int {
	t.Helper()
	return s.Count(t, "SELECT (SELECT count(*) FROM phase) + (SELECT count(*) FROM orders) + (SELECT count(*) FROM entry)")
}

// TestArchive moves games to a folder and to object storage and back, and
// compares everything that is read of them, byte for byte.
func TestArchive(t *testing.T) {
	t.Parallel()
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		for name, d := range map[string]depot.Depot{"folder": depot.Folder(t.TempDir()), "s3": cloudDepot(t, depottest.NewCloud(t))} {
			t.Run(name, func(t *testing.T) {
				s, j, ids := ended(t, newURL(t), d, 2)
				before, was := whole(t, s, j), rows(t, s)
				for _, id := range ids {
					size, err := s.ArchiveGame(ctx, id)
					if err != nil || size == 0 {
						t.Fatalf("%s: %d bytes, %v", id, size, err)
					}
					if _, err := s.ArchiveGame(ctx, id); !errors.Is(err, store.ErrArchived) {
						t.Errorf("%s, again: %v", id, err)
					}
				}
				if n := rows(t, s); n != 0 {
					t.Errorf("%d rows of %d are left", n, was)
				}
				compare(t, before, whole(t, s, j))
				state, err := s.Archive(ctx)
				if err != nil || state.Games != len(ids) || state.Discarded != 0 || state.Ended != 0 || state.Phases == 0 || state.Entries == 0 {
					t.Errorf("%+v, %v", state, err)
				}
				if sound, err := s.CheckArchive(ctx, func(f store.ArchiveFault) { t.Errorf("%+v", f) }); err != nil || sound != len(ids) {
					t.Errorf("%d games are sound, %v", sound, err)
				}
				// A process that has read nothing of it yet, with hardly any memory.
				compare(t, before, whole(t, openArchive(t, urlOf(s), d, 1), j))
				for _, id := range ids {
					if err := s.ReturnGame(ctx, id); err != nil {
						t.Fatal(err)
					}
					if err := s.ReturnGame(ctx, id); !errors.Is(err, store.ErrNotArchived) {
						t.Errorf("%s, again: %v", id, err)
					}
				}
				if n := rows(t, s); n != was {
					t.Errorf("%d rows became %d", was, n)
				}
				compare(t, before, whole(t, s, j))
				if n, err := s.DropDiscarded(ctx, time.Now().Add(-time.Hour), 100); n != 0 || err != nil {
					t.Errorf("%d objects are deleted at once, %v", n, err)
				}
				if n, err := s.DropDiscarded(ctx, time.Now().Add(time.Hour), 100); n != len(ids) || err != nil {
					t.Errorf("%d objects are deleted, %v", n, err)
				}
				if err := d.List(ctx, func(o depot.Object) error { return errors.New(o.Name) }); err != nil {
					t.Errorf("an object is left: %v", err)
				}
			})
		}
	})
}

// TestArchiveRefused checks which games are not moved.
func TestArchiveRefused(t *testing.T) {
	t.Parallel()
	d := depot.Folder(t.TempDir())
	s := openArchive(t, t.TempDir(), d, 0)
	add(t, s, "first")
	if _, err := s.ArchiveGame(ctx, "first"); !errors.Is(err, store.ErrNotEnded) {
		t.Errorf("a running game: %v", err)
	}
	if _, err := s.ArchiveGame(ctx, "none"); !errors.Is(err, game.ErrNoRecord) {
		t.Errorf("no game: %v", err)
	}
	over := func(change func(*game.GameRecord)) {
		if err := storetest.Write(s, func(tx game.Tx) error {
			g, err := tx.Game("first")
			g.Status = game.Over
			if change != nil {
				change(&g)
			}
			return errors.Join(err, tx.SaveGame(g))
		}); err != nil {
			t.Fatal(err)
		}
	}
	over(nil)
	list := func(before time.Time) string {
		ids, err := s.Ended(ctx, before, "", 10)
		if err != nil {
			t.Error(err)
		}
		return strings.Join(ids, " ")
	}
	// It is one of the judge's examples.
	if got := list(time.Now().Add(time.Hour)); got != "" {
		t.Error(got)
	}
	s.Raw(t, "UPDATE game SET showcase = 0")
	if got := list(time.Now().Add(time.Hour)); got != "first" {
		t.Error(got)
	}
	if err := storetest.Write(s, func(tx game.Tx) error {
		_, err := tx.Append(game.Entry{Game: "first", At: due, Kind: game.PressEntry, Data: []byte(`{}`)})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if got := list(due); got != "" {
		t.Errorf("something has happened since: %s", got)
	}
	if got := list(due.Add(time.Second)); got != "first" {
		t.Error(got)
	}
	s.Unsettle(t)
	if _, err := s.ArchiveGame(ctx, "first"); !errors.Is(err, store.ErrUnsettled) {
		t.Errorf("beside processes that cannot read it: %v", err)
	}
	if done, err := s.Settle(ctx, 0); !done || err != nil {
		t.Fatal(done, err)
	}
	if _, err := s.ArchiveGame(ctx, "first"); err != nil {
		t.Error(err)
	}
	if _, err := open(t, t.TempDir()).ArchiveGame(ctx, "first"); err == nil {
		t.Error("moved without an archive")
	}
}

// TestArchiveInterrupted interrupts a move at every step, as a crash would: the
// game stays readable from the tables, and is moved the next time. No object is
// left behind that nobody knows of.
func TestArchiveInterrupted(t *testing.T) {
	t.Parallel()
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		b := &brittle{Depot: depot.Folder(t.TempDir())}
		s, j, ids := ended(t, newURL(t), b, 1)
		before := whole(t, s, j)
		was := rows(t, s)
		crash := errors.New("crash")
		for _, step := range []string{"put", "put done", "get", "get done"} {
			c, cancel := context.WithCancel(ctx)
			b.fail(func(what, _ string) error {
				if what == step {
					cancel()
					return crash
				}
				return nil
			})
			if _, err := s.ArchiveGame(c, ids[0]); !errors.Is(err, crash) {
				t.Errorf("%s: %v", step, err)
			}
			cancel()
		}
		// The process dies just before the rows are deleted.
		c, cancel := context.WithCancel(ctx)
		b.fail(func(what, _ string) error {
			if what == "get done" {
				cancel()
			}
			return nil
		})
		if _, err := s.ArchiveGame(c, ids[0]); !errors.Is(err, context.Canceled) {
			t.Errorf("before the rows are deleted: %v", err)
		}
		b.fail(nil)
		if n := rows(t, s); n != was {
			t.Errorf("%d rows became %d", was, n)
		}
		compare(t, before, whole(t, s, j))
		if _, err := s.ArchiveGame(ctx, ids[0]); err != nil {
			t.Error(err)
		}
		compare(t, before, whole(t, s, j))
		// All objects are known, and those of no use go.
		if _, err := s.CheckArchive(ctx, func(f store.ArchiveFault) { t.Errorf("%+v", f) }); err != nil {
			t.Error(err)
		}
		b.fail(func(what, _ string) error {
			if what == "delete" {
				return crash
			}
			return nil
		})
		if n, err := s.DropDiscarded(ctx, time.Now().Add(time.Hour), 100); n != 0 || !errors.Is(err, crash) {
			t.Errorf("%d objects deleted, %v", n, err)
		}
		b.fail(nil)
		if n, err := s.DropDiscarded(ctx, time.Now().Add(time.Hour), 100); n != 5 || err != nil {
			t.Errorf("%d objects deleted, %v", n, err)
		}
		compare(t, before, whole(t, openArchive(t, urlOf(s), b, 0), j))
	})
}

// TestArchiveVerifies checks that rows are deleted only if what was written can
// be read back, and only if the game has not changed.
func TestArchiveVerifies(t *testing.T) {
	t.Parallel()
	cloud := depottest.NewCloud(t)
	b := &brittle{Depot: cloudDepot(t, cloud)}
	s, j, ids := ended(t, t.TempDir(), b, 1)
	before := whole(t, s, j)
	b.fail(func(what, _ string) error {
		if what == "put done" {
			cloud.Change(func(_ string, data []byte) []byte {
				return append(bytes.Clone(data[:len(data)-1]), data[len(data)-1]^1)
			})
		}
		return nil
	})
	if _, err := s.ArchiveGame(ctx, ids[0]); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a changed object: %v", err)
	}
	b.fail(func(what, _ string) error {
		if what == "put done" {
			cloud.Change(func(string, []byte) []byte { return nil })
		}
		return nil
	})
	if _, err := s.ArchiveGame(ctx, ids[0]); !errors.Is(err, depot.ErrNone) {
		t.Errorf("a lost object: %v", err)
	}
	b.fail(func(what, _ string) error {
		if what != "get done" {
			return nil
		}
		_, err := s.DropDiscarded(ctx, time.Now().Add(time.Hour), 100)
		return err
	})
	if _, err := s.ArchiveGame(ctx, ids[0]); !errors.Is(err, store.ErrMoving) {
		t.Errorf("the object is deleted meanwhile: %v", err)
	}
	compare(t, before, whole(t, s, j))
	b.fail(func(what, _ string) error {
		if what != "get done" {
			return nil
		}
		return storetest.Write(s, func(tx game.Tx) error {
			_, err := tx.Append(game.Entry{Game: ids[0], At: due, Kind: game.PressEntry, Data: []byte(`{"late":1}`)})
			return err
		})
	})
	if _, err := s.ArchiveGame(ctx, ids[0]); !errors.Is(err, store.ErrMoving) {
		t.Errorf("somebody writes meanwhile: %v", err)
	}
	b.fail(nil)
	after := whole(t, s, j)
	if after[ids[0]+", end"] != before[ids[0]+", end"].(int64)+1 {
		t.Error("the entry is lost that was written meanwhile")
	}
	if _, err := s.ArchiveGame(ctx, ids[0]); err != nil {
		t.Error(err)
	}
	compare(t, after, whole(t, s, j))
}

// TestArchiveAway checks what happens while the archive cannot be reached: an
// error says so, other games and all lists are served, nothing is changed, and
// after a while it works again.
func TestArchiveAway(t *testing.T) {
	t.Parallel()
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		folder := t.TempDir()
		first, j, ids := ended(t, newURL(t), depot.Folder(folder), 2)
		before := whole(t, first, j)
		slices.Sort(ids)
		if _, err := first.ArchiveGame(ctx, ids[0]); err != nil {
			t.Fatal(err)
		}
		b := &brittle{Depot: depot.Folder(folder)}
		s := openArchive(t, urlOf(first), b, 0)
		b.fail(func(string, string) error { return errors.New("dial tcp: connection refused") })
		try := func(f func(game.Tx) error) {
			t.Helper()
			for what, run := range map[string]func(context.Context, func(game.Tx) error) error{"read": s.Read, "write": s.Write} {
				if err := run(ctx, f); !errors.Is(err, game.ErrArchive) || !strings.Contains(err.Error(), "refused") {
					t.Errorf("%s: %v", what, err)
				}
			}
		}
		try(func(tx game.Tx) error { _, err := tx.Phase(ids[0], 1); return err })
		try(func(tx game.Tx) error { _, err := tx.Entries(ids[0], 0, 1); return err })
		try(func(tx game.Tx) error { _, err := tx.LogEnd(ids[0]); return err })
		if err := s.Write(ctx, func(tx game.Tx) error {
			_, err := tx.Append(game.Entry{Game: ids[0], At: due, Kind: game.PressEntry, Data: []byte(`{}`)})
			return err
		}); !errors.Is(err, game.ErrArchive) {
			t.Errorf("a write: %v", err)
		}
		if b.gets > 1 {
			t.Errorf("the archive was asked %d times", b.gets)
		}
		if err := s.Read(ctx, func(tx game.Tx) error {
			if _, err := tx.ListGames(game.GameQuery{Hidden: true}); err != nil {
				return err
			}
			for _, id := range ids {
				_, err1 := tx.Game(id)
				_, err2 := tx.Seats(id)
				_, err3 := tx.Members(id)
				if err := errors.Join(err1, err2, err3); err != nil {
					return err
				}
			}
			_, err := tx.Phase(ids[1], 1)
			return err
		}); err != nil {
			t.Errorf("what is not in the archive: %v", err)
		}
		if sound, err := s.CheckArchive(ctx, func(store.ArchiveFault) {}); sound != 0 && err == nil {
			t.Error("the archive is sound")
		}
		compare(t, before, whole(t, first, j))
		b.fail(nil)
		s.ArchiveAwake()
		compare(t, before, whole(t, s, judge.New(s, clockFunc(func() time.Time { return due }), []byte("secret"))))
		// Without an archive in the configuration.
		if err := open(t, urlOf(first)).Read(ctx, func(tx game.Tx) error { _, err := tx.Phase(ids[0], 1); return err }); !errors.Is(err, game.ErrArchive) || !strings.Contains(err.Error(), "archive.url") {
			t.Errorf("no archive: %v", err)
		}
	})
}

// TestArchiveDamaged checks that damaged, exchanged and missing objects are
// found, and are not shown as something else.
func TestArchiveDamaged(t *testing.T) {
	t.Parallel()
	cloud := depottest.NewCloud(t)
	d := cloudDepot(t, cloud)
	s, _, ids := ended(t, t.TempDir(), d, 2)
	for _, id := range ids {
		if _, err := s.ArchiveGame(ctx, id); err != nil {
			t.Fatal(err)
		}
	}
	var all [][]byte
	cloud.Change(func(_ string, data []byte) []byte { all = append(all, data); return data })
	for what, change := range map[string]func(data []byte) []byte{
		"missing": func([]byte) []byte { return nil }, "empty": func([]byte) []byte { return []byte{} },
		"cut off": func(data []byte) []byte { return data[:len(data)/2] }, "of another game": func(data []byte) []byte {
			for _, x := range all {
				if !bytes.Equal(x, data) {
					return x
				}
			}
			return nil
		},
	} {
		saved := map[string][]byte{}
		cloud.Change(func(name string, data []byte) []byte { saved[name] = data; return change(data) })
		faults := 0
		sound, err := s.CheckArchive(ctx, func(f store.ArchiveFault) {
			if f.Game == "" || f.Err == nil {
				t.Errorf("%s: %+v", what, f)
			}
			faults++
		})
		if sound != 0 || faults != len(ids) || err != nil {
			t.Errorf("%s: %d are sound, %d not, %v", what, sound, faults, err)
		}
		fresh, told := openArchiveTold(t, urlOf(s), d)
		if err := fresh.Read(ctx, func(tx game.Tx) error { _, err := tx.Phase(ids[0], 1); return err }); !errors.Is(err, game.ErrArchiveLost) {
			t.Errorf("%s: %v", what, err)
		}
		if len(*told) != 1 || !strings.Contains((*told)[0].Error(), ids[0]) {
			t.Errorf("%s: reported as %v", what, *told)
		}
		for name, data := range saved {
			if err := d.Put(ctx, strings.TrimPrefix(name, "podesta/"), data); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := d.Put(ctx, "games/xx/stranger", nil); err != nil {
		t.Fatal(err)
	}
	stranger := ""
	if sound, err := s.CheckArchive(ctx, func(f store.ArchiveFault) { stranger += f.Object }); sound != len(ids) || err != nil || stranger != "games/xx/stranger" {
		t.Errorf("%d are sound, %q is not known, %v", sound, stranger, err)
	}
}

// TestArchiveWrites checks that every write to an archived game brings it back,
// and works as if it had never been away.
func TestArchiveWrites(t *testing.T) {
	t.Parallel()
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		writes := map[string]func(tx game.Tx, g game.GameRecord) error{
			"an entry": func(tx game.Tx, g game.GameRecord) error {
				_, err := tx.Append(game.Entry{Game: g.ID, At: due, Kind: game.PressEntry, Data: []byte(`{"x":1}`)})
				return err
			},
			"other words": func(tx game.Tx, g game.GameRecord) error { return tx.Reword(g.ID, 1, []byte(`{"y":2}`)) },
			"taken back":  func(tx game.Tx, g game.GameRecord) error { g.Status = game.Active; return tx.Revert(g, 2) },
			"corrected":   func(tx game.Tx, g game.GameRecord) error { return tx.Amend(g, []byte(`{"new":1}`)) },
			"orders":      func(tx game.Tx, g game.GameRecord) error { return tx.SaveOrders(g.ID, g.Revision, 1, 1, "A Milan H") },
			"rolls": func(tx game.Tx, g game.GameRecord) error {
				return tx.SetRolls(g.ID, g.Revision, 1, map[string]int{"a": 1})
			},
			"salt":    func(tx game.Tx, g game.GameRecord) error { return tx.SetSalt(g.ID, g.Revision, 1, "s") },
			"deleted": func(tx game.Tx, g game.GameRecord) error { return tx.DropGame(g.ID) },
			"a member": func(tx game.Tx, g game.GameRecord) error {
				return tx.SaveMember(game.Member{Game: g.ID, Account: "a", Kind: game.MemberKind("observer"), Joined: due})
			},
		}
		undone := errors.New("undone")
		s, _, ids := ended(t, newURL(t), depot.Folder(t.TempDir()), 1)
		id := ids[slices.IndexFunc(ids, func(id string) bool { return id != "first" })]
		// do makes a write, in a process that has read nothing yet, and returns
		// what is read then. The write is kept if wanted.
		do := func(name string, kept bool) map[string]any {
			t.Helper()
			var out map[string]any
			err := openArchive(t, urlOf(s), s.Depot(), 0).Write(ctx, func(tx game.Tx) error {
				g, err := tx.Game(id)
				if err != nil {
					return err
				}
				if err := writes[name](tx, g); err != nil {
					return err
				}
				if out, err = look(tx, id); err == nil && !kept {
					err = undone
				}
				return err
			})
			if kept && err != nil || !kept && !errors.Is(err, undone) {
				t.Errorf("%s: %v", name, err)
			}
			return out
		}
		for _, name := range append(slices.DeleteFunc(slices.Sorted(maps.Keys(writes)), func(name string) bool { return name == "deleted" }), "deleted") {
			before := do(name, false)
			if _, err := s.ArchiveGame(ctx, id); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if got := do(name, false); !reflect.DeepEqual(got, before) {
				t.Errorf("%s, not kept: not as if the game had never been in the archive", name)
			}
			if state, err := s.Archive(ctx); err != nil || state.Games != 1 {
				t.Errorf("%s, not kept: %+v, %v", name, state, err)
			}
			if got := do(name, true); !reflect.DeepEqual(got, before) {
				t.Errorf("%s: not as if the game had never been in the archive", name)
			}
			stays := map[bool]int{true: 1}[name == "a member"]
			if state, err := s.Archive(ctx); err != nil || state.Games != stays || state.Discarded != 1-stays {
				t.Errorf("%s: %+v, %v", name, state, err)
			}
			if stays == 1 {
				if err := s.ReturnGame(ctx, id); err != nil {
					t.Error(err)
				}
			}
			if _, err := s.DropDiscarded(ctx, time.Now().Add(time.Hour), 100); err != nil {
				t.Error(err)
			}
			if err := s.Write(ctx, func(tx game.Tx) error { // for the next one
				g, err := tx.Game(id)
				if errors.Is(err, game.ErrNoRecord) {
					return nil
				}
				if g.Status = game.Over; g.Number == 0 && err == nil {
					g.Number = 1
				}
				return errors.Join(err, tx.SaveGame(g))
			}); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// look reads what the archive can hold of a game.
func look(tx game.Tx, id string) (map[string]any, error) {
	out := map[string]any{}
	list, err := tx.Phases(id)
	for _, p := range list {
		var e1, e2 error
		out[fmt.Sprint("phase ", p.Number)], e1 = tx.Phase(id, p.Number)
		out[fmt.Sprint("orders ", p.Number)], e2 = tx.Orders(id, p.Number)
		err = errors.Join(err, e1, e2)
	}
	return out, errors.Join(err, logOf(tx, id, out))
}

// TestArchiveBesideReaders moves games to the archive and back while others read
// them: everything that is read of a game in a transaction is the same at all
// times.
func TestArchiveBesideReaders(t *testing.T) {
	t.Parallel()
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		d := depot.Folder(t.TempDir())
		s, j, ids := ended(t, newURL(t), d, 2)
		before := map[string]map[string]any{}
		for _, id := range ids {
			if err := s.Read(ctx, func(tx game.Tx) (err error) { before[id], err = look(tx, id); return err }); err != nil {
				t.Fatal(err)
			}
		}
		const enough = 40 // reads of each reader
		c, cancel := context.WithCancel(ctx)
		defer cancel()
		var readers sync.WaitGroup
		reads := make([]atomic.Int64, 4)
		for i := range reads {
			mine := openArchive(t, urlOf(s), d, int64(i%2)) // with and without memory
			readers.Go(func() {
				defer cancel()
				for c.Err() == nil {
					id := ids[rand.IntN(len(ids))]
					run, after := mine.Read, map[string]any(nil)
					if i == 3 { // in a transaction that writes, as commands do
						run = s.Write
					}
					if err := run(ctx, func(tx game.Tx) (err error) { after, err = look(tx, id); return err }); err != nil {
						t.Errorf("%s: %v", id, err)
						return
					}
					if !reflect.DeepEqual(before[id], after) {
						t.Errorf("%s: it reads differently while it is moved", id)
						return
					}
					reads[i].Add(1)
				}
			})
		}
		least := func() (n int64) {
			n = reads[0].Load()
			for i := range reads {
				n = min(n, reads[i].Load())
			}
			return n
		}
		for i := 0; c.Err() == nil && (i < 12 || least() < enough); i++ {
			id := ids[i%len(ids)]
			if _, err := s.ArchiveGame(ctx, id); err != nil && !errors.Is(err, store.ErrMoving) {
				t.Error(err)
			}
			if i%3 == 0 { // every reader reads the archive, or is at another game
				for was := least(); least() == was && c.Err() == nil; {
					runtime.Gosched()
				}
			}
			if err := s.ReturnGame(ctx, id); err != nil && !errors.Is(err, store.ErrNotArchived) {
				t.Error(err)
			}
		}
		cancel()
		readers.Wait()
		_ = j
	})
}

// TestArchiveSize measures what a game that has ended needs in the database and
// in the archive; docs/benchmarks.md has the figures.
func TestArchiveSize(t *testing.T) {
	t.Parallel()
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		const games = 12
		s := openArchive(t, newURL(t), depot.Folder(t.TempDir()), 0)
		bytes := func() (all int64) {
			t.Helper()
			if s.Numbered() {
				s.Compact(t)
			} else if err := s.Vacuum(ctx); err != nil {
				t.Fatal(err)
			}
			size, err := s.Sizes(ctx)
			if err != nil {
				t.Fatal(err)
			}
			for _, table := range size.Tables {
				if slices.Contains(gameTables, table.Name) {
					all += table.Bytes
				}
			}
			return all
		}
		empty := bytes()
		if _, err := seed.Make(ctx, s, []byte("secret"), seed.Plan{Games: games, Due: due, Seed: 5}); err != nil {
			t.Fatal(err)
		}
		s.Raw(t, "UPDATE game SET status = 'over', showcase = 0")
		before := bytes() - empty
		ids, err := s.Ended(ctx, due.Add(10*365*24*time.Hour), "", 0)
		if err != nil || len(ids) < games {
			t.Fatalf("%d games, %v", len(ids), err)
		}
		for _, id := range ids {
			if _, err := s.ArchiveGame(ctx, id); err != nil {
				t.Fatal(err)
			}
		}
		after := bytes() - empty
		a, err := s.Archive(ctx)
		if err != nil {
			t.Fatal(err)
		}
		n, phases := int64(a.Games), int64(a.Phases)
		t.Logf("%d games, %d phases, %d entries. A game: %d bytes in the database before; %d in the database and %d in the archive after. A phase: %d; %d and %d",
			n, phases, a.Entries, before/n, after/n, a.Bytes/n, before/phases, after/phases, a.Bytes/phases)
		if after*2 > before || a.Bytes*3 > before {
			t.Errorf("%d bytes are in the database and %d in the archive, of %d", after, a.Bytes, before)
		}
	})
}

// TestArchiveFile checks that an object is a file that other programs can read,
// and is much smaller than the rows.
func TestArchiveFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s, _, ids := ended(t, t.TempDir(), depot.Folder(folder), 1)
	id := ids[slices.IndexFunc(ids, func(id string) bool { return id != "first" })]
	size, err := s.ArchiveGame(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "games", "*", "*.json.zst"))
	if err != nil || len(files) != 1 || !strings.Contains(files[0], id) {
		t.Fatal(files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil || int64(len(data)) != size || !bytes.HasPrefix(data, []byte{0x28, 0xb5, 0x2f, 0xfd}) { // of Zstandard
		t.Errorf("%d bytes, %x, %v", len(data), data[:4], err)
	}
}
