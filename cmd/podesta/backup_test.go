package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"podesta/internal/store"
)

func TestBackup(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "data")
	s, err := store.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() // the judge keeps running
	to := filepath.Join(t.TempDir(), "copy.db")
	for _, c := range []struct {
		args   string
		status int
		out    string // text in the output or the error output
	}{
		{"-data " + folder + " " + to, 0, "copy.db: "},
		{"-data " + folder + " " + to, 1, "already exists"},
		{"-database sqlite:" + folder + "/podesta.db " + to + "2", 0, "copy.db2: "},
		{"-database sqlite:" + folder + "/none.db " + to + "3", 1, "no database to copy"},
		{"-database postgres://ada:secret@/games?host=/run/none " + to + "4", 1, "pg_dump --format=custom --file=FILE --host=/run/none --port=5432 --username=ada games"},
		{"-database nosql://x " + to + "5", 1, "neither sqlite: nor postgres:"},
		{"-data " + folder, 2, "usage: podesta backup"},
		{"-h", 0, "usage: podesta backup"},
	} {
		status, out, bad := podesta("", append([]string{"backup"}, strings.Fields(c.args)...)...)
		if status != c.status || !strings.Contains(out+bad, c.out) {
			t.Errorf("backup %s: status %d, want %d\n%s%s", c.args, status, c.status, out, bad)
		}
		if strings.Contains(out+bad, "secret@") {
			t.Errorf("the output contains the password: %s%s", out, bad)
		}
	}
	if files, err := filepath.Glob(to + "*"); err != nil || len(files) != 2 {
		t.Errorf("files: %v, %v", files, err)
	}
	if _, err := os.Stat(filepath.Join(folder, "none.db")); err == nil {
		t.Error("a backup made a database")
	}
}
