package store

import "testing"

func TestSummary(t *testing.T) {
	for query, want := range map[string]string{
		"SELECT a, b FROM game WHERE id = ?":                                                      "SELECT game",
		"SELECT min(at) FROM (SELECT min(due) AS at FROM job WHERE kind = ?) AS times":            "SELECT job",
		"INSERT INTO job (kind, name) VALUES (?, ?) ON CONFLICT DO UPDATE SET x = 1":              "INSERT job",
		"UPDATE job SET due = ? WHERE id = ?":                                                     "UPDATE job",
		"DELETE FROM item WHERE game = ''":                                                        "DELETE item",
		"WITH due AS MATERIALIZED (SELECT id FROM account WHERE x = ?)\n\t\tUPDATE job SET a = 1": "UPDATE job",
		"SELECT pg_notify('topics', ?)":                                                           "SELECT",
		"SELECT 1":                                                                                "SELECT",
		"VACUUM":                                                                                  "VACUUM",
		"":                                                                                        "",
	} {
		if got := summary(query); got != want {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
	}
}
