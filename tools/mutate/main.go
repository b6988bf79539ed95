// Command mutate measures what the tests of a package notice. It makes many
// small changes to its source, one at a time, and runs the tests on each. A
// change that no test notices has survived. It reveals a missing test, code
// that does nothing, or a change that makes no difference. Run it from the
// folder tools:
//
//	go run ./mutate machiavelli/turn             all mutants of a package
//	go run ./mutate -sample 300 machiavelli/turn some of them, the same each time
//	go run ./mutate -again machiavelli/turn      those that survived, once more
//	go run ./mutate -known machiavelli/turn      none, but what is known of them is told
//
// All mutants are compiled into one copy of the package; an environment
// variable chooses one of them. Only mutants that build are counted. A mutant
// is first tried with the package's tests that reach it, beginning with the
// fast ones, then with the tests of the packages in packages.txt.
//
// The verdict on each mutant is kept in bin/mutate, and a later run continues
// from there. Mutants of a function that has changed are tried again. Survivors
// that make no difference are listed in equivalent.txt with the reason. The
// program fails if the tests kill fewer than 95 of 100 mutants, or if a
// survivor is not listed.
package main

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/tools/go/packages"
)

//go:embed packages.txt
var helping string

func main() {
	o := options{out: os.Stdout}
	flag.StringVar(&o.root, "root", "..", "the project's folder")
	flag.IntVar(&o.sample, "sample", 0, "how many mutants of each package to try, 0 for all")
	flag.BoolVar(&o.again, "again", false, "try the mutants that survived earlier once more")
	flag.BoolVar(&o.known, "known", false, "try none, and tell what is known from earlier runs")
	flag.BoolVar(&o.fresh, "fresh", false, "forget what came of earlier runs")
	flag.BoolVar(&o.alone, "alone", false, "only the package's own tests")
	flag.DurationVar(&o.longest, "longest", 0, "leave out tests that take longer, 0 for none")
	flag.IntVar(&o.parallel, "parallel", 1, "how many mutants to try at once")
	flag.Float64Var(&o.least, "least", 95, "how many of 100 mutants must be killed")
	flag.StringVar(&o.only, "only", "", "only mutants of the files whose name contains this")
	flag.StringVar(&o.equivalent, "equivalent", "mutate/equivalent.txt", "the list of mutants that make no difference")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "mutate: name a package, such as machiavelli/turn")
		os.Exit(2)
	}
	good := true
	for _, folder := range flag.Args() {
		t, err := run(o, strings.Trim(strings.TrimPrefix(filepath.ToSlash(folder), "./"), "/"))
		if err != nil {
			fmt.Fprintln(os.Stderr, "mutate:", err)
			os.Exit(2)
		}
		good = t.tell(o) && good
	}
	if !good {
		os.Exit(1)
	}
}

type options struct {
	root, only, equivalent string
	sample, parallel       int
	again, fresh, alone    bool
	known                  bool
	longest                time.Duration
	least                  float64
	out                    io.Writer
}

// helpers returns the packages whose tests are run on the mutants that a
// package's own tests do not kill.
func helpers(folder string) []string {
	for line := range strings.Lines(helping) {
		name, list, ok := strings.Cut(strings.TrimSpace(line), ":")
		if ok && name == folder {
			return strings.Fields(list)
		}
	}
	return nil
}

// run tries the mutants of a package.
func run(o options, folder string) (*tally, error) {
	root, err := filepath.Abs(o.root)
	if err != nil {
		return nil, err
	}
	p, err := load(root, folder)
	if err != nil {
		return nil, err
	}
	sources, err := find(folder, p, os.ReadFile)
	if err != nil {
		return nil, err
	}
	all := count(sources)
	if err := dropUnbuilt(p, sources); err != nil {
		return nil, err
	}
	mutants := number(sources)
	fmt.Fprintf(o.out, "%s: %d mutants, %d of them build\n", folder, all, len(mutants))

	keep := filepath.Join(root, "bin", "mutate")
	if err := os.MkdirAll(keep, 0o755); err != nil {
		return nil, err
	}
	known, results, err := openResults(filepath.Join(keep, strings.ReplaceAll(folder, "/", "-")+".jsonl"), o.fresh)
	if err != nil {
		return nil, err
	}
	defer func() { _ = results.Close() }()

	chosen := choose(mutants, o)
	var todo []*mutant
	for _, m := range chosen {
		if v, ok := known[m.key]; !o.known && (!ok || o.again && !v.Killed) {
			todo = append(todo, m)
		}
	}
	if len(todo) > 0 {
		temp, err := os.MkdirTemp("", "mutate")
		if err != nil {
			return nil, err
		}
		defer func() { _ = os.RemoveAll(temp) }()
		r := &runner{root: root, temp: temp, killers: map[string][]*test{}}
		if err := r.prepare(o, folder, p, sources); err != nil {
			return nil, err
		}
		if err := r.all(o, todo, known, results); err != nil {
			return nil, err
		}
	}
	listed, err := readEquivalent(o.equivalent)
	if err != nil {
		return nil, err
	}
	return sum(folder, chosen, known, listed, len(chosen) == len(mutants)), nil
}

