package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"

	"podesta/internal/pack"
)

// Earlier versions could move the phases, orders and log of a finished game to an archive. The
// column archived of the game then names the object that holds them. Opening a database restores
// all such games before any migration, so that migrations find every row. The objects are not
// removed.
//
// An object is JSON (archivedGame), compressed with Zstandard. Its columns are those of the
// tables, except that packed phases are unpacked.

// archivedVersion is the first version of the layout in which games could be
// archived.
const archivedVersion = 17

// archiveFormat and archiveVersion are the values of Format and Version in an object.
const (
	archiveFormat  = "podesta archived game"
	archiveVersion = 1
)

// largestArchived is the maximum uncompressed size of a game. It limits the memory that a damaged
// object can take up.
const largestArchived = 512 << 20

// archivedGame is the content of an object.
type archivedGame struct {
	Format  string          `json:"format"`
	Version int             `json:"version"`
	Game    string          `json:"game"`
	Phases  []archivedPhase `json:"phases"`
	Entries []archivedEntry `json:"entries"`
}

// archivedPhase is a row of phase with its orders. A nil pointer stands for NULL.
type archivedPhase struct {
	Number   int            `json:"number"`
	Phase    string         `json:"phase"`
	Packed   bool           `json:"packed"`
	Position string         `json:"position"`
	After    *string        `json:"after"`
	Events   *string        `json:"events"`
	Throws   *string        `json:"throws"`
	Salt     string         `json:"salt"`
	Given    *string        `json:"given"`
	Engine   *string        `json:"engine"`
	Done     *int64         `json:"done"`   // microseconds since 1970 UTC
	Orders   map[int]string `json:"orders"` // orders keyed by seat, from a packed phase
	Rows     map[int]string `json:"rows"`   // orders keyed by seat, from the table of orders
}

// archivedEntry is a row of entry.
type archivedEntry struct {
	Seq      int64   `json:"seq"`
	Told     *int64  `json:"told"`
	Kind     string  `json:"kind"`
	Phase    string  `json:"phase"`
	Number   int     `json:"number"`
	Seat     int     `json:"seat"`
	Audience string  `json:"audience"`
	Data     *string `json:"data"`
}

// archiveRef is the reference to the object of an archived game in the game's row.
type archiveRef struct {
	game, column string
	Object       string `json:"object"`
	Sum          string `json:"sum"` // SHA-256 of the object, in hexadecimal
}

// archivedError means that games must be restored before a migration.
type archivedError struct{ refs []archiveRef }

func (e *archivedError) Error() string {
	if len(e.refs) == 1 {
		return "1 game is in the archive of an earlier version"
	}
	return fmt.Sprintf("%d games are in the archive of an earlier version", len(e.refs))
}

// archived returns an archivedError if games are in an archive.
func (x *tx) archived() error {
	refs, err := all(x, func(row row) (r archiveRef, err error) {
		if err := row(&r.game, &r.column); err != nil {
			return r, err
		}
		return r, json.Unmarshal([]byte(r.column), &r)
	}, "SELECT id, archived FROM game WHERE archived IS NOT NULL ORDER BY id")
	if err != nil || len(refs) == 0 {
		return err
	}
	return &archivedError{refs}
}

// unarchive restores games from the objects in a folder, each in a separate transaction. The work
// can therefore be interrupted, and several processes can do it at the same time. It changes
// nothing if an object is missing or damaged.
func (s *Store) unarchive(ctx context.Context, folder string, a *archivedError) error {
	if err := a.readable(folder); err != nil {
		return err
	}
	for _, ref := range a.refs {
		g, err := ref.read(folder)
		if err == nil {
			err = s.bringBack(ctx, ref, g)
		}
		if err != nil {
			return fmt.Errorf("restoring the game %s from %s: %w", ref.game, ref.Object, err)
		}
		s.returned++
	}
	return nil
}

