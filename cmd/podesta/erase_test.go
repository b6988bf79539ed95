package main

import (
	"strings"
	"testing"

	"podesta/internal/account"
	"podesta/internal/store/pgtest"
)

// TestEraseAccount erases an account of a running judge, on both kinds of database.
func TestEraseAccount(t *testing.T) {
	t.Parallel()
	for name, database := range map[string]string{"SQLite": t.TempDir(), "PostgreSQL": pgtest.Shared(t).URL(t)} {
		w := newTown(t, database)
		id := w.game("Cosimo")
		p := serveProcess(t, name, "database "+database, "data "+t.TempDir())
		c := w.players[0]
		c.must(p, "POST", "/games/"+id+"/press", map[string]any{"to": []string{"all"}, "text": "Vale"})
		erase := func(who, typed string) (int, string) {
			status, out, bad := podesta(typed+"\n", "account", "-database", database, "-data", t.TempDir(), "-erase", who)
			return status, out + bad
		}
		if status, out := erase(c.email, "no"); status != 1 || !strings.Contains(out, "nothing was erased") {
			t.Errorf("%s: typed wrongly: status %d, %s", name, status, out)
		}
		if status, out := erase(w.master.email, w.master.email); status != 1 || !strings.Contains(out, "Cosimo has no other master") {
			t.Errorf("%s: the only master: status %d, %s", name, status, out)
		}
		if status, out := erase(c.email, strings.ToUpper(c.email)); status != 0 || !strings.Contains(out, "erased: games now show account") {
			t.Errorf("%s: status %d, %s", name, status, out)
		}
		if status, _ := c.call(p, "GET", "/me", nil); status != 401 {
			t.Errorf("%s: the token still works: %d", name, status)
		}
		if status, _, bad := podesta("", "account", "-database", database, "-data", t.TempDir(), c.email); status != 1 || !strings.Contains(bad, "no such account") {
			t.Errorf("%s: the address is still known: %s", name, bad)
		}
		log := w.master.must(p, "GET", "/games/"+id+"/log", nil)
		if strings.Contains(log, "Ludovico") || !strings.Contains(log, account.FormerPlayer) || !strings.Contains(log, "Vale") {
			t.Errorf("%s: the log: %s", name, log)
		}
		if status, _, page := p.page("/g/" + id); status != 200 || strings.Contains(page, "Ludovico") {
			t.Errorf("%s: the game's page: %d", name, status)
		}
	}
}
