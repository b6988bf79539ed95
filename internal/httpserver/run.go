package httpserver

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"time"
)

// Front is a listener with its handler.
type Front struct {
	Listener net.Listener
	Handler  http.Handler
	TLS      *tls.Config // nil for connections without encryption
}

// serve serves the front until the server is shut down.
func (f Front) serve(srv *http.Server) error {
	if f.TLS == nil {
		return srv.Serve(f.Listener)
	}
	srv.TLSConfig = f.TLS
	return srv.ServeTLS(f.Listener, "", "")
}

// Service holds the listeners and workers of the judge, and controls how they
// end.
type Service struct {
	Log    *slog.Logger
	Health *Health
	Crew   *Crew
	Fronts []Front
	// Doors serve protocols other than HTTP until their context ends. They return an error if they
	// cannot serve.
	Doors []func(context.Context) error
	// Drain is how long the judge still serves new requests after it stops being ready, so that
	// proxies have time to notice.
	Drain    time.Duration
	pause    func(time.Duration) // waits for a duration; nil for time.Sleep
	Shutdown time.Duration       // maximum duration of the shutdown after Drain
	// Closing is called when the shutdown begins, to close what would otherwise
	// stay open, such as streams to browsers.
	Closing []func()
}

// Listen opens an address: "tcp" with host and port, or "unix" with a path. It
// removes the socket of a process that no longer exists.
func Listen(ctx context.Context, network, address string) (net.Listener, error) {
	l, err := new(net.ListenConfig).Listen(ctx, network, address)
	if err == nil || network != "unix" {
		return l, err
	}
	c, dead := new(net.Dialer).DialContext(ctx, network, address)
	if dead == nil {
		return nil, errors.Join(err, c.Close())
	}
	if info, e := os.Lstat(address); e != nil || info.Mode()&os.ModeSocket == 0 {
		return nil, err
	}
	if e := os.Remove(address); e != nil {
		return nil, errors.Join(err, e)
	}
	return new(net.ListenConfig).Listen(ctx, network, address)
}

// ReadTimeout is the time within which a request must have arrived, including its body. After
// this time, net/http also cancels a request that is still being handled, and all later ones on
// the same connection. It must therefore not be shorter than the time for an answer, after which
// the connection is closed.
const ReadTimeout = time.Minute

// Run serves until ctx ends and then shuts down. During Drain the judge is no longer ready, and
// no rounds of workers begin, but it still serves requests; each answer closes its connection.
// Then, during Shutdown, no new connections are accepted, and requests and rounds in progress
// may finish. Whatever has not finished by then is cancelled, and the error says so.
func (s *Service) Run(ctx context.Context) error {
	base, cut := context.WithCancel(context.Background())
	defer cut()
	failed := make(chan error, len(s.Fronts)+len(s.Doors))
	var servers []*http.Server
	for _, f := range s.Fronts {
		srv := &http.Server{
			Handler:           s.Health.closing(f.Handler),
			BaseContext:       func(net.Listener) context.Context { return base },
			ReadHeaderTimeout: 10 * time.Second,
			ReadTimeout:       ReadTimeout,
			WriteTimeout:      time.Minute,
			IdleTimeout:       2 * time.Minute,
			MaxHeaderBytes:    64 << 10,
			ErrorLog:          log.New(noted{s.Log}, "", 0),
		}
		servers = append(servers, srv)
		go func() { failed <- fmt.Errorf("at %s: %w", f.Listener.Addr(), f.serve(srv)) }()
	}
	open, shut := context.WithCancel(context.Background())
	defer shut()
	var doors sync.WaitGroup
	for _, d := range s.Doors {
		doors.Go(func() {
			if err := d(open); err != nil {
				failed <- err
			}
		})
	}
	Notify("READY=1")
	var broken error
	drain := s.Drain
	select {
	case broken = <-failed:
		drain = 0
		s.Log.Error("listener failed", "error", broken)
	case <-ctx.Done():
	}
	err := s.end(servers, drain, shut, cut)
	doors.Wait()
	return errors.Join(broken, err)
}

// end shuts the service down. shut ends the other protocols, and cut cancels the requests.
func (s *Service) end(servers []*http.Server, drain time.Duration, shut, cut context.CancelFunc) error {
	Notify("STOPPING=1")
	s.Log.Info("shutting down")
	s.Health.Drain()
	ctx, cancel := context.WithTimeout(context.Background(), drain+s.Shutdown)
	defer cancel()
	wrong := make([]error, len(servers)+1)
	var ending sync.WaitGroup
	ending.Go(func() { wrong[len(servers)] = s.Crew.Stop(ctx) })
	if s.pause != nil {
		s.pause(drain)
	} else {
		time.Sleep(drain)
	}
	shut()
	for _, f := range s.Closing {
		f()
	}
	for i, srv := range servers {
		ending.Go(func() {
			if err := srv.Shutdown(ctx); err != nil {
				cut()
				wrong[i] = errors.Join(fmt.Errorf("requests were cancelled: %w", err), srv.Close())
			}
		})
	}
	ending.Wait()
	err := errors.Join(wrong...)
	if err == nil {
		s.Log.Info("shut down")
	}
	return err
}
