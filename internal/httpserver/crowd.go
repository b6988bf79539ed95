package httpserver

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// The limits of a crowd.
const (
	crowdWaits    = 16               // number of requests that may wait for each one in progress
	crowdPatience = 10 * time.Second // maximum time that a request waits
	crowdAgain    = 5 * time.Second  // time after which a refused client should try again
	smallBody     = 64 << 10         // maximum size of a body read before its turn, in bytes
	uploadsShare  = 8                // one of this many places is for larger bodies
)

// Crowd limits how many requests are handled at the same time to atOnce, because more of them
// would not be faster, and each needs memory. Others wait for their turn, in order. If too many
// wait, or one waits for too long, the answer is 503 with Retry-After. A request's turn ends
// when its answer begins, so that streams and slow readers do not block others. Crowd must be
// wrapped by Watch.
func Crowd(next http.Handler, atOnce int, count Counter) http.Handler {
	return newCrowd(next, atOnce, crowdPatience, count)
}

func newCrowd(next http.Handler, atOnce int, patience time.Duration, count Counter) http.Handler {
	turns := newTurns(atOnce, patience)
	uploads := newTurns(max(atOnce/uploadsShare, 2), patience)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mine := turns
		if r.ContentLength < 0 || r.ContentLength > smallBody {
			mine = uploads // the body may take long to arrive
		} else if r.ContentLength > 0 {
			// a read error is repeated when the handler reads the rest
			body, _ := io.ReadAll(io.LimitReader(r.Body, r.ContentLength))
			r.Body = &readBody{io.MultiReader(bytes.NewReader(body), r.Body), r.Body}
		}
		if !mine.take(r.Context()) {
			count.Limited("crowd")
			tooBusy(w, r)
			return
		}
		give := sync.OnceFunc(mine.give)
		defer give()
		aboutOf(r.Context()).aside = give
		next.ServeHTTP(&firstByte{w, give}, r)
	})
}

// turns are the places for requests in progress.
type turns struct {
	places   chan struct{}
	waiting  atomic.Int64
	most     int64 // maximum number of waiting requests
	patience time.Duration
}

func newTurns(places int, patience time.Duration) *turns {
	return &turns{places: make(chan struct{}, places), most: int64(places) * crowdWaits, patience: patience}
}

// take waits for a place, and reports whether there is one.
func (t *turns) take(ctx context.Context) bool {
	select {
	case t.places <- struct{}{}:
		return true
	default:
	}
	defer t.waiting.Add(-1)
	if t.waiting.Add(1) > t.most {
		return false
	}
	late := time.NewTimer(t.patience)
	defer late.Stop()
	select {
	case t.places <- struct{}{}:
		return true
	case <-late.C:
	case <-ctx.Done():
	}
	return false
}

// give releases a place.
func (t *turns) give() { <-t.places }

// readBody is a body of which the beginning has already been read.
type readBody struct {
	io.Reader
	io.Closer
}

// firstByte calls began when the answer begins.
type firstByte struct {
	http.ResponseWriter
	began func()
}

func (f *firstByte) WriteHeader(status int) {
	if status >= http.StatusOK {
		f.began()
	}
	f.ResponseWriter.WriteHeader(status)
}

func (f *firstByte) Write(b []byte) (int, error) {
	f.began()
	return f.ResponseWriter.Write(b)
}

// Unwrap gives http.ResponseController access to the connection.
func (f *firstByte) Unwrap() http.ResponseWriter { return f.ResponseWriter }

// Flush sends what has been written so far.
func (f *firstByte) Flush() {
	f.began()
	if w, ok := f.ResponseWriter.(http.Flusher); ok {
		w.Flush()
	}
}
