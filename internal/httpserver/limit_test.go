package httpserver

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestTooManyForms checks that the answer to a refused form explains that the browser still has
// the text.
func TestTooManyForms(t *testing.T) {
	for _, c := range []struct{ method, accept, media, says string }{
		{"POST", "text/html,application/xhtml+xml", "text/html; charset=utf-8", "go back to the page before"},
		{"GET", "text/html", "text/plain; charset=utf-8", "Wait 20 seconds"},
		{"POST", "application/json", "application/problem+json", "too_many"},
		{"POST", "", "text/plain; charset=utf-8", "Wait 20 seconds"},
	} {
		r := httptest.NewRequest(c.method, "/x", nil)
		r.Header.Set("Accept", c.accept)
		w := httptest.NewRecorder()
		tooMany(w, r, 20*time.Second)
		if w.Code != 429 || w.Header().Get("Content-Type") != c.media || w.Header().Get("Retry-After") != "20" ||
			!strings.Contains(w.Body.String(), c.says) || !strings.Contains(w.Body.String(), "Wait 20 seconds") {
			t.Errorf("%s %q: %d %v\n%s", c.method, c.accept, w.Code, w.Header(), w.Body)
		}
	}
}
