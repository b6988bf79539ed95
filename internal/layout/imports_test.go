package layout

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

const table = "internal/layout/imports.txt"

func TestImports(t *testing.T) {
	t.Parallel()
	module := os.DirFS("../..")
	text, err := fs.ReadFile(module, table)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := readRules(string(text))
	if err != nil {
		t.Fatal(err)
	}
	packages, err := readPackages(module)
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) < 50 {
		t.Fatalf("only %d packages found", len(packages))
	}
	for _, breach := range rules.check(packages) {
		t.Error(breach)
	}
}

// rules holds the content of imports.txt.
type rules struct {
	level  map[string]int // line of the order in which each package is listed
	never  []rule         // rules that forbid imports
	only   []rule         // rules that list the only permitted importers of a package
	values patterns
	doors  patterns // packages that may only call commands of the judge
}

type rule struct {
	packages patterns
	others   patterns
	why      string
}

// patterns lists names of packages or folders. A name matches if the longest pattern for it does
// not begin with "-".
type patterns []string

func (p patterns) match(name string) bool {
	best, in := -1, false
	for _, pattern := range p {
		pattern, except := strings.CutPrefix(pattern, "-")
		folder, below := strings.CutSuffix(pattern, "/...")
		if name != folder && (!below || !strings.HasPrefix(name, folder+"/")) {
			continue
		}
		if len(folder) > best {
			best, in = len(folder), !except
		}
	}
	return in
}

func readRules(text string) (*rules, error) {
	r := &rules{level: map[string]int{}}
	section := ""
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if strings.HasPrefix(line, "[") {
			section = strings.Trim(line, "[]")
			continue
		}
		switch section {
		case "order":
			for _, name := range strings.Fields(line) {
				if r.level[name] != 0 {
					return nil, fmt.Errorf("%s:%d: %s is listed twice", table, i+1, name)
				}
				r.level[name] = i + 1
			}
		case "values":
			r.values = append(r.values, strings.Fields(line)...)
		case "doors":
			r.doors = append(r.doors, strings.Fields(line)...)
		case "never", "only":
			line, why, _ := strings.Cut(line, "|")
			packages, others, ok := strings.Cut(line, ":")
			if !ok {
				return nil, fmt.Errorf("%s:%d: a line of [%s] has a colon after the packages that it is about", table, i+1, section)
			}
			made := rule{strings.Fields(packages), strings.Fields(others), strings.TrimSpace(why)}
			if section == "never" {
				r.never = append(r.never, made)
			} else {
				r.only = append(r.only, made)
			}
		default:
			return nil, fmt.Errorf("%s:%d: the sections are [order], [never], [only], [values] and [doors], not [%s]", table, i+1, section)
		}
	}
	return r, nil
}

// goFile holds the facts about a file that the tests need.
type goFile struct {
	name     string
	test     bool
	imports  map[string]int // paths, relative to the module for its own packages, with their lines
	ours     map[string]bool
	parallel []string // uses of goroutines, channels and shared random numbers, with line numbers
}

// readPackages reads the Go files of a module, including those for other systems, keyed by
// folder.
func readPackages(module fs.FS) (map[string][]goFile, error) {
	text, err := fs.ReadFile(module, "go.mod")
	if err != nil {
		return nil, err
	}
	line, _, _ := strings.Cut(string(text), "\n")
	name := strings.TrimPrefix(line, "module ")
	packages := map[string][]goFile{}
	err = fs.WalkDir(module, ".", func(at string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if at == "." {
				return nil
			}
			if b := path.Base(at); b == "testdata" || strings.HasPrefix(b, ".") || strings.HasPrefix(b, "_") || at == "bin" || at == "data" {
				return fs.SkipDir
			}
			if _, err := fs.Stat(module, path.Join(at, "go.mod")); err == nil { // it belongs to another module
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(at) != ".go" {
			return nil
		}
		text, err := fs.ReadFile(module, at)
		if err != nil {
			return err
		}
		file, err := readFile(at, text, name)
		if err != nil {
			return err
		}
		packages[path.Dir(at)] = append(packages[path.Dir(at)], file)
		return nil
	})
	return packages, err
}

func readFile(at string, text []byte, module string) (goFile, error) {
	f := goFile{name: at, test: strings.HasSuffix(at, "_test.go"), imports: map[string]int{}, ours: map[string]bool{}}
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, at, text, parser.SkipObjectResolution)
	if err != nil {
		return f, err
	}
	random := ""
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return f, err
		}
		ours, is := strings.CutPrefix(imported, module+"/")
		f.imports[ours], f.ours[ours] = set.Position(spec.Pos()).Line, is
		if imported == "math/rand" || imported == "math/rand/v2" {
			random = "rand"
			if spec.Name != nil {
				random = spec.Name.Name
			}
		}
	}
	note := func(n ast.Node, what string) {
		f.parallel = append(f.parallel, fmt.Sprintf("%s:%d: %s", at, set.Position(n.Pos()).Line, what))
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			note(n, "starts a goroutine")
		case *ast.ChanType:
			note(n, "uses a channel")
		case *ast.CallExpr:
			fun, ok := n.Fun.(*ast.SelectorExpr)
			if !ok || random == "" {
				break
			}
			if x, ok := fun.X.(*ast.Ident); ok && x.Name == random && !strings.HasPrefix(fun.Sel.Name, "New") {
				note(n, "takes a random number without a seed")
			}
		}
		return true
	})
	return f, nil
}

