package store_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/store"
)

// stored returns the contents of the tables with the phases, orders and logs of all games. Long
// texts are replaced with their checksums.
func stored(t *testing.T, s *store.Store) string {
	t.Helper()
	var out strings.Builder
	line := func(name, what string, v any) {
		data, err := json.Marshal(v)
		if err != nil {
			t.Error(err)
		}
		fmt.Fprintf(&out, "%s: %s %s\n", name, what, data)
	}
	sum := func(b []byte) string { return fmt.Sprintf("%d bytes, %.8x", len(b), sha256.Sum256(b)) }
	if err := s.Read(ctx, func(tx *game.Tx) error {
		games, err := tx.Games.Games()
		if err != nil {
			return err
		}
		for _, g := range games {
			phases, err := tx.Phases.Phases(g.ID)
			if err != nil {
				return err
			}
			for _, info := range phases {
				p, err := tx.Phases.Phase(g.ID, info.Number)
				if err != nil {
					return err
				}
				orders, err := tx.Phases.Orders(g.ID, info.Number)
				if err != nil {
					return err
				}
				line(g.Name, fmt.Sprintf("phase %d, %v", p.Number, p.Phase), []any{
					sum(p.Position), sum(p.After), sum(p.Events), p.Throws, p.Salt, p.Given, p.Engine, p.Done, orders,
				})
			}
			entries, err := tx.Log.Entries(g.ID, 0, 0)
			if err != nil {
				return err
			}
			for _, e := range entries {
				line(g.Name, fmt.Sprintf("entry %d, %s in phase %d, %v", e.Seq, e.Kind, e.Number, e.Phase), []any{e.At, e.From, e.Audience, string(e.Data)})
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The database of an earlier version with two games in an archive.
const (
	archivedLayout  = 29
	archivedCosimo  = "archived/games/wa/gwa57cqh7-20261130-owopv3mxoc2u.json.zst"
	archivedLorenzo = "archived/games/dl/gdl7tngi4-20261130-y7gxb5z53lit.json.zst"
)

// archivedGames creates that database.
func archivedGames(t *testing.T, url string) {
	t.Helper()
	if n := rowsIn(t, url, archivedLayout, "archived.sql"); n != 25 {
		t.Fatalf("%d rows in the file", n)
	}
	archivedAre(t, url, 2)
}

// archivedAre fails the test unless the given number of games is archived.
func archivedAre(t *testing.T, url string, want int) {
	t.Helper()
	if i, err := store.Inspect(ctx, url); err != nil || i.Archived != want {
		t.Fatalf("%d games are archived, not %d, %v", i.Archived, want, err)
	}
}

// broughtBack opens the database with its archive, and checks that its contents are the same as
// before the games were archived.
func broughtBack(t *testing.T, url string, games int) {
	t.Helper()
	s, err := store.OpenWith(url, store.Options{Archive: "testdata/archived"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if s.Returned() != games {
		t.Errorf("%d games were brought back, not %d", s.Returned(), games)
	}
	want, err := os.ReadFile("testdata/archived.golden")
	if err != nil {
		t.Fatal(err)
	}
	if got := stored(t, s); got != string(want) {
		t.Errorf("stored is\n%s\nnot\n%s", got, want)
	}
	archivedAre(t, url, 0)
}

// TestUnarchive opens a database with archived games, and checks that they are restored
// unchanged and only once, and that the objects stay.
func TestUnarchive(t *testing.T) {
	t.Parallel()
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		url := newURL(t)
		archivedGames(t, url)
		broughtBack(t, url, 2)
		for _, object := range []string{archivedCosimo, archivedLorenzo} {
			if _, err := os.Stat("testdata/" + object); err != nil {
				t.Error(err)
			}
		}
		broughtBack(t, url, 0)
		s := open(t, url) // this needs no archive
		if err := s.Write(ctx, func(tx *game.Tx) error {
			seq, err := tx.Log.Append(game.Entry{Game: "wa57cqh7", Kind: game.NoticeEntry})
			if err == nil && seq != 6 {
				t.Errorf("the next entry has the number %d", seq)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	})
}

// TestUnarchiveInterrupted fails at the second game, and checks that the first is restored, and
// the second as soon as that is possible.
func TestUnarchiveInterrupted(t *testing.T) {
	t.Parallel()
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		url := newURL(t)
		archivedGames(t, url)
		store.RawUnopened(t, url, "INSERT INTO phase (game, number, phase, position) VALUES ('wa57cqh7', 2, '', '')")
		_, err := store.OpenWith(url, store.Options{Archive: "testdata/archived"})
		if err == nil || !strings.Contains(err.Error(), "game wa57cqh7") || !strings.Contains(err.Error(), "phase 2: ") {
			t.Fatal(err)
		}
		archivedAre(t, url, 1)
		store.RawUnopened(t, url, "DELETE FROM phase WHERE game = 'wa57cqh7'")
		broughtBack(t, url, 1)
	})
}

// TestUnarchiveRefused opens a database whose archive cannot be read, and checks that the error
// says what to do, and that nothing is changed.
func TestUnarchiveRefused(t *testing.T) {
	t.Parallel()
	// with returns a copy of the archive in which Cosimo's object is changed.
	with := func(change func(object string, data []byte) error) string {
		to := t.TempDir()
		if err := os.CopyFS(to+"/archived", os.DirFS("testdata/archived")); err != nil {
			t.Fatal(err)
		}
		object := filepath.Join(to, archivedCosimo)
		data, err := os.ReadFile(object)
		if err == nil {
			err = change(object, data)
		}
		if err != nil {
			t.Fatal(err)
		}
		return to + "/archived"
	}
	write := func(object string, data []byte) error { return os.WriteFile(object, data, 0o600) }
	cases := map[string]struct {
		folder string
		says   []string
	}{
		"no folder":     {"", []string{"Set archive.url to the folder with the archive (games/dl/gdl7tngi4-"}},
		"a bucket":      {"s3://bucket/judge", []string{"s3://bucket/judge", "aws s3 sync s3://bucket/judge FOLDER, or rclone copy", "set archive.url to it"}},
		"no such place": {t.TempDir() + "/none", []string{"the objects of 2 cannot be read", "The first: the game dl7tngi4, object games/dl/gdl7tngi4-", "it is missing"}},
		"missing": {with(func(object string, _ []byte) error { return os.Remove(object) }), []string{
			"the objects of 1 cannot be read", "The first: the game wa57cqh7, object games/wa/gwa57cqh7-", "it is missing", "restore the objects from a copy",
		}},
		"a byte": {with(func(object string, data []byte) error {
			data[len(data)/2] ^= 1
			return write(object, data)
		}), []string{"the objects of 1 cannot be read", "it is damaged: the checksum of its 1776 bytes is wrong"}},
		"the end": {with(func(object string, data []byte) error { return write(object, data[:len(data)-9]) }), []string{"the checksum of its 1767 bytes"}},
		"empty":   {with(func(object string, _ []byte) error { return write(object, nil) }), []string{"the checksum of its 0 bytes"}},
		"another game": {with(func(object string, _ []byte) error {
			other, err := os.ReadFile("testdata/" + archivedLorenzo)
			if err != nil {
				return err
			}
			return write(object, other)
		}), []string{"the checksum of its 1842 bytes"}},
		"a folder": {with(func(object string, _ []byte) error {
			if err := os.Remove(object); err != nil {
				return err
			}
			return os.Mkdir(object, 0o700)
		}), []string{"the objects of 1 cannot be read", "is a directory"}},
	}
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		url := newURL(t)
		archivedGames(t, url)
		for name, c := range cases {
			s, err := store.OpenWith(url, store.Options{Archive: c.folder})
			if err == nil {
				s.Close()
				t.Fatalf("%s: opened", name)
			}
			for _, want := range append(c.says, "2 games are in the archive of an earlier version", "the earlier version can still use the database") {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%s: does not say %q: %v", name, want, err)
				}
			}
			archivedAre(t, url, 2)
		}
		broughtBack(t, url, 2)
	})
}

// TestUnarchiveRecords checks that an invalid reference in a game's row is refused, although the
// object is valid.
func TestUnarchiveRecords(t *testing.T) {
	t.Parallel()
	for says, record := range map[string]string{
		"its name leads out of the folder": `{"object": "../archived/games/x", "sum": ""}`,
		"it does not hold this game":       `{"object": "` + strings.TrimPrefix(archivedLorenzo, "archived/") + `", "sum": "bbb62c9858010006557f5dbb3ef0e8bfd71fd739f509061d0c93136e81e97518"}`,
		"invalid character":                `games/x`,
	} {
		url := t.TempDir()
		archivedGames(t, url)
		store.RawUnopened(t, url, "UPDATE game SET archived = ? WHERE id = 'wa57cqh7'", record)
		if _, err := store.OpenWith(url, store.Options{Archive: "testdata/archived"}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
		archivedAre(t, url, 2)
	}
}

// TestUnarchiveFirst opens a database of an older layout whose archive cannot be read, and
// checks that it is not migrated, so that the older program can use it.
func TestUnarchiveFirst(t *testing.T) {
	t.Parallel()
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		url := newURL(t)
		const layout = 17
		rowsOf(t, url, 10)
		store.OpenAt(t, url, layout)
		store.RawUnopened(t, url, `UPDATE game SET archived = '{"object": "games/x", "sum": ""}' WHERE name = 'Ended'`)
		if _, err := store.Open(url); err == nil || !strings.Contains(err.Error(), "1 game is in the archive") {
			t.Fatal(err)
		}
		if i, err := store.Inspect(ctx, url); err != nil || i.Layout != layout {
			t.Errorf("the layout is %d, %v", i.Layout, err)
		}
		store.RawUnopened(t, url, "UPDATE game SET archived = NULL")
		open(t, url)
	})
}
