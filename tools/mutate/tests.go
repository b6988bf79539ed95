package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// program is the compiled tests of a package.
type program struct {
	folder string // relative to the project
	dir    string
	bin    string
	own    bool // the package's own tests
}

// test is a test, or a subtest of a test that takes long.
type test struct {
	of      *program
	name    string // as -test.run wants it
	label   string // as it is printed
	part    *test  // the test of which it is a subtest, or nil
	takes   time.Duration
	reaches map[string][]span // the statements that it runs, by file
}

// span is a range of lines and columns.
type span struct{ line, col, endLine, endCol int }

func (s span) has(line, col int) bool {
	return (line > s.line || line == s.line && col >= s.col) && (line < s.endLine || line == s.endLine && col < s.endCol)
}

// long is the duration from which a test is run by its subtests.
const long = 100 * time.Millisecond

// memory limits the memory of a process, in kilobytes. With the limit on
// processor time it ends endless loops.
const memory = 3 << 20

// limited returns a command with a limit on processor time in seconds.
func limited(ctx context.Context, seconds int, bin string, args ...string) *exec.Cmd {
	script := fmt.Sprintf(`ulimit -t %d; ulimit -d %d; exec "$0" "$@"`, seconds, memory)
	return exec.CommandContext(ctx, "sh", append([]string{"-c", script, bin}, args...)...)
}

// compile compiles the tests of a package.
func (r *runner) compile(folder, out string, args ...string) (*program, error) {
	p := &program{folder: folder, dir: filepath.Join(r.root, folder), bin: filepath.Join(r.temp, out)}
	args = append(append([]string{"test", "-c", "-vet=off", "-o", p.bin}, args...), "./"+folder)
	cmd := exec.Command("go", args...)
	cmd.Dir = r.root
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, text)
	}
	if _, err := os.Stat(p.bin); err != nil {
		return nil, fmt.Errorf("%s has no tests", folder)
	}
	return p, nil
}

var finished = regexp.MustCompile(`^( *)--- (PASS|FAIL|SKIP): (\S+) \((\d+\.\d+)s\)`)

// list runs all tests of an instrumented program without a mutant. It returns
// the tests that pass with their duration, and the names of those that fail.
func (p *program) list() (tests []*test, failing []string, err error) {
	cmd := limited(context.Background(), 1200, p.bin, "-test.v")
	cmd.Dir = p.dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			return nil, nil, err
		}
	}
	type line struct {
		depth  int
		name   string
		failed bool
		takes  time.Duration
	}
	var lines []line
	sc := bufio.NewScanner(&out)
	sc.Buffer(nil, 1<<26)
	for sc.Scan() {
		m := finished.FindStringSubmatch(sc.Text())
		if m == nil || m[2] == "SKIP" {
			continue
		}
		seconds, _ := strconv.ParseFloat(m[4], 64)
		lines = append(lines, line{len(m[1]) / 4, m[3], m[2] == "FAIL", time.Duration(seconds * float64(time.Second))})
	}
	if err := sc.Err(); err != nil {
		return nil, nil, err
	}
	newTest := func(l line, part *test) *test {
		parts := strings.Split(l.name, "/")
		for i := range parts {
			parts[i] = "^" + regexp.QuoteMeta(parts[i]) + "$"
		}
		return &test{of: p, name: strings.Join(parts, "/"), label: l.name, part: part, takes: l.takes}
	}
	add := func(l line, part *test) {
		if l.failed {
			failing = append(failing, l.name)
			return
		}
		tests = append(tests, newTest(l, part))
	}
	for i := 0; i < len(lines); i++ {
		if lines[i].depth > 0 {
			continue
		}
		var subs []line // the subtests of a test follow it
		for _, l := range lines[i+1:] {
			if l.depth == 0 {
				break
			}
			if l.depth == 1 && strings.Count(l.name, "/") == 1 {
				subs = append(subs, l)
			}
		}
		if (lines[i].takes < long && !lines[i].failed) || len(subs) < 2 {
			add(lines[i], nil)
			continue
		}
		var whole *test
		if !lines[i].failed {
			whole = newTest(lines[i], nil)
		}
		for _, l := range subs {
			add(l, whole)
		}
	}
	if len(tests) == 0 {
		return nil, nil, fmt.Errorf("no test of %s passes:\n%s", p.folder, out.Bytes())
	}
	return tests, failing, nil
}

// measure determines which statements of a package a test runs. p is the test's
// program with coverage.
func (t *test) measure(p *program, temp string) error {
	profile := filepath.Join(temp, "cover.out")
	cmd := limited(context.Background(), 600, p.bin, "-test.run", t.name, "-test.coverprofile", profile)
	cmd.Dir = p.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %s: %w\n%s", p.folder, t.name, err, out)
	}
	// Tests that run in parallel take more time than they report.
	t.takes = max(t.takes, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	data, err := os.ReadFile(profile)
	if err != nil {
		return err
	}
	t.reaches = map[string][]span{}
	for line := range strings.Lines(string(data)) {
		// The format is path/file.go:3.14,5.2 1 1.
		place, count, _ := strings.Cut(strings.TrimSpace(line), " ")
		if count == "" || strings.HasSuffix(count, " 0") {
			continue
		}
		file, at, ok := strings.Cut(place, ":")
		if !ok {
			continue
		}
		var s span
		if _, err := fmt.Sscanf(at, "%d.%d,%d.%d", &s.line, &s.col, &s.endLine, &s.endCol); err != nil {
			continue
		}
		file = file[strings.LastIndexByte(file, '/')+1:]
		t.reaches[file] = append(t.reaches[file], s)
	}
	return nil
}

// measureAll measures tests. A test is run as a whole if its subtests do not
// pass separately.
func measureAll(tests []*test, covered *program, temp string) ([]*test, error) {
	whole := map[*test]bool{}
	var list []*test
	for _, t := range tests {
		if whole[t.part] {
			continue
		}
		err := t.measure(covered, temp)
		if err == nil {
			list = append(list, t)
			continue
		}
		if t.part == nil {
			return nil, err
		}
		whole[t.part] = true
		if err := t.part.measure(covered, temp); err != nil {
			return nil, err
		}
		list = append(slices.DeleteFunc(list, func(x *test) bool { return x.part == t.part }), t.part)
	}
	return list, nil
}

// reach reports whether a test runs the place of a mutant. All tests run what
// is outside functions.
func (t *test) reach(m *mutant) bool {
	if m.fn == "" {
		return true
	}
	return slices.ContainsFunc(t.reaches[m.file], func(s span) bool { return s.has(m.reached.Line, m.reached.Column) })
}
