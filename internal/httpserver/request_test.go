package httpserver

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"
)

// tally records the calls of a Counter.
type tally struct{ lines []string }

func (t *tally) RequestBegins() func() {
	t.lines = append(t.lines, "begin")
	return func() { t.lines = append(t.lines, "end") }
}

func (t *tally) Request(route, method string, status int, _ time.Duration) {
	t.lines = append(t.lines, fmt.Sprint(method, " ", route, " ", status))
}

func (t *tally) Limited(limit string) { t.lines = append(t.lines, "limited "+limit) }

func TestWatch(t *testing.T) {
	var log bytes.Buffer
	count := &tally{}
	mux := http.NewServeMux()
	var seen *http.Request
	mux.HandleFunc("GET /g/{id}", func(w http.ResponseWriter, r *http.Request) {
		seen = r
		fmt.Fprint(w, "hello")
	})
	mux.HandleFunc("GET /panic", func(http.ResponseWriter, *http.Request) { panic("ouch") })
	mux.HandleFunc("GET /stream", func(w http.ResponseWriter, _ *http.Request) {
		if err := http.NewResponseController(w).Flush(); err != nil {
			t.Error(err)
		}
		w.(http.Flusher).Flush()
	})
	type who struct{}
	h := Watch(mux, Door{
		Log: NewLog(&log, "info", "text"), Count: count, Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.1/32")},
		Quiet:   func(r *http.Request) bool { return r.URL.Path == "/stream" || r.URL.Path == "/nowhere" },
		Context: func(ctx context.Context, from string) context.Context { return context.WithValue(ctx, who{}, from) },
	})
	ask := func(path, peer string, header ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", path, nil)
		r.RemoteAddr = peer
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		w := httptest.NewRecorder()
		func() {
			defer func() { _ = recover() }() // as http.Server does
			h.ServeHTTP(w, r)
		}()
		return w
	}
	w := ask("/g/medici?key=s3cret", "192.0.2.1:1", "X-Request-Id", "mine", "X-Forwarded-For", "1.2.3.4", "X-Forwarded-Proto", "https")
	if id := w.Header().Get("X-Request-Id"); id == "mine" || len(id) != 16 {
		t.Errorf("the ID of a stranger's request is %q", id)
	}
	if Remote(seen) != "192.0.2.1" || seen.Context().Value(who{}) != "192.0.2.1" || seen.Header.Get("X-Forwarded-Proto") != "" || seen.Header.Get("X-Forwarded-For") != "" {
		t.Errorf("a stranger is believed: %v %v", Remote(seen), seen.Header)
	}
	w = ask("/g/medici", "10.0.0.1:1", "X-Request-Id", "proxy-7", "X-Forwarded-For", "198.51.100.3", "X-Forwarded-Proto", "https")
	if w.Header().Get("X-Request-Id") != "proxy-7" || Remote(seen) != "198.51.100.3" || seen.Header.Get("X-Forwarded-Proto") != "https" || RequestID(seen.Context()) != "proxy-7" {
		t.Errorf("a proxy is not believed: %v %v", w.Header(), Remote(seen))
	}
	ask("/g/medici", "10.0.0.1:1", "X-Request-Id", "a\nb")
	ask("/nowhere", "192.0.2.1:1")
	ask("/stream", "192.0.2.1:1")
	if w := ask("/panic", "192.0.2.1:1"); w.Code != 500 {
		t.Errorf("a panic is answered with %d", w.Code)
	}
	var requests []string
	for _, l := range count.lines {
		if strings.Contains(l, " ") {
			requests = append(requests, l)
		}
	}
	if want := []string{"GET GET /g/{id} 200", "GET GET /g/{id} 200", "GET GET /g/{id} 200", "GET none 404", "GET GET /stream 200", "GET GET /panic 500"}; !slices.Equal(requests, want) {
		t.Errorf("counted: %q", requests)
	}
	if out := log.String(); strings.Contains(out, "s3cret") || strings.Contains(out, "/stream") || !strings.Contains(out, "/nowhere") || !strings.Contains(out, "path=/g/medici status=200 bytes=5") ||
		!strings.Contains(out, "from=198.51.100.3 request=proxy-7") || !strings.Contains(out, "panic=ouch") {
		t.Error(out)
	}
}

func TestRemoteAlone(t *testing.T) {
	r := httptest.NewRequest("GET", "/", nil)
	r.RemoteAddr = "192.0.2.9:5"
	r.Header.Set("X-Forwarded-For", "1.2.3.4")
	if got := Remote(r); got != "192.0.2.9" {
		t.Error(got)
	}
}

func TestLimit(t *testing.T) {
	now := time.Unix(0, 0)
	count := &tally{}
	done := 0
	h := Watch(Limit(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { done++ }), Limits{
		Requests: 6, Changes: 3, Games: 1, Creates: func(r *http.Request) bool { return r.URL.Path == "/new" }, Now: func() time.Time { return now },
	}, count), Door{Log: NewLog(io.Discard, "error", "text"), Count: count, Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}})
	ask := func(method, path, peer string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, path, nil)
		r.RemoteAddr = peer
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	const one, other, self = "192.0.2.1:1", "192.0.2.2:1", "127.0.0.1:1"
	for i, c := range []struct {
		method, path, peer string
		after              time.Duration
		status             int
		retry              string
	}{
		{"POST", "/new", one, 0, 200, ""},
		{"POST", "/new", one, 0, 429, "3600"},
		{"POST", "/new", other, 0, 200, ""},
		{"POST", "/x", one, 0, 200, ""}, // the third change, because the refused one counts, too
		{"POST", "/x", one, 0, 429, "20"},
		{"GET", "/x", one, 0, 200, ""},
		{"GET", "/x", one, 0, 200, ""}, // the sixth request
		{"GET", "/x", one, 0, 429, "10"},
		{"GET", "/x", one, 10 * time.Second, 200, ""},
		{"GET", "/x", one, 0, 429, "10"},
		{"GET", "/x", other, 0, 200, ""},
		{"POST", "/new", one, time.Hour, 200, ""},
	} {
		now = now.Add(c.after)
		w := ask(c.method, c.path, c.peer)
		if w.Code != c.status || w.Header().Get("Retry-After") != c.retry {
			t.Errorf("%d: %+v: %d, %q", i, c, w.Code, w.Header().Get("Retry-After"))
		}
		if w.Code == 429 && !strings.Contains(w.Body.String(), "Wait "+c.retry+" seconds") {
			t.Errorf("%d: %s", i, w.Body)
		}
	}
	for range 50 {
		if w := ask("POST", "/new", self); w.Code != 200 {
			t.Fatalf("a program on this machine: %d", w.Code)
		}
	}
	if !slices.Contains(count.lines, "limited games") || !slices.Contains(count.lines, "limited changes") || !slices.Contains(count.lines, "limited requests") {
		t.Error(count.lines)
	}
}

func TestLimitResponseForPrograms(t *testing.T) {
	h := Limit(http.NotFoundHandler(), Limits{Requests: 1}, &tally{})
	var w *httptest.ResponseRecorder
	for range 2 {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Accept", "application/json")
		w = httptest.NewRecorder()
		h.ServeHTTP(w, r)
	}
	if w.Code != 429 || !strings.HasPrefix(w.Body.String(), `{"type":"about:blank","title":"Too Many Requests","status":429,"code":"too_many","detail":"Too much came`) {
		t.Error(w.Code, w.Body)
	}
}
