//go:build linux

// Command loadtest creates a judge with thousands of games in the middle of play,
// runs podesta serve on it as an operator would, requests pages and API answers at an
// even rate, and reports how long they took. It works in a folder of its own and uses
// only the loopback network. With -crowd it keeps the games there for the next run.
//
//	go run ./internal/loadtest -games 10000
//	go run ./internal/loadtest -games 10000 -reads 60s -rate 1000 -crowd FOLDER
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"podesta/internal/seed"
	"podesta/internal/store"
)

// plan holds the flags of a measurement.
type plan struct {
	games   int
	podesta string        // path of the program; empty to build it
	parent  string        // folder in which the working folder is created
	reading time.Duration // how long pages are requested
	rate    int           // pages per second
	keep    bool
	crowd   string // folder that keeps games between runs; empty for none
}

// round is the state of a measurement.
type round struct {
	plan
	folder, database string

	store  *store.Store
	games  []seed.Game // the games whose pages are requested
	server *server
}

func main() {
	var p plan
	flag.IntVar(&p.games, "games", 1000, "how many games, up to 20000")
	flag.StringVar(&p.podesta, "podesta", "", "the program to measure; empty: it is built")
	flag.StringVar(&p.parent, "folder", "", "where a folder for the run is made; empty: the usual place for such")
	flag.DurationVar(&p.reading, "reads", 30*time.Second, "how long pages and answers are read")
	flag.IntVar(&p.rate, "rate", 200, "how many pages and answers are read in a second")
	flag.BoolVar(&p.keep, "keep", false, "leave the folder where it is")
	flag.StringVar(&p.crowd, "crowd", "", "a folder whose games are read; if it has none they are made there, and later runs find them")
	flag.Parse()
	if flag.NArg() > 0 || p.games < 1 || p.games > 20000 || p.rate < 1 || p.reading <= 0 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, p); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

// run creates the folder, measures and cleans up.
func run(ctx context.Context, p plan) (err error) {
	folder, err := os.MkdirTemp(p.parent, "podesta-load-")
	if err != nil {
		return err
	}
	if p.keep {
		fmt.Println("folder:", folder)
	} else {
		defer func() { _ = os.RemoveAll(folder) }()
	}
	if p.podesta == "" {
		p.podesta = filepath.Join(folder, "podesta")
		build := exec.CommandContext(ctx, "go", "build", "-o", p.podesta, "podesta/cmd/podesta")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		build.Stdout, build.Stderr = os.Stderr, os.Stderr
		if err := build.Run(); err != nil {
			return fmt.Errorf("building podesta: %w", err)
		}
	}
	r := &round{plan: p, folder: folder}
	defer r.end()
	return r.measure(ctx)
}

// measure creates the games, starts the judge, and requests pages.
func (r *round) measure(ctx context.Context) error {
	secret, err := r.crowded(ctx)
	if err != nil {
		return err
	}
	begun := time.Now()
	if r.server, err = startServer(ctx, r.podesta, r.folder, r.database, secret); err != nil {
		return err
	}
	fmt.Printf("ready after %s\n", time.Since(begun).Round(10*time.Millisecond))
	return r.reads(ctx)
}

// end stops the judge.
func (r *round) end() {
	if r.server != nil {
		_ = r.server.process.Process.Kill() // the process may already have ended
	}
	if r.store != nil {
		_ = r.store.Close()
	}
}
