package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"podesta/internal/judge"
	"podesta/internal/store"
	"podesta/internal/store/pgtest"
)

// restored checks a restored database: it contains what had been confirmed before the copy
// began, each game has exactly the phases in its log, and every phase follows from seed and
// orders. Then a judge serves it.
func (w *town) restored(url string, least seen) {
	w.t.Helper()
	st, err := store.Open(url)
	if err != nil {
		w.t.Fatal(err)
	}
	least.in(w.t, judge.New(st, wallClock{}, theSecret), w.games)
	if err := st.Close(); err != nil {
		w.t.Error(err)
	}
	if w.t.Failed() {
		return
	}
	p := serveProcess(w.t, "the restored judge", "database "+url, "data "+w.t.TempDir())
	for _, id := range w.games {
		if status, _, text := p.page("/g/" + id); status != http.StatusOK {
			w.t.Errorf("the page of a restored game: %d %s", status, last(text, 300))
		}
		w.players[0].must(p, "POST", "/games/"+id+"/press", map[string]any{"to": []string{"all"}, "text": "verba nova"})
	}
	p.stop()
}

// TestBackupWhileWriting makes copies with `podesta backup` while people play, and restores
// each.
func TestBackupWhileWriting(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	database := "sqlite:" + filepath.Join(folder, "podesta.db")
	w := newTown(t, database)
	for i := range 3 {
		w.game(fmt.Sprint("Game ", i+1))
	}
	p := serveProcess(t, "the judge", "database "+database, "data "+folder)
	l := w.play(p)
	type copied struct {
		name  string
		least seen
	}
	var copies []copied
	for n := range 3 {
		l.goesOn(7, 1, 1)
		c := copied{filepath.Join(t.TempDir(), fmt.Sprintf("copy%d.db", n)), l.seen()}
		if status, out, bad := podesta("", "backup", "-data", folder, c.name); status != 0 {
			t.Fatalf("backup: status %d, %s%s", status, out, bad)
		}
		copies = append(copies, c)
	}
	l.end()
	l.whole(w.judge)
	p.stop()
	for _, c := range copies {
		// As docs/upkeep.md says, the copy replaces the database.
		place := t.TempDir()
		in, err := os.Open(c.name)
		if err != nil {
			t.Fatal(err)
		}
		out, err := os.Create(filepath.Join(place, "podesta.db"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(out, in); err != nil {
			t.Fatal(err)
		}
		if err := out.Close(); err != nil {
			t.Fatal(err)
		}
		if err := in.Close(); err != nil {
			t.Fatal(err)
		}
		w.restored("sqlite:"+filepath.Join(place, "podesta.db"), c.least)
	}
}

// below returns the blocks of commands and settings below a heading of a page.
func below(t *testing.T, page, heading string) (out []string) {
	t.Helper()
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	_, text, found := strings.Cut(string(data), "\n"+heading+"\n")
	if !found {
		t.Fatalf("%s has no %q", page, heading)
	}
	text, _, _ = strings.Cut(text, "\n##")
	for i, part := range strings.Split("\n"+text, "\n```") {
		if i%2 == 1 {
			out = append(out, strings.TrimPrefix(part, "\n"))
		}
	}
	return out
}

// TestRestorePostgres copies a PostgreSQL database while people play, and restores the copy.
// Then a table is deleted, and the database is restored to the moment before. All commands are
// those of docs/upkeep.md.
func TestRestorePostgres(t *testing.T) {
	if testing.Short() {
		leaveOut(t, "NO POSTGRESQL DATABASE WAS COPIED AND RESTORED: that takes a quarter of a minute")
	}
	t.Parallel()
	const page = "../../docs/upkeep.md"
	copying, back := below(t, page, "### Copies of PostgreSQL"), below(t, page, "### Back to any moment")
	if len(copying) != 3 || len(back) != 3 {
		t.Fatalf("%s has %d and %d blocks of commands", page, len(copying), len(back))
	}
	folder := pgtest.Folder(t)
	settings := strings.Split(strings.TrimSpace(strings.ReplaceAll(back[0], "/var/backups/postgresql", folder)), "\n")
	pg := pgtest.Start(t, settings...)
	pg.Shell(t, "mkdir "+folder+"/wal")
	const shims = "sudo() { if [ \"$1\" = -u ]; then shift 2; fi; \"$@\"; }\nsystemctl() { :; }\n"
	run := func(script string, more ...string) string {
		t.Helper()
		paths := strings.NewReplacer(append(more, "/var/backups/postgresql", folder, "/var/lib/postgresql/15/main", pg.Data())...)
		return pg.Shell(t, shims+paths.Replace(script))
	}

	url := pg.Database(t, "podesta")
	w := newTown(t, url)
	for i := range 3 {
		w.game(fmt.Sprint("Game ", i+1))
	}
	p := serveProcess(t, "the judge", "database "+url, "data "+t.TempDir())
	l := w.play(p)
	l.goesOn(9, 1, 1)
	run(back[1]) // the base backup
	l.goesOn(9, 1, 1)
	dumped := l.seen()
	run(copying[1])
	l.goesOn(9, 1, 1)

	confirmed := l.seen()
	moment := run("psql -Atc 'SELECT now()'")
	l.goesOn(3, 1, 0)
	l.end()
	p.stop()
	run("psql --dbname=podesta -c 'DROP TABLE entry CASCADE'")

	run(copying[2]) // into a separate database
	w.restored(pg.Of("podesta_restored"), dumped)

	pg.Down(t)
	run(back[2], "2026-11-23 14:00:00 UTC", moment)
	pg.Up(t)
	until(t, "the end of the recovery", func() bool { return run("psql -Atc 'SELECT pg_is_in_recovery()'") == "f" })
	w.restored(url, confirmed)
}
