package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// target is a function that go test -fuzz can run.
type target struct {
	Folder string // folder of its package, from that of the repository
	Path   string // the same folder, absolute
	Name   string
}

func (t target) String() string { return t.Folder + "." + t.Name }

// find returns the fuzz targets in the folders of a repository, in the order of
// their names. It leaves out folders that go ignores, and those of built files.
func find(root string) ([]target, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	var out []target
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if n := d.Name(); path != root && (strings.HasPrefix(n, ".") || strings.HasPrefix(n, "_") || n == "testdata" || n == "bin" || n == "node_modules") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		names, err := inFile(path)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		for _, n := range names {
			out = append(out, target{filepath.ToSlash(folder), filepath.Dir(path), n})
		}
		return nil
	})
	slices.SortFunc(out, func(a, b target) int { return strings.Compare(a.String(), b.String()) })
	return out, err
}

// named matches what go test takes for a fuzz target.
var named = regexp.MustCompile(`^Fuzz($|[^\p{Ll}])`)

// inFile returns the names of the fuzz targets in a file.
func inFile(path string) ([]string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, d := range file.Decls {
		// go test refuses another signature.
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && named.MatchString(f.Name.Name) {
			out = append(out, f.Name.Name)
		}
	}
	return out, nil
}
