package store

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"podesta/internal/depot"
	"podesta/internal/game"
)

// A game moves to the archive in steps, so that at each moment everything is
// either in the tables or in an object that was read back:
//
//  1. The name of the new object is recorded as discarded. If the work is
//     interrupted, the object is deleted some time later.
//  2. The game is read, in one transaction, and the object is written, read back
//     and compared.
//  3. One transaction makes sure that the game has not changed since and that
//     the object is still recorded, deletes the rows, and records where the game
//     is instead.
//
// A game that is to be changed is brought back first, in the transaction that
// changes it (recall). Its object is then discarded. Discarded objects are kept
// for some time: copies of the database may refer to them.

// discardedItem is the kind of the items, by object, that say since when an
// object is not needed.
const discardedItem = "archive discarded"

// Errors of moving a game.
var (
	ErrArchived    = errors.New("the game is in the archive already")
	ErrNotArchived = errors.New("the game is not in the archive")
	ErrNotEnded    = errors.New("the game has not ended")
	ErrUnsettled   = errors.New("processes of the version before may still run, which cannot read the archive (storage.settle)")
	ErrMoving      = errors.New("the game has changed while it was moved to the archive; nothing was moved")
)

// putDiscarded records that an object is not needed.
func (x *tx) putDiscarded(object string, now time.Time) error {
	return x.Put("", discardedItem, object, []byte(now.UTC().Format(time.RFC3339)))
}

// objectName returns a new name for the object of a game.
func objectName(gameID string, now time.Time) string {
	id := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(gameID))
	return fmt.Sprintf("games/%s/g%s-%s-%s.json.zst", (id + "00")[:2], id, now.UTC().Format("20060102"), strings.ToLower(rand.Text()[:12]))
}

// Ended lists games that can be moved to the archive: they ended, and nothing
// has happened in them since a time. It returns the IDs of up to n, in order,
// that follow after.
func (s *Store) Ended(ctx context.Context, before time.Time, after string, n int) (ids []string, err error) {
	err = s.Read(ctx, func(t game.Tx) error {
		ids, err = all(t.(*tx), func(row row) (id string, err error) { return id, row(&id) },
			`SELECT id FROM game WHERE archived IS NULL AND status IN ('over', 'terminated') AND showcase = 0 AND play = 0 AND number > 0 AND id > ?
				AND coalesce((SELECT told FROM entry WHERE entry.game = game.id ORDER BY seq DESC LIMIT 1), created) < ? ORDER BY id LIMIT ?`, after, before, atMost(n))
		return err
	})
	return ids, err
}

// ArchiveGame moves the phases and the log of a game that has ended to the
// archive, and returns the size of the object. It can be interrupted at any
// moment. While it runs, the game can be read and written; after a write,
// nothing is moved, and ErrMoving is returned.
func (s *Store) ArchiveGame(ctx context.Context, gameID string) (size int64, err error) {
	if s.archive.depot == nil {
		return 0, errNoArchive
	}
	now := time.Now()
	name := objectName(gameID, now)
	var stamp string
	var file *archiveFile
	if err := s.Write(ctx, func(t game.Tx) error {
		x := t.(*tx)
		if settled, err := x.settledAt(); err != nil || settled < archivedVersion {
			return errors.Join(err, ErrUnsettled)
		}
		if err := x.canArchive(gameID); err != nil {
			return err
		}
		return x.putDiscarded(name, now)
	}); err != nil {
		return 0, err
	}
	if err := s.Read(ctx, func(t game.Tx) (err error) {
		x := t.(*tx)
		if stamp, err = x.Stamp(gameID); err != nil {
			return err
		}
		file, err = x.readArchiveFile(gameID)
		return err
	}); err != nil {
		return 0, err
	}
	ref, err := s.putObject(ctx, name, file)
	if err != nil {
		return 0, err
	}
	err = s.Write(ctx, func(t game.Tx) error {
		x := t.(*tx)
		if err := x.canArchive(gameID); err != nil {
			return err
		}
		have, err := x.Stamp(gameID)
		if err != nil {
			return err
		}
		// If it is no longer recorded, it may have been deleted.
		if _, err := x.Get("", discardedItem, name); errors.Is(err, game.ErrNoRecord) || have != stamp {
			return ErrMoving
		} else if err != nil {
			return err
		}
		return x.setArchived(gameID, ref)
	})
	return ref.Bytes, err
}

