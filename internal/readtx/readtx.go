// Package readtx runs the handler of a read-only request in one transaction, so that all data in
// the answer are from the same moment. The transaction ends before the answer is sent, so that a
// slow client does not keep it open.
package readtx

import (
	"bytes"
	"context"
	"errors"
	"net/http"
)

// Snapshot runs f with a context whose reads share one transaction. See
// judge.Snapshot.
type Snapshot func(ctx context.Context, f func(context.Context) error) error

// Handler runs next in one transaction for requests that only read (GET and HEAD). Requests for
// which apart reports true go to next directly: streams, whose answer does not end, and requests
// that read nothing. A nil apart exempts no requests. If the transaction cannot begin, the
// handler runs without it and reports the failure.
func Handler(snapshot Snapshot, apart func(*http.Request) bool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead || apart != nil && apart(r) {
			next.ServeHTTP(w, r)
			return
		}
		// The transaction may run again, so the answer is buffered until it has ended. Headers that
		// were set before are part of every run.
		before := w.Header().Clone()
		var answer *heldAnswer
		run := func(ctx context.Context) error {
			answer = &heldAnswer{header: before.Clone()}
			in := r.WithContext(ctx)
			next.ServeHTTP(answer, in)
			r.Pattern = in.Pattern // metrics read it from the outer request
			if answer.status >= http.StatusInternalServerError {
				return errAnswered
			}
			return nil
		}
		if _ = snapshot(r.Context(), run); answer == nil {
			_ = run(r.Context()) // the transaction did not begin, so the handler reports why
		}
		answer.send(w)
	})
}

// errAnswered ends a transaction in which the handler has failed and reported the failure.
var errAnswered = errors.New("the handler has answered that it failed")

// heldAnswer buffers an answer that has not been sent yet.
type heldAnswer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header returns the header of the answer.
func (k *heldAnswer) Header() http.Header { return k.header }

// WriteHeader sets the status.
func (k *heldAnswer) WriteHeader(status int) {
	if k.status == 0 {
		k.status = status
	}
}

// Write adds to the body.
func (k *heldAnswer) Write(b []byte) (int, error) {
	k.WriteHeader(http.StatusOK)
	return k.body.Write(b)
}

// send sends the buffered answer.
func (k *heldAnswer) send(w http.ResponseWriter) {
	h := w.Header()
	clear(h)
	for name, values := range k.header {
		h[name] = values
	}
	if k.status == 0 {
		k.status = http.StatusOK
	}
	w.WriteHeader(k.status)
	_, _ = w.Write(k.body.Bytes()) // the client may have disconnected
}
