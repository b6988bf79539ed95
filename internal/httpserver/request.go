package httpserver

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"
	"time"

	"podesta/internal/trace"
)

// Counter counts requests.
type Counter interface {
	RequestBegins() (ends func())
	Request(route, method string, status int, took time.Duration)
	Limited(limit string)
}

// Door holds the settings of Watch.
type Door struct {
	Log     *slog.Logger
	Count   Counter
	Proxies []netip.Prefix // trusted to report the origin of requests
	// Quiet, if set, reports whether successful requests are logged only at the
	// debug level, such as those that monitors and open pages send by themselves.
	Quiet func(*http.Request) bool
	// Context, if set, adds the sender of each request, an address or network,
	// to its context.
	Context func(ctx context.Context, from string) context.Context
	Trace   *trace.Tracer // records requests, except those that Quiet reports; nil for no records
}

// about holds what Watch knows about a request.
type about struct {
	id    string
	from  string
	local bool // whether it was sent from this machine, and not through a proxy

	prefix string                  // path below which the judge is reached; may be empty
	aside  func()                  // frees the place in the crowd; nil if the request has none
	charge func(int) time.Duration // counts requests; nil if they are not limited
}

type aboutKey struct{}

// aboutOf returns the data about the request that a context belongs to.
func aboutOf(ctx context.Context) *about {
	if a, ok := ctx.Value(aboutKey{}).(*about); ok {
		return a
	}
	return &about{}
}

// RequestID returns the ID of the request to which a context belongs, or "".
func RequestID(ctx context.Context) string { return aboutOf(ctx).id }

// StepAside frees the place that a request has in the crowd, because it waits for
// something else.
func StepAside(ctx context.Context) {
	if aside := aboutOf(ctx).aside; aside != nil {
		aside()
	}
}

// Charge counts n additional requests of a client, for a request that is as expensive as several.
// If they exceed the limit, it counts none of them and returns the time to wait.
func Charge(ctx context.Context, n int) time.Duration {
	if charge := aboutOf(ctx).charge; charge != nil {
		return charge(n)
	}
	return 0
}

// Remote returns the network origin of a request that Watch has handled: an IPv4 address or an IPv6
// network of 64 bits. For a request that Watch has not handled, it is that of the connection's
// peer.
func Remote(r *http.Request) string {
	if a := aboutOf(r.Context()); a.from != "" {
		return a.from
	}
	from, _ := client(r, nil)
	return network(from)
}

// Watch assigns an ID to each request, logs and counts it, and removes headers about its origin
// that do not come from a trusted proxy. The header X-Request-Id of the response contains the ID;
// an ID from a trusted proxy is kept.
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
		a := &about{id: id, from: network(from), local: local}
		ctx := context.WithValue(r.Context(), aboutKey{}, a)
		if d.Context != nil {
			ctx = d.Context(ctx, a.from)
		}
		var span trace.Span
		if d.Trace != nil && (d.Quiet == nil || !d.Quiet(r)) {
			ctx, span = trace.BeginRemote(d.Trace.In(ctx), trace.Server, r.Method, r.Header.Get("Traceparent"))
			span.Str("podesta.request", id)
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
			if span.On() {
				finish(span, r, answer.code())
			}
			d.Log.Log(ctx, d.level(r, answer.code()), "request", "method", r.Method, "path", CleanPath(r.URL.Path), "status", answer.code(),
				"bytes", answer.bytes, "ms", float64(took.Microseconds())/1000, "from", a.from)
			if p != nil {
				panic(p)
			}
		}()
		next.ServeHTTP(answer, r)
	})
}

// finish ends the span of a request. The span contains the pattern of the path, never the path
// itself, which may contain the key of a link.
func finish(span trace.Span, r *http.Request, status int) {
	pattern := route(r)
	if !strings.HasPrefix(pattern, r.Method+" ") {
		pattern = r.Method + " " + pattern
	}
	span.Name(pattern)
	span.Str("http.request.method", r.Method)
	span.Str("http.route", strings.TrimPrefix(pattern, r.Method+" "))
	span.Int("http.response.status_code", status)
	if status >= http.StatusInternalServerError {
		span.Fail(errServer)
	}
	span.End()
}

// errServer marks the spans of requests that failed.
var errServer = errors.New("the request failed")

// route returns the pattern that matched a request.
func route(r *http.Request) string {
	if r.Pattern != "" {
		return r.Pattern
	}
	return "none"
}

// cleanID returns a request ID if it may be logged, or "".
func cleanID(s string) string {
	if len(s) > 64 || strings.Trim(s, "0123456789-_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return ""
	}
	return s
}

// longest is the maximum length of a path element that is not secret. The IDs of games are
// shorter, tokens are longer.
const longest = 20

// CleanPath returns a path without elements that may be secrets.
func CleanPath(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		if p = strings.TrimSuffix(p, ".ics"); len(p) >= longest && !strings.Contains(p, ".") {
			parts[i] = hidden
		}
	}
	return strings.Join(parts, "/")
}

// answer records the status of a response.
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

// Unwrap gives http.ResponseController access to the connection.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// Flush sends what has been written so far.
func (a *answer) Flush() {
	if f, ok := a.ResponseWriter.(http.Flusher); ok {
		if a.status == 0 {
			a.status = http.StatusOK
		}
		f.Flush()
	}
}

// code returns the status that was sent. A handler that writes nothing sends
// 200.
func (a *answer) code() int {
	if a.status == 0 {
		return http.StatusOK
	}
	return a.status
}

// level returns the log level of a request.
func (d *Door) level(r *http.Request, status int) slog.Level {
	switch {
	case status >= 500:
		return slog.LevelWarn
	case status < 400 && d.Quiet != nil && d.Quiet(r):
		return slog.LevelDebug
	}
	return slog.LevelInfo
}
