package httpserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

var silent = slog.New(slog.DiscardHandler)

// rounds records the rounds of workers.
type rounds struct {
	mu    sync.Mutex
	lines []string
}

func (r *rounds) Round(worker string, did int, _ time.Time, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = append(r.lines, fmt.Sprint(worker, " ", did, " ", err != nil))
}

func (r *rounds) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.lines)
}

func TestWorkers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		count := &rounds{}
		c := NewCrew(silent, count)
		wake := make(chan struct{})
		var at []time.Duration
		begun := time.Now()
		results := []struct {
			did int
			err error
		}{{2, nil}, {0, nil}, {0, errors.New("away")}, {0, errors.New("away")}, {0, nil}, {0, nil}}
		c.Go(Worker{Name: "clock", Every: 5 * time.Second, Wake: wake, Round: func(context.Context) (int, error) {
			at = append(at, time.Since(begun))
			if len(at) <= len(results) {
				return results[len(at)-1].did, results[len(at)-1].err
			}
			panic("ouch")
		}})
		time.Sleep(61 * time.Second)
		synctest.Wait()
		// The first rounds run immediately, as do rounds after a round that did something. Then
		// come the usual pause, longer and longer pauses while rounds fail, the usual pause again,
		// and the same after panics as after errors.
		var want []time.Duration
		for _, seconds := range []int{0, 0, 5, 15, 35, 40, 45, 55} {
			want = append(want, time.Duration(seconds)*time.Second)
		}
		if fmt.Sprint(at) != fmt.Sprint(want) {
			t.Errorf("rounds at %v, not %v", at, want)
		}
		wake <- struct{}{}
		synctest.Wait()
		if n := len(at); at[n-1] != 61*time.Second {
			t.Errorf("it does not wake: %v", at)
		}
		if err := c.Check(t.Context()); err != nil {
			t.Error(err)
		}
		close(wake)
		time.Sleep(stuckAfter + time.Second)
		synctest.Wait()
		if err := c.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "clock has done nothing for ") {
			t.Errorf("it is not seen as stuck: %v", err)
		}
		if err := c.Stop(t.Context()); err != nil {
			t.Error(err)
		}
		if count.lines[0] != "clock 2 false" || count.lines[2] != "clock 0 true" || count.lines[6] != "clock 0 true" {
			t.Error(count.lines)
		}
	})
}

// TestStopWaits stops workers in the middle of a round, once with enough time to finish and
// once without.
func TestStopWaits(t *testing.T) {
	for _, patient := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			count := &rounds{}
			c := NewCrew(silent, count)
			finished := false
			c.Go(Worker{Name: "long", Every: time.Second, Round: func(ctx context.Context) (int, error) {
				select {
				case <-time.After(10 * time.Second):
					finished = true
					return 1, nil
				case <-ctx.Done():
					return 0, ctx.Err()
				}
			}})
			synctest.Wait()
			patience := time.Second
			if patient {
				patience = time.Minute
			}
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			err := c.Stop(ctx)
			if finished != patient || (err == nil) != patient {
				t.Errorf("patient %v: finished %v, %v", patient, finished, err)
			}
			if patient && count.count() != 1 {
				t.Errorf("another round began: %v", count.lines)
			}
		})
	}
}

func TestHealth(t *testing.T) {
	var log strings.Builder
	now := time.Unix(0, 0)
	h := NewHealth(slog.New(slog.NewTextHandler(&log, nil)), func() time.Time { return now })
	var database, workers error
	looks := 0
	h.Add("database", func(ctx context.Context) error {
		looks++
		if _, ok := ctx.Deadline(); !ok {
			t.Error("a check may take for ever")
		}
		return database
	})
	h.Add("workers", func(context.Context) error { return workers })
	handler := h.Handler(http.NotFoundHandler())
	ask := func(path string) (int, string) {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		return w.Code, strings.TrimSpace(w.Body.String())
	}
	expect := func(status int, text string) {
		t.Helper()
		if s, b := ask("/readyz"); s != status || b != text {
			t.Errorf("%d %s, not %d %s", s, b, status, text)
		}
		if s, b := ask("/healthz"); s != 200 || b != "ok" {
			t.Errorf("alive: %d %s", s, b)
		}
	}
	expect(200, "ready")
	database = errors.New("db.internal.example.org refuses")
	expect(200, "ready") // the result is still fresh
	if looks != 1 {
		t.Errorf("the database was asked %d times", looks)
	}
	now = now.Add(healthEvery)
	workers = errors.New("stuck")
	expect(503, "failing: database, workers")
	now = now.Add(healthEvery)
	database, workers = &Told{"the disk is full", errors.New("/var/lib/podesta: no space left")}, nil
	expect(503, "failing: database (the disk is full)")
	now = now.Add(healthEvery)
	database = nil
	expect(200, "ready")
	h.Drain()
	expect(503, "shutting down")
	if s, _ := ask("/elsewhere"); s != 404 {
		t.Error("other requests are not passed on")
	}
	if out := log.String(); strings.Count(out, "\n") != 3 || !strings.Contains(out, "/var/lib/podesta: no space left") || !strings.Contains(out, "db.internal.example.org refuses") || !strings.Contains(out, "ready again") {
		t.Error(out)
	}
}

