package store

import (
	"strings"

	"podesta/internal/game"
)

// ListGames gives the IDs of games, the newest first, and how many there are
// apart from Skip and Limit. It reads nothing but an index.
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

// newestFirst is the order of lists: games of one moment in the order in which
// they were made.
const newestFirst = " ORDER BY created DESC, place DESC, id DESC"

// listWhere is the condition of a query, apart from the name.
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

// listNamed is ListGames for games by a part of their name. Capitals are
// compared here: databases know those of English only.
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
