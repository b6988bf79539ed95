package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"podesta/internal/client/cli"
	"podesta/internal/httpserver"
	"podesta/internal/mcp"
)

// runMCP lets agents play: it serves the Model Context Protocol on standard input and output. The
// exit status is 0 when the input ends or a signal arrives, 1 if the token is refused, and 2 if the
// arguments are wrong.
func runMCP(e env, args []string) int {
	fs := flag.NewFlagSet("mcp", flag.ContinueOnError)
	fs.SetOutput(e.err)
	judge := fs.String("judge", "", "`address` of the judge; without it, the one in "+cli.JudgeVariable+", or the one that you signed in to last with podesta client login")
	check := fs.Bool("check", false, "only print which account would play, and end")
	plain := fs.Bool("plain-http", false, "send keys unencrypted if the judge's address begins with http:")
	fs.Usage = func() {
		fmt.Fprintln(e.err, "usage: podesta mcp [FLAGS]")
		fmt.Fprintln(e.err, "Lets an agent play on a judge: a server of the Model Context Protocol, with tools to look at games, to list, check")
		fmt.Fprintln(e.err, "and send orders, and to read and write messages. Your MCP host starts it. The agent plays with an account of its own")
		fmt.Fprintln(e.err, "that is marked as a program, whose key is in "+cli.TokenVariable+", or was stored by podesta client login:")
		fmt.Fprintln(e.err, "  podesta mcp -judge https://judge.example.org")
		fs.PrintDefaults()
	}
	if status, done := parseFlags(fs, args); done {
		return status
	}
	fail := func(status int, err error) int {
		fmt.Fprintf(e.err, "podesta mcp: %s\n", cli.Printable(err.Error()))
		return status
	}
	if fs.NArg() > 0 {
		fs.Usage()
		return 2
	}
	known, err := cli.ReadLogins()
	if err != nil {
		return fail(1, err)
	}
	address := known.Address(*judge)
	if address == "" {
		return fail(2, errors.New("no judge is known: name it with -judge, or in "+cli.JudgeVariable))
	}
	// Standard output is reserved for the protocol.
	server, err := mcp.New(mcp.Options{Judge: address, Version: programVersion(), Plain: *plain, Log: httpserver.NewLog(e.err, "warn", "text")})
	if err != nil {
		return fail(2, err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	token := os.Getenv(cli.TokenVariable)
	if token == "" {
		token = known.Token(address, "")
	}
	name, down, err := server.SignIn(ctx, token)
	switch {
	case err != nil && (!down || *check):
		return fail(1, err)
	case err != nil: // the tools report the error and try again
		fmt.Fprintf(e.err, "podesta mcp: %s\n", cli.Printable(err.Error()))
	case *check:
		fmt.Fprintf(e.out, "%s plays at %s, as a program.\n", cli.Printable(name), address)
		return 0
	}
	if err := server.Run(ctx, io.NopCloser(e.in), open{e.out}); err != nil {
		return fail(1, err)
	}
	return 0
}

// open is a writer that the server cannot close.
type open struct{ io.Writer }

func (open) Close() error { return nil }
