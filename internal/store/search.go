package store

import (
	"cmp"
	"slices"
	"strings"

	"podesta/internal/game"
)

// A search for a part of a name looks up groups of three characters in the table
// gram, and compares the names of the games that it finds. If every group of the
// words is in the names of many games, it looks through the newest of them.

// The limits of a search.
const (
	fewGames     = 1000 // so many games with a group of characters are all compared
	mostGroups   = 8    // groups whose games are counted
	searchAtOnce = 250  // games that are compared at once, and
	mostSearched = 2000 // for one part of a list

	// A search for free seats reads the seats of games.
	freeAtOnce = 200
	mostFree   = 2000
)

// groupSize is the number of characters of a group. groupEnd is appended to
// names, so that their last characters begin groups too.
const (
	groupSize = 3
	groupEnd  = "\x01"
)

// lastRune is behind every character.
const lastRune = "\U0010FFFF"

// groups returns the different groups of a name, sorted. One begins at each
// character.
func groups(name string) []string {
	if name == "" {
		return nil
	}
	return groupsIn([]rune(legible(folded(name)) + strings.Repeat(groupEnd, groupSize-1)))
}

// groupsIn returns the different groups in a text, sorted.
func groupsIn(text []rune) (out []string) {
	for i := 0; i+groupSize <= len(text); i++ {
		out = append(out, string(text[i:i+groupSize]))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// group is a group of characters with some of the games that have it.
type group struct {
	text  string
	games int   // at most fewGames
	since int64 // the creation of the oldest of them
}

// search returns the listed games with words in their names, and those of an
// account's own games.
func (x *tx) search(q *game.GameQuery, own []listRow) (list game.GameList, err error) {
	o := orderOf(q)
	others, err := x.untitled(q)
	if err != nil {
		return list, err
	}
	others = append(others, own...)
	words := []rune(legible(folded(q.Name)))
	short := len(words) < groupSize
	var rare group
	if short {
		rare, err = x.groupsFrom(string(words))
	} else {
		rare, err = x.rarest(groupsIn(words))
	}
	if err != nil {
		return list, err
	}
	if rare.games >= fewGames {
		if short {
			rare.text = ""
		}
		return x.searchMany(q, &o, rare.text, others)
	}
	games, args := "SELECT created, place, game FROM gram WHERE gram = ?", []any{rare.text}
	if short {
		games, args = "SELECT DISTINCT created, place, game FROM gram WHERE gram >= ? AND gram < ?", []any{rare.text, rare.text + lastRune}
	}
	rows, err := x.fitting(q, games, args)
	if err != nil {
		return list, err
	}
	rows = o.sort(append(slices.DeleteFunc(rows, isNot(q.Name)), others...))
	if q.Count {
		list.Total = len(rows)
	}
	return partOf(list, q, &o, rows, q.Skip), nil
}

// untitled returns the games with the words of a query that the table gram does
// not hold: processes of older versions have made or renamed them.
func (x *tx) untitled(q *game.GameQuery) ([]listRow, error) {
	fits, args := listWhere(q)
	rows, err := all(x, scanListRow, "SELECT id, created, place, "+nameIf(fits)+" FROM game"+x.d.by("game_untitled")+" WHERE "+isUntitled, args...)
	return slices.DeleteFunc(rows, isNot(q.Name)), err
}

// isUntitled is the condition of the index game_untitled.
const isUntitled = "listed = 1 AND (titled IS NULL OR titled <> name)"

// nameIf selects the name of a game that fulfils conditions, or no name, in which
// nothing is found.
func nameIf(fits []string) string {
	return "CASE WHEN " + strings.Join(fits, " AND ") + " THEN name ELSE '' END"
}

// rarest returns the group that the fewest games have. Of groups that many have,
// it returns that whose newest games reach back furthest.
func (x *tx) rarest(all []string) (rare group, err error) {
	step := (len(all) + mostGroups - 1) / mostGroups
	for i := 0; i < len(all); i += step {
		g, err := x.gamesOfGroup(all[i])
		if err != nil {
			return g, err
		}
		if i == 0 || cmp.Or(cmp.Compare(g.games, rare.games), cmp.Compare(g.since, rare.since)) < 0 {
			rare = g
		}
		if rare.games == 0 {
			break
		}
	}
	return rare, nil
}

// gamesOfGroup counts the games that have a group.
func (x *tx) gamesOfGroup(text string) (group, error) {
	newest := listOrder{}
	return one(x, func(row row) (group, error) {
		g := group{text: text}
		return g, row(&g.games, &g.since)
	}, "SELECT count(*), coalesce(min(created), 0) FROM (SELECT created FROM gram WHERE gram = ?"+newest.by("game")+" LIMIT ?) AS newest", text, fewGames)
}

// groupsFrom counts the groups that begin with a text.
func (x *tx) groupsFrom(text string) (group, error) {
	return one(x, func(row row) (group, error) {
		g := group{text: text}
		return g, row(&g.games)
	}, "SELECT count(*) FROM (SELECT 1 FROM gram WHERE gram >= ? AND gram < ? LIMIT ?) AS part", text, text+lastRune, fewGames)
}

// fitting returns the games of a subquery. Those that a query does not select,
// whatever words it looks for, have no name.
func (x *tx) fitting(q *game.GameQuery, games string, args []any) ([]listRow, error) {
	fits, more := listWhere(q)
	// For a join, the database might read the whole table of games.
	return all(x, scanListRow, "SELECT c.game, c.created, c.place, coalesce((SELECT "+nameIf(fits)+" FROM game"+x.d.by("game_title")+" WHERE game.id = c.game), '') FROM ("+games+") AS c", append(more, args...)...)
}

// searchMany looks through the games that have a group, or through all listed ones
// if it is empty, in their order and not for long. If no name is looked for, it
// returns those with a free seat that the query selects.
func (x *tx) searchMany(q *game.GameQuery, o *listOrder, text string, others []listRow) (list game.GameList, err error) {
	var found []listRow
	at, complete, need := *o, false, atMost(enough(q.Limit, q.Skip))
	part, atOnce, most, wrong := x.searchPart, searchAtOnce, mostSearched, isNot(q.Name)
	if q.Name == "" {
		part, atOnce, most, wrong = func(q *game.GameQuery, at *listOrder, _ string) ([]listRow, error) {
			return x.sift(q, at, freeAtOnce)
		}, freeAtOnce, mostFree, unfit
	}
	for seen := 0; seen < most && len(found) < need && !complete; seen += atOnce {
		rows, err := part(q, &at, text)
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

// stoppedAt returns the part of a list of games that a search or a filter has found
// before it stopped at a place, and of others. complete: it has found all.
func (x *tx) stoppedAt(q *game.GameQuery, o, at *listOrder, found, others []listRow, complete bool) (list game.GameList) {
	stopped := !complete && len(found) < atMost(enough(q.Limit, q.Skip))
	for _, r := range others {
		// What is behind the place where the search has stopped comes later.
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

// searchPart returns the next games that have a group, or the next listed games,
// in any order; see fitting.
func (x *tx) searchPart(q *game.GameQuery, at *listOrder, text string) ([]listRow, error) {
	from, id, where, args := "gram", "game", []string{"gram = ?"}, []any{text}
	if text == "" {
		from, id, where, args = "game", "id", []string{"listed = 1"}, nil
	}
	where, args = at.from(id, where, args)
	return x.fitting(q, "SELECT created, place, "+id+" AS game FROM "+from+whereAll(where)+at.by(id)+" LIMIT ?", append(args, searchAtOnce))
}

// sift returns the next listed games, in any order. Those that a query does not
// select are unfit. It reads only an index, and seats if they are asked for.
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

// unfit reports whether a query does not select a game that sift has returned.
func unfit(r listRow) bool { return r.name == "" }
