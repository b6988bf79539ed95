package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

var ctx = context.Background()

// serve runs a server for a test, and returns a client of it.
func serve(t *testing.T, f http.HandlerFunc) (*Client, *httptest.Server) {
	t.Helper()
	srv := httptest.NewServer(f)
	t.Cleanup(srv.Close)
	c, err := New(srv.URL, "a-token", Options{Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return c, srv
}

func TestBaseAddress(t *testing.T) {
	for _, c := range []struct{ address, want string }{
		{"https://judge.example.org", "https://judge.example.org"},
		{"judge.example.org/", "https://judge.example.org"},
		{" http://localhost:8080/api/v1 ", "http://localhost:8080"},
		{"https://Judge.Example.org/machiavelli/", "https://judge.example.org/machiavelli"},
		{"https://judge.example.org/machiavelli/api", "https://judge.example.org/machiavelli"},
		{"https://me:word@judge.example.org", ""},
		{"ftp://judge.example.org", ""},
		{"", ""},
		{"https://", ""},
	} {
		got, err := Base(c.address)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%q: %q, %v", c.address, got, err)
		}
	}
}

// TestTokenIsProtected checks that the client does not send a token where
// others could read it.
func TestTokenIsProtected(t *testing.T) {
	for _, c := range []struct {
		address, token string
		plain, good    bool
	}{
		{"https://judge.example.org", "x", false, true},
		{"http://judge.example.org", "x", false, false},
		{"http://judge.example.org", "x", true, true},
		{"http://judge.example.org", "", false, true},
		{"http://localhost:8080", "x", false, true},
		{"http://127.0.0.1", "x", false, true},
		{"http://[::1]:80", "x", false, true},
		{"http://localhost.example.org", "x", false, false},
		{"https://judge.example.org", "two words", false, false},
		{"https://judge.example.org", "line\r\nHost: x", false, false},
	} {
		_, err := New(c.address, c.token, Options{Plain: c.plain})
		if (err == nil) != c.good {
			t.Errorf("%s with %q: %v", c.address, c.token, err)
		}
		if err != nil && strings.Contains(err.Error(), c.token) && len(c.token) > 1 {
			t.Errorf("the error contains the token: %v", err)
		}
	}
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("a redirect was followed, with %q", r.Header.Get("Authorization"))
	}))
	defer other.Close()
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, http.StatusFound) })
	if err := c.Call(ctx, http.MethodGet, "/about", nil, nil, nil); err == nil || !strings.Contains(err.Error(), other.URL) {
		t.Errorf("a redirect: %v", err)
	}
	if err := c.Watch(ctx, nil, "", nil, nil); err == nil || !strings.Contains(err.Error(), other.URL) {
		t.Errorf("a redirect of a stream: %v", err)
	}
}

func TestCall(t *testing.T) {
	c, srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer a-token" || r.Header.Get("User-Agent") != "podesta-client/test" {
			t.Errorf("headers: %v", r.Header)
		}
		switch r.URL.EscapedPath() {
		case "/api/v1/games/a%2Fb%20c":
			fmt.Fprint(w, `{"id":"x","more":1}`)
		case "/api/v1/stale":
			w.Header().Set("Content-Type", "application/problem+json")
			w.WriteHeader(http.StatusConflict)
			fmt.Fprint(w, `{"status":409,"code":"stale","detail":"The game has moved on.","errors":[{"message":"too old","location":"body.revision"}]}`)
		case "/api/v1/slow":
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusTooManyRequests)
			fmt.Fprint(w, `{"code":"too_many","detail":"Too many requests."}`)
		case "/api/v1/html":
			w.WriteHeader(http.StatusBadGateway)
			fmt.Fprint(w, `<html>`)
		case "/api/v1/odd":
			fmt.Fprint(w, `<html>`)
		default:
			t.Errorf("a call of %s", r.URL.EscapedPath())
		}
	})
	var g struct{ ID string }
	if err := c.Call(ctx, http.MethodGet, Path("games", "a/b c"), nil, nil, &g); err != nil || g.ID != "x" {
		t.Errorf("%v, %v", g, err)
	}
	for _, x := range []struct {
		path, code, says string
		wait             time.Duration
	}{
		{"/stale", "stale", "The game has moved on.\n  too old (revision)", 0},
		{"/slow", "too_many", "Too many requests.", 7 * time.Second},
		{"/html", "", "502", 0},
		{"/odd", "", "not from podesta", 0},
	} {
		err := c.Call(ctx, http.MethodGet, x.path, nil, nil, &g)
		var e *Error
		if err == nil || Code(err) != x.code || !strings.Contains(err.Error(), x.says) || errors.As(err, &e) && e.Wait != x.wait {
			t.Errorf("%s: %v", x.path, err)
		}
	}
	srv.Close()
	if err := c.Call(ctx, http.MethodGet, "/about?secret=do-not-tell", nil, nil, nil); err == nil || !strings.Contains(err.Error(), "cannot be reached") || strings.Contains(err.Error(), "do-not-tell") {
		t.Errorf("without a server: %v", err)
	}
}

// TestWatch interrupts streams in every way, and checks that every event arrives exactly once.
func TestWatch(t *testing.T) {
	var mu sync.Mutex
	var froms []string
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		froms = append(froms, r.Header.Get("Last-Event-ID"))
		n := len(froms)
		mu.Unlock()
		if got := r.URL.Query().Get("game"); got != "a,b" {
			t.Errorf("games %q", got)
		}
		switch n {
		case 1:
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, "retry: 3000\n\n: beat\n\nevent: state\nid: 4\ndata: {}\n\nevent: entry\nid: 5\ndata: {\"n\":5}\n\nevent: entry\nid: 6\ndata: {\"half\"")
		case 2:
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, "event: entry\nid: 6\ndata: {\"n\":\ndata: 6}\n\n")
		case 3:
			w.WriteHeader(http.StatusBadGateway)
		case 4:
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable)
			fmt.Fprint(w, `{"code":"unavailable","detail":"Later."}`)
		case 5:
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<html>")
		case 6:
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, "event: entry\nid: 7\ndata: {\"n\":7}\n\n")
		default:
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, `{"code":"unauthorized","detail":"The token is not valid."}`)
		}
	})
	fast := 0
	var got []string
	err := c.watch(ctx, []string{"a", "b"}, "3", func(error, time.Duration) { fast++ }, func(e Event) error {
		got = append(got, e.Name+e.ID+" "+string(e.Data))
		return nil
	}, func(time.Duration) {})
	if Code(err) != "unauthorized" {
		t.Errorf("at the end: %v", err)
	}
	if want := "state4 {}, entry5 {\"n\":5}, entry6 {\"n\":\n6}, entry7 {\"n\":7}"; strings.Join(got, ", ") != want {
		t.Errorf("events: %s", strings.Join(got, ", "))
	}
	if want := "3 5 6 6 6 6 7"; strings.Join(froms, " ") != want {
		t.Errorf("continued after %s, want %s", strings.Join(froms, " "), want)
	}
	if fast != 6 {
		t.Errorf("lost %d times", fast)
	}
}

// TestWatchEnds ends a watch by its function, and by its context.
func TestWatchEnds(t *testing.T) {
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, "event: state\ndata: {}\n\n")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	enough := errors.New("enough")
	if err := c.Watch(ctx, nil, "", nil, func(Event) error { return enough }); !errors.Is(err, enough) {
		t.Error(err)
	}
	within, stop := context.WithCancel(ctx)
	if err := c.Watch(within, nil, "", nil, func(Event) error { stop(); return nil }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
