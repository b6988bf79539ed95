package httpserver

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestOnlyHTTPS checks that a judge with an https address makes browsers use https, and that a
// judge with an http address does not do so.
func TestOnlyHTTPS(t *testing.T) {
	for base, want := range map[string]string{
		"https://judge.example.org": "max-age=31536000", "HTTPS://judge.example.org": "max-age=31536000",
		"http://judge.example.org": "", "": "",
	} {
		w := httptest.NewRecorder()
		OnlyHTTPS(http.NotFoundHandler(), base).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
		if got := w.Header().Get("Strict-Transport-Security"); got != want {
			t.Errorf("%q: %q", base, got)
		}
	}
}

// TestToHTTPS checks that http leads to the same page over https, at the judge's own name and
// below its path.
func TestToHTTPS(t *testing.T) {
	for _, c := range []struct{ base, asked, want string }{
		{"https://judge.example.org/", "/g/x?a=b", "https://judge.example.org/g/x?a=b"},
		{"https://example.org/judge", "/judge/g/x?a=b", "https://example.org/judge/g/x?a=b"},
		{"https://example.org/judge", "/", "https://example.org/judge/"},
	} {
		w := httptest.NewRecorder()
		ToHTTPS(c.base).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://192.0.2.1"+c.asked, nil))
		if to := w.Header().Get("Location"); w.Code != http.StatusPermanentRedirect || to != c.want {
			t.Errorf("%s at %s: %d %s", c.asked, c.base, w.Code, to)
		}
	}
}

// TestHandshakes checks that scanners do not fill the log with warnings.
func TestHandshakes(t *testing.T) {
	for line, want := range map[string]bool{
		"http: TLS handshake error from 192.0.2.1:1: EOF": false, "http: panic serving": true,
	} {
		var b bytes.Buffer
		if _, err := (noted{slog.New(slog.NewTextHandler(&b, nil))}).Write([]byte(line + "\n")); err != nil || (b.Len() > 0) != want {
			t.Errorf("%s: %s, %v", line, &b, err)
		}
	}
}
