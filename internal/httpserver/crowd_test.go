package httpserver

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestCrowd checks that no more requests are handled at the same time than allowed, that others get
// their turn, and that requests that would wait too long are refused.
func TestCrowd(t *testing.T) {
	const atOnce, all = 3, 30
	var now, most atomic.Int64
	open := make(chan struct{})
	begun := make(chan struct{}, all)
	crowd := newCrowd(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		most.Store(max(most.Load(), now.Add(1)))
		begun <- struct{}{}
		<-open
		now.Add(-1)
		body, err := io.ReadAll(r.Body)
		fmt.Fprint(w, len(body), err)
	}), atOnce, time.Hour, &counted{})
	var asked sync.WaitGroup
	for range all {
		asked.Go(func() {
			w := httptest.NewRecorder()
			crowd.ServeHTTP(w, httptest.NewRequest("POST", "/", strings.NewReader("text")))
			if w.Code != http.StatusOK || w.Body.String() != "4 <nil>" {
				t.Errorf("%d %s", w.Code, w.Body)
			}
		})
	}
	for range atOnce {
		<-begun
	}
	close(open)
	asked.Wait()
	if n := most.Load(); n > atOnce {
		t.Errorf("%d at the same time", n)
	}
}

// TestCrowdRefuses checks the answers if too many requests wait, if one waits too long, and if
// its client has disconnected.
func TestCrowdRefuses(t *testing.T) {
	open := make(chan struct{})
	begun := make(chan struct{})
	n := &counted{}
	crowd := newCrowd(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			begun <- struct{}{}
			<-open
		}
	}), 1, time.Millisecond, n)
	var slow sync.WaitGroup
	slow.Go(func() { crowd.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/slow", nil)) })
	<-begun
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		r            *http.Request
		accept, says string
	}{
		{httptest.NewRequest("GET", "/", nil), "text/html", "Wait 5 seconds"},
		{httptest.NewRequest("POST", "/", strings.NewReader("a=b")), "text/html", "What you typed is not lost"},
		{httptest.NewRequest("GET", "/", nil), "application/json", `"code":"unavailable"`},
		{httptest.NewRequest("GET", "/", nil).WithContext(gone), "", "Wait 5 seconds"},
	} {
		c.r.Header.Set("Accept", c.accept)
		w := httptest.NewRecorder()
		crowd.ServeHTTP(w, c.r)
		if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") != "5" || !strings.Contains(w.Body.String(), c.says) {
			t.Errorf("%s %q: %d %v\n%s", c.r.Method, c.accept, w.Code, w.Header(), w.Body)
		}
	}
	if n.limited.Load() != 4 {
		t.Errorf("%d refusals were counted", n.limited.Load())
	}
	close(open)
	slow.Wait()
	w := httptest.NewRecorder()
	crowd.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if w.Code != http.StatusOK {
		t.Errorf("afterwards: %d", w.Code)
	}

	full := newTurns(1, time.Hour)
	if !full.take(t.Context()) {
		t.Fatal("no place")
	}
	full.waiting.Store(full.most)
	if full.take(t.Context()) {
		t.Error("too many wait")
	}
}

// TestCrowdStreams checks that a request whose answer has begun, or whose body has not arrived
// yet, does not occupy a place.
func TestCrowdStreams(t *testing.T) {
	crowd := newCrowd(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.ReadAll(r.Body); err != nil {
			t.Error(err)
		}
		if r.URL.Path == "/stream" {
			if err := http.NewResponseController(w).Flush(); err != nil {
				t.Error(err)
			}
			<-r.Context().Done()
		}
	}), 1, time.Hour, &counted{})
	site := httptest.NewServer(crowd)
	defer site.Close()
	life, cancel := context.WithCancel(t.Context())
	defer cancel()
	ask := func(method, path string, body io.Reader, size int64) (*http.Response, error) {
		r, err := http.NewRequestWithContext(life, method, site.URL+path, body)
		if err != nil {
			t.Fatal(err)
		}
		r.ContentLength = size
		return http.DefaultClient.Do(r)
	}
	for range 3 { // each of these would occupy the only place
		if _, err := ask("GET", "/stream", nil, 0); err != nil { //nolint:bodyclose // it ends with the test
			t.Fatal(err)
		}
	}
	read, write := io.Pipe()
	var slow sync.WaitGroup
	slow.Go(func() {
		a, err := ask("POST", "/", read, 4)
		if err != nil {
			t.Error(err)
			return
		}
		_ = a.Body.Close()
	})
	if _, err := write.Write([]byte("te")); err != nil {
		t.Fatal(err)
	}
	a, err := ask("GET", "/", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	_ = a.Body.Close()
	if _, err := write.Write([]byte("xt")); err != nil {
		t.Fatal(err)
	}
	_ = write.Close()
	slow.Wait()
}

// counted counts refusals.
type counted struct{ limited atomic.Int64 }

func (*counted) RequestBegins() func()                      { return func() {} }
func (*counted) Request(string, string, int, time.Duration) {}
func (c *counted) Limited(string)                           { c.limited.Add(1) }
