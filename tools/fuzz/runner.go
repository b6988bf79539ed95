package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// runner runs targets.
type runner struct {
	time     time.Duration // for each target
	workers  int
	minimise string
	fast     bool   // without counters
	tally    string // file
	revision string
	out      io.Writer
}

// result is what one run of a target did.
type result struct {
	executions int64
	took       time.Duration
	failure    string // output of a run that failed
}

// runAll runs targets one after another and prints what each did. It returns
// the names of those that failed.
func (r *runner) runAll(ctx context.Context, targets []target) (failed []string, err error) {
	folder, err := os.MkdirTemp("", "fuzz")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	program := filepath.Join(folder, "fuzz.test")
	sum, begun := int64(0), time.Now()
	for i, t := range targets {
		// One program has all targets of a package.
		if i == 0 || targets[i-1].Path != t.Path {
			if err := r.build(ctx, t, program); err != nil {
				return nil, err
			}
		}
		done, err := r.runOne(ctx, t, program)
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := note(r.tally, entry{time.Now(), r.revision, t.String(), done.took, done.executions}); err != nil {
			return nil, err
		}
		sum += done.executions
		fmt.Fprintf(r.out, "%-52s %12d in %5.0f s, %7.0f/s\n", t, done.executions, done.took.Seconds(), float64(done.executions)/done.took.Seconds())
		switch {
		case done.failure != "":
			failed = append(failed, t.String())
			fmt.Fprintf(r.out, "%s\n%s failed. Its input is in %s.\n", done.failure, t, filepath.Join(t.Folder, "testdata", "fuzz", t.Name))
		case done.executions == 0:
			failed = append(failed, t.String())
			fmt.Fprintf(r.out, "%s executed nothing.\n", t)
		}
	}
	fmt.Fprintf(r.out, "%-52s %12d in %5.0f s\n", strconv.Itoa(len(targets))+" targets", sum, time.Since(begun).Seconds())
	return failed, nil
}

// build compiles the tests of a target's package, unless the run is fast with the
// counters that lead the search to new code.
func (r *runner) build(ctx context.Context, t target, program string) error {
	args := []string{"test", "-c", "-vet=off", "-o", program}
	if !r.fast {
		args = append(args, "-fuzz=.")
	}
	c := exec.CommandContext(ctx, "go", append(args, ".")...)
	c.Dir = t.Path
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", t.Folder, err, out)
	}
	return nil
}

// runOne runs a target. Inputs that reached new code are kept where go test
// -fuzz keeps them, and the next run begins with them.
func (r *runner) runOne(ctx context.Context, t target, program string) (result, error) {
	cache, err := exec.CommandContext(ctx, "go", "env", "GOCACHE").Output()
	if err != nil {
		return result{}, err
	}
	only := "^" + t.Name + "$"
	c := exec.CommandContext(ctx, program, "-test.run="+only, "-test.fuzz="+only, "-test.fuzztime="+r.time.String(),
		"-test.fuzzminimizetime="+r.minimise, "-test.parallel="+strconv.Itoa(r.workers), "-test.paniconexit0",
		"-test.fuzzcachedir="+filepath.Join(strings.TrimSpace(string(cache)), "fuzz", "podesta", t.Folder))
	c.Dir = t.Path
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	c.WaitDelay = 10 * time.Second
	begun := time.Now()
	out, err := c.CombinedOutput()
	done := result{executions: executed(string(out)), took: time.Since(begun)}
	if err != nil && !lateEnd.Match(out) {
		done.failure = string(out) + err.Error()
	}
	return done, nil
}

// lateEnd matches the failure of a run whose time was over while it made an input
// smaller (https://go.dev/issue/75804): nothing was found.
var lateEnd = regexp.MustCompile(`--- FAIL: Fuzz\w+ \(.*\)\n +context deadline exceeded\n`)

var executions = regexp.MustCompile(`, execs: ([0-9]+) \(`)

// executed returns the executions in the last line of progress.
func executed(output string) int64 {
	all := executions.FindAllStringSubmatch(output, -1)
	if len(all) == 0 {
		return 0
	}
	n, err := strconv.ParseInt(all[len(all)-1][1], 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// revision returns the commit that is checked out, with a plus sign if files
// differ from it.
func revision(ctx context.Context, root string) (string, error) {
	head, err := exec.CommandContext(ctx, "git", "-C", root, "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return "", fmt.Errorf("git rev-parse: %w", err)
	}
	out := strings.TrimSpace(string(head))
	if err := exec.CommandContext(ctx, "git", "-C", root, "diff", "--quiet", "HEAD").Run(); err != nil {
		out += "+"
	}
	return out, nil
}
