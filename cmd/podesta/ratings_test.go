package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRatingsCommand(t *testing.T) {
	data := t.TempDir()
	status, out, err := podesta("", "ratings", "-data", data)
	if status != 0 || out != "0 games are over; 0 of them count\n" {
		t.Errorf("%d %q %q", status, out, err)
	}
	table := filepath.Join(data, "points.txt")
	if err := os.WriteFile(table, []byte("8: 10 8 7 6 5 4 3 2\n4: 7 10\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, _, err := podesta("", "ratings", "-data", data, "-points_file", table); status != 1 || !strings.Contains(err, "line 2") {
		t.Errorf("%d %q", status, err)
	}
	if status, _, err := podesta("", "ratings", "-data", data, "-points_file", table+".missing"); status != 1 || !strings.Contains(err, "points_file") {
		t.Errorf("%d %q", status, err)
	}
	if status, _, _ := podesta("", "ratings", "-data", data, "more"); status != 2 {
		t.Errorf("%d", status)
	}
}
