package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"podesta/internal/config"
	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/lobby"
	"podesta/internal/store"
)

// atFolder opens the judge of a data folder, as a server does.
func atFolder(t *testing.T, folder string) *judge.Judge {
	t.Helper()
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	c := config.Default()
	c.Data = folder
	secret, err := judgeSecret(c)
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return judge.New(s, wallClock{}, secret)
}

// TestExportImport moves a game from one data folder to another while both judges
// run.
func TestExportImport(t *testing.T) {
	ctx := context.Background()
	here, there, elsewhere, file := filepath.Join(t.TempDir(), "here"), filepath.Join(t.TempDir(), "there"), filepath.Join(t.TempDir(), "elsewhere"), filepath.Join(t.TempDir(), "game.json")
	j := atFolder(t, here)
	g, _, err := j.Lobby.Create(ctx, lobby.NewGame{Name: "Cosimo", Scenario: "B", Variant: "B-2-2", Players: []string{"Anna"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.Clock.Process(ctx, g.ID, game.Role{Master: true}, 1); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   string
		status int
		out    string
	}{
		{"export -data " + here + " -o " + file + " " + g.ID, 0, file + ": Cosimo at Summer 1454, orders, "},
		{"export -data " + here + " -o " + file + " " + g.ID, 1, "exists"},
		{"export -data " + here + " -without-seed -o " + file + ".2 " + g.ID, 0, "Cosimo"},
		{"export " + g.ID + " -o " + file + ".3 -data " + here, 0, "Cosimo"},
		{"export -data " + here + " nogame", 1, "no such game"},
		{"export -data " + here + "/none " + g.ID, 1, "no database yet"},
		{"export -data " + here, 2, "usage: podesta export"},
		{"import -data " + here + " " + file, 1, "here already"},
		{"import -data " + there + " " + file + ".2", 1, "no seed of the dice"},
		{"import -data " + there + " -master nobody@example.org " + file, 1, "nobody@example.org"},
		{"import -data " + there + " " + file, 0, "Cosimo is imported, at Summer 1454, orders; its ID is " + g.ID + "\nIt is paused"},
		{"import -data " + elsewhere + " -running " + file, 0, "its ID is " + g.ID + "\nmaster: http"},
		{"import -data " + there + " none.json", 1, "none.json"},
		{"import -data " + there, 2, "usage: podesta import"},
		{"import -h", 0, "usage: podesta import"},
	} {
		status, out, bad := podesta("", strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(out+bad, c.out) {
			t.Errorf("%s: status %d, want %d\n%s%s", c.args, status, c.status, out, bad)
		}
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read the file: %v, %v", info, err)
	}
	if _, err := os.Stat(here + "/none"); err == nil {
		t.Error("an export made a folder")
	}
	again := atFolder(t, there)
	if err := again.Archive.Replay(ctx, g.ID); err != nil {
		t.Error(err)
	}
	// The game can also go from one judge to the other by standard output and input.
	_, text, _ := podesta("", "export", "-data", here, g.ID)
	if status, out, bad := podesta(text, "import", "-data", t.TempDir(), "-"); status != 0 || !strings.Contains(out, "\nAnna: http") {
		t.Errorf("by a pipe: status %d\n%s%s", status, out, bad)
	}
}

// wallClock returns the time of the machine.
type wallClock struct{}

func (wallClock) Now() time.Time { return time.Now() }
