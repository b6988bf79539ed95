package layout

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// public lists the packages that others import.
var public = patterns{"machiavelli", "machiavelli/...", "-machiavelli/internal/...", "atlas", "atlas/...", "view"}

// TestComments checks that every package has a comment, and that every exported name of the
// public packages has one that begins with the name.
func TestComments(t *testing.T) {
	t.Parallel()
	module := os.DirFS("../..")
	packages, err := readPackages(module)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, name := range slices.Sorted(maps.Keys(packages)) {
		missing, err := uncommented(module, name, packages[name], public.match(name))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range missing {
			t.Error(m)
		}
		if public.match(name) {
			n++
		}
	}
	if n < 25 {
		t.Errorf("only %d public packages found", n)
	}
}

// uncommented returns the declarations of a package whose comment is missing or in the wrong
// form.
func uncommented(module fs.FS, name string, files []goFile, public bool) ([]string, error) {
	set := token.NewFileSet()
	var parsed, tests []*ast.File
	for _, f := range files {
		text, err := fs.ReadFile(module, f.name)
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(set, f.name, text, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		if f.test {
			tests = append(tests, file)
		} else if builds(module, f.name) {
			parsed = append(parsed, file)
		}
	}
	if len(parsed) == 0 {
		return packageOfTests(name, tests), nil
	}
	p, err := doc.NewFromFiles(set, parsed, name)
	if err != nil {
		return nil, err
	}
	c := &commented{set: set}
	if want := wanted(p.Name, name); !strings.HasPrefix(p.Doc, want) {
		c.out = append(c.out, fmt.Sprintf("%s: the package needs a comment that begins with %q and says what it is for", name, want))
	}
	if public {
		c.all(p)
	}
	return c.out, nil
}

// builds reports whether a file belongs to a program for Linux.
func builds(module fs.FS, name string) bool {
	context := build.Default
	context.GOOS, context.GOARCH = "linux", "amd64"
	context.OpenFile = func(name string) (io.ReadCloser, error) { return module.Open(name) }
	context.JoinPath = path.Join
	ok, err := context.MatchFile(path.Dir(name), path.Base(name))
	return err != nil || ok
}

func wanted(pkg, folder string) string {
	if pkg == "main" {
		return "Command " + path.Base(folder) + " "
	}
	return "Package " + pkg + " "
}

// packageOfTests checks a folder that contains only tests.
func packageOfTests(name string, tests []*ast.File) []string {
	for _, f := range tests {
		if strings.HasPrefix(f.Doc.Text(), wanted(strings.TrimSuffix(f.Name.Name, "_test"), name)) {
			return nil
		}
	}
	return []string{fmt.Sprintf("%s: one of the tests needs a comment above its package clause that says what is tested here", name)}
}

type commented struct {
	set *token.FileSet
	out []string
}

func (c *commented) all(p *doc.Package) {
	methods := map[string]bool{} // methods that are documented for some type
	for _, t := range p.Types {
		for _, m := range t.Methods {
			methods[m.Name] = methods[m.Name] || m.Doc != ""
		}
	}
	c.values(p.Consts)
	c.values(p.Vars)
	c.funcs(p.Funcs)
	for _, t := range p.Types {
		c.typ(t)
		c.values(t.Consts)
		c.values(t.Vars)
		c.funcs(t.Funcs)
		for _, m := range t.Methods {
			// Methods that many types share are documented once, and String and the like are
			// well known.
			if m.Doc == "" && (methods[m.Name] || familiar[m.Name]) {
				continue
			}
			c.named(m.Decl, t.Name+"."+m.Name, m.Name, m.Doc)
		}
	}
}

var familiar = map[string]bool{
	"String": true, "Error": true, "Unwrap": true, "Is": true,
	"MarshalText": true, "UnmarshalText": true, "MarshalJSON": true, "UnmarshalJSON": true,
}

func (c *commented) typ(t *doc.Type) {
	// In a group a type may have a trailing comment.
	if spec, ok := t.Decl.Specs[0].(*ast.TypeSpec); ok && spec.Doc.Text() == "" && spec.Comment.Text() != "" {
		return
	}
	c.named(t.Decl, t.Name, t.Name, t.Doc)
}

func (c *commented) funcs(funcs []*doc.Func) {
	for _, f := range funcs {
		c.named(f.Decl, f.Name, f.Name, f.Doc)
	}
}

// values checks the comments of constants and variables. A single one needs a comment that begins
// with its name; in a group, either the group needs a comment or each of its members.
func (c *commented) values(values []*doc.Value) {
	for _, v := range values {
		if len(v.Decl.Specs) == 1 && !v.Decl.Lparen.IsValid() {
			names := v.Decl.Specs[0].(*ast.ValueSpec).Names
			if len(names) == 1 {
				c.named(v.Decl, names[0].Name, names[0].Name, v.Doc)
				continue
			}
		}
		if v.Doc != "" {
			continue
		}
		for _, spec := range v.Decl.Specs {
			s := spec.(*ast.ValueSpec)
			if s.Doc.Text() == "" && s.Comment.Text() == "" && slices.ContainsFunc(s.Names, (*ast.Ident).IsExported) {
				c.add(s, "%s needs a comment, or its group does", s.Names[0].Name)
			}
		}
	}
}

func (c *commented) named(n ast.Node, full, name, text string) {
	words := strings.Fields(text)
	for len(words) > 1 && (words[0] == "A" || words[0] == "An" || words[0] == "The") {
		words = words[1:]
	}
	switch {
	case len(words) == 0:
		c.add(n, "%s needs a comment that begins with its name", full)
	case strings.TrimRight(words[0], ",.:;") != name && words[0] != "Deprecated:":
		c.add(n, "the comment of %s must begin with %q, not %q", full, name, words[0])
	}
}

func (c *commented) add(n ast.Node, format string, args ...any) {
	at := c.set.Position(n.Pos())
	c.out = append(c.out, fmt.Sprintf("%s:%d: "+format, append([]any{at.Filename, at.Line}, args...)...))
}

func TestCommentsFinds(t *testing.T) {
	t.Parallel()
	module := fstest.MapFS{
		"go.mod": {Data: []byte("module m\n")},
		"p/p.go": {Data: []byte(`// A package without its name.
package p

// Good is good.
const Good = 1

// It is bad.
const Bad = 2

// Kinds.
const (
	One = iota
	Two
)

const (
	Three = 3 // is told here
	Four  = 4
)

// T is a type.
type T struct{}

// An U is one, too.
type U struct{}

func (T) String() string { return "" }

// Kind returns a kind.
func (T) Kind() string { return "" }

func (U) Kind() string { return "" }

func (U) Other() {}

func NewU() U { return U{} }

// does something
func Do() {}

func unexported() {}

type (
	// V is told.
	V int
	W int
	X int // is told, too
)
`)},
		"p/p_windows.go": {Data: []byte("package p\n\nfunc Do2() {}\n")},
		"q/q_test.go":    {Data: []byte("package q_test\n")},
		"r/r_test.go":    {Data: []byte("// Package r is tested.\npackage r_test\n")},
		"s/main.go":      {Data: []byte("// Command s runs.\npackage main\n")},
	}
	packages, err := readPackages(module)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, name := range slices.Sorted(maps.Keys(packages)) {
		missing, err := uncommented(module, name, packages[name], true)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, missing...)
	}
	want := []string{
		`p: the package needs a comment that begins with "Package p " and says what it is for`,
		`p/p.go:8: the comment of Bad must begin with "Bad", not "It"`,
		`p/p.go:18: Four needs a comment, or its group does`,
		`p/p.go:39: the comment of Do must begin with "Do", not "does"`,
		`p/p.go:36: NewU needs a comment that begins with its name`,
		`p/p.go:34: U.Other needs a comment that begins with its name`,
		`p/p.go:46: W needs a comment that begins with its name`,
		`q: one of the tests needs a comment above its package clause that says what is tested here`,
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
