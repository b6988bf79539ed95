package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// openResults reads the verdicts of earlier runs, and opens the file to append
// more.
func openResults(path string, fresh bool) (map[string]verdict, *os.File, error) {
	known := map[string]verdict{}
	flags := os.O_CREATE | os.O_RDWR | os.O_APPEND
	if fresh {
		flags |= os.O_TRUNC
	}
	file, err := os.OpenFile(path, flags, 0o644)
	if err != nil {
		return nil, nil, err
	}
	sc := bufio.NewScanner(file)
	sc.Buffer(nil, 1<<24)
	for sc.Scan() {
		var v verdict
		if json.Unmarshal(sc.Bytes(), &v) == nil { // the last line may be cut off if the run was stopped
			known[v.Key] = v
		}
	}
	return known, file, sc.Err()
}

// choose returns the mutants to try. A sample is always the same, and a smaller
// sample is part of a larger one.
func choose(mutants []*mutant, o options) []*mutant {
	list := slices.DeleteFunc(slices.Clone(mutants), func(m *mutant) bool { return !strings.Contains(m.file, o.only) })
	if o.sample == 0 || o.sample >= len(list) {
		return list
	}
	rank := func(m *mutant) uint64 {
		h := fnv.New64a()
		_, _ = h.Write([]byte(m.key))
		return h.Sum64()
	}
	slices.SortStableFunc(list, func(a, b *mutant) int { return cmp.Compare(rank(a), rank(b)) })
	list = list[:o.sample]
	slices.SortFunc(list, func(a, b *mutant) int { return a.id - b.id })
	return list
}

// excuse is an entry of the list of equivalent mutants.
type excuse struct {
	place  string // package, file and function
	text   string // the line
	change string
	reason string
	used   bool
}

// readEquivalent reads the list of equivalent mutants. An entry is a paragraph
// with a line for the place ("machiavelli/turn move.go move"), the source line,
// the change and the reason, each after its keyword.
func readEquivalent(path string) ([]*excuse, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []*excuse
	for i, part := range strings.Split(string(data), "\n\n") {
		var e excuse
		for line := range strings.Lines(part) {
			line = strings.TrimSpace(line)
			if line == "" || line[0] == '#' {
				continue
			}
			word, rest, _ := strings.Cut(line, ": ")
			field, ok := map[string]*string{"in": &e.place, "line": &e.text, "change": &e.change, "why": &e.reason}[word]
			if !ok {
				return nil, fmt.Errorf("%s: paragraph %d: expected in, line, change or why, found %q", path, i+1, line)
			}
			*field = strings.Join(strings.Fields(rest), " ")
		}
		if e == (excuse{}) {
			continue
		}
		if e.place == "" || e.text == "" || e.change == "" || e.reason == "" {
			return nil, fmt.Errorf("%s: paragraph %d: it needs in, line, change and why", path, i+1)
		}
		list = append(list, &e)
	}
	return list, nil
}

// of reports whether an excuse applies to a mutant. A change of several lines
// or files needs an entry for each.
func (e *excuse) of(m *mutant) bool {
	return e.place == strings.TrimSpace(m.pkg+" "+m.file+" "+m.fn) && e.text == m.text && e.change == m.change
}

// tally is the result for the mutants of a package.
type tally struct {
	folder      string
	all         int
	tried       int
	killed      int
	equivalent  int
	survivors   []*mutant
	unreached   map[*mutant]bool
	contradicts []*excuse // listed, but killed by a test
	stale       []*excuse // listed, but without a mutant
}

// sum computes the tally.
func sum(folder string, chosen []*mutant, known map[string]verdict, listed []*excuse, complete bool) *tally {
	t := &tally{folder: folder, all: len(chosen), unreached: map[*mutant]bool{}}
	killed := map[*excuse]bool{}
	for _, m := range chosen {
		v, ok := known[m.key]
		if !ok {
			complete = false
			continue
		}
		t.tried++
		var e *excuse
		if i := slices.IndexFunc(listed, func(e *excuse) bool { return e.of(m) }); i >= 0 {
			e = listed[i]
		}
		switch {
		case v.Killed:
			t.killed++
			if e != nil {
				killed[e] = true
			}
		case e != nil:
			t.equivalent++
			e.used = true
		default:
			t.survivors = append(t.survivors, m)
			t.unreached[m] = v.Reached == 0
		}
	}
	for _, e := range listed {
		switch {
		case e.used || !strings.HasPrefix(e.place, folder+" "):
		case killed[e]:
			t.contradicts = append(t.contradicts, e)
		case complete:
			t.stale = append(t.stale, e)
		}
	}
	return t
}

// rate returns the percentage of mutants that are killed.
func (t *tally) rate() float64 {
	if t.tried == 0 {
		return 100
	}
	return 100 * float64(t.killed) / float64(t.tried)
}

// tell prints the tally and reports whether it is acceptable.
func (t *tally) tell(o options) bool {
	for _, m := range t.survivors {
		note := ""
		if t.unreached[m] {
			note = " (no test reaches it)"
		}
		fmt.Fprintf(o.out, "\n# %s/%s:%d%s\nin: %s\nline: %s\nchange: %s\n",
			m.pkg, m.file, m.line, note, strings.TrimSpace(m.pkg+" "+m.file+" "+m.fn), m.text, m.change)
	}
	for _, e := range t.contradicts {
		fmt.Fprintf(o.out, "\n# listed as equivalent, but a test kills it\nin: %s\nline: %s\nchange: %s\n", e.place, e.text, e.change)
	}
	for _, e := range t.stale {
		fmt.Fprintf(o.out, "\n# listed as equivalent, but not there any more\nin: %s\nline: %s\nchange: %s\n", e.place, e.text, e.change)
	}
	fmt.Fprintf(o.out, "\n%s: %d of %d mutants tried, %d killed, %d equivalent, %d survive: %.1f of 100 killed\n",
		t.folder, t.tried, t.all, t.killed, t.equivalent, len(t.survivors), t.rate())
	return t.tried == t.all && t.rate() >= o.least && len(t.survivors) == 0 && len(t.contradicts) == 0 && len(t.stale) == 0
}
