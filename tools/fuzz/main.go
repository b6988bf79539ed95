// Command fuzz runs the fuzz targets of every module of this repository one
// after another, counts their executions, and keeps a tally over all runs. Run
// it from the folder tools:
//
//	go run ./fuzz -time 10s             # every target for ten seconds
//	go run ./fuzz -total 2h FuzzParse   # these targets, two hours together
//	go run ./fuzz -fast -total 1h       # the inputs found so far, varied quickly
//	go run ./fuzz -sum                  # what the tally holds
//
// An input that fails is saved in testdata/fuzz of the target's package, where
// every later go test tries it again.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

func main() {
	r := runner{out: os.Stdout}
	flag.DurationVar(&r.time, "time", 10*time.Second, "time for each target")
	total := flag.Duration("total", 0, "time for all targets together, in equal parts; replaces -time")
	flag.IntVar(&r.workers, "workers", 1, "processes that try inputs at the same time")
	flag.StringVar(&r.minimise, "minimise", "20x", "executions or time to make one new input smaller; with Go's own value, a minute, short runs do nothing else")
	flag.BoolVar(&r.fast, "fast", false, "do not look for new code: try ten times as many variations of the inputs that other runs have found")
	tally := flag.String("tally", "", "file with the executions of all runs (default podesta/fuzz.tsv in the user's cache folder)")
	sum := flag.Bool("sum", false, "print what the tally holds, and run nothing")
	root := flag.String("root", "..", "folder of the repository")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: fuzz [flags] [regular expression for PACKAGE.TARGET]")
		flag.PrintDefaults()
	}
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, &r, *root, *tally, flag.Arg(0), *total, *sum); err != nil {
		fmt.Fprintln(os.Stderr, "fuzz:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, r *runner, root, tally, match string, total time.Duration, sum bool) error {
	if tally == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return err
		}
		tally = filepath.Join(cache, "podesta", "fuzz.tsv")
	}
	r.tally = tally
	if sum {
		return printSums(r.out, tally)
	}
	wanted, err := regexp.Compile(match)
	if err != nil {
		return err
	}
	all, err := find(root)
	if err != nil {
		return err
	}
	var targets []target
	for _, t := range all {
		if wanted.MatchString(t.String()) {
			targets = append(targets, t)
		}
	}
	if len(targets) == 0 {
		return fmt.Errorf("none of %d targets matches %q", len(all), match)
	}
	if total > 0 {
		r.time = total / time.Duration(len(targets))
	}
	if r.revision, err = revision(ctx, root); err != nil {
		return err
	}
	failed, err := r.runAll(ctx, targets)
	if err != nil {
		return err
	}
	if len(failed) > 0 {
		return errors.New("failed: " + strings.Join(failed, ", "))
	}
	return nil
}
