package examples

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"podesta/internal/notify/webhook"
)

// TestHookInPython lets the program that receives hook calls check their signatures.
func TestHookInPython(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Fatal("this test needs python3: install it (Debian: apt-get install python3, or run .ci/deps)")
	}
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	cmd := exec.CommandContext(ctx, python, "hook-python/hook.py", "0")
	cmd.Env = append(os.Environ(), "PODESTA_HOOK_SECRET=open sesame")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		stop()
		_ = cmd.Wait()
	}()
	lines := bufio.NewScanner(out)
	next := func() string {
		if !lines.Scan() {
			t.Fatalf("it has ended: %v", lines.Err())
		}
		return lines.Text()
	}
	port, ok := strings.CutPrefix(next(), "listening on port ")
	if !ok {
		t.Fatalf("it says %q", port)
	}
	client := webhook.Client(true)
	body := func(n int) []byte {
		return fmt.Appendf(nil, `{"game":{"name":"Siena"},"headline":"Number %d.","entry":{"kind":"result"}}`, n)
	}
	for i, c := range []struct {
		secret, id string
		at         time.Time
		fails      string
	}{
		{"open sesame", "first", time.Now(), ""},
		{"open sesame", "first", time.Now(), ""}, // a repeated call is reported once
		{"close sesame", "second", time.Now(), "401"},
		{"open sesame", "second", time.Now().Add(-time.Hour), "401"},
		{"", "second", time.Now(), "401"},
		{"open sesame", "second", time.Now(), ""},
	} {
		err := webhook.Send(ctx, client, c.at, webhook.Call{URL: "http://127.0.0.1:" + port + "/", Secret: c.secret, ID: c.id, Event: "result", Body: body(i)})
		if (err == nil) != (c.fails == "") || err != nil && !strings.Contains(err.Error(), c.fails) {
			t.Errorf("call %d: %v", i, err)
		}
	}
	for _, want := range []string{"Siena result Number 0.", "Siena result Number 5."} {
		if got := next(); got != want {
			t.Errorf("it says %q, want %q", got, want)
		}
	}
}
