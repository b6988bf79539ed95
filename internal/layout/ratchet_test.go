package layout

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
	"unicode/utf8"
)

// The limits for the program's own code, without tests and generated files. They only ever
// decrease: a change that reduces a figure lowers its limit here, so that no later change
// increases it again.
const (
	mostLongFiles   = 57    // files of more than longFile lines
	mostLongLines   = 5452  // lines of more than longLine columns, a tab counting as four
	mostBranchy     = 343   // functions with more than branches
	mostLinesOfDoor = 20575 // lines of code of interfaces, without comments and blank lines

	longFile = 400
	longLine = 120
	branches = 15
)

// doorFiles lists prefixes of the files whose lines mostLinesOfDoor counts: those that present
// the judge's commands to readers.
var doorFiles = []string{
	"internal/api/", "internal/apijson/", "internal/mail/command/", "internal/mail/inbox/", "internal/client/", "internal/mcp/", "cmd/podesta/client",
}

// TestFiguresGoDown checks that no figure exceeds its limit, and that limits follow lower
// figures.
func TestFiguresGoDown(t *testing.T) {
	t.Parallel()
	var longFiles, longLines, branchy, linesOfDoor int
	module := os.DirFS("../..")
	for _, root := range []string{"atlas", "cmd", "internal", "machiavelli", "view"} {
		err := fs.WalkDir(module, root, func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if path.Base(name) == "testdata" {
				return fs.SkipDir
			}
			if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return nil
			}
			text, err := fs.ReadFile(module, name)
			if err != nil {
				return err
			}
			files := token.NewFileSet()
			parsed, err := parser.ParseFile(files, name, text, parser.SkipObjectResolution|parser.ParseComments)
			if err != nil || ast.IsGenerated(parsed) {
				return err
			}
			lines := 0
			for line := range bytes.Lines(text) {
				lines++
				if n := utf8.RuneCount(bytes.TrimSuffix(line, []byte("\n"))) + 3*bytes.Count(line, []byte("\t")); n > longLine {
					longLines++
				}
			}
			if lines > longFile {
				longFiles++
			}
			for _, decl := range parsed.Decls {
				if f, ok := decl.(*ast.FuncDecl); ok && branchesOf(f) > branches {
					branchy++
				}
			}
			for _, door := range doorFiles {
				if strings.HasPrefix(name, door) {
					linesOfDoor += codeLines(text)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range []struct {
		name, what string
		is, most   int
		remedy     string
	}{
		{"mostLongFiles", fmt.Sprintf("files have more than %d lines", longFile), longFiles, mostLongFiles, "cut one of them by subject"},
		{"mostLongLines", fmt.Sprintf("lines have more than %d columns", longLine), longLines, mostLongLines, "break the new ones"},
		{"mostBranchy", fmt.Sprintf("functions have more than %d branches", branches), branchy, mostBranchy, "make a table of one of them, or two functions"},
		{"mostLinesOfDoor", "lines of code are those of doors", linesOfDoor, mostLinesOfDoor, "let a room declare a command, from which all doors are made"},
	} {
		switch {
		case x.is > x.most:
			t.Errorf("%d %s, more than the %d of %s: %s", x.is, x.what, x.most, x.name, x.remedy)
		case x.is < x.most-x.most/100: // tolerates a few deleted lines
			t.Errorf("%d %s: lower %s from %d", x.is, x.what, x.name, x.most)
		}
	}
}

// branchesOf counts the conditions, loops and cases of a function.
func branchesOf(f *ast.FuncDecl) int {
	n := 0
	ast.Inspect(f, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			if x.List != nil {
				n++
			}
		case *ast.CommClause:
			n++
		case *ast.BinaryExpr:
			if x.Op == token.LAND || x.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}

// codeLines returns the number of lines of a file that contain code.
func codeLines(text []byte) int {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	n, last := 0, 0
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return n
		}
		if tok == token.SEMICOLON && lit == "\n" {
			continue
		}
		from := file.Line(pos)
		to := from + strings.Count(lit, "\n")
		n += to - max(from, last+1) + 1
		last = max(last, to)
	}
}
