package main

import (
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
)

// TestHealth asks judges that are ready, not ready, and away.
func TestHealth(t *testing.T) {
	status, text := http.StatusOK, "ready\n"
	socket := filepath.Join(t.TempDir(), "s")
	for _, address := range [][2]string{{"tcp", "127.0.0.1:0"}, {"unix", socket}} {
		l, err := net.Listen(address[0], address[1])
		if err != nil {
			t.Fatal(err)
		}
		srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/readyz" {
				t.Errorf("a request for %s", r.URL)
			}
			w.WriteHeader(status)
			_, _ = w.Write([]byte(text))
		})}
		go srv.Serve(l)
		listen := l.Addr().String()
		if address[0] == "unix" {
			listen = "unix:" + socket
		}
		status, text = http.StatusOK, "ready\n"
		if code, out, bad := podesta("", "health", "-listen", listen); code != 0 || out != "ready\n" {
			t.Errorf("%s: %d %s%s", listen, code, out, bad)
		}
		status, text = http.StatusServiceUnavailable, "failing: database\n"
		if code, _, bad := podesta("", "health", "-listen", listen); code != 1 || !strings.Contains(bad, "503 Service Unavailable: failing: database") {
			t.Errorf("%s: %d %s", listen, code, bad)
		}
		srv.Close()
		if code, _, bad := podesta("", "health", "-listen", listen); code != 1 || !strings.Contains(bad, "no judge answers at "+listen) {
			t.Errorf("%s: %d %s", listen, code, bad)
		}
	}
}
