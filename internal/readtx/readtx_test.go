package readtx_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"podesta/internal/readtx"
)

type lookKey struct{}

// TestOnlyReadsUseSnapshots checks that only read-only requests run within a snapshot, and that
// the answer is sent after the snapshot has ended.
func TestOnlyReadsUseSnapshots(t *testing.T) {
	var looking bool
	look := func(ctx context.Context, f func(context.Context) error) error {
		looking = true
		defer func() { looking = false }()
		return f(context.WithValue(ctx, lookKey{}, true))
	}
	next := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if in := r.Context().Value(lookKey{}) != nil; in != (r.Header.Get("Want") == "look") {
			t.Errorf("%s %s: within a look: %t", r.Method, r.URL, in)
		}
		w.Header().Set("X-Answer", "yes")
		w.WriteHeader(http.StatusTeapot)
		w.WriteHeader(http.StatusOK) // too late to have an effect
		_, _ = w.Write([]byte("short and "))
		_, _ = w.Write([]byte("stout"))
	})
	h := readtx.Handler(look, func(r *http.Request) bool { return r.URL.Path == "/stream" }, next)
	for _, x := range []struct{ method, path, want string }{
		{"GET", "/", "look"}, {"HEAD", "/", "look"}, {"POST", "/", ""}, {"GET", "/stream", ""},
	} {
		w := httptest.NewRecorder()
		w.Header().Set("X-Before", "kept")
		r := httptest.NewRequest(x.method, x.path, nil)
		r.Header.Set("Want", x.want)
		h.ServeHTTP(sent{w, func() {
			if looking && x.want != "" {
				t.Errorf("%s %s: sent during the look", x.method, x.path)
			}
		}}, r)
		if w.Code != http.StatusTeapot || w.Body.String() != "short and stout" || w.Header().Get("X-Answer") != "yes" || w.Header().Get("X-Before") != "kept" {
			t.Errorf("%s %s: %d %q %v", x.method, x.path, w.Code, w.Body, w.Header())
		}
	}
}

// sent records when the answer is sent.
type sent struct {
	http.ResponseWriter
	told func()
}

func (s sent) Write(b []byte) (int, error) {
	s.told()
	return s.ResponseWriter.Write(b)
}

// TestRepeatedSnapshot checks that the last answer is sent if a snapshot runs again, and that the
// handler answers if the snapshot cannot begin.
func TestRepeatedSnapshot(t *testing.T) {
	for _, x := range []struct {
		name string
		look readtx.Snapshot
		runs int
	}{
		{"twice", func(ctx context.Context, f func(context.Context) error) error {
			if err := f(ctx); err == nil {
				t.Error("a failed answer ended its look well")
			}
			return f(ctx)
		}, 2},
		{"not begun", func(context.Context, func(context.Context) error) error { return errors.New("away") }, 1},
	} {
		runs := 0
		h := readtx.Handler(x.look, nil, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if runs++; x.runs == 2 && runs == 1 {
				http.Error(w, "lost", http.StatusServiceUnavailable)
				return
			}
			_, _ = w.Write([]byte("here"))
		}))
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
		if runs != x.runs || w.Code != http.StatusOK || w.Body.String() != "here" {
			t.Errorf("%s: %d runs, %d %q", x.name, runs, w.Code, w.Body)
		}
	}
}
