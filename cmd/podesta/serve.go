package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"podesta/internal/judge"
	"podesta/internal/store"
	"podesta/internal/web"
)

// serveFlags are what the serve subcommand is told.
type serveFlags struct {
	listen, data string
}

// serve runs the judge for browsers until it is interrupted. The exit status is
// 0 after an orderly end, 1 if the judge cannot be started, 2 if the arguments
// are wrong.
func serve(e env, args []string) int {
	var f serveFlags
	fs := flag.NewFlagSet("serve", flag.ContinueOnError)
	fs.SetOutput(e.err)
	fs.StringVar(&f.listen, "listen", setting("PODESTA_LISTEN", "127.0.0.1:8080"), "`address` and port to listen at (PODESTA_LISTEN)")
	fs.StringVar(&f.data, "data", setting("PODESTA_DATA", "./data"), "`directory` of the database (PODESTA_DATA)")
	fs.Usage = func() {
		fmt.Fprintln(e.err, "usage: podesta serve [FLAGS]")
		fmt.Fprintln(e.err, "Runs the judge for browsers.")
		fs.PrintDefaults()
	}
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	if fs.NArg() > 0 {
		fmt.Fprintf(e.err, "podesta serve: unexpected argument %q\n", fs.Arg(0))
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := runServer(ctx, e, f); err != nil {
		fmt.Fprintf(e.err, "podesta serve: %v\n", err)
		return 1
	}
	return 0
}

// setting is an environment variable, or what stands for it where it is empty.
func setting(name, otherwise string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	return otherwise
}

// wallClock tells the time of the machine.
type wallClock struct{}

func (wallClock) Now() time.Time { return time.Now() }

// runServer serves until ctx ends, and then lets the requests under way finish.
func runServer(ctx context.Context, e env, f serveFlags) error {
	log := slog.New(slog.NewTextHandler(e.err, nil))
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", f.listen)
	if err != nil {
		return err
	}
	defer l.Close()
	if err := os.MkdirAll(f.data, 0o700); err != nil {
		return err
	}
	secret, err := serverSecret(filepath.Join(f.data, "secret"))
	if err != nil {
		return err
	}
	st, err := store.Open(f.data)
	if err != nil {
		return err
	}
	defer st.Close()
	j := judge.New(st, wallClock{}, secret)
	if err := j.Showcase(ctx); err != nil {
		return fmt.Errorf("the introductory game: %w", err)
	}
	srv := &http.Server{
		Handler:           web.New(j, log),
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       time.Minute,
		WriteTimeout:      time.Minute,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	timers := make(chan struct{})
	go func() {
		defer close(timers)
		runDeadlines(ctx, j, log)
	}()
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(l) }()
	fmt.Fprintf(e.out, "podesta is ready: open http://%s/\n", opened(l.Addr()))
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	log.Info("shutting down")
	end, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	err = srv.Shutdown(end)
	<-timers
	return err
}

// runDeadlines processes the games whose deadline is over, once a second.
func runDeadlines(ctx context.Context, j *judge.Judge, log *slog.Logger) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		n, err := j.RunDue(ctx)
		if err != nil && ctx.Err() == nil {
			log.Error("deadlines", "error", err)
		}
		if n > 0 {
			log.Info("deadlines", "processed", n)
		}
	}
}

// opened is the address that a browser on this machine can open.
func opened(a net.Addr) string {
	host, port, err := net.SplitHostPort(a.String())
	if err != nil {
		return a.String()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}
