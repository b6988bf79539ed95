package httpserver

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestOnlyHTTPS checks that a judge with an https address says so to browsers,
// and that one with plain http does not.
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
