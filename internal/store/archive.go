package store

import (
	"cmp"
	"container/list"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"podesta/internal/depot"
	"podesta/internal/game"
)

// The limits of reading from the archive: an archive that is slow or away must
// not stop pages that do not need it.
const (
	archiveTime  = 15 * time.Second // for one object
	archiveReads = 3                // at the same time, by one process
	archiveWait  = 5 * time.Second  // for one of these to end
	archiveRest  = 10 * time.Second // after a failure, until the archive is asked again
	archiveCache = 32 << 20         // the default of Options.ArchiveCache
)

// archive reads games from the depot, and keeps those that were read last.
type archive struct {
	depot depot.Depot // nil: none
	gate  chan struct{}
	room  int64
	told  func(error) // of each read that failed; nil: nobody

	mu      sync.Mutex
	kept    map[string]*list.Element // of keptGame, by object
	order   list.List                // the last used first
	size    int64
	loading map[string]*loading
	failed  error // of the last read; nil: it succeeded
	at      time.Time
}

// keptGame is a game in the cache.
type keptGame struct {
	object string
	game   *archivedGame
}

// loading is a read in progress.
type loading struct {
	done chan struct{}
	game *archivedGame
	err  error
}

func newArchive(d depot.Depot, room int64) *archive {
	return &archive{
		depot: d, gate: make(chan struct{}, archiveReads), room: cmp.Or(room, archiveCache),
		kept: map[string]*list.Element{}, loading: map[string]*loading{},
	}
}

// errNoArchive means that the configuration names no archive.
var errNoArchive = errors.New("no archive is set up (archive.url)")

// absentError says that a writing transaction needs a game from the archive,
// which is read before the transaction runs again.
type absentError struct {
	game string
	ref  *archiveRef
}

func (e *absentError) Error() string { return "the game " + e.game + " is to be read from the archive" }

// Unwrap returns the error for people.
func (e *absentError) Unwrap() error { return game.ErrArchive }

// cached returns a game that was read before, or nil.
func (a *archive) cached(object string) *archivedGame {
	a.mu.Lock()
	defer a.mu.Unlock()
	e := a.kept[object]
	if e == nil {
		return nil
	}
	a.order.MoveToFront(e)
	return e.Value.(*keptGame).game
}

// load reads a game. Calls for the same object share the work.
func (a *archive) load(ctx context.Context, gameID string, ref *archiveRef) (*archivedGame, error) {
	if g := a.cached(ref.Object); g != nil {
		return g, nil
	}
	a.mu.Lock()
	l := a.loading[ref.Object]
	mine := l == nil
	if mine {
		if a.failed != nil && time.Since(a.at) < archiveRest {
			err := a.failed
			a.mu.Unlock()
			return nil, archiveError(err)
		}
		l = &loading{done: make(chan struct{})}
		a.loading[ref.Object] = l
	}
	a.mu.Unlock()
	if mine {
		// The first caller may go away while others wait.
		go func() {
			l.game, l.err = a.fetch(context.WithoutCancel(ctx), gameID, ref)
			a.mu.Lock()
			delete(a.loading, ref.Object)
			if l.err == nil {
				a.keep(ref.Object, l.game)
			}
			a.mu.Unlock()
			if l.err != nil && a.told != nil {
				a.told(fmt.Errorf("game %s, object %s: %w", gameID, ref.Object, l.err))
			}
			close(l.done)
		}()
	}
	select {
	case <-l.done:
		return l.game, archiveError(l.err)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// errArchiveBusy means that too many games are being read from the archive.
var errArchiveBusy = errors.New("too many games are being read from the archive")

// fetch reads a game from the depot.
func (a *archive) fetch(ctx context.Context, gameID string, ref *archiveRef) (*archivedGame, error) {
	if a.depot == nil {
		return nil, errNoArchive
	}
	wait := time.NewTimer(archiveWait)
	defer wait.Stop()
	select {
	case a.gate <- struct{}{}:
		defer func() { <-a.gate }()
	case <-wait.C:
		return nil, errArchiveBusy
	}
	ctx, cancel := context.WithTimeout(ctx, archiveTime)
	defer cancel()
	object, err := a.depot.Get(ctx, ref.Object)
	a.mu.Lock()
	// A missing object says nothing about others.
	a.failed, a.at = err, time.Now()
	if errors.Is(err, depot.ErrNone) {
		a.failed = nil
	}
	a.mu.Unlock()
	if err != nil {
		return nil, err
	}
	return openArchived(gameID, ref, object)
}

// archiveError adds a message for people.
func archiveError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, depot.ErrNone), errors.Is(err, errArchiveDamaged):
		return fmt.Errorf("%w (%w)", game.ErrArchiveLost, err)
	}
	return fmt.Errorf("%w (%w)", game.ErrArchive, err)
}

