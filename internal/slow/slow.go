// Package slow limits how many requests can do slow work, such as a drawing, a hint or a
// forecast, at the same time. Waiting requests hold nothing that others need: neither a place
// among the active requests, nor a transaction.
package slow

import (
	"context"
	"net/http"
	"runtime"
	"strconv"
	"sync"
	"time"

	"podesta/internal/game"
	"podesta/internal/httpserver"
	"podesta/machiavelli/message"
)

// The limits of a queue.
const (
	waitAll  = 16              // maximum number of waiting requests
	waitEach = 2               // maximum number of waiting requests per client
	again    = 5 * time.Second // after how long a refused client should try again
)

// Weight is how many requests a request with slow work counts as.
const Weight = 10

// Queue is the queue in which requests wait for slow work, in order.
type Queue struct {
	places chan struct{}

	mu      sync.Mutex
	waiting map[string]int // number of waiting requests, keyed by client
	all     int
}

// New returns a queue that allows as much slow work at a time as this machine can handle while it
// still answers other requests.
func New() *Queue {
	return &Queue{places: make(chan struct{}, max(2, runtime.GOMAXPROCS(0)/2)), waiting: map[string]int{}}
}

// The errors with which a queue refuses requests.
var (
	errYours = game.Refuse(game.TooMany, message.New("You have asked for several things at once that take the judge some time. Wait until they are there, and try again."))
	errFull  = game.Refuse(game.Unavailable, message.New("The judge has much to compute at the moment. Try again in a few seconds."))
	errLater = game.Refuse(game.TooMany, message.New("You have asked for much that takes the judge some time. Wait a little and try again."))

	// errTurn stops a handler, which is called again when its turn comes.
	errTurn = game.Refuse(game.Unavailable, message.New("The judge has much to compute at the moment. Try again in a few seconds."))
)

// join adds a client to the waiting ones, unless too many are waiting.
func (q *Queue) join(client string) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.waiting[client] >= waitEach:
		return errYours
	case q.all >= waitAll:
		return errFull
	}
	q.waiting[client]++
	q.all++
	return nil
}

// leave reverses join.
func (q *Queue) leave(client string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.all--
	if q.waiting[client]--; q.waiting[client] == 0 {
		delete(q.waiting, client)
	}
}

// wait waits for a place.
func (q *Queue) wait(ctx context.Context) error {
	select {
	case q.places <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// free takes a place if there is one.
func (q *Queue) free() bool {
	select {
	case q.places <- struct{}{}:
		return true
	default:
		return false
	}
}

func (q *Queue) give() { <-q.places }

// ticket is the queue's record of a request.
type ticket struct {
	queue   *Queue
	client  string
	repeat  bool          // whether its handler can be called again
	charged bool          // whether it has already been counted as several requests
	waits   bool          // whether its handler was stopped, and it waits for its turn
	held    bool          // whether it has a place
	give    func()        // returns the place when the answer begins
	wait    time.Duration // if it was refused, the time after which the client should try again
}

type ticketKey struct{}

// Handler lets next do slow work with Enter. If a request only reads, its handler is stopped and
// called again when its turn comes. The output of the first call is dropped, and its transaction
// has ended. Handler must be wrapped by httpserver.Watch.
func (q *Queue) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t := &ticket{queue: q, client: httpserver.Remote(r), repeat: r.Method == http.MethodGet || r.Method == http.MethodHead}
		ctx := context.WithValue(r.Context(), ticketKey{}, t)
		run := func() {
			in := r.WithContext(ctx)
			next.ServeHTTP(&answer{w, t}, in)
			r.Pattern = in.Pattern // metrics read it from the outer request
		}
		before := w.Header().Clone()
		if !t.first(run) || t.turn(ctx) != nil {
			return // the request was answered, or the client has disconnected
		}
		t.give = sync.OnceFunc(q.give)
		defer t.give()
		t.waits, t.held = false, true
		h := w.Header()
		clear(h)
		for name, values := range before {
			h[name] = values
		}
		run()
	})
}

// first calls a handler for the first time, and reports whether the request must wait.
func (t *ticket) first(run func()) bool {
	done := false
	defer func() {
		if !done && t.waits { // the handler has panicked
			t.queue.leave(t.client)
		}
	}()
	run()
	done = true
	return t.waits
}

// turn waits for the turn of a ticket that has joined.
func (t *ticket) turn(ctx context.Context) error {
	defer t.queue.leave(t.client)
	return t.queue.wait(ctx)
}

// Enter waits for the turn of a request. The caller calls done when the slow work is finished. An
// error must be returned like any other: either too many requests are waiting already, or the
// handler will be called again. Outside of requests, and within slow work, Enter does nothing.
func Enter(ctx context.Context) (done func(), err error) {
	t, _ := ctx.Value(ticketKey{}).(*ticket)
	if t == nil || t.held {
		return func() {}, nil
	}
	if !t.charged {
		if t.wait = httpserver.Charge(ctx, Weight-1); t.wait > 0 {
			return nil, errLater
		}
		t.charged = true
	}
	httpserver.StepAside(ctx)
	if !t.queue.free() {
		if err := t.queue.join(t.client); err != nil {
			t.wait = again
			return nil, err
		}
		if t.repeat {
			t.waits = true
			return nil, errTurn
		}
		if err := t.turn(ctx); err != nil {
			return nil, err
		}
	}
	t.held = true
	return func() { t.held = false; t.queue.give() }, nil
}

// Waited reports whether the handler is being called again after waiting, in which case the
// request was already counted.
func Waited(ctx context.Context) bool {
	t, _ := ctx.Value(ticketKey{}).(*ticket)
	return t != nil && t.give != nil
}

// answer is the response to a request. Anything written before the request has to wait is
// dropped.
type answer struct {
	http.ResponseWriter
	t *ticket
}

func (a *answer) WriteHeader(status int) {
	switch {
	case a.t.waits:
		return
	case a.t.wait > 0 && (status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable):
		a.Header().Set("Retry-After", strconv.Itoa(int((a.t.wait+time.Second-1)/time.Second)))
	}
	a.begins()
	a.ResponseWriter.WriteHeader(status)
}

func (a *answer) Write(b []byte) (int, error) {
	if a.t.waits {
		return len(b), nil
	}
	a.begins()
	return a.ResponseWriter.Write(b)
}

// begins returns the place, because the work is done, and a slow client must not block others.
func (a *answer) begins() {
	if a.t.give != nil {
		a.t.give()
	}
}

// Unwrap gives http.ResponseController access to the connection.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// Flush sends what has been written so far.
func (a *answer) Flush() {
	if f, ok := a.ResponseWriter.(http.Flusher); ok && !a.t.waits {
		a.begins()
		f.Flush()
	}
}
