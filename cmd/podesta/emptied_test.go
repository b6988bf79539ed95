package main

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"podesta/internal/config"
)

// TestEmptiedDatabase checks that a judge refuses to start if its database was emptied
// or lost, and starts if it is new or its database exists.
func TestEmptiedDatabase(t *testing.T) {
	folder := t.TempDir()
	c := config.Default()
	c.Data = folder
	look := func(what string, refused bool) {
		t.Helper()
		err := notEmptied(c)
		if (err != nil) != refused {
			t.Errorf("%s: %v", what, err)
		}
		if refused && (err == nil || !strings.Contains(err.Error(), "podesta.db") || !strings.Contains(err.Error(), "-start_anew")) {
			t.Errorf("%s: %v", what, err)
		}
	}
	look("a new folder", false)
	if _, err := judgeSecret(c); err != nil {
		t.Fatal(err)
	}
	look("a database that is gone", true)
	file := filepath.Join(folder, "podesta.db")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	look("an emptied database", true)
	if err := os.WriteFile(file, []byte("SQLite format 3"), 0o600); err != nil {
		t.Fatal(err)
	}
	look("a database", false)
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("CREATE TABLE bookmark (id INTEGER)"); err != nil {
		t.Fatal(err)
	}
	look("a database of another program", false)
	if _, err := db.Exec("DROP TABLE bookmark"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	look("a database without tables", true)
	c.Secret = strings.Repeat("ab", config.SecretSize)
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	look("a secret from elsewhere", false)
}
