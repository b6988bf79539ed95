package store

import (
	"slices"
	"strings"

	"podesta/internal/game"
)

// Lists of games are read in the order of an index, beginning at a place in it, and only as far as
// needed. The total numbers come from the table tally. See search.go for searches by name.

// listRow is a game in a list.
type listRow struct {
	game.ListMark
	name string
}

func scanListRow(row row) (r listRow, err error) {
	return r, row(&r.ID, moment{&r.Created}, &r.Place, &r.name)
}

// listOrder is the order in which games are read: newest first, or oldest first for
// GameQuery.Before. Games with the same creation time are in the order in which they were added.
type listOrder struct {
	old  bool          // whether the oldest games come first
	mark game.ListMark // the list starts after it; zero for the beginning
}

func orderOf(q *game.GameQuery) listOrder {
	if !q.Before.IsZero() {
		return listOrder{true, q.Before}
	}
	return listOrder{false, q.After}
}

// by returns the ORDER BY clause of a statement. id is the name of the column with the ID.
func (o *listOrder) by(id string) string {
	if o.old {
		return " ORDER BY created, place, " + id
	}
	return " ORDER BY created DESC, place DESC, " + id + " DESC"
}

// from appends to where and args the condition that a game comes after the mark. Without a mark it
// adds nothing.
func (o *listOrder) from(id string, where []string, args []any) ([]string, []any) {
	if o.mark.IsZero() {
		return where, args
	}
	is := "<"
	if o.old {
		is = ">"
	}
	return append(where, "(created, place, "+id+") "+is+" (?, ?, ?)"), append(args, o.mark.Created.UnixMicro(), o.mark.Place, o.mark.ID)
}

// behind reports whether a place comes after the mark. Without a mark, every place does.
func (o *listOrder) behind(m game.ListMark) bool {
	switch {
	case o.mark.IsZero():
		return true
	case o.old:
		return m.Compare(o.mark) < 0
	default:
		return m.Compare(o.mark) > 0
	}
}

// sort sorts rows and removes duplicates.
func (o *listOrder) sort(rows []listRow) []listRow {
	slices.SortFunc(rows, func(a, b listRow) int {
		if o.old {
			return b.Compare(a.ListMark)
		}
		return a.Compare(b.ListMark)
	})
	return slices.CompactFunc(rows, func(a, b listRow) bool { return a.ID == b.ID })
}

// ListGames returns a part of a list of games. It reads only indexes, and names of games if the
// query contains a name.
func (x *tx) ListGames(q game.GameQuery) (game.GameList, error) {
	list, err := x.listFrom(q)
	if err == nil && !q.Before.IsZero() && list.Newer.IsZero() {
		// The part reaches the newest game, so the whole first part of the list is read instead.
		q.Before = game.ListMark{}
		list, err = x.listFrom(q)
	}
	return list, err
}

func (x *tx) listFrom(q game.GameQuery) (list game.GameList, err error) {
	o := orderOf(&q)
	var own []listRow // the account's games that are read separately from the others
	if q.Account != "" {
		if own, err = x.ownGames(&q); err != nil {
			return list, err
		}
	}
	switch {
	case q.Mine:
		if q.Count {
			list.Total = len(own)
		}
		return partOf(list, &q, &o, own, q.Skip), nil
	case q.Name != "":
		return x.search(&q, own)
	case q.Free:
		return x.searchMany(&q, &o, own)
	case len(q.Facets) > 0:
		return x.filter(&q, &o, own)
	}
	total := 0 // number of games other than those in own
	if q.Count {
		if total, err = x.countGames(&q); err != nil {
			return list, err
		}
		list.Total = total + len(own)
	}
	// Up to len(own) of the skipped games can be the account's own, so the database skips fewer.
	skip := max(0, q.Skip-len(own))
	where, args := listWhere(&q)
	var rows []listRow
	switch n := enough(q.Limit, q.Skip-skip); {
	case q.Count && skip > 0 && skip >= total: // no games are left after skipping
	case q.Count && n > 0 && skip > total/2: // it is faster to read from the other end of the list
		last := total - min(total, skip+n)
		rows, err = x.listRows(where, args, &listOrder{old: true}, last, total-skip-last)
	default:
		rows, err = x.listRows(where, args, &o, skip, n)
	}
	if err != nil {
		return list, err
	}
	return partOf(list, &q, &o, slices.Concat(rows, own), q.Skip-skip), nil
}

