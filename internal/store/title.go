package store

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"podesta/internal/game"
)

// title is what the table gram holds of a game.
type title struct {
	game.ListMark
	name sql.NullString // invalid: nothing
}

// titleOf returns what gram should hold of a game: the names of unlisted games
// are in no search.
func titleOf(g *game.GameRecord) sql.NullString {
	if !g.Listed() {
		return sql.NullString{}
	}
	return sql.NullString{String: legible(g.Name), Valid: true}
}

// retitle replaces the groups of characters of a game. The column titled is the
// caller's.
func (x *tx) retitle(have title, want sql.NullString) error {
	if have.name == want {
		return nil
	}
	old, fresh := groups(have.name.String), groups(want.String)
	gone := slices.DeleteFunc(slices.Clone(old), func(g string) bool { return slices.Contains(fresh, g) })
	added := slices.DeleteFunc(fresh, func(g string) bool { return slices.Contains(old, g) })
	if err := inChunks("gram", gone, func(where string, args []any) error {
		_, err := x.exec("DELETE FROM gram"+where+" AND created = ? AND place = ? AND game = ?", append(args, have.Created, have.Place, have.ID)...)
		return err
	}); err != nil {
		return err
	}
	for part := range slices.Chunk(added, groupsAtOnce) {
		// A statement for each power of two: they stay prepared.
		n := 1
		for n < len(part) {
			n *= 2
		}
		var args []any
		for i := range n {
			args = append(args, part[min(i, len(part)-1)], have.Created, have.Place, have.ID)
		}
		if _, err := x.exec("INSERT INTO gram (gram, created, place, game) VALUES (?, ?, ?, ?)"+strings.Repeat(", (?, ?, ?, ?)", n-1)+" ON CONFLICT DO NOTHING", args...); err != nil {
			return err
		}
	}
	return nil
}

// groupsAtOnce is the largest number of groups in a statement.
const groupsAtOnce = 32

const titleColumns = "id, created, place, titled"

func scanTitle(row row) (t title, err error) {
	return t, row(&t.ID, moment{&t.Created}, &t.Place, &t.name)
}

// titled returns what gram holds of a game.
func (x *tx) titled(gameID string) (title, error) {
	return one(x, scanTitle, "SELECT "+titleColumns+" FROM game WHERE id = ?", gameID)
}

// TitleSome enters the names of up to n games into the table for searches, which
// were made or renamed by earlier versions. It returns how many it has looked at.
// Several processes can call it at the same time.
func (s *Store) TitleSome(ctx context.Context, n int) (done int, err error) {
	var waiting []string
	err = s.Read(ctx, func(t game.Tx) (err error) {
		waiting, err = t.(*tx).someUntitled(1, "")
		return err
	})
	if err != nil || len(waiting) == 0 {
		return 0, err
	}
	err = s.Write(ctx, func(t game.Tx) error {
		x := t.(*tx)
		ids, err := x.someUntitled(n, x.d.skipLocked)
		done = len(ids)
		if err != nil {
			return err
		}
		for _, id := range ids {
			have, err := x.titled(id)
			if err != nil {
				return err
			}
			want, err := one(x, func(row row) (s sql.NullString, err error) { return s, row(&s) }, "SELECT CASE WHEN listed = 1 THEN name END FROM game WHERE id = ?", id)
			if err != nil {
				return err
			}
			if err := x.retitle(have, want); err != nil {
				return err
			}
			if err := x.change("UPDATE game SET titled = ? WHERE id = ?", want, id); err != nil {
				return err
			}
		}
		return nil
	})
	return done, err
}

// someUntitled returns some games whose names are still to be entered.
func (x *tx) someUntitled(n int, lock string) ([]string, error) {
	return all(x, func(row row) (id string, err error) { return id, row(&id) },
		"SELECT id FROM game"+x.d.by("game_untitled")+" WHERE "+isUntitled+" ORDER BY id LIMIT ?"+lock, n)
}

// The limits of the table tally.
const (
	fewChanges  = 100  // with fewer changes it stays as it is
	mostChanges = 2000 // that are added up in a transaction
)

// Tally adds up the changes of the numbers of games. It reports whether there may
// be more. Several processes can call it at the same time.
func (s *Store) Tally(ctx context.Context) (more bool, err error) {
	waiting := 0
	err = s.Read(ctx, func(t game.Tx) (err error) {
		waiting, err = one(t.(*tx), func(row row) (n int, err error) { return n, row(&n) }, "SELECT count(*) FROM (SELECT 1 FROM tally LIMIT ?) AS part", fewChanges)
		return err
	})
	if err != nil || waiting < fewChanges {
		return false, err
	}
	err = s.Write(ctx, func(t game.Tx) error {
		x := t.(*tx)
		type kind struct {
			status           string
			listed, showcase int
		}
		sums := map[kind]int{}
		gone, err := all(x, func(row row) (struct{}, error) {
			var k kind
			var n int
			err := row(&k.status, &k.listed, &k.showcase, &n)
			sums[k] += n
			return struct{}{}, err
		}, "DELETE FROM tally WHERE id IN (SELECT id FROM tally ORDER BY id LIMIT ?"+x.d.skipLocked+") RETURNING status, listed, showcase, games", mostChanges)
		if err != nil {
			return err
		}
		more = len(gone) == mostChanges
		for k, n := range sums {
			if n == 0 {
				continue
			}
			if err := x.insert("tally", "status, listed, showcase, games", k.status, k.listed, k.showcase, n); err != nil {
				return err
			}
		}
		return nil
	})
	return more, err
}
