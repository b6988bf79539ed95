package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestServe starts the judge in an empty folder, opens the address that it
// prints, and ends it.
func TestServe(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	for range 2 { // the second start finds what the first has made
		out, w := io.Pipe()
		ctx, stop := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() {
			ended <- runServer(ctx, env{nil, w, io.Discard}, serveFlags{"127.0.0.1:0", data})
			w.Close()
		}()
		line, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			t.Fatal(err, <-ended)
		}
		_, address, _ := strings.Cut(strings.TrimSpace(line), "open ")
		for path, want := range map[string]string{"": "Page through the introductory game", "healthz": "ok"} {
			r, err := http.Get(address + path)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(r.Body)
			r.Body.Close()
			if err != nil || !strings.Contains(string(body), want) {
				t.Errorf("%s: %v: %.300s", path, err, body)
			}
		}
		http.DefaultClient.CloseIdleConnections()
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

func TestServeRefuses(t *testing.T) {
	for args, says := range map[string]string{
		"serve -listen nowhere": "nowhere",
		"serve extra":           "unexpected argument",
	} {
		if status, _, err := podesta("", strings.Fields(args)...); status == 0 || !strings.Contains(err, says) {
			t.Errorf("%s: status %d, %q", args, status, err)
		}
	}
}

func TestServerSecret(t *testing.T) {
	name := filepath.Join(t.TempDir(), "secret")
	first, err := serverSecret(name)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := serverSecret(name); err != nil || !bytes.Equal(first, again) {
		t.Errorf("the secret has changed: %v", err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read the secret: %v, %v", info.Mode(), err)
	}
	if err := os.WriteFile(name, []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := serverSecret(name); err == nil {
		t.Error("a damaged secret is taken")
	}
}
