package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"podesta/internal/httpserver"
	"podesta/internal/mcp"
)

// runMCP lets agents play: it serves the Model Context Protocol on standard input
// and output, or over HTTP. The exit status is 0 when the input ends or a signal
// comes, 1 if the token is refused or the address cannot be opened, 2 if the
// arguments are wrong.
func runMCP(e env, args []string) int {
	fs := flag.NewFlagSet("mcp", flag.ContinueOnError)
	fs.SetOutput(e.err)
	judge := fs.String("judge", "", "`address` of the judge; without it, the one in "+judgeVariable+", or the one that you signed in to last with podesta client login")
	listen := fs.String("http", "", "serve over HTTP at this `address`, such as 127.0.0.1:8090, instead of standard input and output; callers sign with their own keys")
	check := fs.Bool("check", false, "only print which account would play, and end")
	plain := fs.Bool("plain-http", false, "send keys unencrypted if the judge's address begins with http:, and with -http accept them unencrypted from other machines, or from a proxy")
	fs.Usage = func() {
		fmt.Fprintln(e.err, "usage: podesta mcp [FLAGS]")
		fmt.Fprintln(e.err, "Lets an agent play on a judge: a server of the Model Context Protocol, with tools to look at games, to list, check")
		fmt.Fprintln(e.err, "and send orders, and to read and write messages. Your MCP host starts it. The agent plays with an account of its own")
		fmt.Fprintln(e.err, "that is marked as a program, whose key is in "+tokenVariable+", or was stored by podesta client login:")
		fmt.Fprintln(e.err, "  podesta mcp -judge https://judge.example.org")
		fs.PrintDefaults()
	}
	if status, done := parseFlags(fs, args); done {
		return status
	}
	fail := func(status int, err error) int {
		fmt.Fprintf(e.err, "podesta mcp: %s\n", printable(err.Error()))
		return status
	}
	if fs.NArg() > 0 || *check && *listen != "" {
		fs.Usage()
		return 2
	}
	known, err := readLogins()
	if err != nil {
		return fail(1, err)
	}
	address := known.address(*judge)
	if address == "" {
		return fail(2, errors.New("no judge is known: name it with -judge, or in "+judgeVariable))
	}
	if *listen != "" {
		if err := listenable(*listen, *plain); err != nil {
			return fail(2, err)
		}
	}
	// Standard output belongs to the protocol.
	server, err := mcp.New(mcp.Options{Judge: address, Version: programVersion(), Plain: *plain, Log: httpserver.NewLog(e.err, "warn", "text")})
	if err != nil {
		return fail(2, err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if *listen != "" {
		if err := serveMCP(ctx, e.err, *listen, server.Handler(*plain)); err != nil {
			return fail(1, err)
		}
		return 0
	}
	token := os.Getenv(tokenVariable)
	if token == "" {
		token = known.token(address, "")
	}
	name, down, err := server.SignIn(ctx, token)
	switch {
	case err != nil && (!down || *check):
		return fail(1, err)
	case err != nil: // the tools say so, and try again
		fmt.Fprintf(e.err, "podesta mcp: %s\n", printable(err.Error()))
	case *check:
		fmt.Fprintf(e.out, "%s plays at %s, as a program.\n", printable(name), address)
		return 0
	}
	if err := server.Run(ctx, io.NopCloser(e.in), open{e.out}); err != nil {
		return fail(1, err)
	}
	return 0
}

// open is a writer that is not closed with the server.
type open struct{ io.Writer }

func (open) Close() error { return nil }

// listenable returns an error for an address at which others could read the keys
// of callers on their way.
func listenable(address string, plain bool) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("-http takes an address with a port, such as 127.0.0.1:8090: %w", err)
	}
	if ip := net.ParseIP(host); plain || host == "localhost" || ip != nil && ip.IsLoopback() {
		return nil
	}
	return errors.New("at -http " + address + " other machines would send keys unencrypted. Use 127.0.0.1 and a proxy that speaks https; -plain-http allows it")
}

// The limits of connections to the server over HTTP. wait_for_news answers after
// a minute, and a call that the judge slows down after some more.
const (
	mcpHeaders = 10 * time.Second
	mcpAnswers = 4 * time.Minute
	mcpEnd     = 5 * time.Second
)

// serveMCP serves over HTTP until ctx ends.
func serveMCP(ctx context.Context, log io.Writer, address string, h http.Handler) error {
	l, err := httpserver.Listen(ctx, "tcp", address)
	if err != nil {
		return err
	}
	calls, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	s := &http.Server{
		Handler: h, ReadHeaderTimeout: mcpHeaders, ReadTimeout: httpserver.ReadTimeout + mcpAnswers, WriteTimeout: mcpAnswers, MaxHeaderBytes: 64 << 10,
		BaseContext: func(net.Listener) context.Context { return calls },
	}
	fmt.Fprintf(log, "podesta mcp is ready at http://%s/\n", l.Addr())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	end() // what waits for news does so no longer
	bounded, stop := context.WithTimeout(context.Background(), mcpEnd)
	defer stop()
	if err := s.Shutdown(bounded); err != nil {
		return s.Close()
	}
	return nil
}
