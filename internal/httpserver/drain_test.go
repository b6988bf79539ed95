package httpserver

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestDrain stops a service that drains: it immediately stops being ready, still serves new
// requests and closes their connections, keeps idle connections for requests on their way, does not
// begin rounds of workers, and ends streams and other protocols last.
func TestDrain(t *testing.T) {
	l, err := Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	health := NewHealth(silent, nil)
	count := &rounds{}
	crew := NewCrew(silent, count)
	crew.Go(Worker{Name: "busy", Every: time.Millisecond, Round: func(context.Context) (int, error) { return 0, nil }})
	shut := make(chan string, 2)
	const drain = 700 * time.Millisecond
	over := make(chan struct{})
	s := &Service{
		Log: silent, Health: health, Crew: crew, Drain: drain, Shutdown: time.Minute,
		pause: func(d time.Duration) {
			if d != drain {
				t.Errorf("it drains for %s", d)
			}
			<-over
		},
		Fronts:  []Front{{Listener: l, Handler: health.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "here") }))}},
		Closing: []func(){func() { shut <- "streams" }},
		Doors: []func(context.Context) error{func(ctx context.Context) error {
			<-ctx.Done()
			shut <- "doors"
			return nil
		}},
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	address := "http://" + l.Addr().String()
	get := func(c *http.Client, path string) (status int, text string, closes bool) {
		t.Helper()
		r, err := c.Get(address + path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		b, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return r.StatusCode, strings.TrimSpace(string(b)), r.Close
	}
	dials := 0
	kept := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		dials++
		return new(net.Dialer).DialContext(ctx, network, address)
	}}}
	if _, text, closes := get(kept, "/"); text != "here" || closes {
		t.Errorf("before: %q, closes %t", text, closes)
	}
	stop()
	for health.Ready(t.Context()) == nil {
		time.Sleep(time.Millisecond)
	}
	if _, text, closes := get(kept, "/"); text != "here" || !closes || dials != 1 {
		t.Errorf("on the connection that was open: %q, closes %t, %d connections", text, closes, dials)
	}
	if status, text, closes := get(&http.Client{Transport: &http.Transport{}}, "/readyz"); status != http.StatusServiceUnavailable || text != "shutting down" || !closes {
		t.Errorf("ready: %d %q, closes %t", status, text, closes)
	}
	if status, text, _ := get(kept, "/healthz"); status != http.StatusOK || text != "ok" || dials != 2 {
		t.Errorf("a new connection: %d %q, %d connections", status, text, dials)
	}
	was := count.count()
	time.Sleep(50 * time.Millisecond)
	if n := count.count(); n > was+1 {
		t.Errorf("%d more rounds", n-was)
	}
	if len(shut) > 0 {
		t.Errorf("while the service drains, its %s ended", <-shut)
	}
	close(over)
	<-shut
	<-shut
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := new(net.Dialer).DialContext(t.Context(), "tcp", l.Addr().String()); err == nil {
		t.Error("the listener is open")
	}
}
