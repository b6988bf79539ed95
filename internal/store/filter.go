package store

import (
	"cmp"
	"slices"
	"strings"

	"podesta/internal/game"
)

// A filter by facets examines the newest games first, which is enough if many games pass it. If few
// do, it reads only those: in the index game_runs, games with the same facets and status form a
// run, in the order of lists. One statement finds the runs that pass the filter, at most one for
// each combination of settings and status, and the list is merged from the beginnings of these
// runs.

// siftAtOnce is the number of games that a filter examines first.
const siftAtOnce = 2000

// mostFiltered is the maximum number of games that a filter finds for one part of a list. A list
// that skips more games stops there.
const mostFiltered = 2000

// runsAtOnce is the number of runs that one statement reads.
const runsAtOnce = 8

// run holds the games with the same facets and status.
type run struct {
	facets, status string
	head           int64 // creation time of its first game, in microseconds
}

// filter returns a part of a list: the listed games that have the facets of a query, and own, the
// matching games of the account.
func (x *tx) filter(q *game.GameQuery, o *listOrder, own []listRow) (list game.GameList, err error) {
	need := min(atMost(enough(q.Limit, q.Skip)), mostFiltered)
	at := *o
	found, err := x.sift(q, &at, siftAtOnce)
	if err != nil {
		return list, err
	}
	complete := len(found) < siftAtOnce
	if found = at.sort(found); len(found) > 0 {
		at.mark = found[len(found)-1].ListMark
	}
	found = slices.DeleteFunc(found, unfit)
	if !complete && len(found) < need {
		more, err := x.fromRuns(q, &at, need-len(found))
		if err != nil {
			return list, err
		}
		if complete = len(found)+len(more) < need; len(more) > 0 {
			at.mark = more[len(more)-1].ListMark
		}
		found = append(found, more...)
	}
	return x.stoppedAt(q, o, &at, found, own, complete), nil
}

// fromRuns returns the first listed games that pass a filter, at most n.
func (x *tx) fromRuns(q *game.GameQuery, o *listOrder, n int) (found []listRow, err error) {
	runs, err := x.runs(q, o)
	if err != nil {
		return nil, err
	}
	for len(runs) > 0 {
		// Enough games are found once the next run begins after the last of them.
		if len(found) >= n && o.later(runs[0].head, found[n-1].Created.UnixMicro()) {
			break
		}
		part := runs[:min(runsAtOnce, len(runs))]
		runs = runs[len(part):]
		rows, err := x.ofRuns(q, o, part, n)
		if err != nil {
			return nil, err
		}
		found = o.sort(append(found, rows...))
		found = found[:min(n, len(found))]
	}
	return found, nil
}

// later reports whether creation time a comes after b in the order.
func (o *listOrder) later(a, b int64) bool {
	if o.old {
		return a > b
	}
	return a < b
}

// runWhere returns the conditions of a query that are not about facets and status.
func runWhere(q *game.GameQuery) ([]string, []any) {
	rest := *q
	rest.Facets, rest.Status, rest.Running = nil, "", false
	return listWhere(&rest)
}

// runs returns the runs that pass a filter and have games after the mark of an order, sorted by the
// first of these games.
func (x *tx) runs(q *game.GameQuery, o *listOrder) ([]run, error) {
	by := x.d.by("game_runs")
	where, args := runWhere(q)
	where, args = o.from("id", append(where, "facets = k.facets", "status = s.status"), args)
	first := "(SELECT created FROM game" + by + whereAll(where) + o.by("id") + " LIMIT 1)"
	states := []game.Status{q.Status}
	if q.Status == "" {
		states = []game.Status{game.Forming, game.Active, game.Paused, game.Over, game.Terminated}
	}
	if q.Running {
		states = slices.DeleteFunc(states, func(s game.Status) bool { return s == game.Over || s == game.Terminated })
	}
	if len(states) == 0 {
		return nil, nil
	}
	for _, s := range states {
		args = append(args, s)
	}
	wanted := []string{"k.facets IS NOT NULL"}
	for _, f := range q.Facets {
		wanted, args = append(wanted, "k.facets LIKE ?"), append(args, "% "+string(f)+" %")
	}
	// From each combination of facets, the index leads directly to the next one.
	next := "SELECT min(facets) FROM game" + by + " WHERE listed = 1 AND facets > "
	all, err := all(x, func(row row) (r run, err error) {
		var head *int64
		err = row(&r.facets, &r.status, &head)
		if head == nil {
			return run{}, err
		}
		r.head = *head
		return r, err
	}, "WITH RECURSIVE k (facets) AS ("+next+"'' UNION ALL SELECT ("+next+"k.facets) FROM k WHERE k.facets IS NOT NULL) "+
		"SELECT k.facets, s.status, "+first+" FROM k CROSS JOIN ("+"SELECT ? AS status"+strings.Repeat(" UNION ALL SELECT ?", len(states)-1)+") AS s"+whereAll(wanted), args...)
	all = slices.DeleteFunc(all, func(r run) bool { return r.facets == "" })
	slices.SortFunc(all, func(a, b run) int {
		if o.old {
			return cmp.Compare(a.head, b.head)
		}
		return cmp.Compare(b.head, a.head)
	})
	return all, err
}

// ofRuns returns up to n games from the beginning of each of the given runs.
func (x *tx) ofRuns(q *game.GameQuery, o *listOrder, runs []run, n int) ([]listRow, error) {
	arms := 1 // a power of two, so that few different statements are prepared
	for arms < len(runs) {
		arms *= 2
	}
	var query strings.Builder
	var args []any
	for i := range arms {
		r := runs[min(i, len(runs)-1)]
		where, more := runWhere(q)
		where, more = o.from("id", append(where, "facets = ?", "status = ?"), append(more, r.facets, r.status))
		if i > 0 {
			query.WriteString(" UNION ALL ")
		}
		query.WriteString("SELECT id, created, place, '' FROM (SELECT id, created, place FROM game" + x.d.by("game_runs") + whereAll(where) + o.by("id") + " LIMIT ?) AS part")
		args = append(append(args, more...), n)
	}
	return all(x, scanListRow, query.String(), args...)
}
