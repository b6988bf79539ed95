package slow_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/httpserver"
	"podesta/internal/slow"
)

// nobody is a counter that counts nothing.
type nobody struct{}

func (nobody) RequestBegins() func()                      { return func() {} }
func (nobody) Request(string, string, int, time.Duration) {}
func (nobody) Limited(string)                             {}

// places is the number of requests that are handled at the same time.
var places = max(2, runtime.GOMAXPROCS(0)/2)

// judge is a server with a slow page, /slow, that works until it is released.
type judge struct {
	http.Handler
	working chan struct{} // receives a value when a request begins to work
	release chan struct{}
	calls   atomic.Int64 // number of calls of the handler
}

// newJudge returns a judge on which more requests can wait for slow work than are handled at a
// time.
func newJudge(t *testing.T) *judge {
	s := &judge{working: make(chan struct{}, 1000), release: make(chan struct{})}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "front") })
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) {
		s.calls.Add(1)
		w.Header().Set("X-Before", "yes")
		done, err := slow.Enter(r.Context())
		if err != nil {
			status := http.StatusServiceUnavailable
			if game.ErrorCode(err) == game.TooMany {
				status = http.StatusTooManyRequests
			}
			w.Header().Set("X-Refused", "yes")
			http.Error(w, err.Error(), status)
			return
		}
		defer done()
		inner, err := slow.Enter(r.Context()) // within slow work, Enter does nothing
		if err != nil {
			t.Error(err)
			return
		}
		inner()
		s.working <- struct{}{}
		<-s.release
		_, _ = io.WriteString(w, "done")
	})
	now := time.Now()
	h := httpserver.Limit(slow.New().Handler(mux), httpserver.Limits{Requests: 1000, Now: func() time.Time { return now }}, nobody{})
	h = httpserver.Crowd(h, places, nobody{})
	s.Handler = httpserver.Watch(h, httpserver.Door{Log: slog.New(slog.DiscardHandler), Count: nobody{}, Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}})
	return s
}

// get sends a request from the client with the given number.
func (s *judge) get(method, path string, client int) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	r.RemoteAddr = "127.0.0.1:1"
	r.Header.Set("X-Forwarded-For", fmt.Sprintf("203.0.113.%d", client))
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// TestWaitingRequests fills the queue with requests, from one client and from many, that read or
// change something. It checks that excess requests are refused, and that all others are answered
// although more requests wait than may be handled at a time.
func TestWaitingRequests(t *testing.T) {
	for _, c := range []struct {
		method         string
		clients, waits int // waits is the number of waiting requests, besides the working ones
		status         int // status of the refused requests
	}{
		{"GET", 1, 2, http.StatusTooManyRequests},
		{"POST", 1, 2, http.StatusTooManyRequests},
		{"GET", 64, 16, http.StatusServiceUnavailable},
		{"POST", 64, 16, http.StatusServiceUnavailable},
	} {
		t.Run(fmt.Sprint(c.method, " from ", c.clients), func(t *testing.T) {
			s := newJudge(t)
			answers := make(chan *httptest.ResponseRecorder, 64)
			for i := range 64 {
				go func() { answers <- s.get(c.method, "/slow", i%c.clients) }()
				// All at once would be more than Crowd lets wait, which refuses them differently.
				for s.calls.Load() <= int64(i) {
					runtime.Gosched()
				}
			}
			for range places {
				<-s.working
			}
			for range 64 - places - c.waits {
				w := <-answers
				if w.Code != c.status || w.Header().Get("Retry-After") != "5" || w.Header().Get("X-Refused") == "" {
					t.Fatalf("refused with %d %v", w.Code, w.Header())
				}
			}
			for i := range 20 {
				if w := s.get("GET", "/", i); w.Body.String() != "front" {
					t.Fatalf("the front page has %d", w.Code)
				}
			}
			close(s.release)
			for range places + c.waits {
				w := <-answers
				if w.Code != http.StatusOK || w.Body.String() != "done" || w.Header().Get("X-Before") != "yes" || w.Header().Get("X-Refused") != "" {
					t.Errorf("who has waited gets %d %q %v", w.Code, w.Body, w.Header())
				}
			}
			most := int64(64)
			if c.method == "GET" {
				most += int64(c.waits)
			}
			if n := s.calls.Load(); n != most {
				t.Errorf("the handler was called %d times, not %d", n, most)
			}
			if w := s.get(c.method, "/slow", 1); w.Code != http.StatusOK {
				t.Errorf("afterwards: %d", w.Code)
			}
		})
	}
}

// TestDisconnectedClients checks that when waiting clients disconnect, others get their places.
func TestDisconnectedClients(t *testing.T) {
	s := newJudge(t)
	answers := make(chan *httptest.ResponseRecorder, 64)
	for i := range places {
		go func() { answers <- s.get("GET", "/slow", 100+i) }()
		<-s.working
	}
	for _, method := range []string{"GET", "POST"} {
		r := httptest.NewRequest(method, "/slow", nil)
		r.RemoteAddr = "203.0.113.1:1"
		var gone []chan struct{}
		for range 3 { // the third is refused while the others wait, and waits once they are gone
			in, done := r.Clone(t.Context()), make(chan struct{})
			ctx, cancel := context.WithCancel(t.Context())
			go func() { defer close(done); s.ServeHTTP(httptest.NewRecorder(), in.WithContext(ctx)) }()
			cancel()
			gone = append(gone, done)
		}
		for _, done := range gone {
			<-done
		}
	}
	close(s.release)
	for range places {
		<-answers
	}
	for i := range 20 {
		if w := s.get("GET", "/slow", 1); w.Code != http.StatusOK {
			t.Fatalf("request %d: %d", i, w.Code)
		}
	}
}

// TestSlowWorkCountsMore checks that slow work counts as several requests.
func TestSlowWorkCountsMore(t *testing.T) {
	s := newJudge(t)
	close(s.release)
	good := 0
	for range 300 {
		if w := s.get("GET", "/slow", 1); w.Code == http.StatusOK {
			good++
		} else if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" {
			t.Fatalf("%d %v", w.Code, w.Header())
		}
	}
	if good != 1000/slow.Weight {
		t.Errorf("%d of 300 were good", good)
	}
	if w := s.get("GET", "/slow", 2); w.Code != http.StatusOK {
		t.Errorf("another client gets %d", w.Code)
	}
}

// TestOutsideRequests does slow work outside of a request.
func TestOutsideRequests(t *testing.T) {
	for range 100 {
		if _, err := slow.Enter(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
