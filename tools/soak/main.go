//go:build linux

// Command soak plays games on a judge through all of its interfaces, causes faults meanwhile,
// and checks that the judge did what it confirmed. docs/testing.md describes it.
//
//	soak -kills 1000
//	soak -database postgres -processes 2 -time 10m
//	soak -check FILE
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// plan are the settings of a run.
type plan struct {
	program      string
	seed         uint64
	database     string // "sqlite" or "postgres"
	processCount int
	killsTotal   int
	killsEach    int           // number of kills in a round; 0 if length limits the round
	length       time.Duration // length of a round
	links        int           // number of games played by links
	hosted       int
	rate         float64       // requests per second
	pause        time.Duration // the mean pause between faults
	faults       map[string]bool
	out          string
	hurry        bool // whether not to wait for leases at the end of a round
	verbose      bool
}

func main() {
	if serveSlowDisk() {
		return
	}
	var p plan
	var faults, recheck string
	var most time.Duration
	flag.StringVar(&p.program, "podesta", "", "a podesta built with -tags soak; without it, one is built")
	flag.Uint64Var(&p.seed, "seed", 1, "of the random choices")
	flag.StringVar(&p.database, "database", "sqlite", "sqlite or postgres")
	flag.IntVar(&p.processCount, "processes", 1, "number of processes; SQLite has one")
	flag.IntVar(&p.killsTotal, "kills", 0, "end after so many kills")
	flag.DurationVar(&most, "time", 0, "end after this time")
	flag.IntVar(&p.killsEach, "round", 40, "kills in a round, after which everything is checked and new games begin")
	flag.IntVar(&p.links, "links", 2, "games played by links")
	flag.IntVar(&p.hosted, "hosted", 2, "hosted games")
	flag.Float64Var(&p.rate, "rate", 60, "requests a second")
	flag.DurationVar(&p.pause, "pause", 700*time.Millisecond, "mean pause between faults")
	flag.StringVar(&faults, "faults", "all", "what is broken: all, or names with commas between them")
	flag.StringVar(&p.out, "out", ".", "folder for the history of a round with a violation")
	flag.BoolVar(&p.hurry, "hurry", false, "do not wait for leases at the end of a round")
	flag.BoolVar(&p.verbose, "v", false, "print refused requests")
	flag.StringVar(&recheck, "check", "", "only check this history")
	flag.Parse()
	if recheck != "" {
		h, err := readHistory(recheck)
		if err != nil {
			fmt.Fprintln(os.Stderr, "soak:", err)
			os.Exit(2)
		}
		os.Exit(report(check(h)))
	}
	if err := p.choose(faults); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	wrong, err := soak(ctx, p, most)
	if err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		if len(wrong) == 0 {
			os.Exit(2)
		}
	}
	os.Exit(report(wrong))
}

// choose sets the faults of the run, and checks that they are possible.
func (p *plan) choose(faults string) error {
	if p.database != "sqlite" && p.database != "postgres" {
		return fmt.Errorf("no database %q: name sqlite or postgres", p.database)
	}
	if p.database == "sqlite" && p.processCount != 1 {
		return errors.New("several processes need postgres")
	}
	all := kindNames(p.database)
	chosen := all
	if faults != "all" {
		chosen = strings.Split(faults, ",")
	}
	p.faults = map[string]bool{}
	for _, f := range chosen {
		if !slices.Contains(all, f) {
			return fmt.Errorf("no fault %q with %s: name some of %s", f, p.database, strings.Join(all, ","))
		}
		p.faults[f] = true
	}
	if p.killsTotal > 0 && !p.faults["kill"] {
		return errors.New("kills need the fault kill")
	}
	return nil
}

// report prints the faults, and returns the exit status.
func report(wrong []string) int {
	for _, w := range wrong {
		fmt.Println("VIOLATION:", w)
	}
	if len(wrong) > 0 {
		return 1
	}
	fmt.Println("no violation")
	return 0
}

// roundLength is how long a round without kills lasts.
const roundLength = 30 * time.Second

// soak plays rounds until there were enough kills, the time is over, or a fault was found.
func soak(ctx context.Context, p plan, most time.Duration) (wrong []string, err error) {
	folder, err := os.MkdirTemp("", "podesta-soak-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	if p.program == "" {
		p.program = filepath.Join(folder, "podesta")
		if err := build(ctx, p.program); err != nil {
			return nil, err
		}
	}
	var c *cluster
	if p.database == "postgres" {
		if c, err = newCluster(ctx, p.faults["failover"]); err != nil {
			return nil, err
		}
		defer c.close()
	}
	begun := time.Now()
	all := newFigures()
	kills := 0
	for n := 1; ; n++ {
		r := &round{plan: p, number: n, cluster: c, folder: filepath.Join(folder, fmt.Sprintf("round%d", n))}
		if p.killsTotal > 0 {
			r.killsEach = min(p.killsEach, p.killsTotal-kills)
		}
		if !p.faults["kill"] {
			r.killsEach, r.length = 0, roundLength
		}
		h, err := r.play(ctx)
		if err != nil {
			return nil, fmt.Errorf("round %d: %w", n, err)
		}
		kills += r.kills
		all.add(h)
		at := time.Now()
		wrong = check(h)
		fmt.Printf("round %d of seed %d: %d kills, %d requests, %s, checked in %s: %d violations\n", n, p.seed, r.kills, len(h.Ops), time.Since(h.Began).Round(time.Second), time.Since(at).Round(10*time.Millisecond), len(wrong))
		if len(wrong) > 0 {
			name := filepath.Join(p.out, fmt.Sprintf("soak-%s-%d-%d.jsonl", p.database, p.seed, n))
			if err := h.store(name); err != nil {
				return wrong, err
			}
			logs, err := r.keepLogs(strings.TrimSuffix(name, ".jsonl"))
			if err != nil {
				return wrong, err
			}
			fmt.Println("the history is in", name)
			fmt.Println("the logs of the processes are in", strings.Join(logs, ", "))
			break
		}
		if err := os.RemoveAll(r.folder); err != nil {
			return nil, err
		}
		if p.killsTotal > 0 && kills >= p.killsTotal || most > 0 && time.Since(begun) >= most || p.killsTotal == 0 && most == 0 {
			break
		}
	}
	fmt.Printf("%s, %d processes, seed %d, %s:\n%s", p.database, p.processCount, p.seed, time.Since(begun).Round(time.Second), all)
	return wrong, nil
}

// build builds podesta with what soak runs need, in its own module.
func build(ctx context.Context, to string) error {
	root, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "podesta").Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	c := exec.CommandContext(ctx, "go", "build", "-C", strings.TrimSpace(string(root)), "-tags", "soak", "-o", to, "./cmd/podesta")
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}