// TestRun shuts a service down during a request: the request is answered, no
// new ones are accepted, and streams are closed.
func TestRun(t *testing.T) {
	l, err := Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	count := &rounds{}
	s := &Service{Log: silent, Crew: NewCrew(silent, count), Shutdown: time.Minute}
	s.Health = NewHealth(silent, nil)
	s.Health.Add("workers", s.Crew.Check)
	arrived, release, closing := make(chan struct{}), make(chan struct{}), make(chan struct{})
	mux := http.NewServeMux()
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) {
		close(arrived)
		<-release
		fmt.Fprint(w, "done ", r.Context().Err())
	})
	mux.HandleFunc("/stream", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "open")
		_ = http.NewResponseController(w).Flush()
		<-closing
	})
	s.Fronts = []Front{{Listener: l, Handler: s.Health.Handler(mux)}}
	s.Closing = []func(){func() { close(closing) }}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	base := "http://" + l.Addr().String()
	stream, err := http.Get(base + "/stream")
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	answered := make(chan string, 1)
	go func() {
		r, err := http.Get(base + "/slow")
		if err != nil {
			answered <- err.Error()
			return
		}
		defer r.Body.Close()
		b, _ := io.ReadAll(r.Body)
		answered <- string(b)
	}()
	<-arrived
	stop()
	<-closing // the shutdown has begun
	if err := s.Health.Ready(t.Context()); !errors.Is(err, errDraining) {
		t.Errorf("while it ends: %v", err)
	}
	close(release)
	if got := <-answered; got != "done <nil>" {
		t.Errorf("the request under way: %s", got)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := http.Get(base + "/slow"); err == nil {
		t.Error("requests are still taken")
	}
}

// TestRunAbortsRequests shuts a service down during a request that never ends.
func TestRunAbortsRequests(t *testing.T) {
	l, err := Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	arrived := make(chan struct{})
	s := &Service{
		Log: silent, Health: NewHealth(silent, nil), Crew: NewCrew(silent, &rounds{}), Shutdown: 10 * time.Millisecond,
		Fronts: []Front{{Listener: l, Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			close(arrived)
			<-r.Context().Done()
		})}},
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	go func() {
		if r, err := http.Get("http://" + l.Addr().String()); err == nil {
			r.Body.Close()
		}
	}()
	<-arrived
	stop()
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "cancelled") {
		t.Errorf("%v", err)
	}
}

func TestRunFails(t *testing.T) {
	l, err := Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	s := &Service{Log: silent, Health: NewHealth(silent, nil), Crew: NewCrew(silent, &rounds{}), Shutdown: time.Second, Fronts: []Front{{Listener: l, Handler: http.NotFoundHandler()}}}
	if err := s.Run(t.Context()); err == nil || !strings.Contains(err.Error(), l.Addr().String()) {
		t.Errorf("%v", err)
	}
}

// TestOtherProtocols shuts down a service with other protocols: they learn when the shutdown
// begins, and may finish. One that fails ends the service.
func TestOtherProtocols(t *testing.T) {
	open, told, finish := make(chan struct{}), make(chan struct{}), make(chan struct{})
	finished := false
	s := &Service{Log: silent, Health: NewHealth(silent, nil), Crew: NewCrew(silent, &rounds{}), Shutdown: time.Minute}
	s.Doors = []func(context.Context) error{func(ctx context.Context) error {
		close(open)
		<-ctx.Done()
		close(told)
		<-finish
		finished = true
		return nil
	}}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	<-open
	stop()
	<-told
	select {
	case err := <-ended:
		t.Fatalf("the service has ended before its door: %v", err)
	default:
	}
	close(finish)
	if err := <-ended; err != nil || !finished {
		t.Errorf("%v; the door has finished: %v", err, finished)
	}

	waits := make(chan struct{})
	s = &Service{Log: silent, Health: NewHealth(silent, nil), Crew: NewCrew(silent, &rounds{}), Shutdown: time.Minute}
	s.Doors = []func(context.Context) error{
		func(context.Context) error { return errors.New("the certificate has expired") },
		func(ctx context.Context) error {
			<-ctx.Done()
			close(waits)
			return nil
		},
	}
	if err := s.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "the certificate has expired") {
		t.Errorf("a door that fails: %v", err)
	}
	<-waits // the other protocol has ended, too
}

func TestListenUnix(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	first, err := Listen(t.Context(), "unix", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(t.Context(), "unix", path); err == nil {
		t.Fatal("a socket in use is taken over")
	}
	first.(*net.UnixListener).SetUnlinkOnClose(false)
	first.Close()
	second, err := Listen(t.Context(), "unix", path)
	if err != nil {
		t.Fatalf("a socket that was left behind: %v", err)
	}
	second.Close()
}

func TestNotify(t *testing.T) {
	path := filepath.Join(t.TempDir(), "n")
	c, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	t.Setenv("NOTIFY_SOCKET", path)
	Notify("READY=1")
	b := make([]byte, 64)
	n, err := c.Read(b)
	if err != nil || string(b[:n]) != "READY=1" {
		t.Errorf("%q, %v", b[:n], err)
	}
	t.Setenv("NOTIFY_SOCKET", "")
	Notify("READY=1")
}
