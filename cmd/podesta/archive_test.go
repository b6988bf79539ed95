package main

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"podesta/internal/clock"
	"podesta/internal/config"
	"podesta/internal/depot"
	"podesta/internal/depot/depottest"
	"podesta/internal/game"
	"podesta/internal/lobby"
	"podesta/internal/ordertext"
	"podesta/internal/store"
)

// endedGame makes a game in a data folder that has ended.
func endedGame(t *testing.T, folder, name string) string {
	t.Helper()
	ctx := context.Background()
	j := atFolder(t, folder)
	g, _, err := j.Create(ctx, lobby.NewGame{Name: name, Scenario: "B", Variant: "B-2-2", Players: []string{"Anna"}})
	if err != nil {
		t.Fatal(err)
	}
	master := game.Role{Master: true}
	if _, err := j.SaveOrders(ctx, g.ID, master, clock.NewOrders{Revision: 1, Sections: []ordertext.Section{{Seat: 1, Text: "A Milan H"}}}); err != nil {
		t.Fatal(err)
	}
	if _, err := j.Process(ctx, g.ID, master, 1); err != nil {
		t.Fatal(err)
	}
	if err := j.Terminate(ctx, g.ID, master); err != nil {
		t.Fatal(err)
	}
	return g.ID
}

// TestArchiveCommand moves games to a folder and to object storage and back, and
// looks at them with other commands.
func TestArchiveCommand(t *testing.T) {
	cloud := depottest.NewCloud(t)
	keyFile := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(keyFile, []byte(depottest.Key+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, settings := range map[string]string{
		"folder": "-archive.url " + t.TempDir(),
		"s3":     "-archive.url s3://" + depottest.Bucket + "/judge -archive.endpoint " + cloud.URL() + " -archive.region " + depottest.Region + " -archive.key_id " + depottest.KeyID + " -archive.key_file " + keyFile,
	} {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "data")
			id := endedGame(t, folder, "Cosimo")
			endedGame(t, folder, "Lorenzo")
			with := " -data " + folder + " " + settings + " "
			run := func(args string, want int, says string) string {
				t.Helper()
				status, out, bad := podesta("", strings.Fields(args)...)
				if status != want || !strings.Contains(out+bad, says) {
					t.Errorf("%s: status %d, want %d and %q\n%s%s", args, status, want, says, out, bad)
				}
				return out
			}
			readers := []string{"phase" + with + id + " 1", "phase" + with + id, "case" + with + id + " 1"}
			var before []string
			for _, r := range readers {
				before = append(before, run(r, 0, ""))
			}
			same := func(when string) {
				t.Helper()
				for i, r := range readers {
					if got := run(r, 0, ""); got != before[i] {
						t.Errorf("%s, %s:\n%s\nwas\n%s", when, r, got, before[i])
					}
				}
			}
			run("archive"+with, 0, "0 games in the archive: 0 KB")
			run("archive"+with, 0, "2 finished games in the database\n")
			run("archive"+with+"-archive.after 1h", 0, "0 of which ended longer ago than archive.after")
			run("archive"+with+"-move", 1, "set archive.after")
			run("archive"+with+"-move -archive.after 1h", 0, "0 games moved")
			run("archive"+with+"-move "+id, 0, "Cosimo is now in the archive: ")
			same("in the archive")
			run("export"+with+id, 0, `"A Milan H"`)
			run("archive"+with+"-move "+id, 1, "in the archive already")
			run("archive"+with+"-move -archive.after 1us", 0, "1 game moved to the archive")
			run("archive"+with, 0, "2 games in the archive")
			run("archive"+with+"-check", 0, "games in the archive: 2 intact, 0 damaged")
			run("doctor"+with+"-config "+noPorts(t), 0, "2 games are there")
			run("backup"+with+filepath.Join(t.TempDir(), "copy.db"), 0, "2 games in the archive: copy it as well")
			run("phase -data "+folder+" "+id+" 1", 1, "archive.url")
			run("doctor -data "+folder+" -config "+noPorts(t), 1, "archive.url is not set: nobody can read them")
			run("archive"+with+"-return "+id, 0, "Cosimo is back in the database")
			run("archive"+with+"-return "+id, 1, "not in the archive")
			run("archive"+with, 0, "1 object no longer needed")
			same("back")
			for _, args := range []string{"-return", "-move -check", "-check x", "x", "-move x y", "-return -check x"} {
				run("archive"+with+args, 2, "usage: podesta archive")
			}
			run("archive"+with+"-return nobody", 1, "no such game")
			run("archive -data "+folder+"/none", 1, "no database yet")
		})
	}
}

// TestArchiver runs the worker: it moves games that ended long enough ago, goes
// on after failures, says so in the log, and deletes objects that are not
// needed, but not too early.
func TestArchiver(t *testing.T) {
	ctx := context.Background()
	folder, place := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "archive")
	for _, name := range []string{"Cosimo", "Lorenzo", "Piero"} {
		endedGame(t, folder, name)
	}
	st, err := store.OpenWith(folder, store.Options{Archive: depot.Folder(place)})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	var log bytes.Buffer
	now := time.Now()
	c := config.Archive{URL: place, After: config.Duration(24 * time.Hour), Rate: 60, Keep: config.Duration(48 * time.Hour)}
	w := archiver(st, c, func() time.Time { return now }, slog.New(slog.NewTextHandler(&log, nil)))
	if w.Every != time.Second {
		t.Errorf("60 games a minute: one every %v", w.Every)
	}
	rounds := func(n int) {
		t.Helper()
		for range n {
			if did, err := w.Round(ctx); did != 0 || err != nil {
				t.Fatalf("%d, %v", did, err)
			}
		}
	}
	archived := func(want int) {
		t.Helper()
		if a, err := st.Archive(ctx); err != nil || a.Games != want {
			t.Errorf("%d games are in the archive, not %d, %v", a.Games, want, err)
		}
	}
	rounds(3)
	archived(0) // they have just ended
	now = now.Add(25 * time.Hour)
	rounds(3)
	archived(0) // the folder is missing
	if !strings.Contains(log.String(), "the archive of old games cannot be used") || strings.Count(log.String(), "\n") != 1 {
		t.Errorf("the log says\n%s", &log)
	}
	if err := os.Mkdir(place, 0o700); err != nil {
		t.Fatal(err)
	}
	rounds(2)
	archived(0)
	now = now.Add(2 * time.Minute)
	rounds(2)
	archived(2) // one in each round
	rounds(3)
	archived(3)
	if !strings.Contains(log.String(), "games=3") {
		t.Errorf("the log says\n%s", &log)
	}
	games, err := st.ArchivedGames(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for id := range games {
		if err := st.ReturnGame(ctx, id); err != nil {
			t.Fatal(err)
		}
		break
	}
	objects := func(want int) {
		t.Helper()
		n := 0
		if err := depot.Folder(place).List(ctx, func(depot.Object) error { n++; return nil }); err != nil || n != want {
			t.Errorf("%d objects, not %d, %v", n, want, err)
		}
	}
	now = now.Add(2 * time.Hour)
	c.After = 0
	w = archiver(st, c, func() time.Time { return now }, slog.New(slog.DiscardHandler))
	rounds(2)
	archived(2)
	objects(3)
	now = now.Add(49 * time.Hour)
	rounds(1)
	objects(2)
}

// noPorts returns a configuration that needs no address which other programs may
// use.
func noPorts(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "podesta.toml")
	if err := os.WriteFile(file, []byte("listen = \"127.0.0.1:0\"\n[metrics]\nlisten = \"\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
