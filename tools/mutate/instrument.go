package main

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// chosen is the source of the file that is added to the instrumented package.
const chosen = `package %s

import (
	"os"
	"strconv"
)

var mutant_ = func() int {
	n, _ := strconv.Atoi(os.Getenv("` + variable + `"))
	return n
}()
`

// variable is the environment variable that chooses a mutant.
const variable = "PODESTA_MUTANT"

// instrumented returns the text of a file with all its mutants. The variable
// mutant_ chooses one of them; with 0, the code behaves as the original. Only
// original code is instrumented further inside, not its replacements, since
// only one mutant is chosen at a time.
func instrumented(src *source, self *types.Package) string {
	sites := slices.DeleteFunc(slices.Clone(src.sites), func(s *site) bool { return len(s.mutants) == 0 })
	slices.SortStableFunc(sites, func(a, b *site) int {
		if a.from != b.from {
			return a.from - b.from
		}
		return b.to - a.to
	})
	used := map[string]string{} // the names of imported packages, by path
	qualify := func(p *types.Package) string {
		if p == self {
			return ""
		}
		if used[p.Path()] == "" {
			used[p.Path()] = fmt.Sprintf("mutant_%d_%s", len(used), p.Name())
		}
		return used[p.Path()]
	}
	var text strings.Builder
	var open []*site
	at := int(src.tree.Name.End() - src.tree.FileStart)
	upTo := func(to int) {
		text.Write(src.text[at:to])
		at = to
	}
	closeUpTo := func(from int) {
		for len(open) > 0 && open[len(open)-1].to <= from {
			s := open[len(open)-1]
			upTo(s.to)
			text.WriteString(s.after())
			open = open[:len(open)-1]
		}
	}
	for _, s := range sites {
		closeUpTo(s.from)
		upTo(s.from)
		text.WriteString(s.before(qualify))
		open = append(open, s)
	}
	closeUpTo(len(src.text))
	upTo(len(src.text))
	head := string(src.text[:src.tree.Name.End()-src.tree.FileStart])
	for _, path := range slices.Sorted(maps.Keys(used)) {
		head += fmt.Sprintf("; import %s %q", used[path], path)
	}
	return head + text.String()
}

// before returns the text that is inserted before a site.
func (s *site) before(qualify types.Qualifier) string {
	var b strings.Builder
	switch s.kind {
	case expression:
		fmt.Fprintf(&b, "(func() %s { ", types.TypeString(s.of, qualify))
		for _, m := range s.mutants {
			fmt.Fprintf(&b, "if mutant_ == %d { return %s }; ", m.id, m.with)
		}
		b.WriteString("return ")
	case statement, post:
		if s.kind == post {
			b.WriteString("func() { ")
		}
		for _, m := range s.mutants {
			fmt.Fprintf(&b, "if mutant_ == %d { %s } else ", m.id, m.with)
		}
		b.WriteString("{ ")
	case body:
		fmt.Fprintf(&b, "if mutant_ != %d { ", s.mutants[0].id)
	}
	return b.String()
}

// after returns the text that is inserted after a site.
func (s *site) after() string {
	switch s.kind {
	case expression:
		return "}())"
	case post:
		return " }}()"
	}
	return " }"
}