// keep adds a game to the cache. The caller holds the lock.
func (a *archive) keep(object string, g *archivedGame) {
	if a.kept[object] != nil || g.size > a.room {
		return
	}
	a.kept[object] = a.order.PushFront(&keptGame{object, g})
	for a.size += g.size; a.size > a.room; {
		last := a.order.Back()
		old := a.order.Remove(last).(*keptGame)
		delete(a.kept, old.object)
		a.size -= old.game.size
	}
}

// scanArchived reads the column that says where a game is archived.
func scanArchived(row row) (*archiveRef, error) {
	var ref *archiveRef
	err := row(encoded{&ref})
	return ref, err
}

// archivedAt returns where a game is archived, or nil if its phases and log are in
// the tables, or if there is no such game. In a Write it locks the game: what it
// returned stays true until the transaction ends.
func (x *tx) archivedAt(gameID string) (*archiveRef, error) {
	if ref, ok := x.known[gameID]; ok {
		return ref, nil
	}
	var err error
	if x.writing {
		err = x.Lock(gameID)
	} else {
		var ref *archiveRef
		if ref, err = one(x, scanArchived, "SELECT archived FROM game WHERE id = ?", gameID); err == nil {
			x.note(gameID, ref)
		}
	}
	if errors.Is(err, game.ErrNoRecord) {
		return nil, nil
	}
	return x.known[gameID], err
}

// archived returns a game from the archive. A transaction that writes is ended
// if the game is still to be read, and runs again, so that others do not wait for
// the archive.
func (x *tx) archived(gameID string, ref *archiveRef) (*archivedGame, error) {
	if a := x.got[ref.Object]; a != nil {
		return a, nil
	}
	a := x.archive.cached(ref.Object)
	if a == nil && x.writing {
		return nil, x.fail(&absentError{gameID, ref})
	}
	if a == nil {
		// The error is not one of the database.
		var err error
		if a, err = x.archive.load(x.ctx, gameID, ref); err != nil {
			return nil, err
		}
	}
	x.got[ref.Object] = a
	return a, nil
}

// orArchived reads something of a game from the tables, or if the game is in the
// archive, from there. stored also reports whether it found nothing.
func orArchived[T any](x *tx, gameID string, stored func() (v T, none bool, err error), archived func(*archivedGame) (T, error)) (T, error) {
	look := func() (v T, found bool, err error) {
		ref, err := x.archivedAt(gameID)
		if err != nil || ref == nil {
			return v, err != nil, err
		}
		a, err := x.archived(gameID, ref)
		if err != nil {
			return v, true, err
		}
		v, err = archived(a)
		return v, true, err
	}
	// A Write sees what others commit meanwhile, so it finds out first where the
	// game is.
	if x.writing {
		if v, found, err := look(); found {
			return v, err
		}
		v, _, err := stored()
		return v, err
	}
	v, none, err := stored()
	if !none || err != nil && !errors.Is(err, game.ErrNoRecord) {
		return v, err
	}
	if v, found, err := look(); found {
		return v, err
	}
	return v, err
}

// recall brings a game that is to be changed back from the archive. The game is
// locked. The object is deleted some time later.
func (x *tx) recall(gameID string) error {
	ref, err := x.archivedAt(gameID)
	if err != nil || ref == nil {
		return err
	}
	a, err := x.archived(gameID, ref)
	if err != nil {
		return err
	}
	if err := x.writeArchiveFile(a.file); err != nil {
		return err
	}
	return x.discard(gameID)
}

// discard forgets where a game is archived. The object is deleted some time
// later.
func (x *tx) discard(gameID string) error {
	ref, err := x.archivedAt(gameID)
	if err != nil || ref == nil {
		return err
	}
	if err := x.change("UPDATE game SET archived = NULL WHERE id = ?", gameID); err != nil {
		return err
	}
	x.note(gameID, nil)
	return x.putDiscarded(ref.Object, time.Now())
}