// readable returns an error that says what to do, unless all objects are in the folder and
// undamaged.
func (a *archivedError) readable(folder string) error {
	const unchanged = "Until then nothing is changed, and the earlier version can still use the database"
	switch {
	case folder == "":
		return fmt.Errorf("%w. This version keeps them in the database. Set archive.url to the folder with the archive (%s is in it), and start again: the games are then brought back. %s", a, a.refs[0].Object, unchanged)
	case strings.Contains(folder, "://"):
		return fmt.Errorf("%w, %s. This version keeps them in the database, and reads archives only from a folder. Copy all objects to a folder (aws s3 sync %s FOLDER, or rclone copy), set archive.url to it, and start again: the games are then brought back. %s", a, folder, folder, unchanged)
	}
	bad := 0
	var first error
	for _, ref := range a.refs {
		if _, err := ref.read(folder); err != nil {
			if bad++; first == nil {
				first = fmt.Errorf("the game %s, object %s: %w", ref.game, ref.Object, err)
			}
		}
	}
	if bad == 0 {
		return nil
	}
	return fmt.Errorf("%w, and the objects of %d cannot be read from the folder %s (archive.url). The first: %w. Check the folder, or restore the objects from a copy, and start again. %s", a, bad, folder, first, unchanged)
}

// read reads an object from a folder.
func (r *archiveRef) read(folder string) (*archivedGame, error) {
	name := filepath.FromSlash(r.Object)
	if !filepath.IsLocal(name) {
		return nil, errors.New("its name leads out of the folder")
	}
	object, err := os.ReadFile(filepath.Join(folder, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New("it is missing")
	}
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(object); hex.EncodeToString(sum[:]) != r.Sum {
		return nil, fmt.Errorf("it is damaged: the checksum of its %d bytes is wrong", len(object))
	}
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(largestArchived))
	if err != nil {
		return nil, err
	}
	defer d.Close()
	plain, err := d.DecodeAll(object, nil)
	if err != nil {
		return nil, fmt.Errorf("it is damaged: %w", err)
	}
	g := &archivedGame{}
	if err := json.Unmarshal(plain, g); err != nil {
		return nil, fmt.Errorf("it is damaged: %w", err)
	}
	if g.Format != archiveFormat || g.Version != archiveVersion || g.Game != r.game {
		return nil, fmt.Errorf("it does not hold this game in version %d", archiveVersion)
	}
	return g, nil
}

// bringBack writes the rows of a game, unless another process has already done so.
func (s *Store) bringBack(ctx context.Context, ref archiveRef, g *archivedGame) error {
	t, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer t.Rollback() // no effect after the commit
	x := &tx{ctx: ctx, run: ctx, t: t, d: s.d, writing: true}
	if n, err := x.exec("UPDATE game SET archived = NULL WHERE id = ? AND archived = ?", ref.game, ref.column); err != nil || n == 0 {
		return err
	}
	for i := range g.Phases {
		if err := x.insertArchived(g.Game, &g.Phases[i]); err != nil {
			return fmt.Errorf("phase %d: %w", g.Phases[i].Number, err)
		}
	}
	for i := range g.Entries {
		e := &g.Entries[i]
		if err := x.insert("entry", entryColumns, g.Game, e.Seq, e.Told, e.Kind, e.Phase, e.Number, e.Seat, e.Audience, e.Data); err != nil {
			return fmt.Errorf("entry %d: %w", e.Seq, err)
		}
	}
	return t.Commit()
}

// insertArchived writes the row of a phase and its orders.
func (x *tx) insertArchived(gameID string, p *archivedPhase) error {
	var err error
	if p.Packed {
		parts := pack.Phase{Position: []byte(p.Position), After: part(p.After), Events: part(p.Events), Throws: part(p.Throws), Orders: p.Orders}
		err = x.insert("phase", "game, number, phase, position, salt, given, engine, done, packed",
			gameID, p.Number, p.Phase, "", p.Salt, p.Given, p.Engine, p.Done, parts.Pack())
	} else {
		err = x.insert("phase", "game, number, phase, position, after, events, throws, salt, given, engine, done",
			gameID, p.Number, p.Phase, p.Position, p.After, p.Events, p.Throws, p.Salt, p.Given, p.Engine, p.Done)
	}
	for seat, text := range p.Rows {
		if err == nil {
			err = x.insert("orders", "game, number, seat, text", gameID, p.Number, seat, text)
		}
	}
	return err
}

// part returns the bytes of a part of a packed phase, or nil for NULL.
func part(s *string) []byte {
	if s == nil {
		return nil
	}
	return []byte(*s)
}
