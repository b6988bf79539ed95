package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestDiskFull fills the disk of a running judge, and checks that it refuses what it cannot
// store, and continues when there is space again.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	disk := tinyDisk(t, 24<<20)
	data := filepath.Join(disk, "data")
	w := newTown(t, data)
	game := w.game("Cosimo")
	relay := newSink(t)
	inbox := filepath.Join(disk, "lmtp")
	p := serveProcess(t, "the judge", append(relay.keys("judge.podesta.example"), "data "+data, "mail.lmtp unix:"+inbox)...)
	until(t, "the first letters", func() bool { return w.queued() == 0 && len(relay.all()) > 0 })
	player := w.players[0]
	g, err := w.judge.Base.Game(t.Context(), game)
	if err != nil {
		t.Fatal(err)
	}
	put := func(line string) (int, string) {
		return player.call(p, "PUT", "/games/"+game+"/orders", map[string]any{"text": line, "revision": g.Revision})
	}
	ballast := filepath.Join(disk, "ballast")
	fill(t, ballast)

	// At first the database may still have free space inside its file.
	kept, status, answer := "", 0, ""
	for i := 0; ; i++ {
		line := fmt.Sprintf("# draft %d%s", i, strings.Repeat(" of many", 400))
		if status, answer = put(line); status != 200 {
			break
		}
		if kept = line; i > 20000 {
			t.Fatal("the disk does not get full")
		}
	}
	if status != 503 || !strings.Contains(answer, `"unavailable"`) || !strings.Contains(answer, "disk is full") {
		t.Errorf("orders on a full disk: %d %s", status, answer)
	}
	letter := written(player.email, "full", "SIGNON Mcosimo wrong\nSIGNOFF\n")
	if err := send(inbox, player.email, "judge@podesta.example", letter); smtpCode(err) != 451 {
		t.Errorf("an e-mail on a full disk: %v", err)
	}
	until(t, "the judge to say that the disk is full", func() bool {
		status, _, text := p.page("/readyz")
		return status == 503 && text == "failing: database (the disk is full)\n"
	})
	if status, _, text := p.page("/healthz"); status != 200 || text != "ok\n" {
		t.Errorf("alive on a full disk: %d %s", status, text)
	}
	if status, _, text := p.page("/g/" + game); status != 200 {
		t.Errorf("a page on a full disk: %d %s", status, last(text, 600))
	}
	if got := player.must(p, "GET", "/games/"+game+"/orders", nil); !strings.Contains(got, strings.TrimSpace(kept)) {
		t.Errorf("what was accepted before the disk was full is missing: %.200s", got)
	}

	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	until(t, "the judge to be ready again", func() bool { status, _, _ := p.page("/readyz"); return status == 200 })
	until(t, "orders to be taken again", func() bool { status, _ := put("# well again"); return status == 200 })
	until(t, "the letter to be taken", func() bool { return send(inbox, player.email, "judge@podesta.example", letter) == nil })
	until(t, "the answer", func() bool { return relay.answered(player.email, "full") })
	w.holdAll(game, p)
	w.due(game, p, 2)
	until(t, "the phase", func() bool { return w.arrived(2) })
	w.mailed("the letters")
	p.stop()
	w.check(relay, 1)
}

// fill writes a file until the disk is full.
func fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for size := 1 << 20; size >= 512; {
		if _, err = f.Write(make([]byte, size)); err != nil {
			size /= 2
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
}

// tinyDisk returns a folder on a separate disk of size bytes.
func tinyDisk(t *testing.T, size int) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "podesta-disk-")
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
		os.Remove(folder)
		t.Fatalf("a small disk cannot be mounted (%v): this test fills one, and needs root for it; in a container, the capability SYS_ADMIN as well", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
		os.Remove(folder)
	})
	return folder
}
