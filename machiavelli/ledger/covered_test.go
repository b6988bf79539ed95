package ledger

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// leading matches the ids at the beginning of the name of a test or of a test
// case.
var leading = regexp.MustCompile(`^((?:T-)?[A-Z]+-[0-9]+[ab]?)(?:[ ,/]+|$)`)

// note adds the ids at the beginning of a name.
func note(tested map[string]bool, name string) {
	for {
		m := leading.FindStringSubmatch(name)
		if m == nil {
			return
		}
		tested[m[1]] = true
		name = name[len(m[0]):]
	}
}

// testedIDs returns the ids with which names of tests begin. It searches the
// texts in Go files of tests and of packages of test cases, and the lines in
// test data.
func testedIDs(t *testing.T) map[string]bool {
	t.Helper()
	tested := map[string]bool{}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		dir := filepath.Base(filepath.Dir(path))
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") && d.Name() != ".." || path == filepath.Join(root, "machiavelli", "ledger")):
			return fs.SkipDir
		case d.IsDir():
			return nil
		case strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, ".go") && strings.HasSuffix(dir, "test"):
			return noteGo(tested, path)
		case strings.Contains(path, "testdata") && strings.HasSuffix(path, ".txt"):
			data, err := os.ReadFile(path)
			for line := range strings.Lines(string(data)) {
				note(tested, strings.TrimLeft(line, "#= \t"))
			}
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return tested
}

func noteGo(tested map[string]bool, path string) error {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil {
				note(tested, s)
			}
		}
		return true
	})
	return nil
}

// TestEveryEntryIsTested checks that every rule, every regression and every example has a test
// with its name.
func TestEveryEntryIsTested(t *testing.T) {
	tested := testedIDs(t)
	var missing []string
	for _, e := range Entries() {
		if !tested[e.ID] {
			missing = append(missing, e.ID)
		}
	}
	if len(missing) > 0 {
		t.Errorf("%d without a test: %s", len(missing), strings.Join(missing, " "))
	}
}
