package httpserver

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"podesta/internal/ratelimit"
)

// Limits restricts the requests of one client; zero means no limit. After a pause, a client may use
// its whole limit in one burst.
type Limits struct {
	Requests int // requests per minute
	Changes  int // the number of requests per minute that may change something
	Games    int // games created per hour
	// Creates reports whether a request creates a game.
	Creates func(*http.Request) bool
	Now     func() time.Time // nil for time.Now
}

// Limit refuses requests of clients that send too many. It must be wrapped by Watch. Requests
// from this machine that did not come through a proxy are not limited.
func Limit(next http.Handler, l Limits, count Counter) http.Handler {
	now := l.Now
	if now == nil {
		now = time.Now
	}
	kinds := []struct {
		name   string
		bucket *ratelimit.Keyed
		counts func(*http.Request) bool
	}{
		{"requests", ratelimit.Per(l.Requests, time.Minute), func(*http.Request) bool { return true }},
		{"changes", ratelimit.Per(l.Changes, time.Minute), changes},
		{"games", ratelimit.Per(l.Games, time.Hour), func(r *http.Request) bool { return changes(r) && l.Creates != nil && l.Creates(r) }},
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := aboutOf(r.Context())
		if !a.local {
			a.charge = func(n int) time.Duration { return kinds[0].bucket.Take(Remote(r), min(n, l.Requests), now()) }
			at := now()
			for _, k := range kinds {
				if !k.counts(r) {
					continue
				}
				if wait := k.bucket.Take(Remote(r), 1, at); wait > 0 {
					count.Limited(k.name)
					tooMany(w, r, wait)
					return
				}
			}
		}
		next.ServeHTTP(w, r)
	})
}

// changes reports whether a request may change something.
func changes(r *http.Request) bool {
	return r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodOptions
}

// refusedPage is the answer to a refused form. It says that the text was not processed, and that
// the browser still has it.
const refusedPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>%[1]s</title></head>
<body><h1>%[1]s</h1>
<p>%[2]s</p>
<p>What you typed is not lost: go back to the page before, where it still stands, and send it again; or reload this page after the wait, and your browser sends it once more.</p>
</body></html>
`

// refusal is the answer to a request that the judge does not handle now.
type refusal struct {
	status      int
	code, title string // code for programs, and title for people
	text        string // what to do, with %d for the seconds to wait
}

// tooMany refuses a request of a client that sends too many.
func tooMany(w http.ResponseWriter, r *http.Request, wait time.Duration) {
	refusal{
		http.StatusTooManyRequests, "too_many", "Too much at a time",
		"Too much came from your address in a short time, so nothing was done. Wait %d seconds and send it again.",
	}.write(w, r, wait)
}

// tooBusy refuses a request because all clients together send too many.
func tooBusy(w http.ResponseWriter, r *http.Request) {
	refusal{
		http.StatusServiceUnavailable, "unavailable", "The judge is busy",
		"Very many people are using the judge at this moment, so nothing was done. Wait %d seconds and send it again.",
	}.write(w, r, crowdAgain)
}

// write sends the refusal, with the time after which the client may try again.
func (f refusal) write(w http.ResponseWriter, r *http.Request, wait time.Duration) {
	seconds := int((wait + time.Second - 1) / time.Second)
	text := fmt.Sprintf(f.text, seconds)
	h := w.Header()
	h.Set("Retry-After", strconv.Itoa(seconds))
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	if strings.Contains(r.Header.Get("Accept"), "json") {
		h.Set("Content-Type", "application/problem+json")
		w.WriteHeader(f.status)
		fmt.Fprintf(w, `{"type":"about:blank","title":%q,"status":%d,"code":%q,"detail":%q}`+"\n", http.StatusText(f.status), f.status, f.code, text)
		return
	}
	if changes(r) && strings.Contains(r.Header.Get("Accept"), "text/html") {
		h.Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(f.status)
		fmt.Fprintf(w, refusedPage, f.title, text)
		return
	}
	h.Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(f.status)
	fmt.Fprintln(w, text)
}