// enough returns the number of rows to read in order to know whether more than limit remain after
// skip rows.
func enough(limit, skip int) int {
	if limit <= 0 {
		return 0
	}
	return limit + skip + 1
}

// partOf fills a list with the rows after the mark of its order: it skips some, takes at most
// q.Limit, and sets the marks from which the neighbouring parts are read.
func partOf(list game.GameList, q *game.GameQuery, o *listOrder, rows []listRow, skip int) game.GameList {
	rows = o.sort(slices.DeleteFunc(rows, func(r listRow) bool { return !o.behind(r.ListMark) }))
	rows = rows[min(skip, len(rows)):]
	more := q.Limit > 0 && len(rows) > q.Limit
	if more {
		rows = rows[:q.Limit]
	}
	if o.old {
		slices.Reverse(rows)
	}
	for _, r := range rows {
		list.IDs = append(list.IDs, r.ID)
	}
	before, behind := o.mark, o.mark // marks for an empty part
	if len(rows) > 0 {
		before, behind = rows[0].ListMark, rows[len(rows)-1].ListMark
	}
	if o.old && more || !o.old && (!o.mark.IsZero() || q.Skip > 0) {
		list.Newer = before
	}
	if o.old || more {
		list.Older = behind
	}
	return list
}

// listRows reads up to limit games that meet a condition, without their names, after skipping some.
func (x *tx) listRows(where []string, args []any, o *listOrder, skip, limit int) ([]listRow, error) {
	where, args = o.from("id", where, args)
	return all(x, func(row row) (r listRow, err error) {
		return r, row(&r.ID, moment{&r.Created}, &r.Place)
	}, "SELECT id, created, place FROM game"+whereAll(where)+o.by("id")+" LIMIT ? OFFSET ?", append(args, atMost(limit), skip)...)
}

func whereAll(parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(parts, " AND ")
}

// listWhere returns the SQL conditions of a query, except those for its name and account.
func listWhere(q *game.GameQuery) (parts []string, args []any) {
	if q.Status != "" {
		parts, args = append(parts, "status = ?"), append(args, q.Status)
	}
	if q.Running {
		parts, args = append(parts, "status NOT IN (?, ?)"), append(args, game.Over, game.Terminated)
	}
	switch {
	case q.Showcase:
		parts = append(parts, "showcase = 1")
	case q.Plain:
		parts = append(parts, "showcase = 0")
	}
	if q.Play {
		parts = append(parts, "play = 1")
	}
	if !q.Hidden {
		parts = append(parts, "listed = 1")
	}
	for _, f := range q.Facets {
		parts, args = append(parts, "facets LIKE ?"), append(args, "% "+string(f)+" %")
	}
	if q.Free {
		parts = append(parts, isFree)
	}
	return parts, args
}

// isFree is the condition that a game has a seat that is vacant or abandoned. It excludes seats of
// computer players, but not seats of eliminated powers.
const isFree = "(status = 'forming' OR status IN ('active', 'paused') AND facets LIKE '% accounts %' AND EXISTS (" +
	"SELECT 1 FROM seat WHERE seat.game = game.id AND (seat.player = '' AND coalesce(seat.state, '') NOT LIKE '%\"bot\":%' OR seat.state LIKE '%\"abandoned\":true%')))"

// ownGames returns the games that a list shows only because an account takes part in them. For
// q.Mine, these are all its games.
func (x *tx) ownGames(q *game.GameQuery) ([]listRow, error) {
	own := *q
	own.Hidden = true
	where, args := listWhere(&own)
	if !q.Mine {
		if q.Hidden {
			return nil, nil
		}
		where = append(where, "listed = 0")
	}
	// CROSS JOIN makes SQLite read the account's memberships first, and then look up their games.
	rows, err := all(x, scanListRow, "SELECT id, created, place, name FROM (SELECT DISTINCT game FROM member WHERE account = ? AND left_at IS NULL) AS m CROSS JOIN game"+x.d.by("game_title")+
		whereAll(append(where, "game.id = m.game")), append([]any{q.Account}, args...)...)
	if q.Name != "" {
		rows = slices.DeleteFunc(rows, isNot(q.Name))
	}
	return rows, err
}