// load loads a package with its types.
func load(root, folder string) (*packages.Package, error) {
	const mode = packages.NeedName | packages.NeedCompiledGoFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo |
		packages.NeedTypesSizes | packages.NeedImports | packages.NeedDeps | packages.NeedModule
	list, err := packages.Load(&packages.Config{Mode: mode, Dir: root}, "./"+folder)
	if err != nil {
		return nil, err
	}
	if len(list) != 1 || len(list[0].Errors) > 0 {
		return nil, fmt.Errorf("%s: %v", folder, list[0].Errors)
	}
	return list[0], nil
}

func count(sources []*source) int {
	n := 0
	for _, src := range sources {
		for _, s := range src.sites {
			n += len(s.mutants)
		}
	}
	return n
}

// number numbers the mutants.
func number(sources []*source) []*mutant {
	var list []*mutant
	for _, src := range sources {
		for _, s := range src.sites {
			for _, m := range s.mutants {
				list = append(list, m)
				m.id = len(list)
			}
		}
	}
	return list
}

// prepare compiles and measures the tests.
func (r *runner) prepare(o options, folder string, p *packages.Package, sources []*source) error {
	overlay := map[string]string{}
	write := func(path, text string) error {
		copied := filepath.Join(r.temp, filepath.Base(path))
		overlay[path] = copied
		return os.WriteFile(copied, []byte(text), 0o644)
	}
	for _, src := range sources {
		if err := write(src.path, instrumented(src, p.Types)); err != nil {
			return err
		}
	}
	if err := write(filepath.Join(r.root, folder, "mutant_chosen.go"), fmt.Sprintf(chosen, p.Name)); err != nil {
		return err
	}
	data, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		return err
	}
	list := filepath.Join(r.temp, "overlay.json")
	if err := os.WriteFile(list, data, 0o644); err != nil {
		return err
	}
	folders := []string{folder}
	if !o.alone {
		folders = append(folders, helpers(folder)...)
	}
	for i, f := range folders {
		start := time.Now()
		prog, err := r.compile(f, fmt.Sprintf("tests%d", i), "-overlay", list)
		if err != nil {
			return err
		}
		prog.own = i == 0
		tests, failing, err := prog.list()
		if err != nil {
			return err
		}
		if len(failing) > 0 {
			fmt.Fprintf(o.out, "%s: left out, as they fail on the instrumented package: %s\n", f, strings.Join(failing, ", "))
		}
		covered, err := r.compile(f, fmt.Sprintf("cover%d", i), "-cover", "-covermode=set", "-coverpkg="+p.PkgPath)
		if err != nil {
			return err
		}
		var takes time.Duration
		if tests, err = measureAll(tests, covered, r.temp); err != nil {
			return err
		}
		for _, t := range tests {
			takes += t.takes
		}
		if o.longest > 0 {
			tests = slices.DeleteFunc(tests, func(t *test) bool { return t.takes > o.longest })
		}
		slices.SortStableFunc(tests, func(a, b *test) int { return int(a.takes - b.takes) })
		r.tests = append(r.tests, tests...)
		fmt.Fprintf(o.out, "%s: %d tests of %v, prepared in %v\n", f, len(tests), takes, time.Since(start).Round(time.Second))
	}
	return nil
}

// trust is the time after which the tests are run without a mutant again.
const trust = 5 * time.Minute

// all tries mutants and records the verdicts, as long as the tests pass without
// a mutant.
func (r *runner) all(o options, todo []*mutant, known map[string]verdict, results *os.File) error {
	work := make(chan *mutant)
	var wg sync.WaitGroup
	var mu sync.Mutex
	var failure error
	start, done := time.Now(), 0
	checked := start
	var fresh []verdict // since the last run without a mutant
	keep := func() error {
		if len(fresh) == 0 {
			return nil
		}
		if err := r.sound(); err != nil {
			fresh = nil
			return err
		}
		for _, v := range fresh {
			known[v.Key] = v
			if err := json.NewEncoder(results).Encode(v); err != nil {
				return err
			}
		}
		fresh, checked = nil, time.Now()
		return nil
	}
	for range max(o.parallel, 1) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for m := range work {
				v, err := r.try(m)
				mu.Lock()
				if err == nil {
					if fresh = append(fresh, v); time.Since(checked) > trust {
						err = keep()
					}
				}
				if err != nil && failure == nil {
					failure = err
				}
				done++
				if done%500 == 0 {
					left := time.Since(start) / time.Duration(done) * time.Duration(len(todo)-done)
					fmt.Fprintf(o.out, "%d of %d tried, about %v left\n", done, len(todo), left.Round(time.Second))
				}
				mu.Unlock()
			}
		}()
	}
	for _, m := range todo {
		mu.Lock()
		stop := failure != nil
		mu.Unlock()
		if stop {
			break
		}
		work <- m
	}
	close(work)
	wg.Wait()
	if err := keep(); failure == nil {
		failure = err
	}
	return failure
}