// check returns the violations of the rules, each with advice.
func (r *rules) check(packages map[string][]goFile) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(packages)) {
		if r.level[name] == 0 {
			out = append(out, fmt.Sprintf("%s: the package is not in %s. Add it under [order], on a line below all packages that it imports", name, table))
		}
		for _, f := range packages[name] {
			for _, imported := range slices.SortedFunc(maps.Keys(f.imports), func(a, b string) int { return cmp.Compare(f.imports[a], f.imports[b]) }) {
				if breach := r.breach(name, imported, &f); breach != "" {
					out = append(out, fmt.Sprintf("%s:%d: %s (%s)", f.name, f.imports[imported], breach, table))
				}
			}
			if !f.test && r.values.match(name) {
				for _, breach := range f.parallel {
					out = append(out, fmt.Sprintf("%s; %s works on values alone: let the caller do it, or pass it in (%s, [values])", breach, name, table))
				}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.level)) {
		if len(packages[name]) == 0 {
			out = append(out, fmt.Sprintf("%s:%d: there is no package %s any more: take it out", table, r.level[name], name))
		}
	}
	return out
}

// breach describes how an import breaks a rule, or returns "".
func (r *rules) breach(name, imported string, f *goFile) string {
	ours := f.ours[imported]
	for _, never := range r.never {
		if (ours || !f.test) && never.packages.match(name) && never.others.match(imported) {
			return sentence(name+" must not import "+imported, never.why)
		}
	}
	if f.test {
		return ""
	}
	for _, only := range r.only {
		if only.packages.match(imported) && !only.packages.match(name) && !only.others.match(name) {
			who := "tests"
			if len(only.others) > 0 {
				who = strings.Join(only.others, ", ")
			}
			return sentence(fmt.Sprintf("%s must not import %s, which is for %s only", name, imported, who), only.why)
		}
	}
	if ours && r.level[imported] != 0 && r.level[name] != 0 && r.level[imported] >= r.level[name] {
		return fmt.Sprintf("%s (line %d of the order) must not import %s (line %d): a package imports only those on lines above its own. "+
			"Move what both need into a package above them, or pass it in as an argument or interface", name, r.level[name], imported, r.level[imported])
	}
	return ""
}

func sentence(what, why string) string {
	if why == "" {
		return what
	}
	return what + ": " + why
}

// TestImportsFinds checks that each rule is enforced, by breaking it once.
func TestImportsFinds(t *testing.T) {
	t.Parallel()
	r, err := readRules(`
[order]
low other
high
gone
[never]
low -low/tests: os net/... high | only values
[only]
other: high | it has secrets
database/...: high
fake: | for tests
[values]
low
`)
	if err != nil {
		t.Fatal(err)
	}
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	packages, err := readPackages(fstest.MapFS{
		"go.mod":             file("module m\n\ngo 1.26.0\n"),
		"low/a.go":           file("package low\n\nimport (\n\t\"os\"\n\t\"net/http\"\n\t\"m/high\"\n)\n"),
		"low/b.go":           file("package low\n\nimport \"math/rand/v2\"\n\nvar c chan int\n\nfunc f() {\n\tgo f()\n\trand.N(3)\n\trand.New(nil)\n}\n"),
		"low/a_test.go":      file("package low\n\nimport (\n\t\"os\"\n\t\"m/high\"\n)\n\nfunc g() { go g() }\n"),
		"low/linux_linux.go": file("//go:build linux\n\npackage low\n\nimport \"m/other\"\n"),
		"other/a.go":         file("package other\n\nimport (\n\t\"database/sql\"\n\t\"m/fake\"\n\t\"m/low\"\n)\n"),
		"high/a.go":          file("package high\n\nimport (\n\t\"database/sql\"\n\t\"m/low\"\n\t\"m/other\"\n)\n"),
		"fake/a.go":          file("package fake\n"),
		"tool/go.mod":        file("module tool\n"),
		"tool/a.go":          file("package tool\n"),
		"high/testdata/a.go": file("not Go"),
	})
	if err != nil {
		t.Fatal(err)
	}
	got := r.check(packages)
	want := []string{
		"fake: the package is not in",
		"low/a.go:4: low must not import os: only values",
		"low/a.go:5: low must not import net/http: only values",
		"low/a.go:6: low must not import high: only values",
		"low/a_test.go:5: low must not import high: only values",
		"low/b.go:5: uses a channel; low works on values alone",
		"low/b.go:8: starts a goroutine; low works on values alone",
		"low/b.go:9: takes a random number without a seed; low works on values alone",
		"low/linux_linux.go:5: low must not import other, which is for high only: it has secrets",
		"other/a.go:4: other must not import database/sql, which is for high only",
		"other/a.go:5: other must not import fake, which is for tests only: for tests",
		"other/a.go:6: other (line 3 of the order) must not import low (line 3)",
		"internal/layout/imports.txt:5: there is no package gone any more",
	}
	if len(got) != len(want) {
		t.Errorf("%d breaches, not %d", len(got), len(want))
	}
	for i := range min(len(got), len(want)) {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("got  %s\nwant %s", got[i], want[i])
		}
	}
}

func TestRulesRefused(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"[order]\na b\nb":      ":3: b is listed twice",
		"[never]\na b":         ":2: a line of [never] has a colon",
		"[sometimes]\na: b":    ":2: the sections are [order], [never], [only], [values] and [doors], not [sometimes]",
		"machiavelli: nothing": ":1: the sections are",
	} {
		if _, err := readRules(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
