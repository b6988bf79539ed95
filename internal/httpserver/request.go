package httpserver

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"
	"time"
)

// Counter counts requests.
type Counter interface {
	RequestBegins() (ends func())
	Request(route, method string, status int, took time.Duration)
	Limited(limit string)
}

// Door is what Watch needs to know.
type Door struct {
	Log     *slog.Logger
	Count   Counter
	Proxies []netip.Prefix // whose word on where requests come from is taken
	// Quiet, if any, tells which requests are logged for debugging only if they
	// succeed: what monitors and open pages ask for by themselves.
	Quiet func(*http.Request) bool
	// Context, if any, adds to the context of each request who sends it, as an
	// address or network.
	Context func(ctx context.Context, from string) context.Context
}

// about is what is known of a request.
type about struct {
	id    string
	from  string
	local bool // comes from this machine, and from no proxy
}

type aboutKey struct{}

// RequestID is the ID of the request that a context belongs to; empty if there
// is none.
func RequestID(ctx context.Context) string {
	a, _ := ctx.Value(aboutKey{}).(about)
	return a.id
}

// Remote is where on the network a request comes from, behind Watch: an address
// or, of version 6, a network of 64 bits.
func Remote(r *http.Request) string {
	if a, ok := r.Context().Value(aboutKey{}).(about); ok {
		return a.from
	}
	from, _ := client(r, nil)
	return network(from)
}

// Watch gives each request an ID, logs and counts it, and takes away headers
// about its origin that come from nobody who is trusted. The ID is told in
// the header X-Request-Id; one that a trusted proxy gives is kept.
func Watch(next http.Handler, d Door) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := time.Now()
		peer, known := address(r.RemoteAddr)
		id := ""
		if !known || trusted(peer, d.Proxies) {
			id = cleanID(r.Header.Get("X-Request-Id"))
		}
		from, local := client(r, d.Proxies)
		if known && !trusted(peer, d.Proxies) {
			for name := range r.Header {
				if name == "Forwarded" || strings.HasPrefix(name, "X-Forwarded-") {
					r.Header.Del(name)
				}
			}
		}
		if id == "" {
			id = rand.Text()[:16]
		}
		w.Header().Set("X-Request-Id", id)
		a := about{id: id, from: network(from), local: local}
		ctx := context.WithValue(r.Context(), aboutKey{}, a)
		if d.Context != nil {
			ctx = d.Context(ctx, a.from)
		}
		r = r.WithContext(ctx)
		answer := &answer{ResponseWriter: w}
		ends := d.Count.RequestBegins()
		defer func() {
			ends()
			p := recover()
			if p != nil && p != http.ErrAbortHandler { //nolint:errorlint // as net/http compares it
				d.Log.ErrorContext(ctx, "panic", "path", CleanPath(r.URL.Path), "panic", p, "stack", string(debug.Stack()))
				if answer.status == 0 {
					http.Error(answer, "Something broke. This is an error in the judge, not yours. It has been logged.", http.StatusInternalServerError)
				}
				p = http.ErrAbortHandler
			}
			took := time.Since(begun)
			d.Count.Request(route(r), r.Method, answer.code(), took)
			d.Log.Log(ctx, d.level(r, answer.code()), "request", "method", r.Method, "path", CleanPath(r.URL.Path), "status", answer.code(),
				"bytes", answer.bytes, "ms", float64(took.Microseconds())/1000, "from", a.from)
			if p != nil {
				panic(p)
			}
		}()
		next.ServeHTTP(answer, r)
	})
}

// route is the pattern that matched a request.
func route(r *http.Request) string {
	if r.Pattern != "" {
		return r.Pattern
	}
	return "none"
}

// cleanID is an ID of a request that may be logged, or nothing.
func cleanID(s string) string {
	if len(s) > 64 || strings.Trim(s, "0123456789-_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return ""
	}
	return s
}

// longest is how long a part of an address can be that is no secret. The IDs of
// games are shorter, tokens longer.
const longest = 20

// CleanPath is the path of an address without parts that may be secrets.
func CleanPath(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		if len(p) >= longest && !strings.Contains(p, ".") {
			parts[i] = hidden
		}
	}
	return strings.Join(parts, "/")
}

// answer notes what was answered.
type answer struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (a *answer) WriteHeader(status int) {
	if a.status == 0 && status >= 200 {
		a.status = status
	}
	a.ResponseWriter.WriteHeader(status)
}

func (a *answer) Write(b []byte) (int, error) {
	if a.status == 0 {
		a.status = http.StatusOK
	}
	n, err := a.ResponseWriter.Write(b)
	a.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// Flush sends what was written so far.
func (a *answer) Flush() {
	if f, ok := a.ResponseWriter.(http.Flusher); ok {
		if a.status == 0 {
			a.status = http.StatusOK
		}
		f.Flush()
	}
}

// code is the status that was sent; a handler that writes nothing sends 200.
func (a *answer) code() int {
	if a.status == 0 {
		return http.StatusOK
	}
	return a.status
}

// level is how loudly a request is logged.
func (d *Door) level(r *http.Request, status int) slog.Level {
	switch {
	case status >= 500:
		return slog.LevelWarn
	case status < 400 && d.Quiet != nil && d.Quiet(r):
		return slog.LevelDebug
	}
	return slog.LevelInfo
}
