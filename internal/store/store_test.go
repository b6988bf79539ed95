package store_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"podesta/internal/judge"
	"podesta/internal/store"
	"podesta/internal/store/storetest"
)

func TestSQLite(t *testing.T) {
	storetest.Exercise(t, func(t *testing.T) func() judge.Store {
		folder := filepath.Join(t.TempDir(), "a folder with blanks", "and ? # %")
		return func() judge.Store {
			s, err := store.Open(folder)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { s.Close() })
			return s
		}
	})
}

func TestOpenRefuses(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(filepath.Join(file, "below")); err == nil {
		t.Error("a folder below a file")
	}
	s, err := store.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	db, err := sql.Open("sqlite", filepath.Join(folder, "podesta.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	db.Close()
	if _, err := store.Open(folder); err == nil || !strings.Contains(err.Error(), "newer podesta") {
		t.Errorf("a newer layout: %v", err)
	}
}
