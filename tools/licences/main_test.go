package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLicences checks that everything that the program links has a licence that
// is allowed, and that the file with their texts is up to date.
func TestLicences(t *testing.T) {
	if err := run(filepath.Join("..", ".."), true); err != nil {
		t.Error(err)
	}
}

// TestLicencesRefused checks that missing, unknown and forbidden licences are reported.
func TestLicencesRefused(t *testing.T) {
	mit, err := os.ReadFile("testdata/mit.txt")
	if err != nil {
		t.Fatal(err)
	}
	gpl, err := os.ReadFile("testdata/gpl.txt")
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct{ file, text, problem string }{
		"allowed":   {"LICENSE", string(mit), ""},
		"other":     {"COPYING", string(gpl), "is not allowed"},
		"both":      {"LICENSE.md", string(mit) + "\n" + string(gpl), "is not allowed"},
		"unknown":   {"LICENSE", strings.Repeat("Ask the author before you use this. ", 30), "known licence"},
		"none":      {"README.md", "Free!", "has no licence"},
		"only such": {"NOTICE", "Made by me.", "has no licence"},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, c.file), []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := read("example.org/x v1.0.0", dir)
		if (err == nil) != (c.problem == "") || err != nil && !strings.Contains(err.Error(), c.problem) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