// canArchive locks a game and returns an error unless it can be moved to the
// archive.
func (x *tx) canArchive(gameID string) error {
	g, err := x.Game(gameID)
	if err != nil {
		return err
	}
	if x.known[gameID] != nil {
		return ErrArchived
	}
	if g.Status != game.Over && g.Status != game.Terminated || g.Number == 0 {
		return ErrNotEnded
	}
	return nil
}

// putObject writes the object of a game and reads it back.
func (s *Store) putObject(ctx context.Context, name string, f *archiveFile) (*archiveRef, error) {
	object, err := f.encode()
	if err != nil {
		return nil, err
	}
	ref := &archiveRef{
		Object: name, Sum: archiveSum(object), Bytes: int64(len(object)), Phases: len(f.Phases), Entries: len(f.Entries),
		Moved: time.Now().UTC().Truncate(time.Second),
	}
	if err := s.archive.depot.Put(ctx, name, object); err != nil {
		return nil, err
	}
	back, err := s.archive.depot.Get(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("reading back: %w", err)
	}
	a, err := openArchived(f.Game, ref, back)
	if err != nil {
		return nil, err
	}
	// What is read from it is what the tables hold.
	was, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	if is, err := json.Marshal(a.file); err != nil || !bytes.Equal(was, is) {
		return nil, errors.Join(fmt.Errorf("%w: %s", errArchiveDamaged, name), err)
	}
	return ref, nil
}

// setArchived replaces the rows of a game by the place of its object.
func (x *tx) setArchived(gameID string, ref *archiveRef) error {
	for _, table := range []string{"orders", "phase", "entry"} {
		if _, err := x.exec("DELETE FROM "+table+" WHERE game = ?", gameID); err != nil {
			return err
		}
	}
	if err := x.change("UPDATE game SET archived = ? WHERE id = ?", encoded{ref}, gameID); err != nil {
		return err
	}
	x.note(gameID, ref)
	return x.Drop("", discardedItem, ref.Object)
}

// ReturnGame brings a game back from the archive.
func (s *Store) ReturnGame(ctx context.Context, gameID string) error {
	return s.Write(ctx, func(t game.Tx) error {
		x := t.(*tx)
		if err := x.Lock(gameID); err != nil {
			return err
		}
		if x.known[gameID] == nil {
			return ErrNotArchived
		}
		return x.recall(gameID)
	})
}

// DropDiscarded deletes up to n objects that are not needed since a time before
// then, and returns their number. If it is interrupted, an object may stay that
// nothing refers to; CheckArchive finds it.
func (s *Store) DropDiscarded(ctx context.Context, before time.Time, n int) (dropped int, err error) {
	if s.archive.depot == nil {
		return 0, nil
	}
	var old []string
	if err := s.Read(ctx, func(t game.Tx) (err error) {
		old, err = all(t.(*tx), func(row row) (name string, err error) {
			var since []byte
			if err := row(&name, &since); err != nil {
				return "", err
			}
			if at, err := time.Parse(time.RFC3339, string(since)); err == nil && !at.Before(before) {
				name = ""
			}
			return name, nil
		}, "SELECT name, data FROM item WHERE game = '' AND kind = ? ORDER BY name", discardedItem)
		return err
	}); err != nil {
		return 0, err
	}
	for _, name := range old {
		if name == "" || dropped == n {
			continue
		}
		// Without its record no game can begin to refer to the object.
		if err := s.Write(ctx, func(t game.Tx) error { return t.Drop("", discardedItem, name) }); err != nil {
			return dropped, err
		}
		if err := s.archive.depot.Delete(ctx, name); err != nil {
			// It is tried again.
			again := s.Write(ctx, func(t game.Tx) error { return t.(*tx).putDiscarded(name, before.Add(-time.Second)) })
			return dropped, errors.Join(err, again)
		}
		dropped++
	}
	return dropped, nil
}