// isNot returns a function that reports whether the name of a game does not contain the given
// words. Names are compared in Go because the databases ignore case only for English letters.
func isNot(words string) func(listRow) bool {
	words = folded(words)
	return func(r listRow) bool { return !strings.Contains(folded(r.name), words) }
}

// countGames returns the number of games that a query selects, except those that only the account
// sees.
func (x *tx) countGames(q *game.GameQuery) (int, error) {
	number := func(row row) (n int, err error) { return n, row(&n) }
	where, args := listWhere(q)
	if q.Play { // visitors' tables, of which there are few
		return one(x, number, "SELECT count(*) FROM game"+whereAll(where), args...)
	}
	return one(x, number, "SELECT CAST(coalesce(sum(games), 0) AS INTEGER) FROM tally"+whereAll(where), args...)
}

// manyIDs is the maximum number of IDs in a statement.
const manyIDs = 128

// inChunks divides IDs into chunks and calls f for each chunk, with a condition on the column that
// selects the chunk. inChunks uses only a few different conditions, so that statements stay
// prepared.
func inChunks(column string, ids []string, f func(where string, args []any) error) error {
	for part := range slices.Chunk(ids, manyIDs) {
		n := 1
		for n < len(part) {
			n *= 2
		}
		args := make([]any, n)
		for i := range args {
			args[i] = part[min(i, len(part)-1)]
		}
		if err := f(" WHERE "+column+" IN (?"+strings.Repeat(", ?", n-1)+")", args); err != nil {
			return err
		}
	}
	return nil
}

// GamesByID reads games, in any order. It omits those that do not exist.
func (x *tx) GamesByID(ids []string) (out []game.GameRecord, err error) {
	out = make([]game.GameRecord, 0, len(ids))
	err = inChunks("id", ids, func(where string, args []any) error {
		_, err := all(x, func(row row) (none struct{}, err error) {
			g, err := scanGame(row)
			out = append(out, g)
			return none, err
		}, "SELECT "+gameColumns+" FROM game"+where, args...)
		return err
	})
	return out, err
}

// Titles reads the titles of games, in any order.
func (x *tx) Titles(ids []string) (out []game.GameTitle, err error) {
	err = inChunks("id", ids, func(where string, args []any) error {
		part, err := all(x, func(row row) (t game.GameTitle, err error) { return t, row(&t.ID, &t.Name, &t.Listed) }, "SELECT id, name, listed FROM game"+x.d.by("game_title")+where, args...)
		out = append(out, part...)
		return err
	})
	return out, err
}

// SeatsByGame lists the seats of games, keyed by game ID and sorted by number.
func (x *tx) SeatsByGame(ids []string) (map[string][]game.SeatRecord, error) {
	out := map[string][]game.SeatRecord{}
	err := inChunks("game", ids, func(where string, args []any) error {
		_, err := all(x, func(row row) (struct{}, error) {
			var id string
			s, err := scanSeat(func(into ...any) error { return row(append([]any{&id}, into...)...) })
			out[id] = append(out[id], s)
			return struct{}{}, err
		}, "SELECT game, number, player, powers, state FROM seat"+where+" ORDER BY game, number", args...)
		return err
	})
	return out, err
}

// PlayersByGame counts the current players of games, keyed by game ID.
func (x *tx) PlayersByGame(ids []string) (map[string]int, error) {
	out := map[string]int{}
	err := inChunks("game", ids, func(where string, args []any) error {
		_, err := all(x, func(row row) (struct{}, error) {
			var id string
			var n int
			err := row(&id, &n)
			out[id] = n
			return struct{}{}, err
		}, "SELECT game, count(*) FROM member"+where+" AND kind = ? AND left_at IS NULL GROUP BY game", append(args, game.Player)...)
		return err
	})
	return out, err
}
