package mcp

import (
	"context"
	"io"
	"net/http"
	"sync"
	"time"

	"podesta/internal/httpserver"
)

// answerWithin is the maximum duration of a call: wait_for_news answers after a minute, and
// calls that the judge slows down take somewhat longer.
const answerWithin = 4 * time.Minute

// Inside serves the tools of a judge within the judge's own program. calls is the handler of
// its API, and address its public address. The judge limits callers itself.
func Inside(o Options, calls http.Handler) (http.Handler, error) {
	o.Plain, o.transport = true, inside{calls}
	s, err := New(o)
	if err != nil {
		return nil, err
	}
	h := s.Handler(true)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(answerWithin))
		httpserver.StepAside(r.Context())
		h.ServeHTTP(w, r)
	}), nil
}

// inside is an http.RoundTripper that passes requests to a handler in this program.
type inside struct{ handler http.Handler }

// RoundTrip returns the answer as soon as it begins. The handler continues to write its body.
func (i inside) RoundTrip(r *http.Request) (*http.Response, error) {
	body, out := io.Pipe()
	a := &insideAnswer{header: http.Header{}, out: out, begun: make(chan int, 1)}
	ctx, stop := context.WithCancel(r.Context())
	in := r.Clone(ctx)
	if in.Body == nil {
		in.Body = http.NoBody
	}
	in.RequestURI = r.URL.RequestURI()
	go func() {
		defer func() {
			a.WriteHeader(http.StatusOK)
			_ = out.Close()
			stop()
		}()
		i.handler.ServeHTTP(a, in)
	}()
	select {
	case status := <-a.begun:
		return &http.Response{
			Status: http.StatusText(status), StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
			Header: a.sent, Body: insideBody{body, stop}, ContentLength: -1, Request: r,
		}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// insideBody is the body of an answer. Closing it ends the request.
type insideBody struct {
	*io.PipeReader
	stop context.CancelFunc
}

// Close ends the request.
func (b insideBody) Close() error {
	b.stop()
	return b.PipeReader.Close()
}

// insideAnswer is the answer of the handler.
type insideAnswer struct {
	header, sent http.Header
	out          *io.PipeWriter
	once         sync.Once
	begun        chan int
}

// Header returns the header of the answer.
func (a *insideAnswer) Header() http.Header { return a.header }

// WriteHeader begins the answer.
func (a *insideAnswer) WriteHeader(status int) {
	a.once.Do(func() {
		a.sent = a.header.Clone()
		a.begun <- status
	})
}

// Write passes on a part of the body.
func (a *insideAnswer) Write(b []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.out.Write(b)
}

// Flush only begins the answer, because everything that is written is passed on immediately.
func (a *insideAnswer) Flush() { a.WriteHeader(http.StatusOK) }
