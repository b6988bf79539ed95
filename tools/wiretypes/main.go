// Command wiretypes generates internal/web/ts/types.ts, the types of the
// messages between the judge and the scripts of the pages, from the Go types.
// Run it from its own folder:
//
//	go run .         write the file
//	go run . -check  fail if the committed file differs from the result
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/gzuidhof/tygo/tygo"
)

// sources lists the files that declare the types, by package. Nothing else in them has JSON
// names.
var sources = []struct{ path, file string }{
	{"podesta/internal/tableview", "tableview.go"},
	{"podesta/internal/replay", "frame.go"},
	{"podesta/internal/web/wire", "wire.go"},
}

// types maps Go types of other packages to TypeScript types.
var types = map[string]string{
	"tableview.Purse":   "Purse",
	"tableview.Table":   "Table",
	"tableview.Warning": "Warning",
	"replay.Frame":      "Frame",
	"time.Time":         "string",
}

// goNumber matches a number followed by the name of its Go type.
var goNumber = regexp.MustCompile(`number /\* \w+ \*/`)

const header = `// Code generated from the Go types by tools/wiretypes (make web). DO NOT EDIT.

export type Pair<T = number> = [T, T];
export type Box = [number, number, number, number];
`

func main() {
	root := flag.String("root", "../..", "the project's folder")
	check := flag.Bool("check", false, "compare with the committed file instead of writing it")
	flag.Parse()
	if err := run(*root, *check); err != nil {
		fmt.Fprintln(os.Stderr, "wiretypes:", err)
		os.Exit(1)
	}
}

func run(root string, check bool) error {
	if err := os.Chdir(root); err != nil { // the packages belong to the module there
		return err
	}
	made, err := generate()
	if err != nil {
		return err
	}
	name := filepath.FromSlash("internal/web/ts/types.ts")
	old, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	switch {
	case bytes.Equal(old, made):
		return nil
	case check:
		return fmt.Errorf("%s is not what the Go types give; run make web and commit the result", name)
	}
	return os.WriteFile(name, made, 0o644)
}

// generate returns the types of all sources, one after the other.
func generate() ([]byte, error) {
	dir, err := os.MkdirTemp("", "wiretypes")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	conf := &tygo.Config{TypeMappings: types}
	file := func(i int) string { return filepath.Join(dir, fmt.Sprintf("%d.ts", i)) }
	for i, s := range sources {
		conf.Packages = append(conf.Packages, &tygo.PackageConfig{
			Path: s.path, IncludeFiles: []string{s.file}, OutputPath: file(i), PreserveComments: "types",
		})
	}
	if err := tygo.New(conf).Generate(); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.WriteString(header)
	for i, s := range sources {
		text, err := os.ReadFile(file(i))
		if err != nil {
			return nil, err
		}
		_, body, found := strings.Cut(string(text), "// source: "+s.file+"\n")
		if !found {
			return nil, fmt.Errorf("package %s has no file %s", s.path, s.file)
		}
		if strings.Contains(body, "any /*") {
			return nil, fmt.Errorf("%s: a field has a type that scripts do not know; name it in types or in a tstype tag:\n%s", s.path, body)
		}
		body = goNumber.ReplaceAllString(strings.TrimSpace(body), "number")
		fmt.Fprintf(&out, "\n// From package %s.\n\n%s\n", s.path, body)
	}
	return out.Bytes(), nil
}
