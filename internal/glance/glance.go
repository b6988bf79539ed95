// Package glance answers a request from one moment: whatever its handler asks
// of the judge comes from one transaction, which has ended before anything is
// sent, so that a slow reader holds nothing.
package glance

import (
	"bytes"
	"context"
	"errors"
	"net/http"
)

// Look runs f with a context in which what is read comes from one moment; see
// judge.Look.
type Look func(ctx context.Context, f func(context.Context) error) error

// Handler has requests that only read answered from one moment. Requests for
// which apart is true go to next as they are: streams, whose answer does not
// end, and what reads nothing. A nil apart leaves out none. Should the reading
// itself fail, the handler's own answer to the failure is sent.
func Handler(look Look, apart func(*http.Request) bool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead || apart != nil && apart(r) {
			next.ServeHTTP(w, r)
			return
		}
		// The transaction may be run again, so the answer is kept until it has
		// ended; headers that stand already belong to every run.
		before := w.Header().Clone()
		var answer *kept
		run := func(ctx context.Context) error {
			answer = &kept{header: before.Clone()}
			in := r.WithContext(ctx)
			next.ServeHTTP(answer, in)
			r.Pattern = in.Pattern // who counts requests reads it there
			if answer.status >= http.StatusInternalServerError {
				return errAnswered
			}
			return nil
		}
		if _ = look(r.Context(), run); answer == nil {
			_ = run(r.Context()) // not even begun: the handler finds out why, and tells it
		}
		answer.send(w)
	})
}

// errAnswered ends a transaction in which the handler has met a failure and
// told it.
var errAnswered = errors.New("the handler has answered that it failed")

// kept is an answer that is not sent yet.
type kept struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header is the header of the answer.
func (k *kept) Header() http.Header { return k.header }

// WriteHeader sets the status.
func (k *kept) WriteHeader(status int) {
	if k.status == 0 {
		k.status = status
	}
}

// Write adds to the body.
func (k *kept) Write(b []byte) (int, error) {
	k.WriteHeader(http.StatusOK)
	return k.body.Write(b)
}

// send sends the answer.
func (k *kept) send(w http.ResponseWriter) {
	h := w.Header()
	clear(h)
	for name, values := range k.header {
		h[name] = values
	}
	if k.status == 0 {
		k.status = http.StatusOK
	}
	w.WriteHeader(k.status)
	_, _ = w.Write(k.body.Bytes()) // who has gone away needs no answer
}