// ArchiveState describes the archive as the database knows it.
type ArchiveState struct {
	Place     string // of the depot, for people; empty: none is set up
	Games     int    // that are in the archive
	Bytes     int64  // of their objects
	Phases    int
	Entries   int
	Ended     int // games that have ended and are in the tables
	Discarded int // objects that are not needed, and are to be deleted
}

// Archive returns the state of the archive.
func (s *Store) Archive(ctx context.Context) (out ArchiveState, err error) {
	err = s.Read(ctx, func(t game.Tx) error {
		x := t.(*tx)
		out = ArchiveState{}
		if s.archive.depot != nil {
			out.Place = s.archive.depot.String()
		}
		refs, err := x.archiveRefs()
		if err != nil {
			return err
		}
		for _, r := range refs {
			out.Games, out.Bytes, out.Phases, out.Entries = out.Games+1, out.Bytes+r.Bytes, out.Phases+r.Phases, out.Entries+r.Entries
		}
		if out.Ended, err = one(x, func(row row) (n int, err error) { return n, row(&n) },
			"SELECT count(*) FROM game WHERE archived IS NULL AND status IN ('over', 'terminated')"); err != nil {
			return err
		}
		out.Discarded, err = one(x, func(row row) (n int, err error) { return n, row(&n) }, "SELECT count(*) FROM item WHERE game = '' AND kind = ?", discardedItem)
		return err
	})
	return out, err
}

// archiveRefs returns the places of all archived games, by game.
func (x *tx) archiveRefs() (map[string]*archiveRef, error) {
	out := map[string]*archiveRef{}
	_, err := all(x, func(row row) (struct{}, error) {
		var id string
		var ref *archiveRef
		err := row(&id, encoded{&ref})
		out[id] = ref
		return struct{}{}, err
	}, "SELECT id, archived FROM game WHERE archived IS NOT NULL")
	return out, err
}

// ArchiveFault is something that is wrong with the archive.
type ArchiveFault struct {
	Game   string // empty: of no game
	Object string
	Err    error // nil: no game refers to the object, and it is not recorded as discarded
}

// CheckArchive reads every object that a game refers to, and lists the others.
// It calls fault for everything that is wrong, and returns the number of games
// whose objects are sound.
func (s *Store) CheckArchive(ctx context.Context, fault func(ArchiveFault)) (sound int, err error) {
	if s.archive.depot == nil {
		return 0, errNoArchive
	}
	// Objects that appear later than this list may be in use.
	listed := map[string]depot.Object{}
	if err := s.archive.depot.List(ctx, func(o depot.Object) error {
		listed[o.Name] = o
		return nil
	}); err != nil {
		return 0, err
	}
	var refs map[string]*archiveRef
	var discarded map[string][]byte
	if err := s.Read(ctx, func(t game.Tx) (err error) {
		if refs, err = t.(*tx).archiveRefs(); err != nil {
			return err
		}
		discarded, err = t.List("", discardedItem)
		return err
	}); err != nil {
		return 0, err
	}
	for id, ref := range refs {
		delete(listed, ref.Object)
		object, err := s.archive.depot.Get(ctx, ref.Object)
		if err == nil {
			_, err = openArchived(id, ref, object)
		}
		if ctx.Err() != nil {
			return sound, ctx.Err()
		}
		if err != nil {
			fault(ArchiveFault{id, ref.Object, err})
			continue
		}
		sound++
	}
	for name := range listed {
		if _, known := discarded[name]; !known {
			fault(ArchiveFault{Object: name})
		}
	}
	return sound, nil
}

// ArchivedGames returns the objects of archived games by the ID of the game.
func (s *Store) ArchivedGames(ctx context.Context) (map[string]string, error) {
	out := map[string]string{}
	err := s.Read(ctx, func(t game.Tx) error {
		refs, err := t.(*tx).archiveRefs()
		clear(out)
		for id, r := range refs {
			out[id] = r.Object
		}
		return err
	})
	return out, err
}
