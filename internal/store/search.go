package store

import (
	"slices"
	"strings"

	"podesta/internal/game"
)

// A search for a part of a name reads the names of listed games from the index
// game_named, and stops when it has found enough.

// The limits of a search.
const (
	fewGames     = 1000 // if a name occurs in fewer games, all of them are found
	searchAtOnce = 250  // number of games that are read at once
	mostSearched = 2000 // maximum number of games that are read for one part of a list

	// The limits for a search for free seats, which also reads the seats of the games.
	freeAtOnce = 200
	mostFree   = 2000
)

// search returns a part of a list: the listed games whose names contain the words of a query, and
// own, the matching games of the account.
func (x *tx) search(q *game.GameQuery, own []listRow) (list game.GameList, err error) {
	o := orderOf(q)
	rows, err := x.named(q, &listOrder{old: o.old}, fewGames)
	if err != nil {
		return list, err
	}
	if len(rows) == fewGames {
		return x.searchMany(q, &o, own)
	}
	rows = o.sort(append(slices.DeleteFunc(rows, isNot(q.Name)), own...))
	if q.Count {
		list.Total = len(rows)
	}
	return partOf(list, q, &o, rows, q.Skip), nil
}

// named returns the next listed games that a query selects and whose names may contain its words.
// isNot decides whether they do.
func (x *tx) named(q *game.GameQuery, at *listOrder, limit int) ([]listRow, error) {
	listed := *q
	listed.Hidden = false
	where, args := listWhere(&listed)
	where, args = append(where, "name "+x.d.like+" ?"), append(args, pattern(q.Name))
	where, args = at.from("id", where, args)
	return all(x, scanListRow, "SELECT id, created, place, name FROM game"+x.d.by("game_named")+whereAll(where)+at.by("id")+" LIMIT ?", append(args, limit)...)
}

// pattern returns a LIKE pattern that matches all names with the given words, and few others. The
// databases ignore case only for English letters, and Go lowercases two other letters to English
// ones: İ and the kelvin sign.
func pattern(words string) string {
	return "%" + strings.Map(func(r rune) rune {
		if r > '~' || strings.ContainsRune(`%_\ik`, r) {
			return '_'
		}
		return r
	}, legible(folded(words))) + "%"
}

// searchMany examines games in order and up to a limit, and returns those whose names contain the
// words of a query, merged with others. If the query has no words, it returns games with a free
// seat that the query selects.
func (x *tx) searchMany(q *game.GameQuery, o *listOrder, others []listRow) (list game.GameList, err error) {
	var found []listRow
	at, complete, need := *o, false, atMost(enough(q.Limit, q.Skip))
	part, atOnce, most, wrong := x.named, searchAtOnce, mostSearched, isNot(q.Name)
	if q.Name == "" {
		part, atOnce, most, wrong = x.sift, freeAtOnce, mostFree, unfit
	}
	for seen := 0; seen < most && len(found) < need && !complete; seen += atOnce {
		rows, err := part(q, &at, atOnce)
		if err != nil {
			return list, err
		}
		complete = len(rows) < atOnce
		if rows = at.sort(rows); len(rows) > 0 {
			at.mark = rows[len(rows)-1].ListMark
		}
		found = append(found, slices.DeleteFunc(rows, wrong)...)
	}
	return x.stoppedAt(q, o, &at, found, others, complete), nil
}

// stoppedAt returns the part of a list that a search or filter found before it stopped at the mark
// of at, merged with the games in others. complete means that it has found all games.
func (x *tx) stoppedAt(q *game.GameQuery, o, at *listOrder, found, others []listRow, complete bool) (list game.GameList) {
	stopped := !complete && len(found) < atMost(enough(q.Limit, q.Skip))
	for _, r := range others {
		// Games after the place where the search has stopped belong to a later part.
		if o.behind(r.ListMark) && (complete || !at.behind(r.ListMark)) {
			found = append(found, r)
		}
	}
	found = o.sort(found)
	if q.Count {
		list.Total, list.AtLeast = len(found), !complete || !o.mark.IsZero()
	}
	list = partOf(list, q, o, found, q.Skip)
	if stopped && o.old && list.Newer.IsZero() {
		list.Newer = at.mark
	}
	if stopped && !o.old && list.Older.IsZero() {
		list.Older = at.mark
	}
	return list
}

// sift returns up to limit listed games after the mark of at, in any order. If the query has a
// status, it returns only games with this status. It marks games that do not meet the query's other
// conditions; use unfit to recognize them. sift reads only an index, and seats if a condition needs
// them.
func (x *tx) sift(q *game.GameQuery, at *listOrder, limit int) ([]listRow, error) {
	fits, args := listWhere(q)
	where, more, index := []string{"listed = 1"}, []any(nil), "game_facets"
	if q.Status != "" {
		where, more, index = append(where, "status = ?"), append(more, q.Status), "game_status_facets"
	}
	where, more = at.from("id", where, more)
	return all(x, scanListRow, "SELECT id, created, place, CASE WHEN "+strings.Join(fits, " AND ")+" THEN id ELSE '' END FROM game"+x.d.by(index)+
		whereAll(where)+at.by("id")+" LIMIT ?", append(append(args, more...), limit)...)
}

// unfit reports whether sift has marked a game as not selected by the query.
func unfit(r listRow) bool { return r.name == "" }
