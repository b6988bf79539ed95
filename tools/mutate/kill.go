package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// runner runs tests on the mutants of one package.
type runner struct {
	root    string
	temp    string
	tests   []*test // the package's own tests first, fast tests before slow ones
	mu      sync.Mutex
	killers map[string][]*test // the tests that killed mutants of a function
}

// verdict is the result for a mutant.
type verdict struct {
	Key     string
	Line    int
	Killed  bool
	By      string `json:",omitempty"` // the test, or "time"
	Reached int    // number of tests that reach it
}

var (
	failed  = regexp.MustCompile(`--- FAIL: (\S+)`)
	partly  = regexp.MustCompile(`(?m)^    --- FAIL: (\S+)`) // the line of a subtest
	crashed = regexp.MustCompile(`(?m)^(panic|fatal error|runtime): `)
)

// try runs the tests that reach a mutant until one fails.
func (r *runner) try(m *mutant) (verdict, error) {
	v := verdict{Key: m.key, Line: m.line}
	var own, others []*test
	for _, t := range r.tests {
		switch {
		case !t.reach(m):
		case t.of.own:
			own = append(own, t)
		default:
			others = append(others, t)
		}
	}
	v.Reached = len(own) + len(others)
	fn := m.file + " " + m.fn
	r.mu.Lock()
	first := slices.Clone(r.killers[fn])
	r.mu.Unlock()
	var batches [][]*test
	early := slices.DeleteFunc(slices.Clone(own), func(t *test) bool { return !slices.Contains(first, t) })
	if len(early) > 0 {
		batches = append(batches, early)
		own = slices.DeleteFunc(own, func(t *test) bool { return slices.Contains(early, t) })
	}
	batches = append(batches, inBatches(own)...)
	batches = append(batches, inBatches(others)...)
	for _, b := range batches {
		by, err := r.run(m, b)
		if err != nil {
			return v, err
		}
		if by == "" {
			continue
		}
		v.Killed, v.By = true, by
		for _, t := range b {
			if t.label == by || len(b) == 1 {
				r.note(fn, t)
			}
		}
		return v, nil
	}
	return v, nil
}

// note records the tests that recently killed mutants of a function.
func (r *runner) note(fn string, t *test) {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := slices.DeleteFunc(r.killers[fn], func(x *test) bool { return x == t })
	list = append([]*test{t}, list...)
	r.killers[fn] = list[:min(len(list), 4)]
}

// inBatches divides tests into runs of one program with increasing duration.
func inBatches(tests []*test) [][]*test {
	var list [][]*test
	limit, sum := 200*time.Millisecond, time.Duration(0)
	for i, t := range tests {
		if i == 0 || t.of != tests[i-1].of || sum+t.takes > limit {
			if i > 0 && t.of == tests[i-1].of {
				limit *= 4
			}
			list, sum = append(list, nil), 0
		}
		list[len(list)-1] = append(list[len(list)-1], t)
		sum += t.takes
	}
	return list
}

// patience limits the duration of a run: the machine may be busy, and a run may
// wait forever.
const patience = time.Hour

// run runs tests of one program on a mutant. It returns the name of the test
// that fails, or "".
func (r *runner) run(m *mutant, tests []*test) (string, error) {
	var names []string
	takes := time.Duration(0)
	for _, t := range tests {
		names = append(names, t.name)
		takes += t.takes
	}
	p := tests[0].of
	seconds := 2 + int(4*takes/time.Second)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := limited(ctx, seconds, p.bin, "-test.run", strings.Join(names, "|"), "-test.failfast", "-test.timeout", "0")
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", variable, m.id))
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return "", nil
	case !errors.As(err, &exit):
		return "", err
	case ctx.Err() != nil:
		return "", fmt.Errorf("%s: the tests did not end in %v", m.key, patience)
	case exit.ExitCode() < 0:
		// Only a process that has used all its time ran too long. The machine
		// may have ended it for other reasons.
		if used := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(); used < time.Duration(seconds-1)*time.Second {
			return "", fmt.Errorf("%s: the tests were ended from outside after %v: %v", m.key, used, exit)
		}
		return "time", nil
	}
	if found := failed.FindSubmatch(out.Bytes()); found != nil {
		if sub := partly.FindSubmatch(out.Bytes()); sub != nil {
			found = sub // it says more
		}
		return string(found[1]), nil
	}
	if !crashed.Match(out.Bytes()) {
		return "", fmt.Errorf("%s: %v, but no test fails:\n%s", m.key, exit, out.Bytes())
	}
	return "a crash", nil
}

// sound reports whether the tests still pass on the original package. They may
// fail because a file that they read has changed meanwhile. Their verdicts on
// mutants are then worthless.
func (r *runner) sound() error {
	for rest := r.tests; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].of == rest[0].of {
			n++
		}
		by, err := r.run(&mutant{key: "no mutant"}, rest[:n])
		if err != nil {
			return err
		}
		if by != "" {
			return fmt.Errorf("%s fails now without a mutant: has a file been changed that it reads? What came of the latest mutants is forgotten", by)
		}
		rest = rest[n:]
	}
	return nil
}
