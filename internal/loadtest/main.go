//go:build linux

// Command loadtest creates a judge with thousands of games in the middle of
// play, all due at the same minute, and runs podesta serve on it as an operator
// would. It measures how long the judge takes to start, what it uses when idle,
// how long it takes until every phase is processed and its mail queued, how
// long pages, the API and e-mail with orders take meanwhile, and how fast
// e-mail is sent. With -reads it requests pages and API answers at an even rate
// instead, and reports how long they took. It works in a folder of its own and
// uses only the loopback network. With -crowd it reads from the games that an
// earlier run stored.
//
//	go run ./internal/loadtest -games 10000
//	go run ./internal/loadtest -games 10000 -reads 60s
//	go run ./internal/loadtest -games 10000 -reads 60s -crowd FOLDER
//	go run ./internal/loadtest -games 10000 -reads 60s -rate 1000 -strangers -popular 200
//	go run ./internal/loadtest -games 12500 -seats 1 -processes 4 -database postgres -letters
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
)

// plan determines what is measured.
type plan struct {
	games, processes int
	seats            int    // of each person
	database         string // URL, or "postgres": a private server; empty: SQLite in the folder
	podesta          string // the program; empty: build it
	parent           string // where the folder is created
	wait             time.Duration
	after            time.Duration
	drain            bool          // wait until all e-mail has been handed over
	beside           int           // pages per second while games are processed
	reading          time.Duration // how long pages are read instead; 0: games become due
	rate             int           // pages per second
	strangers        bool          // only visitors who are not signed in
	popular          int           // the number of games that are read; 0: all
	keep             bool
	crowd            string // a folder that stores games between runs; empty: none
}

func main() {
	var p plan
	flag.IntVar(&p.games, "games", 1000, "how many games, up to 20000")
	flag.IntVar(&p.processes, "processes", 1, "how many processes share the database, 1 to 4; several need PostgreSQL")
	flag.IntVar(&p.seats, "seats", seed.UsualSeats, "how many seats each person has, on average; with 1 there are eight people for each game")
	flag.StringVar(&p.database, "database", "", "postgres: a private PostgreSQL server, postgres://USER@HOST/DATABASE: an empty database; empty: SQLite in a folder of its own")
	flag.StringVar(&p.podesta, "podesta", "", "the program to measure; empty: it is built")
	flag.StringVar(&p.parent, "folder", "", "where a folder for the run is made; empty: the usual place for such")
	flag.DurationVar(&p.wait, "wait", 0, "from the beginning to the moment at which games fall due; 0: a minute and a half and 60 ms for each game")
	flag.DurationVar(&p.after, "after", 30*time.Second, "how long letters are counted when all phases are processed")
	flag.BoolVar(&p.drain, "letters", false, "wait until all e-mail has been handed over, however long it takes, instead of -after")
	flag.IntVar(&p.beside, "beside", 20, "how many pages and answers are read in a second while games are processed and e-mail is sent")
	flag.DurationVar(&p.reading, "reads", 0, "have pages and answers read for so long, at -rate, instead of waiting for games to fall due")
	flag.IntVar(&p.rate, "rate", 200, "how many pages and answers are read in a second")
	flag.BoolVar(&p.strangers, "strangers", false, "with -reads: nobody who reads is signed in")
	flag.IntVar(&p.popular, "popular", 0, "with -reads: how many of the games are read; 0: all")
	flag.BoolVar(&p.keep, "keep", false, "leave the folder where it is")
	flag.StringVar(&p.crowd, "crowd", "", "with -reads: a folder whose games are read; if it has none they are made there, and later runs find them")
	flag.Parse()
	if flag.NArg() > 0 || p.games < 1 || p.games > 20000 || p.processes < 1 || p.processes > 4 || p.rate < 1 || p.beside < 0 || p.seats < 1 || p.processes > 1 && p.database == "" ||
		p.crowd != "" && (p.reading <= 0 || p.database != "") {
		flag.Usage()
		os.Exit(2)
	}
	if p.reading > 0 {
		p.wait = 7 * 24 * time.Hour
	}
	if p.crowd != "" {
		p.wait = keptFor
	}
	if p.wait == 0 {
		p.wait = 90*time.Second + time.Duration(p.games)*60*time.Millisecond
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
	if p.database == "postgres" {
		s, err := startPostgres(ctx, folder)
		if err != nil {
			return err
		}
		defer func() { _ = s.end() }() // its folder goes anyway
		p.database = s.url()
	}
	r := &round{plan: p, folder: folder}
	defer r.end()
	return r.measure(ctx)
}
