package store

import (
	"strings"

	"podesta/internal/game"
)

// ListGames returns the IDs of games, newest first, and the number of matching
// games regardless of Skip and Limit. It reads only an index.
func (x *tx) ListGames(q game.GameQuery) (ids []string, total int, err error) {
	where, args := listWhere(&q)
	if q.Name != "" {
		return x.listNamed(&q, where, args)
	}
	total, err = one(x, func(row row) (n int, err error) { return n, row(&n) }, "SELECT count(*) FROM game"+where, append([]any{}, args...)...)
	if err != nil {
		return nil, 0, err
	}
	ids, err = all(x, func(row row) (id string, err error) { return id, row(&id) },
		"SELECT id FROM game"+where+newestFirst+" LIMIT ? OFFSET ?", append(args, atMost(q.Limit), q.Skip)...)
	return ids, total, err
}

// newestFirst is the order of lists. Games created at the same moment are in
// the order of their creation.
const newestFirst = " ORDER BY created DESC, place DESC, id DESC"

// listWhere returns the condition of a query, except for the name.
func listWhere(q *game.GameQuery) (string, []any) {
	var parts []string
	var args []any
	in := func(ids []string) string {
		for _, id := range ids {
			args = append(args, id)
		}
		return "id IN (" + strings.TrimSuffix(strings.Repeat("?, ", len(ids)), ", ") + ")"
	}
	if q.Status != "" {
		parts, args = append(parts, "status = ?"), append(args, q.Status)
	}
	if q.Showcase {
		parts = append(parts, "showcase = 1")
	}
	if q.Play {
		parts = append(parts, "play = 1")
	}
	switch {
	case q.Among != nil && len(q.Among) == 0:
		parts = append(parts, "1 = 0")
	case q.Among != nil:
		parts = append(parts, in(q.Among))
	}
	switch {
	case q.Hidden:
	case len(q.Also) == 0:
		parts = append(parts, "listed = 1")
	default:
		parts = append(parts, "(listed = 1 OR "+in(q.Also)+")")
	}
	if len(parts) == 0 {
		return "", nil
	}
	return " WHERE " + strings.Join(parts, " AND "), args
}

// listNamed implements ListGames for a part of a name. It compares names in Go
// because databases fold the case of English letters only.
func (x *tx) listNamed(q *game.GameQuery, where string, args []any) (ids []string, total int, err error) {
	name := folded(q.Name)
	_, err = all(x, func(row row) (struct{}, error) {
		var id, have string
		if err := row(&id, &have); err != nil || !strings.Contains(folded(have), name) {
			return struct{}{}, err
		}
		if total++; total > q.Skip && (q.Limit <= 0 || len(ids) < q.Limit) {
			ids = append(ids, id)
		}
		return struct{}{}, nil
	}, "SELECT id, name FROM game"+where+newestFirst, args...)
	return ids, total, err
}
